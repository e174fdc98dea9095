// Finds whether a revised copy changed a container, a row or a cell, and the runs that it reformatted.

import type { CellPlanStep, ContainerPlan, RowPlanStep, TablePlanStep } from "../../compare/plan/plan.ts";
import {
  cellChanges,
  lookChanges,
  lookChangesIn,
  markChanges,
  rowChanges,
  tableChanges,
} from "../../compare/script/formatting-changes.ts";
import type { Orientation } from "../../compare/script/orientation.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import type { SharedTokens } from "../../redline/formatting/run-changes.ts";
import type { LookChange } from "../../redline/script/script.ts";
import { type ContainerPatch, type KeptTokens, type ParagraphPatch, patchOf } from "../patches.ts";
import type { Merging } from "../revision.ts";

/**
 * True if a revised copy changed anything in the container of its plan. Determined once for each, because a table may
 * contain a hundred others.
 */
export function isTouched(number: number, plan: ContainerPlan, merging: Merging): boolean {
  const known = merging.touched.get(plan);
  if (known !== undefined) return known;
  const isOne = isPatched(patchOf(number, plan), merging);
  merging.touched.set(plan, isOne);
  return isOne;
}

function isPatched({ number, plan, blocks, gaps, nested }: ContainerPatch, merging: Merging): boolean {
  if (gaps.some((gap) => gap.length > 0)) return true;
  if (nested.some(({ nested: { plan: inner } }) => isTouched(number, inner, merging))) return true;
  return blocks.some((block, index) => {
    if (block.kind === "table") return block.step === undefined || isTableTouched(number, block.step, merging);
    return isParagraphTouched(number, block, { item: plan.before.items[index] as ParagraphItem, merging });
  });
}

function isParagraphTouched(
  number: number,
  patch: ParagraphPatch,
  { item, merging }: { item: ParagraphItem; merging: Merging },
): boolean {
  const { edits, partner } = patch;
  if (edits.length > 0 || partner === undefined) return true;
  const { orientation } = merging.revisions[number]!;
  if (changedLooks(item, patch, orientation).length > 0) return true;
  return markChanges({ own: item, other: partner }, orientation).some(({ lists }) => lists === undefined);
}

export function isTableTouched(number: number, step: TablePlanStep, merging: Merging): boolean {
  const pair = { own: step.before, other: step.after };
  return (
    step.rows.some((row) => isRowTouched(number, row, merging)) ||
    tableChanges(pair, merging.revisions[number]!.orientation).length > 0
  );
}

/** Returns the formatting changes in the text that a revised copy keeps of a paragraph. */
export function changedLooks(item: ParagraphItem, patch: ParagraphPatch, orientation: Orientation): LookChange[] {
  if (patch.isSame) return lookChanges({ own: item, other: patch.partner! }, orientation);
  const shared = ({ from, to, at }: KeptTokens): SharedTokens[] => [{ before: at, after: from, length: to - from }];
  return looksOfKept(item, patch.kept, shared, orientation);
}

/**
 * Returns the formatting changes in text that a revised copy keeps, in one or several paragraphs. `shared` returns
 * where `own` has that text.
 */
export function looksOfKept(
  own: ParagraphItem,
  kept: readonly KeptTokens[],
  shared: (one: KeptTokens) => readonly SharedTokens[],
  orientation: Orientation,
): LookChange[] {
  return [...Map.groupBy(kept, ({ item }) => item)].flatMap(([other, some]) =>
    lookChangesIn({ own, other }, some.flatMap(shared), orientation),
  );
}

export function isRowTouched(number: number, row: RowPlanStep, merging: Merging): boolean {
  if (row.kind !== "pair") return true;
  const { orientation } = merging.revisions[number]!;
  const pair = { own: row.before, other: row.after };
  return rowChanges(pair, orientation).length > 0 || row.cells.some((cell) => isCellTouched(number, cell, merging));
}

export function isCellTouched(number: number, cell: CellPlanStep, merging: Merging): boolean {
  if (cell.kind !== "pair") return true;
  const { orientation } = merging.revisions[number]!;
  const pair = { own: cell.before, other: cell.after };
  const propertyChanges = cellChanges(pair, { ...orientation, columnsChanged: false });
  return propertyChanges.length > 0 || isTouched(number, cell.plan, merging);
}
