// Items of two containers that say the same, or nearly the same, wherever they stand.
//
// An item of equal content, or one that is much alike, may stand anywhere on the other side. That is asked before anything is
// paired by its place: which items keep their place where some moved (crossing-spine), and whether an item that could stand in the
// place of another has a better partner elsewhere.

import type { Bag } from "../../../align/bags.ts";
import type { AlikePair } from "../../../align/pair-alike.ts";
import { alikeLeftovers, type Leftover } from "../../../align/pair-leftovers.ts";
import type { Item } from "../../../redline/content/items.ts";
import type { Planning } from "../planning.ts";

/** Two items less alike than this are no twins. */
const LEAST_ALIKE = 0.5;
/** Rows come and go by the dozen: of a table that lost most of them less is left to be like. */
const LEAST_TABLE = 0.3;

export interface Sides {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

/** Two items, by index, that say the same or nearly. */
export interface Twin {
  readonly before: number;
  readonly after: number;
  readonly likeness: number;
  readonly isEqual: boolean;
}

export interface Twins {
  /** By key of telling content: where it stands. */
  readonly places: { readonly before: Places; readonly after: Places };
  /** Content that stands once on either side. */
  readonly unique: readonly Twin[];
  /** The nearest of items whose content the other side has nowhere; an item may have several. */
  readonly edited: readonly Twin[];
}

export type Places = ReadonlyMap<number, readonly number[]>;

/** Finds the twins among items that say enough to be told by their content. */
export function findTwins(sides: Sides, isTelling: (item: Item) => boolean, planning: Planning): Twins {
  planning.budget.spend(sides.before.length + sides.after.length);
  const places = { before: placesOf(sides.before, isTelling), after: placesOf(sides.after, isTelling) };
  const lone = loneOf(places, (_, others) => others.length === 0);
  const edited = KINDS.flatMap((kind) => editedOf(sides, lone, kind, planning));
  return { places, unique: uniqueOf(places), edited };
}

const KINDS = ["paragraph", "table"] as const;

/** Tables that stand more often on one side with those that may have been made of them: some were edited, and any of them may have been. */
export function surplusTables(sides: Sides, { places }: Twins, planning: Planning): Twin[] {
  const lone = loneOf(places, (own, others) => own.length > others.length);
  return editedOf(sides, lone, "table", planning);
}

/** True if two tables have as many rows of as many cells each. */
export function haveOneShape(before: Item, after: Item): boolean {
  if (before.kind !== "table" || after.kind !== "table") return false;
  const shapes = [before, after].map(({ rows }) => rows.map(({ cells }) => cells.length).join(" "));
  return shapes[0] === shapes[1];
}

function placesOf(items: readonly Item[], isTelling: (item: Item) => boolean): Places {
  const places = new Map<number, number[]>();
  for (const [place, item] of items.entries()) {
    if (!isTelling(item)) continue;
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
      pairs.push({ before: places[0]!, after: others[0]!, likeness: 1, isEqual: true });
    }
  }
  return pairs;
}

type Lone = Readonly<Record<"before" | "after", readonly number[]>>;

/** The items, by index, of content that may have been edited: of which `isLone` is true of its places on their side and on the other. */
function loneOf(places: Twins["places"], isLone: (own: readonly number[], others: readonly number[]) => boolean): Lone {
  const lone = (one: Places, other: Places): number[] => {
    const found: number[] = [];
    for (const [key, own] of one) if (isLone(own, other.get(key) ?? NOWHERE)) for (const at of own) found.push(at);
    return found.sort((first, second) => first - second);
  };
  return { before: lone(places.before, places.after), after: lone(places.after, places.before) };
}

const NOWHERE: readonly number[] = [];

/** The twins of a kind among lone items. The only such table of either side, of one shape, is one table however much was edited in it. */
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
    kept.push({ before: 0, after: 0, likeness: LEAST_ALIKE });
  return kept.map((pair) => ({ ...pair, before: ones[pair.before]!, after: others[pair.after]!, isEqual: false }));
}

