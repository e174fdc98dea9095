// Defines the result of planning as data: paired items of two documents, and what changed.
//
// Planning reads both documents and changes nothing. Writing applies a plan to a copy of the carrier. A plan can be made
// coarser at one position and written again.

import type { Match } from "../../align/match.ts";
import type { CellItem, Container, Item, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";

export interface ContainerPlan {
  readonly before: Container;
  readonly after: Container;
  readonly steps: Step[];
}

export type Step = SameStep | GroupStep | DeleteStep | InsertStep | TablePlanStep;

/** A paragraph with equal content on both sides. */
export interface SameStep {
  readonly kind: "same";
  readonly before: ParagraphItem;
  readonly after: ParagraphItem;
  readonly nested: readonly Nested[];
}

/** Edited, split or joined paragraphs. The last marks of both sides are one mark, unless only one of them ends a section. */
export interface GroupStep {
  readonly kind: "group";
  /** Paragraphs; at the end of a container also tables that were deleted or inserted between them. */
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  /** The tokens that the flows of both sides share. */
  readonly matches: readonly Match[];
  readonly nested: readonly Nested[];
  /** Maps, for each side, the index of an item to its move: its text moved, although a mark beside it stays (CMP-35). */
  readonly moves?: GroupMoves;
  /** All tokens that are not shared are replaced whole; no finer differences are searched. */
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

/** The move source or target of one paragraph. Paragraphs that moved together have the same number. */
export interface MovedHalf {
  readonly number: number;
  /** True for the first, and for the last, of the paragraphs that moved together. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The ranges of tokens that source and target share: these moved, and the other tokens were deleted or inserted. */
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

/** A story of content that both sides have: a note at its reference, a text box in its drawing. */
export interface Nested {
  readonly kind: "note" | "box";
  readonly plan: ContainerPlan;
}
