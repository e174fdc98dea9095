// Combines pieces of text into lines (RFL-1..4).
//
// Pieces on one baseline are a line. Smaller pieces that are raised or lowered beside a line (superscripts, subscripts)
// belong to it. A right-to-left page is mirrored before (mirror-page.ts), so "left" here is the side where reading
// starts.

import { greatest, least } from "./extremes.ts";
import type { PlacedText } from "./page.ts";

export type Raise = "none" | "superscript" | "subscript";

export interface PagePiece extends PlacedText {
  readonly raise: Raise;
  /** True if the presence or absence of a space after the piece does not show where a paragraph ends (RFL-46). */
  readonly isEndUntold?: boolean;
}

export interface TextLine {
  /** In reading order. No piece is white space alone. */
  readonly pieces: readonly PagePiece[];
  readonly left: number;
  readonly right: number;
  /** The baseline. */
  readonly y: number;
  /** The size of most of its characters. */
  readonly size: number;
}

/** Baselines that differ by less than this share of the size are one line. */
const SAME_BASELINE = 0.3;
/** A piece beside a line is raised or lowered if it is smaller than this share of the line and off its baseline. */
const SMALL = 0.85;
/** Maximum distance of a superscript above the baseline and of a subscript below it, as shares of the line's size. */
const HIGHEST = 0.75;
const LOWEST = 0.4;
/** Maximum horizontal distance of such a piece from the line, as a share of the line's size. */
const BESIDE = 1;

/** Returns the lines of some pieces, from top to bottom. */
export function linesOf(texts: readonly PlacedText[]): TextLine[] {
  const pieces = texts
    .flatMap(withoutLeaders)
    .filter(({ text }) => text.trim() !== "")
    .map(plainPiece);
  const rows = baselineRows(pieces).map(withoutShadows);
  return attachRaised(rows.map(lineOf)).sort((one, other) => one.y - other.y || one.left - other.left);
}

function plainPiece(text: PlacedText): PagePiece {
  return { ...text, text: closed(text.text), raise: "raise" in text ? (text as PagePiece).raise : "none" };
}

/** Closes letters with spaces between them: "C O N T R A C T" is a word. */
function closed(text: string): string {
  const whole = text.replace(/ (?=\p{Mn})/gu, "");
  return /^(?:\S ){4,}\S$/u.test(whole.trim()) ? whole.replace(/ /g, "") : whole;
}

const ENDS_IN_LEADER = /(?:\.\s?){5,}$|…{2,}\s*$|·{5,}\s*$/;
const LEADER = /(?:\.\s?){5,}|…{2,}|·{5,}/g;

/**
 * Removes the dots that lead to a page number: they are drawing, not text (RFL-2). The text around them is then
 * separated by a wide gap.
 */
function withoutLeaders(text: PlacedText, at: number, all: readonly PlacedText[]): PlacedText[] {
  if (at > 0 && ENDS_IN_LEADER.test(all[at - 1]!.text) && Math.abs(all[at - 1]!.y - text.y) < 1)
    return [{ ...text, isLedTo: true }];
  if (!/\.\s?\.\s?\.\s?\.\s?\.|……|·····/.test(text.text)) return [text];
  const share = text.width / text.text.length;
  const parts: PlacedText[] = [];
  let from = 0;
  for (const match of [...text.text.matchAll(LEADER), undefined]) {
    const to = match?.index ?? text.text.length;
    const part = text.text.slice(from, to);
    if (part !== "")
      parts.push({ ...text, text: part, x: text.x + from * share, width: part.length * share, isLedTo: from > 0 });
    from = to + (match?.[0].length ?? 0);
  }
  return parts;
}

/** True if a line ends with a number after a wide gap, as in a table of contents. */
export function endsWithPageNumber({ pieces }: TextLine): boolean {
  const [before, last] = pieces.slice(-2);
  if (before === undefined || last === undefined) return false;
  return /^(?:\d{1,4}|[ivxlIVXL]{1,6})$/.test(last.text.trim()) && gapBetween(before, last) === "wide";
}

/** Returns a line of pieces, which may be in any order. */
export function lineOf(pieces: readonly PagePiece[]): TextLine {
  const ordered = inReadingOrder(pieces);
  return {
    pieces: ordered,
    left: least(ordered.map(({ x }) => x)),
    right: greatest(ordered.map(({ x, width }) => x + width)),
    ...mainRow(ordered),
  };
}

/** Returns the baseline and size of most characters. */
function mainRow(pieces: readonly PagePiece[]): { y: number; size: number } {
  const weights = new Map<string, { y: number; size: number; weight: number }>();
  for (const { y, size, text, raise } of pieces) {
    const key = `${y.toFixed(1)} ${size.toFixed(1)}`;
    const known = weights.get(key) ?? { y, size, weight: 0 };
    known.weight += raise === "none" ? text.length : text.length / 1000;
    weights.set(key, known);
  }
  const [most] = [...weights.values()].sort((one, other) => other.weight - one.weight);
  return { y: most!.y, size: most!.size };
}

