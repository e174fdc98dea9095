// Decides in which fields two looks differ. Programs round lengths when they save, so lengths have a tolerance.

import type { Fields } from "./layers.ts";
import { NOT_HYPHENATED, UNDECIDED } from "./paragraph-fields.ts";
import { MARK_FONTS } from "./run-fields.ts";
import { COVERED } from "./section-fields.ts";
import { NO_LAYOUT } from "./table-fields.ts";

/** The largest difference of equal lengths, by the start of the field: in twips, and as a part of the larger length. */
const TOLERANCES: readonly (readonly [field: RegExp, twips: number, part: number])[] = [
  [/^spacing$/, 1, 0],
  [/^(indent|space|page (w|h|top|right|bottom|left|gutter)$|columns gap|tabs)/, 10, 0],
  [/^line$/, 0, 0.01],
  [/^(cell margin|height$)/, 30, 0],
  [/^cell width/, 60, 0.01],
  [/^table (indent|spacing|width)/, 60, 0],
  [/^table share/, 50, 0],
  // A twip of the distance between characters of a grid, which is in 4096ths of a point.
  [/^grid characters$/, 205, 0],
];
/** Fields that count only if both looks have them: they show only in some surroundings, or the other one is measured. */
const IF_BOTH = /^(tabs|label look|cell width|table width|table share|columns gap)$/;
const COLOURED = /^(color|u|shd|bdr|shading|border|cell border|page border)/;
/** The largest difference of equal channels of a colour. */
const COLOUR_ROUNDING = 2;

export function fieldsThatDiffer(one: Fields, other: Fields): string[] {
  const unseen = new Set(one.has(NO_LAYOUT) && other.has(NO_LAYOUT) ? [NO_LAYOUT, "layout"] : [NO_LAYOUT]);
  unseen.add(MARK_FONTS).add(NOT_HYPHENATED);
  if (one.has(NOT_HYPHENATED) && other.has(NOT_HYPHENATED)) unseen.add("markup w:suppressAutoHyphens");
  if (one.get(MARK_FONTS) !== other.get(MARK_FONTS)) unseen.add("font");
  for (const side of ["top", "bottom"]) {
    const covered = `${COVERED} ${side}`;
    unseen.add(covered);
    if (one.has(covered) && other.has(covered)) unseen.add(`page ${side}`);
  }
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => !unseen.has(name) && !isSame(name, one.get(name), other.get(name))).sort();
}

function isSame(name: string, one: string | undefined, other: string | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return IF_BOTH.test(name);
  const [words, others] = [one.split(" "), other.split(" ")];
  if (COLOURED.test(name))
    return areAll(words, others, (word, other, at) => {
      const isWidth = at === 1 && (name === "bdr" || name.includes("border"));
      return isWidth ? isSameWidth(word, other) : isSameColour(word, other);
    });
  const [, twips, part] = TOLERANCES.find(([field]) => field.test(name)) ?? [name, 0, 0];
  if (name.startsWith("space") && [one, other].includes(UNDECIDED)) {
    const fixed = one === UNDECIDED ? other : one;
    return Math.min(Math.abs(Number(fixed)), Math.abs(Number(fixed) - 280)) <= 0;
  }
  return areAll(words, others, (word, second) => isNear([word, second], twips, part));
}

function areAll(
  words: readonly string[],
  others: readonly string[],
  areSame: (word: string, other: string, at: number) => boolean,
): boolean {
  return (
    words.length === others.length && words.every((word, at) => word === others[at] || areSame(word, others[at]!, at))
  );
}

function isNear(words: readonly [string, string], twips: number, part: number): boolean {
  const [one, other] = words.map(Number) as [number, number];
  if (!Number.isInteger(one) || !Number.isInteger(other)) return false;
  return Math.abs(one - other) <= Math.max(twips, part * Math.max(Math.abs(one), Math.abs(other)));
}

/** Widths of borders are in eighths of a point, and programs that count in twips round them (FMT-52). */
function isSameWidth(one: string, other: string): boolean {
  return Math.abs(Number(one) - Number(other)) <= 1;
}

function isSameColour(one: string, other: string): boolean {
  if (![one, other].every((word) => /^[0-9A-F]{6}$/.test(word))) return false;
  return [0, 2, 4].every((at) => {
    const [first, second] = [one, other].map((word) => Number.parseInt(word.slice(at, at + 2), 16));
    return Math.abs(first! - second!) <= COLOUR_ROUNDING;
  });
}
