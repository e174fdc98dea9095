// Slides what stayed between two stretches of what went, or came, so that the two become one.
//
// "A, x, B, x" become "x" may be shown as A gone, x kept, B and x gone, or as A, x, B gone and the last x kept. Both mark as much;
// the second is one stretch, which a reader sees at once, and which can move as one.

import type { Item } from "../../../redline/content/items.ts";
import type { Sides } from "./twins.ts";

/** Items of both sides that belong together, by index; each list is of neighbours. */
export interface ItemGroup {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

type Side = "before" | "after";

/** The groups, each run of equal items between two stretches of one side at the end of the second, or the start of the first, if its equals stand there. */
export function slideGroups(groups: readonly ItemGroup[], sides: Sides): ItemGroup[] {
  const slid = [...groups];
  for (let from = 0; from < slid.length; ) {
    const to = endOfRun(slid, from);
    for (const side of ["before", "after"] as const) slideRun(slid, { from, to, side }, sides);
    from = to;
  }
  return slid;
}

/** Where the groups end that follow each other on both sides. */
function endOfRun(groups: readonly ItemGroup[], from: number): number {
  let to = from + 1;
  while (to < groups.length && isNext(groups, to, "before") && isNext(groups, to, "after")) to += 1;
  return to;
}

function isNext(groups: readonly ItemGroup[], at: number, side: Side): boolean {
  return groups[at]![side][0] === groups[at - 1]![side].at(-1)! + 1;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly side: Side;
}

function slideRun(groups: ItemGroup[], { from, to, side }: Run, sides: Sides): void {
  const other = side === "before" ? "after" : "before";
  const run = groups.slice(from, to);
  const [last, next] = [groups[from - 1], groups[to]];
  const room = { from: (last?.[side].at(-1) ?? -1) + 1, to: next?.[side][0] ?? sides[side].length };
  const [first, end] = [run[0]![side][0]!, run.at(-1)![side].at(-1)! + 1];
  // Stretches of this side alone on either side of the run.
  if (room.from === first || room.to === end) return;
  if (run[0]![other][0] !== (last?.[other].at(-1) ?? -1) + 1) return;
  if (run.at(-1)![other].at(-1)! + 1 !== (next?.[other][0] ?? sides[other].length)) return;
  const places = [room.to - run.length, room.from].filter((place) => place >= end || place + run.length <= first);
  const place = places.find((start) => isSame(run, { start, side }, sides));
  if (place === undefined) return;
  for (const [at, group] of run.entries()) groups[from + at] = { ...group, [side]: [place + at] };
}

/** True if the items from a place on are equal to those of a run, each of which is one item that stayed as it was. */
function isSame(
  run: readonly ItemGroup[],
  { start, side }: { readonly start: number; readonly side: Side },
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
