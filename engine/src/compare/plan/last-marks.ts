// The last paragraph mark before a table, or of a container, stays.
//
// A mark can go only by joining its paragraph with the next one, and these have no next one. So where paragraphs were deleted
// or inserted at such an end, the mark that goes or comes is the one before them, and the last mark of the one side is
// the last mark of the other (docs/word-behaviour.md#marks-before-tables-and-at-cell-ends).

import type { Match } from "../../align/match.ts";
import type { Item } from "../../redline/content/items.ts";
import { flowOf } from "./flow.ts";
import { asGroup, groupStep } from "./pairs/groups.ts";
import type { GroupStep, SameStep, Step } from "./plan.ts";
import type { Planning } from "./planning.ts";

export function settleEnds(steps: readonly Step[], planning: Planning): Step[] {
  const settled: Step[] = [];
  let stretch: Step[] = [];
  for (const step of steps) {
    if (step.kind !== "table") stretch.push(step);
    else {
      settled.push(...settleEnd(stretch, planning), step);
      stretch = [];
    }
  }
  return [...settled, ...settleEnd(stretch, planning)];
}

function settleEnd(steps: readonly Step[], planning: Planning): Step[] {
  const last = steps.findLastIndex(({ kind }) => kind === "same" || kind === "group");
  const trailing = steps.slice(last + 1);
  const deleted = trailing.flatMap((step) => (step.kind === "delete" ? [step.item] : []));
  const inserted = trailing.flatMap((step) => (step.kind === "insert" ? [step.item] : []));
  const paired = last < 0 ? undefined : asGroup(steps[last] as SameStep | GroupStep, planning);
  const endings = { before: deleted.at(-1) ?? paired?.before.at(-1), after: inserted.at(-1) ?? paired?.after.at(-1) };
  if (trailing.length === 0 || !isOneMark(endings.before, endings.after)) return [...steps];
  if (deleted.length > 0 && inserted.length > 0) {
    return [...steps.slice(0, last + 1), ...replacement(deleted, inserted, planning)];
  }
  return [...steps.slice(0, last), extended(paired!, { deleted, inserted }, planning)];
}

/** Whether two items can end with one mark: a mark that ends a section is another than one that does not. */
export function isOneMark(before: Item | undefined, after: Item | undefined): boolean {
  return before?.kind === "paragraph" && after?.kind === "paragraph" && before.endsSection === after.endsSection;
}

/** Nothing in common but the last mark. Tables that come first stand before it all. */
function replacement(before: readonly Item[], after: readonly Item[], planning: Planning): Step[] {
  const firsts = {
    before: before.findIndex(({ kind }) => kind === "paragraph"),
    after: after.findIndex(({ kind }) => kind === "paragraph"),
  };
  const left = { before: before.slice(firsts.before), after: after.slice(firsts.after) };
  return [
    ...before.slice(0, firsts.before).map((item) => ({ kind: "delete", item }) as const),
    ...after.slice(0, firsts.after).map((item) => ({ kind: "insert", item }) as const),
    groupStep(left.before, left.after, [lastMarks(left.before, left.after, planning)]),
  ];
}

/** The last marks of two lists of items as one mark. */
export function lastMarks(before: readonly Item[], after: readonly Item[], { lexicon }: Planning): Match {
  const sizes = [before, after].map((items) => flowOf(items, lexicon).keys.length) as [number, number];
  return { before: sizes[0] - 1, after: sizes[1] - 1, length: 1 };
}

/** A pair and what was deleted, or inserted, after it. */
function extended(
  paired: GroupStep,
  { deleted, inserted }: { deleted: readonly Item[]; inserted: readonly Item[] },
  planning: Planning,
): GroupStep {
  const before = [...paired.before, ...deleted];
  const after = [...paired.after, ...inserted];
  const ends = lastMarks(paired.before, paired.after, planning);
  const withoutEnd = paired.matches.map((match) => cut(match, ends)).filter(({ length }) => length > 0);
  return groupStep(before, after, [...withoutEnd, lastMarks(before, after, planning)]);
}

/** A match without the last marks. */
function cut(match: Match, ends: Match): Match {
  const most = Math.min(ends.before - match.before, ends.after - match.after);
  return { ...match, length: Math.min(match.length, most) };
}