/** Two definitions of different terms are no twins. A piece of a definition that was split may have no term. */
function mayBeTwins(before: Item, after: Item): boolean {
  if (before.kind !== "paragraph" || after.kind !== "paragraph" || before.key === after.key) return true;
  const [one, other] = [before.lead, after.lead];
  return one?.kind !== "term" || other?.kind !== "term" || one.text === other.text;
}

/** Without those of which one has a much nearer twin. Rows may come and go by the dozen: that says little about tables. */
function nearest(twins: readonly AlikePair[]): AlikePair[] {
  const most = { before: new Map<number, number>(), after: new Map<number, number>() };
  for (const { likeness, ...twin } of twins) {
    for (const side of ["before", "after"] as const) {
      most[side].set(twin[side], Math.max(likeness, most[side].get(twin[side]) ?? 0));
    }
  }
  return twins.filter(
    ({ before, after, likeness }) =>
      likeness >= Math.max(most.before.get(before)!, most.after.get(after)!) - MUCH_NEARER,
  );
}

const MUCH_NEARER = 0.2;

/** Twins, each item in one at most: the equal ones first, then the most alike. */
export function bestTwins({ unique, edited }: Twins, mayBe: (twin: Twin) => boolean = () => true): Twin[] {
  const alike = edited.toSorted(
    (one, other) => other.likeness - one.likeness || one.before - other.before || one.after - other.after,
  );
  const taken = { before: new Set<number>(), after: new Set<number>() };
  return [...unique, ...alike].filter((twin) => {
    if (taken.before.has(twin.before) || taken.after.has(twin.after) || !mayBe(twin)) return false;
    taken.before.add(twin.before);
    taken.after.add(twin.after);
    return true;
  });
}

/** A twin that is less alike than this is not shown as moved. */
export const LEAST_MOVED = 0.6;
/** A text of less weight may be a phrase that recurs: it is no twin of one that says much more. */
const PHRASE = 40;

/** True if one of two texts, this much alike, can be the other that moved. */
export function isKnownAgain(before: Bag, after: Bag, likeness: number): boolean {
  const [less, more] = [Math.min(before.weight, after.weight), Math.max(before.weight, after.weight)];
  return likeness >= LEAST_MOVED && (less >= PHRASE || less >= LEAST_MOVED * more);
}
/** An item that has an equal one elsewhere, and only there, stands in the place of none that is less alike than this. */
const NEARLY_EQUAL = 0.85;
/** How much more alike than what stands in its place an edited twin must be. */
const MARGIN = 0.1;

/** The better partners that items have away from their place. */
export class Elsewhere {
  readonly #before = new Map<number, Twin>();
  readonly #after = new Map<number, Twin>();

  constructor(twins: Twins, mayMove: (twin: Twin) => boolean) {
    for (const twin of bestTwins(twins, mayMove)) {
      this.#before.set(twin.before, twin);
      this.#after.set(twin.after, twin);
    }
  }

  /** Whether one of two items, this much alike, has a better partner than the other. */
  isBetter(before: number, after: number, likeness: number): boolean {
    const twins = [this.#before.get(before), this.#after.get(after)].filter((twin) => twin !== undefined);
    if (twins.some((twin) => twin.before === before && twin.after === after)) return false;
    if (twins.length === 2 && twins.every(({ isEqual }) => isEqual)) return true;
    return twins.some((twin) =>
      twin.isEqual ? likeness < NEARLY_EQUAL : likeness < Math.min(LEAST_MOVED, twin.likeness - MARGIN),
    );
  }

  /** True if an item has a partner that is not in its place. */
  has(side: "before" | "after", index: number): boolean {
    return (side === "before" ? this.#before : this.#after).has(index);
  }

  /** True if an item has a twin other than `partner`. */
  hasOther(side: "before" | "after", index: number, partner: number): boolean {
    const twin = (side === "before" ? this.#before : this.#after).get(index);
    return twin !== undefined && twin[side === "before" ? "after" : "before"] !== partner;
  }
}
