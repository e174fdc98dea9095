// Makes requests about a table, a row or a column.
//
// For an inserted row or column, a document without a suitable table gets one in the same request.

import type { ContentJson } from "@versus/engine/tasks";
import { withCompanion } from "./companions.ts";
import { contentFor } from "./contents.ts";
import { destinationAt, isInTable, locatorOf } from "./locators.ts";
import { newParagraphs } from "./paragraphs.ts";
import type { Draw, Edit, Fields, Maker } from "./request.ts";
import type { Spot, Story, Subject } from "./subject.ts";

type ContentTable = ContentJson["tables"][number];

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly spot: Spot;
}

/** A table with its cells, each once. */
interface Grid {
  readonly table: ContentTable;
  readonly locator: Fields;
  readonly story: Story;
  readonly cells: readonly Cell[];
}

function gridsOf(subject: Subject): Grid[] {
  return subject.content.tables.flatMap((table) => {
    const { part } = table;
    const story = subject.stories.find(({ kind, locators }) =>
      part === undefined ? kind === "body" : locators.some((one) => JSON.stringify(one) === JSON.stringify(part)),
    );
    if (story === undefined) return [];
    const cells = new Map<string, Cell>();
    for (const spot of story.spots) {
      const place = spot.paragraph.table;
      if (place?.number !== table.number) continue;
      const { row, column, row_span: rows = 1, column_span: columns = 1 } = place;
      const key = `${row} ${column}`;
      if (!cells.has(key)) cells.set(key, { row, column, rows, columns, spot });
    }
    const locator = { number: table.number, ...(part === undefined ? {} : { part }) };
    return [{ table, locator, story, cells: [...cells.values()] }];
  });
}

/**
 * True if every row has a cell in every column and no cells are merged. Then any row or column can be inserted or
 * deleted.
 */
function isEven({ table, cells }: Grid): boolean {
  return cells.length === table.rows * table.columns && cells.every(({ rows, columns }) => rows === 1 && columns === 1);
}

/** True if a table contains no undecided change and no part of a long field. */
function isCalm({ story, table, cells }: Grid): boolean {
  const [from, to] = [table.first_index ?? 0, table.last_index ?? 0];
  const spots = story.spots.slice(from, to + 1);
  return cells.length > 0 && spots.every(({ changes, isInLongField }) => changes.size === 0 && !isInLongField);
}

function cellValue(subject: Subject, draw: Draw, spot: Spot | undefined): unknown {
  const kind = spot?.story.kind ?? "body";
  if (draw.chance(0.2)) return { new_paragraphs: newParagraphs(subject, draw, spot) };
  return draw.chance(0.2) ? "" : contentFor(subject, draw, { kind, changed: spot ? [spot] : [] });
}

export const insertTable: Maker = (subject, draw) => {
  const spot = draw.pick(subject.spots);
  if (spot.isInLongField) return undefined;
  return [
    newTable(subject, draw, {
      destination: destinationAt(spot, draw),
      spot,
      ...draw.maybe(0.2, () => ({ ref: draw.name() })),
    }),
  ];
};

function newTable(
  subject: Subject,
  draw: Draw,
  { destination, spot, ref }: { destination: Fields; spot: Spot; ref?: string },
): Edit {
  const [rows, columns] = [draw.between(1, 4), draw.between(1, 4)];
  const cells = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => cellValue(subject, draw, spot)),
  );
  const styles = subject.content.styles.filter(({ kind }) => kind === "table");
  return {
    type: "insert_table",
    destination,
    rows: cells,
    ...draw.maybe(0.3, () => ({ column_widths: Array.from({ length: columns }, () => draw.between(20, 200)) })),
    ...draw.maybe(0.3, () => ({ header_rows: draw.between(0, rows) })),
    ...draw.maybe(0.3, () => (styles.length === 0 ? {} : { style_id: draw.pick(styles).style_id })),
    ...draw.maybe(0.3, () => ({ alignment: draw.pick(["left", "center", "right"]) })),
    ...(ref === undefined ? {} : { ref }),
  };
}

