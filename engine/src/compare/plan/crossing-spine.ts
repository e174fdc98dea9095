// What keeps its place where something moved: the pairs of items that are best left standing.
//
// Where items of equal content stand in the same order on both sides there is nothing to choose, and nothing is told. Where they
// cross, some must be shown as moved, and equal content alone is a poor judge of which: clauses around a moved one may all
// have been edited, or stand in the document several times. So candidates are all equal items, the repeated ones among them, and the
// nearest twins of edited ones; of these the chain is kept that saves a reader the most marks.

import { heaviestIncreasing } from "../../align/heaviest-increasing.ts";
import type { Match } from "../../align/match.ts";
import { alikeLeftovers, type Leftover } from "../../align/pair-leftovers.ts";
import type { Item } from "../content/items.ts";
import type { Planning } from "./planning.ts";

/** Two items less alike than this are no twins. */
const LEAST_ALIKE = 0.5;
/** Of content that stands in several places, the places tried around the one in the same order. */
const MOST_REPEATS = 4;

interface Sides {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

interface Judging {
  /** Whether an item says enough to be told by its content. */
  isTelling(item: Item): boolean;
  /** What is marked when an item is not kept in place. */
  costOf(item: Item): number;
  readonly planning: Planning;
}

interface Place {
  readonly before: number;
  readonly after: number;
}

interface Candidate extends Place {
  readonly weight: number;
}

/** Pairs in order; none where nothing crosses. */
export function crossingSpine(sides: Sides, judging: Judging): Match[] {
  if (sides.before.length < 2 || sides.after.length < 2) return [];
  const places = { before: placesOf(sides.before, judging), after: placesOf(sides.after, judging) };
  const edited = twins(sides, places, judging);
  if (!isCrossing([...uniquePairs(places), ...edited])) return [];
  const candidates = [...equalPairs(sides, places, judging), ...edited];
  // One before item stands for one after item: its candidates come last first, so none follows another in a run.
  candidates.sort((one, other) => one.before - other.before || other.after - one.after);
  const chain = heaviestIncreasing(
    Int32Array.from(candidates, ({ after }) => after),
    Float64Array.from(candidates, ({ weight }) => weight),
  );
  return Array.from(chain, (at) => ({ before: candidates[at]!.before, after: candidates[at]!.after, length: 1 }));
}

type Places = ReadonlyMap<number, readonly number[]>;

/** By key of telling content: where it stands. */
function placesOf(items: readonly Item[], { isTelling, planning }: Judging): Places {
  planning.budget.spend(items.length);
  const places = new Map<number, number[]>();
  for (const [place, item] of items.entries()) {
    if (!isTelling(item)) continue;
    const known = places.get(item.key);
    if (known === undefined) places.set(item.key, [place]);
    else known.push(place);
  }
  return places;
}

/** Content that stands once on either side. */
function uniquePairs({ before, after }: { readonly before: Places; readonly after: Places }): Place[] {
  const pairs: Place[] = [];
  for (const [key, places] of before) {
    const others = after.get(key);
    if (places.length === 1 && others?.length === 1) pairs.push({ before: places[0]!, after: others[0]! });
  }
  return pairs;
}

/** Whether some of the pairs stand in another order on the other side. */
function isCrossing(pairs: readonly Place[]): boolean {
  const inOrder = [...pairs].sort((one, other) => one.before - other.before);
  return inOrder.some(({ after }, at) => at > 0 && after < inOrder[at - 1]!.after);
}

function equalPairs({ before }: Sides, places: { before: Places; after: Places }, { costOf }: Judging): Candidate[] {
  const pairs: Candidate[] = [];
  for (const [key, ones] of places.before) {
    const others = places.after.get(key);
    if (others === undefined) continue;
    const weight = costOf(before[ones[0]!]!);
    for (const [at, one] of ones.entries()) {
      for (const [index, other] of others.entries()) {
        if (Math.abs(index - at) <= MOST_REPEATS) pairs.push({ before: one, after: other, weight });
      }
    }
  }
  return pairs;
}

/** The nearest of items whose content the other side has nowhere; an item may have several. */
function twins({ before, after }: Sides, places: { before: Places; after: Places }, judging: Judging): Candidate[] {
  const { isTelling, costOf, planning } = judging;
  return (["paragraph", "table"] as const).flatMap((kind) => {
    const lone = (items: readonly Item[], others: Places): number[] =>
      [...items.keys()].filter(
        (at) => items[at]!.kind === kind && isTelling(items[at]!) && !others.has(items[at]!.key),
      );
    const [ones, others] = [lone(before, places.after), lone(after, places.before)];
    const leftover = ({ key, bag }: Item): Leftover => ({ key, bag });
    const pairs = alikeLeftovers({
      before: ones.map((at) => leftover(before[at]!)),
      after: others.map((at) => leftover(after[at]!)),
      least: LEAST_ALIKE,
      weightOf: (key) => planning.lexicon.weightOf(key),
      budget: planning.budget,
    });
    return pairs.map((pair): Candidate => {
      const [one, other] = [ones[pair.before]!, others[pair.after]!];
      return { before: one, after: other, weight: costOf(before[one]!) * pair.likeness };
    });
  });
}
