// Implements insert_table_column and delete_table_column.

import { cellsOf } from "../../../document/text/blocks.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { markCell } from "../../../revisions/write/mark-structure.ts";
import { removeCellContent } from "../../apply/blocks/remove-blocks.ts";
import { isFixed, makeRoom, scaleCell, setWidth } from "../../apply/tables/column-widths.ts";
import { type CellText, makeCell, putBeside, takeOut } from "../../apply/tables/new-cells.ts";
import { isUsed, needed } from "../../apply/take-out-new.ts";
import type { Workspace } from "../../apply/workspace.ts";
import { groupOf } from "../../locate/refs.ts";
import type { AddedColumn, Beside, DraftCell, DraftColumn, DraftRow, TableDraft } from "../../plan/table-drafts.ts";
import type { Touch } from "../../plan/touch.ts";
import { allFound, type Lookup, type Problem, refuse } from "../../refusal.ts";
import type { EditOf } from "../../shape/edit-types.ts";
import type { Operation, Resolving } from "../operation.ts";
import {
  cellProblems,
  cellTouches,
  cellValues,
  changeTouches,
  findColumn,
  findRemoved,
  removalTouches,
  resultTable,
  surroundingsOfTable,
} from "./table-lines.ts";

/** Maximum number of columns of a table in Word. */
const MOST_COLUMNS = 63;

export const insertTableColumn: Operation<"insert_table_column"> = (resolving) => {
  const { edit, index, field, known, tables } = resolving;
  const { column: given, position } = edit.destination;
  const own = `${field}.destination`;
  const named = findColumn(resolving, given, `${own}.column`);
  if ("problems" in named) return named;
  const { draft, line: model } = named.found;
  known.refs.standIn(index, surroundingsOfTable(known, draft));
  const values = cellValues(resolving, draft.rows.length, "row");
  if ("problems" in values) return values;
  const problems = [...cellProblems(resolving, values.found, draft.kind), ...checkWidth(resolving, draft)];
  if (problems.length > 0) return { problems };
  if (draft.columns.length >= MOST_COLUMNS) {
    return refuse(own, "NOT_ALLOWED_HERE", `A table may have at most ${MOST_COLUMNS} columns.`);
  }
  // Later edits may change the columns of the table.
  const columns = [...draft.columns];
  const cells = draft.rows.flatMap((row) => row.cells.map((cell) => ({ row, cell })));
  const added = draft.addColumn(model, position);
  if (added === undefined) {
    return refuse(own, "MERGED_CELLS", "A merged cell lies across the place of the new column. Choose another place.");
  }
  tables.name(edit.ref, draft, added.column);
  tables.standIn(index, (made) => {
    const row = added.cells[made?.column ?? -1]?.row;
    return row === undefined ? undefined : { draft, row, column: added.column };
  });
  const texts = values.found.map((value, at) => ({ ...value, group: groupOf(index, ` cell 0 ${at}`) }));
  const width = edit.width === undefined ? undefined : Math.round(Number(edit.width) * 20);
  return {
    found: {
      touches: [...changeTouches(draft, own), ...cellTouches(resolving, values.found)],
      places: 1,
      changed: [],
      apply: (work) => writeColumn(work, { draft, added, model, side: position, columns, cells, texts, width }),
    },
  };
};

/** Returns a problem if a new column does not fit into a table of fixed width. */
function checkWidth({ edit, field }: Resolving<EditOf<"insert_table_column">>, { uploaded }: TableDraft): Problem[] {
  if (edit.width === undefined || uploaded === undefined) return [];
  const { table } = uploaded.table;
  const total = table.grid.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  if (total === 0 || Number(edit.width) * 20 < total || !isFixed(uploaded.part.story.tree, table.node)) return [];
  const message = `\`width\` must be less than ${total / 20} points: the table keeps its total width.`;
  return [{ field: `${field}.width`, reason: "INVALID_VALUE", message }];
}

interface PlacedCell {
  readonly row: DraftRow;
  readonly cell: DraftCell;
}

interface NewColumn {
  readonly draft: TableDraft;
  readonly added: AddedColumn;
  readonly model: DraftColumn;
  readonly side: Beside;
  /** The earlier columns and cells. */
  readonly columns: readonly DraftColumn[];
  readonly cells: readonly PlacedCell[];
  readonly texts: readonly CellText[];
  readonly width: number | undefined;
}

