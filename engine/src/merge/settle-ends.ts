// The last mark of a container, and the last before a table that stays, can neither go nor come: it has no next paragraph to join.
//
// So for each revision the paragraphs that it takes away at such an end keep the last mark, and the mark before them goes
// instead; those that it adds there stand before the last mark, each behind a mark of its own. Marks of different
// revisions slide on their own: each view of one revision is right, whatever the others do.

import type { Container, ParagraphItem } from "../redline/content/items.ts";
import { addTo, type ContainerPatch, type ParagraphPatch } from "./patches.ts";

/** The blocks that one revision adds at an end. */
export interface Tail {
  readonly number: number;
  /** The gap whose blocks stand here. */
  readonly gap: number;
  /** The paragraph whose mark comes first; none where the revision takes the paragraphs before the end away. */
  readonly leading: ParagraphItem | undefined;
}

export interface SettledEnds {
  /** By block: the revisions whose mark of it goes. */
  readonly gone: ReadonlyMap<number, readonly number[]>;
  /** By block: what comes before its mark. */
  readonly tails: ReadonlyMap<number, readonly Tail[]>;
  /** By block, then by revision: the paragraph whose mark its mark is. */
  readonly partners: ReadonlyMap<number, ReadonlyMap<number, ParagraphItem>>;
}

export function settleEnds(base: Container, patches: readonly ContainerPatch[]): SettledEnds {
  const settled = new Settling();
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
  return settled;
}

function isGone(block: ContainerPatch["blocks"][number]): boolean {
  return block.kind === "paragraph" && block.partner === undefined;
}

interface Stretch {
  readonly base: Container;
  readonly patch: ContainerPatch;
  readonly first: number;
  readonly end: number;
}

function settleStretch(
  { base, patch, first, end }: Stretch,
  { settled, gone }: { settled: Settling; gone: Set<number> },
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
    addTo(settled.tails, last, { number, gap: end, leading: isGoing ? undefined : partner });
    settled.addPartner(last, number, added);
    gone.delete(last);
    return;
  }
  if (!gone.has(last)) return;
  const kept = paragraphs.findLast((index) => !gone.has(index));
  // With no mark left to go in its place the paragraph goes whole.
  if (kept === undefined) return;
  const { partner } = blocks[kept] as ParagraphPatch;
  if (partner!.endsSection || endsSection) return;
  gone.delete(last);
  gone.add(kept);
  settled.addPartner(last, number, partner!);
}

class Settling implements SettledEnds {
  readonly gone = new Map<number, number[]>();
  readonly tails = new Map<number, Tail[]>();
  readonly partners = new Map<number, Map<number, ParagraphItem>>();

  addPartner(index: number, number: number, item: ParagraphItem): void {
    this.partners.set(index, (this.partners.get(index) ?? new Map()).set(number, item));
  }
}
