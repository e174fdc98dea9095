// Compares the formatting of equal texts that several revised copies insert (MRG-12).

import { hangingKey } from "../../compare/plan/nested.ts";
import { markChanges } from "../../compare/script/formatting-changes.ts";
import { wholeMarkupOf } from "../../redline/content/identities.ts";
import type { CellItem, Item, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";
import { runChanges } from "../../redline/formatting/run-changes.ts";
import type { BasePlace, MergingConflict } from "../conflict.ts";
import type { Slice } from "../patches.ts";
import type { Merging } from "../revision.ts";

/** Returns the position of a block of the base. */
export function placeOf({ story: { part }, node }: Item): BasePlace {
  return { part, node };
}

/** Returns text that is equal for tables, rows and cells with equal content and formatting. */
export function structureKey(item: TableItem | RowItem | CellItem): string {
  if ("container" in item) {
    const { container, cell } = item;
    return wholeMarkupOf(container.source, container.story, cell.node);
  }
  const node = "row" in item ? item.row.node : item.node;
  return wholeMarkupOf(item.source, item.story, node);
}

/** Returns text that is equal for blocks with equal content. Tables must have equal formatting too. */
export function blockKey(item: Item): string {
  return item.kind === "table"
    ? `table ${structureKey(item)}`
    : `${item.endsSection ? "section" : "paragraph"} ${item.key} ${hangingKey(item)}`;
}

/** Text that some revised copies insert, each in its own slices, with equal content. */
export interface SameText {
  readonly number: number;
  readonly slices: readonly Slice[];
}

interface LookContext {
  /** The block of the base where the text is. */
  readonly item: Item | undefined;
  readonly merging: Merging;
}

/**
 * Returns a conflict if equal content has different formatting. The formatting of the first revised copy stays, and the
 * gate permits the differences of the others.
 */
export function lookConflict(all: readonly SameText[], context: LookContext): MergingConflict | undefined {
  const [first, ...others] = all as [SameText, ...SameText[]];
  const different = others.filter((other) => !looksAlike(first.slices, other.slices, context.merging));
  const shown = different.flatMap(({ number, slices }) => slices.map(({ item }) => ({ number, item })));
  return differentLooks(all, shown, context);
}

/** Returns the conflict of revised copies that format some content differently; undefined without such copies. */
export function differentLooks(
  all: readonly { readonly number: number }[],
  different: readonly { readonly number: number; readonly item: Item }[],
  { item: around, merging }: LookContext,
): MergingConflict | undefined {
  if (different.length === 0) return undefined;
  for (const { number, item } of different) {
    merging.conflicts.excuse(merging.revisions[number]!.source, item.story.part, item.node);
  }
  const numbers = [...new Set(different.map(({ number }) => number))];
  const alike = all.flatMap(({ number }) => (numbers.includes(number) ? [] : [number]));
  const sides = [
    { revisions: alike, text: "formatted as shown here" },
    { revisions: numbers, text: "formatted differently" },
  ];
  return merging.conflicts.add("property", { sides, place: around && placeOf(around) });
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
