// All new text of an edit, wherever it stands in it.

import { isFields } from "../../language/value-problems.ts";
import type { Given } from "../refusal.ts";
import type { Bringing } from "./edit-types.ts";

/** The contents of an edit whose form is right, with their JSON paths. */
export function contentsOf(edit: Bringing, field: string): Given[] {
  return [
    ...(edit.content === undefined ? [] : [{ value: edit.content, field: `${field}.content` }]),
    ...itemsOf(edit.new_paragraphs, `${field}.new_paragraphs`),
    ...list(edit.rows).flatMap((row, index) => cellsOf(row, `${field}.rows[${index}]`)),
    ...cellsOf(edit.cells, `${field}.cells`),
  ];
}

function itemsOf(items: unknown, field: string): Given[] {
  return list(items).flatMap((item, index) =>
    isFields(item) ? [{ value: item.content, field: `${field}[${index}].content` }] : [],
  );
}

function cellsOf(cells: unknown, field: string): Given[] {
  return list(cells).flatMap((cell, index) => {
    const own = `${field}[${index}]`;
    return isFields(cell) ? itemsOf(cell.new_paragraphs, `${own}.new_paragraphs`) : [{ value: cell, field: own }];
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
