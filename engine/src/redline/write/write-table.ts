// Writes table changes: inserted, deleted, merged and split rows and cells, and their content.

import { gridText, readTable } from "../../document/tables.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markCell, markParagraph, markRow } from "../../revisions/write/mark-structure.ts";
import type { TableItem } from "../content/items.ts";
import type { CellStep, ContainerScript, PropertiesChange, RowStep, TableStep } from "../script/script.ts";
import { anchorBlock } from "./anchors.ts";
import { markedStructure, markStandingCell, markStandingRow } from "./whole-blocks.ts";
import { writeProperties } from "./write-properties.ts";
import { recorded, treeOf, type Writing } from "./writing.ts";

interface TableContext {
  readonly writing: Writing;
  readonly writeCell: (content: ContainerScript) => void;
}

export function writeTable({ item, others, propertyChanges, rows }: TableStep, context: TableContext): void {
  const { writing } = context;
  const { part } = item.story;
  const tree = treeOf(writing, part);
  let last = NONE;
  for (const [index, step] of rows.entries()) {
    const { row, mark } = step;
    if (row.source === writing.carrier) {
      if (mark === undefined || step.cells.length > 0) {
        writeRow(step, { ...context, part, tree });
        if (mark !== undefined) markRow(tree, row.row.node, recorded(writing, mark));
      } else {
        markStandingRow(writing, row, mark);
        addBlanks(step, row.row.node, { writing, tree });
      }
      last = row.row.node;
    } else {
      const { source, story } = row;
      const copy = markedStructure(writing, { source, story, node: row.row.node }, { mark: mark!, part });
      putBetween(tree, copy, {
        next: nextStanding(rows, index, (one) => rowOf(one, writing)),
        last,
        parent: item.node,
      });
      addBlanks(step, copy, { writing, tree });
      if (step.anchor !== undefined) anchorBlock(writing, step.anchor, { tree, node: copy });
      last = copy;
    }
  }
  writeProperties(propertyChanges, writing);
  const given = gridText(tree, item.node);
  if (rows.some((row) => mayWiden(row, writing))) widenGrid(item, others, tree);
  const grids = [given, gridText(tree, item.node)];
  writeWidths({ others, rows, grids }, writing);
}

/**
 * Writes changes of width only if the grids of all other tables equal the grid of the carrier, before or after columns
 * were added to it. Otherwise widths follow from the grid.
 */
function writeWidths(
  { others, rows, grids }: Pick<TableStep, "others" | "rows"> & { readonly grids: readonly string[] },
  writing: Writing,
): void {
  const widths = rows.flatMap(({ cells }) =>
    cells.flatMap(({ propertyChanges }) => propertyChanges.filter(({ isWidth }) => isWidth)),
  );
  if (widths.length === 0) return;
  const areEqual = (grid: string): boolean => others.every(({ story, node }) => gridText(story.tree, node) === grid);
  if (grids.some(areEqual)) writeProperties(widths, writing);
}

/** Adds the blank cells of a row or its copy, so that its other cells stay under their headings. */
function addBlanks(step: RowStep, row: NodeId, { writing, tree }: { writing: Writing; tree: Tree }): void {
  if (step.blanks === undefined || step.blanks.length === 0) return;
  const cells = tree.children(row).filter((child) => tree.name(child) === W.tc);
  const last = cells.at(-1);
  const end = last === undefined ? NONE : tree.nextSibling(last);
  for (const { at, like, mark } of step.blanks) {
    const blank = tree.element(W.tc);
    const properties = tree.element(W.tcPr);
    const { tree: from } = like.container.story;
    const width = like.cell.properties === NONE ? NONE : from.child(like.cell.properties, W.tcW);
    if (width !== NONE) tree.append(properties, tree.graft(from, width));
    tree.append(blank, properties);
    const paragraph = tree.element(W.p);
    tree.append(blank, paragraph);
    markParagraph(tree, paragraph, recorded(writing, step.mark!));
    markCell(tree, blank, recorded(writing, mark));
    tree.insertBefore(row, blank, cells[at] ?? end);
  }
}

/** True if a row may have cells that the carrier's grid has no columns for: cells of another source, or with new spans. */
function mayWiden({ row, cells, propertyChanges }: RowStep, { carrier }: Writing): boolean {
  const isNew = ({ direction }: PropertiesChange): boolean => direction === "new";
  if (row.source !== carrier || propertyChanges.some(isNew)) return true;
  return cells.some((step) => step.cell.container.source !== carrier || step.propertyChanges.some(isNew));
}

/** Adds grid columns until every cell of every row has one, including deleted and inserted cells (RDL-17). */
function widenGrid(item: TableItem, others: readonly TableItem[], tree: Tree): void {
  const { grid, columns } = readTable({ ...item.story, tree }, item.node);
  const node = tree.child(item.node, W.tblGrid);
  if (node === NONE || grid.length === 0) return;
  const old = others.map(({ story, node: table }) => readTable(story, table).grid).reduce<Grid>(longer, []);
  for (let column = grid.length; column < columns; column += 1) {
    const width = old[column] ?? old.at(-1) ?? grid.at(-1) ?? 0;
    tree.append(node, tree.element(W.gridCol, [[W.w, String(width)]]));
  }
}

type Grid = ReturnType<typeof readTable>["grid"];

function longer(one: Grid, other: Grid): Grid {
  return other.length > one.length ? other : one;
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

/** Returns the next row or cell of the carrier after an index, or NONE. */
function nextStanding<Step>(steps: readonly Step[], index: number, nodeOf: (step: Step) => NodeId): NodeId {
  for (let at = index + 1; at < steps.length; at += 1) {
    const node = nodeOf(steps[at]!);
    if (node !== NONE) return node;
  }
  return NONE;
}

function rowOf({ row }: RowStep, { carrier }: Writing): NodeId {
  return row.source === carrier ? row.row.node : NONE;
}

function cellOf({ cell }: CellStep, { carrier }: Writing): NodeId {
  return cell.container.source === carrier ? cell.cell.node : NONE;
}

interface RowContext extends TableContext {
  readonly part: string;
  readonly tree: Tree;
}

function writeRow({ row, cells, propertyChanges }: RowStep, { writing, writeCell, part, tree }: RowContext): void {
  let last = NONE;
  for (const [index, { cell, mark, content, propertyChanges: cellSays, anchor }] of cells.entries()) {
    const { source, story } = cell.container;
    const how = mark === undefined ? undefined : recorded(writing, mark);
    if (source !== writing.carrier) {
      const copy = markedStructure(writing, { source, story, node: cell.cell.node }, { mark: mark!, part });
      markCell(tree, copy, how!);
      const next = nextStanding(cells, index, (one) => cellOf(one, writing));
      putBetween(tree, copy, { next, last, parent: row.row.node });
      if (anchor !== undefined) anchorBlock(writing, anchor, { tree, node: copy });
      last = copy;
      continue;
    }
    if (content !== undefined) writeCell(content);
    else if (mark !== undefined) markStandingCell(writing, cell, mark);
    writeProperties(
      cellSays.filter(({ isWidth }) => isWidth !== true),
      writing,
    );
    if (how !== undefined) markCell(tree, cell.cell.node, how);
    last = cell.cell.node;
  }
  writeProperties(propertyChanges, writing);
}
