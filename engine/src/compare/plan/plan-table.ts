// Plans the comparison of two tables: rows, columns, cells.
//
// Rows are paired like paragraphs, by equal content and then by similarity. If all rows of each table have the same
// number of cells, columns are paired by similarity or in order, and every pair of rows uses those pairs. An inserted
// or deleted column is then one column. Otherwise each pair of rows pairs its own cells. Paired cells are planned as
// containers.

import { alignKeys } from "../../align/align-keys.ts";
import { alignTokens } from "../../align/align-tokens.ts";
import { type Bag, similarityOf } from "../../align/bags.ts";
import { gapsBetween, type Match } from "../../align/match.ts";
import { type AlikePair, pairAlike } from "../../align/pair-alike.ts";
import { MOST_COLUMNS } from "../../document/tables.ts";
import { type CellItem, joinedBag, type RowItem, type TableItem } from "../../redline/content/items.ts";
import { pairLabels } from "./pairs/row-labels.ts";
import type { CellPlanStep, RowPlanStep, TablePlanStep } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** Minimum similarity of two rows that are paired by similarity. */
const LEAST_ROW = 0.3;
/** Gaps of at most this number of pairs of rows are compared pair by pair. */
const SMALL_GAP = 1_000;
/** Minimum similarity of two columns that are paired by similarity. */
const LEAST_COLUMN = 0.3;
/** Similarity of two blank rows, columns or cells. */
const BLANK_ALIKE = 0.32;

type Pair = readonly [before: number, after: number];

export function planTable(before: TableItem, after: TableItem, planning: Planning): TablePlanStep {
  const columns = pairColumns(before, after, planning);
  const rows: RowPlanStep[] = [];
  let done = { before: 0, after: 0 };
  const upTo = (pair: Pair): void => {
    for (; done.before < pair[0]; done = { ...done, before: done.before + 1 }) {
      rows.push({ kind: "delete", row: before.rows[done.before]! });
    }
    for (; done.after < pair[1]; done = { ...done, after: done.after + 1 }) {
      rows.push({ kind: "insert", row: after.rows[done.after]! });
    }
  };
  for (const pair of pairRows(before, after, { columns, planning })) {
    upTo(pair);
    const [one, other] = [before.rows[pair[0]]!, after.rows[pair[1]]!];
    const cells = planCells(one, other, { columns, planning });
    const isPair = cells.some(({ kind }) => kind === "pair") && fits(one, other, cells);
    if (isPair) rows.push({ kind: "pair", before: one, after: other, cells });
    else rows.push({ kind: "delete", row: one }, { kind: "insert", row: other });
    done = { before: pair[0] + 1, after: pair[1] + 1 };
  }
  upTo([before.rows.length, after.rows.length]);
  return { kind: "table", before, after, rows };
}

/**
 * True if a row has room for its own and its deleted cells. Rows of Word have at most 63 columns (`MOST_COLUMNS`, CMP-42).
 */
function fits({ row: before }: RowItem, { row: after }: RowItem, cells: readonly CellPlanStep[]): boolean {
  const spans = cells.map((step) =>
    step.kind === "pair" ? Math.max(step.before.cell.gridSpan, step.after.cell.gridSpan) : step.cell.cell.gridSpan,
  );
  const beside = Math.max(before.gridBefore, after.gridBefore) + Math.max(before.gridAfter, after.gridAfter);
  return spans.reduce((sum, span) => sum + span, beside) <= MOST_COLUMNS;
}

/** A row, or its cells in the columns that both tables have. */
type ComparedRow = Pick<RowItem, "key" | "bag" | "cells">;

/**
 * Returns pairs of rows, compared by the columns that both tables have. An inserted or deleted column says nothing about rows
 * (CMP-41).
 */
function pairRows(one: TableItem, other: TableItem, { columns, planning }: CellContext): Pair[] {
  const isSame =
    columns === undefined || columns.length === 0 || one.rows[0]!.cells.length === other.rows[0]!.cells.length;
  const [own, others] = [columns?.map(([column]) => column) ?? [], columns?.map(([, column]) => column) ?? []];
  const before = isSame ? one.rows : one.rows.map((row) => rowIn(row, own, planning));
  const after = isSame ? other.rows : other.rows.map((row) => rowIn(row, others, planning));
  const keys = [before, after].map((rows) => Int32Array.from(rows, ({ key }) => key)) as [Int32Array, Int32Array];
  const weights = new Map([...before, ...after].map(({ key, bag }) => [key as number, bag.weight]));
  const isAnchor = (key: number): boolean => weights.get(key)! > 0;
  const weightOf = (key: number): number => weights.get(key)!;
  const spine = pairLabels(before, after);
  const asked = { isAnchor, weightOf, spine, smallGap: SMALL_GAP, budget: planning.budget };
  const matches = alignKeys(keys[0], keys[1], asked);
  const pairs = fillGaps({ matches, before, after, least: LEAST_ROW }, planning);
  return pairInPlace(pairs, { before, after });
}

