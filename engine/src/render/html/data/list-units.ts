// Lists the units of a redline for the page: what the panel shows as one card, and where Prev and Next stop (HTM-32).
//
// A unit names its entries by their numbers. Formatting has no entry, so such a unit is found by its block.

import { clauseName } from "../../../document/lists/clauses.ts";
import type { ChangeUnit, ConflictSide, RedlineJson } from "../../redline.ts";
import type { ChangeList } from "./change-list.ts";

/** A unit in the data of the page. */
export interface ListedUnit extends Omit<ChangeUnit, "clause"> {
  /** The number and first words of the clause that contains it. */
  readonly clause: string;
  /** The numbers of its entries, in their order. Empty for formatting, styles and checks. */
  readonly entries: readonly number[];
  /** Set only for a conflict. */
  readonly sides?: readonly ConflictSide[];
}

/** Returns the units in their order. */
export function listUnits(
  { units, conflicts = [] }: Pick<RedlineJson, "units" | "conflicts">,
  list: ChangeList,
): ListedUnit[] {
  const known = new Map(conflicts.map((conflict) => [conflict.id, conflict]));
  return units.map(({ clause, ...unit }) => {
    const conflict = unit.conflict === undefined ? undefined : known.get(unit.conflict);
    const anchors = unit.ids.map((id) => `change-${id}`);
    if (unit.conflict !== undefined) anchors.unshift(`conflict-${unit.conflict}`);
    const entries = anchors.flatMap((anchor) => list.numberOf(anchor) ?? []).sort((one, other) => one - other);
    return {
      ...unit,
      authors: unit.authors.map((author) => list.shownAuthor(author)),
      clause: clauseName(clause.number, clause.title),
      entries,
      ...(conflict === undefined ? {} : { context: conflict.context, sides: conflict.sides }),
    };
  });
}
