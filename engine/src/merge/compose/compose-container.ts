// Composes the patches of several revised copies for a container: a story, a cell, a text box, a note.

import { markChanges } from "../../compare/script/formatting-changes.ts";
import type { Container, ParagraphItem, TableItem } from "../../redline/content/items.ts";
import type {
  BlockStep,
  ContainerScript,
  FlowStep,
  LookChange,
  NestedScript,
  PropertiesChange,
} from "../../redline/script/script.ts";
import type { MergingConflict } from "../conflict.ts";
import type { ContainerPatch, ParagraphPatch, TablePatch } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { type SettledEnds, settleEnds } from "../settle-ends.ts";
import { composeLooks, composeProperties } from "./compose-formatting.ts";
import { composeGap, type GapGroup, movesFirst, type PlacedBlock } from "./compose-gaps.ts";
import { type MovePlans, planMoves } from "./compose-moves.ts";
import { composeNested } from "./compose-nested.ts";
import { ParagraphComposer, type PlacedTail } from "./compose-paragraph.ts";
import { composeTable } from "./compose-table.ts";
import { settleRanges, wholeRange } from "./settle-ranges.ts";
import { changedLooks } from "./touched.ts";

interface ContainerParts {
  readonly patches: readonly ContainerPatch[];
  /** The conflict that all changes of the container belong to, if the row that contains it is in a conflict. */
  readonly whole: MergingConflict | undefined;
}

export function composeContainer(base: Container, parts: ContainerParts, merging: Merging): ContainerScript {
  return { container: base, steps: new ContainerComposer(base, parts, merging).compose() };
}

class ContainerComposer {
  readonly #base: Container;
  readonly #patches: readonly ContainerPatch[];
  readonly #merging: Merging;
  readonly #moves: MovePlans;
  readonly #ends: SettledEnds;
  readonly #nested: ReadonlyMap<number, readonly NestedScript[]>;
  readonly #paragraphs: ParagraphComposer;
  readonly #steps: BlockStep[] = [];
  /** Maps a gap to its content. */
  readonly #gaps = new Map<number, readonly GapGroup[]>();
  /** Blocks of a gap that must be written in the flow of the paragraph after it. */
  #waiting: PlacedTail[] = [];

