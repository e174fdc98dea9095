// Finds paragraphs that were deleted in one place and inserted in another: they moved.
//
// Paragraphs of the same content first, then such that are nearly the same; in both cases only paragraphs that say enough
// to be recognised, so that no move is claimed where a phrase merely recurs; shorter ones only if nothing else can be meant. Neighbours that moved together are one
// move. A paragraph that ends a section stays: its section cannot move with it.

import { type Bag, likenessOf, type WeightOf } from "../../align/bags.ts";
import { alikeLeftovers, type Leftover, pairLeftovers } from "../../align/pair-leftovers.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import type { Item, ParagraphItem } from "../../redline/content/items.ts";
import { keepsLead } from "../../redline/content/leads.ts";
import { isKnownAgain, LEAST_MOVED } from "./pairs/twins.ts";
import type { ContainerPlan, DeleteStep, GroupStep, InsertStep, MovedHalf } from "./plan.ts";
import { planText } from "./plan-text.ts";
import type { Planning } from "./planning.ts";

/** How much a paragraph must say to be recognised elsewhere, in letters of words that are not too common. */
const LEAST_WEIGHT = 20;
/** How much one must say that has no rival: to be recognised as it was, and with something edited in it. */
const LEAST_SHORT = 8;
const LEAST_EDITED = 12;
/** One that says more is told by what it says. */
const MOST_SHORT = 40;
/** Two that are so much alike may be meant for each other. */
const LEAST_MEANT = 0.5;

/** A paragraph that one side has in this place and the other not: a step, or an item of a group of which nothing is kept but marks. */
interface Loose {
  readonly plan: ContainerPlan;
  /** Its step, and its place among the items of that step. */
  readonly index: number;
  readonly item: number;
  readonly paragraph: ParagraphItem;
}

type Half = "before" | "after";

/** Marks the steps of a story's plan, those in its tables included, that are halves of moves. Numbers go on from `first`. */
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
 * The halves of all moves, by the order of before. What stands once on either side comes first, and what went along with it: of
 * paragraphs that say the same those moved that stood beside another that did.
 */
function findMoves(loose: LooseSides, planning: Planning): Halves[] {
  const found = withNeighbours(uniqueMoves(loose), loose, isSame);
  found.push(...tellingMoves(without(loose, found), planning));
  found.push(...clearMoves(without(loose, found), planning));
  const weightOf = (key: number): number => planning.lexicon.weightOf(key);
  const isAlike: MayGoAlong = (one, other) =>
    one.bag.weight > 0 && keepsLead(one.lead, other.lead) && likenessOf(one.bag, other.bag, weightOf) >= LEAST_MOVED;
  return withNeighbours(withNeighbours(found, loose, isSame), loose, isAlike);
}

/** True if a paragraph, beside one that moved on both sides, went along with it. */
type MayGoAlong = (before: ParagraphItem, after: ParagraphItem) => boolean;

const isSame: MayGoAlong = (before, after) => before.key === after.key;

function without({ before, after }: LooseSides, found: readonly Halves[]): LooseSides {
  const taken = new Set(found.flat());
  return { before: before.filter((each) => !taken.has(each)), after: after.filter((each) => !taken.has(each)) };
}

/** Equal paragraphs that say enough to be recognised and stand in one place of either side. */
function uniqueMoves({ before, after }: LooseSides): Halves[] {
  const ones = Map.groupBy(before.filter(isTelling), ({ paragraph }) => paragraph.key);
  const others = Map.groupBy(after.filter(isTelling), ({ paragraph }) => paragraph.key);
  return [...ones].flatMap(([key, [one, ...rest]]): Halves[] => {
    const [other, ...more] = others.get(key) ?? [];
    return other !== undefined && rest.length === 0 && more.length === 0 ? [[one!, other]] : [];
  });
}

/** Pairs of paragraphs that say enough to be recognised, equal ones first, then the most alike. */
function tellingMoves({ before, after }: LooseSides, planning: Planning): Halves[] {
  const [ones, others] = [before.filter(isTelling), after.filter(isTelling)];
  const pairs = pairLeftovers(leftovers(ones, others, { least: LEAST_MOVED, planning }));
  return pairs.map((pair): Halves => [ones[pair.before]!, others[pair.after]!]).filter(areApart);
}

/** What is the two sides of one group did not move. */
function areApart([before, after]: Halves): boolean {
  return before.plan !== after.plan || before.index !== after.index;
}

/** Of shorter paragraphs those pairs in which no other can be meant: the only equal ones, or edited ones with one likeness alone. */
function clearMoves({ before, after }: LooseSides, planning: Planning): Halves[] {
  const [ones, others] = [before.filter(isShort), after.filter(isShort)];
  const candidates = alikeLeftovers(leftovers(ones, others, { least: LEAST_MEANT, planning })).map((pair) => {
    const halves: Halves = [ones[pair.before]!, others[pair.after]!];
    return { ...pair, halves, isEqual: halves[0].paragraph.key === halves[1].paragraph.key };
  });
  const clear = candidates.filter((one) => {
    const rivals = candidates.filter((other) => other.before === one.before || other.after === one.after);
    if (!areApart(one.halves)) return false;
    if (one.isEqual) return rivals.filter(({ isEqual }) => isEqual).length === 1;
    const isSaying = one.halves.every(({ paragraph }) => paragraph.bag.weight >= LEAST_EDITED);
    return rivals.length === 1 && one.likeness >= LEAST_MOVED && isSaying;
  });
  return clear.map(({ halves }) => halves);
}

