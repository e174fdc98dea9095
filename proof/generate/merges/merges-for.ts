// Plans merges: which documents are bases, each used in turn, and which shape each merge has.

import { drawIndex, seededRandom } from "../../runner/random.ts";
import { type PairSettings, pairsFor } from "../pairs-for.ts";
import type { MergePlan, MergeShape } from "./make-merge.ts";

export interface BasedPlan extends MergePlan {
  /** Path from the root of the corpus. */
  readonly path: string;
}

/** The order of the shapes, which also sets how often each is used. */
const TURNS: readonly MergeShape[] = [
  "independent",
  "disjoint",
  "twins",
  "independent",
  "disjoint",
  "independent",
  "twins",
  "disjoint",
  "independent",
  "identical",
];
const BASES = 200;
const COPIES = { least: 2, most: 8 } as const;
const MOST_EDITS = 10;
/** Maximum size of a base. A merge is read many times, so bases are not the largest files. */
const MOST_BYTES = 300_000;
/** Maximum number of pairs that are drawn to find the bases. */
const DRAWN = 4_000;

export function mergesFor(settings: PairSettings): BasedPlan[] {
  const bases = basesFor(settings);
  if (bases.length === 0) return [];
  return Array.from({ length: settings.count }, (_, number) => {
    const random = seededRandom("merge", settings.seed, number);
    const path = bases[number % bases.length]!;
    // Small numbers of copies and edits are more frequent than large ones.
    const draw = (least: number, most: number): number => least + Math.floor((most - least + 1) * random() ** 2);
    // Over time, each base is used with every shape.
    const shape = TURNS[(number + Math.floor(number / bases.length)) % TURNS.length]!;
    const copies = shape === "identical" ? COPIES.least : draw(COPIES.least, COPIES.most);
    return { path, shape, copies, edits: draw(1, MOST_EDITS), seed: drawIndex(random, 2 ** 30) };
  });
}

/** Returns the first `BASES` documents of at most `MOST_BYTES` that the plans of pairs choose. */
export function basesFor({ corpus, seed }: PairSettings): string[] {
  const sizes = new Map(corpus.files.map(({ path, bytes }) => [path, bytes]));
  const bases = new Set<string>();
  for (const { path } of pairsFor({ corpus, count: DRAWN, seed })) {
    if (bases.size === BASES) break;
    if ((sizes.get(path) ?? 0) <= MOST_BYTES) bases.add(path);
  }
  return [...bases];
}
