// Composes the blocks that several revised copies insert between the same two blocks (MRG-20, MRG-21).

import type { Container, Item } from "../../redline/content/items.ts";
import type { MergingConflict } from "../conflict.ts";
import type { ContainerPatch, GapBlock, ParagraphPatch, Slice } from "../patches.ts";
import type { Merging } from "../revision.ts";
import type { SettledEnds } from "../settle-ends.ts";
import type { MovePlans } from "./compose-moves.ts";
import { textBetween } from "./compose-text.ts";
import { blockKey, lookConflict, placeOf } from "./same-look.ts";
import { rangeKey } from "./settle-ranges.ts";

/** Blocks that some revised copies insert in a gap. */
export interface GapGroup {
  readonly by: readonly number[];
  readonly blocks: readonly PlacedBlock[];
}

export interface PlacedBlock extends GapBlock {
  /** The conflict that the block is a side of. */
  readonly conflict: MergingConflict | undefined;
}

interface GapContext {
  readonly gap: number;
  readonly patches: readonly ContainerPatch[];
  readonly moves: MovePlans;
  readonly ends: SettledEnds;
  readonly merging: Merging;
}

/** The blocks that one revised copy inserts in a gap, or some of them. */
interface GapList {
  readonly patch: ContainerPatch;
  readonly blocks: readonly GapBlock[];
}

export function composeGap(asked: GapContext): GapGroup[] {
  const { gap, patches } = asked;
  const lists = patches.flatMap((patch): GapList[] =>
    patch.gaps[gap]!.length > 0 ? [{ patch, blocks: patch.gaps[gap]! }] : [],
  );
  if (lists.length === 0) return [];
  // Blocks that replace paragraphs of the base come first, whatever the order of the copies.
  const parts = lists.map((list) => cutAfterRange(list, asked));
  const replacing = groupsOf(
    parts.map(([range]) => range),
    asked,
  );
  const others = groupsOf(
    parts.map(([, rest]) => rest),
    asked,
  );
  const groups = [...replacing, ...others];
  return groups.length > 1 ? tablesFirst(groups) : groups;
}

/**
 * Cuts a list after the blocks that replace paragraphs. Blocks before a last mark are not cut. Neither is a list whose
 * rest begins with a table, because `tablesFirst` would put that table before the paragraphs of its own copy.
 */
function cutAfterRange({ patch, blocks }: GapList, asked: GapContext): readonly [GapList, GapList] {
  const first = blocks.findIndex(({ conflict }) => conflict === undefined);
  const isWhole = first > 0 && (blocks[first]!.item.kind === "table" || endKey(patch, asked) !== "block");
  const cut = first < 0 || isWhole ? blocks.length : first;
  return [
    { patch, blocks: blocks.slice(0, cut) },
    { patch, blocks: blocks.slice(cut) },
  ];
}

function groupsOf(all: readonly GapList[], asked: GapContext): GapGroup[] {
  const { moves } = asked;
  const lists = all.filter(({ blocks }) => blocks.length > 0);
  const same = [...Map.groupBy(lists, (list) => `${endKey(list.patch, asked)} ${listKey(list, moves)}`).values()];
  const groups = same.map((listsOfOne) => ({
    by: listsOfOne.map(({ patch: { number } }) => number),
    blocks: listsOfOne[0]!.blocks,
    looks: listsOfOne[0]!.blocks.map((_, at) => blockLook(listsOfOne, at, asked)),
  }));
  const conflict = gapConflict(asked, groups);
  const placed = groups.map(({ by, blocks, looks }) => ({
    by,
    blocks: blocks.map((block, at): PlacedBlock => {
      const move = block.movedFrom === undefined ? undefined : moves.get(block.movedFrom);
      return { ...block, conflict: move === undefined ? (block.conflict ?? conflict ?? looks[at]) : move.conflict };
    }),
  }));
  return placed.length > 1
    ? alongSharedMoves(
        movesFirst(placed, ({ blocks }) => blocks),
        moves,
      )
    : placed;
}

/**
 * Puts the lists that replace paragraphs first, then those with moved blocks, in the order of these blocks in the base.
 * Lists with the same moved block are ordered by their text, after those in which every block competes. So the order of
 * the copies does not decide whether a moved paragraph comes before or after another copy's new one.
 */
