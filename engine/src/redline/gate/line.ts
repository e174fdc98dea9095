// One line of what a document shows in a view: a paragraph, or a border of a table, row, cell, section or story.

import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { Fingerprint } from "../content/fingerprints.ts";
import type { Looks } from "./read-looks.ts";

export interface Line {
  readonly text: string;
  readonly looks: Looks;
  /** Equal for paragraphs of the same bytes, which say and look the same, and for those that were found to be the same as such a one. */
  print: Fingerprint;
  readonly part: string;
  /** The paragraph, table, row or cell that it is about; NONE for a line about a story. */
  readonly node: NodeId;
}
