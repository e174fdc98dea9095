// Compares the looks of two documents, and decides which differences a listed style change explains (FMT-13).

import { fieldsThatDiffer } from "./different-fields.ts";
import type { Fields } from "./layers.ts";
import type { DocumentLooks, Letter, Look, StyleIds } from "./read-looks.ts";
import { differentStyles } from "./style-looks.ts";
import { kindOf, nameOf } from "./style-sheet.ts";

/** True if a changed style explains a difference in a field of text or of a paragraph. */
export type Explains = (field: string, styles: StyleIds) => boolean;

export const nothingExplained: Explains = () => false;

/** Returns what the styles explain that look different in two documents and that a redline lists. */
export function explainedByStyles(
  { original, modified }: { readonly original: DocumentLooks; readonly modified: DocumentLooks },
  listed: ReadonlySet<string>,
): Explains {
  const changed = differentStyles(original.sheet, modified.sheet);
  // A reader cites a clause by its label, so no style explains another label.
  return (field, styles) =>
    field !== "label" &&
    namesOf(styles, original).some((name) => listed.has(name) && doesChange(changed.get(name), field));
}

/** A run that becomes one of complex scripts shows the fonts and sizes of these. */
const OF_SCRIPTS = /^(font|size|b|i|plain .*)$/;

function doesChange(fields: ReadonlySet<string> | undefined, field: string): boolean {
  if (fields === undefined) return false;
  return fields.has(field) || (OF_SCRIPTS.test(field) && (fields.has("cs") || fields.has("rtl")));
}

/**
 * Returns the names of the styles around text, with all that they are based on. Without a style, the defaults of the
 * document decide, and these show in every style.
 */
function namesOf({ paragraph, character, table }: StyleIds, { sheet }: DocumentLooks): string[] {
  const own = sheet.chain("paragraph", paragraph);
  const chains = [
    ...(own.length > 0 ? own : sheet.styles.filter((style) => kindOf(style) === "paragraph")),
    ...sheet.chain("character", character),
    ...(table === undefined ? [] : sheet.chain("table", table.id)),
  ];
  return chains.map(nameOf);
}

/** Returns the first difference of two documents with the same blocks, in words. */
export function firstDifference(
  [found, wanted]: readonly [DocumentLooks, DocumentLooks],
  explains: Explains,
): string | undefined {
  const length = Math.max(found.looks.length, wanted.looks.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [found.looks[at], wanted.looks[at]];
    if (one?.kind !== other?.kind) return `${at}: ${one?.kind} instead of ${other?.kind}`;
    const difference = lookDifference(one!, other!, explains);
    if (difference !== undefined) return `${at} (${one!.kind}): ${difference}`;
  }
  return undefined;
}

/** Returns the difference of two looks in words. */
export function lookDifference(one: Look, other: Look, explains: Explains): string | undefined {
  const [text, wanted] = [one, other].map(({ letters }) => letters.map((letter) => letter.text).join(""));
  if (text !== wanted) return `${JSON.stringify(text)} instead of ${JSON.stringify(wanted)}`;
  const own = fieldDifference(one.fields, other.fields, (field) => explains(field, other.styles));
  if (own !== undefined) return own;
  // The letters of a run share their fields, so each pair of fields is compared once.
  const alike = new Map<Fields, Fields>();
  for (const [at, letter] of one.letters.entries()) {
    const partner = other.letters[at]!;
    if (alike.get(letter.fields) === partner.fields) continue;
    alike.set(letter.fields, partner.fields);
    const difference = letterDifference(letter, partner, explains);
    if (difference !== undefined) return `letter ${at} of ${JSON.stringify(text)}: ${difference}`;
  }
  return undefined;
}

function letterDifference(one: Letter, other: Letter, explains: Explains): string | undefined {
  if (one.fields === other.fields) return undefined;
  return fieldDifference(one.fields, other.fields, (field) => explains(field, other.styles));
}

function fieldDifference(one: Fields, other: Fields, isExplained: (field: string) => boolean): string | undefined {
  const fields = fieldsThatDiffer(one, other).filter((field) => !isExplained(field));
  if (fields.length === 0) return undefined;
  return fields.map((field) => `${field}: ${one.get(field)} instead of ${other.get(field)}`).join("; ");
}

/**
 * Pairs the looks of two real documents. Blocks of the same kind and text are paired in order, and white space at which
 * the texts differ is left out: other judges compare texts and structure.
 */
export function pairedLooks([found, wanted]: readonly [readonly Look[], readonly Look[]]): (readonly [
  found: Look,
  wanted: Look,
])[] {
  const [keys, others] = [found, wanted].map((looks) => looks.map(blockKey)) as [string[], string[]];
  const least = Math.min(keys.length, others.length);
  let start = 0;
  while (start < least && keys[start] === others[start]) start += 1;
  let end = 0;
  while (end < least - start && keys.at(-1 - end) === others.at(-1 - end)) end += 1;
  const inner = commonPairs(keys.slice(start, keys.length - end), others.slice(start, others.length - end));
  const pairs = [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...inner.map(([one, other]) => [start + one, start + other] as const),
    ...Array.from({ length: end }, (_, at) => [keys.length - end + at, others.length - end + at] as const),
  ];
  return pairs.map(([one, other]) => withSameText(found[one]!, wanted[other]!));
}

function blockKey({ kind, letters }: Look): string {
  return `${kind} ${letters.map(({ text }) => text.trim()).join("")}`;
}

function withSameText(one: Look, other: Look): readonly [Look, Look] {
  const textOf = ({ letters }: Look): string => letters.map(({ text }) => text).join("");
  if (textOf(one) === textOf(other)) return [one, other];
  const [shown, others] = [one, other].map(({ letters }) => letters.filter(({ text }) => text.trim() !== ""));
  return [
    { ...one, letters: shown! },
    { ...other, letters: others! },
  ];
}

/** Maximum product of two lengths for which a longest common subsequence is searched. */
const MOST_PAIRS = 4_000_000;

/** Returns the indexes of a longest common subsequence. */
function commonPairs(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  if (one.length * other.length > MOST_PAIRS) return [];
  const width = other.length + 1;
  const lengths = new Int32Array((one.length + 1) * width);
  for (let at = one.length - 1; at >= 0; at -= 1) {
    for (let beside = other.length - 1; beside >= 0; beside -= 1) {
      const [down, right] = [lengths[(at + 1) * width + beside]!, lengths[at * width + beside + 1]!];
      const isSame = one[at] === other[beside];
      lengths[at * width + beside] = isSame ? lengths[(at + 1) * width + beside + 1]! + 1 : Math.max(down, right);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let at = 0, beside = 0; at < one.length && beside < other.length; ) {
    if (one[at] === other[beside]) pairs.push([at++, beside++]);
    else if (lengths[(at + 1) * width + beside]! >= lengths[at * width + beside + 1]!) at += 1;
    else beside += 1;
  }
  return pairs;
}
