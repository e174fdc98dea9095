// Chooses the pairs of items that stay in place if some items moved (CMP-17).
//
// If equal and similar items have the same order on both sides, there is no choice, and the spine is empty. If they
// cross, some must be shown as moved. Equal content alone cannot decide which: clauses around a moved one may all have
// been edited, or may occur several times. So the candidates are all equal items, repeated ones included, and the most
// similar partners of edited items. The chain that saves a reader the most marks is kept. Content that occurs more
// often on one side counts too, but is not in the spine: its neighbours decide later which copy is which.

import { heaviestIncreasing } from "../../../align/heaviest-increasing.ts";
import type { Match } from "../../../align/match.ts";
import type { Item } from "../../../redline/content/items.ts";
import type { Planning } from "../planning.ts";
import { bestTwins, type Sides, surplusTables, type Twin, type Twins } from "./twins.ts";

/** Repeated content: maximum number of positions tried before and after the occurrence with the same number (CMP-93). */
const MOST_REPEATS = 4;

/** Returns the cost for a reader, in letters, if an item does not stay in place. */
type CostOf = (item: Item) => number;

interface Candidate {
  readonly before: number;
  readonly after: number;
  readonly weight: number;
  /** True if the content occurs more often on one side, so that another copy may be the right partner. */
  readonly isVague: boolean;
}

export interface CrossingSpine {
  /** Pairs in order. */
  readonly spine: readonly Match[];
  /** The items of the before side that have one equal item, which is out of order with the kept pairs. */
  readonly movers: ReadonlySet<number>;
}

/** Returns the pairs that stay in place. The spine is empty if no items cross. */
export function crossingSpine(
  sides: Sides,
  twins: Twins,
  { costOf, planning }: { readonly costOf: CostOf; readonly planning: Planning },
): CrossingSpine {
  if (!isCrossing([...bestTwins(twins), ...repeatedPairs(twins)])) return { spine: [], movers: new Set() };
  const isParagraph = (twin: Twin): boolean => sides.before[twin.before]!.kind === "paragraph";
  const candidates = [
    ...equalPairs(sides.before, twins, costOf),
    ...[...twins.edited.filter(isParagraph), ...surplusTables(sides, twins, planning)].map((twin) =>
      weighed(twin, sides, costOf),
    ),
  ];
  // An item of the before side pairs with one item at most: its candidates are sorted from last to first, so no increasing
  // chain contains two of them.
  candidates.sort((one, other) => one.before - other.before || other.after - one.after);
  const chain = heaviestIncreasing(
    Int32Array.from(candidates, ({ after }) => after),
    Float64Array.from(candidates, ({ weight }) => weight),
  );
  const kept = Array.from(chain, (at) => candidates[at]!);
  const places = new Set(kept.map((pair) => pair.before));
  return {
    spine: kept
      .filter(({ isVague }) => !isVague)
      .map((pair) => ({ before: pair.before, after: pair.after, length: 1 })),
    movers: new Set(twins.unique.map((twin) => twin.before).filter((place) => !places.has(place))),
  };
}

/** True if some pairs have a different order on the other side. */
function isCrossing(pairs: readonly Pick<Twin, "before" | "after">[]): boolean {
  const inOrder = [...pairs].sort((one, other) => one.before - other.before);
  return inOrder.some(({ after }, at) => at > 0 && after < inOrder[at - 1]!.after);
}

/**
 * Pairs repeated content that has the same number of copies on both sides: the first with the first, and so on. Pairs without
 * a neighbouring pair are left out, because a single repeated line says little about what moved.
 */
function repeatedPairs({ places }: Twins): Pick<Twin, "before" | "after">[] {
  const partners = new Map<number, number>();
  for (const [key, ones] of places.before) {
    const others = places.after.get(key);
    if (ones.length < 2 || ones.length !== others?.length) continue;
    for (const [at, one] of ones.entries()) partners.set(one, others[at]!);
  }
  const pairs = Array.from(partners, ([before, after]) => ({ before, after }));
  return pairs.filter(
    ({ before, after }) => partners.get(before - 1) === after - 1 || partners.get(before + 1) === after + 1,
  );
}

/**
 * A pair weighs what both items have in common, and less if the shorter item is not wholly in the longer one. A split or
 * joined paragraph counts in full.
 */
function weighed({ before, after, similarity }: Twin, sides: Sides, costOf: CostOf): Candidate {
  const [one, other] = [costOf(sides.before[before]!), costOf(sides.after[after]!)];
  const common = (similarity * (one + other)) / 2;
  return { before, after, weight: common * Math.min(1, common / Math.min(one, other)), isVague: false };
}

function equalPairs(before: readonly Item[], { places }: Twins, costOf: CostOf): Candidate[] {
  const pairs: Candidate[] = [];
  for (const [key, ones] of places.before) {
    const others = places.after.get(key);
    if (others === undefined) continue;
    // If content occurs more often on one side, some copies were edited or deleted. Only their neighbours show which.
    const isVague = others.length !== ones.length;
    const weight = costOf(before[ones[0]!]!);
    for (const [at, one] of ones.entries()) {
      for (const other of others.slice(Math.max(0, at - MOST_REPEATS), at + MOST_REPEATS + 1)) {
        pairs.push({ before: one, after: other, weight, isVague });
      }
    }
  }
  return pairs;
}
