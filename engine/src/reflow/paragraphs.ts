// Combines the lines of one column into paragraphs (RFL-30..36).
//
// The strongest sign of an end is room: a line ends early although the first word of the next line would have fitted.
// The other signs are space between lines, list labels, another size and another indent.

import { greatest } from "./extremes.ts";
import { type FoundLabel, labelOf, startsWithLabel } from "./labels.ts";
import { endsWithPageNumber, firstWordWidth, lineText, type TextLine } from "./lines.ts";
import { endAlike, lineEnd } from "./signs/line-ends.ts";
import { areToldOne } from "./signs/tags.ts";

export interface Bounds {
  readonly left: number;
  readonly right: number;
}

/** A column, and the position at which the widest line of the block ends. */
interface Edges extends Bounds {
  readonly widest: number;
}

export interface PlacedParagraph {
  readonly kind: "paragraph";
  readonly lines: readonly TextLine[];
  readonly label: FoundLabel | undefined;
  readonly bounds: Bounds;
  /** Points between the first line and the line above it, beyond the distance of lines in a paragraph. */
  readonly gap: number;
}

/** Maximum free space of a full line, as a share of its size, because spaces between words stretch. */
const SLACK = 0.35;
/** The width of a word inside a piece is estimated. This factor allows for the error. */
const SURE = 1.05;
/** Lines that are further apart than the usual distance by this factor are two paragraphs. */
const APART = 1.22;
/** Lines whose sizes differ by this factor are two paragraphs. */
const OTHER_SIZE = 1.12;
/** Indents that differ by more points are different. */
const OTHER_INDENT = 3;
/** Maximum distance, in points, between the middle of a centred line and the middle of its column. */
const CENTRED = 3;

export function placedParagraphsOf(lines: readonly TextLine[], bounds: Bounds, leading: number): PlacedParagraph[] {
  const paragraphs: PlacedParagraph[] = [];
  let current: TextLine[] = [];
  let gap = 0;
  const rights = blockEdges(lines, bounds);
  const widest = widestEnds(lines);
  for (const [at, line] of lines.entries()) {
    const last = current.at(-1);
    const own = { left: bounds.left, right: rights[at - 1] ?? bounds.right, widest: widest[at - 1] ?? bounds.right };
    const after = lines[at + 1];
    if (last !== undefined && isBreak(current, { next: line, after }, { bounds: own, leading })) {
      paragraphs.push(placed(current, bounds, gap));
      gap = Math.max(0, line.y - last.y - leading * line.size);
      current = [];
    }
    current.push(line);
  }
  if (current.length > 0) paragraphs.push(placed(current, bounds, gap));
  return paragraphs;
}

/**
 * Minimum number of lines of a block with its own right edge. `MOSTLY` is the minimum share of them that are full up to
 * that edge.
 */
const BLOCK = 4;
const MOSTLY = 0.7;
/** Minimum average number of words on a line of running text. */
const WORDS_OF_TEXT = 3;

/** Returns the right edge for each line. Lines of one indent may wrap before the edge of the page (RFL-32). */
function blockEdges(lines: readonly TextLine[], bounds: Bounds): number[] {
  return blocksOf(lines).flatMap((block) => {
    const right = block.reduce((most, line) => Math.max(most, line.right), 0);
    const wraps = block
      .slice(0, -1)
      .filter((line, at) => line.right + firstWordWidth(block[at + 1]!) > right - SLACK * line.size);
    // Names below each other, one word on each line, never wrap.
    const words = block.reduce((sum, { pieces }) => sum + lineText(pieces).split(/\s/).length, 0);
    const isOwn =
      block.length >= BLOCK &&
      words >= WORDS_OF_TEXT * block.length &&
      right < bounds.right - 2 * block[0]!.size &&
      wraps.length >= MOSTLY * (block.length - 1);
    const isWide = right - block[0]!.left > 0.4 * (bounds.right - bounds.left);
    return block.map(() => (isOwn && isWide ? right : bounds.right));
  });
}

/** Returns, for each line, the right end of the widest line of its block. */
function widestEnds(lines: readonly TextLine[]): number[] {
  return blocksOf(lines).flatMap((block) => {
    const right = greatest(block.map((line) => line.right));
    return block.map(() => right);
  });
}

