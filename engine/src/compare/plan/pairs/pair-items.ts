// Pairs the items of two containers (CMP-16 to CMP-20).
//
// Equal, distinctive items are anchors. In the gaps between them items are paired in order by similarity. Then paragraphs
// without a partner are checked: one that was split off, or joined with its neighbour, becomes part of that neighbour's
// group. Tables are paired with tables only.

import { alignKeys } from "../../../align/align-keys.ts";
import { type Bag, similarityOf, type WeightOf } from "../../../align/bags.ts";
import { type Gap, gapsBetween, type Range } from "../../../align/match.ts";
import { type AlikePair, pairAlike } from "../../../align/pair-alike.ts";
import type { Item, RowItem, TableItem } from "../../../redline/content/items.ts";
import type { Lead } from "../../../redline/content/leads.ts";
import { likestColumns } from "../plan-table.ts";
import type { Planning } from "../planning.ts";
import { crossingSpine } from "./crossing-spine.ts";
import { type Edge, isEdgeOf } from "./edge-pieces.ts";
import { sharedLabels } from "./row-labels.ts";
import { type ItemGroup, slideGroups } from "./slide-groups.ts";
import { Elsewhere, findTwins, haveOneShape, isKnownAgain, type Sides, type Twins } from "./twins.ts";

/** Minimum letters of a paragraph that can be an anchor. Shorter ones repeat. */
const LEAST_ANCHOR = 8;
/** Minimum similarity of two items that are paired by similarity. Found by trying values on contracts. */
const LEAST_ALIKE = 0.4;
/** Similarity of two blank paragraphs: less than that of any two with equal text. */
const BLANK_ALIKE = 0.42;
/**
 * In gaps of at most this number of pairs every pair is compared. An edited candidate may be a better partner than an equal
 * one further on.
 */
const SMALL_GAP = 1_000;
/** Similarity of a paragraph and one that contains it together with much more text. */
const IN_ALIKE = 0.41;
const LEAST_IN = 12;
const LEAST_SHARE = 0.8;
/** Two paragraphs with the same lead count as similar as this at least, if no other paragraph of their gap has it. */
const LEAD_ALIKE = 0.5;
/** Minimum share of a piece's weight that must be in the whole but not in the item that is already paired with it. */
const LEAST_PIECE = 0.7;

/** Returns the groups in order. Items in no group were deleted or inserted. */
export function pairItems(before: readonly Item[], after: readonly Item[], planning: Planning): ItemGroup[] {
  const { budget } = planning;
  const keys = { before: keysOf(before), after: keysOf(after) };
  const costs = new Map<number, number>();
  for (const item of before) if (isDistinctive(item)) costs.set(item.key, costOf(item));
  const costOfKey = (key: number): number => costs.get(key)!;
  const isAlone = before.length < 2 || after.length < 2;
  const twins = isAlone ? NO_TWINS : findTwins({ before, after }, isDistinctive, planning);
  const { spine, movers } = crossingSpine({ before, after }, twins, { costOf, planning });
  for (const place of movers) costs.delete(before[place]!.key);
  const isAnchor = (key: number): boolean => costs.has(key);
  const asked = { isAnchor, weightOf: costOfKey, spine, smallGap: SMALL_GAP, budget };
  const matches = alignKeys(keys.before, keys.after, asked);
  const gaps = gapsBetween(matches, { before: before.length, after: after.length });
  const elsewhere = leftElsewhere(twins, { before, after }, gaps);
  const weightOf = (key: number): number => planning.lexicon.weightOf(key);
  const pairing = { before, after, elsewhere, planning, weightOf };
  const groups: ItemGroup[] = matches.flatMap((match) =>
    Array.from({ length: match.length }, (_, at) => ({ before: [match.before + at], after: [match.after + at] })),
  );
  for (const gap of gaps) {
    if (gap.before.from === gap.before.to || gap.after.from === gap.after.to) continue;
    for (const pair of pairGap(gap, pairing)) groups.push({ before: [pair.before], after: [pair.after] });
  }
  groups.sort((one, other) => one.before[0]! - other.before[0]!);
  return slideGroups(pairInPlace(addPieces(groups, pairing), pairing), pairing);
}

