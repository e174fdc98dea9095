// Makes text selectors with a known result.
//
// A range of a paragraph is drawn. The selector then selects only that range, or every equal range.

import type { Draw, Fields } from "./request.ts";
import type { Span, Spot } from "./subject.ts";

export interface Range extends Span {
  readonly spot: Spot;
}

export interface Selected {
  readonly selector: Fields;
  /** The ranges that it selects, in the order in which matches are counted. */
  readonly ranges: readonly Range[];
}

export interface Wanted {
  /** True if a range may be selected. */
  readonly suits: (range: Range) => boolean;
  /** True if the selector must select exactly one range. */
  readonly isOne?: boolean;
  /** Maximum number of characters. */
  readonly most?: number;
}

/** Selects text in the paragraphs of an edit, which must be in the order in which matches are counted. */
export function selectIn(spots: readonly Spot[], draw: Draw, wanted: Wanted): Selected | undefined {
  const holding = spots.filter(({ text }) => text.trim() !== "");
  if (holding.length === 0) return undefined;
  return draw.tries(6, () => {
    const range = drawRange(draw.pick(holding), draw, wanted.most ?? 40);
    return range === undefined || !wanted.suits(range) ? undefined : selectorFor(range, spots, draw, wanted);
  });
}

/** Draws a range of words or of characters. */
function drawRange(spot: Spot, draw: Draw, most: number): Range | undefined {
  const { text } = spot;
  let from = draw.below(text.length);
  let to = Math.min(text.length, from + draw.between(1, most));
  if (draw.chance(0.7)) {
    while (from > 0 && /[\p{L}\p{N}]/u.test(text[from - 1]!)) from -= 1;
    while (to < text.length && /[\p{L}\p{N}]/u.test(text[to]!)) to += 1;
  }
  if (isLowSurrogate(text, from)) from -= 1;
  if (isLowSurrogate(text, to)) to += 1;
  return isWritable(text.slice(from, to)) ? { spot, from, to } : undefined;
}

function isLowSurrogate(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
}

function isWritable(text: string): boolean {
  return text !== "" && text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/.test(text);
}

function selectorFor(range: Range, spots: readonly Spot[], draw: Draw, { suits, isOne }: Wanted): Selected | undefined {
  const { spot, from, to } = range;
  const match = spot.text.slice(from, to);
  const context = draw.chance(0.3) ? contextOf(range, draw) : {};
  const ranges = matchesOf({ match, ...context }, spots);
  const at = ranges.findIndex((one) => one.spot === spot && one.from === from && one.to === to);
  // Matches that overlap are counted from the start of the text, so this range may not be one of them.
  if (at < 0) return undefined;
  const written = { match: draw.chance(0.2) ? unfold(match) : match, ...context };
  if (ranges.length === 1 && draw.chance(0.6)) return { selector: written, ranges: [range] };
  const takesAll = isOne !== true && draw.chance(0.5) && ranges.every(suits);
  if (takesAll) return { selector: { ...written, occurrence: "all" }, ranges };
  return { selector: { ...written, occurrence: at + 1 }, ranges: [range] };
}

interface Context {
  readonly prefix?: string;
  readonly suffix?: string;
}

function contextOf({ spot: { text }, from, to }: Range, draw: Draw): Context {
  const length = draw.between(1, 12);
  const prefix = text.slice(Math.max(0, from - length), from);
  const suffix = text.slice(to, to + length);
  return {
    ...(isWritable(prefix) && draw.chance(0.7) ? { prefix } : {}),
    ...(isWritable(suffix) && draw.chance(0.7) ? { suffix } : {}),
  };
}

/** Returns all ranges with this text between its context; the first of overlapping ones. */
function matchesOf({ match, prefix = "", suffix = "" }: Context & { match: string }, spots: readonly Spot[]): Range[] {
  const [wanted, before, after] = [match, prefix, suffix].map((text) => fold(text).folded) as [string, string, string];
  return spots.flatMap((spot) => {
    const { folded, places } = fold(spot.text);
    const ranges: Range[] = [];
    let free = 0;
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      if (at < free || !folded.slice(0, at).endsWith(before) || !folded.startsWith(after, end)) continue;
      free = end;
      ranges.push({ spot, from: places[at]!, to: places[end]! });
    }
    return ranges;
  });
}

const SPACES = /[\u00a0\u2009\u200a]/;
const SINGLE = /[\u2018\u2019\u201a\u201b]/;
const DOUBLE = /[\u201c\u201d\u201e\u201f]/;
const DASHES = /[\u2010\u2011\u2013\u2014]/;

/** Returns the text in its form for matching. `places` maps each index of that form to an index of the text. */
function fold(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const form = foldCharacter(character);
    for (let unit = 0; unit < form.length; unit += 1) places.push(at);
    folded += form;
    at += character.length;
  }
  return { folded, places: [...places, at] };
}

function foldCharacter(character: string): string {
  const form = character.normalize("NFKC");
  const one = [...form].length === 1 ? form : character;
  if (SPACES.test(one)) return " ";
  if (SINGLE.test(one)) return "'";
  if (DOUBLE.test(one)) return '"';
  return DASHES.test(one) ? "-" : one;
}

/** Returns the same text with other characters that match the original ones. */
function unfold(text: string): string {
  return text.replaceAll(" ", "\u00a0").replaceAll("'", "\u2019").replaceAll("-", "\u2013");
}

/** True if text may be replaced or deleted: no field is cut, and no object is inside the text. */
export function isRemovable({ spot, from, to }: Range): boolean {
  if (spot.isInLongField) return false;
  return (
    spot.objects.every((at) => at <= from || at >= to) && spot.fields.every((field) => !cutsField(field, { from, to }))
  );
}

/** True if text may be formatted. */
export function isFormattable(range: Range): boolean {
  const { spot, from, to } = range;
  return !spot.isInLongField && spot.fields.every((field) => !cutsField(field, { from, to }));
}

function cutsField(field: Span, { from, to }: Span): boolean {
  if (from >= field.to || to <= field.from) return false;
  return from > field.from || to < field.to;
}

/** True if text may be inserted at an index: it is not strictly inside the result of a field. */
export function isInsertable({ isInLongField, fields }: Spot, at: number): boolean {
  return !isInLongField && fields.every(({ from, to }) => at <= from || at >= to);
}
