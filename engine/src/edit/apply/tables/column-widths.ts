// Makes room for a new column: its width, and in a table of fixed width those of the others.
//
// The grid is changed with a record of what it was; so are the widths of cells. A record of the grid has no author in the
// format. Where another's undecided change of the grid leaves no room for a record the new column is put there without one.

import { CELL_MARKS } from "../../../document/grammar.ts";
import type { Story } from "../../../document/text/stories.ts";
import { twips } from "../../../document/values.ts";
import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { keepProperties } from "../../../revisions/write/mark-structure.ts";
import type { Beside, DraftCell, DraftColumn } from "../../plan/table-drafts.ts";
import { recordIn } from "../own-revisions.ts";
import type { Workspace } from "../workspace.ts";

export interface Room {
  readonly story: Story;
  readonly table: NodeId;
  /** Those that are there. */
  readonly columns: readonly DraftColumn[];
  readonly column: DraftColumn;
  readonly beside: DraftColumn;
  readonly side: Beside;
  /** The column that it is like. */
  readonly model: DraftColumn;
  /** In twentieths of a point. */
  readonly width: number | undefined;
  /** Whether the request itself made the table. */
  readonly isNew: boolean;
}

export interface Widths {
  /** Of the new column, if it has one. */
  readonly width: number | undefined;
  /** What the widths of the others are multiplied by. */
  readonly factor: number;
}

export function makeRoom(work: Workspace, room: Room): Widths {
  const { story, table, beside, side, column } = room;
  const { tree } = story;
  const grid = tree.child(table, W.tblGrid);
  const widths = newWidths(tree, room);
  if (grid === NONE || tree.child(grid, W.gridCol) === NONE) return widths;
  const isKept = room.isNew || keepGrid(work, tree, grid);
  column.gridColumn = tree.element(W.gridCol, [[W.w, String(widths.width ?? 0)]]);
  const next = side === "before" ? beside.gridColumn : nextOf(tree, beside.gridColumn);
  tree.insertBefore(grid, column.gridColumn, next === NONE ? recordIn(tree, grid) : next);
  if (!isKept) {
    const untracked = work.untracked.get(story.part) ?? new Set<NodeId>();
    work.untracked.set(story.part, untracked.add(column.gridColumn));
    return { width: widths.width, factor: 1 };
  }
  for (const { gridColumn } of widths.factor === 1 ? [] : room.columns) {
    const width = widthOf(tree, gridColumn);
    if (width !== undefined) tree.setAttribute(gridColumn, W.w, String(Math.round(width * widths.factor)));
  }
  return widths;
}

function nextOf(tree: Tree, node: NodeId): NodeId {
  return node === NONE ? NONE : tree.nextSibling(node);
}

function widthOf(tree: Tree, gridColumn: NodeId): number | undefined {
  return gridColumn === NONE ? undefined : twips(tree.attribute(gridColumn, W.w));
}

function newWidths(tree: Tree, { table, columns, model, width }: Room): Widths {
  const wanted = width ?? widthOf(tree, model.gridColumn);
  const total = columns.reduce((sum, { gridColumn }) => sum + (widthOf(tree, gridColumn) ?? 0), 0);
  if (wanted === undefined || total <= 0 || !isFixed(tree, table)) return { width: wanted, factor: 1 };
  if (width !== undefined && width < total) return { width, factor: (total - width) / total };
  const factor = total / (total + wanted);
  return { width: Math.round(wanted * factor), factor };
}

/** Whether a table states how wide it is. */
export function isFixed(tree: Tree, table: NodeId): boolean {
  const properties = tree.child(table, W.tblPr);
  if (properties === NONE) return false;
  const [layout, width] = [tree.child(properties, W.tblLayout), tree.child(properties, W.tblW)];
  const isStated = width !== NONE && tree.attribute(width, W.type) === "dxa";
  return isStated || (layout !== NONE && tree.attribute(layout, W.type) === "fixed");
}

/** Records what the grid was, once. False when another's record is there. */
function keepGrid(work: Workspace, tree: Tree, grid: NodeId): boolean {
  const record = recordIn(tree, grid);
  if (record !== NONE) return work.own.isOwn(tree, record);
  const old = tree.graft(tree, grid);
  const change = work.own.make(tree, W.tblGridChange);
  for (const name of [W.author, W.date]) tree.setAttribute(change, name, undefined);
  tree.append(change, old);
  tree.append(grid, change);
  return true;
}

/** Gives a cell another width, with a record of what it was unless it is new. One that another changed keeps its width. */
export function scaleCell(
  work: Workspace,
  tree: Tree,
  { node, isNew }: Pick<DraftCell, "node" | "isNew">,
  factor: number,
): void {
  const properties = tree.child(node, W.tcPr);
  const stated = tree.child(properties, W.tcW);
  const width = stated === NONE || !isAbsolute(tree, stated) ? undefined : twips(tree.attribute(stated, W.w));
  const record = recordIn(tree, properties);
  if (width === undefined || (record !== NONE && !work.own.isOwn(tree, record))) return;
  if (!isNew && record === NONE) {
    const old = tree.graft(tree, properties);
    for (const child of tree.children(old)) if (CELL_MARKS.has(tree.name(child))) tree.remove(child);
    keepProperties(tree, node, { name: W.tcPr, old, maker: work.own });
  }
  tree.setAttribute(stated, W.w, String(Math.round(width * factor)));
}

/** States the width of a new cell, where the column has one and the cell that it is like states one. */
export function setWidth(
  tree: Tree,
  cell: NodeId,
  { width, isGiven }: { width: number | undefined; isGiven: boolean },
): void {
  const known = tree.child(cell, W.tcPr);
  const stated = tree.child(known, W.tcW);
  const isStated = stated !== NONE && isAbsolute(tree, stated);
  if (width === undefined || !(isGiven || isStated)) return;
  const properties = known === NONE ? tree.element(W.tcPr) : known;
  if (known === NONE) tree.insertBefore(cell, properties, tree.firstChild(cell));
  const made = tree.element(W.tcW, [
    [W.w, String(width)],
    [W.type, "dxa"],
  ]);
  if (stated !== NONE) tree.replace(stated, made);
  else {
    const style = tree.child(properties, W.cnfStyle);
    tree.insertBefore(properties, made, style === NONE ? tree.firstChild(properties) : tree.nextSibling(style));
  }
}

function isAbsolute(tree: Tree, width: NodeId): boolean {
  return (tree.attribute(width, W.type) ?? "dxa") === "dxa";
}
