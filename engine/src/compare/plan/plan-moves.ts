// Pairs paragraphs deleted at one position and inserted at another: they moved (CMP-30 to CMP-36).
//
// Paragraphs with equal content are paired first, then similar ones. Both must be long enough to identify, because a phrase
// may recur by chance. A shorter paragraph moves only if no other paragraph can be meant. Neighbours that moved together are
// one move. A paragraph that ends a section does not move, because its section cannot.

import { type Bag, similarityOf, type WeightOf } from "../../align/bags.ts";
import { alikeLeftovers, type Leftover, pairLeftovers } from "../../align/pair-leftovers.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import type { Item, ParagraphItem } from "../../redline/content/items.ts";
import { keepsLead } from "../../redline/content/leads.ts";
import type { Role } from "../../redline/content/source.ts";
import { isKnownAgain, LEAST_MOVED } from "./pairs/twins.ts";
import type { ContainerPlan, DeleteStep, GroupStep, InsertStep, MovedHalf } from "./plan.ts";
import { joinedMatches } from "./plan-phrases.ts";
import { planText } from "./plan-text.ts";
import type { Planning } from "./planning.ts";

/** Minimum weight of a paragraph that can be recognised elsewhere. */
const LEAST_WEIGHT = 20;
/** Minimum weight of a short paragraph that moved unchanged and has no rival. */
const LEAST_SHORT = 8;
/** Minimum weight of a short paragraph that moved and was edited, and has no rival. */
const LEAST_EDITED = 12;
/** Paragraphs of this weight or more are too long for the rule of short paragraphs. */
const MOST_SHORT = 40;
/** Minimum similarity of two short paragraphs that count as rivals. */
const LEAST_MEANT = 0.5;

/** A paragraph that only one side has at this position: a step, or an item of a group whose text is not kept. */
interface Loose {
  readonly plan: ContainerPlan;
  /** The index of its step, and its index among the items of that step. */
  readonly index: number;
  readonly item: number;
  readonly paragraph: ParagraphItem;
}

/**
 * Marks the paragraphs of a story's plan, also those in cells, that are move sources and targets. Numbers start at
 * `first`. Returns the next free number.
 */
export function planMoves(plan: ContainerPlan, first: number, planning: Planning): number {
  const loose = withoutTwins(plan, { before: looseIn(plan, "before"), after: looseIn(plan, "after") });
  if (loose.before.length === 0 || loose.after.length === 0) return first;
  const moves = together(findMoves(loose, planning));
  for (const [number, halves] of moves.entries()) writeMove(halves, first + number, planning);
  return first + moves.length;
}

interface LooseSides {
  readonly before: readonly Loose[];
  readonly after: readonly Loose[];
}

/**
 * Returns the source and target of all moves, in the order of the before side.
 *
 * Distinctive paragraphs that occur exactly once on each side come first, together with the equal neighbours that moved
 * with them. A neighbour that moved decides which of several equal paragraphs moved.
 */
function findMoves(loose: LooseSides, planning: Planning): Halves[] {
  const found = withNeighbours(uniqueMoves(loose), loose, isSame);
  found.push(...tellingMoves(without(loose, found), planning));
  found.push(...clearMoves(without(loose, found), planning));
  const weightOf = (key: number): number => planning.lexicon.weightOf(key);
  const isAlike: MayGoAlong = (one, other) =>
    one.bag.weight > 0 && keepsLead(one.lead, other.lead) && similarityOf(one.bag, other.bag, weightOf) >= LEAST_MOVED;
  return withNeighbours(withNeighbours(found, loose, isSame), loose, isAlike);
}

/** True if two paragraphs that are beside the source and the target of a move can belong to this move. */
type MayGoAlong = (before: ParagraphItem, after: ParagraphItem) => boolean;

const isSame: MayGoAlong = (before, after) => before.key === after.key;

function without({ before, after }: LooseSides, found: readonly Halves[]): LooseSides {
  const taken = new Set(found.flat());
  return { before: before.filter((each) => !taken.has(each)), after: after.filter((each) => !taken.has(each)) };
}

