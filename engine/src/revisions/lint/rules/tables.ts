// Checks tables: cells end in a paragraph, rows have cells, tables have rows, at most 63 columns.
//
// A cell contains blocks and must end in a paragraph, as every story does. Word calls a cell without one unreadable.
// Wrappers such as content controls do not count as blocks.

import { BLOCKS, FILLED_STORIES } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { valueIn } from "../identities.ts";
import { foundAmong, foundIn, IN_OLD_PROPERTIES, type IndexedPart } from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";
import { containerOf } from "../surroundings.ts";

/** Maximum number of columns of a row in Word. */
const MOST_COLUMNS = 63;

export const tableRules: readonly Rule[] = [
  {
    id: "cell-without-paragraph",
    severity: "refused",
    says: "Every cell ends in a paragraph.",
    check: inStories(cellsNotEndingInParagraph),
  },
  {
    id: "row-without-cell",
    severity: "refused",
    says: "Every row has a cell.",
    check: inStories((part) => childless(part, W.tr, W.tc)),
  },
  {
    id: "table-without-row",
    severity: "refused",
    says: "Every table has a row.",
    check: inStories((part) => childless(part, W.tbl, W.tr)),
  },
  {
    id: "row-too-wide",
    severity: "refused",
    says: "A row has at most 63 columns.",
    check: inStories((part) => rowsWiderThan(part, () => MOST_COLUMNS)),
  },
  {
    id: "row-beyond-grid",
    severity: "odd",
    says: "A row has no more columns than the grid of its table.",
    check: inStories((part) => rowsWiderThan(part, gridColumns(part))),
  },
  {
    id: "story-empty",
    severity: "odd",
    says: "Every header, footer, note, comment and text box holds a paragraph or a table.",
    check: inStories(emptyStories),
  },
  {
    id: "story-ends-in-table",
    severity: "odd",
    says: "Every story ends in a paragraph.",
    check: inStories(endingInTable),
  },
];

/** Maps each container to its last block: a paragraph, a table or an embedded document. */
function lastBlocks(part: IndexedPart): Map<NodeId, NodeId> {
  const blocks = foundAmong(part, [...BLOCKS, W.altChunk]);
  return new Map(blocks.map(({ node }) => [containerOf(part, node), node]));
}

function cellsNotEndingInParagraph(part: IndexedPart): NodeId[] {
  const cells = foundIn(part, W.tc).map(({ node }) => node);
  if (cells.length === 0) return [];
  const last = lastBlocks(part);
  return cells.filter((cell) => !last.has(cell) || isTable(part, last.get(cell)));
}

function emptyStories(part: IndexedPart): NodeId[] {
  const stories = storiesIn(part, [...FILLED_STORIES]);
  if (stories.length === 0) return [];
  const last = lastBlocks(part);
  return stories.filter((story) => !last.has(story));
}

function endingInTable(part: IndexedPart): NodeId[] {
  if (foundIn(part, W.tbl).length === 0) return [];
  const last = lastBlocks(part);
  return storiesIn(part, [W.body, ...FILLED_STORIES]).filter((story) => isTable(part, last.get(story)));
}

function storiesIn(part: IndexedPart, names: readonly NameId[]): NodeId[] {
  return names.flatMap((name) => foundIn(part, name)).map(({ node }) => node);
}

function isTable({ tree }: IndexedPart, block: NodeId | undefined): boolean {
  return block !== undefined && tree.name(block) === W.tbl;
}

function childless(part: IndexedPart, parent: NameId, child: NameId): NodeId[] {
  const parents = new Set(foundIn(part, child).map(({ node }) => containerOf(part, node)));
  return foundIn(part, parent)
    .map(({ node }) => node)
    .filter((node) => !parents.has(node));
}

function rowsWiderThan(part: IndexedPart, most: (row: NodeId) => number): NodeId[] {
  return [...columnsOfRows(part)].filter(([row, columns]) => columns > most(row)).map(([row]) => row);
}

/** Maps each row to its number of columns: the spans of its cells, and the columns left out before and after them. */
function columnsOfRows(part: IndexedPart): Map<NodeId, number> {
  const { tree } = part;
  const columns = new Map<NodeId, number>();
  const add = (row: NodeId, count: number): void => void columns.set(row, (columns.get(row) ?? 0) + count);
  for (const { node } of foundIn(part, W.tc)) add(containerOf(part, node), 1);
  for (const { node, within } of foundIn(part, W.gridSpan)) {
    const cell = tree.parent(tree.parent(node));
    if ((within & IN_OLD_PROPERTIES) === 0) add(containerOf(part, cell), countOf(part, node, 1) - 1);
  }
  for (const { node, within } of foundAmong(part, [W.gridBefore, W.gridAfter])) {
    if ((within & IN_OLD_PROPERTIES) === 0) add(tree.parent(tree.parent(node)), countOf(part, node, 0));
  }
  return columns;
}

function countOf(part: IndexedPart, node: NodeId, least: number): number {
  const count = Number(valueIn(part, node) ?? least);
  return Number.isInteger(count) ? Math.max(least, count) : least;
}

function gridColumns(part: IndexedPart): (row: NodeId) => number {
  const { tree } = part;
  const columns = new Map<NodeId, number>();
  for (const { node, within } of foundIn(part, W.gridCol)) {
    const table = tree.parent(tree.parent(node));
    if ((within & IN_OLD_PROPERTIES) === 0) columns.set(table, (columns.get(table) ?? 0) + 1);
  }
  return (row) => columns.get(containerOf(part, row)) ?? Number.POSITIVE_INFINITY;
}
