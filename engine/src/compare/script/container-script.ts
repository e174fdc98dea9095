// Makes the script of a container's plan: one step for each kept, inserted or deleted block.

import { MOST_COLUMNS } from "../../document/tables.ts";
import type { CellItem } from "../../redline/content/items.ts";
import type {
  BlankCell,
  BlockStep,
  CellStep,
  ContainerScript,
  Mark,
  MoveBorder,
  NestedScript,
  RowStep,
  TableStep,
  WholeStep,
} from "../../redline/script/script.ts";
import type { StructureChange } from "../../revisions/write/mark-structure.ts";
import type {
  ContainerPlan,
  DeleteStep,
  InsertStep,
  Nested,
  CellPlanStep as PlannedCell,
  RowPlanStep as PlannedRow,
  TablePlanStep as PlannedTable,
  Step,
} from "../plan/plan.ts";
import { flowScript } from "./flow-script.ts";
import { cellChanges, lookChanges, markChanges, rowChanges, tableChanges } from "./formatting-changes.ts";
import { CHANGES, movedPieces } from "./moved-pieces.ts";
import { type Orientation, otherRole } from "./orientation.ts";

/** Makes the script of the content of a cell. */
export type ContentScript = (plan: ContainerPlan) => ContainerScript;

export function containerScript(plan: ContainerPlan, orientation: Orientation): ContainerScript {
  return { container: plan[orientation.carries], steps: plan.steps.map((step) => blockStep(step, orientation)) };
}

function blockStep(step: Step, orientation: Orientation): BlockStep {
  const { carries } = orientation;
  switch (step.kind) {
    case "same": {
      const pair = { own: step[carries], other: step[otherRole(carries)] };
      const formatChanges = lookChanges(pair, orientation);
      const propertyChanges = markChanges(pair, orientation);
      return {
        kind: "keep",
        item: pair.own,
        formatChanges,
        propertyChanges,
        nested: nestedScripts(step.nested, orientation),
      };
    }
    case "group":
      return { ...flowScript(step, orientation), nested: nestedScripts(step.nested, orientation) };
    case "table":
      return tableScript(step, orientation, (plan) => containerScript(plan, orientation));
    default:
      return wholeStep(step, orientation);
  }
}

function nestedScripts(nested: readonly Nested[], orientation: Orientation): NestedScript[] {
  return nested.map(({ kind, plan }) => ({ kind, content: containerScript(plan, orientation) }));
}

function wholeStep({ kind, item, move }: DeleteStep | InsertStep, { label }: Orientation): WholeStep {
  const { plain, moved, half } = CHANGES[kind];
  if (move === undefined || item.kind === "table") return { kind: "whole", item, mark: { change: plain, label } };
  const border = (isStart: boolean): MoveBorder => ({ kind: "border", move: move.number, half, isStart, label, item });
  return {
    kind: "whole",
    item,
    mark: { change: moved, label },
    pieces: movedPieces({ item, from: 0, to: item.tokens.keys.length }, move, { kind, label }),
    ...(move.isFirst ? { opens: border(true) } : {}),
    ...(move.isLast ? { closes: border(false) } : {}),
  };
}

export function tableScript(
  { rows, ...tables }: PlannedTable,
  orientation: Orientation,
  content: ContentScript,
): TableStep {
  const own = tables[orientation.carries];
  const other = tables[otherRole(orientation.carries)];
  const context = { ...orientation, columns: columnsOf(rows), columnsChanged: rows.some(changesColumns), content };
  return {
    kind: "table",
    item: own,
    others: [other],
    propertyChanges: tableChanges({ own, other }, orientation),
    rows: rows.map((row) => rowScript(row, context)),
  };
}

type ColumnKind = { readonly kind: "pair" } | { readonly kind: "delete" | "insert"; readonly like: CellItem };

/** Returns the columns of a table, each kept, inserted or deleted, if all paired rows agree; otherwise undefined. */
function columnsOf(rows: readonly PlannedRow[]): readonly ColumnKind[] | undefined {
  const pairs = rows.flatMap((row) => (row.kind === "pair" ? [row.cells] : []));
  const kindsOf = (cells: readonly PlannedCell[]): string => cells.map(({ kind }) => kind).join(" ");
  const [first] = pairs;
  if (first === undefined || pairs.some((cells) => kindsOf(cells) !== kindsOf(first))) return undefined;
  return first.map((cell) => (cell.kind === "pair" ? { kind: "pair" } : { kind: cell.kind, like: cell.cell }));
}

/** Returns the cells that a row of one side lacks: those of columns that only the other side has (CMP-46). */
function blanksIn({ kind, row }: PlannedRow & { kind: "delete" | "insert" }, context: TableOrientation): BlankCell[] {
  const { columns } = context;
  const own = columns?.filter((column) => column.kind === "pair" || column.kind === kind);
  // A row with cells of other widths does not follow these columns.
  const isPlain = own?.length === row.cells.length && row.cells.every(({ cell }) => cell.gridSpan === 1);
  if (columns === undefined || !isPlain || columns.length > MOST_COLUMNS) return [];
  let at = 0;
  return columns.flatMap((column): BlankCell[] => {
    if (column.kind === "pair" || column.kind === kind) {
      at += 1;
      return [];
    }
    return [{ at, like: column.like, mark: structureMark(column.kind, context) }];
  });
}

function structureMark(kind: "delete" | "insert", { label }: Orientation): Mark<StructureChange> {
  return { change: CHANGES[kind].plain, label };
}

/** True if a row has inserted or deleted cells. */
export function changesColumns(row: PlannedRow): boolean {
  return row.kind === "pair" && row.cells.some(({ kind }) => kind !== "pair");
}

interface TableOrientation extends Orientation {
  readonly columnsChanged: boolean;
  readonly columns: readonly ColumnKind[] | undefined;
  readonly content: ContentScript;
}

function rowScript(step: PlannedRow, orientation: TableOrientation): RowStep {
  const { carries } = orientation;
  if (step.kind !== "pair") {
    const blanks = blanksIn(step, orientation);
    return { row: step.row, mark: structureMark(step.kind, orientation), propertyChanges: [], cells: [], blanks };
  }
  const pair = { own: step[carries], other: step[otherRole(carries)] };
  const cells = step.cells.map((cell): CellStep => {
    if (cell.kind !== "pair")
      return { cell: cell.cell, mark: structureMark(cell.kind, orientation), propertyChanges: [] };
    const own = cell[carries];
    const propertyChanges = cellChanges({ own, other: cell[otherRole(carries)] }, orientation);
    return { cell: own, propertyChanges, content: orientation.content(cell.plan) };
  });
  return { row: pair.own, propertyChanges: rowChanges(pair, orientation), cells };
}
