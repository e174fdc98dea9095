// Finds the tables, rows and columns that locators name (EDT-9).

import type { AddressedPart, AddressedTable } from "../../document/text/addresses.ts";
import type { ValueOf } from "../../language/value-shapes.ts";
import { type Lookup, refuse } from "../refusal.ts";
import { isMade, type tableLocator } from "../shape/locators.ts";
import { locateParagraph, type ParagraphGiven } from "./paragraphs.ts";
import { type Known, locatePart, noNumber } from "./parts.ts";
import type { CreatedObject, MadeParagraph } from "./refs.ts";

/** A table of the upload, or one that the request makes. */
export type NamedTable =
  | { readonly kind: "uploaded"; readonly part: AddressedPart; readonly table: AddressedTable }
  | { readonly kind: "made"; readonly made: CreatedObject };

export type TableGiven = ValueOf<typeof tableLocator>;

/** Returns the key of a new table. */
export function tableKey(name: string): string {
  return `table ${name}`;
}

export function locateTable(known: Known, given: TableGiven, field: string): Lookup<NamedTable> {
  if (isMade(given)) {
    const made = known.refs.find(given.ref, ["table"], `${field}.ref`);
    if ("problems" in made) return made;
    const edit = known.takenOut?.get(tableKey(given.ref));
    if (edit === undefined) return { found: { kind: "made", made: made.found } };
    return refuse(`${field}.ref`, "TARGET_REMOVED", `edits[${edit}] already deletes this new table.`);
  }
  const { number, part = {} } = given as Exclude<TableGiven, { readonly ref: string }>;
  const named = locatePart(known, part, `${field}.part`);
  if ("problems" in named) return named;
  if (named.found.kind === "made") return refuse(field, "TABLE_NOT_FOUND", "The new part has no tables.");
  const { part: around } = named.found;
  const table = around.tables[number - 1];
  if (table !== undefined) return { found: { kind: "uploaded", part: around, table } };
  return refuse(
    field,
    "TABLE_NOT_FOUND",
    noNumber("table", number, { of: around.locator.kind, count: around.tables.length }),
  );
}

/** A row or column of a table. Its number counts from 1. */
export type NamedLine =
  | {
      readonly kind: "uploaded";
      readonly part: AddressedPart;
      readonly table: AddressedTable;
      readonly number: number;
    }
  | { readonly kind: "of made"; readonly table: CreatedObject; readonly number: number }
  | { readonly kind: "made"; readonly made: CreatedObject }
  /** The row or column that contains a new paragraph. */
  | { readonly kind: "around"; readonly paragraph: MadeParagraph };

export type LineGiven = { readonly table: TableGiven; readonly number: number } | ParagraphGiven;

/** Finds a row or a grid column. */
export function locateLine(known: Known, given: LineGiven, field: string, axis: "row" | "column"): Lookup<NamedLine> {
  if (isMade(given)) {
    const made = known.refs.find(given.ref, [axis, "paragraph"], `${field}.ref`);
    if ("problems" in made) return made;
    const { kind, paragraph } = made.found;
    if (kind === axis || paragraph === undefined) return { found: { kind: "made", made: made.found } };
    return { found: { kind: "around", paragraph } };
  }
  if ("table" in given) return lineByNumber(known, given, field, axis);
  const paragraph = locateParagraph(known, given, field);
  if ("problems" in paragraph) return paragraph;
  if (paragraph.found.kind === "made") return { found: { kind: "around", paragraph: paragraph.found } };
  const { part, paragraph: address } = paragraph.found.place;
  const { cell } = address;
  const table = cell === undefined ? undefined : part.tables[cell.table - 1];
  if (cell === undefined || table === undefined)
    return refuse(field, notFound(axis), "The paragraph is not in a table.");
  if (axis === "column" && cell.cell.columnSpan > 1) {
    return refuse(
      field,
      "COLUMN_NOT_FOUND",
      "The cell of this paragraph spans several columns. Name the column by number.",
    );
  }
  return { found: { kind: "uploaded", part, table, number: axis === "row" ? cell.row : cell.column } };
}

function lineByNumber(
  known: Known,
  { table: given, number }: { readonly table: TableGiven; readonly number: number },
  field: string,
  axis: "row" | "column",
): Lookup<NamedLine> {
  const named = locateTable(known, given, `${field}.table`);
  if ("problems" in named) return named;
  if (named.found.kind === "made") return { found: { kind: "of made", table: named.found.made, number } };
  const { part, table } = named.found;
  const count = axis === "row" ? table.table.rows.length : table.table.columns;
  if (number <= count) return { found: { kind: "uploaded", part, table, number } };
  return refuse(`${field}.number`, notFound(axis), noNumber(axis, number, { of: "table", count }));
}

function notFound(axis: "row" | "column"): "ROW_NOT_FOUND" | "COLUMN_NOT_FOUND" {
  return axis === "row" ? "ROW_NOT_FOUND" : "COLUMN_NOT_FOUND";
}
