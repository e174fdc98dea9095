// Chooses which decisions of a case are made, and how.
//
// A verdict depends on the seed and on the decision itself, not on its index. So removing a part of the document leaves
// the other verdicts unchanged.

import type { Decided, Decision, Verdict } from "@versus/engine/inside";
import { Random, seedOfBytes } from "../../runner/random.ts";

export interface Plan {
  readonly seed: number;
  /** Share of the decisions that are made, from 0 to 1. */
  readonly share: number;
}

export interface Sorted {
  readonly decided: readonly Decided[];
  readonly undecided: readonly Decision[];
}

export function sortDecisions(decisions: readonly Decision[], { seed, share }: Plan): Sorted {
  const verdicts = decisions.map((decision) => ({ decision, verdict: verdictOn(decision, { seed, share }) }));
  return {
    decided: verdicts.flatMap(({ decision, verdict }) =>
      verdict === undefined ? [] : decision.revisions.map((revision) => ({ revision, verdict })),
    ),
    undecided: verdicts.filter(({ verdict }) => verdict === undefined).map(({ decision }) => decision),
  };
}

function verdictOn({ kind, revisions }: Decision, { seed, share }: Plan): Verdict | undefined {
  const { part, id } = revisions[0]!;
  const random = new Random(seed ^ seedOfBytes(new TextEncoder().encode(`${part} ${kind} ${id}`)));
  if (!random.chance(share)) return undefined;
  return random.chance(0.5) ? "accept" : "reject";
}
