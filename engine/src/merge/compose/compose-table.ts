// Composes the patches of several revised copies for a table (MRG-30).
//
// Rows and cells are in gaps, like blocks.

import type {
  CellPlanStep as PlannedCell,
  RowPlanStep as PlannedRow,
  TablePlanStep as PlannedTable,
} from "../../compare/plan/plan.ts";
import { changesColumns, tableScript } from "../../compare/script/container-script.ts";
import { cellChanges, rowChanges, tableChanges } from "../../compare/script/formatting-changes.ts";
import type { CellItem, RowItem, TableItem } from "../../redline/content/items.ts";
import type {
  CellStep,
  ContainerScript,
  Mark,
  PropertiesChange,
  RowStep,
  TableStep,
  WholeStep,
} from "../../redline/script/script.ts";
import type { StructureChange } from "../../revisions/write/mark-structure.ts";
import type { BasePlace, MergingConflict } from "../conflict.ts";
import { addTo, patchOf, removalOf, type TablePatch } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { composeProperties } from "./compose-formatting.ts";
import { textBetween } from "./compose-text.ts";
import { structureKey } from "./same-look.ts";
import { isCellTouched, isRowTouched, isTableTouched, isTouched } from "./touched.ts";

export function composeTable(
  item: TableItem,
  patches: ReadonlyMap<number, TablePatch>,
  merging: Merging,
): TableStep | WholeStep {
  const removing = [...patches].flatMap(([number, { step }]) => (step === undefined ? [number] : []));
  const steps = new Map([...patches].flatMap(([number, { step }]) => (step === undefined ? [] : [[number, step]])));
  const editing = [...steps].filter(([number, step]) => isTableTouched(number, step, merging));
  if (removing.length > 0 && editing.length === 0) {
    return { kind: "whole", item, mark: markBy("deletion", removing, merging) };
  }
  if (editing.length > 1 || removing.length > 0) {
    return new TableComposer(item, { steps: new Map(editing), removing, merging }).compose();
  }
  const [number, step] = editing[0] ?? [...steps][0]!;
  const content = ({ before, ...plan }: Parameters<typeof removalOf>[1]): ContainerScript =>
    merging.compose(before, [patchOf(number, { before, ...plan })]);
  return tableScript(step, merging.revisions[number]!.orientation, content);
}

function markBy(change: StructureChange, numbers: readonly number[], { labels }: Merging): Mark<StructureChange> {
  return { change, label: labels.of(numbers) };
}

type PairedRow = Extract<PlannedRow, { kind: "pair" }>;

interface TableMerge {
  readonly steps: ReadonlyMap<number, PlannedTable>;
  readonly removing: readonly number[];
  readonly merging: Merging;
}

class TableComposer {
  readonly #item: TableItem;
  readonly #asked: TableMerge;
  readonly #merging: Merging;
  /** Maps a row of the base, then the number of a revised copy, to the row that it is paired with. */
  readonly #pairs = new Map<number, Map<number, PairedRow>>();
  readonly #removed = new Map<number, number[]>();
  readonly #gaps = new Map<number, Map<number, RowItem[]>>();
  /** Maps a gap between columns to the conflict about the columns in it. */
  readonly #columns = new Map<string, MergingConflict>();

  constructor(item: TableItem, asked: TableMerge) {
    this.#item = item;
    this.#asked = asked;
    this.#merging = asked.merging;
    for (const [number, { rows }] of asked.steps) this.#read(number, rows);
    for (const number of asked.removing) for (const at of item.rows.keys()) this.#addRemoved(at, number);
  }

