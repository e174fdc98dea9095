// Which lists of the two documents are the same list: those that paired paragraphs stand in.

import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { ParagraphItem } from "../content/items.ts";
import type { ContainerPlan } from "../plan/plan.ts";

/** The list of the after side by the one of the before side, as the first pair that shows it says. */
export function listPairs(plan: ContainerPlan): Map<string, string> {
  const pairs = new Map<string, string>();
  collectPairs(plan, pairs);
  return pairs;
}

function collectPairs({ steps }: ContainerPlan, pairs: Map<string, string>): void {
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

function addPair(before: ParagraphItem, after: ParagraphItem, pairs: Map<string, string>): void {
  const lists = [listOf(before), listOf(after)];
  if (lists[0] !== undefined && lists[1] !== undefined && !pairs.has(lists[0])) pairs.set(lists[0], lists[1]);
}

/** The list that a paragraph itself names. */
function listOf({ story: { tree }, node }: ParagraphItem): string | undefined {
  const properties = tree.child(node, W.pPr);
  const numbering = properties === NONE ? NONE : tree.child(properties, W.numPr);
  return childValue(tree, numbering, W.numId);
}
