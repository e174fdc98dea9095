// The formatting that a line of a document has, beside what it says.

import type { Equivalence } from "../content/equivalences.ts";
import type { Numbering } from "./numbering-content.ts";
import type { Properties } from "./properties.ts";

export interface LineFormatting {
  /** Of the paragraph, table, row, cell or section itself. */
  readonly own: Properties;
  /** Of a paragraph: of its mark, and its place in a list. */
  readonly mark?: Properties;
  readonly numbering?: Numbering;
  /** Of a row: where it departs from its table. */
  readonly exceptions?: Properties;
  /** Over the text of the line, in order; what lies behind the last has none to compare. */
  readonly stretches: readonly Stretch[];
  readonly isInTable: boolean;
  /** What is left out because the measure calls it equivalent or carried. */
  readonly asides: readonly Equivalence[];
}

/** A piece of text in which nothing changes. */
export interface Stretch {
  readonly length: number;
  /** Undefined where formatting is not compared: marks and codes of fields, separators, equations. */
  readonly properties: Properties | undefined;
}