export const deleteTable: Maker = (subject, draw) => {
  const grids = gridsOf(subject).filter((grid) => isCalm(grid) && grid.story.spots.some((spot) => !isInTable(spot)));
  if (grids.length === 0) return undefined;
  const edits: Edit[] = [{ type: "delete_table", table: draw.pick(grids).locator }];
  return withCompanion(edits, { subject, draw, isFree: (spot) => spot.story.kind === "body" && !isInTable(spot) });
};

/** Returns a row or column by its number, or by a paragraph in it. */
function lineOf(grid: Grid, axis: "row" | "column", { number, draw }: { number: number; draw: Draw }): Fields {
  const inside = grid.cells.filter((cell) => cell[axis] === number && cell[axis === "row" ? "rows" : "columns"] === 1);
  if (inside.length > 0 && draw.chance(0.4)) return locatorOf(draw.pick(inside).spot, draw);
  return { table: grid.locator, number };
}

export const insertTableRow: Maker = (subject, draw) => insertLine(subject, draw, "row");
export const insertTableColumn: Maker = (subject, draw) => insertLine(subject, draw, "column");

/** Maximum number of columns of a table before a request inserts one. */
const MOST_COLUMNS = 60;

function insertLine(subject: Subject, draw: Draw, axis: "row" | "column"): readonly Edit[] | undefined {
  const grids = gridsOf(subject).filter(
    (grid) => isCalm(grid) && isEven(grid) && (axis === "row" || grid.table.columns < MOST_COLUMNS),
  );
  if (grids.length === 0) return insertIntoNew(subject, draw, axis);
  const grid = draw.pick(grids);
  const { rows, columns } = grid.table;
  const number = draw.between(1, axis === "row" ? rows : columns);
  const count = axis === "row" ? columns : rows;
  const [{ spot }] = grid.cells as [Cell];
  return [
    {
      type: axis === "row" ? "insert_table_row" : "insert_table_column",
      destination: { [axis]: lineOf(grid, axis, { number, draw }), position: draw.pick(["before", "after"]) },
      ...draw.maybe(0.7, () => ({ cells: Array.from({ length: count }, () => cellValue(subject, draw, spot)) })),
      ...(axis === "column" ? draw.maybe(0.3, () => ({ width: draw.between(10, 40) })) : {}),
      ...draw.maybe(0.2, () => ({ ref: draw.name() })),
    },
  ];
}

/** If there is no suitable table, the request creates one first. */
function insertIntoNew(subject: Subject, draw: Draw, axis: "row" | "column"): readonly Edit[] | undefined {
  const spot = draw.pick(subject.spots);
  if (spot.isInLongField) return undefined;
  const ref = draw.name();
  const table = newTable(subject, draw, { destination: destinationAt(spot, draw), spot, ref });
  const rows = table.rows as readonly (readonly unknown[])[];
  const number = draw.between(1, axis === "row" ? rows.length : rows[0]!.length);
  return [
    table,
    {
      type: axis === "row" ? "insert_table_row" : "insert_table_column",
      destination: { [axis]: { table: { ref }, number }, position: draw.pick(["before", "after"]) },
    },
  ];
}

export const deleteTableRow: Maker = (subject, draw) => deleteLines(subject, draw, "row");
export const deleteTableColumn: Maker = (subject, draw) => deleteLines(subject, draw, "column");

function deleteLines(subject: Subject, draw: Draw, axis: "row" | "column"): readonly Edit[] | undefined {
  const countOf = ({ rows, columns }: ContentTable): number => (axis === "row" ? rows : columns);
  const grids = gridsOf(subject).filter((grid) => isCalm(grid) && isEven(grid) && countOf(grid.table) > 1);
  if (grids.length === 0) return undefined;
  const grid = draw.pick(grids);
  const count = countOf(grid.table);
  const numbers = draw.pickSome(
    Array.from({ length: count }, (_, at) => at + 1),
    Math.min(2, count - 1),
  );
  const lines = numbers.map((number) => lineOf(grid, axis, { number, draw }));
  const type = axis === "row" ? "delete_table_row" : "delete_table_column";
  return [{ type, [axis]: lines.length === 1 && draw.chance(0.7) ? lines[0] : lines }];
}
