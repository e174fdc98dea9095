// Finds ranges of paragraphs in which revised copies change paragraph marks in ways that do not fit together (MRG-44).
//
// Marks and text are composed separately. That is right as long as only one revised copy splits, joins or empties a
// paragraph at a position. If another one changes text or marks there too, accepting both would join or cut paragraphs.

import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import { type ContainerPatch, isDropped, type ParagraphPatch } from "../patches.ts";
import { isContested, markInstead } from "../settle-ends.ts";
import {
  type Cluster,
  clustersOf,
  hasSeparator,
  keyOf,
  type TextPatches,
  textBetween,
  versionsOf,
} from "./compose-text.ts";
import { blockKey } from "./same-look.ts";

/** Consecutive paragraphs of the base, both ends included. */
export interface ParagraphRange {
  /** The first gap that belongs to the range: that before its first paragraph if copies compete for the mark before it. */
  readonly firstGap: number;
  readonly first: number;
  readonly last: number;
  /** The last gap that belongs to the range: that after its last paragraph if copies add blocks at an end there. */
  readonly lastGap: number;
}

export function findTornRanges(base: Container, patches: readonly ContainerPatch[]): ParagraphRange[] {
  return patches.some(changesMarks) ? new RangeFinder(base, patches).ranges() : [];
}

function changesMarks({ blocks }: ContainerPatch): boolean {
  return blocks.some((block) => block.kind === "paragraph" && (block.partner === undefined || splits(block)));
}

function splits({ edits }: ParagraphPatch): boolean {
  return edits.some(({ slices }) => slices.some(({ kind }) => kind !== "tokens"));
}

/** True if a revised copy changes the text or the mark of a block, or moves it. */
export function isChanged(block: ContainerPatch["blocks"][number]): boolean {
  return block.kind === "paragraph" && (block.edits.length > 0 || block.partner === undefined);
}

class RangeFinder {
  readonly #base: Container;
  readonly #patches: readonly ContainerPatch[];
  /** The joints of each patch: indexes of paragraphs whose mark is deleted and whose text goes on in the next one. */
  readonly #joints: ReadonlyMap<ContainerPatch, ReadonlySet<number>>;
  readonly #stretches: Stretches;
  /** Maps a paragraph to its clusters. */
  readonly #clusters = new Map<number, readonly Cluster[]>();
  /** The last paragraph of the torn ranges found so far. */
  #lastTorn = -1;

  constructor(base: Container, patches: readonly ContainerPatch[]) {
    this.#base = base;
    this.#patches = patches;
    this.#joints = new Map(patches.map((patch) => [patch, jointsOf(patch)]));
    this.#stretches = new Stretches(base, patches);
  }

  ranges(): ParagraphRange[] {
    const found: ParagraphRange[] = [];
    for (const index of this.#base.items.keys()) {
      if (index <= this.#lastTorn || !this.#isTorn(index)) continue;
      const range = this.#closed(index);
      if (range.first <= this.#lastTorn || !this.#isPlain(range)) continue;
      found.push(range);
      this.#lastTorn = range.last;
    }
    return found;
  }

  /** True if revised copies change the paragraph, or the joint after it, in ways that do not fit together. */
  #isTorn(index: number): boolean {
    if (this.#base.items[index]!.kind === "table") return false;
    return (
      this.#isTornMove(index) ||
      this.#isSplitAgainstOthers(index) ||
      this.#isTornJoint(index) ||
      this.#isTornEnd(index) ||
      this.#isTornTable(index) ||
      this.#isTornRun(index)
    );
  }

  #paragraphs(index: number): { readonly patch: ContainerPatch; readonly block: ParagraphPatch }[] {
    return this.#patches.map((patch) => ({ patch, block: patch.blocks[index] as ParagraphPatch }));
  }

  #isJoint(patch: ContainerPatch, index: number): boolean {
    return this.#joints.get(patch)!.has(index);
  }