/** Properties of a neighbouring cell that a new cell does not copy: whether a cell is merged is its own property. */
const NOT_TAKEN: ReadonlySet<NameId> = new Set([W.gridSpan, W.hMerge]);

function writeColumn(work: Workspace, { draft, added, texts, width: given, ...rest }: NewColumn): void {
  const { story, node: table } = resultTable(work, draft);
  const { tree } = story;
  const { column, beside } = added;
  const isNew = draft.uploaded === undefined;
  const { width, factor } = makeRoom(work, { ...rest, story, table, column, beside, width: given, isNew });
  work.lines.push({ tree, line: column }, ...added.cells.map(({ cell }) => ({ tree, line: cell })));
  for (const [at, { row, cell, beside: neighbour, model }] of added.cells.entries()) {
    cell.node = makeCell(work, { story, model: model.node, text: texts[at]!, without: NOT_TAKEN });
    setWidth(tree, cell.node, { width, isGiven: given !== undefined });
    if (!row.isNew) markCell(tree, cell.node, { change: "insertion", maker: work.own });
    putBeside(tree, cell.node, { beside: neighbour.node, side: rest.side });
  }
  if (factor === 1) return;
  for (const { row, cell } of rest.cells) {
    scaleCell(work, tree, { node: cell.node, isNew: row.isNew || cell.isNew }, factor);
  }
}

export const deleteTableColumn: Operation<"delete_table_column"> = (resolving) => {
  const { edit, field } = resolving;
  const own = `${field}.column`;
  const removed = findRemoved({ value: edit.column, field: own }, (given, at) => findColumn(resolving, given, at));
  if ("problems" in removed) return removed;
  const plans = allFound(removed.found.map(({ draft, lines }) => planRemoval(resolving, draft, lines)));
  if ("problems" in plans) return plans;
  return {
    found: {
      touches: plans.found.flatMap(({ touches }) => touches),
      places: removed.found.reduce((sum, { lines }) => sum + lines.size, 0),
      apply: (work) => {
        for (const { draft, cells } of plans.found) {
          if (areUsed(work, draft, cells)) work.problems.push(needed(own));
          removeCells(work, draft, cells);
        }
      },
    },
  };
};

interface ColumnRemoval {
  readonly draft: TableDraft;
  readonly cells: readonly PlacedCell[];
  readonly touches: readonly Touch[];
}

function planRemoval(
  resolving: Resolving,
  draft: TableDraft,
  columns: ReadonlySet<DraftColumn>,
): Lookup<ColumnRemoval> {
  const field = `${resolving.field}.column`;
  const { rows } = draft;
  const cells = draft.removeColumns(columns);
  if (cells === undefined) {
    return refuse(
      field,
      "MERGED_CELLS",
      "A merged cell covers this column and one that stays. Delete both, or neither.",
    );
  }
  if (cells.length === 0) return refuse(field, "COLUMN_NOT_FOUND", "No row has a cell in this column.");
  if (rows.every((row) => row.cells.length === 0)) {
    return refuse(
      field,
      "NOT_ALLOWED_HERE",
      "A table must keep at least one column. Use delete_table to remove the table.",
    );
  }
  const nodes = cells.flatMap(({ row, cell }) => (row.isNew || cell.isNew ? [] : [cell.node]));
  const touches = removalTouches(resolving, { part: draft.uploaded?.part, nodes, field });
  if ("problems" in touches) return touches;
  const lines = [...columns].map((thing): Touch => ({ kind: "thing", thing, effect: "removes", field }));
  return { found: { draft, cells, touches: [...changeTouches(draft, field), ...touches.found, ...lines] } };
}

/** True if other edits use a cell of a new column. A cell of a new row in an existing column does not count. */
function areUsed(work: Workspace, draft: TableDraft, cells: readonly PlacedCell[]): boolean {
  const { tree } = resultTable(work, draft).story;
  return cells.every(({ cell }) => cell.isNew) && cells.some(({ cell }) => isUsed(work, tree, cell.node));
}

function removeCells(work: Workspace, draft: TableDraft, cells: readonly PlacedCell[]): void {
  const { story } = resultTable(work, draft);
  for (const { row, cell } of cells) {
    if (row.isNew || cell.isNew) {
      takeOut(work, story.tree, cell.node);
      if (row.isNew && cellsOf(story, row.node).length === 0) story.tree.remove(row.node);
    } else {
      removeCellContent(work, story, cell.node);
      markCell(story.tree, cell.node, { change: "deletion", maker: work.own });
    }
  }
}
