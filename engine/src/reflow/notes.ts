// Finds footnotes (RFL-50, RFL-51) and endnotes (RFL-83).
//
// Footnotes are at the foot of a page, below a short drawn line or from the first line with a raised mark on. Each
// begins with a mark, and the same mark is raised in the text above. Endnotes follow all text, so their marks may be
// raised on any earlier page.

import type { NoteKind } from "../document/marks/notes.ts";
import { least } from "./extremes.ts";
import { lineOf, type PagePiece, type TextLine } from "./lines.ts";
import type { PlacedPage } from "./page.ts";
import { type Bounds, type PlacedParagraph, placedParagraphsOf } from "./paragraphs.ts";

export interface PageNote {
  readonly kind: NoteKind;
  readonly paragraphs: readonly PlacedParagraph[];
}

/** A raised mark in the text for which a note was found. */
export interface Reference extends PagePiece {
  readonly note: number;
}

export interface Taken {
  /** The lines outside of notes. Their raised marks have become references. */
  readonly lines: readonly TextLine[];
  readonly notes: readonly PageNote[];
}

interface Surroundings {
  readonly size: number;
  readonly bounds: Bounds;
  readonly leading: number;
}

const MARK = /^(?:\d{1,3}|[ivxl]{1,6}|[a-z]|[*†‡§]{1,3})$/;

export function takeNotes(
  page: PlacedPage,
  lines: readonly TextLine[],
  around: Surroundings,
  firstNote: number,
): Taken {
  const top = separatorOf(page, lines, around) ?? topOfRaisedMarks(page, lines);
  if (top === undefined) return { lines, notes: [] };
  const below = lines.filter(({ y }) => y > top);
  const above = lines.filter(({ y }) => y <= top);
  const groups = noteGroups(below);
  if (groups === undefined) return { lines, notes: [] };
  const raised = new Set(above.flatMap((line) => line.pieces.flatMap(raisedText)));
  const referred = groups.filter(({ mark }) => raised.has(mark));
  if (referred.length < MOST_REFERRED * groups.length) return { lines, notes: [] };
  const marks = new Map(referred.map(({ mark }, index) => [mark, firstNote + index]));
  const found = new Set<number>();
  const referring = above.map((line) => withReferences(line, marks, found));
  const notes = referred.map((group) => noteFrom("footnote", group, around));
  const others = groups.filter(({ mark }) => !raised.has(mark)).flatMap(({ whole }) => whole);
  return { lines: [...referring, ...others], notes };
}

function noteFrom(kind: NoteKind, { lines }: NoteGroup, { bounds, leading }: Surroundings): PageNote {
  return { kind, paragraphs: placedParagraphsOf(lines, bounds, leading) };
}

/** Minimum share of the notes with a mark in the text above. The other notes stay text. */
const MOST_REFERRED = 0.6;

function raisedText({ raise, text }: PagePiece): string[] {
  return raise === "superscript" ? [text.trim()] : [];
}

/**
 * Minimum space above notes without a drawn line, as a multiple of the font size. They are in the lower half of the
 * page.
 */
const NOTE_GAP = 1.4;
const LOWER_HALF = 0.5;
/** A drawn line above notes is below this share of the page's height. */
const LOWER = 0.3;

/** Returns the height of the first short line that is drawn at the left edge and followed by a line with a mark. */
function separatorOf(
  { boxes, height }: PlacedPage,
  lines: readonly TextLine[],
  { bounds }: Surroundings,
): number | undefined {
  const width = bounds.right - bounds.left;
  const tops = boxes
    .filter(({ left, right, top, bottom }) => {
      const isThin = bottom - top < 3 && right - left > 0.1 * width && right - left < 0.6 * width;
      return isThin && Math.abs(left - bounds.left) < 8 && top > LOWER * height;
    })
    .map(({ top }) => top)
    .filter((top) => startsWithMark(lines.find(({ y }) => y > top)));
  return tops.length === 0 ? undefined : least(tops);
}

/**
 * Returns the height at which notes without a drawn line begin: at the first line with a raised mark at its start
 * (RFL-51).
 */
function topOfRaisedMarks({ height }: PlacedPage, lines: readonly TextLine[]): number | undefined {
  const first = lines.find((line, at) => {
    const [mark] = line.pieces;
    const isRaised = mark!.raise === "superscript" && MARK.test(mark!.text.trim()) && line.pieces.length > 1;
    const above = lines[at - 1];
    return isRaised && line.y > LOWER_HALF * height && above !== undefined && line.y - above.y > NOTE_GAP * line.size;
  });
  return first === undefined ? undefined : first.y - first.size;
}

function startsWithMark(line: TextLine | undefined): boolean {
  return line !== undefined && markOf(line) !== undefined;
}

