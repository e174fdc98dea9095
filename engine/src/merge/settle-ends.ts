// Settles the last marks of containers and before tables, for each revised copy separately (MRG-24).
//
// These marks can be neither deleted nor inserted, because no paragraph follows that they could join. If a revised copy
// deletes the paragraphs at such an end, they keep the last mark, and the mark before them is deleted instead.
// Paragraphs that it adds there go before the last mark, each after a mark of its own. Marks of different revised
// copies move independently. Each view of one revised copy is correct, whatever the others do.

import type { Container, ParagraphItem } from "../redline/content/items.ts";
import { addTo, type ContainerPatch, isDropped, type ParagraphPatch, type TablePatch } from "./patches.ts";

/** The blocks that one revised copy adds at an end. */
export interface Tail {
  readonly number: number;
  /** The gap whose blocks are added here. */
  readonly gap: number;
  /** The paragraph whose mark comes first; undefined if the revised copy deletes the paragraphs before the end. */
  readonly leading: ParagraphItem | undefined;
}

export interface SettledEnds {
  /** Maps a block to the numbers of the revised copies that delete its mark. */
  readonly gone: ReadonlyMap<number, readonly number[]>;
  /** Maps a block to the content that comes before its mark. */
  readonly tails: ReadonlyMap<number, readonly Tail[]>;
  /** Maps a gap to the tails whose blocks are in it. */
  readonly tailsOfGap: ReadonlyMap<number, readonly Tail[]>;
  /** Maps a block, then the number of a revised copy, to the paragraph that has its mark. */
  readonly partners: ReadonlyMap<number, ReadonlyMap<number, ParagraphItem>>;
  /** Maps a deleted block to the revised copies that delete the mark before it instead of its own. */
  readonly shifted: ReadonlyMap<number, readonly number[]>;
}

/** Indexes of blocks of the base. */
interface Indexes {
  has(index: number): boolean;
}

/** Settles the ends. No copy may claim a mark of a paragraph in `held`, because a conflict owns that mark. */
export function settleEnds(base: Container, patches: readonly ContainerPatch[], held: Indexes): SettledEnds {
  const claimed = claimedEnds(settledAt(base, patches, { claimed: new Set(), held }), base, patches);
  const settled = settledAt(base, patches, { claimed, held });
  settleInserted(patches, settled);
  return settled;
}

/** Settles the ends of each revised copy: before each table that it keeps, and before each table in `claimed`. */
function settledAt(
  base: Container,
  patches: readonly ContainerPatch[],
  { claimed, held }: { readonly claimed: Indexes; readonly held: Indexes },
): EndBuilder {
  const settled = new EndBuilder();
  const allGone = new Map<ContainerPatch, Set<number>>();
  for (const patch of patches) {
    const { blocks } = patch;
    const gone = new Set(blocks.flatMap((block, index) => (isGone(block) ? [index] : [])));
    let first = 0;
    for (let index = 0; index <= blocks.length; index += 1) {
      const block = blocks[index];
      if (block?.kind === "paragraph") continue;
      const isKept = block?.step !== undefined || block === undefined;
      if (isKept || claimed.has(index)) settleStretch({ base, patch, first, end: index }, { settled, gone });
      if (isKept) first = index + 1;
    }
    allGone.set(patch, gone);
  }
  claimMarks(base, allGone, { settled, held });
  for (const [{ number }, gone] of allGone) for (const index of gone) addTo(settled.gone, index, number);
  return settled;
}

/**
 * Lets a copy that removes a paragraph delete the mark before it, if another copy deletes the mark of the paragraph for
 * an end (MRG-24c). Accepting both then removes both paragraphs with their marks. A mark in `held` stays.
 */
function claimMarks(
  base: Container,
  allGone: ReadonlyMap<ContainerPatch, Set<number>>,
  { settled, held }: { readonly settled: EndBuilder; readonly held: Indexes },
): void {
  const patches = [...allGone.keys()];
  for (let index = base.items.length - 1; index > 0; index -= 1) {
    const going = [...allGone].filter(([, gone]) => gone.has(index));
    if (!going.some(([{ blocks }]) => !isGone(blocks[index]!))) continue;
    for (const [patch, gone] of going) {
      if (!isGone(patch.blocks[index]!) || settled.shifted.get(index)?.includes(patch.number)) continue;
      const kept = markInstead(base, { patch, patches }, index);
      if (kept === undefined || held.has(kept) || isContested(patches, kept)) continue;
      gone.delete(index);
      gone.add(kept);
      for (let at = kept + 1; at <= index; at += 1) addTo(settled.shifted, at, patch.number);
      settled.addPartner(index, patch.number, (patch.blocks[kept] as ParagraphPatch).partner!);
    }
  }
}

/** True if one copy removes a paragraph and another edits it: their conflict owns its mark (MRG-44). */
export function isContested(patches: readonly ContainerPatch[], index: number): boolean {
  const blocks = patches.map((patch) => patch.blocks[index] as ParagraphPatch);
  return blocks.some(isRemoved) && blocks.some((block) => !isRemoved(block) && block.edits.length > 0);
}

/** True if a copy inserts a table before a block. The paragraph after the table keeps its mark. */
function addsTable({ gaps }: ContainerPatch, gap: number): boolean {
  return gaps[gap]!.some(({ item }) => item.kind === "table");
}

/** A copy, and all copies. */
export interface OneOfPatches {
  readonly patch: ContainerPatch;
  readonly patches: readonly ContainerPatch[];
}