/** Returns pairs of equal, distinctive paragraphs that occur exactly once on each side. */
function uniqueMoves({ before, after }: LooseSides): Halves[] {
  const ones = Map.groupBy(before.filter(isDistinctive), ({ paragraph }) => paragraph.key);
  const others = Map.groupBy(after.filter(isDistinctive), ({ paragraph }) => paragraph.key);
  return [...ones].flatMap(([key, [one, ...rest]]): Halves[] => {
    const [other, ...more] = others.get(key) ?? [];
    return other !== undefined && rest.length === 0 && more.length === 0 ? [[one!, other]] : [];
  });
}

/** Returns pairs of distinctive paragraphs: equal ones first, then the most similar ones. */
function tellingMoves({ before, after }: LooseSides, planning: Planning): Halves[] {
  const [ones, others] = [before.filter(isDistinctive), after.filter(isDistinctive)];
  const pairs = pairLeftovers(leftovers(ones, others, { least: LEAST_MOVED, planning }));
  return pairs.map((pair): Halves => [ones[pair.before]!, others[pair.after]!]).filter(areApart);
}

/** True if the two paragraphs are in different steps. The two sides of one group did not move. */
function areApart([before, after]: Halves): boolean {
  return before.plan !== after.plan || before.index !== after.index;
}

/**
 * Returns pairs of shorter paragraphs for which no other can be meant: the only equal ones, or edited ones with a single
 * similar paragraph.
 */
function clearMoves({ before, after }: LooseSides, planning: Planning): Halves[] {
  const [ones, others] = [before.filter(isShort), after.filter(isShort)];
  const candidates = alikeLeftovers(leftovers(ones, others, { least: LEAST_MEANT, planning })).map((pair) => {
    const halves: Halves = [ones[pair.before]!, others[pair.after]!];
    return { ...pair, halves, isEqual: halves[0].paragraph.key === halves[1].paragraph.key };
  });
  const rivals = new Rivals(candidates);
  const equals = new Rivals(candidates.filter(({ isEqual }) => isEqual));
  const clear = candidates.filter((one) => {
    if (!areApart(one.halves)) return false;
    if (one.isEqual) return equals.areNone(one);
    const isSaying = one.halves.every(({ paragraph }) => paragraph.bag.weight >= LEAST_EDITED);
    return rivals.areNone(one) && one.similarity >= LEAST_MOVED && isSaying;
  });
  return clear.map(({ halves }) => halves);
}

/** The number of pairs that contain each leftover. */
class Rivals {
  readonly #pairs = { before: new Map<number, number>(), after: new Map<number, number>() };

  constructor(pairs: readonly Record<Role, number>[]) {
    for (const pair of pairs) {
      for (const half of HALVES) this.#pairs[half].set(pair[half], (this.#pairs[half].get(pair[half]) ?? 0) + 1);
    }
  }

