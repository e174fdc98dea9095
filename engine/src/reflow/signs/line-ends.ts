// Finds out from the spaces that a file draws where its paragraphs end (RFL-46, RFL-47).
//
// Most programs draw the space at which a line wraps, if it fits, and none after the last word of a paragraph. Some
// draw one after every line, some draw no spaces at all, and authors type them at the end of paragraphs. In justified
// text the spaces of every line except the last are stretched. The lines of the file show whether its spaces are
// reliable.

import { startsWithLabel } from "../labels.ts";
import { lineText, type PagePiece, type TextLine } from "../lines.ts";

export interface SpaceSigns {
  /** True if a line with a space after it wraps. */
  readonly isDrawnAtWraps: boolean;
  /** True if a line without a space after it, and with room for one, ends its paragraph. */
  readonly isMissingAtEnds: boolean;
  /** True if a line with stretched spaces wraps. */
  readonly isStretchedAtWraps: boolean;
}

/** Minimum number of sure wraps with a space after the line. */
const FEWEST_WRAPS = 2;
/** Maximum share of sure wraps without a space although there is room for one. */
const MOST_MISSING = 0.15;
/** Maximum share of sure paragraph ends with a space, which their author typed. */
const MOST_TYPED = 0.5;
/** Maximum share of sure paragraph ends with stretched spaces. */
const MOST_STRETCHED = 0.1;
/**
 * Minimum stretch of the spaces of a line, as a share of their width. `ROUNDED` divided by the number of spaces is
 * added, because positions are rounded.
 */
const STRETCHED = 0.035;
const ROUNDED = 0.05;
/** A space that is stretched to at least this multiple of its own width is a gap between texts. */
const TORN = 3;
/**
 * In multiples of the font size: lines closer than this may be lines of one paragraph; lines further apart than `FAR`
 * are not.
 */
const CLOSE = 1.6;
const FAR = 2;
/** Maximum width of a space, as a share of the font size. */
const SPACE = 0.36;
/** Lines that end within this many points of each other end at one edge. */
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

/** True for two close lines of one size that are parts of one sentence. */
export function isSureWrap(last: TextLine, next: TextLine): boolean {
  const isClose = next.y - last.y < CLOSE * last.size && Math.abs(next.size - last.size) < 0.3;
  return isClose && isInsideSentence(last, next);
}

/** True if a line ends with a word or number and the next begins in lower case, or in a script without case. */
export function isInsideSentence(last: TextLine, next: TextLine): boolean {
  return /[\p{L}\p{N}]$/u.test(lineText(last.pieces)) && /^[\p{Ll}\p{Lo}]{2}/u.test(lineText(next.pieces));
}

function isSureEnd(last: TextLine, next: TextLine): boolean {
  return startsWithLabel(next) || next.y - last.y > FAR * Math.max(last.size, next.size);
}

function isAtEdge({ right, size }: TextLine, edge: number): boolean {
  return edge - right <= SPACE * size;
}

/**
 * True for lines that end at one edge. Lines that end with the same words end at one position without an edge (RFL-85).
 */
export function endAlike(line: TextLine, other: TextLine | undefined): boolean {
  if (other === undefined || Math.abs(other.right - line.right) >= SAME_EDGE) return false;
  return lastLetters(line) !== lastLetters(other);
}

/** Number of characters that are rarely the same at the ends of two lines of running text. */
const LAST_LETTERS = 8;

function lastLetters({ pieces }: TextLine): string {
  return lineText(pieces).slice(-LAST_LETTERS);
}

/** True if the spaces of a line are stretched, as in every line of justified text except the last. */
function isStretched(line: TextLine): boolean {
  const spaces = Math.max(1, lineText(line.pieces).split(" ").length - 1);
  return (stretchOf(line) ?? 1) > 1 + STRETCHED + ROUNDED / spaces;
}

/** Returns the median stretch of the spaces of a line by width, because tabs and labels may be among its pieces. */
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

/** Returns a line with the signs that are reliable in its file. */
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

/** Characters after which a line breaks without a space. */
const BREAKS = /[-‐–—/\u00ad\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

export type LineEnd = "wrap" | "space" | "end" | "unknown";

/**
 * Classifies the end of a paragraph's last line:
 *
 * - "wrap": its spaces are stretched.
 * - "space": a space follows it, which its author may have typed.
 * - "end": its spaces are not stretched as those above are. Or no space follows it although there is room for one
 * before the edge of its column.
 * - "unknown": the file does not show it.
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