/**
 * Returns the paragraph before a removed one whose mark a copy may delete instead. Only removed paragraphs are between
 * both, the copy inserts nothing there, and no copy inserts a table. Undefined if no such paragraph exists.
 */
export function markInstead({ items }: Container, { patch, patches }: OneOfPatches, index: number): number | undefined {
  const { blocks, gaps } = patch;
  for (let at = index; ; at -= 1) {
    const [item, block] = [items[at], blocks[at]];
    if (item?.kind !== "paragraph" || block?.kind !== "paragraph" || item.endsSection) return undefined;
    if (gaps[at + 1]!.length > 0 || (at < index && patches.some((one) => addsTable(one, at + 1)))) return undefined;
    if (block.partner !== undefined) return block.partner.endsSection ? undefined : at;
    if (!isRemoved(block)) return undefined;
  }
}

/**
 * Returns the tables whose end a revised copy claims: it keeps the table, and adds or deletes paragraphs before it. A
 * copy that deletes the table keeps the mark before it too, because the copy that claims the mark needs it.
 */
function claimedEnds(
  { tails, shifted }: EndBuilder,
  { items }: Container,
  patches: readonly ContainerPatch[],
): ReadonlySet<number> {
  const claimed = new Set<number>();
  for (const [index, item] of items.entries()) {
    if (item.kind !== "table") continue;
    const settling = [...(tails.get(index - 1) ?? []).map(({ number }) => number), ...(shifted.get(index - 1) ?? [])];
    const keeping = patches.filter(({ blocks }) => (blocks[index] as TablePatch).step !== undefined);
    if (keeping.some(({ number }) => settling.includes(number))) claimed.add(index);
  }
  return claimed;
}

/**
 * Settles the blocks that revised copies insert after a mark that another copy deletes for the end (`shifted`). These
 * blocks go before that mark, each after a mark of its own, so that they join no paragraph.
 */
function settleInserted(patches: readonly ContainerPatch[], settled: EndBuilder): void {
  for (const index of settled.shifted.keys()) {
    const before = index - 1;
    for (const { number, blocks, gaps } of patches) {
      const block = blocks[before];
      const added = gaps[index]!.at(-1)?.item;
      if (block?.kind !== "paragraph" || added?.kind !== "paragraph" || added.endsSection) continue;
      const isGoing = settled.gone.get(before)?.includes(number) === true;
      if (isGoing || settled.partners.get(before)?.has(number)) continue;
      settled.addTail(before, { number, gap: index, leading: block.partner });
      settled.addPartner(before, number, added);
    }
  }
}

function isGone(block: ContainerPatch["blocks"][number]): boolean {
  return block.kind === "paragraph" && block.partner === undefined;
}

function isRemoved(patch: ParagraphPatch): boolean {
  return isDropped(patch) || patch.move !== undefined;
}

interface EndRange {
  readonly base: Container;
  readonly patch: ContainerPatch;
  readonly first: number;
  readonly end: number;
}

function settleStretch(
  { base, patch, first, end }: EndRange,
  { settled, gone }: { settled: EndBuilder; gone: Set<number> },
): void {
  const { blocks, number } = patch;
  const table = blocks[end];
  const isOpen = table?.kind === "table" && table.step === undefined;
  // Text that continues after a deleted table needs the deletion of its mark.
  const continues = (index: number): boolean =>
    isOpen && gone.has(index) && !isRemoved(blocks[index] as ParagraphPatch);
  const paragraphs = Array.from({ length: end - first }, (_, at) => first + at).filter(
    (index) => blocks[index]!.kind === "paragraph",
  );
  const last = paragraphs.at(-1);
  if (last === undefined) return;
  const list = patch.gaps[end]!;
  const added = list.at(-1)?.item;
  const endsSection = (base.items[last] as ParagraphItem).endsSection;
  if (list.length > 0) {
    if (added?.kind !== "paragraph" || added.endsSection !== endsSection) return;
    if (continues(last)) return;
    const isGoing = gone.has(last);
    const { partner } = blocks[last] as ParagraphPatch;
    settled.addTail(last, { number, gap: end, leading: isGoing ? undefined : partner });
    settled.addPartner(last, number, added);
    gone.delete(last);
    return;
  }
  if (!gone.has(last)) return;
  const kept = paragraphs.findLast((index) => !gone.has(index));
  // Without another mark that could be deleted instead, the paragraph is deleted whole.
  if (kept === undefined) return;
  if (paragraphs.some((index) => index > kept && continues(index))) return;
  const partner = settled.partners.get(kept)?.get(number) ?? (blocks[kept] as ParagraphPatch).partner!;
  if (partner.endsSection || endsSection) return;
  gone.delete(last);
  gone.add(kept);
  for (const index of paragraphs) if (index > kept) addTo(settled.shifted, index, number);
  settled.addPartner(last, number, partner);
}

class EndBuilder implements SettledEnds {
  readonly gone = new Map<number, number[]>();
  readonly tails = new Map<number, Tail[]>();
  readonly tailsOfGap = new Map<number, Tail[]>();
  readonly partners = new Map<number, Map<number, ParagraphItem>>();
  readonly shifted = new Map<number, number[]>();

  addTail(index: number, tail: Tail): void {
    addTo(this.tails, index, tail);
    addTo(this.tailsOfGap, tail.gap, tail);
  }

  addPartner(index: number, number: number, item: ParagraphItem): void {
    this.partners.set(index, (this.partners.get(index) ?? new Map()).set(number, item));
  }
}
