// Implements insert_table_row and delete_table_row.

import { isOn } from "../../../document/values.ts";
import { W } from "../../../document/word-names.ts";
import { removeRow } from "../../apply/blocks/remove-blocks.ts";
import { type CellValue, dropNew, makeCell, makeRow, putBeside } from "../../apply/tables/new-cells.ts";
import { isUsed, needed } from "../../apply/take-out-new.ts";
import { groupOf } from "../../locate/refs.ts";
import { type DraftRow, onlyColumn, type TableDraft } from "../../plan/table-drafts.ts";
import type { Touch } from "../../plan/touch.ts";
import { allFound, type Lookup, type RequestValue, refuse } from "../../refusal.ts";
import type { EditOf } from "../../shape/edit-types.ts";
import type { Operation, Resolving } from "../operation.ts";
import {
  cellProblems,
  cellTouches,
  cellValues,
  changeTouches,
  findRemoved,
  findRow,
  removalTouches,
  resultTable,
  surroundingsOfTable,
} from "./table-lines.ts";

export const insertTableRow: Operation<"insert_table_row"> = (resolving) => {
  const { edit, index, field, known, tables } = resolving;
  const { row: given, position } = edit.destination;
  const own = `${field}.destination`;
  const named = findRow(resolving, given, `${own}.row`);
  if ("problems" in named) return named;
  const { draft, line: model } = named.found;
  known.refs.standIn(index, surroundingsOfTable(known, draft));
  const values = rowValues(resolving, draft, model);
  if ("problems" in values) return values;
  const problems = cellProblems(resolving, values.found, draft.kind);
  if (problems.length > 0) return { problems };
  const added = draft.addRow(model, position);
  if (added === undefined)
    return refuse(own, "MERGED_CELLS", "A merged cell lies across the place of the new row. Choose another place.");
  const { row, beside } = added;
  tables.name(edit.ref, draft, row);
  const columns = new Map(row.cells.map((cell, at) => [values.found[at]!.at, onlyColumn(cell)]));
  tables.standIn(index, (made) => ({ draft, row, column: columns.get(made?.column ?? -1) }));
  // Later edits may change the cells of the rows.
  const cells = row.cells.map((cell, at) => ({ cell, model: model.cells[at]!, value: values.found[at]! }));
  const next = draft.rows[draft.rows.indexOf(row) + 1];
  return {
    found: {
      touches: [...changeTouches(draft, own), ...cellTouches(resolving, values.found)],
      places: 1,
      changed: [],
      apply: (work) => {
        const { story } = resultTable(work, draft);
        const { tree } = story;
        // A row between rows that repeat on every page repeats too.
        const isHeader = next !== undefined && isOn(tree, tree.child(next.node, W.trPr), W.tblHeader);
        row.node = makeRow(work, { story, model: model.node, isHeader });
        work.lines.push({ tree, line: row }, ...cells.map(({ cell }) => ({ tree, line: cell })));
        for (const { cell, model: like, value } of cells) {
          const text = { ...value, group: groupOf(index, ` cell 0 ${value.at}`) };
          cell.node = makeCell(work, { story, model: like.node, text });
          tree.append(row.node, cell.node);
        }
        putBeside(tree, row.node, { beside: beside.node, side: position });
      },
    },
  };
};

/** The value of a cell, and its index among the given values. */
interface RowValue extends RequestValue<CellValue> {
  readonly at: number;
}

/**
 * Returns one value for each cell. If there is one for each column, values of columns in which no cell begins must be empty.
 */
function rowValues(
  resolving: Resolving<EditOf<"insert_table_row">>,
  { columns }: TableDraft,
  { cells }: DraftRow,
): Lookup<readonly RowValue[]> {
  const given = resolving.edit.cells ?? [];
  const hasSpans = cells.length < columns.length;
  const each = hasSpans ? `cell, or ${columns.length}, one for each column` : "column";
  const isByColumn = hasSpans && given.length === columns.length;
  const values = cellValues(resolving, isByColumn ? columns.length : cells.length, each);
  if ("problems" in values) return values;
  const numbered = values.found.map((value, at) => ({ ...value, at }));
  if (!isByColumn) return { found: numbered };
  const starts = new Set(cells.map((cell) => columns.indexOf(cell.columns[0]!)));
  const lost = numbered.filter(({ value, at }) => !starts.has(at) && !isEmptyValue(value));
  if (lost.length === 0) return { found: numbered.filter(({ at }) => starts.has(at)) };
  const message = "No cell begins in this column, so its value must be empty.";
  return { problems: lost.map(({ field }) => ({ field, reason: "INVALID_VALUE" as const, message })) };
}

function isEmptyValue(value: CellValue): boolean {
  return typeof value === "string" || Array.isArray(value) ? value.length === 0 : false;
}

export const deleteTableRow: Operation<"delete_table_row"> = (resolving) => {
  const { edit, field } = resolving;
  const own = `${field}.row`;
  const removed = findRemoved({ value: edit.row, field: own }, (given, at) => findRow(resolving, given, at));
  if ("problems" in removed) return removed;
  const touches = allFound(removed.found.map(({ draft, lines }) => planRemoval(resolving, draft, lines)));
  if ("problems" in touches) return touches;
  // Does not include cells that later edits add to other rows.
  const gone = removed.found.map(({ draft, lines }) => ({
    draft,
    rows: [...lines].map((row) => ({ row, cells: [...row.cells] })),
  }));
  return {
    found: {
      touches: touches.found.flat(),
      places: removed.found.reduce((sum, { lines }) => sum + lines.size, 0),
      apply: (work) => {
        for (const { draft, rows } of gone) {
          const { story } = resultTable(work, draft);
          const own = rows.map(({ row, cells }) => ({ ...row, cells }));
          const isKept = own.some(({ isNew, node }) => isNew && isUsed(work, story.tree, node));
          if (isKept) work.problems.push(needed(`${field}.row`));
          dropNew(work, story.tree, own);
          for (const row of own) if (!row.isNew) removeRow(work, story, row.node);
        }
      },
    },
  };
};

function planRemoval(resolving: Resolving, draft: TableDraft, rows: ReadonlySet<DraftRow>): Lookup<readonly Touch[]> {
  const field = `${resolving.field}.row`;
  if (draft.rows.every((row) => rows.has(row))) {
    return refuse(
      field,
      "NOT_ALLOWED_HERE",
      "A table must keep at least one row. Use delete_table to remove the table.",
    );
  }
  const nodes = [...rows].filter(({ isNew }) => !isNew).map(({ node }) => node);
  const touches = removalTouches(resolving, { part: draft.uploaded?.part, nodes, field });
  if ("problems" in touches) return touches;
  if (!draft.removeRows(rows))
    return refuse(field, "MERGED_CELLS", "A merged cell covers this row and one that stays. Delete both, or neither.");
  const lines = [...rows].map((thing): Touch => ({ kind: "thing", thing, effect: "removes", field }));
  return { found: [...changeTouches(draft, field), ...touches.found, ...lines] };
}
