// Tracks the text of a paragraph with the version and the last event of each character.

import { TOKEN } from "../measure-edit.ts";
import type { Edit } from "../truth.ts";

/** Untouched since the root; inserted; inserted as a replacement, or in a paragraph that was edited since; moved. */
export const ways = ["untouched", "inserted", "edited", "moved"] as const;
export type Way = (typeof ways)[number];

export interface TruthText {
  readonly text: string;
  /** Indexed by character: the number of the version in the chain, and the last event. */
  readonly births: readonly number[];
  readonly ways: readonly Way[];
}

export function allNew(text: string, birth: number, way: Way): TruthText {
  return { text, births: Array.from({ length: text.length }, () => birth), ways: fill(text, way) };
}

function fill(text: string, way: Way): Way[] {
  return Array.from({ length: text.length }, () => way);
}

export function inWay(truth: TruthText, way: Way): TruthText {
  return { ...truth, ways: fill(truth.text, way) };
}

function sliceOf({ text, births, ways: own }: TruthText, from: number, to?: number): TruthText {
  return { text: text.slice(from, to), births: births.slice(from, to), ways: own.slice(from, to) };
}

function joined(...parts: readonly TruthText[]): TruthText {
  return {
    text: parts.map(({ text }) => text).join(""),
    births: parts.flatMap(({ births }) => births),
    ways: parts.flatMap((part) => part.ways),
  };
}

/**
 * Returns the truth about a paragraph whose text an edit changed. `find` returns another paragraph of the previous
 * version.
 */
export function edited(
  old: TruthText,
  text: string,
  { edit, version, find }: { edit: Edit; version: number; find: (text: string) => TruthText | undefined },
): TruthText {
  const way = edit.removed === "" ? "inserted" : "edited";
  const [first, second] = edit.before;
  if (edit.kind === "join_paragraphs" && first === old.text) {
    const joint = allNew(edit.inserted, version, way);
    return joined(inWay(old, "edited"), joint, inWay(find(second!) ?? allNew(second!, version, way), "edited"));
  }
  if (edit.after.length > edit.before.length) return half(old, text, { edit, version });
  const moved = edit.to === undefined ? "edited" : "moved";
  if (edit.places !== undefined) return byWords(inWay(old, moved), text, version);
  return replaced(inWay(old, moved), { edit, version, way });
}

/** Returns the truth about one of two paragraphs that were split from one. */
export function half(old: TruthText, text: string, { edit, version }: { edit: Edit; version: number }): TruthText {
  const place = edit.after.indexOf(text);
  const label = edit.kind === "split_list" ? edit.inserted.split("\n")[place]! : "";
  const rest = text.length - label.length;
  const kept = place === 0 ? sliceOf(old, 0, rest) : sliceOf(old, old.text.length - rest);
  return joined(allNew(label, version, "inserted"), inWay(kept, "edited"));
}

/**
 * Replaces one range by another. Words that both ranges begin or end with are kept: in a date with another day, the
 * month.
 */
function replaced(
  old: TruthText,
  { edit: { offset, removed, inserted }, version, way }: { edit: Edit; version: number; way: Way },
): TruthText {
  const [went, came] = [removed.match(TOKEN) ?? [], inserted.match(TOKEN) ?? []];
  const most = Math.min(went.length, came.length);
  let first = 0;
  while (first < most && went[first] === came[first]) first += 1;
  let last = 0;
  while (last < most - first && went.at(-1 - last) === came.at(-1 - last)) last += 1;
  const start = offset + lengthOf(went.slice(0, first));
  const end = offset + removed.length - lengthOf(went.slice(went.length - last));
  const middle = came.slice(first, came.length - last).join("");
  return joined(sliceOf(old, 0, start), allNew(middle, version, way), sliceOf(old, end));
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

/** Replaces several single words. */
function byWords(old: TruthText, text: string, version: number): TruthText {
  const [words, others] = [old.text.match(TOKEN) ?? [], text.match(TOKEN) ?? []];
  if (words.length !== others.length) return allNew(text, version, "edited");
  let at = 0;
  return joined(
    ...words.map((word, index) => {
      const kept = sliceOf(old, at, at + word.length);
      at += word.length;
      return word === others[index] ? kept : allNew(others[index]!, version, "edited");
    }),
  );
}

export interface TruthWord {
  readonly word: string;
  /** The latest version that inserted a character of the word. */
  readonly birth: number;
  readonly way: Way;
}

/** Returns the words, numbers and signs of a text, without white space. */
export function wordsOf({ text, births, ways: own }: TruthText): TruthWord[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: word, index }): TruthWord[] => {
    if (word.trim() === "") return [];
    const range = births.slice(index, index + word.length);
    const birth = Math.max(...range);
    return [{ word, birth, way: own[index + range.indexOf(birth)]! }];
  });
}
