// The spaces that a file draws tell where its paragraphs end (RFL-46, RFL-47).
//
// Most programs draw the space at which a line wraps, as long as it fits, and none behind the last word of a paragraph.
// Some draw one behind every line, some draw no spaces at all, and authors type them at the end of paragraphs. In
// justified text the spaces of every line are stretched but those of the last. The lines of the file itself tell whether
// its spaces mean anything.

import { startsWithLabel } from "../labels.ts";
import { type PagePiece, type TextLine, textOf } from "../lines.ts";

export interface SpaceSigns {
  /** True if a line with a space behind it wraps. */
  readonly isDrawnAtWraps: boolean;
  /** True if a line without one ends its paragraph, where there is room for it. */
  readonly isMissingAtEnds: boolean;
  /** True if a line whose spaces are stretched wraps. */
  readonly isStretchedAtWraps: boolean;
}

/** So many lines that surely wrap have a space behind them at the least. */
const FEWEST_WRAPS = 2;
/** Of the lines that surely wrap, at most this share has none although there is room. */
const MOST_MISSING = 0.15;
/** Of the lines that surely end, at most this share has one: somebody typed it. */
const MOST_TYPED = 0.5;
/** Of them at most this share has stretched spaces. */
const MOST_STRETCHED = 0.1;
/** Spaces wider than they are by this share are stretched, and a single one by that share: places are rounded. */
const STRETCHED = 0.035;
const ROUNDED = 0.05;
/** Wider by this factor, something else than a space stands between. */
const TORN = 3;
/** Lines closer than this many sizes may be lines of one paragraph; further apart than that, they are none. */
const CLOSE = 1.6;
const FAR = 2;
/** A space is at most this wide, as a share of the size. */
const SPACE = 0.36;
/** Lines that end within so many points of each other end at one edge. */
const SAME_EDGE = 1;

export function spaceSigns(pages: readonly { lines: readonly TextLine[]; edge: number }[]): SpaceSigns {
  const wraps = { drawn: 0, missing: 0, full: 0 };
  const ends = { drawn: 0, missing: 0 };
  let stretchedEnds = 0;
  for (const { lines, edge } of pages) {
    for (const [at, next] of lines.slice(1).entries()) {
      const last = lines[at]!;
      const isDrawn = last.pieces.at(-1)!.isSpaceAfter === true;
      if (isSureWrap(last, next)) {
        const isFull = isAtEdge(last, edge) || [lines[at - 1], next].some((other) => endAlike(last, other));
        wraps[isDrawn ? "drawn" : isFull ? "full" : "missing"] += 1;
      } else if (isSureEnd(last, next)) {
        ends[isDrawn ? "drawn" : "missing"] += 1;
        if (isStretched(last)) stretchedEnds += 1;
      }
    }
  }
  const allEnds = ends.drawn + ends.missing;
  const all = wraps.drawn + wraps.missing + wraps.full;
  return {
    isDrawnAtWraps: wraps.drawn >= FEWEST_WRAPS && ends.drawn <= MOST_TYPED * allEnds,
    isMissingAtEnds: wraps.missing <= MOST_MISSING * all,
    isStretchedAtWraps: stretchedEnds <= MOST_STRETCHED * allEnds,
  };
}

/** True for two lines of one sentence. */
export function isSureWrap(last: TextLine, next: TextLine): boolean {
  const isClose = next.y - last.y < CLOSE * last.size && Math.abs(next.size - last.size) < 0.3;
  return isClose && isInsideSentence(last, next);
}

/** True if a word ends a line and one that begins small follows. */
export function isInsideSentence(last: TextLine, next: TextLine): boolean {
  return /[\p{L}\p{N}]$/u.test(textOf(last.pieces)) && /^[\p{Ll}\p{Lo}]{2}/u.test(textOf(next.pieces));
}

function isSureEnd(last: TextLine, next: TextLine): boolean {
  return startsWithLabel(next) || next.y - last.y > FAR * Math.max(last.size, next.size);
}

function isAtEdge({ right, size }: TextLine, edge: number): boolean {
  return edge - right <= SPACE * size;
}

/** True for lines that end at one edge. The same words end at one place without any edge (RFL-85). */
export function endAlike(line: TextLine, other: TextLine | undefined): boolean {
  if (other === undefined || Math.abs(other.right - line.right) >= SAME_EDGE) return false;
  return lastLetters(line) !== lastLetters(other);
}

/** So many characters are hardly ever the same at the ends of two lines of running text. */
const LAST_LETTERS = 8;

function lastLetters({ pieces }: TextLine): string {
  return textOf(pieces).slice(-LAST_LETTERS);
}

/** True for a line of justified text that is not its last. */
function isStretched(line: TextLine): boolean {
  const spaces = Math.max(1, textOf(line.pieces).split(" ").length - 1);
  return (stretchOf(line) ?? 1) > 1 + STRETCHED + ROUNDED / spaces;
}

/** How far the spaces of a line are stretched: most of them, as tabs and labels may stand among them. */
function stretchOf({ pieces }: TextLine): number | undefined {
  const told = pieces.filter(({ spaceStretch }) => spaceStretch !== undefined && spaceStretch < TORN);
  const half = told.reduce((sum, { width }) => sum + width, 0) / 2;
  let width = 0;
  for (const piece of told.sort((one, other) => one.spaceStretch! - other.spaceStretch!)) {
    width += piece.width;
    if (width >= half) return piece.spaceStretch;
  }
  return undefined;
}

/** A line whose spaces tell only what they tell in its file. */
export function withSigns(line: TextLine, signs: SpaceSigns): TextLine {
  return { ...line, pieces: line.pieces.map((piece) => pieceWithSigns(piece, signs)) };
}

function pieceWithSigns(piece: PagePiece, signs: SpaceSigns): PagePiece {
  const { spaceStretch, ...rest } = piece;
  const isTold = piece.isSpaceAfter === true ? signs.isDrawnAtWraps : signs.isMissingAtEnds;
  return {
    ...rest,
    ...(isTold ? {} : { isEndUntold: true }),
    ...(signs.isStretchedAtWraps && spaceStretch !== undefined ? { spaceStretch } : {}),
  };
}

/** A line breaks behind these without a space. */
const BREAKS = /[-‐–—/\u00ad\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

export type LineEnd = "wrap" | "space" | "end" | "unknown";

/**
 * Reads the end of a paragraph's last line. "wrap": its spaces are stretched. "space": a space follows it, which
 * somebody may have typed. "end": its spaces are not stretched as those above are, or no space follows it although there
 * is room for one before the edge of its column.
 */
export function lineEnd(current: readonly TextLine[], next: TextLine, edge: number): LineEnd {
  const last = current.at(-1)!;
  if (isStretched(last)) return "wrap";
  const { isSpaceAfter: isDrawn, isEndUntold, text } = last.pieces.at(-1)!;
  const isSpaceAfter = isEndUntold ? undefined : isDrawn;
  const before = current.at(-2);
  const isFull = isAtEdge(last, edge) || [before, next].some((other) => endAlike(last, other));
  if (isFull || BREAKS.test(text)) return isSpaceAfter === true ? "space" : "unknown";
  if (before !== undefined && isStretched(before) && stretchOf(last) !== undefined) return "end";
  if (isSpaceAfter === undefined) return "unknown";
  return isSpaceAfter ? "space" : "end";
}
