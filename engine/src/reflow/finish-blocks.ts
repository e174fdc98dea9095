// Turns placed blocks into document blocks: runs, alignment, indents and headings (RFL-37..45).

import type {
  Alignment,
  FlowBlock,
  FlowCell,
  FlowParagraph,
  FlowRun,
  FlowTable,
  LaidBlock,
  PlacedTable,
} from "./blocks.ts";
import { afterLabel, readableLabel } from "./labels.ts";
import { gapBetween, lineText, type PagePiece, type TextLine } from "./lines.ts";
import { noteOf, type PageNote } from "./notes.ts";
import { areCentred, type Bounds, isCentred, isRightAligned, isWordCut, type PlacedParagraph } from "./paragraphs.ts";

export interface Context {
  /** The size of most text. */
  readonly size: number;
  readonly isMirrored: readonly boolean[];
  readonly notes: readonly PageNote[];
}

export function finishBlocks(blocks: readonly LaidBlock[], context: Context): FlowBlock[] {
  const levels = headingSizes(blocks, context);
  const isMirrored = context.isMirrored.filter((is) => is).length > context.isMirrored.length / 2;
  return blocks.map((block) => finished(block, { levels, isMirrored, size: context.size }));
}

interface Finish {
  readonly levels: readonly number[];
  readonly isMirrored: boolean;
  readonly size: number;
}

function finished(block: LaidBlock, finish: Finish): FlowBlock {
  return block.kind === "paragraph" ? paragraphOf(block, finish) : tableOf(block, finish);
}

function tableOf({ xs, rows, cells, hasBorders }: PlacedTable, finish: Finish): FlowTable {
  const inside = { ...finish, levels: [] };
  const table = Array.from({ length: rows }, () => new Array<FlowCell | null>(xs.length - 1).fill(null));
  for (const cell of cells) {
    const blocks = cell.blocks.map((block) => finished(block, inside));
    table[cell.row]![cell.column] = { blocks, columns: cell.columns, rows: cell.rows };
  }
  const widths = xs.slice(1).map((x, at) => x - xs[at]!);
  return { kind: "table", widths, rows: table, hasBorders };
}

function paragraphOf(paragraph: PlacedParagraph, { levels, isMirrored }: Finish): FlowParagraph {
  const { lines, label, bounds, gap } = paragraph;
  const [first, second] = lines;
  const start = label?.textLeft ?? first!.left;
  const rest = second?.left ?? start;
  const alignment = alignmentOf(paragraph);
  const isFlush = alignment === "left" || alignment === "justify";
  const indent = isFlush ? Math.max(0, rest - bounds.left) : 0;
  const firstIndent = isFlush ? Math.max(0, first!.left - bounds.left) : 0;
  const level = levels.indexOf(headingSize(paragraph) ?? Number.NaN);
  return {
    kind: "paragraph",
    runs: runsOf(paragraph),
    label: label === undefined ? undefined : readableLabel(label.text),
    alignment,
    indent,
    firstIndent,
    gap,
    size: first!.size,
    heading: level < 0 ? undefined : Math.min(level + 1, DEEPEST_HEADING),
    isRightToLeft: isMirrored,
  };
}

const DEEPEST_HEADING = 4;

function alignmentOf({ lines, bounds, label }: PlacedParagraph): Alignment {
  if (label !== undefined) return "left";
  if (lines.every((line, at) => isCentred(line, bounds) && areCentred(lines[at - 1] ?? line, line, bounds)))
    return "center";
  if (lines.every((line) => isRightAligned(line, bounds))) return "right";
  const full = lines.slice(0, -1);
  const isJustified = full.length > 1 && full.every(({ right }) => Math.abs(right - full[0]!.right) < 1);
  return isJustified ? "justify" : "left";
}

/** Maximum number of lines of a heading. */
const HEADING_LINES = 2;
const LARGER = 1.12;
const LONGEST_HEADING = 160;

/**
 * Returns the size that ranks a heading; bold adds a little. Undefined for a paragraph that cannot be a
 * heading.
 */
function headingSize({ lines, label }: PlacedParagraph): number | undefined {
  if (lines.length > HEADING_LINES) return undefined;
  const pieces = lines.flatMap((line, at) => (at === 0 && label !== undefined ? afterLabel(line, label) : line.pieces));
  const text = lineText(pieces);
  if (text.length > LONGEST_HEADING || /[.;,:]$/.test(text) || !/\p{L}/u.test(text)) return undefined;
  const isBold = pieces.every((piece) => piece.isBold);
  return Math.round(lines[0]!.size * 2) / 2 + (isBold ? 0.1 : 0);
}

