// Defines the content of a page in a format without paragraphs: pieces of text and drawn boxes.
//
// Positions are in points from the top left corner of the upright page; `y` of a text is its baseline. A PDF reader and
// a character recognizer both give this data, so the rules for it (docs/design/reflow.md) know neither.

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The height of the font. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Right-to-left text has its characters in reading order. */
  readonly isRightToLeft: boolean;
  /** The position in the order in which the file draws its texts; undefined if the file has no such order. */
  readonly order?: number;
  /** True if the file draws a space after the text; undefined if that is unknown. */
  readonly isSpaceAfter?: boolean;
  /** The stretch of its spaces, as a multiple of their width; undefined without spaces, or if it is unknown. */
  readonly spaceStretch?: number;
  /**
   * The number of the paragraph to which the file assigns the text, unique on the page. Undefined if the file names
   * none.
   */
  readonly paragraph?: number;
  /** True after the dots that lead to a page number. */
  readonly isLedTo?: boolean;
}

/** A drawn line or a filled rectangle. A line is a box of little or no thickness. */
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