export function movesFirst<List>(lists: readonly List[], blocksOf: (list: List) => readonly GapBlock[]): List[] {
  const place = (list: List): number => {
    const blocks = blocksOf(list);
    if (blocks.some(({ movedFrom, conflict }) => movedFrom === undefined && conflict?.original !== undefined))
      return -1;
    return Math.min(...blocks.flatMap(({ movedFrom }) => movedFrom ?? []), Number.MAX_SAFE_INTEGER);
  };
  return lists
    .map((list) => ({ list, at: place(list), text: textBeside(blocksOf(list)) }))
    .toSorted((one, other) => one.at - other.at || compareText(one.text, other.text))
    .map(({ list }) => list);
}

/** Returns the text of a list with a block that does not compete; empty text if every block competes. */
function textBeside(blocks: readonly GapBlock[]): string {
  const competes = blocks.every(({ conflict }) => conflict !== undefined && conflict.kind !== "property");
  return competes ? "" : blocks.map(({ item }) => `${itemText(item)}\n`).join("");
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Puts the tables at the start of each list first, or after the last paragraph that their own copies have too. A paragraph
 * that is absent in some view must be followed by a paragraph, so no table may follow a paragraph of another revised copy.
 */
function tablesFirst(groups: readonly GapGroup[]): GapGroup[] {
  const out: GapGroup[] = [];
  for (const { by, blocks } of groups) {
    const first = blocks.findIndex(({ item }) => item.kind === "paragraph");
    const cut = first < 0 ? blocks.length : first;
    if (cut > 0) {
      let at = out.findLastIndex((other) => by.every((number) => other.by.includes(number))) + 1;
      // A version that ends with a table is not passed: it may come before or after other versions.
      while (out[at]?.blocks.every(({ item }) => item.kind === "table")) at += 1;
      out.splice(at, 0, { by, blocks: blocks.slice(0, cut) });
    }
    if (cut < blocks.length) out.push({ by, blocks: blocks.slice(cut) });
  }
  return out;
}

/** Returns the conflict of several revised copies that insert a paragraph with equal text and different formatting. */
function blockLook(lists: readonly GapList[], at: number, { gap, merging }: GapContext): MergingConflict | undefined {
  const { movedFrom, conflict } = lists[0]!.blocks[at]!;
  if (lists.length === 1 || movedFrom !== undefined || conflict !== undefined) return undefined;
  const all = lists.map(({ patch: { number }, blocks }) => {
    const { item } = blocks[at]!;
    const slices: Slice[] =
      item.kind === "table"
        ? []
        : [
            { kind: "tokens", item, from: 0, to: item.tokens.keys.length },
            { kind: "end", item },
          ];
    return { number, slices };
  });
  return lookConflict(all, { item: itemBefore(lists[0]!.patch.plan.before, gap), merging });
}

/** Returns text that is equal for copies whose blocks of a gap are written at the same position: before a last mark or not. */
function endKey({ number }: ContainerPatch, { gap, ends: { tailsOfGap } }: GapContext): string {
  const tail = tailsOfGap.get(gap)?.find((one) => one.number === number);
  if (tail === undefined) return "block";
  return tail.leading === undefined ? "instead of the last" : "after the last";
}

/** Returns text that is equal for lists of the same blocks. */
function listKey({ patch, blocks }: GapList, moves: MovePlans): string {
  return blocks
    .map(({ item, movedFrom, conflict }) => {
      if (conflict !== undefined) return `range ${rangeKey(item)}`;
      if (movedFrom === undefined) return `new ${blockKey(item)}`;
      if (moves.get(movedFrom)!.conflict === undefined) return `moved ${movedFrom}`;
      // If moves compete, revised copies with the same number of edits in equal text of one look are one side.
      return `moved ${movedFrom} ${rangeKey(item)} ${(patch.blocks[movedFrom] as ParagraphPatch).edits.length}`;
    })
    .join("|");
}

/**
 * Returns the conflict of different new blocks, or of new blocks between two blocks that another revised copy deletes.
 */
function gapConflict(
  { gap, patches, moves, ends, merging }: GapContext,
  groups: readonly { readonly by: readonly number[]; readonly blocks: readonly GapBlock[] }[],
): MergingConflict | undefined {
  const withNew = groups.filter(({ blocks }) => blocks.some(isNew));
  if (withNew.length === 0) return undefined;
  const putting = new Set(withNew.flatMap(({ by }) => by));
  const removing = patches.filter(
    (patch) => !putting.has(patch.number) && isRemoved(patch, gap - 1, moves) && isRemoved(patch, gap, moves),
  );
  if (withNew.length === 1 && removing.length === 0) return undefined;
  const sides = withNew.map(({ by, blocks }) => ({ revisions: by, text: blocksText(blocks) }));
  const without = removing.map(({ number }) => number);
  const all = without.length === 0 ? sides : [...sides, { revisions: without, text: "" }];
  const tails = groups.filter(({ by }) => ends.tailsOfGap.get(gap)?.some(({ number }) => number === by[0]) === true);
  const move = moveAfterTable(tails, moves);
  if (move !== undefined) return merging.conflicts.widened(move, all);
  const around = itemBefore(patches[0]!.plan.before, gap);
  return merging.conflicts.add("blocks", { sides: all, place: around && placeOf(around) });
}

/**
 * Returns the conflict about a paragraph that moves to an end right after a new table. Both need the mark before the
 * table, so they belong to one conflict.
 */
function moveAfterTable(
  tails: readonly { readonly blocks: readonly GapBlock[] }[],
  moves: MovePlans,
): MergingConflict | undefined {
  const after = tails.flatMap(({ blocks }) =>
    blocks.filter((_, at) => blocks[at - 1]?.item.kind === "table" && isNew(blocks[at - 1]!)),
  );
  return after.flatMap(({ movedFrom = -1 }) => moves.get(movedFrom)?.conflict ?? []).at(0);
}

/** Returns the block of the base before a gap, or the first one after it; undefined in an empty container. */
function itemBefore({ items }: Container, gap: number): Item | undefined {
  return items[gap - 1] ?? items[gap];
}

/** True if a revised copy deletes a block whole. */
function isRemoved({ blocks, plan }: ContainerPatch, index: number, moves: MovePlans): boolean {
  const block = blocks[index];
  if (block === undefined) return false;
  if (block.kind === "table") return block.step === undefined;
  if (block.partner !== undefined || block.move !== undefined || moves.get(index) !== undefined) return false;
  const item = plan.before.items[index]!;
  return item.kind === "paragraph" && block.kept.every(({ from, to }) => from === to);
}

function blocksText(blocks: readonly GapBlock[]): string {
  return blocks.flatMap((block) => (isNew(block) ? [itemText(block.item)] : [])).join("\n");
}

/** True for a block that did not move here and does not replace paragraphs of the base. */
function isNew({ movedFrom, conflict }: GapBlock): boolean {
  return movedFrom === undefined && conflict === undefined;
}

function itemText(item: Item): string {
  return item.kind === "table" ? "[table]" : textBetween(item, 0, item.tokens.keys.length);
}

/** Arranges lists that share moved blocks: each shared block occurs once, and the blocks before it stay before it. */
function alongSharedMoves(groups: readonly GapGroup[], moves: MovePlans): GapGroup[] {
  const shared = sharedMoves(groups, moves);
  if (shared.length === 0) return [...groups];
  const rest = groups.map(({ by, blocks }) => ({ by, blocks: [...blocks] }));
  const out: GapGroup[] = [];
  for (const anchor of [...shared, undefined]) {
    let found: PlacedBlock | undefined;
    for (const group of rest) {
      const at = anchor === undefined ? group.blocks.length : group.blocks.findIndex((one) => one.movedFrom === anchor);
      if (at < 0) continue;
      const before = group.blocks.splice(0, at);
      if (before.length > 0) out.push({ by: group.by, blocks: before });
      if (anchor === undefined) continue;
      const own = group.blocks.shift();
      // The new position has the formatting of the first mover (MRG-25b), whatever the order of the lists.
      if (group.by.includes(moves.get(anchor)!.movers[0]!)) found = own;
    }
    if (found !== undefined) out.push({ by: moves.get(anchor!)!.movers, blocks: [found] });
  }
  return out;
}

/** Returns the blocks that several lists moved here, in an order that agrees with every list. */
function sharedMoves(groups: readonly GapGroup[], moves: MovePlans): number[] {
  const lists = groups.map(({ blocks }) =>
    blocks.flatMap(({ movedFrom }) =>
      movedFrom !== undefined && moves.get(movedFrom)!.conflict === undefined ? [movedFrom] : [],
    ),
  );
  const counts = new Map<number, number>();
  for (const index of lists.flat()) counts.set(index, (counts.get(index) ?? 0) + 1);
  const left = lists.map((list) => list.filter((index) => counts.get(index)! > 1));
  const order: number[] = [];
  // No two lists have two of these blocks in different orders, because such moves compete.
  while (left.some((list) => list.length > 0)) {
    const next = left
      .map((list) => list[0])
      .find((head) => head !== undefined && left.every((list) => list.indexOf(head) <= 0));
    if (next === undefined) return order;
    order.push(next);
    for (const list of left) if (list[0] === next) list.shift();
  }
  return order;
}
