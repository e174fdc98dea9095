// Joins the edits of a plan into phrases, after all replacements of the document are known (CMP-100, CMP-101).

import type { Match } from "../../align/match.ts";
import type { Item } from "../../redline/content/items.ts";
import { matchPhrases } from "../text/match-phrases.ts";
import type { ContainerPlan, Step } from "./plan.ts";
import { flowTexts } from "./plan-text.ts";
import type { Planning } from "./planning.ts";

/** Joins edits in all groups of a plan, and in the cells, notes and text boxes below it. */
export function joinPlanPhrases(plan: ContainerPlan, planning: Planning): void {
  for (const [index, step] of plan.steps.entries()) {
    for (const nested of plansBelow(step)) joinPlanPhrases(nested, planning);
    if (step.kind !== "group" || step.isCoarse) continue;
    const matches = joinedMatches([step.before, step.after], step.matches, planning);
    if (matches.length < step.matches.length) plan.steps[index] = { ...step, matches };
  }
}

/** Returns the matches of two flows without the words that are given up in rewritten phrases. */
export function joinedMatches(
  [before, after]: readonly [before: readonly Item[], after: readonly Item[]],
  matches: readonly Match[],
  planning: Planning,
): readonly Match[] {
  const { lexicon, replacements } = planning;
  // Two edits have a match between them. Most groups have one edit.
  if (replacements === undefined || matches.length < 2) return matches;
  return matchPhrases(matches, flowTexts(before, after, planning), { lexicon, replacements });
}

function plansBelow(step: Step): ContainerPlan[] {
  if (step.kind === "table") {
    const cells = step.rows.flatMap((row) => (row.kind === "pair" ? row.cells : []));
    return cells.flatMap((cell) => (cell.kind === "pair" ? [cell.plan] : []));
  }
  return step.kind === "group" || step.kind === "same" ? step.nested.map(({ plan }) => plan) : [];
}
