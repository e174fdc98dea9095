// Keeps the last paragraph mark of a container, and the last one before a table (CMP-22).
//
// A mark is deleted by joining its paragraph with the next one, and here no paragraph follows. If paragraphs were deleted or
// inserted at such an end, the mark before them is deleted or inserted instead. The last marks of both sides are then one
// mark (docs/word-behaviour.md#marks-before-tables-and-at-cell-ends).

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

/** True if the marks of two items can be one mark. A mark that ends a section and one that does not are different marks. */
export function isOneMark(before: Item | undefined, after: Item | undefined): boolean {
  return before?.kind === "paragraph" && after?.kind === "paragraph" && before.endsSection === after.endsSection;
}

/** Returns steps that keep only the last mark. Tables before the first paragraph come first. */
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

/** Returns a match of the last marks of two lists of items. */
export function lastMarks(before: readonly Item[], after: readonly Item[], { lexicon }: Planning): Match {
  const sizes = [before, after].map((items) => flowOf(items, lexicon).keys.length) as [number, number];
  return { before: sizes[0] - 1, after: sizes[1] - 1, length: 1 };
}

/** Returns a group extended by the items that were deleted or inserted after it. */
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

/** Returns a match without the last marks. */
function cut(match: Match, ends: Match): Match {
  const most = Math.min(ends.before - match.before, ends.after - match.after);
  return { ...match, length: Math.min(match.length, most) };
}
