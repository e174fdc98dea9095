// Represents one line that a view of a document shows.
//
// A line is a paragraph, or a border of a table, row, cell, section or story.

import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { Fingerprint } from "../content/fingerprints.ts";
import type { Looks } from "./read-looks.ts";

export interface Line {
  readonly text: string;
  readonly looks: Looks;
  /**
   * Equal for paragraphs with the same bytes, which have the same content and look. `NO_PRINT` for other lines. The
   * gate also copies it to lines that it found equal.
   */
  print: Fingerprint;
  readonly part: string;
  /** The paragraph, table, row or cell of the line; `NONE` for a line about a story. */
  readonly node: NodeId;
  /** Set for a section break that begins a page: its empty paragraph, or the line of its section (FMT-40). */
  pageBreak?: "paragraph" | "section";
  /** True for an empty paragraph that ends a section before a new page. Its look does not show (FMT-40). */
  isUnseen?: boolean;
  /** Set for a note, a header or a footer: its lines. The list is shared by all references to one story. */
  readonly content?: readonly Line[];
}
