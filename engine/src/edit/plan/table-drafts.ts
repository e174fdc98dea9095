// Tables as the edits of a request have made them so far: which rows and columns there are, in which order, and which cells.
//
// Edits name rows and columns of the document as uploaded, or such as the request makes; what an edit adds or removes is there,
// or not there, for those after it. All of it is known before anything is written: a row, column or cell is one object, and gets
// its node when it is written.

import type { AddressedPart, AddressedTable } from "../../document/text/addresses.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Destination } from "../locate/destinations.ts";
import { groupOf, type MadeParagraph, madeKey } from "../locate/refs.ts";

export interface DraftColumn {
  /** Its w:gridCol, or NONE. */
  gridColumn: NodeId;
}

export interface DraftCell {
  node: NodeId;
  /** The grid columns that it covers. */
  readonly columns: readonly DraftColumn[];
  /** One for all cells that are merged with each other. */
  readonly area: unknown;
  readonly isNew: boolean;
}

export interface DraftRow {
  node: NodeId;
  readonly cells: DraftCell[];
  /** Grid columns that it leaves out before its first cell and after its last. */
  readonly skipped: readonly DraftColumn[];
  readonly isNew: boolean;
}

export type Beside = "before" | "after";

/** A cell that a new column has in a row. */
export interface ColumnCell {
  readonly row: DraftRow;
  readonly cell: DraftCell;
  /** The cell that it stands beside. */
  readonly beside: DraftCell;
  /** The cell that it is like. */
  readonly model: DraftCell;
}

export interface AddedColumn {
  readonly column: DraftColumn;
  /** The column that it stands beside. */
  readonly beside: DraftColumn;
  readonly cells: readonly ColumnCell[];
}

export class TableDraft {
  /** The table of the upload; undefined for one that the request makes. */
  readonly uploaded: { readonly part: AddressedPart; readonly table: AddressedTable } | undefined;
  /** The kind of the part it is in. */
  readonly kind: string;
  /** The name of one that the request makes. */
  readonly ref: string;
  /** The cell that such a one stands in. */
  readonly inside: CellPlace | undefined;
  /** As edits name them by number. */
  readonly numberedRows: readonly DraftRow[];
  readonly numberedColumns: readonly DraftColumn[];
  rows: readonly DraftRow[];
  columns: readonly DraftColumn[];
  /** By row or column: the last one that was put after it. */
  readonly #after = new Map<object, DraftRow | DraftColumn>();

  constructor(
    source: Pick<TableDraft, "uploaded" | "kind" | "ref" | "inside">,
    rows: readonly DraftRow[],
    columns: readonly DraftColumn[],
  ) {
    this.uploaded = source.uploaded;
    this.kind = source.kind;
    this.ref = source.ref;
    this.inside = source.inside;
    this.numberedRows = rows;
    this.numberedColumns = columns;
    this.rows = rows;
    this.columns = columns;
  }

