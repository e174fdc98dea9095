// Narrows changed tables that would print beyond the page or beyond their text box (PRN-13).
//
// A redline has the columns of both versions side by side, so a row may be wider than the page. Word narrows the table
// when it displays it. LibreOffice cuts off the table and the text of its last columns.

import { readPageSetup } from "../../document/sections.ts";
import { readTable, type TableCell } from "../../document/tables.ts";
import type { Story } from "../../document/text/stories.ts";
import { twips } from "../../document/values.ts";
import { W, WP } from "../../document/word-names.ts";
import { NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { PartChanges } from "./read-changes.ts";
import { isAddition } from "./write-changes.ts";

export function fitTables({ tree, paragraphs, cells }: PartChanges, story: Story): void {
  const tables = new Set<NodeId>();
  for (const { node, isChanged } of paragraphs) {
    const table = isChanged ? ancestor(tree, node, W.tbl) : NONE;
    if (table !== NONE) tables.add(table);
  }
  const gone = new Set(cells.filter(({ change }) => !isAddition(change)).map(({ node }) => node));
  for (const table of tables) fitTable(story, table, gone);
}

function fitTable(story: Story, node: NodeId, gone: ReadonlySet<NodeId>): void {
  const { grid, rows } = readTable(story, node);
  const widthOf = (cells: readonly TableCell[]): number =>
    cells.reduce((sum, { column, gridSpan }) => sum + total(grid.slice(column, column + gridSpan)), 0);
  const widest = Math.max(0, ...rows.map(({ cells }) => widthOf(cells)));
  const accepted = Math.max(0, ...rows.map(({ cells }) => widthOf(cells.filter((cell) => !gone.has(cell.node)))));
  const room = boxWidth(story.tree, node) ?? Math.max(accepted, textWidth(story.tree, node) ?? 0);
  if (room > 0 && widest > room) narrow(story.tree, { node, rows }, room / widest);
}

function total(widths: readonly (number | undefined)[]): number {
  return widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
}

type Rows = ReturnType<typeof readTable>["rows"];

function narrow(tree: Tree, { node, rows }: { node: NodeId; rows: Rows }, share: number): void {
  const scale = (holder: NodeId): void => {
    const width =
      holder === NONE || tree.attribute(holder, W.type) === "pct" ? 0 : (twips(tree.attribute(holder, W.w)) ?? 0);
    if (width > 0) tree.setAttribute(holder, W.w, String(Math.max(1, Math.floor(width * share))));
  };
  for (const column of tree.children(tree.child(node, W.tblGrid))) if (tree.name(column) === W.gridCol) scale(column);
  for (const { cells } of rows)
    for (const { properties } of cells) if (properties !== NONE) scale(tree.child(properties, W.tcW));
  const properties = tree.child(node, W.tblPr);
  if (properties !== NONE) scale(tree.child(properties, W.tblW));
}

/**
 * Returns the width between the edges of a text box in twentieths of a point, less Word's default insets. Undefined
 * outside a text box, for a table inside another, and if the file gives no width.
 */
function boxWidth(tree: Tree, table: NodeId): number | undefined {
  const content = ancestor(tree, table, W.txbxContent);
  const cell = ancestor(tree, table, W.tc);
  if (content === NONE || (cell !== NONE && ancestor(tree, cell, W.txbxContent) === content)) return undefined;
  for (let node = content; node !== NONE; node = tree.parent(node)) {
    if (tree.name(node) !== WP.anchor && tree.name(node) !== WP.inline) continue;
    const extent = tree.child(node, WP.extent);
    const width = extent === NONE ? Number.NaN : Number(tree.attribute(extent, tree.names.nameId(NO_NAMESPACE, "cx")));
    return width > 0 ? Math.max(1, Math.floor(width / EMUS) - INSETS) : undefined;
  }
  return undefined;
}

/** English metric units (EMU) in a twentieth of a point. */
const EMUS = 635;
/** Word's default left and right insets of a text box together, in twentieths of a point. */
const INSETS = 288;

/**
 * Returns the width between the margins of the page. Undefined for a table inside another, and in parts without
 * sections.
 */
function textWidth(tree: Tree, table: NodeId): number | undefined {
  for (let node = tree.nextSibling(table); node !== NONE; node = tree.nextSibling(node)) {
    const section = tree.name(node) === W.sectPr ? node : sectionIn(tree, node);
    if (section === NONE) continue;
    const { width, margins } = readPageSetup(tree, section);
    return width === undefined ? undefined : width - (margins.left ?? 0) - (margins.right ?? 0) - (margins.gutter ?? 0);
  }
  return undefined;
}

function sectionIn(tree: Tree, node: NodeId): NodeId {
  const properties = tree.name(node) === W.p ? tree.child(node, W.pPr) : NONE;
  return properties === NONE ? NONE : tree.child(properties, W.sectPr);
}
