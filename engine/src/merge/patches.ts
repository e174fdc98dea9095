// Turns a plan into a patch on the base: what one revised copy did to each block and to each gap.
//
// The text of a paragraph is edited in ranges of its tokens. The mark of a paragraph either stays, as the mark of a
// paragraph of the revised copy, or is deleted. New and moved blocks are in the gaps between the blocks of the base:
// gap n is before block n.

import { gapsBetween, type Range } from "../align/match.ts";
import { type Flow, flowOf, placeIn } from "../compare/plan/flow.ts";
import type { ContainerPlan, GroupStep, MovedHalf, Nested, TablePlanStep } from "../compare/plan/plan.ts";
import type { Item, ParagraphItem, TableItem } from "../redline/content/items.ts";
import type { MergingConflict } from "./conflict.ts";

/** Inserted content of a revised copy: tokens of a paragraph, a paragraph mark, or a table. */
export type Slice =
  | { readonly kind: "tokens"; readonly item: ParagraphItem; readonly from: number; readonly to: number }
  | { readonly kind: "end"; readonly item: ParagraphItem }
  | { readonly kind: "table"; readonly item: TableItem };

/** Deleted tokens of the base, and the content inserted instead. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly slices: readonly Slice[];
}

/** Tokens of the base that stay, and their position in the revised copy. */
export interface KeptTokens {
  readonly from: number;
  readonly to: number;
  readonly item: ParagraphItem;
  readonly at: number;
}

export interface ParagraphPatch {
  readonly kind: "paragraph";
  readonly edits: readonly TextEdit[];
  readonly kept: readonly KeptTokens[];
  /** The paragraph of the revised copy that has this paragraph's mark; undefined if the mark was deleted. */
  readonly partner: ParagraphItem | undefined;
  /** True if text and objects are equal. */
  readonly isSame: boolean;
  readonly move: MovedAway | undefined;
}

/** The new position of a moved paragraph. */
export interface MovedAway {
  readonly gap: number;
  readonly item: ParagraphItem;
  readonly half: MovedHalf;
}

export interface TablePatch {
  readonly kind: "table";
  /** Undefined for a deleted table. */
  readonly step: TablePlanStep | undefined;
}

/** A new block in a gap, or one that moved there. */
export interface GapBlock {
  readonly item: Item;
  /** The index of the moved block in the base. */
  readonly movedFrom?: number;
  /** Set if the block replaces paragraphs of the base in a range where revised copies compete (MRG-44). */
  readonly conflict?: MergingConflict | undefined;
}

export interface ContainerPatch {
  /** The number of the revised copy. */
  readonly number: number;
  readonly plan: ContainerPlan;
  readonly blocks: readonly (ParagraphPatch | TablePatch)[];
  /** One more than there are blocks. */
  readonly gaps: readonly (readonly GapBlock[])[];
  readonly nested: readonly { readonly index: number; readonly nested: Nested }[];
}

export function patchOf(number: number, plan: ContainerPlan): ContainerPatch {
  const builder = new PatchBuilder(plan);
  for (const step of plan.steps) {
    if (step.kind === "same") {
      builder.same(step.before, step.after);
      for (const nested of step.nested) builder.nested.push({ index: builder.index - 1, nested });
    } else if (step.kind === "group") builder.group(step);
    else if (step.kind === "table") builder.blocks.push({ kind: "table", step });
    else if (step.kind === "insert") builder.insert(step.item, step.move);
    else builder.remove(step.item, step.move);
  }
  return { number, plan, blocks: builder.settledBlocks(), gaps: builder.settledGaps(), nested: builder.nested };
}

/** Returns a patch that deletes every item of a container. */
export function removalOf(number: number, plan: ContainerPlan): ContainerPatch {
  return patchOf(number, { ...plan, steps: plan.before.items.map((item) => ({ kind: "delete", item })) });
}

class PatchBuilder {
  readonly blocks: (ParagraphPatch | TablePatch)[] = [];
  readonly nested: { readonly index: number; readonly nested: Nested }[] = [];
  readonly #gaps: GapBlock[][];
  readonly #lexicon;
  /** Maps the number of a move to the blocks that left, and to those that arrived, in order. */
  readonly #left = new Map<number, { index: number; half: MovedHalf }[]>();
  readonly #arrived = new Map<number, { gap: number; at: number; item: ParagraphItem; half: MovedHalf }[]>();

  constructor({ before }: ContainerPlan) {
    this.#gaps = Array.from({ length: before.items.length + 1 }, () => []);
    this.#lexicon = before.source.lexicon;
  }

  get index(): number {
    return this.blocks.length;
  }

