// Finds candidates: items of two containers with equal or similar content at any position.
//
// They are found before anything is paired by position. Two questions need them: which items stay in place if some moved
// (crossing-spine), and whether an item has a better partner than the one at its position.

import type { Bag } from "../../../align/bags.ts";
import type { AlikePair } from "../../../align/pair-alike.ts";
import { alikeLeftovers, type Leftover } from "../../../align/pair-leftovers.ts";
import type { Item } from "../../../redline/content/items.ts";
import type { Planning } from "../planning.ts";

/** Minimum similarity of two candidates. */
const LEAST_ALIKE = 0.5;
/**
 * Minimum similarity of two tables. Rows are inserted and deleted by the dozen, and a table that lost most of them has little
 * in common.
 */
const LEAST_TABLE = 0.3;

export interface Sides {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

/** Two items, by index, with equal or similar content. */
export interface Twin {
  readonly before: number;
  readonly after: number;
  readonly similarity: number;
  readonly isEqual: boolean;
}

export interface Twins {
  /** Maps the key of distinctive content to its positions. */
  readonly places: { readonly before: Places; readonly after: Places };
  /** Equal items whose content occurs exactly once on each side. */
  readonly unique: readonly Twin[];
  /** The most similar items whose content the other side lacks. An item may have several. */
  readonly edited: readonly Twin[];
}

export type Places = ReadonlyMap<number, readonly number[]>;

/** Returns the candidates among distinctive items. */
export function findTwins(sides: Sides, isDistinctive: (item: Item) => boolean, planning: Planning): Twins {
  planning.budget.spend(sides.before.length + sides.after.length);
  const places = { before: placesOf(sides.before, isDistinctive), after: placesOf(sides.after, isDistinctive) };
  const lone = loneOf(places, (_, others) => others.length === 0);
  const edited = KINDS.flatMap((kind) => editedOf(sides, lone, kind, planning));
  return { places, unique: uniqueOf(places), edited };
}

const KINDS = ["paragraph", "table"] as const;

/**
 * Returns candidates of tables that occur more often on one side. Some copies were edited, and it may have been any of them.
 */
export function surplusTables(sides: Sides, { places }: Twins, planning: Planning): Twin[] {
  const lone = loneOf(places, (own, others) => own.length > others.length);
  return editedOf(sides, lone, "table", planning);
}

/** True if two tables have the same number of rows, and each row the same number of cells. */
export function haveOneShape(before: Item, after: Item): boolean {
  if (before.kind !== "table" || after.kind !== "table") return false;
  const shapes = [before, after].map(({ rows }) => rows.map(({ cells }) => cells.length).join(" "));
  return shapes[0] === shapes[1];
}

function placesOf(items: readonly Item[], isDistinctive: (item: Item) => boolean): Places {
  const places = new Map<number, number[]>();
  for (const [place, item] of items.entries()) {
    if (!isDistinctive(item)) continue;
    const known = places.get(item.key);
    if (known === undefined) places.set(item.key, [place]);
    else known.push(place);
  }
  return places;
}

function uniqueOf({ before, after }: Twins["places"]): Twin[] {
  const pairs: Twin[] = [];
  for (const [key, places] of before) {
    const others = after.get(key);
    if (places.length === 1 && others?.length === 1) {
      pairs.push({ before: places[0]!, after: others[0]!, similarity: 1, isEqual: true });
    }
  }
  return pairs;
}

type Lone = Readonly<Record<"before" | "after", readonly number[]>>;

/**
 * Returns the items, by index, whose content may have been edited. `isLone` decides from the positions of the content on both
 * sides.
 */
function loneOf(places: Twins["places"], isLone: (own: readonly number[], others: readonly number[]) => boolean): Lone {
  const lone = (one: Places, other: Places): number[] => {
    const found: number[] = [];
    for (const [key, own] of one) if (isLone(own, other.get(key) ?? NOWHERE)) for (const at of own) found.push(at);
    return found.sort((first, second) => first - second);
  };
  return { before: lone(places.before, places.after), after: lone(places.after, places.before) };
}

const NOWHERE: readonly number[] = [];

/**
 * Returns the candidates of a kind among lone items. The only table of each side, with the same shape, is one table however
 * much of it was edited.
 */
function editedOf({ before, after }: Sides, lone: Lone, kind: Item["kind"], planning: Planning): Twin[] {
  const ones = lone.before.filter((at) => before[at]!.kind === kind);
  const others = lone.after.filter((at) => after[at]!.kind === kind);
  const leftover = ({ key, bag }: Item): Leftover => ({ key, bag });
  const pairs = alikeLeftovers({
    before: ones.map((at) => leftover(before[at]!)),
    after: others.map((at) => leftover(after[at]!)),
    least: kind === "table" ? LEAST_TABLE : LEAST_ALIKE,
    weightOf: (key) => planning.lexicon.weightOf(key),
    budget: planning.budget,
    mayPair: (one, other) => mayBeTwins(before[ones[one]!]!, after[others[other]!]!),
  });
  const kept = kind === "paragraph" ? nearest(pairs) : pairs;
  const isOnly = kind === "table" && pairs.length === 0 && ones.length === 1 && others.length === 1;
  if (isOnly && haveOneShape(before[ones[0]!]!, after[others[0]!]!))
    kept.push({ before: 0, after: 0, similarity: LEAST_ALIKE });
  return kept.map((pair) => ({ ...pair, before: ones[pair.before]!, after: others[pair.after]!, isEqual: false }));
}

/** True unless two items define different terms. A piece of a split definition may have no term. */
function mayBeTwins(before: Item, after: Item): boolean {
  if (before.kind !== "paragraph" || after.kind !== "paragraph" || before.key === after.key) return true;
  const [one, other] = [before.lead, after.lead];
  return one?.kind !== "term" || other?.kind !== "term" || one.text === other.text;
}

/**
 * Returns the candidates without those of an item that has a much more similar one. For tables this rule is not used, because
 * many inserted or deleted rows say little.
 */
function nearest(twins: readonly AlikePair[]): AlikePair[] {
  const most = { before: new Map<number, number>(), after: new Map<number, number>() };
  for (const { similarity, ...twin } of twins) {
    for (const side of ["before", "after"] as const) {
      most[side].set(twin[side], Math.max(similarity, most[side].get(twin[side]) ?? 0));
    }
  }
  return twins.filter(
    ({ before, after, similarity }) =>
      similarity >= Math.max(most.before.get(before)!, most.after.get(after)!) - MUCH_NEARER,
  );
}

const MUCH_NEARER = 0.2;

/** Returns candidates in which each item occurs once at most: equal ones first, then the most similar ones. */
export function bestTwins({ unique, edited }: Twins, mayBe: (twin: Twin) => boolean = () => true): Twin[] {
  const alike = edited.toSorted(
    (one, other) => other.similarity - one.similarity || one.before - other.before || one.after - other.after,
  );
  const taken = { before: new Set<number>(), after: new Set<number>() };
  return [...unique, ...alike].filter((twin) => {
    if (taken.before.has(twin.before) || taken.after.has(twin.after) || !mayBe(twin)) return false;
    taken.before.add(twin.before);
    taken.after.add(twin.after);
    return true;
  });
}

/** Minimum similarity of a candidate that is shown as moved. */
export const LEAST_MOVED = 0.6;
/** Weight below which a text may be a recurring phrase. It does not match a text that weighs much more. */
const PHRASE = 40;

/** True if one of two texts with this similarity can be the other one, moved. */
export function isKnownAgain(before: Bag, after: Bag, similarity: number): boolean {
  const [less, more] = [Math.min(before.weight, after.weight), Math.max(before.weight, after.weight)];
  return similarity >= LEAST_MOVED && (less >= PHRASE || less >= LEAST_MOVED * more);
}
/** Similarity from which an item is paired at its position, although it has an equal item elsewhere. */
const NEARLY_EQUAL = 0.85;
/** How much greater the similarity of an edited candidate must be than that of the item at the position. */
const MARGIN = 0.1;

/** True if a candidate is so much more similar that an item of this similarity is not paired by position. */
function isMoreAlike(twin: Twin | undefined, similarity: number): boolean {
  if (twin === undefined) return false;
  return twin.isEqual ? similarity < NEARLY_EQUAL : similarity < Math.min(LEAST_MOVED, twin.similarity - MARGIN);
}

/** The best candidate of each item, wherever it is. It may be a better partner than the item at the same position. */
export class Elsewhere {
  readonly #before = new Map<number, Twin>();
  readonly #after = new Map<number, Twin>();

