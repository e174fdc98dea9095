// Makes each torn range one conflict of whole blocks (MRG-44).
//
// Every revised copy that changed anything in the range deletes all paragraphs of the base and inserts its own blocks. A
// paragraph that a copy moves into the range or away from it is deleted and inserted by the same conflict.

import { wholeMarkupOf } from "../../redline/content/identities.ts";
import type { Container, Item, ParagraphItem } from "../../redline/content/items.ts";
import type { MergingConflict } from "../conflict.ts";
import { type ContainerPatch, type GapBlock, type ParagraphPatch, removed } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { textBetween } from "./compose-text.ts";
import { placeOf } from "./same-look.ts";
import { findTornRanges, isChanged, type ParagraphRange, versionIn } from "./torn-ranges.ts";

export interface SettledRanges {
  readonly patches: readonly ContainerPatch[];
  /** Maps a paragraph of the base to the conflict about its range. */
  readonly conflicts: ReadonlyMap<number, MergingConflict>;
}

/** Returns the patches, with whole blocks instead of edits in the torn ranges. */
export function settleRanges(base: Container, patches: readonly ContainerPatch[], merging: Merging): SettledRanges {
  const conflicts = new Map<number, MergingConflict>();
  const ranges = findTornRanges(base, patches);
  if (ranges.length === 0) return { patches, conflicts };
  const settled = patches.map((patch) => new SettledPatch(base, patch));
  for (const range of ranges) {
    const own = new Map(settled.map((patch) => [patch, patch.rangeIn(range)]));
    const versions = new Map<SettledPatch, readonly Item[]>(
      [...own].flatMap(([patch, one]) => (touchesRange(patch, one) ? [[patch, versionIn(patch, one)] as const] : [])),
    );
    const moved = [...own].flatMap(([{ gaps }, { firstGap, lastGap }]) => gaps.slice(firstGap, lastGap + 1).flat());
    const sources = new Set(moved.flatMap(({ movedFrom }) => movedFrom ?? []));
    for (let index = range.first; index <= range.last; index += 1) sources.add(index);
    for (const index of sources) {
      for (const patch of settled) for (const other of patch.exchangedWith(index)) sources.add(other);
    }
    const competing = settled.filter(
      (patch) => versions.has(patch) || [...sources].some((index) => isChanged(patch.blocks[index]!)),
    );
    const sides = sidesOf(competing, versions);
    if (sides.length < 2) {
      shareVersion(own, [...versions.keys()]);
      continue;
    }
    const items = base.items.slice(range.first, range.last + 1);
    const conflict = merging.conflicts.add("blocks", {
      sides,
      place: placeOf(items[0]!),
      original: items.map(textOf).join("\n"),
    });
    for (const index of sources) conflicts.set(index, conflict);
    for (const [patch, version] of versions) patch.replace(own.get(patch)!, version, conflict);
    for (const patch of settled) {
      patch.claimEnds(sources, conflict);
      patch.dropMoves(sources, conflict);
    }
  }
  return { patches: settled, conflicts };
}

/**
 * Gives copies with the same version of a range the patch of the copy that keeps most marks of the base (MRG-45d). One
 * copy may edit a paragraph that another replaces by the same text. A range with moves or notes stays as it is.
 */
function shareVersion(own: ReadonlyMap<SettledPatch, ParagraphRange>, same: readonly SettledPatch[]): void {
  const marksIn = (patch: SettledPatch): number => patch.paragraphsIn(own.get(patch)!).filter(hasPartner).length;
  const [model] = same.toSorted((one, other) => marksIn(other) - marksIn(one));
  if (model === undefined || same.some((patch) => patch.isTiedIn(own.get(patch)!))) return;
  const taken = { range: own.get(model)!, blocks: [...model.blocks], gaps: [...model.gaps] };
  for (const patch of same) if (patch !== model) patch.adopt(taken, own.get(patch)!);
}

function hasPartner({ partner }: ParagraphPatch): boolean {
  return partner !== undefined;
}

/** Returns the patches of a container in which every change belongs to one conflict. */
export function wholeRange(
  { items }: Container,
  patches: readonly ContainerPatch[],
  conflict: MergingConflict,
): SettledRanges {
  const changed = [...items.keys()].filter((index) => patches.some(({ blocks }) => isChanged(blocks[index]!)));
  const settled = patches.map((patch) => ({
    ...patch,
    gaps: patch.gaps.map((gap) => gap.map((block) => (block.movedFrom === undefined ? { ...block, conflict } : block))),
  }));
  return { patches: settled, conflicts: new Map(changed.map((index) => [index, conflict])) };
}

/** A patch with replaced ranges. */
class SettledPatch implements ContainerPatch {
  readonly number;
  readonly plan;
  readonly blocks;
  readonly gaps;
  nested;
  readonly #base: Container;

  constructor(base: Container, { number, plan, blocks, gaps, nested }: ContainerPatch) {
    this.#base = base;
    this.number = number;
    this.plan = plan;
    this.blocks = [...blocks];
    this.gaps = [...gaps];
    this.nested = nested;
  }

  /** Returns a range with the blocks after it that belong to this copy's version of it (MRG-45c). */
  rangeIn(range: ParagraphRange): ParagraphRange {
    const block = this.blocks[range.last] as ParagraphPatch;
    const [next] = this.gaps[range.last + 1]!;
    if (next === undefined) return range;
    // No table may follow a paragraph of another copy, so a table after the range belongs to the version too.
    const isFollowed = next.item.kind === "table" && touchesRange(this, range);
    return block.partner === undefined || isFollowed ? { ...range, lastGap: range.last + 1 } : range;
  }

