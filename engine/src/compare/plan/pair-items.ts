// Which items of two containers belong together.
//
// Items of equal, telling content anchor first. In the gaps between them items are paired in order by how alike they
// are; then paragraphs without a partner are looked at again: one that was split, or joined with its neighbour, is part
// of the group of that neighbour. Tables pair with tables alone.

import { alignKeys } from "../../align/align-keys.ts";
import { type Bag, likenessOf } from "../../align/bags.ts";
import { gapsBetween, type Range } from "../../align/match.ts";
import { type AlikePair, pairAlike } from "../../align/pair-alike.ts";
import type { Item, RowItem } from "../content/items.ts";
import { crossingSpine } from "./crossing-spine.ts";
import type { Planning } from "./planning.ts";

/** Items of both sides that belong together, by index; each list is of neighbours. */
export interface ItemGroup {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** A paragraph of less than this many letters anchors nothing: short ones repeat. */
const LEAST_ANCHOR = 8;
/** Two paragraphs less alike than this are two paragraphs. Found by trying values on contracts. */
const LEAST_ALIKE = 0.4;
/** Two blank paragraphs are alike, but less than any that say the same. */
const BLANK_ALIKE = 0.42;
/** Gaps of so many pairs are tried pair by pair: an edited twin may be a better partner than an equal one further on. */
const SMALL_GAP = 1_000;
/** A paragraph that is in another, with much more, is alike enough if nothing else is. */
const IN_ALIKE = 0.41;
const LEAST_IN = 12;
const LEAST_SHARE = 0.8;
/** How much of a paragraph must be in another for it to be taken for a piece of it. */
const LEAST_PIECE = 0.7;

/** The groups in order; items in no group were deleted or inserted. */
export function pairItems(before: readonly Item[], after: readonly Item[], planning: Planning): ItemGroup[] {
  const { budget } = planning;
  const keys = { before: keysOf(before), after: keysOf(after) };
  const costs = new Map<number, number>();
  for (const item of before) if (isTelling(item)) costs.set(item.key, costOf(item));
  const isAnchor = (key: number): boolean => costs.has(key);
  const weightOf = (key: number): number => costs.get(key)!;
  const spine = crossingSpine({ before, after }, { isTelling, costOf, planning });
  const matches = alignKeys(keys.before, keys.after, { isAnchor, weightOf, spine, smallGap: SMALL_GAP, budget });
  const groups: ItemGroup[] = matches.flatMap((match) =>
    Array.from({ length: match.length }, (_, at) => ({ before: [match.before + at], after: [match.after + at] })),
  );
  for (const gap of gapsBetween(matches, { before: before.length, after: after.length })) {
    if (gap.before.from === gap.before.to || gap.after.from === gap.after.to) continue;
    const items = {
      before: before.slice(gap.before.from, gap.before.to),
      after: after.slice(gap.after.from, gap.after.to),
    };
    for (const pair of pairGap(items, planning)) {
      groups.push({ before: [pair.before + gap.before.from], after: [pair.after + gap.after.from] });
    }
  }
  groups.sort((one, other) => one.before[0]! - other.before[0]!);
  return pairInPlace(addPieces(groups, { before, after }, planning), { before, after }, planning);
}

function keysOf(items: readonly Item[]): Int32Array {
  return Int32Array.from(items, ({ key }) => key);
}

function isTelling(item: Item): boolean {
  if (item.kind === "table") return true;
  return !item.isBlank && item.letters >= LEAST_ANCHOR;
}

/** What is marked when an item that both sides have is not kept in place: less if it can be shown as moved. */
function costOf(item: Item): number {
  if (item.kind === "table") return FIXED_COST * Math.max(1, lettersIn(item.rows));
  return item.letters < MOVABLE || item.endsSection ? FIXED_COST * item.letters : item.letters;
}

function lettersIn(rows: readonly RowItem[]): number {
  return rows.reduce((sum, row) => {
    const items = row.items.map((item) => (item.kind === "table" ? lettersIn(item.rows) : item.letters));
    return items.reduce((all, letters) => all + letters, sum);
  }, 0);
}

/** What is struck in one place and written again in another costs a reader more than the letters of both. */
const FIXED_COST = 3;
/** Letters of a paragraph that may well be recognised elsewhere. */
const MOVABLE = 30;

interface GapItems {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

function pairGap({ before, after }: GapItems, planning: Planning): AlikePair[] {
  return pairAlike({
    before: before.length,
    after: after.length,
    likeness: (one, other) => alike(before[one]!, after[other]!, planning),
    least: LEAST_ALIKE ** 2,
    budget: planning.budget,
  });
}

/** Pairs what is left between groups, as many short paragraphs on one side as on the other: they stand in each other's place. */
function pairInPlace(groups: readonly ItemGroup[], items: GapItems, planning: Planning): ItemGroup[] {
  const all: ItemGroup[] = [];
  let done = { before: 0, after: 0 };
  const ends = { before: [items.before.length], after: [items.after.length] };
  for (const group of [...groups, ends]) {
    const [before, after] = [group.before[0]! - done.before, group.after[0]! - done.after];
    const { before: one, after: other } = done;
    const left = Array.from({ length: before === after ? before : 0 }, (_, at) => at);
    if (left.every((at) => standsFor(items.before[one + at]!, items.after[other + at]!, planning))) {
      all.push(...left.map((at) => ({ before: [one + at], after: [other + at] })));
    }
    if (group === ends) break;
    all.push(group);
    done = { before: group.before.at(-1)! + 1, after: group.after.at(-1)! + 1 };
  }
  return all;
}

/** Whether one paragraph can be taken for another by its place: neither says enough to be looked for elsewhere, or one holds the other. */
function standsFor(before: Item, after: Item, { lexicon }: Planning): boolean {
  if (before.kind !== "paragraph" || after.kind !== "paragraph" || before.endsSection !== after.endsSection)
    return false;
  if (before.isBlank || after.isBlank) return before.isBlank === after.isBlank;
  const weights = [before.bag.weight, after.bag.weight];
  if (Math.max(...weights) < LEAST_LOOKED_FOR) return true;
  const likeness = likenessOf(before.bag, after.bag, (key) => lexicon.weightOf(key));
  const isHeld = likeness * (weights[0]! + weights[1]!) >= 2 * LEAST_SHARE * Math.min(...weights);
  return isHeld || likeness >= LEAST_IN_PLACE;
}

/** Paragraphs that stand in each other's place, and nothing else does, may be rewritten to this much. */
const LEAST_IN_PLACE = 0.2;

/** Letters of telling words by which a paragraph is looked for elsewhere (plan-moves). */
const LEAST_LOOKED_FOR = 20;

/** How alike two items are, squared, so that one good pair counts for more than two poor ones. */
function alike(before: Item, after: Item, planning: Planning): number {
  if (before.kind !== after.kind) return 0;
  if (before.key === after.key) return before.isBlank ? BLANK_ALIKE ** 2 : 1;
  if (before.isBlank || after.isBlank) return before.isBlank && after.isBlank ? BLANK_ALIKE ** 2 : 0;
  const weightOf = (key: number): number => planning.lexicon.weightOf(key);
  const likeness = likenessOf(before.bag, after.bag, weightOf);
  return (likeness < LEAST_ALIKE && isIn(before.bag, after.bag, likeness) ? IN_ALIKE : likeness) ** 2;
}

/** Whether nearly all of the one is in the other, and says enough not to be there by chance. */
function isIn(before: Bag, after: Bag, likeness: number): boolean {
  const common = (likeness * (before.weight + after.weight)) / 2;
  const smaller = Math.min(before.weight, after.weight);
  return smaller >= LEAST_IN && common >= LEAST_SHARE * smaller;
}

/** Takes neighbours without a partner into a group when they are pieces of what the group is on the other side. */
function addPieces(groups: readonly ItemGroup[], items: GapItems, planning: Planning): ItemGroup[] {
  const grown: ItemGroup[] = [];
  for (const [index, group] of groups.entries()) {
    const last = grown.at(-1);
    const next = groups[index + 1];
    const room = {
      before: { from: (last?.before.at(-1) ?? -1) + 1, to: next?.before[0] ?? items.before.length },
      after: { from: (last?.after.at(-1) ?? -1) + 1, to: next?.after[0] ?? items.after.length },
    };
    grown.push(growGroup(group, { items, room }, planning));
  }
  return grown;
}

interface Room {
  readonly items: GapItems;
  readonly room: { readonly before: Range; readonly after: Range };
}

function growGroup(group: ItemGroup, { items, room }: Room, planning: Planning): ItemGroup {
  const first = items.before[group.before[0]!]!;
  const other = items.after[group.after[0]!]!;
  if (first.kind !== "paragraph" || other.kind !== "paragraph" || first.isBlank || first.key === other.key)
    return group;
  const after = pieces(first, { items: items.after, own: group.after[0]!, room: room.after }, planning);
  if (after.length > 1) return { before: group.before, after };
  const before = pieces(other, { items: items.before, own: group.before[0]!, room: room.before }, planning);
  return before.length > 1 ? { before, after: group.after } : group;
}

interface Neighbours {
  readonly items: readonly Item[];
  /** The one that is already paired. */
  readonly own: number;
  readonly room: Range;
}

/** The neighbours, around the one that is paired, that say what is missing from it in the whole. */
function pieces(whole: Item, { items, own, room }: Neighbours, planning: Planning): number[] {
  let missing = without(whole.bag, items[own]!.bag, planning);
  const taken = [own];
  const takes = (at: number): boolean => {
    const piece = items[at]!;
    if (piece.kind !== "paragraph" || piece.isBlank) return false;
    const left = without(missing, piece.bag, planning);
    if (missing.weight - left.weight < LEAST_PIECE * piece.bag.weight) return false;
    missing = left;
    return true;
  };
  for (let at = own - 1; at >= room.from && takes(at); at -= 1) taken.unshift(at);
  for (let at = own + 1; at < room.to && takes(at); at += 1) taken.push(at);
  return taken;
}

/** A bag without the tokens of another. */
function without(bag: Bag, taken: Bag, { lexicon }: Planning): Bag {
  const left: number[] = [];
  let weight = 0;
  let at = 0;
  for (const token of bag.tokens) {
    while (at < taken.tokens.length && taken.tokens[at]! < token) at += 1;
    if (at < taken.tokens.length && taken.tokens[at] === token) at += 1;
    else {
      left.push(token);
      weight += lexicon.weightOf(token);
    }
  }
  return { tokens: Int32Array.from(left), weight };
}
