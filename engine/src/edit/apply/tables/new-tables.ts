// Makes new tables: every row, and all its text, is tracked as inserted.
//
// Two tables that touch are one to the reader, and a cell or story ends in a paragraph: where the new table would stand like that
// an empty paragraph comes with it.

import { readPageSetup } from "../../../document/sections.ts";
import type { Story } from "../../../document/text/stories.ts";
import { twips } from "../../../document/values.ts";
import { W } from "../../../document/word-names.ts";
import { graftSnippet } from "../../../document/xml-snippet.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { blockBeside, type IsGone, outermostBlock } from "../../../revisions/joins.ts";
import { ancestor } from "../../../revisions/markup.ts";
import { markRow } from "../../../revisions/write/mark-structure.ts";
import type { Destination } from "../../locate/destinations.ts";
import type { Beside, DraftCell, TableDraft } from "../../plan/table-drafts.ts";
import { destinationBlock, isTableTaken, putBlocks } from "../blocks/block-places.ts";
import { makeNewParagraph } from "../blocks/new-paragraphs.ts";
import { sectionProperties, workingBody } from "../sections.ts";
import { isTakenAway } from "../settle-ends.ts";
import type { Workspace } from "../workspace.ts";
import { setWidth } from "./column-widths.ts";
import { type CellText, makeCell } from "./new-cells.ts";

export interface NewTable {
  readonly rows: readonly (readonly CellText[])[];
  /** In points. */
  readonly widths: readonly number[] | undefined;
  readonly headerRows: number;
  readonly styleId: string | undefined;
  readonly alignment: string | undefined;
  /** Where its rows and columns are noted. */
  readonly draft: TableDraft;
  /** Where its cells are: later edits may give the rows others. */
  readonly cells: readonly (readonly DraftCell[])[];
}

/** Puts a new table at a destination. */
export function putTable(work: Workspace, destination: Destination, table: NewTable): NodeId {
  const { story, node: beside } = destinationBlock(work, destination);
  const { tree } = story;
  const node = makeTable(work, story, { table, room: roomAt(work, destination) });
  putBlocks(work, destination, [node]);
  const last = keepTablesApart(work, { story, first: node, last: node });
  if (last !== NONE && destination.position === "after") work.afterIn(tree).set(beside, last);
  return node;
}

export interface PlacedBlocks {
  readonly story: Story;
  readonly first: NodeId;
  readonly last: NodeId;
}

/** Puts empty paragraphs beside blocks where they begin or end with a table that needs them; gives the one behind them, or NONE. */
export function keepTablesApart(work: Workspace, { story, first, last }: PlacedBlocks): NodeId {
  const { tree } = story;
  const separator = (): NodeId => makeNewParagraph(work, { content: "" }, { story, model: undefined, field: "" });
  const isTable = (side: Beside): boolean => isTableAt(tree, { first, last }, side);
  leaveTouching(work, tree, { first, last });
  const [before, after] = neighboursLeft(work, tree, { first, last });
  // Between tables that touch already a paragraph could not go again.
  const isBetweenTables = before === "table" && after !== "paragraph";
  if (isBetweenTables) return NONE;
  if (before === "table" && isTable("before")) tree.insertBefore(tree.parent(first), separator(), first);
  if (after === "paragraph" || !isTable("after")) return NONE;
  const made = separator();
  tree.insertBefore(tree.parent(last), made, tree.nextSibling(last));
  return made;
}

/** Between two tables that touched no paragraph can go again: where the request takes one of them away, blocks stand on its other side. */
function leaveTouching(work: Workspace, tree: Tree, { first, last }: Omit<PlacedBlocks, "story">): void {
  if (blockBeside(tree, first, "before").kind !== "table" || blockBeside(tree, last, "after").kind !== "table") return;
  const isTaken = (block: NodeId): boolean => block !== NONE && isTableTaken(work, tree, block);
  const next = tree.nextSibling(last);
  let before = isTaken(next) ? next : first;
  while (isTaken(before)) before = tree.nextSibling(before);
  if (before === first) while (isTaken(tree.previousSibling(before))) before = tree.previousSibling(before);
  if (before === first) return;
  const blocks: NodeId[] = [];
  for (let at = first; at !== next; at = tree.nextSibling(at)) blocks.push(at);
  const parent = tree.parent(first);
  for (const block of blocks) {
    tree.remove(block);
    tree.insertBefore(parent, block, before);
  }
}

/** What is left before and after blocks when the changes of the request are accepted. */
function neighboursLeft(work: Workspace, tree: Tree, { first, last }: Omit<PlacedBlocks, "story">) {
  const beside = (isGone?: IsGone) => [
    blockBeside(tree, first, "before", isGone).kind,
    blockBeside(tree, last, "after", isGone).kind,
  ];
  const left = beside((block) => isTakenAway(work, tree, block));
  const [before, after] = left;
  // Where a paragraph is needed one that goes is left.
  const isOneLeft = after === "none" ? before !== "paragraph" : before === "table" && after === "table";
  return isOneLeft ? beside() : left;
}

