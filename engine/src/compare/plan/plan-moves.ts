// Finds paragraphs that were deleted in one place and inserted in another: they moved.
//
// Paragraphs of the same content first, then such that are nearly the same; in both cases only paragraphs that say enough
// to be recognised, so that no move is claimed where a phrase merely recurs. Neighbours that moved together are one
// move. A paragraph that ends a section stays: its section cannot move with it.

import { type Leftover, pairLeftovers } from "../../align/pair-leftovers.ts";
import { NO_PRINT } from "../content/fingerprints.ts";
import type { ParagraphItem } from "../content/items.ts";
import type { ContainerPlan, DeleteStep, InsertStep, MovedHalf, Step } from "./plan.ts";
import { planText } from "./plan-text.ts";
import type { Planning } from "./planning.ts";

/** How much a paragraph must say to be recognised elsewhere, in letters of words that are not too common. */
const LEAST_WEIGHT = 20;
/** How alike the two halves of a move are when something in it was edited. */
const LEAST_ALIKE = 0.6;

interface Loose {
  readonly plan: ContainerPlan;
  readonly index: number;
  readonly paragraph: ParagraphItem;
  /** Its place among all that is loose on its side. */
  readonly place: number;
}

/** Marks the steps of a story's plan, those in its tables included, that are halves of moves. Numbers go on from `first`. */
export function planMoves(plan: ContainerPlan, first: number, planning: Planning): number {
  const loose = { before: [] as Loose[], after: [] as Loose[] };
  collectLoose(plan, loose);
  if (loose.before.length === 0 || loose.after.length === 0) return first;
  const pairs = pairLeftovers({
    before: loose.before.map(leftover),
    after: loose.after.map(leftover),
    least: LEAST_ALIKE,
    weightOf: (key) => planning.lexicon.weightOf(key),
    budget: planning.budget,
  });
  const found = pairs.map(({ before, after }): Halves => [loose.before[before]!, loose.after[after]!]);
  const moves = together(withNeighbours(found));
  for (const [number, halves] of moves.entries()) writeMove(halves, first + number, planning);
  return first + moves.length;
}

function leftover({ paragraph }: Loose): Leftover {
  return { key: paragraph.key, bag: paragraph.bag };
}

function collectLoose(plan: ContainerPlan, loose: { before: Loose[]; after: Loose[] }): void {
  for (const [index, step] of plan.steps.entries()) {
    if (step.kind === "delete" || step.kind === "insert") {
      const { item } = step;
      if (item.kind === "paragraph" && mayMove(item)) {
        const side = loose[step.kind === "delete" ? "before" : "after"];
        side.push({ plan, index, paragraph: item, place: side.length });
      }
    } else if (step.kind === "table") {
      for (const row of step.rows) {
        if (row.kind !== "pair") continue;
        for (const cell of row.cells) if (cell.kind === "pair") collectLoose(cell.plan, loose);
      }
    }
  }
}

function mayMove(paragraph: ParagraphItem): boolean {
  return (
    !paragraph.isBlank && !paragraph.endsSection && paragraph.bag.weight >= LEAST_WEIGHT && !hasLooseField(paragraph)
  );
}

/** Half a field does not move. */
function hasLooseField(paragraph: ParagraphItem): boolean {
  if (paragraph.print !== NO_PRINT) return false;
  let open = 0;
  for (const { kind } of paragraph.units) {
    if (kind === "begin") open += 1;
    else if (kind === "end") open -= 1;
    if (open < 0) return true;
  }
  return open !== 0;
}

type Halves = readonly [before: Loose, after: Loose];

/** The pairs, and beside each of them what is too short or too common to be recognised alone but went along. */
function withNeighbours(pairs: readonly Halves[]): Halves[] {
  const taken = { before: new Set<Step>(), after: new Set<Step>() };
  const take = (halves: Halves): Halves => {
    taken.before.add(stepOf(halves[0]));
    taken.after.add(stepOf(halves[1]));
    return halves;
  };
  const all = pairs.map(take);
  for (const pair of pairs) {
    for (const direction of [1, -1]) {
      for (let next = beside(pair, direction, taken); next !== undefined; next = beside(next, direction, taken)) {
        all.push(take(next));
      }
    }
  }
  return all.sort((one, other) => one[0].place - other[0].place);
}

/** What stands beside two halves on both sides, if it was deleted there and inserted here as well. */
function beside(
  [before, after]: Halves,
  direction: number,
  taken: { readonly before: ReadonlySet<Step>; readonly after: ReadonlySet<Step> },
): Halves | undefined {
  const [one, other] = [before.plan.steps[before.index + direction], after.plan.steps[after.index + direction]];
  if (one?.kind !== "delete" || other?.kind !== "insert" || taken.before.has(one) || taken.after.has(other))
    return undefined;
  const [item, partner] = [one.item, other.item];
  if (item.kind !== "paragraph" || partner.kind !== "paragraph" || item.key !== partner.key) return undefined;
  if (item.endsSection || hasLooseField(item) || hasLooseField(partner)) return undefined;
  return [
    { ...before, index: before.index + direction, place: before.place + direction / NEIGHBOURS, paragraph: item },
    { ...after, index: after.index + direction, paragraph: partner },
  ];
}

/** More than can stand beside one paragraph: keeps places of neighbours apart. */
const NEIGHBOURS = 1 << 20;

function stepOf({ plan, index }: Loose): Step {
  return plan.steps[index]!;
}

/** Pairs that follow each other on both sides are one move. */
function together(pairs: readonly Halves[]): Halves[][] {
  const moves: Halves[][] = [];
  for (const pair of pairs) {
    const last = moves.at(-1)?.at(-1);
    const follows = last !== undefined && isNext(last[0], pair[0]) && isNext(last[1], pair[1]);
    if (follows) moves.at(-1)!.push(pair);
    else moves.push([pair]);
  }
  return moves;
}

function isNext(one: Loose, other: Loose): boolean {
  return one.plan === other.plan && other.index === one.index + 1;
}

function writeMove(halves: readonly Halves[], number: number, planning: Planning): void {
  for (const [index, [before, after]] of halves.entries()) {
    const place = { number, isFirst: index === 0, isLast: index === halves.length - 1 };
    const kept = keptTokens(before.paragraph, after.paragraph, planning);
    setMove(before, { ...place, kept: kept.map(({ before: from, length }) => ({ from, to: from + length })) });
    setMove(after, { ...place, kept: kept.map(({ after: from, length }) => ({ from, to: from + length })) });
  }
}

function setMove({ plan, index }: Loose, move: MovedHalf): void {
  const step = plan.steps[index] as DeleteStep | InsertStep;
  plan.steps[index] = { ...step, move };
}

/** What the two halves share, their marks left out. */
function keptTokens(
  before: ParagraphItem,
  after: ParagraphItem,
  planning: Planning,
): { before: number; after: number; length: number }[] {
  if (before.key === after.key) return [{ before: 0, after: 0, length: before.tokens.keys.length }];
  const { matches } = planText([before], [after], planning);
  return matches
    .map((match) => ({ ...match, length: Math.min(match.length, before.tokens.keys.length - match.before) }))
    .filter(({ length }) => length > 0);
}