  /** True if both sides of a pair are in no other pair. */
  areNone(pair: Record<Role, number>): boolean {
    return HALVES.every((half) => this.#pairs[half].get(pair[half]) === 1);
  }
}

const HALVES = ["before", "after"] as const;

function leftovers(
  before: readonly Loose[],
  after: readonly Loose[],
  { least, planning: { lexicon, budget } }: { readonly least: number; readonly planning: Planning },
): Parameters<typeof pairLeftovers>[0] {
  const weightOf = (key: number): number => lexicon.weightOf(key);
  const mayPair = (one: number, other: number, similarity: number): boolean => {
    const [moved, arrived] = [before[one]!.paragraph, after[other]!.paragraph];
    if (moved.key === arrived.key) return true;
    if (!keepsLead(moved.lead, arrived.lead)) return false;
    if (similarity < LEAST_MOVED) return true;
    return isKnownAgain(moved.bag, arrived.bag, similarity) && keepsEnough(moved.bag, arrived.bag, weightOf);
  };
  return { before: before.map(leftover), after: after.map(leftover), least, weightOf, budget, mayPair };
}

/**
 * True if the text that an edited paragraph keeps weighs at least `LEAST_SHORT`. Otherwise only a phrase recurs
 * (CMP-36).
 */
function keepsEnough(before: Bag, after: Bag, weightOf: WeightOf): boolean {
  return (similarityOf(before, after, weightOf) * (before.weight + after.weight)) / 2 >= LEAST_SHORT;
}

function leftover({ paragraph }: Loose): Leftover {
  return { key: paragraph.key, bag: paragraph.bag };
}

/**
 * Returns the paragraphs whose content is not also in a deleted or inserted cell (CMP-30).
 *
 * If two of one side are equal, either could be the source or target of the move. If cells were merged, the cell contains the
 * other end of the move.
 */
function withoutTwins(plan: ContainerPlan, { before, after }: LooseSides): LooseSides {
  const keys = new Set([...cellKeys(plan, "delete"), ...cellKeys(plan, "insert")]);
  const isAlone = ({ paragraph }: Loose): boolean => paragraph.isBlank || !keys.has(paragraph.key);
  return { before: before.filter(isAlone), after: after.filter(isAlone) };
}

/** Returns the keys of the content of deleted or inserted cells in rows that stay. */
function cellKeys(plan: ContainerPlan, kind: "delete" | "insert"): Set<number> {
  const cells = plan.steps.flatMap((step) =>
    step.kind === "table" ? step.rows.flatMap((row) => (row.kind === "pair" ? row.cells : [])) : [],
  );
  return new Set(
    cells.flatMap((cell) => {
      if (cell.kind === "pair") return [...cellKeys(cell.plan, kind)];
      return cell.kind === kind ? cell.cell.container.items.map(({ key }) => key) : [];
    }),
  );
}

/** Returns the loose paragraphs of one side of a plan and of its cells, in order. */
function looseIn(plan: ContainerPlan, half: Role): Loose[] {
  return plan.steps.flatMap((step, index) => {
    if (step.kind === "table") {
      const cells = step.rows.flatMap((row) => (row.kind === "pair" ? row.cells : []));
      return cells.flatMap((cell) => (cell.kind === "pair" ? looseIn(cell.plan, half) : []));
    }
    const own = { plan, index };
    if (step.kind === "group") {
      return looseItems(step, half).flatMap((item) => {
        const paragraph = step[half][item]!;
        return paragraph.kind === "paragraph" ? [{ ...own, item, paragraph }] : [];
      });
    }
    const isHalf = step.kind === (half === "before" ? "delete" : "insert");
    if (!isHalf || step.item.kind !== "paragraph") return [];
    return [{ ...own, item: 0, paragraph: step.item }];
  });
}

/** Returns the items of a group whose text is not kept. The mark of such an item may be kept, unless the item has no text. */
function looseItems({ matches, ...sides }: GroupStep, half: Role): number[] {
  const kept = matches.map((match) => ({ from: match[half], to: match[half] + match.length }));
  let from = 0;
  let at = 0;
  return sides[half].flatMap((item, index) => {
    const to = from + Math.max(1, lengthOf(item) - 1);
    while (at < kept.length && kept[at]!.to <= from) at += 1;
    const isLoose = at === kept.length || kept[at]!.from >= to;
    from += lengthOf(item);
    return isLoose ? [index] : [];
  });
}

/** Returns the number of tokens of an item in a flow. */
function lengthOf(item: Item): number {
  return item.kind === "paragraph" ? item.tokens.keys.length + 1 : 1;
}

function isDistinctive({ paragraph }: Loose): boolean {
  return !paragraph.isBlank && paragraph.bag.weight >= LEAST_WEIGHT && canMove(paragraph);
}

function isShort({ paragraph }: Loose): boolean {
  const { weight } = paragraph.bag;
  return !paragraph.isBlank && weight >= LEAST_SHORT && weight < MOST_SHORT && canMove(paragraph);
}

/** True if a paragraph can move: it does not end a section and contains no half of a field. */
function canMove(paragraph: ParagraphItem): boolean {
  if (paragraph.endsSection) return false;
  if (paragraph.print !== NO_PRINT) return true;
  let open = 0;
  for (const { kind } of paragraph.units) {
    if (kind === "begin") open += 1;
    else if (kind === "end") open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

type Halves = readonly [before: Loose, after: Loose];

/**
 * Returns the pairs and their neighbours that moved with them, equal or edited. These neighbours are too short or too common
 * to be recognised alone.
 */
function withNeighbours(pairs: readonly Halves[], loose: LooseSides, goesAlong: MayGoAlong): Halves[] {
  const order = { before: places(loose.before), after: places(loose.after) };
  const partners = new Map<Loose, Loose>(pairs);
  const taken = new Set(pairs.flat());
  for (const pair of pairs) {
    for (const direction of [1, -1]) {
      let [before, after] = pair;
      while (true) {
        const one = loose.before[order.before.get(before)! + direction];
        const other = loose.after[order.after.get(after)! + direction];
        if (one === undefined || other === undefined || taken.has(one) || taken.has(other)) break;
        const areNext =
          direction > 0 ? isNext(before, one) && isNext(after, other) : isNext(one, before) && isNext(other, after);
        if (!areNext || !goesAlong(one.paragraph, other.paragraph)) break;
        if (!canMove(one.paragraph) || !canMove(other.paragraph)) break;
        partners.set(one, other);
        taken.add(one).add(other);
        [before, after] = [one, other];
      }
    }
  }
  return [...partners].sort(([one], [other]) => order.before.get(one)! - order.before.get(other)!);
}

function places(loose: readonly Loose[]): Map<Loose, number> {
  return new Map(loose.map((each, place) => [each, place]));
}

/** Joins pairs that follow each other on both sides into one move. */
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

/** True if `other` directly follows `one`; both are loose paragraphs of one side. */
function isNext(one: Loose, other: Loose): boolean {
  if (one.plan !== other.plan) return false;
  if (one.index === other.index) return other.item === one.item + 1;
  const step = one.plan.steps[one.index]!;
  const isLast = step.kind !== "group" || step[one.paragraph.source.role][one.item + 1] === undefined;
  return other.index === one.index + 1 && isLast && other.item === 0;
}

function writeMove(halves: readonly Halves[], number: number, planning: Planning): void {
  for (const [index, [before, after]] of halves.entries()) {
    const place = { number, isFirst: index === 0, isLast: index === halves.length - 1 };
    const kept = keptTokens(before.paragraph, after.paragraph, planning);
    setMove(before, { ...place, kept: kept.map(({ before: from, length }) => ({ from, to: from + length })) });
    setMove(after, { ...place, kept: kept.map(({ after: from, length }) => ({ from, to: from + length })) });
  }
}

type OwnMoves = Record<Role, Map<number, MovedHalf>>;

function setMove({ plan, index, item, paragraph }: Loose, move: MovedHalf | undefined): void {
  const step = plan.steps[index] as DeleteStep | InsertStep | GroupStep;
  if (step.kind !== "group") {
    const { move: _, ...plain } = step;
    plan.steps[index] = move === undefined ? plain : { ...plain, move };
    return;
  }
  // The maps belong to this step, so they are changed in place. A copy for each item would cost the square of the number of
  // items.
  const moves = (step.moves as OwnMoves | undefined) ?? { before: new Map(), after: new Map() };
  const own = moves[paragraph.source.role];
  if (move === undefined) own.delete(item);
  else own.set(item, move);
  if (step.moves === undefined) plan.steps[index] = { ...step, moves };
}

/** Returns the tokens that source and target share, without their marks. */
function keptTokens(
  before: ParagraphItem,
  after: ParagraphItem,
  planning: Planning,
): { before: number; after: number; length: number }[] {
  if (before.key === after.key) return [{ before: 0, after: 0, length: before.tokens.keys.length }];
  const { matches } = planText([before], [after], planning);
  return joinedMatches([[before], [after]], matches, planning)
    .map((match) => ({ ...match, length: Math.min(match.length, before.tokens.keys.length - match.before) }))
    .filter(({ length }) => length > 0);
}

/** Turns moves that lost a paragraph of one side back into deletions and insertions. */
export function releaseHalves(plan: ContainerPlan): void {
  const halves = [...looseIn(plan, "before"), ...looseIn(plan, "after")].filter((each) => moveOf(each) !== undefined);
  for (const [, own] of Map.groupBy(halves, (each) => moveOf(each)!.number)) {
    const before = own.filter(({ paragraph }) => paragraph.source.role === "before");
    if (2 * before.length !== own.length) for (const each of own) setMove(each, undefined);
  }
}

function moveOf({ plan, index, item, paragraph }: Loose): MovedHalf | undefined {
  const step = plan.steps[index] as DeleteStep | InsertStep | GroupStep;
  return step.kind === "group" ? step.moves?.[paragraph.source.role].get(item) : step.move;
}
