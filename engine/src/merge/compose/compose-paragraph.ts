// Makes the script of one changed paragraph of the base, and of the blocks inserted next to it.

import { CHANGES, movedPieces, pieceOf } from "../../compare/script/moved-pieces.ts";
import type { OwnedMark } from "../../document/merge-record.ts";
import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import { isSamePlace, type TokenPlace } from "../../redline/content/tokens.ts";
import type { AnchorBorder, FlowStep, Marks, MoveBorder, Piece, WholeStep } from "../../redline/script/script.ts";
import type { MergingConflict } from "../conflict.ts";
import { grownLooks } from "../grown-formatting.ts";
import { type ContainerPatch, isDropped, type ParagraphPatch, removed } from "../patches.ts";
import type { Merging } from "../revision.ts";
import type { SettledEnds } from "../settle-ends.ts";
import type { ComposedLooks, LookConflict } from "./compose-formatting.ts";
import type { GapGroup, PlacedBlock } from "./compose-gaps.ts";
import type { MovePlan, MovePlans } from "./compose-moves.ts";
import { type Composed, composeText, keptIn, type TextPatches } from "./compose-text.ts";
import { FlowBuilder } from "./flow-builder.ts";
import { lookOfMove, movedFormatting } from "./moved-formatting.ts";

interface Context {
  readonly base: Container;
  readonly patches: readonly ContainerPatch[];
  readonly moves: MovePlans;
  readonly ends: SettledEnds;
  /** Maps a paragraph to the conflict about the range that contains it. */
  readonly ranges: ReadonlyMap<number, MergingConflict>;
  readonly merging: Merging;
}

/** A block of a gap, and the revised copies that inserted it. */
export interface PlacedTail {
  readonly by: readonly number[];
  readonly block: PlacedBlock;
}

interface Around {
  /** Blocks of the gap before the paragraph that are written in the same flow. */
  readonly waiting: readonly PlacedTail[];
  /** Blocks before its mark. */
  readonly tails: readonly { readonly leading: ParagraphItem | undefined; readonly group: GapGroup }[];
  readonly looks: ComposedLooks;
  /** True if something besides the text is written: formatting, properties, or a story of the text. */
  readonly isFormatted: boolean;
}

