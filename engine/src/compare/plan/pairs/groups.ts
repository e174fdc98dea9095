// Makes groups of steps that pair paragraphs. In a group of equal paragraphs every token matches.

import type { Match } from "../../../align/match.ts";
import type { Item } from "../../../redline/content/items.ts";
import { flowOf } from "../flow.ts";
import type { GroupStep, SameStep } from "../plan.ts";
import type { Planning } from "../planning.ts";

/**
 * Returns a step for paragraphs that were edited, split or joined. Stories of shared tokens are added when the plan is
 * settled.
 */
export function groupStep(before: readonly Item[], after: readonly Item[], matches: readonly Match[]): GroupStep {
  return { kind: "group", before, after, matches, nested: [] };
}

export function asGroup(step: SameStep | GroupStep, { lexicon }: Planning): GroupStep {
  if (step.kind === "group") return step;
  const { length } = flowOf([step.before], lexicon).keys;
  return groupStep([step.before], [step.after], [{ before: 0, after: 0, length }]);
}
