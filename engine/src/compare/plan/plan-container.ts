// Plans the comparison of two containers: stories, cells, text boxes.

import type { Container, Item, ParagraphItem } from "../../redline/content/items.ts";
import { balanceFields } from "./balance-fields.ts";
import { breaksControl } from "./controls.ts";
import { lastMarks, settleEnds } from "./last-marks.ts";
import { withNested } from "./nested.ts";
import { groupStep } from "./pairs/groups.ts";
import { pairItems } from "./pairs/pair-items.ts";
import type { ItemGroup } from "./pairs/slide-groups.ts";
import { withoutTouchingTables } from "./pairs/touching-tables.ts";
import type { Sides } from "./pairs/twins.ts";
import type { ContainerPlan, Step } from "./plan.ts";
import { planTable } from "./plan-table.ts";
import { planText } from "./plan-text.ts";
import type { Planning } from "./planning.ts";

export function planContainer(before: Container, after: Container, planning: Planning): ContainerPlan {
  const steps: Step[] = [];
  let done = { before: 0, after: 0 };
  const sides = { before: before.items, after: after.items };
  const pairs = pairItems(sides.before, sides.after, planning);
  for (const group of withoutTouchingTables(pairs, sides)) {
    steps.push(
      ...changes(before.items.slice(done.before, group.before[0]), after.items.slice(done.after, group.after[0])),
      planGroup(group, { before, after }, planning),
    );
    done = { before: group.before.at(-1)! + 1, after: group.after.at(-1)! + 1 };
  }
  steps.push(...changes(before.items.slice(done.before), after.items.slice(done.after)));
  const settled = balanceFields(planning.settles ? settleEnds(steps, planning) : steps, planning);
  return { before, after, steps: settled.map((step) => withNested(step, planning)) };
}

/** Returns steps that delete all items of one side and insert all of the other. At most the last marks are kept. */
export function replaceAll({ before, after }: Sides, planning: Planning): Step[] {
  const all = changes(before, after);
  const steps = planning.settles ? settleEnds(all, planning) : all;
  return steps.map((step) => (step.kind === "group" ? { ...step, isCoarse: true } : step));
}

function planGroup(paired: ItemGroup, sides: { before: Container; after: Container }, planning: Planning): Step {
  const before = paired.before.map((at) => sides.before.items[at]!);
  const after = paired.after.map((at) => sides.after.items[at]!);
  const [first, other] = [before[0]!, after[0]!];
  if (first.kind === "table" && other.kind === "table") return planTable(first, other, planning);
  const isOne = before.length === 1 && after.length === 1;
  if (isOne && first.key === other.key) {
    return { kind: "same", before: first as ParagraphItem, after: other as ParagraphItem, nested: [] };
  }
  const { matches } = planText(before, after, planning);
  const group = groupStep(before, after, matches);
  if (!breaksControl(group, planning)) return group;
  return { ...groupStep(before, after, [lastMarks(before, after, planning)]), isCoarse: true };
}

/**
 * Returns the deletions and insertions of one position. Deletions come first, but an inserted table comes before a
 * deleted paragraph.
 *
 * The view that lacks a paragraph joins it with the next paragraph of the other view. So a table never follows a
 * paragraph that only the other side has (CMP-23).
 */
function changes(before: readonly Item[], after: readonly Item[]): Step[] {
  const steps: Step[] = [];
  let one = 0;
  let other = 0;
  while (one < before.length || other < after.length) {
    const [deleted, inserted] = [before[one], after[other]];
    const isInsertionFirst = deleted === undefined || (deleted.kind === "paragraph" && inserted?.kind === "table");
    if (isInsertionFirst) {
      steps.push({ kind: "insert", item: inserted! });
      other += 1;
    } else {
      steps.push({ kind: "delete", item: deleted });
      one += 1;
    }
  }
  return steps;
}
