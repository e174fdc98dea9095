// What keeps its place where something moved: the pairs of items that are best left standing.
//
// Where items of equal content stand in the same order on both sides there is nothing to choose, and nothing is told. Where they
// cross, some must be shown as moved, and equal content alone is a poor judge of which: clauses around a moved one may all
// have been edited, or stand in the document several times. So candidates are all equal items, the repeated ones among them, and the
// nearest twins of edited ones; of these the chain is kept that saves a reader the most marks. Content that stands more often on one side
// than on the other counts, but which of it belongs to which is left to what stands around it.

import { heaviestIncreasing } from "../../align/heaviest-increasing.ts";
import type { Match } from "../../align/match.ts";
import type { Item } from "../../redline/content/items.ts";
import { bestTwins, type Sides, type Twin, type Twins } from "./twins.ts";

/** Of content that stands in several places, the places tried around the one in the same order. */
const MOST_REPEATS = 4;

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

/** What is kept where something crosses; nothing where nothing does. An item's cost is what is marked when it is not kept in place. */
export function crossingSpine({ before }: Sides, twins: Twins, costOf: (item: Item) => number): CrossingSpine {
  const { unique, edited } = twins;
  if (!isCrossing(bestTwins(twins))) return { spine: [], movers: new Set() };
  const candidates = [...equalPairs(before, twins, costOf), ...edited.map((twin) => weighed(twin, before, costOf))];
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
    movers: new Set(unique.map((twin) => twin.before).filter((place) => !places.has(place))),
  };
}

/** Whether some of the pairs stand in another order on the other side. */
function isCrossing(pairs: readonly Twin[]): boolean {
  const inOrder = [...pairs].sort((one, other) => one.before - other.before);
  return inOrder.some(({ after }, at) => at > 0 && after < inOrder[at - 1]!.after);
}

function weighed(twin: Twin, items: readonly Item[], costOf: (item: Item) => number): Candidate {
  const { before, after, likeness } = twin;
  return { before, after, weight: costOf(items[before]!) * likeness, isVague: false };
}

function equalPairs(before: readonly Item[], { places }: Twins, costOf: (item: Item) => number): Candidate[] {
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
