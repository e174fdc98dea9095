// Plans chains of versions. They use the same bases as the merges, each in turn.

import { drawIndex, seededRandom } from "../../runner/random.ts";
import { basesFor } from "../merges/merges-for.ts";
import type { PairSettings } from "../pairs-for.ts";
import type { ChainPlan } from "./make-chain.ts";

export interface BasedChain extends ChainPlan {
  /** Path from the root of the corpus. */
  readonly path: string;
}

const VERSIONS = { least: 3, most: 10 } as const;
const MOST_EDITS = 8;

export function chainsFor(settings: PairSettings): BasedChain[] {
  const bases = basesFor(settings);
  if (bases.length === 0) return [];
  return Array.from({ length: settings.count }, (_, number) => {
    const random = seededRandom("chain", settings.seed, number);
    const draw = (least: number, most: number): number => least + drawIndex(random, most - least + 1);
    const path = bases[number % bases.length]!;
    return { path, versions: draw(VERSIONS.least, VERSIONS.most), edits: draw(1, MOST_EDITS), seed: draw(1, 2 ** 30) };
  });
}
