// Inserts and deletes columns in tables in which every row has one cell per grid column.

import { NONE, type NodeId, W } from "@versus/engine/inside";
import type { Draft, EditFinder } from "../draft.ts";
import { elementsIn, walk } from "../markup.ts";
import { takeOut } from "../relationships.ts";
import { someWords } from "../words.ts";
import { type Cell, type Grid, gridsOf, isFreeCell, textsOf } from "./grids.ts";
import { makeCell } from "./rows.ts";

/** Maximum number of columns of a table whose columns are edited; a wider table has no room for another. */
const MOST_COLUMNS = 20;

export interface Column {
  readonly grid: Grid;
  /** The `w:gridCol`. */
  readonly definition: NodeId;
  readonly cells: readonly Cell[];
}

/** Returns a random untouched column of a table whose shape no edit changed. */
function pickColumn(draft: Draft, least: number): Column | undefined {
  const columns = gridsOf(draft)
    .filter(({ node }) => draft.isUntouched(node))
    .flatMap((grid) => columnsOf(grid, least));
  return draft.draw(
    columns.filter(({ grid, cells }) => cells.every((cell) => isFreeCell(draft, grid, cell) && !cell.holdsTable)),
  );
}

export function columnsOf(grid: Grid, least: number): Column[] {
  const { tree } = grid.story;
  const list = tree.child(grid.node, W.tblGrid);
  const definitions = list === NONE ? [] : elementsIn(tree, list);
  const count = definitions.length;
  const isRegular = grid.rows.every(
    ({ node, cells }) =>
      cells.length === count && cells.every(isSingle) && !SKIPPING.some((name) => hasBelow(grid, node, name)),
  );
  const isBookmarked = tree.mayHave(W.bookmarkStart) && hasColumnBookmark(grid);
  if (!isRegular || count < least || count > MOST_COLUMNS || isBookmarked) return [];
  return definitions.map((definition, index) => {
    return { grid, definition, cells: grid.rows.map(({ cells }) => cells[index]!) };
  });
}

function isSingle({ gridSpan, isMerged }: Cell): boolean {
  return gridSpan === 1 && !isMerged;
}

/** The properties with which a row begins late or ends early. */
const SKIPPING = [W.gridBefore, W.gridAfter];

function hasBelow({ story: { tree } }: Grid, row: NodeId, name: typeof W.gridBefore): boolean {
  const properties = tree.child(row, W.trPr);
  return properties !== NONE && tree.child(properties, name) !== NONE;
}

/** True if a bookmark of the table names columns by number. */
function hasColumnBookmark({ story: { tree }, node }: Grid): boolean {
  return [...walk(tree, node)].some((each) => tree.attribute(each, W.colFirst) !== undefined);
}

function touchColumn(draft: Draft, { grid, cells }: Column): void {
  draft.touchNode(grid.node);
  for (const { places } of cells) draft.touch(...places);
}

function placeOf({ cells }: Column) {
  const [{ reference: story, index: paragraph }] = cells[0]!.places as [Cell["places"][number]];
  return { story, paragraph };
}

export const insertColumn: EditFinder = (draft) => {
  const column = pickColumn(draft, 1);
  if (column === undefined) return undefined;
  return () => {
    touchColumn(draft, column);
    const after = putColumn(draft, column);
    return { ...placeOf(column), before: [], after, offset: 0, removed: "", inserted: after.join("\n") };
  };
};

/** Inserts a column of new words after another. Returns the words. */
export function putColumn({ random }: Draft, { grid, definition, cells }: Column): string[] {
  const { tree } = grid.story;
  const after = cells.map((cell) => someWords(textsOf([cell]).join(""), 1, random));
  tree.insertBefore(tree.parent(definition), tree.graft(tree, definition), tree.nextSibling(definition));
  for (const [index, cell] of cells.entries()) {
    const made = makeCell(tree, cell, after[index]!);
    tree.insertBefore(tree.parent(cell.node), made, tree.nextSibling(cell.node));
  }
  return after;
}

export const deleteColumn: EditFinder = (draft) => {
  const column = pickColumn(draft, 2);
  if (column === undefined) return undefined;
  return () => {
    const { grid, definition, cells } = column;
    touchColumn(draft, column);
    const before = textsOf(cells);
    grid.story.tree.remove(definition);
    for (const { node } of cells) takeOut(draft.document, grid.story, node);
    return { ...placeOf(column), before, after: [], offset: 0, removed: before.join("\n"), inserted: "" };
  };
};