/** Returns the ranges of adjacent lines with one indent. */
function blocksOf(lines: readonly TextLine[]): TextLine[][] {
  const blocks: TextLine[][] = [];
  for (const [at, line] of lines.entries()) {
    if (at > 0 && isSameBlock(lines[at - 1]!, line)) blocks.at(-1)!.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function isSameBlock(before: TextLine, after: TextLine): boolean {
  const pitch = (after.y - before.y) / before.size;
  return (
    Math.abs(before.left - after.left) < OTHER_INDENT &&
    Math.abs(before.size - after.size) < 0.3 &&
    pitch < WIDEST_LEADING
  );
}

function placed(lines: readonly TextLine[], bounds: Bounds, gap: number): PlacedParagraph {
  return { kind: "paragraph", lines, label: labelOf(lines[0]!), bounds, gap };
}

interface Column {
  readonly bounds: Edges;
  /** The usual distance of baselines, as a multiple of the size. */
  readonly leading: number;
}

interface Following {
  readonly next: TextLine;
  /** The line after `next`. */
  readonly after: TextLine | undefined;
}

function isBreak(current: readonly TextLine[], { next, after }: Following, { bounds, leading }: Column): boolean {
  const last = current.at(-1)!;
  const isOne = areToldOne(last, next);
  if (isOne !== undefined) return !isOne;
  const isOn = isOpenSentence(last, next) && !endsEarly(current, next, bounds);
  if (isApart(current, next, leading) && !(isOn && isSpacedLine(current, next))) {
    if (!isWidelySpaced(current, { next, after }, bounds)) return true;
  }
  if (hasOtherSize(last, next)) return true;
  if (startsWithLabel(next) && lineEnd(current, next, bounds.right) !== "wrap" && isLabelPlace(current, next, bounds))
    return true;
  if (startsWithBox(next) || (isFigure(last) && isFigure(next)) || isRule(last) || isRule(next)) return true;
  if (endsEarly(current, next, bounds) || endsWithPageNumber(last)) return true;
  return !isOn && hasOtherIndent(current, next, bounds);
}

/** Maximum distance of the lines of one sentence, as a multiple of the size. */
const WIDEST_SENTENCE = 2;

/** True if a second line may belong to a paragraph whose lines are further apart than most (RFL-38). */
function isSpacedLine(current: readonly TextLine[], next: TextLine): boolean {
  const last = current.at(-1)!;
  const isSame = Math.abs(next.left - last.left) < OTHER_INDENT && Math.abs(next.size - last.size) < 0.3;
  return current.length === 1 && isSame && next.y - last.y < WIDEST_SENTENCE * last.size;
}

/**
 * True if the lines are too far apart for one paragraph. A word larger than its line pushes the line down, so the
 * largest piece sets the limit (RFL-33).
 */
function isApart(current: readonly TextLine[], next: TextLine, leading: number): boolean {
  const last = current.at(-1)!;
  const size = Math.max(last.size, next.size);
  const usual = current.length > 1 ? last.y - current.at(-2)!.y : leading * size;
  const tallest = greatest(next.pieces.filter(({ raise }) => raise === "none").map((piece) => piece.size));
  const pushed = tallest > next.size ? leading * tallest : 0;
  return next.y - last.y > APART * Math.max(usual, 0.9 * size, pushed) + 0.5;
}

/** Maximum distance of baselines in one paragraph, as a multiple of the size. */
const WIDEST_LEADING = 2.6;
/** Distances that differ by fewer points are the same. */
const SAME_PITCH = 0.6;

/** True for full lines at one distance. They are one paragraph, even if the lines of other text are closer (RFL-34). */
function isWidelySpaced(current: readonly TextLine[], { next, after }: Following, bounds: Edges): boolean {
  const last = current.at(-1)!;
  const pitch = next.y - last.y;
  if (pitch > WIDEST_LEADING * last.size || after === undefined || current.length > 1) return false;
  const isEven = Math.abs(after.y - next.y - pitch) < SAME_PITCH && Math.abs(after.left - next.left) < OTHER_INDENT;
  const isOneSize = [last, after].every(({ size }) => Math.abs(size - next.size) < 0.3);
  return (
    isEven &&
    isOneSize &&
    !isCentred(last, bounds) &&
    !endsEarly(current, next, bounds) &&
    !endsEarly([next], after, bounds)
  );
}

/** True if the sizes differ. A line with words of both sizes belongs to either (RFL-35). */
function hasOtherSize(last: TextLine, next: TextLine): boolean {
  const isOther = (one: number, other: number): boolean => Math.max(one, other) > OTHER_SIZE * Math.min(one, other);
  if (!isOther(last.size, next.size)) return false;
  const ends = [last.pieces.at(-1)!, next.pieces[0]!];
  return isOther(ends[0]!.size, ends[1]!.size) || ends.some(({ raise }) => raise !== "none");
}

/**
 * True if the label of a line begins a paragraph. A label inside running text is text: "(a)" may begin any line of a
 * paragraph with a hanging indent.
 */
function isLabelPlace(current: readonly TextLine[], next: TextLine, bounds: Edges): boolean {
  const found = labelOf(next);
  if (found !== undefined && !isDashInText(current, next, bounds)) return true;
  // "Section" at the end of a line continues with "17.06." at the start of the next.
  if (!isEnd(lineText(current.at(-1)!.pieces))) return false;
  const label = labelOf(current[0]!);
  if (label !== undefined) return next.left < label.textLeft - OTHER_INDENT;
  return current.length === 1 || Math.abs(next.left - current[1]!.left) > OTHER_INDENT;
}

/**
 * True for a dash at the start of a line whose sentence began above. Justified text separates the dash from its word
 * like a label (RFL-25).
 */
function isDashInText(current: readonly TextLine[], next: TextLine, bounds: Edges): boolean {
  const last = current.at(-1)!;
  const isDash = /^[-–—]\s/.test(lineText(next.pieces));
  const isSameStart =
    Math.abs(next.left - (current[1] ?? last).left) < OTHER_INDENT && labelOf(current[0]!) === undefined;
  return isDash && isSameStart && !isEnd(lineText(last.pieces)) && !endsEarly(current, next, bounds);
}

/** True if the paragraph ends: the spaces of its last line show it, or the next line's first word would have fitted. */
function endsEarly(current: readonly TextLine[], next: TextLine, bounds: Edges): boolean {
  const last = current.at(-1)!;
  const edge = isOpenSentence(last, next) ? Math.min(bounds.right, bounds.widest) : bounds.right;
  const sign = lineEnd(current, next, edge);
  if (sign === "wrap") return false;
  if (sign === "end" && !areAside(last, next, bounds) && !isWordCut(last, next, bounds)) return true;
  if (!wouldFit(current, next, bounds)) return false;
  if (sign !== "space") return true;
  const [before, isSmall] = [lineText(last.pieces), /^\p{Ll}/u.test(lineText(next.pieces))];
  const isComma = before.endsWith(",") && next.y - last.y < CLOSE * last.size;
  if (isEnd(before) && !(isComma && isSmall)) return true;
  const isLong = last.right - last.left > REACH * (bounds.right - last.left);
  const isOn = isSmall || isLong;
  return !isOn || wouldFit(current, next, { ...bounds, right: Math.min(bounds.right, bounds.widest) });
}

/**
 * True if a word that is too long for its column continues in the next line (RFL-41). No space is drawn after the first
 * part, and the rest begins in lower case or closes a bracket.
 */
export function isWordCut(last: TextLine, next: TextLine, bounds: Bounds): boolean {
  const { isSpaceAfter, isEndUntold } = last.pieces.at(-1)!;
  if (isSpaceAfter !== false || isEndUntold === true || /[\s-]/.test(lineText(last.pieces))) return false;
  return /^[\p{Ll}\p{Pe}_]/u.test(lineText(next.pieces)) && last.right + firstWordWidth(next) > bounds.right;
}

function wouldFit(current: readonly TextLine[], next: TextLine, bounds: Bounds): boolean {
  const last = current.at(-1)!;
  const wanted = SURE * firstWordWidth(next) + 0.25 * last.size;
  if (areAside(last, next, bounds))
    return last.right - last.left + wanted < bounds.right - bounds.left - SLACK * last.size;
  const room = bounds.right - last.right;
  const width = bounds.right - bounds.left;
  if (wanted >= LONG_WORD * last.size && room > FREE * width && isEndBeforeLongWord(last, next)) return true;
  if (last.right + wanted >= bounds.right - SLACK * last.size || isSentenceOn(last, next, bounds)) return false;
  // Lines that end at one position are justified between indents.
  return !endAlike(last, current.at(-2));
}

/** Maximum distance of two lines whose sentence continues after a comma, as a multiple of the font size. */
const CLOSE = 1.6;
/**
 * A line may end early before a word that is at least this multiple of the font size wide. `FREE` is the minimum share
 * of the column that is then free.
 */
const LONG_WORD = 12;
const FREE = 0.12;
/**
 * Minimum share of its column that a line of a continuing sentence fills. `SENTENCE_WORDS` is its minimum number of
 * words.
 */
const REACH = 0.6;
const SENTENCE_WORDS = 4;

/** True for a line of code before another, and for a title before an address in the line below (RFL-43). */
function isEndBeforeLongWord(last: TextLine, next: TextLine): boolean {
  if (Math.abs(next.left - last.left) >= OTHER_INDENT) return false;
  const before = lineText(last.pieces);
  if (/[;{}>]$|\*\/$/.test(before)) return true;
  const [word = ""] = before.split(/\s/).slice(-1);
  return /^(?:https?:|www\.)/.test(lineText(next.pieces)) && !/^\p{Ll}|[,:;(]$/u.test(word);
}

/**
 * True if a sentence is open at the end of a line and continues in the next: the column is narrower than it seems
 * (RFL-38).
 */
function isSentenceOn(last: TextLine, next: TextLine, bounds: Bounds): boolean {
  const isLong = last.right - last.left > REACH * (bounds.right - last.left);
  return isOpenSentence(last, next) && isLong && lineText(last.pieces).split(/\s/).length >= SENTENCE_WORDS;
}

/**
 * True if a line has no sentence end and the next begins in lower case. An address or a label such as "a)" does not
 * continue a sentence.
 */
function isOpenSentence(last: TextLine, next: TextLine): boolean {
  const after = lineText(next.pieces);
  if (!/^\p{Ll}/u.test(after) || /^(?:https?:|www\.|\S+@|\p{Ll}+:|\p{Ll}{1,4}\))/u.test(after)) return false;
  return !isEnd(lineText(last.pieces));
}

/** True for a box to tick at the start of a line (RFL-39). */
function startsWithBox({ pieces }: TextLine): boolean {
  return /^(?:\[\s?[xX✓]?\s?\]|\(\s[xX✓]?\s?\)|\(\s?[xX✓]?\s\)|[☐☑☒])[\s\t]/u.test(lineText(pieces));
}

/**
 * True for a line that is an amount or a number alone. These lines are listed below each other and never wrap (RFL-39).
 */
function isFigure({ pieces }: TextLine): boolean {
  return /^[\p{Sc}\p{N}.,%()\s+–-]*\p{N}[\p{Sc}\p{N}.,%()\s+–-]*$/u.test(lineText(pieces));
}

/** True for a line of dashes or other signs alone, which separates text like a drawn line (RFL-39). */
function isRule({ pieces }: TextLine): boolean {
  return /^[-–—_=*~#.\s]{8,}$/.test(lineText(pieces));
}

export function isCentred({ left, right }: TextLine, bounds: Bounds): boolean {
  const isInside = left > bounds.left + CENTRED;
  return isInside && Math.abs(left + right - bounds.left - bounds.right) < 2 * CENTRED;
}

/**
 * Minimum difference between the starts of two centred lines, as a share of the difference between their ends. It would
 * be one without rounding.
 */
const MIRRORED = 0.5;

/**
 * True for two centred lines: the one that ends later starts earlier. Indented text may end as far from its edge by
 * chance (RFL-86).
 */
export function areCentred(one: TextLine, other: TextLine, bounds: Bounds): boolean {
  const isMirrored = Math.abs(one.left - other.left) >= MIRRORED * Math.abs(one.right - other.right);
  return isMirrored && isCentred(one, bounds) && isCentred(other, bounds);
}

function areAside(last: TextLine, next: TextLine, bounds: Bounds): boolean {
  return areCentred(last, next, bounds) || [last, next].every((line) => isRightAligned(line, bounds));
}

export function isRightAligned({ left, right }: TextLine, bounds: Bounds): boolean {
  return left > bounds.left + 0.4 * (bounds.right - bounds.left) && Math.abs(right - bounds.right) < CENTRED;
}

function hasOtherIndent(current: readonly TextLine[], next: TextLine, bounds: Bounds): boolean {
  const last = current.at(-1)!;
  if (areAside(last, next, bounds)) return false;
  if (current.length > 1) return Math.abs(next.left - last.left) > OTHER_INDENT;
  const label = labelOf(last);
  if (label === undefined) return false;
  // Text after a label continues under the label, under its text, or at the edge.
  const starts = [last.left, label.textLeft, bounds.left];
  return (
    next.left > label.textLeft + OTHER_INDENT && !starts.some((start) => Math.abs(start - next.left) <= OTHER_INDENT)
  );
}

/** True if a paragraph at the foot of a page continues at the head of the next (RFL-36). */
export function continues(before: PlacedParagraph, after: PlacedParagraph): boolean {
  const last = before.lines.at(-1)!;
  const next = after.lines[0]!;
  if (after.label !== undefined || startsWithLabel(next)) return false;
  const size = Math.max(last.size, next.size);
  if (size > OTHER_SIZE * Math.min(last.size, next.size)) return false;
  // The columns of two pages may be at different positions, so measure from their edges.
  const shift = before.bounds.left - after.bounds.left;
  const moved = { ...next, left: next.left + shift, right: next.right + shift };
  const widest = greatest([...before.lines, moved].map(({ right }) => right));
  if (endsEarly(before.lines, moved, { ...before.bounds, widest })) return false;
  if (isEnd(lineText(last.pieces)) && hasFirstLineIndent(after)) return false;
  // If every line of a page is indented, no line is at its edge. So the unshifted position counts too.
  const isAtPlace = [moved, next].some(({ left }) => Math.abs(left - last.left) <= OTHER_INDENT);
  return before.lines.length === 1 || isAtPlace;
}

function isEnd(text: string): boolean {
  return /(?:[.:;,!?]|;? (?:and|or))["”’)\]]*$/.test(text);
}

function hasFirstLineIndent({ lines }: PlacedParagraph): boolean {
  return lines.length > 1 && lines[0]!.left > lines[1]!.left + OTHER_INDENT;
}
