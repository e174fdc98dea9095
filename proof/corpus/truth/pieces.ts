// A redline as a reader meets it: the stories of a document, each a row of pieces with the mark that is on them.
//
// A piece is some text, an object, or the end of something: a paragraph, a cell, a row. A piece belongs to a paragraph
// of the document before, of the one after, or of both, which is told by number: so an edit that names a paragraph
// finds what the redline says there.

export type Mark = "kept" | "inserted" | "deleted" | "moved-from" | "moved-to";

export type PieceKind = "text" | "object" | "paragraph" | "row" | "cell" | "table" | "section";

export interface Piece {
  readonly kind: PieceKind;
  /** The characters it shows; what a paragraph, a cell or an object is has none. */
  readonly text: string;
  readonly mark: Mark;
  /** The name of the move it is part of. */
  readonly move: string | undefined;
  /** The properties that a property change on it changes, by element. */
  readonly formats: readonly string[];
  /** The paragraph it is in, in the story before and in the story after; the next one for what is between two. */
  readonly before: number;
  readonly after: number;
  /** Of an object: `w:footnoteReference 3`. Of a cell: its table, row and number in it, as `2 3 0`; of a row `2 3`. */
  readonly detail: string;
}

export interface RedlineStory {
  readonly kind: "body" | "header" | "footer" | "footnote" | "endnote" | "textbox";
  /** In lower case. */
  readonly part: string;
  /** Of a note. */
  readonly id: string;
  readonly pieces: readonly Piece[];
}

export function isBefore({ mark }: Pick<Piece, "mark">): boolean {
  return mark !== "inserted" && mark !== "moved-to";
}

export function isAfter({ mark }: Pick<Piece, "mark">): boolean {
  return mark !== "deleted" && mark !== "moved-from";
}

export function isChanged({ mark, formats }: Piece): boolean {
  return mark !== "kept" || formats.length > 0;
}

/** The characters of some pieces that have one of some marks. */
export function lengthOf(pieces: readonly Piece[], ...marks: readonly Mark[]): number {
  return pieces.reduce((sum, { mark, text }) => (marks.includes(mark) ? sum + text.length : sum), 0);
}

/** The characters that are marked: inserted, deleted, and moved ones once. */
export function markedLength(pieces: readonly Piece[]): number {
  const moved = Math.max(lengthOf(pieces, "moved-from"), lengthOf(pieces, "moved-to"));
  return lengthOf(pieces, "inserted", "deleted") + moved;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

/** What a symbol of some font is read as. */
export const SYMBOL = "\u25a1";