  /** True if one copy moves a paragraph that another splits or joins, or edits it in conflict with another. */
  #isTornMove(index: number): boolean {
    const all = this.#paragraphs(index);
    const movers = all.flatMap(({ patch, block }) => (block.move === undefined ? [] : [patch.number]));
    if (movers.length === 0) return false;
    const isCut = all.some(
      ({ patch, block }) => splits(block) || this.#isJoint(patch, index) || this.#isJoint(patch, index - 1),
    );
    return isCut || this.#competingIn(index).some(({ by }) => by.some((number) => movers.includes(number)));
  }

  #editedTexts(index: number): TextPatches {
    const edited = this.#paragraphs(index).filter(({ block }) => block.edits.length > 0);
    return new Map(edited.map(({ patch, block }) => [patch.number, block] as const));
  }

  /** Returns the clusters of a paragraph. */
  #clustersIn(index: number): readonly Cluster[] {
    const item = this.#base.items[index] as ParagraphItem;
    const found = this.#clusters.get(index) ?? clustersOf(item, this.#editedTexts(index), false);
    this.#clusters.set(index, found);
    return found;
  }

  /** Returns the clusters of a paragraph for which the copies have several versions, and the copies that changed each. */
  #competingIn(index: number): { readonly by: readonly number[]; readonly isSplit: boolean }[] {
    const texts = this.#editedTexts(index);
    if (texts.size < 2) return [];
    return this.#clustersIn(index).flatMap((cluster) => {
      const versions = versionsOf(cluster, texts);
      const isSplit = versions.some(({ slices }) => slices.some(({ kind }) => kind !== "tokens"));
      return versions.length > 1 ? [{ by: cluster.revisions, isSplit }] : [];
    });
  }

  /** True if one copy splits where another edits, or one deletes an empty paragraph that another fills. */
  #isSplitAgainstOthers(index: number): boolean {
    const all = this.#paragraphs(index);
    const item = this.#base.items[index] as ParagraphItem;
    if (item.tokens.keys.length === 0) {
      const changed = all.filter(({ block }) => isChanged(block));
      if (!changed.some(({ block }) => block.edits.length > 0)) return false;
      const isTorn = changed.some(({ block }) => isDropped(block) || splits(block));
      return isTorn && new Set(changed.map(({ block }) => patchKey(block))).size > 1;
    }
    return all.some(({ block }) => splits(block)) && this.#competingIn(index).some(({ isSplit }) => isSplit);
  }

  /** True if one copy joins a paragraph with the next one, and another changes something at the joint. */
  #isTornJoint(index: number): boolean {
    const joining = this.#patches.filter((patch) => this.#isJoint(patch, index));
    return joining.some((one) =>
      this.#patches.some((other) => {
        if (other === one) return false;
        const isSame = joining.includes(other) && this.#jointKey(one, index) === this.#jointKey(other, index);
        return !isSame && this.#touchesJoint(other, one, index);
      }),
    );
  }

  #touchesJoint(patch: ContainerPatch, joining: ContainerPatch, index: number): boolean {
    if (this.#isJoint(patch, index) || patch.gaps[index + 1]!.length > 0) return true;
    return [index, index + 1].some((at) => {
      const block = patch.blocks[at];
      if (block?.kind !== "paragraph") return false;
      if (block.partner === undefined && block.move === undefined && !this.#isJoint(patch, at)) return true;
      const isEmptied = (joining.blocks[at] as ParagraphPatch).kept.every(({ from, to }) => from === to);
      if (isEmptied && block.edits.length > 0) return true;
      const atJoint = this.#editsAtJoint(patch, at, index);
      const isInsertion = atJoint.some(({ slices }) => slices.length > 0);
      if (isInsertion || this.#deletesSpaceAt(atJoint, at, index)) return true;
      return atJoint.length > 0 && this.#editsAtJoint(joining, at, index).length > 0;
    });
  }

  /**
   * Returns the edits of a copy in the cluster at a joint: no separator is between the cluster and the mark after the
   * paragraph `joint`. Copies that compete in that cluster compete for the mark too.
   */
  #editsAtJoint(patch: ContainerPatch, at: number, joint: number): ParagraphPatch["edits"] {
    const item = this.#base.items[at]!;
    const block = patch.blocks[at];
    if (item.kind === "table" || block?.kind !== "paragraph") return [];
    const isBefore = at === joint;
    const cluster = this.#clustersIn(at).at(isBefore ? -1 : 0);
    if (cluster === undefined) return [];
    const [from, to] = isBefore ? [cluster.to, item.tokens.keys.length] : [0, cluster.from];
    if (hasSeparator(item, from, to)) return [];
    return block.edits.filter((edit) => edit.from >= cluster.from && edit.to <= cluster.to);
  }

  /** True if edits delete white space beside a joint. The words at the joint may need it. */
  #deletesSpaceAt(edits: ParagraphPatch["edits"], at: number, joint: number): boolean {
    const item = this.#base.items[at] as ParagraphItem;
    const last = at === joint ? item.tokens.keys.length - 1 : 0;
    const isDeleted = edits.some(({ from, to }) => from <= last && last < to);
    return isDeleted && textBetween(item, last, last + 1).trim() === "";
  }

  /** Returns text that is equal for copies that change the same at a joint. */
  #jointKey(patch: ContainerPatch, index: number): string {
    const edits = [index, index + 1].flatMap((at) => this.#editsAtJoint(patch, at, index).map(editKey));
    return [...edits, gapKey(patch, index + 1)].join("|");
  }

  /**
   * True if one copy removes the last paragraph before an end, and another removes and replaces it. Also true if one
   * replaces it, and another edits it, adds blocks after it, or changes a paragraph that replaces it. The same holds if
   * one removes all paragraphs before the end, and another adds blocks after them.
   */
  #isTornEnd(index: number): boolean {
    if (!this.#stretches.isEnd(index)) return false;
    const removing = this.#paragraphs(index).filter(({ block }) => isDropped(block) || block.move !== undefined);
    return removing.some(({ patch: one }) =>
      this.#patches.some((other) => {
        if (other === one) return false;
        const moved = one.gaps[index + 1]!.flatMap(({ movedFrom }) => movedFrom ?? []);
        if (moved.some((from) => isChanged(other.blocks[from]!))) return true;
        const [ours, theirs] = [gapKey(one, index + 1), gapKey(other, index + 1)];
        if (ours === theirs) return false;
        const isChanging = theirs !== "" || (other.blocks[index] as ParagraphPatch).edits.length > 0;
        const isAll = theirs !== "" && this.#stretches.isRunFrom(this.#stretches.startOf(index), one);
        return isAll || removing.some(({ patch }) => patch === other) || (ours !== "" && isChanging);
      }),
    );
  }

  /**
   * True if one copy removes the table before a paragraph and all that follows, and another adds blocks after the table.
   * The first copy deletes the mark before the table, which these blocks need.
   */
  #isTornTable(index: number): boolean {
    const removing = this.#patches.filter((patch) => {
      const before = patch.blocks[index - 1];
      return before?.kind === "table" && before.step === undefined && this.#stretches.isRunFrom(index, patch);
    });
    return removing.some((one) => this.#patches.some((other) => other !== one && other.gaps[index]!.length > 0));
  }

  /**
   * True if one copy removes all paragraphs between a paragraph and an end, so that it deletes the mark of the paragraph
   * (MRG-24), and that mark is needed elsewhere. It is if another copy inserts a table there or replaces a paragraph, or
   * if another copy removes the paragraph while one changes any of them. Only a copy that alone changes the paragraph and
   * can delete the mark before it does not need that mark (MRG-24c).
   */
  #isTornRun(index: number): boolean {
    if (!this.#stretches.isRunAfter(index)) return false;
    if (this.#stretches.isTiedAfter(index)) return true;
    const removing = this.#paragraphs(index).filter(({ block }) => isDropped(block) || block.move !== undefined);
    const isShared = removing.some(
      ({ patch, block }) =>
        (block.move !== undefined || this.#stretches.isRunAfter(index, patch)) && !this.#claimsMarkBefore(index, patch),
    );
    return isShared && this.#stretches.isChangedFrom(index);
  }

  /**
   * True if only one copy changes a paragraph, and it removes it with the mark before it (MRG-24c). No conflict may own
   * that mark. The same copy may not remove all that follows.
   */
  #claimsMarkBefore(index: number, patch: ContainerPatch): boolean {
    if (this.#stretches.isRunFrom(index + 1, patch)) return false;
    const isShared = this.#paragraphs(index).some((other) => other.patch !== patch && isChanged(other.block));
    if (isShared) return false;
    const kept = markInstead(this.#base, { patch, patches: this.#patches }, index);
    return kept !== undefined && kept > this.#lastTorn && !isContested(this.#patches, kept);
  }

  /** Returns the smallest range that contains a paragraph, and that no joint and no deletion up to an end leaves. */
  #closed(index: number): ParagraphRange {
    const isJoined = (at: number): boolean => this.#patches.some((patch) => this.#isJoint(patch, at));
    let [first, last] = [index, index];
    while (first > 0 && isJoined(first - 1)) first -= 1;
    while (isJoined(last)) last += 1;
    const isAfterTable = this.#isTornTable(first);
    if (isAfterTable || this.#stretches.isRunAfter(last)) last = this.#stretches.endFrom(last);
    while (first > 0 && this.#sharesMarkBefore(first)) first -= 1;
    const isOpen = this.#stretches.isEnd(last) && this.#patches.some(({ gaps }) => gaps[last + 1]!.length > 0);
    return { firstGap: isAfterTable ? first : first + 1, first, last, lastGap: isOpen ? last + 1 : last };
  }

  /** True if one copy removes all from a paragraph to the end, and another the paragraph before it: both delete its mark. */
  #sharesMarkBefore(index: number): boolean {
    if (this.#base.items[index - 1]!.kind === "table") return false;
    const removing = this.#paragraphs(index - 1).filter(({ block }) => block.partner === undefined);
    return removing.some(({ patch }) => this.#stretches.isRunAfter(index - 1, patch));
  }

  /** True if no section ends in a range, and no copy begins its version of the range with a table. */
  #isPlain(range: ParagraphRange): boolean {
    const items = this.#base.items.slice(range.first, range.last + 1);
    if (items.some((item) => item.kind === "table" || item.endsSection)) return false;
    return this.#patches.every((patch) => {
      const version = versionIn(patch, range);
      if (version[0]?.kind === "table") return false;
      return version.every((item) => item.kind === "table" || !item.endsSection);
    });
  }
}

/** Returns the blocks that a revised copy has in a range, in order. Every mark in the range ends one of them. */
export function versionIn({ blocks, gaps }: ContainerPatch, { firstGap, first, last, lastGap }: ParagraphRange) {
  const found: ContainerPatch["gaps"][number][number]["item"][] = [];
  for (let index = first; index <= lastGap; index += 1) {
    if (index >= firstGap) found.push(...gaps[index]!.map(({ item }) => item));
    if (index > last) break;
    const { edits, partner } = blocks[index] as ParagraphPatch;
    for (const { slices } of edits) {
      found.push(...slices.flatMap((slice) => (slice.kind === "tokens" ? [] : [slice.item])));
    }
    if (partner !== undefined) found.push(partner);
  }
  return found;
}

/** The changes of revised copies between an index and the next end: the last paragraph before a table or of the container. */
class Stretches {
  readonly #ends: number[] = [];
  /** Indexed by paragraph: the copies that remove it and all that follow up to the end, and add nothing there. */
  readonly #runs: (readonly ContainerPatch[])[] = [];
  /** Indexed by paragraph: true if between it and the end a copy inserts a table, or blocks after a removed paragraph. */
  readonly #tied: boolean[] = [];
  /** Indexed by paragraph: true if a copy changes it or one that follows up to the end, other than by a deletion. */
  readonly #changed: boolean[] = [];

  constructor({ items }: Container, patches: readonly ContainerPatch[]) {
    let running: readonly ContainerPatch[] = [];
    for (let index = items.length - 1; index >= 0; index -= 1) {
      const isEnd = items[index + 1]?.kind !== "paragraph";
      if (items[index]!.kind === "table") continue;
      this.#ends[index] = isEnd ? index : this.#ends[index + 1]!;
      this.#changed[index] = !isEnd && this.#changed[index + 1]!;
      running = patches.filter((patch) => {
        const block = patch.blocks[index] as ParagraphPatch;
        if (isChanged(block) && !isDropped(block)) this.#changed[index] = true;
        const isGone = isDropped(block) || block.move !== undefined;
        return isGone && (isEnd ? patch.gaps[index + 1]!.length === 0 : running.includes(patch));
      });
      this.#runs[index] = running;
      const isTied = patches.some(({ blocks, gaps }) => {
        const isRemoved = (blocks[index] as ParagraphPatch).partner === undefined;
        return gaps[index + 1]!.some(({ item }) => isRemoved || item.kind === "table");
      });
      this.#tied[index] = !isEnd && (isTied || this.#tied[index + 1]!);
    }
  }

  isEnd(index: number): boolean {
    return this.#ends[index] === index;
  }

  endFrom(index: number): number {
    return this.#ends[index]!;
  }

  /** True if a copy, or one other than `except`, removes all paragraphs between an index and the end. */
  isRunAfter(index: number, except?: ContainerPatch): boolean {
    return !this.isEnd(index) && this.#runs[index + 1]!.some((patch) => patch !== except);
  }

  /** True if a copy removes all paragraphs from an index to the end. */
  isRunFrom(index: number, patch: ContainerPatch): boolean {
    return this.#runs[index]!.includes(patch);
  }

  isTiedAfter(index: number): boolean {
    return this.#tied[index]!;
  }

  /** Returns the first paragraph after the table before an index. */
  startOf(index: number): number {
    return this.#ends.indexOf(this.#ends[index]!);
  }

  isChangedFrom(index: number): boolean {
    return this.#changed[index]!;
  }
}

function jointsOf({ blocks }: ContainerPatch): ReadonlySet<number> {
  const joints = new Set<number>();
  let isClean = true;
  for (const [index, block] of blocks.entries()) {
    const isGone = block.kind === "paragraph" && block.partner === undefined && block.move === undefined;
    const isDeletion: boolean = isClean && block.kind === "paragraph" && isDropped(block);
    if (isGone && !isDeletion && blocks[index + 1]?.kind === "paragraph") joints.add(index);
    isClean = !isGone || isDeletion;
  }
  return joints;
}

function patchKey({ edits, partner }: ParagraphPatch): string {
  return [partner === undefined ? "gone" : "kept", ...edits.map(editKey)].join("|");
}

/** Returns text that is equal for edits with equal content at the same position. */
export function editKey({ from, to, slices }: ParagraphPatch["edits"][number]): string {
  return `${from} ${to} ${keyOf(slices)}`;
}

function gapKey({ gaps }: ContainerPatch, gap: number): string {
  return gaps[gap]!.map(({ item }) => blockKey(item)).join("|");
}