/** The context of pairing. */
interface Pairing {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  readonly elsewhere: Elsewhere;
  readonly planning: Planning;
  readonly weightOf: WeightOf;
}

const NO_TWINS: Twins = { places: { before: new Map(), after: new Map() }, unique: [], edited: [] };

/** Returns the candidates among the items between matches: paragraphs that can be shown as moved. */
function leftElsewhere(twins: Twins, { before, after }: Sides, gaps: readonly Gap[]): Elsewhere {
  const left = { before: new Set<number>(), after: new Set<number>() };
  for (const gap of gaps) {
    for (let at = gap.before.from; at < gap.before.to; at += 1) left.before.add(at);
    for (let at = gap.after.from; at < gap.after.to; at += 1) left.after.add(at);
  }
  const canMove = (item: Item): boolean => item.kind === "paragraph" && !item.endsSection;
  return new Elsewhere(
    twins,
    (twin) =>
      left.before.has(twin.before) &&
      left.after.has(twin.after) &&
      canMove(before[twin.before]!) &&
      canMove(after[twin.after]!) &&
      (twin.isEqual || isKnownAgain(before[twin.before]!.bag, after[twin.after]!.bag, twin.similarity)),
  );
}

function keysOf(items: readonly Item[]): Int32Array {
  return Int32Array.from(items, ({ key }) => key);
}

function isDistinctive(item: Item): boolean {
  if (item.kind === "table") return true;
  return !item.isBlank && item.letters >= LEAST_ANCHOR;
}

/**
 * Returns the cost for a reader, in letters, if an item of both sides does not stay in place. It is lower if the item
 * can be shown as moved, and highest for a table.
 */
function costOf(item: Item): number {
  if (item.kind === "table") return TABLE_COST * lettersIn(item.rows);
  return item.letters < MOVABLE || item.endsSection ? FIXED_COST * item.letters : item.letters;
}

function lettersIn(rows: readonly RowItem[]): number {
  const lettersOf = (items: readonly Item[]): number =>
    items.reduce((sum, item) => sum + (item.kind === "table" ? lettersIn(item.rows) : item.letters), 0);
  const cells = rows.flatMap((row) => row.cells);
  return cells.reduce((sum, { container }) => sum + Math.max(CELL_LETTERS, lettersOf(container.items)), 0);
}

/** Text that is deleted at one position and inserted at another costs a reader more than the letters of both. */
const FIXED_COST = 3;
/** A replaced table costs most: its changes are not visible. */
const TABLE_COST = 10;
/** Minimum number of letters that a cell counts, because its position in the table also says something. */
const CELL_LETTERS = 4;
/** Minimum letters of a paragraph that is likely to be recognised elsewhere. */
const MOVABLE = 30;

function pairGap({ before, after }: Gap, pairing: Pairing): AlikePair[] {
  const led = { ...pairing, leads: sharedLeads(leadsIn(before, pairing.before), leadsIn(after, pairing.after)) };
  const pairs = pairAlike({
    before: before.to - before.from,
    after: after.to - after.from,
    similarity: (one, other) => alikeAt(before.from + one, after.from + other, led) ** 2,
    least: LEAST_ALIKE ** 2,
    budget: pairing.planning.budget,
  });
  return pairs.map((pair) => ({ ...pair, before: pair.before + before.from, after: pair.after + after.from }));
}

/** Maps a lead to the only paragraph of a range that has it, or to REPEATED. */
function leadsIn({ from, to }: Range, items: readonly Item[]): Map<string, number> {
  const leads = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const item = items[at]!;
    const lead = item.kind === "paragraph" ? item.lead : undefined;
    if (lead !== undefined) leads.set(leadKey(lead), leads.has(leadKey(lead)) ? REPEATED : at);
  }
  return leads;
}

const REPEATED = -1;

function leadKey({ kind, text }: Lead): string {
  return `${kind} ${text}`;
}

interface LedPairing extends Pairing {
  /**
   * Maps an item of the before side to the one of the after side with the same lead, if no other item of the gap has
   * that lead.
   */
  readonly leads: ReadonlyMap<number, number>;
}