export class ParagraphComposer {
  readonly #context: Context;
  /** Maps a paragraph to its composed text, for both positions of a moved one. */
  readonly #composed = new Map<number, Composed[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns the step of a paragraph of the base. */
  paragraph(
    index: number,
    { waiting, tails, looks, isFormatted }: Around,
  ): WholeStep | Omit<FlowStep, "propertyChanges" | "nested"> {
    const { base, ends, moves, ranges } = this.#context;
    const item = base.items[index] as ParagraphItem;
    const plan = moves.get(index);
    const composed = this.#compose(index, plan?.conflict ?? ranges.get(index));
    const move = plan?.conflict === undefined ? plan : undefined;
    const gone = ends.gone.get(index) ?? [];
    if (waiting.length === 0 && tails.length === 0 && !isFormatted) {
      const whole = this.#wholly(item, { composed, move, gone });
      if (whole !== undefined) return whole;
    }
    const flow = new FlowBuilder();
    for (const tail of waiting) this.#addBlock(flow, tail, { after: "own", owned: "own" });
    if (move?.isFirst) flow.add(this.#border(item, move, { half: "from", isStart: true }));
    this.#addOld(flow, index, { composed, move, spots: looks.conflicts });
    if (move === undefined) {
      const { formatChanges } = looks;
      flow.formatChanges.push(...grownLooks(item, composed, { formatChanges, merging: this.#context.merging }));
    }
    if (move?.isLast) flow.add(this.#border(item, move, { half: "from", isStart: false }));
    const isRemoved = gone.some((number) => ends.shifted.get(index + 1)?.includes(number) !== true);
    for (const { leading, group } of tails) this.#addTail(flow, group, { leading, isRemoved });
    flow.end({ item, marks: this.#endMarks(gone, move) });
    return { kind: "flow", steps: flow.steps, formatChanges: flow.formatChanges };
  }

  #compose(index: number, whole: MergingConflict | undefined): Composed[] {
    const known = this.#composed.get(index) ?? this.#composeNew(index, whole);
    this.#composed.set(index, known);
    return known;
  }

  #composeNew(index: number, whole: MergingConflict | undefined): Composed[] {
    const { base, patches, merging, moves } = this.#context;
    const item = base.items[index] as ParagraphItem;
    const plan = moves.get(index);
    const texts: TextPatches = new Map(
      patches.flatMap(({ number, blocks }) => {
        const patch = blocks[index] as ParagraphPatch;
        // A revised copy whose move competes deletes the paragraph here.
        if (whole !== undefined && plan?.movers.includes(number)) return [[number, removed(item)] as const];
        return patch.edits.length > 0 ? [[number, patch] as const] : [];
      }),
    );
    return composeText({ item, patches: texts, merging, whole, mayKeepText: plan === undefined });
  }

  /** Returns the step of a paragraph that was only deleted or moved as a whole; undefined for any other. */
  #wholly(
    item: ParagraphItem,
    { composed, move, gone }: { composed: readonly Composed[]; move: MovePlan | undefined; gone: readonly number[] },
  ): WholeStep | undefined {
    if (gone.length === 0) return undefined;
    const { labels } = this.#context.merging;
    const label = labels.of(gone);
    if (move === undefined) {
      const isWhole = composed.every((one) => one.kind === "base" && one.gone.join() === gone.join());
      return isWhole ? { kind: "whole", item, mark: { change: "deletion", label } } : undefined;
    }
    if (gone.join() !== move.movers.join()) return undefined;
    const pieces: Piece[] = [];
    for (const one of composed) {
      if (one.kind === "new" && one.by.every((number) => move.movers.includes(number))) continue;
      const isOwn = one.kind === "base" && one.gone.every((number) => move.movers.includes(number));
      if (!isOwn) return undefined;
      pieces.push(pieceOf({ item, ...one }, this.#marksAt("from", one.gone, move)));
    }
    const border = (isStart: boolean): MoveBorder => this.#border(item, move, { half: "from", isStart });
    return {
      kind: "whole",
      item,
      mark: { change: "movedFrom", label },
      pieces,
      ...(move.isFirst ? { opens: border(true) } : {}),
      ...(move.isLast ? { closes: border(false) } : {}),
    };
  }

  /** Returns the marks of text of the base: at one end of a move, or in place. */
  #marksAt(half: "from" | "to" | undefined, gone: readonly number[], move: MovePlan | undefined): Marks {
    const { labels } = this.#context.merging;
    const text = gone.length === 0 ? {} : { text: { change: "deletion", label: labels.of(gone) } as const };
    if (half === undefined || move === undefined) return text;
    // Text that all movers delete, and no other revised copy, does not move.
    if (half === "from" && gone.join() === move.movers.join()) return text;
    const change = half === "from" ? "movedFrom" : "movedTo";
    return { move: { change, label: labels.of(move.movers) }, ...text };
  }

  #insertionMarks(half: "from" | "to" | undefined, by: readonly number[], move: MovePlan | undefined): Marks {
    const { labels } = this.#context.merging;
    const text = { change: "insertion", label: labels.of(by) } as const;
    if (half === undefined || move === undefined || by.every((number) => move.movers.includes(number))) return { text };
    const change = half === "from" ? "movedFrom" : "movedTo";
    return { move: { change, label: labels.of(move.movers) }, text };
  }

  #border(
    item: ParagraphItem,
    { number, movers }: MovePlan,
    { half, isStart }: Pick<MoveBorder, "half" | "isStart">,
  ): MoveBorder {
    return { kind: "border", move: number, half, isStart, label: this.#context.merging.labels.of(movers), item };
  }

  #endMarks(gone: readonly number[], move: MovePlan | undefined): Marks {
    if (gone.length === 0) return {};
    const { labels } = this.#context.merging;
    const isMoved = move !== undefined && gone.join() === move.movers.join();
    return isMoved
      ? { move: { change: "movedFrom", label: labels.of(gone) } }
      : { text: { change: "deletion", label: labels.of(gone) } };
  }

  /** Adds a paragraph at its position in the base. */
  #addOld(
    flow: FlowBuilder,
    index: number,
    {
      composed,
      move,
      spots,
    }: { composed: readonly Composed[]; move: MovePlan | undefined; spots: readonly LookConflict[] },
  ): void {
    const item = this.#context.base.items[index] as ParagraphItem;
    const half = move === undefined ? undefined : "from";
    const borders = new SpotBorders(spots, this.#context.merging);
    const anchors = new Map<MergingConflict, AnchorBorder["anchor"]>();
    for (const one of composed) {
      if (one.kind === "open" || one.kind === "close")
        flow.add(this.#anchor(one, anchors, this.#ownedMark(index, one)));
      else if (one.kind === "codes") {
        flow.add(...one.change.pieces);
        flow.formatChanges.push(...one.change.formatChanges);
      } else if (one.kind === "base") {
        const piece = pieceOf({ item, ...one }, this.#marksAt(half, one.gone, move));
        flow.add(...borders.cut(piece));
      } else if (one.kind === "new") {
        // Text that only movers insert is written at the new position.
        const isElsewhere = move !== undefined && one.by.every((number) => move.movers.includes(number));
        if (!isElsewhere) flow.addSlices(one.slices, this.#insertionMarks(half, one.by, move));
      }
    }
    flow.add(...borders.rest());
  }

  #anchor(
    { kind, conflict }: Extract<Composed, { kind: "open" | "close" }>,
    known: Map<MergingConflict, AnchorBorder["anchor"]>,
    owned: OwnedMark = "own",
  ): AnchorBorder {
    const anchor = known.get(conflict) ?? this.#context.merging.conflicts.spot(conflict, owned);
    if (kind === "open") known.set(conflict, anchor);
    else known.delete(conflict);
    return { kind: "anchor", anchor, isStart: kind === "open" };
  }

  /**
   * Returns the mark that a spot in a paragraph of the base owns. A conflict about words owns a mark if one of its sides
   * deletes the whole paragraph (MRG-44).
   */
  #ownedMark(index: number, { kind, conflict }: Extract<Composed, { kind: "open" | "close" }>): OwnedMark {
    const { patches, ends, merging } = this.#context;
    if (kind === "close" || conflict.kind === "property") return "own";
    const competing = conflict.sides.flatMap(({ revisions }) => revisions);
    const dropping = patches.flatMap(({ number, blocks }) => {
      const block = blocks[index] as ParagraphPatch;
      return competing.includes(number) && (block.move !== undefined || isDropped(block)) ? [number] : [];
    });
    if (dropping.length > 0) merging.conflicts.ownMarks(conflict);
    const going = dropping.filter((number) => ends.gone.get(index)?.includes(number));
    if (dropping.some((number) => ends.shifted.get(index)?.includes(number))) {
      // A copy that deletes the next paragraph up to the end too deletes this mark for that one.
      return going.some((number) => ends.shifted.get(index + 1)?.includes(number) !== true) ? "both" : "before";
    }
    const isGone = going.length > 0;
    return ends.tails.has(index) && !isGone ? "none" : "own";
  }

  /**
   * True if another revised copy edits or formats a paragraph that moved here. It is then more than a copy of the
   * mover's paragraph.
   */
  isNested({ movedFrom, item }: PlacedBlock): boolean {
    const move = movedFrom === undefined ? undefined : this.#context.moves.get(movedFrom);
    if (move === undefined || move.conflict !== undefined) return false;
    const { formatChanges, propertyChanges } = movedFormatting(movedFrom!, item as ParagraphItem, this.#context);
    if (formatChanges.length + propertyChanges.length > 0) return true;
    const isSole = move.movers.length === 1;
    return this.#context.patches.some(({ number, blocks }) => {
      const isOther = !isSole || !move.movers.includes(number);
      return isOther && (blocks[movedFrom!] as ParagraphPatch).edits.length > 0;
    });
  }

  /** Returns the step of a block of a gap that is written by itself. */
  wholeBlock(block: PlacedBlock, by: readonly number[]): WholeStep {
    const { conflicts, labels } = this.#context.merging;
    const { item, movedFrom, conflict } = block;
    const move = movedFrom === undefined ? undefined : this.#context.moves.get(movedFrom);
    const anchor = conflict === undefined ? {} : { anchor: conflicts.spot(conflict) };
    if (move === undefined || move.conflict !== undefined || item.kind === "table") {
      return { kind: "whole", item, mark: { change: CHANGES.insert.plain, label: labels.of(by) }, ...anchor };
    }
    const mover = this.#context.patches.find(({ number }) => number === move.movers[0])!;
    const { kept } = mover.blocks[movedFrom!] as ParagraphPatch;
    const label = labels.of(move.movers);
    const border = (isStart: boolean): MoveBorder => this.#border(item, move, { half: "to", isStart });
    const look = lookOfMove(movedFrom!, this.#context);
    const half = { kept: kept.map(({ from, to, at }) => ({ from: at, to: at + to - from })) };
    const pieces = movedPieces({ item, from: 0, to: item.tokens.keys.length }, half, { kind: "insert", label });
    return {
      kind: "whole",
      item,
      mark: { change: "movedTo", label },
      pieces,
      ...(look === undefined ? {} : { anchor: conflicts.spot(look) }),
      ...(move.isFirst ? { opens: border(true) } : {}),
      ...(move.isLast ? { closes: border(false) } : {}),
    };
  }

  /** Adds the blocks that a revised copy inserts before the last mark of an end. */
  #addTail(
    flow: FlowBuilder,
    { by, blocks }: GapGroup,
    { leading, isRemoved }: { readonly leading: ParagraphItem | undefined; readonly isRemoved: boolean },
  ): void {
    const { labels } = this.#context.merging;
    const text = { change: "insertion", label: labels.of(by) } as const;
    if (leading !== undefined) flow.end({ item: leading, marks: { text } });
    for (const [at, block] of blocks.entries()) {
      const next = blocks[at + 1];
      // The mark before a block of a conflict belongs to that conflict, so it is no mark of a move.
      const after = next?.conflict === undefined ? next && "own" : { text };
      // Without a leading paragraph the first block takes the place of a deleted one, and no mark is inserted before it.
      const isPlaced = at === 0 && leading === undefined;
      // The mark before a table is also the mark before the paragraph after it.
      const paragraph = blocks.slice(at + 1).find(({ item }) => item.kind === "paragraph");
      const isShared = block.item.kind === "table" && paragraph !== undefined && paragraph.conflict === undefined;
      const owned = isPlaced || isShared ? "none" : isRemoved && next === undefined ? "both" : "before";
      this.#addBlock(flow, { by, block }, { after, owned });
    }
  }

  /** Adds a block of a gap to a flow. `after` has the marks of its end: its own, others, or none for a last mark. */
  #addBlock(
    flow: FlowBuilder,
    { by, block }: PlacedTail,
    { after, owned }: { readonly after: Marks | "own" | undefined; readonly owned: OwnedMark },
  ): void {
    const { conflicts, labels } = this.#context.merging;
    const { item, movedFrom, conflict } = block;
    const text = { change: "insertion", label: labels.of(by) } as const;
    if (item.kind === "table") {
      const anchor = conflict === undefined ? {} : { anchor: conflicts.spot(conflict, owned) };
      flow.addTable({ kind: "table", item, mark: text, ...anchor });
      return;
    }
    const move = movedFrom === undefined ? undefined : this.#context.moves.get(movedFrom);
    if (move !== undefined && move.conflict === undefined) {
      this.#addArrived(flow, { item, index: movedFrom!, move, after });
      return;
    }
    const anchor = conflict === undefined ? undefined : conflicts.spot(conflict, owned);
    if (anchor !== undefined) flow.add({ kind: "anchor", anchor, isStart: true });
    if (item.tokens.keys.length > 0) flow.add(pieceOf({ item, from: 0, to: item.tokens.keys.length }, { text }));
    if (anchor !== undefined) flow.add({ kind: "anchor", anchor, isStart: false });
    if (after !== undefined) flow.end({ item, marks: after === "own" ? { text } : after });
  }

  /** Adds a paragraph at its new position, with the edits of all revised copies. */
  #addArrived(
    flow: FlowBuilder,
    {
      item,
      index,
      move,
      after,
    }: { item: ParagraphItem; index: number; move: MovePlan; after: Marks | "own" | undefined },
  ): void {
    const { conflicts, labels } = this.#context.merging;
    const anchors = new Map<MergingConflict, AnchorBorder["anchor"]>();
    const look = lookOfMove(index, this.#context);
    const anchor = look && conflicts.spot(look);
    if (anchor !== undefined) flow.add({ kind: "anchor", anchor, isStart: true });
    if (move.isFirst) flow.add(this.#border(item, move, { half: "to", isStart: true }));
    for (const one of this.#compose(index, undefined)) {
      if (one.kind === "open" || one.kind === "close") flow.add(this.#anchor(one, anchors));
      else if (one.kind === "new") flow.addSlices(one.slices, this.#insertionMarks("to", one.by, move));
      else if (one.kind === "base") this.#addMovedText(flow, one, { index, move });
    }
    if (move.isLast) flow.add(this.#border(item, move, { half: "to", isStart: false }));
    if (anchor !== undefined) flow.add({ kind: "anchor", anchor, isStart: false });
    const { formatChanges, propertyChanges } = movedFormatting(index, item, this.#context);
    const own: Marks = { move: { change: "movedTo", label: labels.of(move.movers) } };
    if (after !== undefined) flow.end({ item, propertyChanges, marks: after === "own" ? own : after });
    flow.formatChanges.push(...formatChanges);
  }

  /** Adds text of the base at its new position, as a mover has it. Text that no mover keeps is left out. */
  #addMovedText(
    flow: FlowBuilder,
    { from, to, gone }: Extract<Composed, { kind: "base" }>,
    { index, move }: { index: number; move: MovePlan },
  ): void {
    const movers = this.#context.patches.filter(({ number }) => move.movers.includes(number) && !gone.includes(number));
    const { kept } = (movers[0]?.blocks[index] ?? { kept: [] }) as Pick<ParagraphPatch, "kept">;
    const parts = kept.flatMap((one) => keptIn(one, from, to));
    for (const { slices } of parts) flow.addSlices(slices, this.#marksAt("to", gone, move));
  }
}

/** Puts the borders of formatting conflicts between the pieces of a paragraph. */
class SpotBorders {
  readonly #left: { readonly place: TokenPlace; readonly border: AnchorBorder }[];

  constructor(spots: readonly LookConflict[], { conflicts }: Merging) {
    this.#left = spots.flatMap(({ from, to, conflict }) => {
      const anchor = conflicts.spot(conflict);
      return [
        { place: from, border: { kind: "anchor", anchor, isStart: true } as const },
        { place: to, border: { kind: "anchor", anchor, isStart: false } as const },
      ];
    });
  }

  /** Returns a piece, cut at the borders in it, with the borders before it. */
  cut(piece: Piece): (Piece | AnchorBorder)[] {
    const out: (Piece | AnchorBorder)[] = [];
    let { from } = piece;
    while (this.#left.length > 0 && isBefore(this.#left[0]!.place, piece.to)) {
      const { place, border } = this.#left.shift()!;
      if (isBefore(from, place)) {
        out.push({ ...piece, from, to: place });
        from = place;
      }
      out.push(border);
    }
    if (!isSamePlace(from, piece.to)) out.push({ ...piece, from });
    return out;
  }

  rest(): AnchorBorder[] {
    return this.#left.splice(0).map(({ border }) => border);
  }
}

function isBefore(one: TokenPlace, other: TokenPlace): boolean {
  return one.unit < other.unit || (one.unit === other.unit && one.offset < other.offset);
}
