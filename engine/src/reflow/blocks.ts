// Pages become paragraphs and tables in reading order, first with the places of their lines, then as a document has
// them.

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
  /** The note this run refers to, by its position in the document's notes. */
  readonly note?: number;
}

export type Alignment = "left" | "center" | "right" | "justify";

export interface FlowParagraph {
  readonly kind: "paragraph";
  readonly runs: readonly FlowRun[];
  /** What a list shows before it. */
  readonly label: string | undefined;
  readonly alignment: Alignment;
  /** Points from the edge of the column: of all lines but the first, and of the first. */
  readonly indent: number;
  readonly firstIndent: number;
  /** Points between it and what stands above. */
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

/** Cells by row and column; null where a cell reaches over from the left or from above. */
export interface FlowTable {
  readonly kind: "table";
  readonly widths: readonly number[];
  readonly rows: readonly (readonly (FlowCell | null)[])[];
  readonly hasBorders: boolean;
}

export type FlowBlock = FlowParagraph | FlowTable;