/** Returns the sizes of headings, largest first. Bold text of the usual size comes last. */
function headingSizes(blocks: readonly LaidBlock[], { size }: Context): number[] {
  const sizes = new Set<number>();
  for (const block of blocks) {
    const own = block.kind === "paragraph" ? headingSize(block) : undefined;
    if (own === undefined) continue;
    const isBold = own % 0.5 > 0.05;
    if (own > LARGER * size || (isBold && own > size)) sizes.add(own);
  }
  return [...sizes].sort((one, other) => other - one);
}

/**
 * True if a column narrower than a word cut the word (RFL-41): one word fills the line, and the next line begins in
 * lower case.
 */
function isCutWord(before: TextLine, after: TextLine, { left, right }: Bounds): boolean {
  if (isWordCut(before, after, { left, right })) return true;
  const text = lineText(before.pieces);
  const width = before.right - before.left;
  if (/[\s-]/.test(text) || width < right - left - 0.7 * before.size || right - left > 12 * before.size) return false;
  return /[\p{L}\p{N}._/]$/u.test(text) && /^[\p{Ll}\p{N}._/]/u.test(lineText(after.pieces));
}

function runsOf({ lines, label, bounds }: PlacedParagraph): FlowRun[] {
  const runs: FlowRun[] = [];
  for (const [at, line] of lines.entries()) {
    const pieces = at === 0 && label !== undefined ? afterLabel(line, label) : line.pieces;
    const before = lines[at - 1];
    if (before !== undefined && isSpaceDrawn(before)) addSpace(runs);
    else if (before !== undefined && !isCutWord(before, line, bounds)) joinLines(runs, pieces[0]!);
    addPieces(runs, pieces, line);
  }
  return runs;
}

/**
 * True if the file draws a space after the line, and its spaces are reliable (RFL-46). The line then ends with a whole
 * word.
 */
function isSpaceDrawn({ pieces }: TextLine): boolean {
  const { isSpaceAfter, isEndUntold } = pieces.at(-1)!;
  return isSpaceAfter === true && isEndUntold !== true;
}

function addSpace(runs: FlowRun[]): void {
  const last = runs.at(-1);
  if (last !== undefined) runs[runs.length - 1] = { ...last, text: `${last.text} ` };
}

/** Joins two lines with a space. A word that the line end cuts is joined without one (RFL-40). */
function joinLines(runs: FlowRun[], next: PagePiece): void {
  const last = runs.at(-1);
  if (last === undefined) return;
  const text = next.text.trimStart();
  if (/\u00ad$/.test(last.text)) runs[runs.length - 1] = { ...last, text: last.text.slice(0, -1) };
  else if (!isJoinedAt(last.text, text)) addSpace(runs);
}

/**
 * True if no space belongs at a line end: between Chinese or Japanese characters, inside an address, and between
 * letters or digits after a hyphen, dash or slash.
 */
function isJoinedAt(before: string, after: string): boolean {
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
  if (wide.test(before.slice(-1)) && wide.test(after.slice(0, 1))) return true;
  if (/(?:https?:\/\/|www\.)\S*$/.test(before) && /[-/?&=._%#]$/.test(before)) return true;
  return /[\p{L}\p{N}][-‐–—/]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after);
}

function addPieces(runs: FlowRun[], pieces: readonly PagePiece[], line: TextLine): void {
  for (const [at, piece] of pieces.entries()) {
    const gap = at === 0 ? "none" : gapBetween(pieces[at - 1]!, piece);
    const separator = gap === "wide" ? "\t" : gap === "space" ? " " : "";
    const text = piece.text.replace(/\s+/g, " ").trim();
    addRun(runs, separator, {
      text,
      isBold: piece.isBold,
      isItalic: piece.isItalic,
      raise: piece.raise,
      size: line.size,
      ...noteRun(piece),
    });
  }
}

function noteRun(piece: PagePiece): { note?: number } {
  const note = noteOf(piece);
  return note === undefined ? {} : { note };
}

function addRun(runs: FlowRun[], separator: string, run: FlowRun): void {
  const last = runs.at(-1);
  const isSame =
    last !== undefined &&
    last.note === undefined &&
    run.note === undefined &&
    last.isBold === run.isBold &&
    last.isItalic === run.isItalic &&
    last.raise === run.raise;
  if (isSame) runs[runs.length - 1] = { ...last, text: last.text + separator + run.text };
  else if (last === undefined || last.note !== undefined)
    runs.push({ ...run, text: last === undefined ? run.text : separator + run.text });
  else {
    runs[runs.length - 1] = { ...last, text: last.text + separator };
    runs.push(run);
  }
}
