// Makes the script of a group: matched tokens stay, and in gaps deletions come before insertions.

import { type Gap, gapsBetween, type Match, type Range } from "../../align/match.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import type { Role } from "../../redline/content/source.ts";
import type {
  FlowStep,
  LookChange,
  MarkedTable,
  ParagraphStep,
  PropertiesChange,
} from "../../redline/script/script.ts";
import { type Flow, flowOf, placeIn } from "../plan/flow.ts";
import type { GroupMoves, GroupStep, MovedHalf } from "../plan/plan.ts";
import { codeChange } from "./code-changes.ts";
import { type ItemPair, lookChangesIn, markChanges } from "./formatting-changes.ts";
import { CHANGES, movedPieces, pieceOf } from "./moved-pieces.ts";
import { type Orientation, otherRole } from "./orientation.ts";

type Flows = Readonly<Record<Role, Flow>>;

export function flowScript(step: GroupStep, orientation: Orientation): Omit<FlowStep, "nested"> {
  const { lexicon } = orientation.sources.after;
  const flows = { before: flowOf(step.before, lexicon), after: flowOf(step.after, lexicon) };
  const steps = new FlowSteps(flows, orientation, step.moves ?? NO_MOVES);
  const sizes = { before: flows.before.keys.length, after: flows.after.keys.length };
  let done = 0;
  for (const { before, after } of gapsBetween(step.matches, sizes)) {
    const gap = { before, after };
    steps.keep({ from: done, to: gap[orientation.carries].from });
    if (step.isCoarse || !steps.keepText(gap)) {
      steps.change("before", before);
      steps.change("after", after);
    }
    done = gap[orientation.carries].to;
  }
  steps.keep({ from: done, to: sizes[orientation.carries] });
  const { formatChanges, propertyChanges } = formattingIn(flows, step.matches, orientation);
  return {
    kind: "flow",
    steps: steps.steps,
    formatChanges: [...formatChanges, ...steps.formatChanges],
    propertyChanges,
  };
}

const NO_MOVES: GroupMoves = { before: new Map(), after: new Map() };

/** Collects the steps of a flow, paragraph by paragraph. */
class FlowSteps {
  readonly steps: (ParagraphStep | MarkedTable)[] = [];
  /** Changes in text that stays inside other links and fields. */
  readonly formatChanges: LookChange[] = [];
  readonly #flows: Flows;
  readonly #orientation: Orientation;
  readonly #moves: GroupMoves;
  #pieces: ParagraphStep["pieces"][number][] = [];

  constructor(flows: Flows, orientation: Orientation, moves: GroupMoves) {
    this.#flows = flows;
    this.#orientation = orientation;
    this.#moves = moves;
  }