  same(before: ParagraphItem, after: ParagraphItem): void {
    this.blocks.push({
      kind: "paragraph",
      edits: [],
      // Computed on demand, because most unchanged paragraphs never need their tokens.
      get kept() {
        return [{ from: 0, to: before.tokens.keys.length, item: after, at: 0 }];
      },
      partner: after,
      isSame: true,
      move: undefined,
    });
  }

  insert(item: Item, move: MovedHalf | undefined): void {
    const gap = this.#gaps[this.index]!;
    if (move !== undefined && item.kind === "paragraph") {
      addTo(this.#arrived, move.number, { gap: this.index, at: gap.length, item, half: move });
    }
    gap.push({ item });
  }

  remove(item: Item, move: MovedHalf | undefined): void {
    if (item.kind === "table") {
      this.blocks.push({ kind: "table", step: undefined });
      return;
    }
    if (move !== undefined) addTo(this.#left, move.number, { index: this.index, half: move });
    this.blocks.push(removed(item));
  }

  group(step: GroupStep): void {
    const flows = { before: flowOf(step.before, this.#lexicon), after: flowOf(step.after, this.#lexicon) };
    const drafts = step.before.map((): ParagraphEdits => ({ edits: [], kept: [], partner: undefined }));
    for (const match of step.matches) {
      for (let at = 0; at < match.length; ) {
        const [one, other] = [placeIn(flows.before, match.before + at), placeIn(flows.after, match.after + at)];
        const [ours, theirs] = [step.before[one.item]!, step.after[other.item]!];
        if (ours.kind === "table" || theirs.kind === "table") break;
        const left = Math.min(ours.tokens.keys.length - one.token, theirs.tokens.keys.length - other.token);
        const length = Math.min(left, match.length - at);
        const draft = drafts[one.item]!;
        if (length > 0) {
          draft.kept.push({ from: one.token, to: one.token + length, item: theirs, at: other.token });
        } else draft.partner = theirs;
        at += Math.max(1, length);
      }
    }
    const sizes = { before: flows.before.keys.length, after: flows.after.keys.length };
    const first = this.index;
    for (const gap of gapsBetween(step.matches, sizes)) {
      const slices = slicesOf(flows.after, gap.after);
      this.#change(flows.before, gap.before, { drafts, slices, first });
    }
    for (const [at, item] of step.before.entries()) {
      const { edits, kept, partner } = drafts[at]!;
      if (item.kind === "table") this.blocks.push({ kind: "table", step: undefined });
      else this.blocks.push({ kind: "paragraph", edits, kept, partner, isSame: false, move: undefined });
    }
    for (const nested of step.nested) this.nested.push({ index: first + hostOf(step.before, nested), nested });
  }

  /** Records the deletions in a range of the base's flow, and puts the inserted content after it. */
  #change(
    flow: Flow,
    range: Range,
    { drafts, slices, first }: { drafts: readonly ParagraphEdits[]; slices: readonly Slice[]; first: number },
  ): void {
    for (let at = range.from; at < range.to; ) {
      const { item, token } = placeIn(flow, at);
      const block = flow.items[item]!;
      const end = flow.starts[item + 1]! - (block.kind === "paragraph" ? 1 : 0);
      const to = Math.min(range.to, end);
      if (block.kind === "paragraph" && at < to) {
        drafts[item]!.edits.push({ from: token, to: token + to - at, slices: [] });
      }
      at = Math.max(to, at + 1);
    }
    if (slices.length === 0) return;
    const place =
      range.to < flow.keys.length
        ? placeIn(flow, range.to)
        : { item: flow.items.length - 1, token: lengthOf(flow.items.at(-1)!) };
    if (flow.items[place.item]!.kind === "table") {
      // A part of a block cannot be before a table.
      this.#gaps[first + place.item]!.push(...wholeBlocks(slices).blocks);
      return;
    }
    const draft = drafts[place.item]!;
    const isStart = place.token === 0 || isGone(draft.edits, place.token);
    const isFresh = place.item === 0 || drafts[place.item - 1]!.partner !== undefined;
    const { blocks, rest } = isStart && isFresh ? wholeBlocks(slices) : { blocks: [], rest: slices };
    this.#gaps[first + place.item]!.push(...blocks);
    if (rest.length === 0) return;
    const last = draft.edits.at(-1);
    if (last !== undefined && last.to === place.token) draft.edits[draft.edits.length - 1] = { ...last, slices: rest };
    else draft.edits.push({ from: place.token, to: place.token, slices: rest });
  }

  /** Returns the blocks, with the moves whose source and target were both found here. */
  settledBlocks(): readonly (ParagraphPatch | TablePatch)[] {
    for (const [number, left] of this.#left) {
      const arrived = this.#arrived.get(number) ?? [];
      if (left.length !== arrived.length) continue;
      for (const [at, { index, half }] of left.entries()) {
        const { gap, at: place, item, half: other } = arrived[at]!;
        const base = this.blocks[index] as ParagraphPatch;
        this.#gaps[gap]![place] = { item, movedFrom: index };
        this.blocks[index] = { ...base, ...movedText(base, { item, half, other }), move: { gap, item, half } };
      }
    }
    return this.blocks;
  }

  settledGaps(): readonly (readonly GapBlock[])[] {
    return this.#gaps;
  }
}

interface ParagraphEdits {
  readonly edits: TextEdit[];
  readonly kept: KeptTokens[];
  partner: ParagraphItem | undefined;
}

function lengthOf(item: Item): number {
  return item.kind === "paragraph" ? item.tokens.keys.length : 0;
}

/** True if all tokens before a position were deleted. */
function isGone(edits: readonly TextEdit[], place: number): boolean {
  return edits.length === 1 && edits[0]!.from === 0 && edits[0]!.to === place;
}

/** True if a revised copy deletes all text of a paragraph with its mark, and inserts nothing in it. */
export function isDropped({ edits, kept, partner, move }: ParagraphPatch): boolean {
  if (partner !== undefined || move !== undefined) return false;
  return kept.every(({ from, to }) => from === to) && edits.every(({ slices }) => slices.length === 0);
}

/** Returns the patch of a paragraph that is deleted whole. */
export function removed(item: ParagraphItem): ParagraphPatch {
  const { length } = item.tokens.keys;
  const edits = length === 0 ? [] : [{ from: 0, to: length, slices: [] }];
  return { kind: "paragraph", edits, kept: [], partner: undefined, isSame: false, move: undefined };
}

/** Returns the edits in a moved paragraph. */
function movedText(
  base: ParagraphPatch,
  { item, half, other }: { item: ParagraphItem; half: MovedHalf; other: MovedHalf },
): Pick<ParagraphPatch, "edits" | "kept"> {
  const length = base.edits.at(-1)?.to ?? 0;
  const kept = half.kept.map(({ from, to }, at): KeptTokens => ({ from, to, item, at: other.kept[at]!.from }));
  const edits: TextEdit[] = [];
  let [done, along] = [0, 0];
  for (const { from, to, at } of [...kept, { from: length, to: length, at: item.tokens.keys.length }]) {
    const slices: Slice[] = along < at ? [{ kind: "tokens", item, from: along, to: at }] : [];
    if (done < from || slices.length > 0) edits.push({ from: done, to: from, slices });
    [done, along] = [to, at + to - from];
  }
  return { edits, kept };
}

/** Returns the content of a range of a flow. */
function slicesOf(flow: Flow, { from, to }: Range): Slice[] {
  const slices: Slice[] = [];
  for (let at = from; at < to; ) {
    const { item, token } = placeIn(flow, at);
    const block = flow.items[item]!;
    if (block.kind === "table") {
      slices.push({ kind: "table", item: block });
      at += 1;
      continue;
    }
    const end = flow.starts[item + 1]! - 1;
    const last = Math.min(to, end);
    if (at < last) slices.push({ kind: "tokens", item: block, from: token, to: token + last - at });
    if (to > end) slices.push({ kind: "end", item: block });
    at = last < end ? last : end + 1;
    if (to <= end) break;
  }
  return slices;
}

/** Returns the whole blocks at the beginning of some slices, and the remaining slices. */
function wholeBlocks(slices: readonly Slice[]): { blocks: GapBlock[]; rest: readonly Slice[] } {
  const blocks: GapBlock[] = [];
  let at = 0;
  for (;;) {
    const [one, next] = [slices[at], slices[at + 1]];
    if (one?.kind === "table") {
      blocks.push({ item: one.item });
      at += 1;
    } else if (one?.kind === "end" && one.item.tokens.keys.length === 0) {
      blocks.push({ item: one.item });
      at += 1;
    } else if (one?.kind === "tokens" && isWholeText(one) && next?.kind === "end" && next.item === one.item) {
      blocks.push({ item: one.item });
      at += 2;
    } else return { blocks, rest: slices.slice(at) };
  }
}

function isWholeText({ item, from, to }: Slice & { kind: "tokens" }): boolean {
  return from === 0 && to === item.tokens.keys.length;
}

/** Returns the index of the paragraph that contains a story's text box. Returns 0 if no item contains it. */
function hostOf(items: readonly Item[], { plan: { before } }: Nested): number {
  const { tree } = before.story;
  for (let at = before.node; ; at = tree.parent(at)) {
    const found = items.findIndex((item) => item.node === at && item.story.tree === tree);
    if (found >= 0) return found;
    if (at === tree.root) return 0;
  }
}

export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
