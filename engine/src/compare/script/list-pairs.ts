// Pairs the lists of the two documents: those that paired paragraphs are in (CMP-76).

import type { ParagraphItem } from "../../redline/content/items.ts";
import type { ContainerPlan } from "../plan/plan.ts";

/**
 * Maps a list of the before side to the one of the after side that most pairs of paragraphs show. Among equal numbers
 * the first wins. A list of the after side that an earlier list has is not used again.
 */
export function listPairs(plan: ContainerPlan): Map<string, string> {
  const counts: PairCounts = new Map();
  collectPairs(plan, counts);
  const taken = new Set<string>();
  const pairs = new Map<string, string>();
  for (const [list, partners] of counts) {
    const free = [...partners].filter(([partner]) => !taken.has(partner));
    const best = free.reduce<readonly [string, number]>((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
    if (best[1] === 0) continue;
    taken.add(best[0]);
    pairs.set(list, best[0]);
  }
  return pairs;
}

/** Maps a list of the before side to the number of pairs that show it with each list of the after side. */
type PairCounts = Map<string, Map<string, number>>;

function collectPairs({ steps }: ContainerPlan, pairs: PairCounts): void {
  for (const step of steps) {
    if (step.kind === "same") addPair(step.before, step.after, pairs);
    else if (step.kind === "group") {
      const [before, after] = [step.before[0]!, step.after[0]!];
      if (before.kind === "paragraph" && after.kind === "paragraph") addPair(before, after, pairs);
    } else if (step.kind === "table") {
      for (const row of step.rows) {
        if (row.kind !== "pair") continue;
        for (const cell of row.cells) if (cell.kind === "pair") collectPairs(cell.plan, pairs);
      }
    }
  }
}

function addPair(before: ParagraphItem, after: ParagraphItem, pairs: PairCounts): void {
  const [list, partner] = [before.listLevel?.list, after.listLevel?.list];
  if (list === undefined || partner === undefined) return;
  const partners = pairs.get(list) ?? new Map<string, number>();
  pairs.set(list, partners.set(partner, (partners.get(partner) ?? 0) + 1));
}
