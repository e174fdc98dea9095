// What stands on the pages of a file that knows no paragraphs: pieces of text and drawn boxes, each with its place.
//
// Points from the top left corner of the upright page; `y` of a text is its baseline. A PDF reader and a character
// recognizer both give this, so the rules behind it (docs/design/reflow.md) know neither.

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The height of the font. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Right-to-left text, its characters in the order in which they are read. */
  readonly isRightToLeft: boolean;
  /** Its place in the order in which the file draws its texts; undefined if the file has no such order. */
  readonly order?: number;
  /** True if the file draws a space behind it; undefined if nobody can tell. */
  readonly isSpaceAfter?: boolean;
  /** How far its spaces are stretched, as a multiple of their width; undefined if it has none or nobody can tell. */
  readonly spaceStretch?: number;
  /** The paragraph that the file says it belongs to, by a number that is its own on the page; undefined if the file says nothing. */
  readonly paragraph?: number;
  /** True behind the dots that lead to a page number. */
  readonly isLedTo?: boolean;
}

/** A drawn line or a filled rectangle. A line is a box of no or little thickness. */
export interface PlacedBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlacedPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PlacedText[];
  /** Text that does not run from left to right across the page: stamps, and labels along an edge. */
  readonly turned: readonly string[];
  readonly boxes: readonly PlacedBox[];
}
