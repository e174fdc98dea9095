// Finds phrases that a copy replaced by another phrase everywhere (MRG-62).

import type { WordDocument } from "../../document/open-document.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { readView } from "../../revisions/view.ts";
import { type Replacement, textOf } from "./changed-lines.ts";

/** A phrase of the base that some copies replaced by another one. */
export interface RenamedPhrase {
  readonly old: string;
  readonly new: string;
  /** The copies, in their order. */
  readonly by: readonly number[];
}

/** Number of times that a copy must make the same replacement. */
const LEAST_TIMES = 2;
/** Maximum number of characters of a phrase. Longer text is no term. */
const LONGEST = 100;
/** Maximum number of words between two replacements that are read as one: `[-Statement of-] Work{+ Order+}`. */
const MOST_WORDS_BETWEEN = 2;
/** Maximum numbers of phrases that are looked for in the text of one copy, and that a merge has. */
const MOST_OF_COPY = 50;
const MOST_PHRASES = 100;

const TOKENS = /[\p{L}\p{N}]+|\s+|./gsu;
const WORD = /[\p{L}\p{N}]/u;

/** Returns the offsets at which a phrase is in a text as whole words. */
export function offsetsOf(text: string, phrase: string): number[] {
  const found: number[] = [];
  for (let at = nextOffset(text, phrase, 0); at >= 0; at = nextOffset(text, phrase, at + 1)) found.push(at);
  return found;
}

/** Returns the next offset at which a phrase is in a text as whole words, or -1. */
function nextOffset(text: string, phrase: string, from: number): number {
  for (let at = text.indexOf(phrase, from); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const isWhole = !isWord(text[at - 1]) || !isWord(phrase[0]);
    if (isWhole && (!isWord(text[at + phrase.length]) || !isWord(phrase.at(-1)))) return at;
  }
  return -1;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}

function has(text: string, phrase: string): boolean {
  return nextOffset(text, phrase, 0) >= 0;
}

/** Returns the phrases that copies renamed. Both lists have one entry for each copy; documents have no tracked changes. */
export function renamedPhrases(
  replacements: readonly (readonly Replacement[])[],
  copies: readonly WordDocument[],
): RenamedPhrase[] {
  const found = new Map<string, { old: string; new: string; by: number[] }>();
  for (const [copy, document] of copies.entries()) {
    for (const [old, present] of renamedIn(replacements[copy]!, document)) {
      const key = `${old}\n${present}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { old, new: present, by: [copy] });
      else known.by.push(copy);
    }
  }
  // The order does not depend on that of the copies.
  const keyOf = ({ old, new: present }: RenamedPhrase): string => `${old}\n${present}`;
  const sorted = [...found.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return sorted.slice(0, MOST_PHRASES);
}

/** Returns the phrases that one copy renamed, and their new form. */
function renamedIn(
  replacements: readonly Replacement[],
  document: WordDocument,
): (readonly [old: string, present: string])[] {
  // A moved paragraph is read at one position.
  const all = replacements.filter((one) => !isMoved(one));
  const often = repeatedPairs(all);
  if (often.length === 0) return [];
  const texts = new Texts(document);
  const found: (readonly [string, string])[] = [];
  for (const [old, present] of often) {
    if (found.some(([known]) => has(old, known))) continue;
    if (all.every((one) => isConsistent(one, old, present)) && !texts.have(old)) found.push([old, present]);
  }
  return found;
}

function isMoved({ deleted, inserted }: Replacement): boolean {
  return [...deleted, ...inserted].some(({ isNewPosition }) => isNewPosition);
}

/** Returns the pairs of an old and a new phrase that occur often enough, the shortest old phrase first. */
function repeatedPairs(all: readonly Replacement[]): (readonly [old: string, present: string])[] {
  const counts = new Map<string, { readonly pair: readonly [string, string]; count: number }>();
  const add = (pair: readonly [string, string] | undefined): void => {
    if (pair === undefined) return;
    const key = pair.join("\n");
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { pair, count: 1 });
    else known.count += 1;
  };
  for (const [at, one] of all.entries()) {
    add(pairOf(textOf(one.deleted), textOf(one.inserted)));
    const next = all[at + 1];
    if (next?.line !== one.line || wordsIn(next.keptBefore) > MOST_WORDS_BETWEEN) continue;
    const joined = (side: "deleted" | "inserted"): string => textOf(one[side]) + next.keptBefore + textOf(next[side]);
    add(pairOf(joined("deleted"), joined("inserted")));
  }
  return [...counts.values()]
    .filter(({ count }) => count >= LEAST_TIMES)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_OF_COPY)
    .map(({ pair }) => pair)
    .toSorted(([one], [other]) => one.length - other.length);
}

function wordsIn(text: string): number {
  return tokensOf(text).filter((token) => WORD.test(token)).length;
}

function tokensOf(text: string): readonly string[] {
  return text.match(TOKENS) ?? [];
}

/** Returns the phrases that differ between two texts. Undefined if one is empty, too long, or has no letter. */
function pairOf(deleted: string, inserted: string): readonly [string, string] | undefined {
  const [gone, came] = [tokensOf(deleted), tokensOf(inserted)];
  const most = Math.min(gone.length, came.length);
  let start = 0;
  while (start < most && gone[start] === came[start]) start += 1;
  let end = 0;
  while (end < most - start && gone.at(-1 - end) === came.at(-1 - end)) end += 1;
  const phrase = (tokens: readonly string[]): string =>
    tokens
      .slice(start, tokens.length - end)
      .join("")
      .trim();
  const pair = [phrase(gone), phrase(came)] as const;
  return pair.every((text) => text.length <= LONGEST && /\p{L}/u.test(text)) ? pair : undefined;
}

/** True unless a replacement deletes the old phrase and inserts other text than the new one. */
function isConsistent({ deleted, inserted }: Replacement, old: string, present: string): boolean {
  const came = textOf(inserted);
  return came.trim() === "" || has(came, present) || !has(textOf(deleted), old);
}

/** The text of a document without its comments, read when it is needed. */
class Texts {
  readonly #document: WordDocument;
  #paragraphs: readonly string[] | undefined;

  constructor(document: WordDocument) {
    this.#document = document;
  }

  have(phrase: string): boolean {
    this.#paragraphs ??= storiesOf(this.#document)
      .filter(({ kind }) => kind !== "comment")
      .flatMap((story) => readView(story, "accepted").map(({ text }) => text));
    return this.#paragraphs.some((text) => has(text, phrase));
  }
}
