// Counts three faults of reading in a redline.
//
// - A *same replacement* deletes words and inserts the same text again: typed text became a link, or a field has
//   another target. Text that contains an object does not count.
// - A *stranded word* is kept text that consists of stop words alone, between two edits. Each edit has at least LARGE
//   characters on its longer side. Kept text in which a sentence ends does not count, because it separates edits of
//   two sentences.
// - A *crumb* is kept text of one or two words, or with a bracket or quote, between two replacements of one clause. Two
//   replacements of one or two words by the same number of words do not count, because each reads well alone. A
//   replacement that occurs again in the redline does not count either.
// - A *same lead* is a replacement whose deleted and inserted text have at least two words each and begin with the same
//   word, or end with it.
// - A *torn pair* is a pair of brackets or quotes of one version with one half kept and the other half edited. It
//   counts as mendable if sliding the edit, or extending it over up to MOST_SIGNS kept signs beside it, tears fewer
//   pairs. The other torn pairs are listed.

import { type MarkedParagraph, OBJECT, type Stretch } from "./read-edits.ts";

const LARGE = 15;
const MOST_SIGNS = 3;
/** Maximum number of words of a crumb. */
const MOST_CRUMB = 2;

const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and any are as at be been but by for from has have he if in is it its may no not of on or shall she such than that the their there these they this to was were which who will with would".split(
    " ",
  ),
);

/** Returns the texts that were replaced by the same text. */
export function sameReplacements({ stretches }: MarkedParagraph): string[] {
  return stretches
    .filter(({ kind, deleted, inserted }) => kind === "edit" && deleted === inserted && !deleted.includes(OBJECT))
    .map(({ deleted }) => deleted)
    .filter((text) => text.trim() !== "");
}

export function countStranded({ stretches }: MarkedParagraph): number {
  return stretches.filter((stretch, at) => {
    const [left, right] = [stretches[at - 1], stretches[at + 1]];
    if (stretch.kind !== "kept" || left?.kind !== "edit" || right?.kind !== "edit") return false;
    return isStopWords(stretch.inserted) && sizeOf(left) >= LARGE && sizeOf(right) >= LARGE;
  }).length;
}

/** Returns the number of crumbs in a redline. A replacement that occurs again in it makes no crumbs. */
export function countCrumbs(paragraphs: readonly MarkedParagraph[]): number {
  const replacements = paragraphs.flatMap(({ stretches }) => stretches.filter(isReplacement).map(nameOf));
  const counts = new Map<string, number>();
  for (const name of replacements) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isOnce = (edit: Stretch): boolean => counts.get(nameOf(edit)) === 1;
  return paragraphs.reduce((sum, { stretches }) => {
    const crumbs = stretches.filter((stretch, at) => {
      const [left, right] = [stretches[at - 1], stretches[at + 1]];
      return (
        left !== undefined && right !== undefined && isOnce(left) && isOnce(right) && isCrumb(stretch, left, right)
      );
    });
    return sum + crumbs.length;
  }, 0);
}

function nameOf({ deleted, inserted }: Stretch): string {
  return `${deleted.trim()}\u0000${inserted.trim()}`;
}

