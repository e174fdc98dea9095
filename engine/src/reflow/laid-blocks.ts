// Blocks of a page in reading order, with the places of their lines.

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