  constructor(base: Container, { patches, whole }: ContainerParts, merging: Merging) {
    const ranges = whole === undefined ? settleRanges(base, patches, merging) : wholeRange(base, patches, whole);
    const { nested, patches: settled } = composeNested(base, ranges.patches, merging);
    this.#base = base;
    this.#patches = settled;
    this.#merging = merging;
    this.#nested = nested;
    this.#ends = settleEnds(base, settled, ranges.conflicts);
    this.#moves = planMoves(base, { patches: settled, ends: this.#ends, merging });
    const found = { moves: this.#moves, ends: this.#ends, ranges: ranges.conflicts };
    this.#paragraphs = new ParagraphComposer({ base, patches: settled, ...found, merging });
  }

  compose(): BlockStep[] {
    const { items } = this.#base;
    for (let gap = 0; gap <= items.length; gap += 1) {
      const asked = { gap, patches: this.#patches, moves: this.#moves, ends: this.#ends, merging: this.#merging };
      this.#gaps.set(gap, composeGap(asked));
    }
    for (const [index, item] of items.entries()) {
      this.#putGap(index);
      if (item.kind === "table") this.#putTable(item, index);
      else this.#putParagraph(item, index);
    }
    this.#putGap(items.length);
    return this.#steps;
  }

  /** True if a revised copy's blocks of a gap are written before the last mark at their end. */
  #isTail(gap: number, number: number): boolean {
    return this.#ends.tailsOfGap.get(gap)?.some((tail) => tail.number === number) === true;
  }

  #putGap(gap: number): void {
    for (const { by, blocks } of this.#gaps.get(gap) ?? []) {
      if (this.#isTail(gap, by[0]!)) continue;
      for (const block of blocks) {
        const next = this.#base.items[gap];
        const mustWait = next?.kind === "paragraph" && (this.#waiting.length > 0 || this.#paragraphs.isNested(block));
        if (mustWait) this.#waiting.push({ by, block });
        else this.#steps.push(this.#paragraphs.wholeBlock(block, by));
      }
    }
  }

  /** Returns the blocks before the mark of a paragraph, by revised copy. */
  #tailsAt(index: number): { readonly leading: ParagraphItem | undefined; readonly group: GapGroup }[] {
    const tails = this.#ends.tails.get(index) ?? [];
    const placed = tails.flatMap(({ gap, number, leading }) => {
      const own = (this.#gaps.get(gap) ?? []).filter(({ by }) => by[0] === number);
      const blocks = own.flatMap((group) => group.blocks);
      return blocks.length === 0 ? [] : [{ leading, group: { by: own[0]!.by, blocks: withTables(blocks) } }];
    });
    return movesFirst(placed, ({ group }) => group.blocks);
  }

  #putParagraph(item: ParagraphItem, index: number): void {
    const patches = this.#patches.map(({ number, blocks }) => [number, blocks[index] as ParagraphPatch] as const);
    const looks = composeLooks(item, this.#looksOf(item, patches), this.#merging);
    const says = this.#saysOf(item, index, patches);
    const propertyChanges = composeProperties(
      new Map([...says].map(([number, { changes }]) => [number, changes])),
      this.#merging,
      (number) => says.get(number)!.other.surroundings,
    );
    const nested = this.#nested.get(index) ?? [];
    const tails = this.#tailsAt(index);
    const isText = patches.some(([, { edits, partner }]) => edits.length > 0 || partner === undefined);
    const isPlain = !isText && tails.length === 0 && this.#waiting.length === 0 && looks.conflicts.length === 0;
    if (isPlain && !this.#ends.gone.has(index)) {
      this.#steps.push({ kind: "keep", item, formatChanges: looks.formatChanges, propertyChanges, nested });
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    const isFormatted =
      looks.formatChanges.length + looks.conflicts.length + propertyChanges.length + nested.length > 0;
    const made = this.#paragraphs.paragraph(index, { waiting, tails, looks, isFormatted });
    if (made.kind === "whole") this.#steps.push(made);
    else {
      const flow: FlowStep = {
        ...made,
        formatChanges: [...looks.formatChanges, ...made.formatChanges],
        propertyChanges,
        nested,
      };
      this.#steps.push(flow);
    }
  }

  #looksOf(
    item: ParagraphItem,
    patches: readonly (readonly [number, ParagraphPatch])[],
  ): ReadonlyMap<number, readonly LookChange[]> {
    const found = new Map<number, readonly LookChange[]>();
    for (const [number, patch] of patches) {
      if (patch.move !== undefined) continue;
      const { orientation } = this.#merging.revisions[number]!;
      const formatChanges = changedLooks(item, patch, orientation);
      if (formatChanges.length > 0) found.set(number, formatChanges);
    }
    return found;
  }

  #saysOf(
    item: ParagraphItem,
    index: number,
    patches: readonly (readonly [number, ParagraphPatch])[],
  ): ReadonlyMap<number, { readonly other: ParagraphItem; readonly changes: readonly PropertiesChange[] }> {
    const found = new Map<number, { other: ParagraphItem; changes: readonly PropertiesChange[] }>();
    const partners = this.#ends.partners.get(index);
    const gone = this.#ends.gone.get(index) ?? [];
    for (const [number, patch] of patches) {
      const other = partners?.get(number) ?? (gone.includes(number) ? undefined : patch.partner);
      if (other === undefined) continue;
      const changes = markChanges({ own: item, other }, this.#merging.revisions[number]!.orientation);
      if (changes.length > 0) found.set(number, { other, changes });
    }
    return found;
  }

  #putTable(item: TableItem, index: number): void {
    const patches = this.#patches.map(({ number, blocks }) => [number, blocks[index] as TablePatch] as const);
    this.#steps.push(composeTable(item, new Map(patches), this.#merging));
  }
}

/**
 * Returns the blocks before a last mark. A table right before a paragraph of a conflict belongs to that conflict,
 * because both depend on the mark before the table.
 */
function withTables(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  let after: PlacedBlock["conflict"];
  return blocks
    .toReversed()
    .map((block) => {
      const isOwn = block.item.kind === "paragraph" || block.conflict !== undefined;
      const placed = isOwn ? block : { ...block, conflict: after };
      after = placed.conflict?.kind === "property" ? undefined : placed.conflict;
      return placed;
    })
    .toReversed();
}
