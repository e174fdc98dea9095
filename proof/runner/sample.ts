// Takes a sample of items that has every group in it.
//
// Each group is shuffled by the seed, then the groups give one item in turn until there are enough. A larger sample of
// the same seed contains every smaller one. A new item in one group does not change the draws of the others.

import { seededRandom, shuffle } from "./random.ts";

export interface SampleSettings<Item> {
  /** Number of items. If there are more groups, the sample has one item of each group. */
  readonly size: number;
  readonly seed: number;
  readonly groupOf: (item: Item) => string;
}

/** Returns the sample in the order of the items. */
export function sampleGroups<Item>(items: readonly Item[], settings: SampleSettings<Item>): Item[] {
  const { size, seed, groupOf } = settings;
  const groups = [...Map.groupBy(items, groupOf)].sort(([one], [other]) => (one < other ? -1 : 1));
  const shuffled = groups.map(([name, members]) => shuffle(members, seededRandom(seed, name)));
  const longest = Math.max(0, ...shuffled.map((members) => members.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    shuffled.flatMap((members) => members.slice(round, round + 1)),
  );
  const taken = new Set(rounds.flat().slice(0, Math.max(size, groups.length)));
  return items.filter((item) => taken.has(item));
}
