// Makes a random script: changes of two authors, alone and together, to the paragraphs of a base.
//
// Its moves contain the four ways in which two changes nest: an insertion or a deletion of one author inside the source
// or the target of the other's move.

import type {
  BlockStep,
  FlowStep,
  ChangeLabel as Label,
  Mark,
  MoveBorder,
  ParagraphItem,
  ParagraphStep,
  Piece,
  Script,
  Source,
} from "@versus/engine/inside";
import { tokenStart } from "@versus/engine/inside";
import type { Random } from "../../runner/random.ts";
import { bodyOfSource } from "./script-sources.ts";

export const AUTHORS = ["Ann", "Bea"] as const;
const DATE = "2026-01-02T03:04:05Z";

/** Returns the authors of a label: one or both. */
export function authorsOf(author: string): readonly string[] {
  return author.split(", ");
}

const labels: readonly Label[] = [
  { author: "Ann", date: DATE },
  { author: "Bea", date: DATE },
  { author: "Ann, Bea", date: DATE },
];

export interface Met {
  readonly features: Set<string>;
}

export const scriptFeatures = [
  "kept",
  "whole came",
  "whole went",
  "edited",
  "split",
  "joined",
  "both authors",
  "del in moveFrom",
  "ins in moveFrom",
  "del in moveTo",
  "ins in moveTo",
] as const;

export function randomScript(sources: readonly Source[], random: Random, met: Met): Script {
  return new ScriptMaker(sources, random, met).make();
}

class ScriptMaker {
  readonly #random: Random;
  readonly #met: Met;
  readonly #carrier: Source;
  readonly #base: ReturnType<typeof bodyOfSource>;
  /** One entry per revision: all its paragraphs, and those that the base does not have. */
  readonly #revisions: readonly { readonly all: readonly ParagraphItem[]; readonly own: readonly ParagraphItem[] }[];
  #moves = 0;

