// Settles the last marks of containers and before tables, for each revised copy separately (MRG-24).
//
// These marks can be neither deleted nor inserted, because no paragraph follows that they could join. If a revised copy
// deletes the paragraphs at such an end, they keep the last mark, and the mark before them is deleted instead.
// Paragraphs that it adds there go before the last mark, each after a mark of its own. Marks of different revised
// copies move independently. Each view of one revised copy is correct, whatever the others do.

import type { Container, ParagraphItem } from "../redline/content/items.ts";
import { addTo, type ContainerPatch, type ParagraphPatch } from "./patches.ts";

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

export function settleEnds(base: Container, patches: readonly ContainerPatch[]): SettledEnds {
  const settled = new EndBuilder();
  for (const patch of patches) {
    const { blocks } = patch;
    const gone = new Set(blocks.flatMap((block, index) => (isGone(block) ? [index] : [])));
    let first = 0;
    for (let index = 0; index <= blocks.length; index += 1) {
      const block = blocks[index];
      if (block !== undefined && (block.kind !== "table" || block.step === undefined)) continue;
      settleStretch({ base, patch, first, end: index }, { settled, gone });
      first = index + 1;
    }
    for (const index of gone) addTo(settled.gone, index, patch.number);
  }
  settleInserted(patches, settled);
  return settled;
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
  const { partner } = blocks[kept] as ParagraphPatch;
  if (partner!.endsSection || endsSection) return;
  gone.delete(last);
  gone.add(kept);
  for (const index of paragraphs) if (index > kept) addTo(settled.shifted, index, number);
  settled.addPartner(last, number, partner!);
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
