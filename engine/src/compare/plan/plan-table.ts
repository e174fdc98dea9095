// Plans the comparison of two tables: rows, columns, cells.
//
// Rows pair like paragraphs, by equal content and then by likeness. Where every row of both tables has as many cells,
// columns pair the same way and every row follows them, so a column that came or went is one column; else each row pairs its own
// cells. Cells are small documents.

import { alignKeys } from "../../align/align-keys.ts";
import { alignTokens } from "../../align/align-tokens.ts";
import { type Bag, bagOf, likenessOf } from "../../align/bags.ts";
import { gapsBetween, type Match } from "../../align/match.ts";
import { type AlikePair, pairAlike } from "../../align/pair-alike.ts";
import { MOST_COLUMNS } from "../../document/tables.ts";
import type { CellItem, RowItem, TableItem } from "../../redline/content/items.ts";
import { pairLabels } from "./pairs/row-labels.ts";
import type { CellPlanStep, RowPlanStep, TablePlanStep } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** Two rows less alike than this are two rows. */
const LEAST_ROW = 0.3;
/** Gaps of so many pairs of rows are tried pair by pair. */
const SMALL_GAP = 1_000;
/** Two columns less alike than this are two columns. */
const LEAST_COLUMN = 0.3;
/** What two blank rows, columns or cells are to each other. */
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

/** True if a row has room for its cells and for those that went: Word's rows end at a number of columns. */
function fits({ row: before }: RowItem, { row: after }: RowItem, cells: readonly CellPlanStep[]): boolean {
  const spans = cells.map((step) =>
    step.kind === "pair" ? Math.max(step.before.cell.gridSpan, step.after.cell.gridSpan) : step.cell.cell.gridSpan,
  );
  const beside = Math.max(before.gridBefore, after.gridBefore) + Math.max(before.gridAfter, after.gridAfter);
  return spans.reduce((sum, span) => sum + span, beside) <= MOST_COLUMNS;
}

/** A row, or what it has in the columns that both tables have. */
type ComparedRow = Pick<RowItem, "key" | "bag" | "cells">;

/** Pairs rows by the columns that both tables have: a column that came or went says nothing about rows. */
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

/** A row with its cells in some columns alone. */
function rowIn(row: RowItem, columns: readonly number[], { lexicon }: Planning): ComparedRow {
  const cells = columns.map((column) => row.cells[column]!);
  const key = lexicon.key(`\u0007cells ${cells.map(({ shapeKey }) => shapeKey).join(" ")}`);
  return { key, bag: bagOfCells(cells, lexicon), cells };
}

function bagOfCells(cells: readonly CellItem[], lexicon: Planning["lexicon"]): Bag {
  const tokens = cells.flatMap(({ bag }) => [...bag.tokens]);
  return bagOf(Int32Array.from(tokens), (token) => lexicon.weightOf(token));
}

/** The pairs, and as many rows, of as many cells each, on one side between two of them as on the other: they stand in each other's place. */
function pairInPlace(pairs: readonly Pair[], { before, after }: RowSides): Pair[] {
  const isLike = ([row, partner]: Pair): boolean => before[row]!.cells.length === after[partner]!.cells.length;
  return withThoseBetween(pairs, { before: before.length, after: after.length }, (left) => left.every(isLike));
}

/** The pairs, and what stands between two of them where both sides have as many and it may be paired one to one. */
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
  readonly likeness?: typeof alike;
}

/** Pairs by match, and in the gaps between matches by likeness. */
function fillGaps({ matches, before, after, least, likeness = alike }: Filling, planning: Planning): Pair[] {
  const pairs: Pair[] = matches.flatMap((match) =>
    Array.from({ length: match.length }, (_, at): Pair => [match.before + at, match.after + at]),
  );
  for (const gap of gapsBetween(matches, { before: before.length, after: after.length })) {
    const found = pairAlike({
      before: gap.before.to - gap.before.from,
      after: gap.after.to - gap.after.from,
      likeness: (one, other) => likeness(before[gap.before.from + one]!, after[gap.after.from + other]!, planning),
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
  return likenessOf(before.bag, after.bag, (key) => lexicon.weightOf(key));
}

/** A column whose cells were all added to is alike enough, if nothing else is. */
function alikeOrHeld(before: Weighed, after: Weighed, planning: Planning): number {
  const likeness = alike(before, after, planning);
  const common = (likeness * (before.bag.weight + after.bag.weight)) / 2;
  const isHeld = common > 0 && common >= LEAST_SHARE * Math.min(before.bag.weight, after.bag.weight);
  return isHeld ? Math.max(likeness, LEAST_COLUMN) : likeness;
}

/** How much of a column must be in another for the other to hold it. */
const LEAST_SHARE = 0.8;

/** How alike those columns of two tables of as many rows are that are most alike; 0 for other tables. */
export function likestColumns(before: TableItem, after: TableItem, planning: Planning): number {
  if (before.rows.length !== after.rows.length || !isGrid(before) || !isGrid(after)) return 0;
  const [columns, others] = [columnsOf(before, planning), columnsOf(after, planning)];
  return Math.max(...columns.flatMap((one) => others.map((other) => alike(one, other, planning))));
}

/** True if all rows of a table have as many cells. */
function isGrid({ rows }: TableItem): boolean {
  return rows.length > 0 && rows.every(({ cells }) => cells.length > 0 && cells.length === rows[0]!.cells.length);
}

/** The columns of two tables whose rows are all alike in their number of cells; undefined for other tables. */
function pairColumns(before: TableItem, after: TableItem, planning: Planning): readonly Pair[] | undefined {
  if (!isGrid(before) || !isGrid(after)) return undefined;
  const columns = [columnsOf(before, planning), columnsOf(after, planning)] as const;
  const filling = { matches: [], before: columns[0], after: columns[1], least: LEAST_COLUMN };
  const pairs = fillGaps({ ...filling, likeness: alikeOrHeld }, planning);
  const sizes = { before: columns[0].length, after: columns[1].length };
  // As many columns between two that stay were rewritten.
  if (sizes.before !== sizes.after) return withThoseBetween(pairs, sizes, () => pairs.length > 0);
  const inPlace = columns[0].map((_, at): Pair => [at, at]);
  const gain = worth(pairs, columns, planning) - worth(inPlace, columns, planning);
  return gain > LEAST_GAIN ? pairs : inPlace;
}

/** As many columns stay where they are unless others are so much more alike. */
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
    return { key, bag: bagOfCells(cells, lexicon) };
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

/** As many cells pair in order; else by content, and what is left in order where as many are left. */
function pairCells(before: readonly CellItem[], after: readonly CellItem[], planning: Planning): readonly Pair[] {
  if (before.length === after.length) return before.map((_, at): Pair => [at, at]);
  const keys = [before, after].map((cells) => Int32Array.from(cells, ({ key }) => key)) as [Int32Array, Int32Array];
  const matches = alignTokens(keys[0], keys[1], planning.budget);
  return fillGaps({ matches, before, after, least: 0.2 }, planning);
}