function sharedLeads(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Map<number, number> {
  const shared = new Map<number, number>();
  for (const [lead, at] of before) {
    const other = after.get(lead) ?? REPEATED;
    if (at !== REPEATED && other !== REPEATED) shared.set(at, other);
  }
  return shared;
}

/** Returns the similarity of two items, by index. It is 0 if one of them has a better partner elsewhere. */
function alikeAt(before: number, after: number, pairing: LedPairing): number {
  if (pairing.elsewhere.areBothEqual(before, after)) return 0;
  const told = alike(pairing.before[before]!, pairing.after[after]!, pairing.weightOf);
  const similarity = told < LEAD_ALIKE && pairing.leads.get(before) === after ? LEAD_ALIKE : told;
  return similarity > 0 && pairing.elsewhere.isBetter(before, after, similarity) ? 0 : similarity;
}

/** Adds pairs of the items between groups that are in the same positions (CMP-18). */
function pairInPlace(groups: readonly ItemGroup[], pairing: Pairing): ItemGroup[] {
  const all: ItemGroup[] = [];
  let done = { before: 0, after: 0 };
  const ends = { before: [pairing.before.length], after: [pairing.after.length] };
  for (const group of [...groups, ends]) {
    const left = {
      before: { from: done.before, to: group.before[0]! },
      after: { from: done.after, to: group.after[0]! },
    };
    all.push(...inPlace(left, pairing));
    if (group === ends) break;
    all.push(group);
    done = { before: group.before.at(-1)! + 1, after: group.after.at(-1)! + 1 };
  }
  return all;
}

/**
 * Returns pairs by position of the items between two groups: all of them, all except blank paragraphs and those with a
 * candidate elsewhere, or the tables alone. Both sides must have the same number, and `standsFor` must accept each
 * pair. Otherwise a single item of each side may be paired as rewritten.
 */
function inPlace({ before, after }: Gap, pairing: Pairing): ItemGroup[] {
  if (before.from === before.to || after.from === after.to) return [];
  const all = { before: indexes(before), after: indexes(after) };
  const stays = (side: "before" | "after", at: number): boolean =>
    !pairing[side][at]!.isBlank && !pairing.elsewhere.has(side, at);
  const staying = {
    before: all.before.filter((at) => stays("before", at)),
    after: all.after.filter((at) => stays("after", at)),
  };
  const isTable = (side: "before" | "after", at: number): boolean => pairing[side][at]!.kind === "table";
  const tables = {
    before: all.before.filter((at) => isTable("before", at)),
    after: all.after.filter((at) => isTable("after", at)),
  };
  for (const left of [all, staying, tables]) {
    if (left.before.length === 0 || left.before.length !== left.after.length) continue;
    if (!left.before.every((at, index) => standsFor(at, left.after[index]!, pairing))) continue;
    return left.before.map((at, index) => ({ before: [at], after: [left.after[index]!] }));
  }
  const isOnly = staying.before.length === 1 && staying.after.length === 1;
  const [one, other] = [staying.before[0], staying.after[0]];
  return isOnly && isRewritten(pairing.before[one!]!, pairing.after[other!]!)
    ? [{ before: [one!], after: [other!] }]
    : [];
}

/** True if `after` can be a rewritten `before`; each is the only remaining item between two groups (CMP-18). */
function isRewritten(before: Item, after: Item): boolean {
  if (before.kind !== "paragraph" || after.kind !== "paragraph" || before.endsSection || after.endsSection)
    return false;
  const terms = [before, after].map(({ lead }) => (lead?.kind === "term" ? lead.text : ""));
  return terms[0] === terms[1] && before.style === after.style && before.listLevel?.level === after.listLevel?.level;
}

function indexes({ from, to }: Range): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/**
 * True if one item can be paired with another by position. Two paragraphs with text and no better partner elsewhere can
 * be: both are too short to be searched elsewhere, one contains most of the other, or they are similar. Blank
 * paragraphs can be paired with blank ones, and tables as in `isTableInPlace`.
 */
function standsFor(one: number, other: number, pairing: Pairing): boolean {
  const { elsewhere, weightOf } = pairing;
  const [before, after] = [pairing.before[one]!, pairing.after[other]!];
  if (before.kind === "table" && after.kind === "table") return isTableInPlace(before, after, pairing);
  if (before.kind !== "paragraph" || after.kind !== "paragraph" || before.endsSection !== after.endsSection)
    return false;
  if (before.isBlank || after.isBlank) return before.isBlank === after.isBlank;
  const weights = [before.bag.weight, after.bag.weight];
  const similarity = similarityOf(before.bag, after.bag, weightOf);
  if (elsewhere.isBetter(one, other, similarity)) return false;
  if (Math.max(...weights) < LEAST_LOOKED_FOR) return true;
  const isHeld = similarity * (weights[0]! + weights[1]!) >= 2 * LEAST_SHARE * Math.min(...weights);
  return isHeld || similarity >= LEAST_IN_PLACE;
}

/**
 * True for a table of the same shape, with rows of the same label, with an equal row, or if one is blank. A similarity of at
 * least 0.2, of the tables or of one column, also suffices.
 */
function isTableInPlace(before: TableItem, after: TableItem, { planning, weightOf }: Pairing): boolean {
  if (before.bag.weight === 0 || after.bag.weight === 0) return true;
  if (haveOneShape(before, after) || sharedLabels(before.rows, after.rows) > 0) return true;
  if (shareRow(before, after)) return true;
  const similarity = Math.max(similarityOf(before.bag, after.bag, weightOf), likestColumns(before, after, planning));
  return similarity >= LEAST_IN_PLACE;
}

/** True if both tables have an equal row that is not blank. */
function shareRow(before: TableItem, after: TableItem): boolean {
  const keys = new Set(after.rows.map(({ key }) => key));
  return before.rows.some(({ key, bag }) => bag.weight > 0 && keys.has(key));
}

/** A similarity that suffices to pair two items by position. */
const LEAST_IN_PLACE = 0.2;

/** Minimum weight of a paragraph that is searched elsewhere (plan-moves). */
const LEAST_LOOKED_FOR = 20;

/**
 * Returns the similarity of two items. Pairs are weighed by its square, so that one good pair counts for more than two poor
 * ones.
 */
function alike(before: Item, after: Item, weightOf: WeightOf): number {
  if (before.kind !== after.kind) return 0;
  if (before.key === after.key) return before.isBlank ? BLANK_ALIKE : 1;
  if (before.isBlank || after.isBlank) return before.isBlank && after.isBlank ? BLANK_ALIKE : 0;
  const [one, other] = [before.bag, after.bag];
  // With less in common the similarity is 0, which usually shows after a few tokens.
  const total = one.weight + other.weight;
  const needed = Math.min((LEAST_ALIKE * total) / 2, LEAST_SHARE * Math.min(one.weight, other.weight));
  const similarity = similarityOf(one, other, weightOf, total === 0 ? 0 : (2 * needed) / total);
  return similarity < LEAST_ALIKE && isIn(one, other, similarity) ? IN_ALIKE : similarity;
}

/** True if nearly all of one paragraph is in the other, and it is long enough for this not to be chance. */
function isIn(before: Bag, after: Bag, similarity: number): boolean {
  const common = (similarity * (before.weight + after.weight)) / 2;
  const smaller = Math.min(before.weight, after.weight);
  return smaller >= LEAST_IN && common >= LEAST_SHARE * smaller;
}

/** Adds neighbours without a partner to a group if they are pieces of its paragraph on the other side (CMP-20). */
function addPieces(groups: readonly ItemGroup[], pairing: Pairing): ItemGroup[] {
  const grown: ItemGroup[] = [];
  for (const [index, group] of groups.entries()) {
    const last = grown.at(-1);
    const next = groups[index + 1];
    const room = {
      before: { from: (last?.before.at(-1) ?? -1) + 1, to: next?.before[0] ?? pairing.before.length },
      after: { from: (last?.after.at(-1) ?? -1) + 1, to: next?.after[0] ?? pairing.after.length },
    };
    grown.push(growGroup(group, room, pairing));
  }
  return grown;
}

type Room = Readonly<Record<"before" | "after", Range>>;

function growGroup(group: ItemGroup, room: Room, pairing: Pairing): ItemGroup {
  const first = pairing.before[group.before[0]!]!;
  const other = pairing.after[group.after[0]!]!;
  if (first.kind !== "paragraph" || other.kind !== "paragraph" || first.isBlank || first.key === other.key)
    return group;
  const [one, two] = [group.before[0]!, group.after[0]!];
  const after = pieces(first, { side: "after", own: two, whole: one, room: room.after }, pairing);
  if (after.length > 1) return { before: group.before, after };
  const before = pieces(other, { side: "before", own: one, whole: two, room: room.before }, pairing);
  return before.length > 1 ? { before, after: group.after } : group;
}

interface Neighbours {
  readonly side: "before" | "after";
  /** The item that is already paired. */
  readonly own: number;
  /** The item of the other side that the neighbours may be pieces of. */
  readonly whole: number;
  readonly room: Range;
}

/** Returns the paired item with the neighbours that contain what it lacks of the whole, and the items between them. */
function pieces(whole: Item, { side, own, room, whole: place }: Neighbours, pairing: Pairing): number[] {
  const items = pairing[side];
  let missing: Missing | undefined;
  const isPiece = (at: number, least: number): boolean => {
    const piece = items[at]!;
    if (piece.isBlank || piece.bag.weight < least) return false;
    // A short line next to the paragraph that lacks it is a piece of it, even if the line also occurs elsewhere.
    const isShort = Math.abs(at - own) === 1 && piece.bag.weight < LEAST_LOOKED_FOR;
    if (!isShort && pairing.elsewhere.hasOther(side, at, place)) return false;
    missing ??= new Missing(whole.bag, items[own]!.bag, pairing.weightOf);
    const isHeld = missing.weightIn(piece.bag) >= LEAST_PIECE * piece.bag.weight;
    if (!isHeld && !isEdge(piece, { whole, own: items[own]!, edge: at < own ? "start" : "end" })) return false;
    missing.take(piece.bag);
    return true;
  };
  const isPassable = (at: number): boolean => at >= room.from && at < room.to && canJoin(items[at]!);
  const reach = (direction: number): number => {
    let last = own;
    for (let at = own + direction; isPassable(at) && Math.abs(at - last) <= MOST_BETWEEN + 1; at += direction) {
      if (isPiece(at, Math.abs(at - last) === 1 ? 0 : LEAST_IN)) last = at;
    }
    return last;
  };
  const [first, last] = [reach(-1), reach(1)];
  return indexes({ from: first, to: last + 1 });
}

interface PieceSides {
  /** The paragraph that was split, or the one that paragraphs were joined into. */
  readonly whole: Item;
  /** The piece that is already paired with it. */
  readonly own: Item;
  readonly edge: Edge;
}

/**
 * True if a piece is the start, or the end, of the whole paragraph word for word, and the paired piece does not have the
 * same words there (CMP-104).
 */
function isEdge(piece: Item, { whole, own, edge }: PieceSides): boolean {
  if (piece.kind !== "paragraph" || whole.kind !== "paragraph" || own.kind !== "paragraph") return false;
  return piece.bag.weight >= LEAST_IN && isEdgeOf(whole, piece, edge) && !isEdgeOf(own, piece, edge);
}

/** Maximum number of deleted or inserted paragraphs between two pieces of a split or joined paragraph. */
const MOST_BETWEEN = 2;

function canJoin(item: Item): boolean {
  return item.kind === "paragraph" && !item.endsSection;
}

/**
 * The tokens of a long paragraph that none of its pieces contains yet. Each call costs the length of the piece, not of the
 * paragraph.
 */
class Missing {
  readonly #weightOf: WeightOf;
  readonly #counts = new Map<number, number>();

  constructor({ tokens }: Bag, piece: Bag, weightOf: WeightOf) {
    this.#weightOf = weightOf;
    for (const token of tokens) this.#counts.set(token, this.#countOf(token) + 1);
    this.take(piece);
  }

  weightIn(piece: Bag): number {
    return this.#sharedWith(piece).reduce((sum, token) => sum + this.#weightOf(token), 0);
  }

  take(piece: Bag): void {
    for (const token of this.#sharedWith(piece)) this.#counts.set(token, this.#countOf(token) - 1);
  }

  #countOf(token: number): number {
    return this.#counts.get(token) ?? 0;
  }

  #sharedWith({ tokens }: Bag): Int32Array {
    let first = 0;
    return tokens.filter((token, at) => {
      // Tokens are sorted, so equal ones are neighbours.
      if (tokens[first] !== token) first = at;
      return at - first < this.#countOf(token);
    });
  }
}