/** True if new blocks begin with a table (`before`), or end with one (`after`). */
function isTableAt(tree: Tree, { first, last }: Omit<PlacedBlocks, "story">, side: Beside): boolean {
  const [start, end] = side === "before" ? [first, last] : [last, first];
  for (let at = start; at !== NONE; at = side === "before" ? tree.nextSibling(at) : tree.previousSibling(at)) {
    const { kind } = outermostBlock(tree, at, side === "before" ? "after" : "before");
    if (kind !== "none" || at === end) return kind === "table";
  }
  return false;
}

function makeTable(
  work: Workspace,
  story: Story,
  { table, room }: { readonly table: NewTable; readonly room: number },
): NodeId {
  const { tree } = story;
  const { rows, widths, draft, cells, headerRows } = table;
  const count = rows[0]!.length;
  const columns = Array.from({ length: count }, (_, at) =>
    Math.round(widths?.[at] === undefined ? room / count : widths[at] * 20),
  );
  const [node] = graftSnippet(tree, tableXml(table, columns)) as [NodeId];
  const grid = tree.children(tree.child(node, W.tblGrid));
  for (const [at, column] of draft.numberedColumns.entries()) {
    column.gridColumn = grid[at] ?? NONE;
    work.lines.push({ tree, line: column });
  }
  for (const [at, texts] of rows.entries()) {
    const row = draft.numberedRows[at]!;
    row.node = tree.element(W.tr);
    work.lines.push({ tree, line: row }, ...cells[at]!.map((line) => ({ tree, line })));
    if (at < headerRows) {
      tree.append(row.node, tree.element(W.trPr));
      tree.append(tree.firstChild(row.node), tree.element(W.tblHeader));
    }
    markRow(tree, row.node, { change: "insertion", maker: work.own });
    for (const [place, text] of texts.entries()) {
      const cell = makeCell(work, { story, model: NONE, text });
      setWidth(tree, cell, { width: columns[place], isGiven: true });
      tree.append(row.node, cell);
      cells[at]![place]!.node = cell;
    }
    tree.append(node, row.node);
  }
  return node;
}

const SIDES = ["top", "left", "bottom", "right", "insideH", "insideV"];

function tableXml({ widths, styleId, alignment }: NewTable, columns: readonly number[]): string {
  const total = columns.reduce((sum, width) => sum + width, 0);
  const borders = SIDES.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join("");
  const properties = [
    styleId === undefined ? "" : `<w:tblStyle w:val="${escaped(styleId)}"/>`,
    widths === undefined ? '<w:tblW w:w="0" w:type="auto"/>' : `<w:tblW w:w="${total}" w:type="dxa"/>`,
    alignment === undefined ? "" : `<w:jc w:val="${alignment}"/>`,
    styleId === undefined ? `<w:tblBorders>${borders}</w:tblBorders>` : "",
    // Widths that are given hold, whatever stands in the cells.
    widths === undefined ? "" : '<w:tblLayout w:type="fixed"/>',
    '<w:tblLook w:val="04A0" w:firstRow="1" w:lastRow="0" w:firstColumn="1" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>',
  ];
  const grid = columns.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
  return `<w:tbl><w:tblPr>${properties.join("")}</w:tblPr><w:tblGrid>${grid}</w:tblGrid></w:tbl>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The text of a page of the usual size, between the usual margins. */
const USUAL = { width: 12240, margin: 1440 } as const;
/** The usual margins of a cell, left and right. */
const CELL_MARGINS = 216;

/** How wide a table at a destination can be, in twentieths of a point. */
function roomAt(work: Workspace, destination: Destination): number {
  const { story, node } = destinationBlock(work, destination);
  const { tree } = story;
  const cell = ancestor(tree, node, W.tc);
  const properties = tree.child(cell, W.tcPr);
  const stated = tree.child(properties, W.tcW);
  const width =
    stated === NONE || tree.attribute(stated, W.type) !== "dxa" ? undefined : twips(tree.attribute(stated, W.w));
  if (width !== undefined && width > CELL_MARGINS) return width - CELL_MARGINS;
  const { sections } = work.uploaded.addresses;
  const place =
    destination.beside === "paragraph" && destination.paragraph.kind === "uploaded"
      ? destination.paragraph.place
      : undefined;
  const section = sections[(place?.paragraph.section ?? 1) - 1] ?? sections[0];
  // Earlier edits may have changed it.
  const pageSetup =
    section === undefined || section.section.node === NONE
      ? undefined
      : readPageSetup(workingBody(work).tree, sectionProperties(work, { kind: "uploaded", section }));
  const { left = USUAL.margin, right = USUAL.margin, gutter = 0 } = pageSetup?.margins ?? {};
  const room = (pageSetup?.width ?? USUAL.width) - left - right - gutter;
  return room > CELL_MARGINS ? room : USUAL.width - 2 * USUAL.margin;
}
