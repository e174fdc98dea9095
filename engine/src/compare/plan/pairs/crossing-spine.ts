// What keeps its place where something moved: the pairs of items that are best left standing.
//
// Where items of equal content stand in the same order on both sides there is nothing to choose, and nothing is told. Where they
// cross, some must be shown as moved, and equal content alone is a poor judge of which: clauses around a moved one may all
// have been edited, or stand in the document several times. So candidates are all equal items, the repeated ones among them, and the
// nearest twins of edited ones; of these the chain is kept that saves a reader the most marks. Content that stands more often on one side
// than on the other counts, but which of it belongs to which is left to what stands around it.

import { heaviestIncreasing } from "../../../align/heaviest-increasing.ts";
import type { Match } from "../../../align/match.ts";
import type { Item } from "../../../redline/content/items.ts";
import type { Planning } from "../planning.ts";
import { bestTwins, type Sides, surplusTables, type Twin, type Twins } from "./twins.ts";

/** Of content that stands in several places, the places tried around the one in the same order. */
const MOST_REPEATS = 4;

/** The letters that are marked when an item is not kept in place. */
type CostOf = (item: Item) => number;

interface Candidate {
  readonly before: number;
  readonly after: number;
  readonly weight: number;
  /** Whether it could as well be another of the same content. */
  readonly isVague: boolean;
}

export interface CrossingSpine {
  /** Pairs in order. */
  readonly spine: readonly Match[];
  /** The items of the before side that have one equal, which is out of order with what is kept. */
  readonly movers: ReadonlySet<number>;
}

/** The items that keep their place where some cross others; none where none do. */
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
  // One before item stands for one after item: its candidates come last first, so none follows another in a run.
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

/** True if some of the pairs stand in another order on the other side. */
function isCrossing(pairs: readonly Pick<Twin, "before" | "after">[]): boolean {
  const inOrder = [...pairs].sort((one, other) => one.before - other.before);
  return inOrder.some(({ after }, at) => at > 0 && after < inOrder[at - 1]!.after);
}

/**
 * Content that stands in several places, as many on either side: the first with the first, and so on. Only such as have a neighbour
 * among them: a line that repeats alone says little about what moved.
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

/** A pair weighs what the two have in common, less where the shorter is not all in the longer: one that was split or joined counts in full. */
function weighed({ before, after, likeness }: Twin, sides: Sides, costOf: CostOf): Candidate {
  const [one, other] = [costOf(sides.before[before]!), costOf(sides.after[after]!)];
  const common = (likeness * (one + other)) / 2;
  return { before, after, weight: common * Math.min(1, common / Math.min(one, other)), isVague: false };
}

function equalPairs(before: readonly Item[], { places }: Twins, costOf: CostOf): Candidate[] {
  const pairs: Candidate[] = [];
  for (const [key, ones] of places.before) {
    const others = places.after.get(key);
    if (others === undefined) continue;
    // Of content that stands more often on one side, some was edited or taken away: which, only its neighbours tell.
    const isVague = others.length !== ones.length;
    const weight = costOf(before[ones[0]!]!);
    for (const [at, one] of ones.entries()) {
      for (const [index, other] of others.entries()) {
        if (Math.abs(index - at) <= MOST_REPEATS) pairs.push({ before: one, after: other, weight, isVague });
      }
    }
  }
  return pairs;
}