  /** Adds text of the carrier that stays. */
  keep(range: Range): void {
    for (const { item: index, from, to, withEnd } of stretches(this.#flows[this.#orientation.carries], range)) {
      const item = this.#flows[this.#orientation.carries].items[index]!;
      // A table of one side matches nothing.
      if (item.kind === "table") continue;
      if (from < to) this.#pieces.push(pieceOf({ item, from, to }, {}));
      if (withEnd) this.#end({ item, marks: {} });
    }
  }

  /** Keeps text of a gap that both sides show, and changes its link or field. Returns false if the gap has no such text. */
  keepText(gap: Gap): boolean {
    const before = this.#textIn("before", gap.before);
    const after = this.#textIn("after", gap.after);
    if (before === undefined || after === undefined) return false;
    const change = codeChange({ before, after }, this.#orientation);
    if (change === undefined) return false;
    this.#pieces.push(...change.pieces);
    this.formatChanges.push(...change.formatChanges);
    return true;
  }

  /** Returns tokens of one paragraph that did not move; undefined for anything else. */
  #textIn(role: Role, range: Range): { item: ParagraphItem; from: number; to: number } | undefined {
    const [only, ...others] = stretches(this.#flows[role], range);
    if (only === undefined || others.length > 0 || only.withEnd || this.#moves[role].has(only.item)) return undefined;
    const item = this.#flows[role].items[only.item]!;
    return item.kind === "table" ? undefined : { item, from: only.from, to: only.to };
  }

  change(role: Role, range: Range): void {
    const { label } = this.#orientation;
    const kind = role === "before" ? "delete" : "insert";
    const { plain, moved, half } = CHANGES[kind];
    for (const { item: index, from, to, withEnd } of stretches(this.#flows[role], range)) {
      const item = this.#flows[role].items[index]!;
      if (item.kind === "table") {
        this.steps.push({ kind: "table", item, mark: { change: plain, label } });
        continue;
      }
      const move = this.#moves[role].get(index);
      const border = (isStart: boolean, { number }: MovedHalf) =>
        ({ kind: "border", move: number, half, isStart, label, item }) as const;
      if (move?.isFirst) this.#pieces.push(border(true, move));
      this.#pieces.push(...movedPieces({ item, from, to }, move, { kind, label }));
      if (move?.isLast) this.#pieces.push(border(false, move));
      const isMoved = isInMove(this.#moves[role], index);
      const marks = isMoved ? { move: { change: moved, label } as const } : { text: { change: plain, label } as const };
      if (withEnd) this.#end({ item, marks });
    }
  }

  #end(end: ParagraphStep["end"]): void {
    this.steps.push({ kind: "paragraph", pieces: this.#pieces, end });
    this.#pieces = [];
  }
}

/** True if the mark of an item is inside a move: the item and the next one moved together. */
function isInMove(moves: ReadonlyMap<number, MovedHalf>, item: number): boolean {
  const move = moves.get(item);
  return move !== undefined && moves.get(item + 1)?.number === move.number;
}

/** A range of tokens of one paragraph, without its mark. */
interface ParagraphRange extends Range {
  readonly item: number;
  /** True if the range includes the mark, or is the table. */
  readonly withEnd: boolean;
}

/** Returns a range of a flow, paragraph by paragraph. */
function stretches(flow: Flow, { from, to }: Range): ParagraphRange[] {
  const found: ParagraphRange[] = [];
  for (let at = from; at < to; ) {
    const { item, token } = placeIn(flow, at);
    const end = flow.starts[item + 1]!;
    const isTable = flow.items[item]!.kind === "table";
    const last = isTable ? 0 : Math.min(to, end - 1) - flow.starts[item]!;
    found.push({ item, from: token, to: Math.max(token, last), withEnd: to >= end });
    at = Math.min(to, end);
  }
  return found;
}

/** Returns the formatting changes in the text that two flows share. */
function formattingIn(
  flows: Flows,
  matches: readonly Match[],
  orientation: Orientation,
): { formatChanges: LookChange[]; propertyChanges: PropertiesChange[] } {
  const { carries } = orientation;
  const [own, other] = [flows[carries], flows[otherRole(carries)]];
  const shared = new Map<string, ItemPair & { tokens: { before: number; after: number; length: number }[] }>();
  const marks: ItemPair[] = [];
  for (const match of matches) {
    const starts = { own: match[carries], other: match[otherRole(carries)] };
    for (let at = 0; at < match.length; ) {
      const [one, two] = [placeIn(other, starts.other + at), placeIn(own, starts.own + at)];
      const [theirs, ours] = [other.items[one.item]!, own.items[two.item]!];
      if (theirs.kind !== "paragraph" || ours.kind !== "paragraph") {
        at += 1;
        continue;
      }
      const left = Math.min(theirs.tokens.keys.length - one.token, ours.tokens.keys.length - two.token);
      const length = Math.min(left, match.length - at);
      if (length > 0) {
        const key = `${one.item} ${two.item}`;
        const known = shared.get(key) ?? { own: ours, other: theirs, tokens: [] };
        known.tokens.push({ before: one.token, after: two.token, length });
        shared.set(key, known);
      } else marks.push({ own: ours, other: theirs });
      at += Math.max(length, 1);
    }
  }
  const formatChanges = [...shared.values()].flatMap(({ tokens, ...pair }) => lookChangesIn(pair, tokens, orientation));
  return { formatChanges, propertyChanges: marks.flatMap((pair) => markChanges(pair, orientation)) };
}
