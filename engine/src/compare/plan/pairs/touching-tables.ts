// Gives up pairs of tables between which a paragraph would have to disappear (CMP-25).
//
// A paragraph between two tables that stay cannot be deleted or inserted: without it the two tables would be one (JOIN-3). The
// second table is deleted and inserted instead, so that each view has its own.

import type { Item } from "../../../redline/content/items.ts";
import type { ItemGroup } from "./slide-groups.ts";
import type { Sides } from "./twins.ts";

/** Returns the groups without the tables that would touch the table before them in one view only. */
export function withoutTouchingTables(groups: readonly ItemGroup[], sides: Sides): ItemGroup[] {
  const kept: ItemGroup[] = [];
  for (const group of groups) {
    const last = kept.at(-1);
    if (last === undefined || !touchesInOneView(last, group, sides)) kept.push(group);
  }
  return kept;
}

function touchesInOneView(one: ItemGroup, next: ItemGroup, sides: Sides): boolean {
  if (!isTable(sides.before[one.before[0]!]!) || !isTable(sides.before[next.before[0]!]!)) return false;
  const [before, after] = (["before", "after"] as const).map((side) => {
    return sides[side].slice(one[side].at(-1)! + 1, next[side][0]).some((item) => !isTable(item));
  });
  return before !== after;
}

function isTable({ kind }: Item): boolean {
  return kind === "table";
}