/** Returns a row that has only its cells of some columns. */
function rowIn(row: RowItem, columns: readonly number[], { lexicon }: Planning): ComparedRow {
  const cells = columns.map((column) => row.cells[column]!);
  const key = lexicon.key(`\u0007cells ${cells.map(({ shapeKey }) => shapeKey).join(" ")}`);
  return { key, bag: joinedBag(cells, lexicon), cells };
}

/**
 * Returns the pairs, and pairs in order of the rows in each gap between them. Both sides of such a gap must have the
 * same number of rows, with the same numbers of cells.
 */
function pairInPlace(pairs: readonly Pair[], { before, after }: RowSides): Pair[] {
  const isLike = ([row, partner]: Pair): boolean => before[row]!.cells.length === after[partner]!.cells.length;
  return withThoseBetween(pairs, { before: before.length, after: after.length }, (left) => left.every(isLike));
}

/**
 * Returns the pairs, and pairs in order of the items in each gap between them, if both sides of the gap have the same
 * number and `mayPair` permits it. The items before the first and after the last pair are gaps too.
 */
function withThoseBetween(
  pairs: readonly Pair[],
  sizes: { readonly before: number; readonly after: number },
  mayPair: (left: readonly Pair[]) => boolean,
): Pair[] {
  const matches = pairs.map(([one, other]): Match => ({ before: one, after: other, length: 1 }));
  const found = gapsBetween(matches, sizes).flatMap((gap) => {
    const count = gap.before.to - gap.before.from;
    if (count !== gap.after.to - gap.after.from) return [];
    const left = Array.from({ length: count }, (_, at): Pair => [gap.before.from + at, gap.after.from + at]);
    return mayPair(left) ? left : [];
  });
  return [...pairs, ...found].sort((one, other) => one[0] - other[0]);
}

interface RowSides {
  readonly before: readonly ComparedRow[];
  readonly after: readonly ComparedRow[];
}

interface Weighed {
  readonly key: number;
  readonly bag: Bag;
}

interface Filling {
  readonly matches: readonly Match[];
  readonly before: readonly Weighed[];
  readonly after: readonly Weighed[];
  readonly least: number;
  readonly similarity?: typeof alike;
}

/** Returns the pairs of the matches, and pairs by similarity in the gaps between matches. */
function fillGaps({ matches, before, after, least, similarity = alike }: Filling, planning: Planning): Pair[] {
  const pairs: Pair[] = matches.flatMap((match) =>
    Array.from({ length: match.length }, (_, at): Pair => [match.before + at, match.after + at]),
  );
  for (const gap of gapsBetween(matches, { before: before.length, after: after.length })) {
    const found = pairAlike({
      before: gap.before.to - gap.before.from,
      after: gap.after.to - gap.after.from,
      similarity: (one, other) => similarity(before[gap.before.from + one]!, after[gap.after.from + other]!, planning),
      least,
      budget: planning.budget,
    });
    pairs.push(...found.map((pair: AlikePair): Pair => [pair.before + gap.before.from, pair.after + gap.after.from]));
  }
  return pairs.sort((one, other) => one[0] - other[0]);
}

function alike(before: Weighed, after: Weighed, { lexicon }: Planning): number {
  if (before.key === after.key) return before.bag.weight === 0 ? BLANK_ALIKE : 1;
  if (before.bag.weight === 0 && after.bag.weight === 0) return BLANK_ALIKE;
  return similarityOf(before.bag, after.bag, (key) => lexicon.weightOf(key));
}

/**
 * Returns the similarity of two columns. A column that contains 80 % of the other (`LEAST_SHARE`) is at least just similar
 * enough: all its cells were extended.
 */
function alikeOrHeld(before: Weighed, after: Weighed, planning: Planning): number {
  const similarity = alike(before, after, planning);
  const common = (similarity * (before.bag.weight + after.bag.weight)) / 2;
  const isHeld = common > 0 && common >= LEAST_SHARE * Math.min(before.bag.weight, after.bag.weight);
  return isHeld ? Math.max(similarity, LEAST_COLUMN) : similarity;
}