  constructor(sources: readonly Source[], random: Random, met: Met) {
    this.#random = random;
    this.#met = met;
    this.#carrier = sources[0]!;
    this.#base = bodyOfSource(this.#carrier);
    const count = this.#base.items.length;
    this.#revisions = sources.slice(1).map((source) => {
      const all = bodyOfSource(source).items as readonly ParagraphItem[];
      return { all, own: all.slice(count) };
    });
  }

  make(): Script {
    const items = this.#base.items as readonly ParagraphItem[];
    const steps: BlockStep[] = [];
    const moved: { readonly at: number; readonly label: Label; readonly move: number; readonly to: number }[] = [];
    for (let at = 0; at + 2 < items.length; at += 3) {
      if (!this.#random.chance(0.4)) continue;
      this.#moves += 1;
      const to = at + 1 + this.#random.below(items.length - at - 1);
      moved.push({ at, label: this.#random.pick(labels.slice(0, 2)), move: this.#moves, to });
    }
    for (let at = 0; at < items.length; ) {
      const isLast = at === items.length - 1;
      const here = moved.filter((move) => move.to === at);
      const leaves = moved.find((move) => move.at === at);
      if (leaves !== undefined || here.length > 0 || this.#random.chance(0.5)) {
        const flow: ParagraphStep[] = here.map((move) => this.#movedStep(items[move.at]!, move, "to"));
        // A paragraph that moves away, or loses its mark, is followed by a paragraph that takes over the rest.
        let end = at;
        for (; ; end += 1) {
          const leaving = moved.find((move) => move.at === end);
          const mayJoin = end < items.length - 1 && !moved.some(({ to }) => to === end + 1);
          if (leaving !== undefined && mayJoin) {
            flow.push(this.#movedStep(items[end]!, leaving, "from"));
            continue;
          }
          const isJoined = leaving === undefined && mayJoin && this.#random.chance(0.25);
          flow.push(...this.#editedSteps(items[end]!, isJoined));
          if (!isJoined) break;
        }
        steps.push({
          kind: "flow",
          steps: flow,
          formatChanges: [],
          propertyChanges: [],
          nested: [],
        } satisfies FlowStep);
        at = end + 1;
        continue;
      }
      if (this.#random.chance(0.3)) steps.push(this.#whole("insertion"));
      if (!isLast && this.#random.chance(0.25)) {
        this.#met.features.add("whole went");
        steps.push({ kind: "whole", item: items[at]!, mark: this.#mark("deletion") });
      } else {
        this.#met.features.add("kept");
        steps.push({ kind: "keep", item: items[at]!, formatChanges: [], propertyChanges: [], nested: [] });
      }
      at += 1;
    }
    // A move whose source was not written, because no paragraph followed it there, has no target either.
    return {
      carrier: this.#carrier,
      body: { container: this.#base, steps: withoutHalves(steps) },
      sections: { steps: [], areAllPaired: true },
      lists: new Map(),
    };
  }

  #mark<Change extends "insertion" | "deletion">(change: Change): Mark<Change> {
    const label = this.#random.pick(labels);
    if (label === labels[2]) this.#met.features.add("both authors");
    return { change, label };
  }

  /** Returns the paragraphs that a label may insert. */
  #brought({ author }: Label): readonly ParagraphItem[] {
    return this.#revisions[author === "Bea" ? 1 : 0]!.own;
  }

  #whole(change: "insertion"): BlockStep {
    this.#met.features.add("whole came");
    const mark = this.#mark(change);
    return { kind: "whole", item: this.#random.pick(this.#brought(mark.label)), mark };
  }

  /** Returns the steps of an edited paragraph of the base. Its mark stays, or is deleted if it is joined. */
  #editedSteps(item: ParagraphItem, isJoined: boolean): ParagraphStep[] {
    const steps: ParagraphStep[] = [];
    let pieces: Piece[] = [];
    const size = item.tokens.keys.length;
    for (let at = 0; at < size; ) {
      const end = Math.min(size, at + 1 + this.#random.below(4));
      if (this.#random.chance(0.5)) pieces.push(pieceOf(item, { from: at, to: end }, {}));
      else {
        this.#met.features.add("edited");
        const mark = this.#mark("deletion");
        pieces.push(pieceOf(item, { from: at, to: end }, { text: mark }));
        if (this.#random.chance(0.5)) pieces.push(this.#insertion());
        if (this.#random.chance(0.2)) {
          this.#met.features.add("split");
          const split = this.#mark("insertion");
          const brought = this.#random.pick(this.#brought(split.label));
          steps.push({ kind: "paragraph", pieces, end: { item: brought, marks: { text: split } } });
          pieces = [];
        }
        // Unchanged text must follow an insertion.
        if (end < size) pieces.push(pieceOf(item, { from: end, to: end + 1 }, {}));
        at = end + 1;
        continue;
      }
      at = end;
    }
    if (isJoined) this.#met.features.add("joined");
    steps.push({ kind: "paragraph", pieces, end: { item, marks: isJoined ? { text: this.#mark("deletion") } : {} } });
    return steps;
  }

  #insertion(): Piece {
    const mark = this.#mark("insertion");
    const brought = this.#random.pick(this.#brought(mark.label));
    const to = 1 + this.#random.below(brought.tokens.keys.length);
    return pieceOf(brought, { from: 0, to }, { text: mark });
  }

  /**
   * Returns the source or the target of a move, with edits of the other author inside. Both have the same edits,
   * because the edits follow from the number of the move.
   */
  #movedStep(
    base: ParagraphItem,
    { label, move }: { readonly label: Label; readonly move: number },
    half: "from" | "to",
  ): ParagraphStep {
    const other = labels[label === labels[0] ? 1 : 0]!;
    const change = half === "from" ? ("movedFrom" as const) : ("movedTo" as const);
    const mark = { change, label };
    const mover = this.#revisions[label.author === "Bea" ? 1 : 0]!;
    const item = half === "from" ? base : mover.all[this.#base.items.indexOf(base)]!;
    const size = item.tokens.keys.length;
    const cut = Math.min(size, 1 + (move % 3));
    const end = Math.min(size, cut + 2);
    const inserted = this.#brought(other)[move % this.#brought(other).length]!;
    const border = (isStart: boolean): MoveBorder => ({ kind: "border", move, half, isStart, label, item });
    this.#met.features.add(half === "from" ? "del in moveFrom" : "del in moveTo");
    this.#met.features.add(half === "from" ? "ins in moveFrom" : "ins in moveTo");
    const pieces = [
      border(true),
      pieceOf(item, { from: 0, to: cut }, { move: mark }),
      ...(cut < end
        ? [pieceOf(item, { from: cut, to: end }, { move: mark, text: { change: "deletion", label: other } })]
        : []),
      pieceOf(inserted, { from: 0, to: 1 }, { move: mark, text: { change: "insertion", label: other } }),
      ...(end < size ? [pieceOf(item, { from: end, to: size }, { move: mark })] : []),
      border(false),
    ];
    return { kind: "paragraph", pieces, end: { item, marks: { move: mark } } };
  }
}

function pieceOf(item: ParagraphItem, { from, to }: { from: number; to: number }, marks: Piece["marks"]): Piece {
  return { kind: "piece", item, from: tokenStart(item.tokens, from), to: tokenStart(item.tokens, to), marks };
}

/** Removes move sources and targets without their counterpart. */
function withoutHalves(steps: readonly BlockStep[]): BlockStep[] {
  const counts = new Map<number, number>();
  const movesOf = (step: ParagraphStep): number[] =>
    step.pieces.flatMap((piece) => (piece.kind === "border" && piece.isStart ? [piece.move] : []));
  const paragraphs = steps.flatMap((step) => (step.kind === "flow" ? step.steps : []));
  for (const step of paragraphs) {
    if (step.kind === "paragraph") for (const move of movesOf(step)) counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  const isHalf = (step: ParagraphStep): boolean => movesOf(step).some((move) => counts.get(move) !== 2);
  return steps.map((step) =>
    step.kind === "flow"
      ? { ...step, steps: step.steps.filter((one) => one.kind !== "paragraph" || !isHalf(one)) }
      : step,
  );
}
