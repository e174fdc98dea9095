// Reads the plain tables of the body as rows of cells.
//
// A table is plain if its rows are its direct children and contain only properties and cells as direct children.

import { blocksOf, cellsOf, NONE, type NodeId, rowsOf, type Story, type Tree, W } from "@versus/engine/inside";
import { holdsAnchor, isOpen } from "../anchors.ts";
import type { Draft } from "../draft.ts";
import { childValue, elementsIn, walk } from "../markup.ts";
import type { Place } from "../places.ts";

export interface Cell {
  readonly node: NodeId;
  readonly gridSpan: number;
  readonly isMerged: boolean;
  /** The paragraphs of the cell, including those of nested tables. */
  readonly places: readonly Place[];
  readonly holdsTable: boolean;
}

export interface Row {
  readonly node: NodeId;
  readonly table: Grid;
  readonly cells: readonly Cell[];
}

export interface Grid {
  readonly node: NodeId;
  readonly story: Story;
  readonly rows: Row[];
}

/** Returns the plain tables of the body that edits may change, in their current state, including nested tables. */
export function gridsOf(draft: Draft): Grid[] {
  const [body] = draft.stories.filter(({ story }) => story.kind === "body");
  if (body === undefined || !body.story.tree.mayHave(W.tbl)) return [];
  const byNode = new Map(body.places.map((place) => [place.node, place]));
  return tablesIn(body.story, body.story.root)
    .filter((table) => isOpen(body.story, table) && isPlain(body.story, table))
    .map((table) => readGrid(body.story, table, byNode));
}

function tablesIn(story: Story, container: NodeId): NodeId[] {
  const tables = blocksOf(story, container).filter((block) => story.tree.name(block) === W.tbl);
  return tables.flatMap((table) => {
    const cells = rowsOf(story, table).flatMap((row) => cellsOf(story, row));
    return [table, ...cells.flatMap((cell) => tablesIn(story, cell))];
  });
}

function isPlain(story: Story, table: NodeId): boolean {
  const { tree } = story;
  const rows = rowsOf(story, table);
  return (
    rows.length > 0 &&
    rows.every(
      (row) =>
        tree.parent(row) === table &&
        cellsOf(story, row).every((cell) => tree.parent(cell) === row) &&
        elementsIn(tree, row).every((child) => ROW_CONTENT.has(tree.name(child))),
    )
  );
}

const ROW_CONTENT: ReadonlySet<number> = new Set([W.tblPrEx, W.trPr, W.tc]);

function readGrid(story: Story, node: NodeId, byNode: ReadonlyMap<NodeId, Place>): Grid {
  const grid: Grid = { node, story, rows: [] };
  for (const row of rowsOf(story, node)) {
    const cells = cellsOf(story, row).map((cell) => readCell(story.tree, cell, byNode));
    grid.rows.push({ node: row, table: grid, cells });
  }
  return grid;
}

function readCell(tree: Tree, node: NodeId, byNode: ReadonlyMap<NodeId, Place>): Cell {
  const properties = tree.child(node, W.tcPr);
  const has = (name: typeof W.vMerge): boolean => properties !== NONE && tree.child(properties, name) !== NONE;
  const below = [...walk(tree, node)];
  return {
    node,
    gridSpan: Math.max(1, Number(childValue(tree, properties, W.gridSpan) ?? 1) || 1),
    isMerged: has(W.vMerge) || has(W.hMerge),
    places: below.map((each) => byNode.get(each)).filter((place) => place !== undefined),
    holdsTable: below.some((each) => tree.name(each) === W.tbl),
  };
}

/** True if no paragraph of the cell was touched, and the cell contains no anchor. A new cell is not free. */
export function isFreeCell(draft: Draft, { story: { tree } }: Grid, { node, places }: Cell): boolean {
  return places.length > 0 && places.every((place) => draft.isFree(place)) && !holdsAnchor(tree, node);
}

export function textsOf(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ places }) => places.map(({ text }) => text));
}