  #read(number: number, rows: readonly PlannedRow[]): void {
    let at = 0;
    for (const row of rows) {
      if (row.kind === "insert") {
        const gap = this.#gaps.get(at) ?? new Map<number, RowItem[]>();
        addTo(gap, number, row.row);
        this.#gaps.set(at, gap);
        continue;
      }
      if (row.kind === "delete") this.#addRemoved(at, number);
      else this.#pairs.set(at, (this.#pairs.get(at) ?? new Map()).set(number, row));
      at += 1;
    }
  }

  #addRemoved(at: number, number: number): void {
    this.#removed.set(
      at,
      [...(this.#removed.get(at) ?? []), number].sort((one, other) => one - other),
    );
  }

  compose(): TableStep {
    const { steps } = this.#asked;
    const rows = this.#item.rows.flatMap((row, at) => [...this.#gap(at), this.#row(row, at)]);
    const propertyChanges = new Map(
      [...steps].map(([number, step]) => [
        number,
        tableChanges({ own: this.#item, other: step.after }, this.#merging.revisions[number]!.orientation),
      ]),
    );
    return {
      kind: "table",
      item: this.#item,
      others: [...steps.values()].map(({ after }) => after),
      propertyChanges: composeProperties(propertyChanges, this.#merging),
      rows: [...rows, ...this.#gap(this.#item.rows.length)],
    };
  }

  #gap(at: number): RowStep[] {
    const lists = this.#gaps.get(at);
    if (lists === undefined) return [];
    const groups = [...Map.groupBy([...lists], ([, rows]) => rows.map(structureKey).join()).values()];
    const sides = groups.map((same) => ({
      revisions: same.map(([number]) => number),
      rows: same[0]![1],
    }));
    const around = [at - 1, at].map((row) => this.#removed.get(row) ?? []);
    const without = around[0]!.filter((number) => around[1]!.includes(number) && !lists.has(number));
    const conflict =
      sides.length > 1 || without.length > 0
        ? this.#merging.conflicts.add("blocks", {
            sides: [
              ...sides.map(({ revisions, rows }) => ({ revisions, text: rows.map(rowText).join("\n") })),
              ...(without.length > 0 ? [{ revisions: without, text: "" }] : []),
            ],
            place: rowPlace(this.#item.rows[at - 1] ?? this.#item.rows[at]),
          })
        : undefined;
    return sides.flatMap(({ revisions, rows }) =>
      rows.map((row): RowStep => {
        const mark = markBy("insertion", revisions, this.#merging);
        const anchor = conflict === undefined ? {} : { anchor: this.#merging.conflicts.spot(conflict) };
        return { row, mark, propertyChanges: [], cells: [], ...anchor };
      }),
    );
  }

  #row(row: RowItem, at: number): RowStep {
    const removing = this.#removed.get(at) ?? [];
    const pairs = [...(this.#pairs.get(at) ?? [])].filter(([number, step]) =>
      isRowTouched(number, step, this.#merging),
    );
    const mark = removing.length === 0 ? {} : { mark: markBy("deletion", removing, this.#merging) };
    if (removing.length > 0 && pairs.length === 0) return { row, ...mark, propertyChanges: [], cells: [] };
    const propertyChanges = new Map(
      pairs.map(([number, { before, after }]) => [
        number,
        rowChanges({ own: before, other: after }, this.#merging.revisions[number]!.orientation),
      ]),
    );
    const conflict = removing.length === 0 ? undefined : this.#rowConflict(row, { removing, pairs });
    const asked = { pairs: new Map(pairs), removing, conflict, columns: this.#columns, table: this.#asked };
    const cells = new RowComposer(row, asked);
    return { row, ...mark, propertyChanges: composeProperties(propertyChanges, this.#merging), cells: cells.compose() };
  }

  /** Returns the conflict of copies that delete a row and others that edit it. It owns the row (MRG-30). */
  #rowConflict(
    row: RowItem,
    {
      removing,
      pairs,
    }: { readonly removing: readonly number[]; readonly pairs: readonly (readonly [number, PairedRow])[] },
  ): MergingConflict {
    const groups = Map.groupBy(pairs, ([, { after }]) => structureKey(after));
    const editing = [...groups.values()].map((same) => ({
      revisions: same.map(([number]) => number),
      text: rowText(same[0]![1].after),
    }));
    const { conflicts } = this.#merging;
    const conflict = conflicts.add("blocks", {
      sides: [{ revisions: removing, text: "" }, ...editing],
      place: rowPlace(row),
      original: rowText(row),
      scope: "rows",
    });
    const isText = pairs.some(([number, { cells }]) =>
      cells.some((cell) => cell.kind === "pair" && isTouched(number, cell.plan, this.#merging)),
    );
    if (!isText) conflicts.place(conflict, { part: row.story.part, node: row.row.node });
    return conflict;
  }
}

interface RowAsked {
  readonly pairs: ReadonlyMap<number, PairedRow>;
  readonly removing: readonly number[];
  /** The conflict about the row, if a copy deletes it and another edits it. */
  readonly conflict: MergingConflict | undefined;
  readonly columns: Map<string, MergingConflict>;
  readonly table: TableMerge;
}

class RowComposer {
  readonly #row: RowItem;
  readonly #asked: RowAsked;
  readonly #merging: Merging;
  readonly #pairs = new Map<number, Map<number, Extract<PlannedCell, { kind: "pair" }>>>();
  readonly #removed = new Map<number, number[]>();
  readonly #gaps = new Map<number, Map<number, CellItem[]>>();

  constructor(row: RowItem, asked: RowAsked) {
    this.#row = row;
    this.#asked = asked;
    this.#merging = asked.table.merging;
    for (const [number, { cells }] of asked.pairs) this.#read(number, cells);
  }

  #read(number: number, cells: readonly PlannedCell[]): void {
    let at = 0;
    for (const cell of cells) {
      if (cell.kind === "insert") {
        const gap = this.#gaps.get(at) ?? new Map<number, CellItem[]>();
        addTo(gap, number, cell.cell);
        this.#gaps.set(at, gap);
        continue;
      }
      if (cell.kind === "delete") addTo(this.#removed, at, number);
      else this.#pairs.set(at, (this.#pairs.get(at) ?? new Map()).set(number, cell));
      at += 1;
    }
  }

  compose(): CellStep[] {
    const cells = this.#row.cells.flatMap((cell, at) => [...this.#gap(at), this.#cell(cell, at)]);
    return [...cells, ...this.#gap(this.#row.cells.length)];
  }

  #gap(at: number): CellStep[] {
    const lists = this.#gaps.get(at);
    if (lists === undefined) return [];
    const groups = [...Map.groupBy([...lists], ([, cells]) => cells.map(structureKey).join()).values()];
    const sides = groups.map((same) => ({ revisions: same.map(([number]) => number), cells: same[0]![1] }));
    const conflict = sides.length > 1 ? this.#columnConflict(at, sides) : undefined;
    return sides.flatMap(({ revisions, cells }) =>
      cells.map((cell): CellStep => {
        const anchor = conflict === undefined ? {} : { anchor: this.#merging.conflicts.spot(conflict) };
        return { cell, mark: markBy("insertion", revisions, this.#merging), propertyChanges: [], ...anchor };
      }),
    );
  }

  /** Returns the conflict of the columns in one gap. It is the same for all rows. */
  #columnConflict(
    at: number,
    sides: readonly { readonly revisions: readonly number[]; readonly cells: readonly CellItem[] }[],
  ): MergingConflict {
    const known = this.#asked.columns.get(String(at));
    if (known !== undefined) return known;
    const conflict = this.#merging.conflicts.add("blocks", {
      sides: sides.map(({ revisions, cells }) => ({ revisions, text: cells.map(cellText).join("\t") })),
      place: rowPlace(this.#row),
    });
    this.#asked.columns.set(String(at), conflict);
    return conflict;
  }

  #cell(cell: CellItem, at: number): CellStep {
    const removing = this.#removed.get(at) ?? [];
    const pairs = [...(this.#pairs.get(at) ?? [])].filter(([number, step]) =>
      isCellTouched(number, step, this.#merging),
    );
    const mark = removing.length === 0 ? {} : { mark: markBy("deletion", removing, this.#merging) };
    if (removing.length > 0 && pairs.length === 0 && this.#asked.removing.length === 0)
      return { cell, ...mark, propertyChanges: [] };
    const { steps } = this.#asked.table;
    const propertyChanges = new Map(
      pairs.map(([number, { before, after }]): [number, PropertiesChange[]] => {
        const columnsChanged = steps.get(number)!.rows.some(changesColumns);
        const { orientation } = this.#merging.revisions[number]!;
        return [number, cellChanges({ own: before, other: after }, { ...orientation, columnsChanged })];
      }),
    );
    const { container } = cell;
    const gone = [...removing, ...this.#asked.removing].map((number) =>
      removalOf(number, { before: container, after: container, steps: [] }),
    );
    const patches = [...pairs.map(([number, { plan }]) => patchOf(number, plan)), ...gone];
    if (patches.length === 0) return { cell, ...mark, propertyChanges: [] };
    patches.sort((one, other) => one.number - other.number);
    const content = this.#merging.compose(container, patches, pairs.length === 0 ? undefined : this.#asked.conflict);
    return { cell, ...mark, propertyChanges: composeProperties(propertyChanges, this.#merging), content };
  }
}

function rowPlace(row: RowItem | undefined): BasePlace | undefined {
  return row && { part: row.story.part, node: row.row.node };
}

function rowText({ cells }: RowItem): string {
  return cells.map(cellText).join("\t");
}

function cellText({ container: { items } }: CellItem): string {
  return items
    .map((item) => (item.kind === "table" ? "[table]" : textBetween(item, 0, item.tokens.keys.length)))
    .join(" ");
}