function leftovers(
  before: readonly Loose[],
  after: readonly Loose[],
  { least, planning: { lexicon, budget } }: { readonly least: number; readonly planning: Planning },
): Parameters<typeof pairLeftovers>[0] {
  const weightOf = (key: number): number => lexicon.weightOf(key);
  const mayPair = (one: number, other: number, likeness: number): boolean => {
    const [moved, arrived] = [before[one]!.paragraph, after[other]!.paragraph];
    if (moved.key === arrived.key) return true;
    if (!keepsLead(moved.lead, arrived.lead)) return false;
    if (likeness < LEAST_MOVED) return true;
    return isKnownAgain(moved.bag, arrived.bag, likeness) && keepsEnough(moved.bag, arrived.bag, weightOf);
  };
  return { before: before.map(leftover), after: after.map(leftover), least, weightOf, budget, mayPair };
}

/** CMP-36: what an edited paragraph keeps must say as much as a short one that moves, or else only a turn of phrase recurs. */
function keepsEnough(before: Bag, after: Bag, weightOf: WeightOf): boolean {
  return (likenessOf(before, after, weightOf) * (before.weight + after.weight)) / 2 >= LEAST_SHORT;
}

function leftover({ paragraph }: Loose): Leftover {
  return { key: paragraph.key, bag: paragraph.bag };
}

/**
 * Without what also stands in a cell that went or came: of two on one side nobody can tell which is the other half, and of one on either
 * side the cell has the other half, as where cells were merged.
 */
function withoutTwins(plan: ContainerPlan, { before, after }: LooseSides): LooseSides {
  const keys = new Set([...cellKeys(plan, "delete"), ...cellKeys(plan, "insert")]);
  const isAlone = ({ paragraph }: Loose): boolean => paragraph.isBlank || !keys.has(paragraph.key);
  return { before: before.filter(isAlone), after: after.filter(isAlone) };
}

/** The content of paragraphs in cells of a kind, in rows that stay. */
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

/** What is loose on one side of a plan and of those of its cells, in order. */
function looseIn(plan: ContainerPlan, half: Half): Loose[] {
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

/** The items of a group of which nothing is kept but the mark; of one without text not even that. */
function looseItems({ matches, ...sides }: GroupStep, half: Half): number[] {
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

/** Tokens of an item in a flow. */
function lengthOf(item: Item): number {
  return item.kind === "paragraph" ? item.tokens.keys.length + 1 : 1;
}

function isTelling({ paragraph }: Loose): boolean {
  return !paragraph.isBlank && paragraph.bag.weight >= LEAST_WEIGHT && canMove(paragraph);
}

function isShort({ paragraph }: Loose): boolean {
  const { weight } = paragraph.bag;
  return !paragraph.isBlank && weight >= LEAST_SHORT && weight < MOST_SHORT && canMove(paragraph);
}

/** A mark that ends a section does not move, nor does half a field. */
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

/** The pairs, and beside each of them what is too short or too common to be recognised alone but went along, as it was or edited. */
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

/** Whether nothing stands between two that are loose on one side. */
function isNext(one: Loose, other: Loose): boolean {
  if (one.plan !== other.plan) return false;
  if (one.index === other.index) return other.item === one.item + 1;
  const step = one.plan.steps[one.index]!;
  const isLast = step.kind !== "group" || step[one.paragraph.side.role][one.item + 1] === undefined;
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

function setMove({ plan, index, item, paragraph }: Loose, move: MovedHalf | undefined): void {
  const step = plan.steps[index] as DeleteStep | InsertStep | GroupStep;
  if (step.kind !== "group") {
    const { move: _, ...plain } = step;
    plan.steps[index] = move === undefined ? plain : { ...plain, move };
    return;
  }
  const moves = { before: new Map(step.moves?.before), after: new Map(step.moves?.after) };
  const own = moves[paragraph.side.role];
  if (move === undefined) own.delete(item);
  else own.set(item, move);
  plan.steps[index] = { ...step, moves };
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

/** Takes moves that have lost some of a half for what they are without it: deletions and insertions. */
export function releaseHalves(plan: ContainerPlan): void {
  const halves = [...looseIn(plan, "before"), ...looseIn(plan, "after")].filter((each) => moveOf(each) !== undefined);
  for (const [, own] of Map.groupBy(halves, (each) => moveOf(each)!.number)) {
    const before = own.filter(({ paragraph }) => paragraph.side.role === "before");
    if (2 * before.length !== own.length) for (const each of own) setMove(each, undefined);
  }
}

function moveOf({ plan, index, item, paragraph }: Loose): MovedHalf | undefined {
  const step = plan.steps[index] as DeleteStep | InsertStep | GroupStep;
  return step.kind === "group" ? step.moves?.[paragraph.side.role].get(item) : step.move;
}