/** Minimum share of the lighter column's weight that both columns must have in common. */
const LEAST_SHARE = 0.8;

/**
 * Returns the greatest similarity of a column of one table and a column of the other. Returns 0 if the tables have different
 * numbers of rows or irregular rows.
 */
export function likestColumns(before: TableItem, after: TableItem, planning: Planning): number {
  if (before.rows.length !== after.rows.length || !isGrid(before) || !isGrid(after)) return 0;
  const [columns, others] = [columnsOf(before, planning), columnsOf(after, planning)];
  return Math.max(...columns.flatMap((one) => others.map((other) => alike(one, other, planning))));
}

/** True if a table has rows, and all have the same number of cells, at least one. */
function isGrid({ rows }: TableItem): boolean {
  return rows.length > 0 && rows.every(({ cells }) => cells.length > 0 && cells.length === rows[0]!.cells.length);
}

/** Returns the paired columns of two tables whose rows are regular; undefined for other tables. */
function pairColumns(before: TableItem, after: TableItem, planning: Planning): readonly Pair[] | undefined {
  if (!isGrid(before) || !isGrid(after)) return undefined;
  const columns = [columnsOf(before, planning), columnsOf(after, planning)] as const;
  const filling = { matches: [], before: columns[0], after: columns[1], least: LEAST_COLUMN };
  const pairs = fillGaps({ ...filling, similarity: alikeOrHeld }, planning);
  const sizes = { before: columns[0].length, after: columns[1].length };
  // The same number of columns between two that stay were rewritten (CMP-42).
  if (sizes.before !== sizes.after) return withThoseBetween(pairs, sizes, () => pairs.length > 0);
  const inPlace = columns[0].map((_, at): Pair => [at, at]);
  const gain = worth(pairs, columns, planning) - worth(inPlace, columns, planning);
  return gain > LEAST_GAIN ? pairs : inPlace;
}

/**
 * If both tables have the same number of columns, other pairs must gain this much similarity to replace the pairs in order.
 */
const LEAST_GAIN = 0.5;

function worth(
  pairs: readonly Pair[],
  columns: readonly [readonly Weighed[], readonly Weighed[]],
  planning: Planning,
): number {
  return pairs.reduce((sum, [one, other]) => sum + alike(columns[0][one]!, columns[1][other]!, planning), 0);
}

function columnsOf({ rows }: TableItem, { lexicon }: Planning): Weighed[] {
  return rows[0]!.cells.map((_, column) => {
    const cells = rows.map(({ cells }) => cells[column]!);
    const key = lexicon.key(`\u0007column ${cells.map((cell) => cell.key).join(" ")}`);
    return { key, bag: joinedBag(cells, lexicon) };
  });
}

interface CellContext {
  readonly columns: readonly Pair[] | undefined;
  readonly planning: Planning;
}

function planCells(before: RowItem, after: RowItem, { columns, planning }: CellContext): CellPlanStep[] {
  const pairs = columns ?? pairCells(before.cells, after.cells, planning);
  const steps: CellPlanStep[] = [];
  let done = { before: 0, after: 0 };
  for (const [one, other] of [...pairs, [before.cells.length, after.cells.length] as Pair]) {
    for (const cell of before.cells.slice(done.before, one)) steps.push({ kind: "delete", cell });
    for (const cell of after.cells.slice(done.after, other)) steps.push({ kind: "insert", cell });
    const [deleted, inserted] = [before.cells[one], after.cells[other]];
    if (deleted === undefined || inserted === undefined) break;
    const plan = planning.plan(deleted.container, inserted.container);
    steps.push({ kind: "pair", before: deleted, after: inserted, plan });
    done = { before: one + 1, after: other + 1 };
  }
  return steps;
}

/**
 * Returns pairs of cells: in order if both rows have the same number of cells, otherwise by content and then by similarity.
 */
function pairCells(before: readonly CellItem[], after: readonly CellItem[], planning: Planning): readonly Pair[] {
  if (before.length === after.length) return before.map((_, at): Pair => [at, at]);
  const keys = [before, after].map((cells) => Int32Array.from(cells, ({ key }) => key)) as [Int32Array, Int32Array];
  const matches = alignTokens(keys[0], keys[1], planning.budget);
  return fillGaps({ matches, before, after, least: 0.2 }, planning);
}
