// Which items of two containers belong together.
//
// Items of equal, telling content anchor first. In the gaps between them items are paired in order by how alike they
// are; then paragraphs without a partner are looked at again: one that was split, or joined with its neighbour, is part
// of the group of that neighbour. Tables pair with tables alone.

import { alignKeys } from "../../align/align-keys.ts";
import { type Bag, likenessOf } from "../../align/bags.ts";
import { gapsBetween, type Range } from "../../align/match.ts";
import { pairAlike } from "../../align/pair-alike.ts";
import type { Item } from "../content/items.ts";
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
/** How much of a paragraph must be in another for it to be taken for a piece of it. */
const LEAST_PIECE = 0.7;

/** The groups in order; items in no group were deleted or inserted. */
export function pairItems(before: readonly Item[], after: readonly Item[], planning: Planning): ItemGroup[] {
  const { budget } = planning;
  const keys = { before: keysOf(before), after: keysOf(after) };
  const anchors = new Set<number>([...before, ...after].filter(isTelling).map(({ key }) => key));
  const matches = alignKeys(keys.before, keys.after, { isAnchor: (key) => anchors.has(key), budget });
  const groups: ItemGroup[] = matches.flatMap((match) =>
    Array.from({ length: match.length }, (_, at) => ({ before: [match.before + at], after: [match.after + at] })),
  );
  for (const gap of gapsBetween(matches, { before: before.length, after: after.length })) {
    if (gap.before.from === gap.before.to || gap.after.from === gap.after.to) continue;
    const items = {
      before: before.slice(gap.before.from, gap.before.to),
      after: after.slice(gap.after.from, gap.after.to),
    };
    for (const group of pairGap(items, planning)) {
      groups.push({
        before: group.before.map((at) => at + gap.before.from),
        after: group.after.map((at) => at + gap.after.from),
      });
    }
  }
  return groups.sort((one, other) => one.before[0]! - other.before[0]!);
}

function keysOf(items: readonly Item[]): Int32Array {
  return Int32Array.from(items, ({ key }) => key);
}

function isTelling(item: Item): boolean {
  if (item.kind === "table") return true;
  if (item.isBlank) return false;
  const letters = item.units.reduce((sum, { text, kind }) => sum + (kind === "object" ? LEAST_ANCHOR : text.length), 0);
  return letters >= LEAST_ANCHOR;
}

interface GapItems {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

function pairGap({ before, after }: GapItems, planning: Planning): ItemGroup[] {
  const pairs = pairAlike({
    before: before.length,
    after: after.length,
    likeness: (one, other) => alike(before[one]!, after[other]!, planning),
    least: LEAST_ALIKE ** 2,
    budget: planning.budget,
  });
  const groups = pairs.map((pair) => ({ before: [pair.before], after: [pair.after] }));
  return addPieces(groups, { before, after }, planning);
}

/** How alike two items are, squared, so that one good pair counts for more than two poor ones. */
function alike(before: Item, after: Item, planning: Planning): number {
  if (before.kind !== after.kind) return 0;
  if (before.key === after.key) return before.isBlank ? BLANK_ALIKE ** 2 : 1;
  if (before.isBlank || after.isBlank) return before.isBlank && after.isBlank ? BLANK_ALIKE ** 2 : 0;
  return likeness(before.bag, after.bag, planning) ** 2;
}

function likeness(before: Bag, after: Bag, { lexicon }: Planning): number {
  return likenessOf(before, after, (key) => lexicon.weightOf(key));
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
