// Slides kept items between two deleted or two inserted ranges: these become one range (CMP-32).
//
// "A, x, B, x" that becomes "x" can be shown in two ways. In the first, A is deleted, x is kept, and B and x are deleted. In
// the second, A, x and B are deleted, and the last x is kept. Both mark the same amount. The second is one range, which a
// reader sees at once and which can move as one.

import type { Item } from "../../../redline/content/items.ts";
import type { Role } from "../../../redline/content/source.ts";
import type { Sides } from "./twins.ts";

/** Items of both sides that belong together, by index. Each list contains neighbours. */
export interface ItemGroup {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Returns the groups. A run of equal items between two ranges of one side slides to the end of the second or the start of the
 * first, if equal items are there.
 */
export function slideGroups(groups: readonly ItemGroup[], sides: Sides): ItemGroup[] {
  const slid = [...groups];
  for (let from = 0; from < slid.length; ) {
    const to = endOfRun(slid, from);
    for (const side of ["before", "after"] as const) slideRun(slid, { from, to, side }, sides);
    from = to;
  }
  return slid;
}

/** Returns the index after the last group that follows its predecessor on both sides. */
function endOfRun(groups: readonly ItemGroup[], from: number): number {
  let to = from + 1;
  while (to < groups.length && isNext(groups, to, "before") && isNext(groups, to, "after")) to += 1;
  return to;
}

function isNext(groups: readonly ItemGroup[], at: number, side: Role): boolean {
  return groups[at]![side][0] === groups[at - 1]![side].at(-1)! + 1;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly side: Role;
}

function slideRun(groups: ItemGroup[], { from, to, side }: Run, sides: Sides): void {
  const other = side === "before" ? "after" : "before";
  const run = groups.slice(from, to);
  const [last, next] = [groups[from - 1], groups[to]];
  const room = { from: (last?.[side].at(-1) ?? -1) + 1, to: next?.[side][0] ?? sides[side].length };
  const [first, end] = [run[0]![side][0]!, run.at(-1)![side].at(-1)! + 1];
  // Only this side has items before and after the run.
  if (room.from === first || room.to === end) return;
  if (run[0]![other][0] !== (last?.[other].at(-1) ?? -1) + 1) return;
  if (run.at(-1)![other].at(-1)! + 1 !== (next?.[other][0] ?? sides[other].length)) return;
  const places = [room.to - run.length, room.from].filter((place) => place >= end || place + run.length <= first);
  const place = places.find((start) => isSame(run, { start, side }, sides));
  if (place === undefined) return;
  for (const [at, group] of run.entries()) groups[from + at] = { ...group, [side]: [place + at] };
}

/** True if the items from `start` are equal to those of a run, and each group of the run is one unchanged item. */
function isSame(
  run: readonly ItemGroup[],
  { start, side }: { readonly start: number; readonly side: Role },
  sides: Sides,
): boolean {
  return run.every(({ before, after }, at) => {
    const [one, two] = [sides.before[before[0]!]!, sides.after[after[0]!]!];
    const candidate = sides[side][start + at]!;
    return before.length === 1 && after.length === 1 && one.key === two.key && isEqual(candidate, one);
  });
}

function isEqual(one: Item, other: Item): boolean {
  if (one.kind !== "paragraph" || other.kind !== "paragraph") return false;
  return one.key === other.key && one.style === other.style && one.endsSection === other.endsSection;
}
