// Decides if two values of a look are equal, with a tolerance for lengths.
//
// Programs round lengths when they save: half points, hundredths of a millimetre, fiftieths of a percent.

import { wholeNumber } from "../values.ts";

/** The largest difference of two equal lengths: in twips, or as a part of the larger one. */
interface Tolerance {
  readonly twips: number;
  readonly part: number;
}

const exact: Tolerance = { twips: 0, part: 0 };
const spacing: Tolerance = { twips: 1, part: 0 };
const paragraph: Tolerance = { twips: 10, part: 0 };
const line: Tolerance = { twips: 0, part: 0.01 };
const cell: Tolerance = { twips: 30, part: 0 };
const width: Tolerance = { twips: 60, part: 0.01 };
const table: Tolerance = { twips: 60, part: 0 };
/** Shares are in fiftieths of a percent, and programs save whole percents. */
const share: Tolerance = { twips: 50, part: 0 };

/** The distance of the characters of a grid is in 4096ths of a point, and a twip has 205 of them. */
const gridCharacters: Tolerance = { twips: 205, part: 0 };

/** Space of automatic spacing, in twips: 14 points. */
export const AUTOMATIC_SPACE = 280;

/** Maps the first word of a field to its tolerance. Fields without an entry are equal if their texts are. */
const TOLERANCES: ReadonlyMap<string, Tolerance> = new Map([
  ["letter-spacing", spacing],
  ["position", spacing],
  ["indent", paragraph],
  ["space", paragraph],
  ["tabs", paragraph],
  ["line", line],
  ["page", paragraph],
  ["columns", paragraph],
  ["cell-margin", cell],
  ["cell-width", width],
  ["cell-share", width],
  ["row-height", cell],
  ["table-length", table],
  ["table-share", share],
]);

/** Fields whose values contain colours. */
const HAS_COLOUR = /^(color|underline|shading|border|cell-border|page-border [tlbr])/;

function toleranceOf(field: string): Tolerance {
  return field === "grid characters" ? gridCharacters : (TOLERANCES.get(field.split(" ")[0]!) ?? exact);
}

/** True if a field holds lengths, which count as 0 where the field is missing. */
export function hasLength(field: string): boolean {
  return TOLERANCES.has(field.split(" ")[0]!);
}

/** True if two values of a field show the same. Numbers in them are lengths in twips, other characters are exact. */
export function isSameValue(field: string, one: string, other: string): boolean {
  if (one === other) return true;
  if (HAS_COLOUR.test(field)) return areSameWords(one, other, field.includes("border"));
  const { twips, part } = toleranceOf(field);
  if (twips === 0 && part === 0) return false;
  const [words, others] = [one.split(/[ :]/), other.split(/[ :]/)];
  return words.length === others.length && words.every((word, at) => isNear(word, others[at]!, { twips, part }));
}

function isNear(one: string, other: string, { twips, part }: Tolerance): boolean {
  if (one === other) return true;
  // Automatic spacing is no space or 14 points, and its neighbours decide which (FMT-8).
  const fixed = one === "auto" ? other : other === "auto" ? one : undefined;
  if (fixed !== undefined) return fixed === "0" || fixed === String(AUTOMATIC_SPACE);
  const [first, second] = [wholeNumber(one), wholeNumber(other)];
  if (first === undefined || second === undefined) return false;
  return Math.abs(first - second) <= Math.max(twips, part * Math.max(Math.abs(first), Math.abs(second)));
}

/** The largest difference of a red, green or blue value. Word rounds the colours of a theme that it writes out. */
const COLOUR_ROUNDING = 2;
const CHANNELS = [0, 2, 4];

/** The largest difference of the widths of two equal borders, in eighths of a point. */
const BORDER_ROUNDING = 1;
/** The word of a border that is its width. */
const WIDTH_WORD = 1;

/** Compares words in which colours, and the width of a border, may be rounded. */
function areSameWords(one: string, other: string, isBorder: boolean): boolean {
  const [words, others] = [one.split(" "), other.split(" ")];
  const isNearWord = (word: string, at: number): boolean => {
    const second = others[at]!;
    if (isBorder && at === WIDTH_WORD) return Math.abs(Number(word) - Number(second)) <= BORDER_ROUNDING;
    return word === second || isSameColour(word, second);
  };
  return words.length === others.length && words.every(isNearWord);
}

function isSameColour(word: string, other: string): boolean {
  if (!isHex(word) || !isHex(other)) return false;
  return CHANNELS.every((from) => Math.abs(channel(word, from) - channel(other, from)) <= COLOUR_ROUNDING);
}

function isHex(value: string): boolean {
  return /^[0-9A-F]{6}$/.test(value);
}

function channel(value: string, from: number): number {
  return Number.parseInt(value.slice(from, from + 2), 16);
}
