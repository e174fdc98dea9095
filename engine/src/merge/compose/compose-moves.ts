// Plans the moves of paragraphs: which revised copies move them, to which position, and which moves are conflicts.
//
// A move is a conflict if the revised copies move the paragraph differently, or if another one deletes, splits or joins
// it.

import { destinationWords } from "../../document/lists/clauses.ts";
import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import type { MergingConflict } from "../conflict.ts";
import type { ContainerPatch, ParagraphPatch } from "../patches.ts";
import type { Merging } from "../revision.ts";
import type { SettledEnds } from "../settle-ends.ts";
import { textBetween } from "./compose-text.ts";
import { placeOf } from "./same-look.ts";
import { rangeKey } from "./settle-ranges.ts";
import { editKey } from "./torn-ranges.ts";

/** The plan for a paragraph that at least one revised copy moves. */
export interface MovePlan {
  readonly movers: readonly number[];
  /**
   * Set if the movers disagree, or if another revised copy deletes, splits or joins the paragraph. It is then deleted
   * here and inserted there.
   */
  readonly conflict: MergingConflict | undefined;
  /** The number of the move. `isFirst` and `isLast` are true if the move begins, or ends, with this paragraph. */
  readonly number: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export type MovePlans = ReadonlyMap<number, MovePlan>;

interface MoveContext {
  readonly patches: readonly ContainerPatch[];
  readonly ends: SettledEnds;
  readonly merging: Merging;
}

export function planMoves(base: Container, { patches, ends, merging }: MoveContext): MovePlans {
  const plans = new Map<number, MovePlan>();
  const moved = base.items.flatMap((item, index) => {
    if (item.kind === "table") return [];
    const movers = patches.filter(({ blocks }) => moveIn(blocks[index]!) !== undefined);
    return movers.length === 0 ? [] : [{ index, item, movers }];
  });
  if (moved.length === 0) return plans;
  const crossing = crossingMoves(moved, patches);
  for (const index of sharedAtEnds(patches, ends)) crossing.add(index);
  for (const { index, item, movers } of moved) {
    const gaps = new Set(movers.map(({ blocks }) => moveIn(blocks[index]!)!.gap));
    const others = patches.filter((patch) => !movers.includes(patch));
    const isCompeted = gaps.size > 1 || crossing.has(index) || others.some((patch) => isTorn(base, patch, index));
    const numbers = movers.map(({ number }) => number);
    const conflict = isCompeted ? moveConflict({ item, index, patches }, merging) : undefined;
    plans.set(index, { movers: numbers, conflict, number: 0, isFirst: true, isLast: true });
  }
  return numbered(plans, patches, merging);
}

function moveIn(block: ContainerPatch["blocks"][number]): ParagraphPatch["move"] {
  return block.kind === "paragraph" ? block.move : undefined;
}

/** True if a revised copy that does not move a paragraph deletes it, splits it or joins it with a neighbour. */
function isTorn(base: Container, { blocks }: ContainerPatch, index: number): boolean {
  const own = blocks[index] as ParagraphPatch;
  if (own.partner === undefined) return true;
  if (own.edits.some(({ slices }) => slices.some(({ kind }) => kind !== "tokens"))) return true;
  const { length } = (base.items[index] as ParagraphItem).tokens.keys;
  const isEmptied = length > 0 && own.edits.length === 1 && own.edits[0]!.to - own.edits[0]!.from === length;
  if (isEmptied && own.edits[0]!.slices.length === 0) return true;
  const before = index === 0 ? undefined : blocks[index - 1];
  if (before?.kind !== "paragraph" || before.partner !== undefined || before.move !== undefined) return false;
  const item = base.items[index - 1] as ParagraphItem;
  return before.kept.some(({ from, to }) => from < to) && item.tokens.keys.length > 0;
}

/** Returns the blocks that two revised copies move to one gap in different orders. */
function crossingMoves(moved: readonly { readonly index: number }[], patches: readonly ContainerPatch[]): Set<number> {
  const crossing = new Set<number>();
  const gaps = new Set(patches.flatMap(({ blocks }) => moved.map(({ index }) => moveIn(blocks[index]!)?.gap)));
  for (const gap of gaps) {
    if (gap === undefined) continue;
    const orders = patches.map((patch) => patch.gaps[gap]!.flatMap(({ movedFrom }) => movedFrom ?? []));
    for (const [at, one] of orders.entries()) {
      for (const other of orders.slice(at + 1)) {
        const shared = one.filter((index) => other.includes(index));
        const theirs = other.filter((index) => one.includes(index));
        if (shared.join() !== theirs.join()) for (const index of shared) crossing.add(index);
      }
    }
  }
  return crossing;
}

/**
 * Returns the blocks that several revised copies move to an end among different other blocks. Before the last mark, the
 * blocks of each revised copy are separate.
 */
function sharedAtEnds(patches: readonly ContainerPatch[], { tails }: SettledEnds): number[] {
  const gaps = new Set([...tails.values()].flatMap((all) => all.map(({ gap }) => gap)));
  return [...gaps].flatMap((gap) => {
    const lists = patches.map((patch) => patch.gaps[gap]!.map(({ item, movedFrom }) => movedFrom ?? `new ${item.key}`));
    const distinct = [...new Map(lists.map((list) => [list.join(), list])).values()];
    const moved = distinct.flatMap((list) => list.filter((one) => typeof one === "number"));
    return moved.filter((index, at) => moved.indexOf(index) !== at);
  });
}

function moveConflict(
  { item, index, patches }: { item: ParagraphItem; index: number; patches: readonly ContainerPatch[] },
  merging: Merging,
): MergingConflict {
  const original = textOf(item);
  const versions = patches.flatMap(({ number, blocks, gaps, plan }) => {
    const { edits, partner, move } = blocks[index] as ParagraphPatch;
    if (move === undefined && partner !== undefined && edits.length === 0) return [];
    const text = partner === undefined ? "" : textOf(partner);
    const says = move === undefined ? undefined : `moves it ${destination(plan.before, move.gap, merging)}`;
    const moved = move && gaps[move.gap]!.find(({ movedFrom }) => movedFrom === index);
    const look = moved && rangeKey(moved.item);
    return [{ number, text, says, key: [move?.gap, look, ...edits.map(editKey)].join("|") }];
  });
  const sides = [...Map.groupBy(versions, ({ key }) => key).values()].map((same) => {
    const [{ text, says }] = same as [(typeof same)[number]];
    return { revisions: same.map(({ number }) => number), text, ...(says === undefined ? {} : { says }) };
  });
  return merging.conflicts.add("move", { sides, place: placeOf(item), original });
}

/** Returns for example `after 11.2 Notices`. */
function destination({ items }: Container, gap: number, { conflicts }: Merging): string {
  const before = items.slice(0, gap).findLast((item) => item.kind === "table" || textOf(item).trim() !== "");
  if (before === undefined) return destinationWords(undefined);
  const text = before.kind === "table" ? undefined : textOf(before);
  return destinationWords({ clause: conflicts.clauseAt(placeOf(before)), text });
}

function textOf(item: ParagraphItem): string {
  return textBetween(item, 0, item.tokens.keys.length);
}

/** Joins neighbours that the same revised copies moved together into one move. */
function numbered(plans: Map<number, MovePlan>, patches: readonly ContainerPatch[], merging: Merging): MovePlans {
  const done = new Map<number, MovePlan>();
  let open: { readonly index: number; readonly plan: MovePlan }[] = [];
  const close = (): void => {
    const number = open.length === 0 ? 0 : merging.nextMove();
    for (const [at, { index, plan }] of open.entries()) {
      done.set(index, { ...plan, number, isFirst: at === 0, isLast: at === open.length - 1 });
    }
    open = [];
  };
  for (const [index, plan] of plans) {
    const last = open.at(-1);
    if (last === undefined || !goesOn(last, { index, plan }, patches)) close();
    if (plan.conflict === undefined) open.push({ index, plan });
    else done.set(index, plan);
  }
  close();
  return done;
}

interface Indexed {
  readonly index: number;
  readonly plan: MovePlan;
}

function goesOn(one: Indexed, other: Indexed, patches: readonly ContainerPatch[]): boolean {
  if (other.index !== one.index + 1 || other.plan.conflict !== undefined) return false;
  if (one.plan.movers.join() !== other.plan.movers.join()) return false;
  return patches
    .filter(({ number }) => one.plan.movers.includes(number))
    .every(({ blocks, gaps }) => {
      const [first, second] = [moveIn(blocks[one.index]!)!, moveIn(blocks[other.index]!)!];
      if (first.gap !== second.gap || first.half.number !== second.half.number) return false;
      const list = gaps[first.gap]!;
      return (
        list.findIndex(({ movedFrom }) => movedFrom === one.index) + 1 ===
        list.findIndex(({ movedFrom }) => movedFrom === other.index)
      );
    });
}
