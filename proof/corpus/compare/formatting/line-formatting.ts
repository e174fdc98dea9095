// Defines the formatting of a line.

import type { Equivalence } from "../content/equivalences.ts";
import type { Numbering } from "./numbering-content.ts";
import type { Properties } from "./properties.ts";

export interface LineFormatting {
  /** Properties of the paragraph, table, row, cell or section itself. */
  readonly own: Properties;
  /** For a paragraph: the properties of its mark, and its numbering. */
  readonly mark?: Properties;
  readonly numbering?: Numbering;
  /** For a row: its exceptions from the table's properties. */
  readonly exceptions?: Properties;
  /** Stretches of the text of the line, in order. Text after the last stretch has no formatting to compare. */
  readonly stretches: readonly Stretch[];
  readonly isInTable: boolean;
  /** Content that is left out because the measure defines it as equivalent or carried. */
  readonly asides: readonly Equivalence[];
}

/** A range of text with one set of properties. `length` is in characters. */
export interface Stretch {
  readonly length: number;
  /**
   * Undefined if formatting is not compared: the marks of a field (`w:fldChar`), field codes, separators of notes,
   * equations.
   */
  readonly properties: Properties | undefined;
}
