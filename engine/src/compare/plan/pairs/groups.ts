// Steps that pair paragraphs, seen as groups: one whose content is the same is a group in which everything matches.

import type { Match } from "../../../align/match.ts";
import type { Item } from "../../../redline/content/items.ts";
import { flowOf } from "../flow.ts";
import type { GroupStep, SameStep } from "../plan.ts";
import type { Planning } from "../planning.ts";

/** A step for paragraphs that became others. What hangs on what they share is added when the plan is settled. */
export function groupStep(before: readonly Item[], after: readonly Item[], matches: readonly Match[]): GroupStep {
  return { kind: "group", before, after, matches, nested: [] };
}

export function asGroup(step: SameStep | GroupStep, { lexicon }: Planning): GroupStep {
  if (step.kind === "group") return step;
  const { length } = flowOf([step.before], lexicon).keys;
  return groupStep([step.before], [step.after], [{ before: 0, after: 0, length }]);
}
