// The script of a container's plan: step by step what stays, comes and goes.

import type {
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
  RowStep as PlannedRow,
  TableStep as PlannedTable,
  Step,
} from "../plan/plan.ts";
import { flowScript } from "./flow-script.ts";
import { cellChanges, lookChanges, markChanges, rowChanges, tableChanges } from "./formatting-changes.ts";
import { CHANGES, movedPieces } from "./moved-pieces.ts";
import { type Orientation, otherRole } from "./orientation.ts";

export function containerScript(plan: ContainerPlan, orientation: Orientation): ContainerScript {
  return { container: plan[orientation.carries], steps: plan.steps.map((step) => blockStep(step, orientation)) };
}

function blockStep(step: Step, orientation: Orientation): BlockStep {
  const { carries } = orientation;
  switch (step.kind) {
    case "same": {
      const pair = { own: step[carries], other: step[otherRole(carries)] };
      const looks = lookChanges(pair, orientation);
      const says = markChanges(pair, orientation);
      return { kind: "keep", item: pair.own, looks, says, nested: nestedScripts(step.nested, orientation) };
    }
    case "group":
      return { ...flowScript(step, orientation), nested: nestedScripts(step.nested, orientation) };
    case "table":
      return tableScript(step, orientation);
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

function tableScript({ rows, ...tables }: PlannedTable, orientation: Orientation): TableStep {
  const own = tables[orientation.carries];
  const other = tables[otherRole(orientation.carries)];
  return {
    kind: "table",
    item: own,
    others: [other],
    says: tableChanges({ own, other }, orientation),
    rows: rows.map((row) => rowScript(row, orientation)),
  };
}

function structureMark(kind: "delete" | "insert", { label }: Orientation): Mark<StructureChange> {
  return { change: CHANGES[kind].plain, label };
}

function rowScript(step: PlannedRow, orientation: Orientation): RowStep {
  const { carries } = orientation;
  if (step.kind !== "pair") return { row: step.row, mark: structureMark(step.kind, orientation), says: [], cells: [] };
  const pair = { own: step[carries], other: step[otherRole(carries)] };
  const cells = step.cells.map((cell): CellStep => {
    if (cell.kind !== "pair") return { cell: cell.cell, mark: structureMark(cell.kind, orientation), says: [] };
    const own = cell[carries];
    const says = cellChanges({ own, other: cell[otherRole(carries)] }, orientation);
    return { cell: own, says, content: containerScript(cell.plan, orientation) };
  });
  return { row: pair.own, says: rowChanges(pair, orientation), cells };
}
