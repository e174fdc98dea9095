// Makes edits of tables, their rows and columns.

import type { Key, Making, Name } from "../names.ts";
import { keysOf, type TableStanding } from "../reading.ts";
import type { Maker } from "./maker.ts";
import { destinationName, makeDestination } from "./paragraph-edits.ts";
import type { MakeEdit } from "./text-edits.ts";

export const insertTable: MakeEdit = (maker) => {
  const { random } = maker;
  const destination = makeDestination(maker);
  const [rows, columns] = [random.between({ least: 1, most: 3 }), random.between({ least: 1, most: 3 })];
  const words = Array.from({ length: rows }, () => Array.from({ length: columns }, () => maker.word()));
  const cells = words.map((row) =>
    row.map((word) => (random.chance(0.1) ? { new_paragraphs: [{ content: word }, { content: "" }] } : word)),
  );
  const table = maker.names("table", words[0]![0]!, 0.6);
  const makes: Making[] = [...table];
  // Rows and columns of a table with a ref can be named by number.
  for (const { ref } of table) {
    words.forEach((row, at) => void makes.push({ ref: `${ref} row ${at + 1}`, kind: "row", word: row[0]! }));
    words[0]!.forEach((word, at) => void makes.push({ ref: `${ref} column ${at + 1}`, kind: "column", word }));
  }
  const more = {
    ...(random.chance(0.3) ? { header_rows: 1 } : {}),
    ...(random.chance(0.3) ? { column_widths: Array.from({ length: columns }, () => 100) } : {}),
    ...(random.chance(0.3) ? { style_id: "Grid" } : {}),
    ...(random.chance(0.3) ? { alignment: "center" } : {}),
    ...(table[0] && { ref: table[0].ref }),
  };
  const edit = { type: "insert_table", destination: destinationName(destination), rows: cells, ...more };
  return { edit, makes, lastWord: words[0]![0]! };
};

function keysIn({ cells }: TableStanding): Key[] {
  return cells.flatMap((cell) => keysOf(cell));
}

export const deleteTable: MakeEdit = (maker) => {
  const made = maker.ref("table");
  if (made !== undefined && maker.random.chance(maker.shareMade)) {
    return { edit: { type: "delete_table", table: { $: "ref", name: made } }, makes: [] };
  }
  const table = maker.table();
  return table && { edit: { type: "delete_table", table: { $: "table", keys: keysIn(table) } }, makes: [] };
};

/** Returns a row or column of the document, or of a table that the request makes. */
function someLine(maker: Maker, axis: "row" | "column"): Name | undefined {
  const { random } = maker;
  const made = maker.ref(axis);
  if (made !== undefined && random.chance(Math.max(0.3, maker.shareMade - 0.2)))
    return numbered(made.ref, axis) ?? { $: "ref", name: made };
  const table = maker.table();
  if (table === undefined) return undefined;
  const { table: place } = random.pick(table.cells);
  const inLine = table.cells.filter((cell) =>
    axis === "row"
      ? cell.table!.row === place!.row
      : cell.table!.column === place!.column && cell.table!.column_span === undefined,
  );
  const keys = inLine.flatMap((cell) => keysOf(cell));
  return keys.length === 0 ? undefined : { $: "line", axis, keys, how: random.below(4) };
}

function numbered(ref: string, axis: "row" | "column"): Name | undefined {
  const [table, , number] = ref.split(" ");
  return number === undefined ? undefined : { $: "lineOfMade", axis, table: table!, number: Number(number) };
}

function makeLine(axis: "row" | "column"): MakeEdit {
  return (maker) => {
    const { random } = maker;
    const position = random.pick(["before", "after"] as const);
    const line = someLine(maker, axis);
    if (line === undefined) return undefined;
    const name = position === "after" ? { ...line, isAfter: true } : line;
    const count = cellCount(maker, line, axis);
    const words =
      count === undefined || random.chance(0.2) ? undefined : Array.from({ length: count }, () => maker.word());
    const makes = words === undefined ? [] : maker.names(axis, words[0]!, 0.4);
    const more = {
      ...(words && { cells: words }),
      ...(makes[0] && { ref: makes[0].ref }),
      ...(axis === "column" && random.chance(0.2) ? { width: 50 } : {}),
    };
    const edit = { type: `insert_table_${axis}`, destination: { [axis]: name, position }, ...more };
    return { edit, makes, lastWord: words?.[0] ?? "" };
  };
}

/** Returns the number of cells of a new row or column, if no other edit changes the table. */
function cellCount({ reading }: Maker, line: Name, axis: "row" | "column"): number | undefined {
  if (line.$ !== "line") return undefined;
  const table = reading.tables.find((one) => keysIn(one).includes(line.keys[0]!))!;
  const { row } = table.cells.find((cell) => keysOf(cell).includes(line.keys[0]!))!.table!;
  if (axis === "column") return table.table.rows;
  return new Set(table.cells.filter((cell) => cell.table!.row === row).map((cell) => cell.table!.column)).size;
}

export const insertTableRow = makeLine("row");
export const insertTableColumn = makeLine("column");

function removeLine(axis: "row" | "column"): MakeEdit {
  return (maker) => {
    const lines = maker.random.list(maker.random.chance(0.2) ? 2 : 1, () => someLine(maker, axis));
    if (lines.includes(undefined)) return undefined;
    return { edit: { type: `delete_table_${axis}`, [axis]: lines.length === 1 ? lines[0] : lines }, makes: [] };
  };
}

export const deleteTableRow = removeLine("row");
export const deleteTableColumn = removeLine("column");