function baselineRows(pieces: readonly PagePiece[]): PagePiece[][] {
  const sorted = [...pieces].sort((one, other) => one.y - other.y || one.x - other.x);
  const rows: PagePiece[][] = [];
  let row: PagePiece[] = [];
  for (const piece of sorted) {
    const first = row[0];
    const reach = first === undefined ? 0 : SAME_BASELINE * Math.min(first.size, piece.size);
    if (first !== undefined && piece.y - first.y > reach) {
      rows.push(row);
      row = [];
    }
    row.push(piece);
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/**
 * Copies of a text closer than this share of the size are its shadow or its bold face, which the file draws as a second
 * copy.
 */
const SHADOW = 0.2;

function withoutShadows(row: readonly PagePiece[]): PagePiece[] {
  const sorted = [...row].sort((one, other) => one.x - other.x);
  return sorted.filter((piece, at) => {
    for (let before = at - 1; before >= 0; before -= 1) {
      const other = sorted[before]!;
      if (piece.x - other.x > SHADOW * piece.size) return true;
      if (other.text === piece.text && Math.abs(other.size - piece.size) < 0.1) return false;
    }
    return true;
  });
}

/** Adds small raised or lowered pieces to the larger line beside them. */
function attachRaised(lines: readonly TextLine[]): TextLine[] {
  const added = new Map<TextLine, PagePiece[]>();
  const kept: TextLine[] = [];
  for (const [at, line] of lines.entries()) {
    const left: PagePiece[] = [];
    for (const piece of line.pieces) {
      const host = hostOf(piece, lines, at);
      if (host === undefined) left.push(piece);
      else
        added.set(host, [
          ...(added.get(host) ?? []),
          { ...piece, raise: piece.y < host.y ? "superscript" : "subscript" },
        ]);
    }
    if (left.length === line.pieces.length) kept.push(line);
    else if (left.length > 0) kept.push(lineOf(left));
  }
  return kept.map((line) => {
    const more = added.get(line);
    return more === undefined ? line : lineOf([...line.pieces, ...more]);
  });
}

/** Number of lines above and below in which the larger line is searched. */
const NEIGHBOURS = 3;

function hostOf(piece: PagePiece, lines: readonly TextLine[], at: number): TextLine | undefined {
  for (let index = Math.max(0, at - NEIGHBOURS); index <= Math.min(lines.length - 1, at + NEIGHBOURS); index += 1) {
    const line = lines[index]!;
    if (index === at || piece.size > SMALL * line.size) continue;
    const rise = line.y - piece.y;
    if (rise > HIGHEST * line.size || rise < -LOWEST * line.size) continue;
    const isBeside = line.pieces.some(
      (other) =>
        piece.x >= other.x - BESIDE * line.size - piece.width && piece.x <= other.x + other.width + BESIDE * line.size,
    );
    if (isBeside) return line;
  }
  return undefined;
}

/** Sorts pieces by position. Neighbours that run against the line's direction are read in their own direction. */
function inReadingOrder(pieces: readonly PagePiece[]): PagePiece[] {
  const sorted = [...pieces].sort((one, other) => one.x - other.x);
  const ordered: PagePiece[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1;
    if (sorted[at]!.isRightToLeft) while (sorted[end]?.isRightToLeft === true) end += 1;
    const run = sorted.slice(at, end);
    for (const piece of end - at > 1 ? run.reverse() : run) ordered.push(piece);
    at = end;
  }
  return ordered;
}

export type GapKind = "none" | "space" | "wide";

/** Gaps from this share of the size on separate words, and from `WIDE` on columns or tab stops. */
const SPACE = 0.13;
const WIDE = 1.6;

/** Returns the kind of gap between two adjacent pieces of a line. */
export function gapBetween(before: PagePiece, after: PagePiece): GapKind {
  const gap = after.x >= before.x ? after.x - before.x - before.width : before.x - after.x - after.width;
  const size = Math.max(before.size, after.size);
  if (gap > WIDE * size) return "wide";
  const hasSpace = /\s$/.test(before.text) || /^\s/.test(after.text);
  return hasSpace || gap > SPACE * size ? "space" : "none";
}

/** Returns the text of pieces: one space between words, a tab for a wide gap. */
export function lineText(pieces: readonly PagePiece[]): string {
  let text = "";
  for (const [at, piece] of pieces.entries()) {
    const gap = at === 0 ? "none" : gapBetween(pieces[at - 1]!, piece);
    text += gap === "wide" ? "\t" : gap === "space" ? " " : "";
    text += piece.text.replace(/\s+/g, " ").trim();
  }
  return text.trim();
}

/** Returns the width of a line's first word, or of its part up to a hyphen, after which lines may break (RFL-30). */
export function firstWordWidth({ pieces }: TextLine): number {
  let width = 0;
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && gapBetween(pieces[at - 1]!, piece) !== "none") break;
    const text = piece.text.trimStart();
    const end = text.search(/\s|(?<=\p{L}[-‐–—])(?=\p{L})/u);
    if (end > 0) return width + (piece.width * weightOf(text.slice(0, end))) / weightOf(text);
    width += piece.width;
  }
  return width;
}

const NARROW = /[iljtfrI.,;:'|()[\]!\s]/g;
const BROAD = /[mwMW@%—]/g;

/** Estimates the width of some characters: an "m" counts 1.5, an "i" 0.55, most others 1. */
function weightOf(text: string): number {
  return text.length - 0.45 * (text.match(NARROW)?.length ?? 0) + 0.5 * (text.match(BROAD)?.length ?? 0) || 1;
}
