// Tells if the texts that two revisions put in look the same, once they say the same.

import { hangingKey } from "../../compare/plan/nested.ts";
import { markChanges } from "../../compare/script/formatting-changes.ts";
import { wholeMarkupOf } from "../../redline/content/identities.ts";
import type { CellItem, Item, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";
import { runChanges } from "../../redline/formatting/run-changes.ts";
import type { MergingConflict } from "../conflicts.ts";
import type { Slice } from "../patches.ts";
import type { Merging } from "../revision.ts";

/** Equal for tables, rows and cells that say and look the same. */
export function structureKey(item: TableItem | RowItem | CellItem): string {
  if ("container" in item) {
    const { container, cell } = item;
    return wholeMarkupOf(container.side, container.story, cell.node);
  }
  const node = "row" in item ? item.row.node : item.node;
  return wholeMarkupOf(item.side, item.story, node);
}

/** Equal for blocks that say the same; tables must look the same too. */
export function blockKey(item: Item): string {
  return item.kind === "table"
    ? `table ${structureKey(item)}`
    : `${item.endsSection ? "section" : "paragraph"} ${item.key} ${hangingKey(item)}`;
}

/** Text that some revisions put in, each in its own words: they say the same. */
export interface SameText {
  readonly number: number;
  readonly slices: readonly Slice[];
}

/** A conflict where what says the same looks different; the first look stands, and the others are excused. */
export function lookConflict(all: readonly SameText[], merging: Merging): MergingConflict | undefined {
  const [first, ...others] = all as [SameText, ...SameText[]];
  const different = others.filter((other) => !looksAlike(first.slices, other.slices, merging));
  if (different.length === 0) return undefined;
  for (const { number, slices } of different) {
    for (const { item } of slices)
      merging.conflicts.excuse(merging.revisions[number]!.source, item.story.part, item.node);
  }
  const numbers = different.map(({ number }) => number);
  const alike = all.flatMap(({ number }) => (numbers.includes(number) ? [] : [number]));
  return merging.conflicts.add("property", [
    { revisions: alike, text: "formatted as it stands here" },
    { revisions: numbers, text: "formatted otherwise" },
  ]);
}

function looksAlike(one: readonly Slice[], other: readonly Slice[], { revisions }: Merging): boolean {
  return one.every((slice, at) => {
    const twin = other[at];
    if (slice.kind === "table" || twin === undefined || twin.kind !== slice.kind) return true;
    if (slice.kind === "end") return haveSameMark(slice.item, twin.item as ParagraphItem, revisions[0]!);
    const theirs = twin as Slice & { kind: "tokens" };
    const shared = [{ before: theirs.from, after: slice.from, length: slice.to - slice.from }];
    return slice.item === theirs.item || runChanges(theirs.item, slice.item, shared).length === 0;
  });
}

function haveSameMark(
  one: ParagraphItem,
  other: ParagraphItem,
  { orientation }: Merging["revisions"][number],
): boolean {
  return markChanges({ own: one, other }, orientation).every(({ lists }) => lists !== undefined);
}