  /** Deletes the paragraphs of a range and inserts blocks after them. */
  replace(
    { firstGap, first, last, lastGap }: ParagraphRange,
    version: readonly Item[],
    conflict: MergingConflict,
  ): void {
    for (let index = first; index <= last; index += 1) this.#remove(index);
    for (let gap = firstGap; gap <= lastGap; gap += 1) this.gaps[gap] = [];
    const inserted = version.map((item): GapBlock => ({ item, conflict }));
    this.gaps[last + 1] = [...inserted, ...this.gaps[last + 1]!];
    this.nested = this.nested.filter(({ index }) => index < first || index > last);
  }

  paragraphsIn({ first, last }: ParagraphRange): readonly ParagraphPatch[] {
    return this.blocks.slice(first, last + 1) as ParagraphPatch[];
  }

  /** True if a paragraph moves into a range or away from it, or has notes or text boxes that were changed. */
  isTiedIn(range: ParagraphRange): boolean {
    const { firstGap, first, last, lastGap } = range;
    if (this.nested.some(({ index }) => index >= first && index <= last)) return true;
    if (this.paragraphsIn(range).some(({ move }) => move !== undefined)) return true;
    return this.gaps.slice(firstGap, lastGap + 1).some((gap) => gap.some(({ movedFrom }) => movedFrom !== undefined));
  }

  /** Takes the patch of another copy that has the same version of a range. */
  adopt(
    { range, blocks, gaps }: Pick<ContainerPatch, "blocks" | "gaps"> & { readonly range: ParagraphRange },
    { firstGap, first, last, lastGap }: ParagraphRange,
  ): void {
    for (let index = first; index <= last; index += 1) this.blocks[index] = blocks[index]!;
    for (let gap = firstGap; gap <= lastGap; gap += 1) this.gaps[gap] = [];
    for (let gap = firstGap; gap <= range.lastGap; gap += 1) this.gaps[gap] = [...gaps[gap]!, ...this.gaps[gap]!];
  }

  /** Returns the blocks that take the place of the last paragraph before an end, if this copy deletes or moves it. */
  replacing(index: number): readonly GapBlock[] {
    const block = this.blocks[index]!;
    const isEnd = this.#base.items[index + 1]?.kind !== "paragraph";
    return isEnd && block.kind === "paragraph" && block.partner === undefined ? this.gaps[index + 1]! : [];
  }

  /**
   * Returns the paragraphs that share a mark with a paragraph at an end. These are the ones that take its place, and the
   * removed one before the end that it moves to.
   */
  exchangedWith(index: number): number[] {
    const block = this.blocks[index]!;
    const gap = block.kind === "paragraph" ? block.move?.gap : undefined;
    const taken = gap !== undefined && gap > 0 && this.replacing(gap - 1).length > 0 ? [gap - 1] : [];
    return [...this.replacing(index).flatMap(({ movedFrom }) => movedFrom ?? []), ...taken];
  }

  /** Adds the blocks that take the place of some paragraphs at an end to a conflict. They need the mark before the end. */
  claimEnds(sources: ReadonlySet<number>, conflict: MergingConflict): void {
    for (const index of sources) {
      if (this.replacing(index).length === 0) continue;
      this.gaps[index + 1] = this.gaps[index + 1]!.map((block) =>
        block.movedFrom === undefined ? { conflict, ...block } : block,
      );
    }
  }

  /** Makes the moves of some paragraphs deletions, and insertions in a conflict. */
  dropMoves(sources: ReadonlySet<number>, conflict: MergingConflict): void {
    for (const index of sources) {
      const block = this.blocks[index]!;
      if (block.kind === "paragraph" && block.move !== undefined) this.#remove(index);
    }
    for (const [gap, blocks] of this.gaps.entries()) {
      if (blocks.some(({ movedFrom = -1 }) => sources.has(movedFrom))) {
        this.gaps[gap] = blocks.map((block) =>
          sources.has(block.movedFrom ?? -1) ? { item: block.item, conflict } : block,
        );
      }
    }
  }

  #remove(index: number): void {
    this.blocks[index] = removed(this.#base.items[index] as ParagraphItem);
  }
}

function touchesRange({ blocks, gaps }: ContainerPatch, { firstGap, first, last, lastGap }: ParagraphRange): boolean {
  if (gaps.slice(firstGap, lastGap + 1).some((gap) => gap.length > 0)) return true;
  return (blocks.slice(first, last + 1) as ParagraphPatch[]).some(isChanged);
}

function sidesOf(
  competing: readonly SettledPatch[],
  versions: ReadonlyMap<SettledPatch, readonly Item[]>,
): { revisions: number[]; text: string }[] {
  const groups = Map.groupBy(competing, (patch) => versions.get(patch)?.map(rangeKey).join("|"));
  return [...groups.values()].map((same) => ({
    revisions: same.map(({ number }) => number),
    text: (versions.get(same[0]!) ?? []).map(textOf).join("\n"),
  }));
}

function textOf(item: Item): string {
  return item.kind === "table" ? "[table]" : textBetween(item, 0, item.tokens.keys.length);
}

/** Returns text that is equal for blocks with equal content and formatting. */
export function rangeKey(item: Item): string {
  return wholeMarkupOf(item.source, item.story, item.node);
}
