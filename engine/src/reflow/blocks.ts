// Defines the paragraphs and tables that pages become, in reading order.
//
// "Placed" blocks have the positions of their lines; "flow" blocks are those of the written document.

import type { NoteKind } from "../document/marks/notes.ts";
import type { PlacedParagraph } from "./paragraphs.ts";

export interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly blocks: readonly LaidBlock[];
}

export interface PlacedTable {
  readonly kind: "table";
  readonly xs: readonly number[];
  readonly rows: number;
  readonly cells: readonly PlacedCell[];
  readonly hasBorders: boolean;
}

export type LaidBlock = PlacedParagraph | PlacedTable;

export interface FlowRun {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly raise: "none" | "superscript" | "subscript";
  readonly size: number;
  /** The note that this run refers to, as an index into the document's notes. */
  readonly note?: number;
}

export type Alignment = "left" | "center" | "right" | "justify";

export interface FlowParagraph {
  readonly kind: "paragraph";
  readonly runs: readonly FlowRun[];
  /** The list label before the text. */
  readonly label: string | undefined;
  readonly alignment: Alignment;
  /**
   * Indents in points from the edge of the column: `indent` of all lines except the first, `firstIndent` of the first.
   */
  readonly indent: number;
  readonly firstIndent: number;
  /** Space above the paragraph, in points. */
  readonly gap: number;
  readonly size: number;
  readonly heading: number | undefined;
  readonly isRightToLeft: boolean;
}

export interface FlowNote {
  readonly kind: NoteKind;
  readonly paragraphs: readonly FlowParagraph[];
}

export interface FlowCell {
  readonly blocks: readonly FlowBlock[];
  readonly columns: number;
  readonly rows: number;
}

/** Cells by row and column; null where a cell spans from the left or from above. */
export interface FlowTable {
  readonly kind: "table";
  readonly widths: readonly number[];
  readonly rows: readonly (readonly (FlowCell | null)[])[];
  readonly hasBorders: boolean;
}

export type FlowBlock = FlowParagraph | FlowTable;