function isCrumb({ kind, inserted: text }: Stretch, left: Stretch, right: Stretch): boolean {
  if (kind !== "kept" || (isSimple(left) && isSimple(right)) || text.includes(OBJECT)) return false;
  const around = (["deleted", "inserted"] as const).map(
    (side) => left[side].slice(-1) + text + right[side].slice(0, 1),
  );
  if (around.some((one) => /[.;:?!](?:\s|$)/.test(one))) return false;
  const count = wordsIn(text).length;
  return count <= MOST_CRUMB && (count > 0 || /[()[\]{}"\u201c-\u201e\u00ab\u00bb]/.test(text));
}

export function countSameLeads({ stretches }: MarkedParagraph): number {
  return stretches.filter(({ kind, deleted, inserted }) => {
    const [one, other] = [wordsIn(deleted), wordsIn(inserted)];
    if (kind !== "edit" || one.length < 2 || other.length < 2) return false;
    return one[0] === other[0] || one.at(-1) === other.at(-1);
  }).length;
}

function isReplacement({ kind, deleted, inserted }: Stretch): boolean {
  return kind === "edit" && deleted.trim() !== "" && inserted.trim() !== "";
}

/** True if one or two words are replaced by the same number of words. */
function isSimple({ deleted, inserted }: Stretch): boolean {
  const [one, other] = [wordsIn(deleted).length, wordsIn(inserted).length];
  return one === other && one <= MOST_CRUMB;
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}'\u2019]+/gu) ?? [];
}

function isStopWords(text: string): boolean {
  const words = wordsIn(text);
  return words.length > 0 && words.every((word) => STOP_WORDS.has(word.toLowerCase())) && !/[.!?]\s/.test(text);
}

function sizeOf({ deleted, inserted }: Stretch): number {
  return Math.max(deleted.length, inserted.length);
}

export interface TornPairs {
  /** Torn pairs that sliding the edit, or extending it over a few signs, would mend. */
  readonly mendable: number;
  readonly others: number;
}

/** One version of a paragraph: its characters, and for each character the index of its edit, or -1 if it is kept. */
interface Version {
  readonly text: string;
  readonly edits: readonly number[];
}

export function countTorn({ stretches }: MarkedParagraph): TornPairs {
  if (stretches.some(({ kind }) => kind === "moved")) return { mendable: 0, others: 0 };
  const versions = (["deleted", "inserted"] as const).map((side): Version => {
    const edits = stretches.flatMap((stretch, at) =>
      Array.from({ length: stretch[side].length }, () => (stretch.kind === "edit" ? at : -1)),
    );
    return { text: stretches.map((stretch) => stretch[side]).join(""), edits };
  });
  const torn = stretches.map((_, at) => tornBy(versions, new Set([at])));
  const counts = { mendable: 0, others: 0 };
  for (const [at, stretch] of stretches.entries()) {
    if (stretch.kind !== "edit" || torn[at] === 0) continue;
    if (canSlide(stretches, at) || canTakeIn(stretches, at, torn[at]!)) counts.mendable += torn[at]!;
    else counts.others += torn[at]!;
  }
  return counts;
}

/** Counts the pairs, in both versions, with one half in one of these edits and the other half kept. */
function tornBy(versions: readonly Version[], edits: ReadonlySet<number>): number {
  return versions.reduce((sum, { text, edits: places }) => {
    const halves = pairsIn(text).filter(([open, close]) => {
      const [one, other] = [places[open]!, places[close]!];
      return (edits.has(one) && other === -1) || (edits.has(other) && one === -1);
    });
    return sum + halves.length;
  }, 0);
}

const OPENERS = "([{\u201c\u00ab\u2018";
const CLOSERS = ")]}\u201d\u00bb\u2019";

/** Returns the positions of both halves of all pairs. */
function pairsIn(text: string): [open: number, close: number][] {
  const pairs: [number, number][] = [];
  const open: { sign: string; at: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    const isInWord = sign === "\u2019" && /\p{L}/u.test(text[at - 1] ?? "") && /\p{L}/u.test(text[at + 1] ?? "");
    const opener = sign === '"' ? '"' : OPENERS[CLOSERS.indexOf(sign)];
    const partner = opener === undefined || isInWord ? -1 : open.findLastIndex((each) => each.sign === opener);
    if (partner >= 0) {
      pairs.push([open[partner]!.at, at]);
      open.length = partner;
    } else if (OPENERS.includes(sign) || sign === '"') open.push({ sign, at });
  }
  return pairs;
}

/** True if an insertion or deletion could slide to another position at word borders where it tears no pair. */
function canSlide(stretches: readonly Stretch[], index: number): boolean {
  const { deleted, inserted } = stretches[index]!;
  if (deleted !== "" && inserted !== "") return false;
  const side = deleted === "" ? "inserted" : "deleted";
  const text = stretches.map((stretch) => stretch[side]).join("");
  const from = stretches.slice(0, index).reduce((sum, stretch) => sum + stretch[side].length, 0);
  const { length } = stretches[index]![side];
  const isWhole = (start: number): boolean =>
    isBorder(text, start) &&
    isBorder(text, start + length) &&
    pairsIn(text).every(([open, close]) => isIn(open, start, length) === isIn(close, start, length));
  const left = (stretches[index - 1]?.inserted ?? "").length;
  for (let by = 1; by < left && text[from - by] === text[from + length - by]; by += 1)
    if (isWhole(from - by)) return true;
  const right = (stretches[index + 1]?.inserted ?? "").length;
  for (let by = 0; by < right - 1 && text[from + by] === text[from + length + by]; by += 1)
    if (isWhole(from + by + 1)) return true;
  return false;
}

function isIn(at: number, from: number, length: number): boolean {
  return at >= from && at < from + length;
}

function isBorder(text: string, at: number): boolean {
  return !(/[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at] ?? ""));
}

/** True if fewer pairs would be torn if the edit also covered a few signs beside it. */
function canTakeIn(stretches: readonly Stretch[], index: number, torn: number): boolean {
  const [left, right] = [stretches[index - 1], stretches[index + 1]];
  const before = signsIn([...(left?.kind === "kept" ? left.inserted : "")].reverse());
  const after = signsIn([...(right?.kind === "kept" ? right.inserted : "")]);
  return before.some(([one, signs]) =>
    after.some(([other, more]) => {
      if (signs + more === 0 || signs + more > MOST_SIGNS) return false;
      const taken = takeIn(stretches, index, { before: one, after: other });
      const versions = (["deleted", "inserted"] as const).map(
        (side): Version => ({
          text: taken.map((stretch) => stretch[side]).join(""),
          edits: taken.flatMap((stretch, at) =>
            Array.from({ length: stretch[side].length }, () => (stretch.kind === "edit" ? at : -1)),
          ),
        }),
      );
      return tornBy(versions, new Set([index])) < torn;
    }),
  );
}

/**
 * Returns, for each number of leading characters without a letter, how many of them are signs. The list begins with 0
 * characters.
 */
function signsIn(characters: readonly string[]): [count: number, signs: number][] {
  const found: [number, number][] = [[0, 0]];
  for (const [at, character] of characters.entries()) {
    const signs = found.at(-1)![1] + (/\s/.test(character) ? 0 : 1);
    if (/[\p{L}\p{N}\ufffc]/u.test(character) || signs > MOST_SIGNS) break;
    found.push([at + 1, signs]);
  }
  return found;
}

function takeIn(
  stretches: readonly Stretch[],
  index: number,
  { before, after }: { readonly before: number; readonly after: number },
): Stretch[] {
  return stretches.map((stretch, at) => {
    if (at === index - 1) return kept(stretch.inserted.slice(0, stretch.inserted.length - before));
    if (at === index + 1) return kept(stretch.inserted.slice(after));
    if (at !== index) return stretch;
    const left = stretches[index - 1]?.inserted ?? "";
    const head = before === 0 ? "" : left.slice(-before);
    const tail = (stretches[index + 1]?.inserted ?? "").slice(0, after);
    return { kind: "edit", deleted: head + stretch.deleted + tail, inserted: head + stretch.inserted + tail };
  });
}

function kept(text: string): Stretch {
  return { kind: "kept", deleted: text, inserted: text };
}
