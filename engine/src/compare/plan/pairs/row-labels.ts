// Pairs rows that a reader recognises by their label, the first cell (CMP-41).

import { heaviestIncreasing } from "../../../align/heaviest-increasing.ts";
import type { Match } from "../../../align/match.ts";
import type { ParagraphItem, RowItem } from "../../../redline/content/items.ts";

/** The fields of a row that this file reads. */
type Labelled = Pick<RowItem, "cells" | "bag">;

/**
 * Returns pairs, in order, of rows with the same label that no other row of their table has. A pair is left out if the
 * other cells of one row are in another row, or if it crosses heavier pairs.
 */
export function pairLabels(before: readonly Labelled[], after: readonly Labelled[]): Match[] {
  const labels = { before: uniqueRows(before, labelOf), after: uniqueRows(after, labelOf) };
  const rests = { before: uniqueRows(before, restOf), after: uniqueRows(after, restOf) };
  const pairs = [...labels.before].flatMap(([label, row]): Match[] => {
    const partner = labels.after.get(label);
    if (row === REPEATED || partner === undefined || partner === REPEATED) return [];
    // The other cells of a renumbered row are in another row.
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

/** Returns the number of labels that both lists of rows have exactly once. */
export function sharedLabels(before: readonly Labelled[], after: readonly Labelled[]): number {
  const [ones, others] = [uniqueRows(before, labelOf), uniqueRows(after, labelOf)];
  return [...ones].filter(([label, row]) => row !== REPEATED && (others.get(label) ?? REPEATED) !== REPEATED).length;
}

const REPEATED = -1;

function isOther(found: number | undefined, row: number): boolean {
  return found !== undefined && found !== REPEATED && found !== row;
}

/** True if both rows exist and are equal except for their labels. */
function areSame(before: Labelled | undefined, after: Labelled | undefined): boolean {
  return before !== undefined && after !== undefined && restOf(before) !== "" && restOf(before) === restOf(after);
}

/**
 * Maps a text that `tell` returns for a row to that row, or to REPEATED if several rows have it. Rows with an empty text are
 * left out.
 */
function uniqueRows(rows: readonly Labelled[], tell: (row: Labelled) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const told = tell(row);
    if (told !== "") found.set(told, found.has(told) ? REPEATED : index);
  }
  return found;
}

/**
 * Returns the key of the first cell, as text. Empty for a row of one cell, or if the cell has at most a list number.
 */
function labelOf({ cells }: Labelled): string {
  const [first] = cells;
  if (first === undefined || cells.length < 2) return "";
  const text = first.container.items.map((item) => (item.kind === "paragraph" ? paragraphText(item) : "")).join(" ");
  return /\p{L}{2}|\p{N}{4}/u.test(text) ? `${first.key}` : "";
}

/** Returns the keys of the other cells, as text. Empty if none of them has text. */
function restOf({ cells }: Labelled): string {
  const rest = cells.slice(1);
  return rest.some(({ bag }) => bag.weight > 0) ? rest.map(({ key }) => key).join(" ") : "";
}

function paragraphText({ units }: ParagraphItem): string {
  return units.map(({ text }) => text).join("");
}