/** Returns the mark at the start of a line: a separate piece, or a number before other text in the first piece. */
function markOf(line: TextLine): { mark: string; rest: PagePiece[] } | undefined {
  const [first, ...rest] = line.pieces;
  const text = first!.text.trim();
  if (MARK.test(text) && rest.length > 0) return { mark: text, rest };
  const [word = ""] = text.split(/\s/, 1);
  if (!/^\d{1,3}$/.test(word) || word === text) return undefined;
  const share = word.length / text.length;
  const left = {
    ...first!,
    text: text.slice(word.length),
    x: first!.x + share * first!.width,
    width: (1 - share) * first!.width,
  };
  return { mark: word, rest: [left, ...rest] };
}

interface NoteGroup {
  readonly mark: string;
  /** `lines` lack the mark; `whole` are the lines as drawn. */
  readonly lines: TextLine[];
  readonly whole: TextLine[];
}

function noteGroups(
  lines: readonly TextLine[],
  mayBegin: (line: TextLine) => boolean = () => true,
): NoteGroup[] | undefined {
  const groups: NoteGroup[] = [];
  for (const line of lines) {
    const found = mayBegin(line) ? markOf(line) : undefined;
    const isNext = found !== undefined && (groups.length === 0 || follows(groups.at(-1)!.mark, found.mark));
    if (isNext) groups.push({ mark: found.mark, lines: [lineOf(found.rest)], whole: [line] });
    else if (groups.length > 0) for (const own of [groups.at(-1)!.lines, groups.at(-1)!.whole]) own.push(line);
    else return undefined;
  }
  return groups;
}

function follows(before: string, mark: string): boolean {
  const [one, other] = [Number(before), Number(mark)];
  return Number.isNaN(one) || Number.isNaN(other) ? before !== mark : other === one + 1;
}

function withReferences(line: TextLine, marks: ReadonlyMap<string, number>, found: Set<number>): TextLine {
  let isChanged = false;
  const pieces = line.pieces.map((piece): PagePiece | Reference => {
    const note = piece.raise === "superscript" ? marks.get(piece.text.trim()) : undefined;
    if (note === undefined || found.has(note)) return piece;
    found.add(note);
    isChanged = true;
    return { ...piece, note };
  });
  return isChanged ? { ...line, pieces } : line;
}

/** A page without its footnotes. */
export interface NotedPage extends Surroundings {
  readonly page: PlacedPage;
  readonly lines: readonly TextLine[];
}

/** The lines of each page without endnotes, and the endnotes. */
export interface TakenEndnotes {
  readonly lines: readonly (readonly TextLine[])[];
  readonly notes: readonly PageNote[];
}

/**
 * Takes the notes at the end of the document, if their marks are raised in the text before them in the same order
 * (RFL-83).
 */
export function takeEndnotes(pages: readonly NotedPage[], firstNote: number): TakenEndnotes {
  const lines = pages.map((page) => page.lines);
  const first = lines
    .flatMap((own) => own.flatMap(({ pieces }) => pieces))
    .find(isOpenMark)
    ?.text.trim();
  const at = pages.findLastIndex((page) => first !== undefined && endnotesStart(page, first) >= 0);
  if (at < 0) return { lines, notes: [] };
  const start = endnotesStart(pages[at]!, first!);
  const groups = noteGroups([...lines[at]!.slice(start), ...lines.slice(at + 1).flat()], isRaisedFirst) ?? [];
  const marks = groups.map(({ mark }) => mark);
  const before = [...lines.slice(0, at), lines[at]!.slice(0, start)].map((own) =>
    own.map((line) => withNextReferences(line, marks, firstNote + groups.length)),
  );
  if (marks.length > 0) return { lines, notes: [] };
  const notes = groups.map((group) => noteFrom("endnote", group, pages[at]!));
  return { lines: [...before, ...lines.slice(at + 1).map(() => [])], notes };
}

function isOpenMark(piece: PagePiece): boolean {
  return piece.raise === "superscript" && MARK.test(piece.text.trim()) && noteOf(piece) === undefined;
}

function isRaisedFirst({ pieces }: TextLine): boolean {
  return pieces[0]!.raise === "superscript";
}

/**
 * Returns the index of the line that begins the endnotes: the first of a page, or the first below a short drawn line;
 * otherwise -1.
 */
function endnotesStart({ page, lines, ...around }: NotedPage, mark: string): number {
  const top = separatorOf(page, lines, around) ?? Number.NEGATIVE_INFINITY;
  const start = lines.findIndex(({ y }) => y > top);
  const line = lines[start];
  return line !== undefined && isRaisedFirst(line) && markOf(line)?.mark === mark ? start : -1;
}

/** Turns the raised marks that come next into references, and removes them from `marks`. */
function withNextReferences(line: TextLine, marks: string[], end: number): TextLine {
  const pieces = line.pieces.map((piece): PagePiece | Reference => {
    if (!isOpenMark(piece) || piece.text.trim() !== marks[0]) return piece;
    const note = end - marks.length;
    marks.shift();
    return { ...piece, note };
  });
  return { ...line, pieces };
}

export function noteOf(piece: PagePiece): number | undefined {
  return "note" in piece ? (piece as Reference).note : undefined;
}