  /** What is there now, to be had again when an edit turns out to be refused. */
  save(): () => void {
    const { rows, columns } = this;
    const cells = rows.map((row) => [...row.cells]);
    const after = new Map(this.#after);
    return () => {
      this.rows = rows;
      this.columns = columns;
      for (const [at, row] of rows.entries()) row.cells.splice(0, row.cells.length, ...cells[at]!);
      this.#after.clear();
      for (const [line, last] of after) this.#after.set(line, last);
    };
  }

  /** Whether a row or column is still there. */
  has(line: DraftRow | DraftColumn): boolean {
    return (this.rows as readonly object[]).includes(line) || (this.columns as readonly object[]).includes(line);
  }

  /** Adds a row like one that is there, and gives the row that it stands beside; undefined where that would cut a merged cell. */
  addRow(model: DraftRow, side: Beside): { readonly row: DraftRow; readonly beside: DraftRow } | undefined {
    const beside = side === "after" ? ((this.#after.get(model) ?? model) as DraftRow) : model;
    const at = this.rows.indexOf(beside) + (side === "after" ? 1 : 0);
    const [above, below] = [this.rows[at - 1], this.rows[at]];
    const areas = new Set(above?.cells.map(({ area }) => area));
    if (below?.cells.some(({ area }) => areas.has(area))) return undefined;
    const own = new Map(model.cells.map(({ area }) => [area, {}]));
    const cells = model.cells.map(
      ({ columns, area }): DraftCell => ({ node: NONE, columns, area: own.get(area), isNew: true }),
    );
    const row: DraftRow = { node: NONE, cells, skipped: model.skipped, isNew: true };
    this.rows = this.rows.toSpliced(at, 0, row);
    if (side === "after") this.#after.set(model, row);
    return { row, beside };
  }

  /** Removes rows; false where that would cut a merged cell. */
  removeRows(rows: ReadonlySet<DraftRow>): boolean {
    const [gone, left] = [true, false].map((isGone) => {
      const some = this.rows.filter((row) => rows.has(row) === isGone);
      return new Set(some.flatMap(({ cells }) => cells.map(({ area }) => area)));
    });
    if (overlap(gone!, left!)) return false;
    this.#leaveOrder(this.rows, rows);
    this.rows = this.rows.filter((row) => !rows.has(row));
    return true;
  }

  /** Removes all that a table has which the request makes. */
  clear(): void {
    this.rows = [];
    this.columns = [];
  }

  /** Where the last line goes that was put after another, it is the one before that. */
  #leaveOrder(lines: readonly (DraftRow | DraftColumn)[], gone: ReadonlySet<DraftRow | DraftColumn>): void {
    for (const [line, last] of this.#after) {
      if (!gone.has(last)) continue;
      const before = lines.slice(0, lines.indexOf(last)).findLast((one) => one === line || !gone.has(one));
      if (before === undefined || before === line) this.#after.delete(line);
      else this.#after.set(line, before);
    }
  }

  /** Adds a column beside one that is there; undefined where a row has no cell that begins or ends there. */
  addColumn(model: DraftColumn, side: Beside): AddedColumn | undefined {
    const beside = side === "after" ? ((this.#after.get(model) ?? model) as DraftColumn) : model;
    const column: DraftColumn = { gridColumn: NONE };
    const cells = this.rows.flatMap((row): ColumnCell[] => {
      const neighbour = cellAt(row, beside, side);
      const like = row.cells.find(({ columns }) => columns.includes(model));
      if (neighbour === undefined || like === undefined) return [];
      return [{ row, cell: { node: NONE, columns: [column], area: {}, isNew: true }, beside: neighbour, model: like }];
    });
    if (cells.length < this.rows.length) return undefined;
    const offset = side === "after" ? 1 : 0;
    for (const { row, cell, beside: at } of cells) row.cells.splice(row.cells.indexOf(at) + offset, 0, cell);
    this.columns = this.columns.toSpliced(this.columns.indexOf(beside) + offset, 0, column);
    if (side === "after") this.#after.set(model, column);
    return { column, beside, cells };
  }

  /** Removes columns and gives the cells that go; undefined where a cell covers others too, or a row leaves one out. */
  removeColumns(columns: ReadonlySet<DraftColumn>): readonly { row: DraftRow; cell: DraftCell }[] | undefined {
    const isCut = this.rows.some(({ cells, skipped }) => {
      const areas = (isGone: boolean) =>
        new Set(
          cells.filter((cell) => cell.columns.some((one) => columns.has(one) === isGone)).map(({ area }) => area),
        );
      return skipped.some((column) => columns.has(column)) || overlap(areas(true), areas(false));
    });
    if (isCut) return undefined;
    const gone = this.rows.flatMap((row) =>
      row.cells.filter((cell) => cell.columns.some((column) => columns.has(column))).map((cell) => ({ row, cell })),
    );
    for (const { row, cell } of gone) row.cells.splice(row.cells.indexOf(cell), 1);
    this.#leaveOrder(this.columns, columns);
    this.columns = this.columns.filter((column) => !columns.has(column));
    // A row goes with its last cell.
    this.rows = this.rows.filter(({ cells }) => cells.length > 0);
    return gone;
  }
}

function overlap(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  return [...one].some((item) => other.has(item));
}

/** The cell of a row that begins (or ends) with a column, unless it is merged with the one before (or after) it. */
function cellAt({ cells }: DraftRow, column: DraftColumn, side: Beside): DraftCell | undefined {
  const at = cells.findIndex(({ columns }) => (side === "after" ? columns.at(-1) : columns[0]) === column);
  const cell = cells[at];
  const next = cells[side === "after" ? at + 1 : at - 1];
  return cell === undefined || next?.area === cell.area ? undefined : cell;
}

/** A row and a column of a table; a cell that spans several columns names none. */
export interface CellPlace {
  readonly draft: TableDraft;
  readonly row: DraftRow;
  readonly column: DraftColumn | undefined;
}

/** Where the paragraphs stand that an edit makes: in a cell that it makes itself, by its place, or where the edit puts them. */
type MadeIn = (made?: { readonly row: number; readonly column: number }) => CellPlace | undefined;

/** The drafts of a request, each made when it is first asked for. */
export class TableDrafts {
  /** By edit. */
  readonly #madeIn = new Map<number, MadeIn>();
  /** By new paragraph that was moved: the cell that it is in since. */
  readonly #movedTo = new Map<string, CellPlace | undefined>();
  readonly #uploaded = new Map<AddressedTable, TableDraft>();
  /** By ref. */
  readonly #made = new Map<string, TableDraft>();
  readonly #lines = new Map<string, { readonly draft: TableDraft; readonly line: DraftRow | DraftColumn }>();

  ofUploaded(part: AddressedPart, table: AddressedTable): TableDraft {
    const draft = this.#uploaded.get(table) ?? draftOf(part, table);
    this.#uploaded.set(table, draft);
    return draft;
  }

  /** The drafts as they are before an edit: one that is refused leaves nothing behind but the table that it would have made. */
  save(): { readonly restore: () => void } {
    const drafts = [...this.#uploaded.values(), ...this.#made.values()].map((draft) => draft.save());
    const known = new Set(this.#uploaded.keys());
    const lines = new Set(this.#lines.keys());
    return {
      restore: () => {
        for (const restore of drafts) restore();
        for (const table of this.#uploaded.keys()) if (!known.has(table)) this.#uploaded.delete(table);
        for (const name of this.#lines.keys()) if (!lines.has(name)) this.#lines.delete(name);
      },
    };
  }

  ofMade(ref: string): TableDraft | undefined {
    return this.#made.get(ref);
  }

  /** Takes in a table that the request makes. */
  make(
    { ref, kind, inside }: Pick<TableDraft, "ref" | "kind" | "inside">,
    size: { readonly rows: number; readonly columns: number },
  ): TableDraft {
    const columns = Array.from({ length: size.columns }, (): DraftColumn => ({ gridColumn: NONE }));
    const rows = Array.from({ length: size.rows }, (): DraftRow => {
      const cells = columns.map((column): DraftCell => ({ node: NONE, columns: [column], area: {}, isNew: true }));
      return { node: NONE, cells, skipped: [], isNew: true };
    });
    const draft = new TableDraft({ uploaded: undefined, kind, ref, inside }, rows, columns);
    this.#made.set(ref, draft);
    return draft;
  }

  /** Notes where the paragraphs stand that an edit makes. */
  standIn(edit: number, places: MadeIn): void {
    this.#madeIn.set(edit, places);
  }

  /** The cell that a new paragraph stands in. */
  cellOf({ group, item }: { readonly group: string; readonly item?: number }): CellPlace | undefined {
    const key = item === undefined ? "" : madeKey({ group, item });
    if (this.#movedTo.has(key)) return this.#movedTo.get(key);
    const [, edit, row, column] = /^edit (\d+)(?: cell (\d+) (\d+))?$/.exec(group) ?? [];
    const made = row === undefined ? undefined : { row: Number(row), column: Number(column) };
    return this.#madeIn.get(Number(edit))?.(made);
  }

  /** Notes the cell that a new paragraph was moved into, if any. */
  moveTo(paragraph: MadeParagraph, cell: CellPlace | undefined): void {
    this.#movedTo.set(madeKey(paragraph), cell);
  }

  /** The cell that a destination is in. */
  cellAt(destination: Destination): CellPlace | undefined {
    if (destination.beside === "table") {
      const { table } = destination;
      if (table.kind === "made") return this.cellOf({ group: groupOf(table.made.edit) });
      return this.cellAround(table.part, table.table.table.node);
    }
    const { paragraph } = destination;
    if (paragraph.kind === "made") return this.cellOf(paragraph);
    return this.cellAround(paragraph.place.part, paragraph.place.paragraph.node);
  }

  /** The cell that something uploaded stands in. */
  cellAround(part: AddressedPart, node: NodeId): CellPlace | undefined {
    const { tree } = part.story;
    const cell = ancestor(tree, node, W.tc);
    const around = cell === NONE ? NONE : ancestor(tree, cell, W.tbl);
    const table = part.tables.find((one) => one.table.node === around);
    if (table === undefined) return undefined;
    const draft = this.ofUploaded(part, table);
    const row = draft.numberedRows.find(({ cells }) => cells.some((one) => one.node === cell));
    const own = row?.cells.find((one) => one.node === cell);
    return row === undefined || own === undefined ? undefined : { draft, row, column: onlyColumn(own) };
  }

  /** Gives a row or column a name. */
  name(ref: unknown, draft: TableDraft, line: DraftRow | DraftColumn): void {
    if (typeof ref === "string") this.#lines.set(ref, { draft, line });
  }

  named(ref: string): { readonly draft: TableDraft; readonly line: DraftRow | DraftColumn } | undefined {
    return this.#lines.get(ref);
  }
}

/** The grid column of a cell that is in one alone. */
export function onlyColumn({ columns }: DraftCell): DraftColumn | undefined {
  return columns.length === 1 ? columns[0] : undefined;
}

function draftOf(part: AddressedPart, addressed: AddressedTable): TableDraft {
  const { tree } = part.story;
  const { table } = addressed;
  const grid = tree.child(table.node, W.tblGrid);
  const nodes = grid === NONE ? [] : tree.children(grid).filter((child) => tree.name(child) === W.gridCol);
  const columns = Array.from({ length: table.columns }, (_, at): DraftColumn => ({ gridColumn: nodes[at] ?? NONE }));
  const rows = table.rows.map(({ node, cells, gridBefore, gridAfter }): DraftRow => {
    const end = cells.reduce((sum, { gridSpan }) => sum + gridSpan, gridBefore);
    return {
      node,
      skipped: [...columns.slice(0, gridBefore), ...columns.slice(end, end + gridAfter)],
      isNew: false,
      cells: cells.map((cell) => ({
        node: cell.node,
        columns: columns.slice(cell.column, cell.column + cell.gridSpan),
        area: cell.mergedInto === NONE ? cell.node : cell.mergedInto,
        isNew: false,
      })),
    };
  });
  const source = { uploaded: { part, table: addressed }, kind: part.locator.kind, ref: "", inside: undefined };
  return new TableDraft(source, rows, columns);
}
