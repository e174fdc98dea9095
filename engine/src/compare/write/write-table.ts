// Carries out the plan of a table: rows and cells that came and went, cells that were merged or parted, and what is in them.

import { gridText, readTable } from "../../document/tables.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markCell } from "../../revisions/write/mark-structure.ts";
import type { TableItem } from "../content/items.ts";
import type { ContainerPlan, RowStep, TableStep } from "../plan/plan.ts";
import { deletedStructure, markInsertedCell, markInsertedRow } from "./mark-items.ts";
import { formatCell, formatRow, formatTable } from "./write-formatting.ts";
import { treeOf, type Writing } from "./writing.ts";

interface TableContext {
  readonly writing: Writing;
  readonly writeCell: (plan: ContainerPlan) => void;
}

export function writeTable({ before, after, rows }: TableStep, context: TableContext): void {
  const { writing } = context;
  const { part } = after.story;
  const tree = treeOf(writing, part);
  let last = NONE;
  for (const [index, step] of rows.entries()) {
    if (step.kind === "delete") {
      const row = deletedStructure(writing, { story: step.row.story, node: step.row.row.node }, part);
      putBetween(tree, row, { next: nextRow(rows, index), last, parent: after.node });
      last = row;
    } else if (step.kind === "insert") {
      markInsertedRow(writing, step.row);
      last = step.row.row.node;
    } else {
      writeRow(step, { ...context, part, tree });
      last = step.after.row.node;
    }
  }
  formatTable(before, after, writing);
  if (rows.some(hasDeletion)) widenGrid(before, after, tree);
  formatCells({ before, after, rows }, writing);
}

/** Cells are formatted once the grid is known: where columns came or went and the grid is another, so are widths. */
function formatCells({ before, after, rows }: Omit<TableStep, "kind">, writing: Writing): void {
  const cells = rows.flatMap((row) => (row.kind === "pair" ? row.cells : []));
  const tree = treeOf(writing, after.story.part);
  const isGrid = gridText(before.story.tree, before.node) === gridText(tree, after.node);
  const isWidthCarried = !isGrid && cells.some(({ kind }) => kind !== "pair");
  for (const cell of cells) {
    if (cell.kind === "pair") formatCell(cell.before, cell.after, { writing, isWidthCarried });
  }
}

function hasDeletion(step: RowStep): boolean {
  return step.kind === "delete" || (step.kind === "pair" && step.cells.some(({ kind }) => kind === "delete"));
}

/** The grid has a column for every cell of every row, those that went and those that came. */
function widenGrid(before: TableItem, after: TableItem, tree: Tree): void {
  const { grid, columns } = readTable({ ...after.story, tree }, after.node);
  const node = tree.child(after.node, W.tblGrid);
  if (node === NONE || grid.length === 0) return;
  const old = readTable(before.story, before.node).grid;
  for (let column = grid.length; column < columns; column += 1) {
    const width = old[column] ?? old.at(-1) ?? grid.at(-1) ?? 0;
    tree.append(node, tree.element(W.gridCol, [[W.w, String(width)]]));
  }
}

function putBetween(
  tree: Tree,
  node: NodeId,
  { next, last, parent }: { next: NodeId; last: NodeId; parent: NodeId },
): void {
  if (next !== NONE) tree.insertBefore(tree.parent(next), node, next);
  else if (last !== NONE) tree.insertBefore(tree.parent(last), node, tree.nextSibling(last));
  else tree.append(parent, node);
}

function nextRow(rows: readonly RowStep[], index: number): NodeId {
  for (const step of rows.slice(index + 1)) {
    if (step.kind === "insert") return step.row.row.node;
    if (step.kind === "pair") return step.after.row.node;
  }
  return NONE;
}

interface RowContext extends TableContext {
  readonly part: string;
  readonly tree: Tree;
}

function writeRow(step: RowStep & { kind: "pair" }, { writing, writeCell, part, tree }: RowContext): void {
  const { cells } = step;
  let last = NONE;
  for (const [index, cell] of cells.entries()) {
    if (cell.kind === "delete") {
      const { container, cell: deleted } = cell.cell;
      const node = deletedStructure(writing, { story: container.story, node: deleted.node }, part);
      markCell(tree, node, { change: "deletion", maker: writing.maker });
      const next = cells.slice(index + 1).find(({ kind }) => kind !== "delete");
      putBetween(tree, node, {
        next: next === undefined ? NONE : standingCell(next),
        last,
        parent: step.after.row.node,
      });
      last = node;
    } else if (cell.kind === "insert") {
      markInsertedCell(writing, cell.cell);
      markCell(tree, cell.cell.cell.node, { change: "insertion", maker: writing.maker });
      last = cell.cell.cell.node;
    } else {
      writeCell(cell.plan);
      last = cell.after.cell.node;
    }
  }
  formatRow(step.before, step.after, writing);
}

function standingCell(step: (RowStep & { kind: "pair" })["cells"][number]): NodeId {
  return step.kind === "pair" ? step.after.cell.node : step.kind === "insert" ? step.cell.cell.node : NONE;
}
