// What a comparison found, as data: which items of two documents belong together, and what was done to them.
//
// Planning reads both documents and changes nothing; writing carries a plan out on a copy of the after
// document. A plan can be made coarser in one place and carried out again.

import type { Match } from "../../align/match.ts";
import type { CellItem, Container, Item, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";

export interface ContainerPlan {
  readonly before: Container;
  readonly after: Container;
  readonly steps: Step[];
}

export type Step = SameStep | GroupStep | DeleteStep | InsertStep | TablePlanStep;

/** A paragraph whose content is the same on both sides. */
export interface SameStep {
  readonly kind: "same";
  readonly before: ParagraphItem;
  readonly after: ParagraphItem;
  readonly nested: readonly Nested[];
}

/** Paragraphs that became others: one to one, split, joined; the last ones' marks are one mark unless a section ends with one. */
export interface GroupStep {
  readonly kind: "group";
  /** Paragraphs; at the end of a container also tables that were deleted or inserted between them. */
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  /** What the flows of the two sides share. */
  readonly matches: readonly Match[];
  readonly nested: readonly Nested[];
  /** By index among the items of a side: those whose text moved, though a mark beside it stays. */
  readonly moves?: GroupMoves;
  /** All that is not shared is replaced as it is: nothing finer is looked for in it. */
  readonly isCoarse?: true;
}

export interface GroupMoves {
  readonly before: ReadonlyMap<number, MovedHalf>;
  readonly after: ReadonlyMap<number, MovedHalf>;
}

export interface DeleteStep {
  readonly kind: "delete";
  readonly item: Item;
  readonly move?: MovedHalf;
}

export interface InsertStep {
  readonly kind: "insert";
  readonly item: Item;
  readonly move?: MovedHalf;
}

/** One half of a move: paragraphs with one number moved together. */
export interface MovedHalf {
  readonly number: number;
  /** Whether it is the first, and whether the last, of the paragraphs that moved together. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** What its tokens share with the other half's: those moved, the others were deleted or inserted. */
  readonly kept: readonly { readonly from: number; readonly to: number }[];
}

export interface TablePlanStep {
  readonly kind: "table";
  readonly before: TableItem;
  readonly after: TableItem;
  readonly rows: readonly RowPlanStep[];
}

export type RowPlanStep =
  | {
      readonly kind: "pair";
      readonly before: RowItem;
      readonly after: RowItem;
      readonly cells: readonly CellPlanStep[];
    }
  | { readonly kind: "delete"; readonly row: RowItem }
  | { readonly kind: "insert"; readonly row: RowItem };

export type CellPlanStep =
  | { readonly kind: "pair"; readonly before: CellItem; readonly after: CellItem; readonly plan: ContainerPlan }
  | { readonly kind: "delete"; readonly cell: CellItem }
  | { readonly kind: "insert"; readonly cell: CellItem };

/** A story that hangs on something both sides have: a note at its reference, a text box in its drawing. */
export interface Nested {
  readonly kind: "note" | "box";
  readonly plan: ContainerPlan;
}
