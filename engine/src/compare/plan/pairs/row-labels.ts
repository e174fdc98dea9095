// Rows that a reader knows again by their label, the first cell, whatever became of the others.

import { heaviestIncreasing } from "../../../align/heaviest-increasing.ts";
import type { Match } from "../../../align/match.ts";
import type { ParagraphItem, RowItem } from "../../../redline/content/items.ts";

/** The fields of a row that are read here. */
type Labelled = Pick<RowItem, "cells" | "bag">;

/** Rows that have the same label, which no other row of their table has: pairs in order. */
export function pairLabels(before: readonly Labelled[], after: readonly Labelled[]): Match[] {
  const labels = { before: uniqueRows(before, labelOf), after: uniqueRows(after, labelOf) };
  const rests = { before: uniqueRows(before, restOf), after: uniqueRows(after, restOf) };
  const pairs = [...labels.before].flatMap(([label, row]): Match[] => {
    const partner = labels.after.get(label);
    if (row === REPEATED || partner === undefined || partner === REPEATED) return [];
    // A row that was numbered anew has its other cells elsewhere.
    const isElsewhere =
      isOther(rests.after.get(restOf(before[row]!)), partner) ||
      isOther(rests.before.get(restOf(after[partner]!)), row) ||
      [-1, 1].some(
        (step) => areSame(before[row], after[partner - step]) && areSame(before[row + step], after[partner]),
      );
    return isElsewhere ? [] : [{ before: row, after: partner, length: 1 }];
  });
  pairs.sort((one, other) => one.before - other.before);
  const weights = Float64Array.from(pairs, ({ before: row }) => 1 + before[row]!.bag.weight);
  const spine = heaviestIncreasing(
    Int32Array.from(pairs, (pair) => pair.after),
    weights,
  );
  return Array.from(spine, (at) => pairs[at]!);
}

/** How many labels two lists of rows share that each has once. */
export function sharedLabels(before: readonly Labelled[], after: readonly Labelled[]): number {
  const [ones, others] = [uniqueRows(before, labelOf), uniqueRows(after, labelOf)];
  return [...ones].filter(([label, row]) => row !== REPEATED && (others.get(label) ?? REPEATED) !== REPEATED).length;
}

const REPEATED = -1;

function isOther(found: number | undefined, row: number): boolean {
  return found !== undefined && found !== REPEATED && found !== row;
}

/** True if both rows are there and say the same, their labels apart. */
function areSame(before: Labelled | undefined, after: Labelled | undefined): boolean {
  return before !== undefined && after !== undefined && restOf(before) !== "" && restOf(before) === restOf(after);
}

/** By what rows say of themselves the row that says it, REPEATED where several do; rows that say nothing are left out. */
function uniqueRows(rows: readonly Labelled[], tell: (row: Labelled) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const told = tell(row);
    if (told !== "") found.set(told, found.has(told) ? REPEATED : index);
  }
  return found;
}

/** The first cell of a row of several, if it says more than a number in a list. */
function labelOf({ cells }: Labelled): string {
  const [first] = cells;
  if (first === undefined || cells.length < 2) return "";
  const text = first.container.items.map((item) => (item.kind === "paragraph" ? textOf(item) : "")).join(" ");
  return /\p{L}{2}|\p{N}{4}/u.test(text) ? `${first.key}` : "";
}

/** The other cells, if they say something. */
function restOf({ cells }: Labelled): string {
  const rest = cells.slice(1);
  return rest.some(({ bag }) => bag.weight > 0) ? rest.map(({ key }) => key).join(" ") : "";
}

function textOf({ units }: ParagraphItem): string {
  return units.map(({ text }) => text).join("");
}