  constructor(twins: Twins, mayMove: (twin: Twin) => boolean) {
    for (const twin of bestTwins(twins, mayMove)) {
      this.#before.set(twin.before, twin);
      this.#after.set(twin.after, twin);
    }
  }

  /** True if one of two items with this similarity has a better partner elsewhere. */
  isBetter(before: number, after: number, similarity: number): boolean {
    const [one, other] = [this.#before.get(before), this.#after.get(after)];
    if (one?.after === after || other?.before === before) return false;
    if (this.areBothEqual(before, after)) return true;
    return isMoreAlike(one, similarity) || isMoreAlike(other, similarity);
  }

  /**
   * True if each of two items has an equal partner that is not the other. They are then not a pair, however similar they are.
   */
  areBothEqual(before: number, after: number): boolean {
    const one = this.#before.get(before);
    return one?.isEqual === true && one.after !== after && this.#after.get(after)?.isEqual === true;
  }

  /** True if an item has a candidate. */
  has(side: "before" | "after", index: number): boolean {
    return (side === "before" ? this.#before : this.#after).has(index);
  }

  /** True if an item has a candidate other than `partner`. */
  hasOther(side: "before" | "after", index: number, partner: number): boolean {
    const twin = (side === "before" ? this.#before : this.#after).get(index);
    return twin !== undefined && twin[side === "before" ? "after" : "before"] !== partner;
  }
}
