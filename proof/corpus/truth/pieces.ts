// Defines a redline as a reader sees it: the stories of a document, each a list of marked pieces.
//
// A piece is text, an object, or the end of a paragraph, or it represents a row, a cell, a table or a section. Each
// piece has the numbers of its paragraph in the document before and in the document after. So an edit that names a
// paragraph finds the pieces of the redline for it.

export type Mark = "kept" | "inserted" | "deleted" | "moved-from" | "moved-to";

export type PieceKind = "text" | "object" | "paragraph" | "row" | "cell" | "table" | "section";

export interface Piece {
  readonly kind: PieceKind;
  /** The characters that the piece shows; empty for every piece except text. */
  readonly text: string;
  readonly mark: Mark;
  /** The name of the move that contains it. */
  readonly move: string | undefined;
  /** The properties that a property change on the piece changes, by element name. */
  readonly formats: readonly string[];
  /**
   * The number of its paragraph in the story before and in the story after. A piece between two paragraphs has the
   * number of the next one.
   */
  readonly before: number;
  readonly after: number;
  /**
   * For an object: `w:footnoteReference 3`. For a cell: its table, row and column, as in `2 3 0`; for a row `2 3`.
   */
  readonly detail: string;
}

export interface RedlineStory {
  readonly kind: "body" | "header" | "footer" | "footnote" | "endnote" | "textbox";
  /** In lower case. */
  readonly part: string;
  /** The id of a note; empty for other stories. */
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

/** Returns the number of characters of the pieces that have one of these marks. */
export function lengthOf(pieces: readonly Piece[], ...marks: readonly Mark[]): number {
  return pieces.reduce((sum, { mark, text }) => (marks.includes(mark) ? sum + text.length : sum), 0);
}

/** Returns the number of marked characters: inserted, deleted, and moved ones counted once. */
export function markedLength(pieces: readonly Piece[]): number {
  const moved = Math.max(lengthOf(pieces, "moved-from"), lengthOf(pieces, "moved-to"));
  return lengthOf(pieces, "inserted", "deleted") + moved;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

/** The character that represents a symbol of any font. */
export const SYMBOL = "\u25a1";
