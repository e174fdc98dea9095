// Collects all new text of an edit.

import { isFields } from "../../language/value-problems.ts";
import type { RequestValue } from "../refusal.ts";
import type { Bringing } from "./edit-types.ts";

/** Returns the contents of an edit with a checked form, with their JSON paths. */
export function contentsOf(edit: Bringing, field: string): RequestValue[] {
  return [
    ...(edit.content === undefined ? [] : [{ value: edit.content, field: `${field}.content` }]),
    ...itemsOf(edit.new_paragraphs, `${field}.new_paragraphs`),
    ...list(edit.rows).flatMap((row, index) => cellsOf(row, `${field}.rows[${index}]`)),
    ...cellsOf(edit.cells, `${field}.cells`),
  ];
}

function itemsOf(items: unknown, field: string): RequestValue[] {
  return list(items).flatMap((item, index) =>
    isFields(item) ? [{ value: item.content, field: `${field}[${index}].content` }] : [],
  );
}

function cellsOf(cells: unknown, field: string): RequestValue[] {
  return list(cells).flatMap((cell, index) => {
    const own = `${field}[${index}]`;
    return isFields(cell) ? itemsOf(cell.new_paragraphs, `${own}.new_paragraphs`) : [{ value: cell, field: own }];
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
