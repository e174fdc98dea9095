// Implements insert_table and delete_table.

import { MOVE_RANGES } from "../../../document/grammar.ts";
import { blocksOf } from "../../../document/text/blocks.ts";
import { destinationBlock } from "../../apply/blocks/block-places.ts";
import { removeBlock } from "../../apply/blocks/remove-blocks.ts";
import { dropNew } from "../../apply/tables/new-cells.ts";
import { putTable } from "../../apply/tables/new-tables.ts";
import { needed, takeOutNew } from "../../apply/take-out-new.ts";
import type { NamedBlock } from "../../locate/blocks.ts";
import { type Destination, locateDestination } from "../../locate/destinations.ts";
import { type CreatedObject, groupOf } from "../../locate/refs.ts";
import { locateTable, tableKey } from "../../locate/tables.ts";
import type { Touch } from "../../plan/touch.ts";
import { type Lookup, type Problem, refuse } from "../../refusal.ts";
import { checkStyle } from "../content-checks.ts";
import type { Operation, Planned, Resolving } from "../operation.ts";
import {
  besidePlaces,
  blockTouches,
  checkMoves,
  cutFields,
  destinationTouches,
  surroundingsOf,
} from "../paragraphs/paragraphs.ts";
import { cellProblems, cellTouches, checkMarked, tablesAround } from "./table-lines.ts";

export const insertTable: Operation<"insert_table"> = (resolving) => {
  const { edit, index, field, known, tables } = resolving;
  const destination = locateDestination(known, edit.destination, `${field}.destination`);
  const surroundings =
    "found" in destination ? surroundingsOf(known, destination.found) : { kind: "body", part: "", section: 1 };
  const { kind } = surroundings;
  known.refs.standIn(index, surroundings);
  const rows = edit.rows.map((row, at) =>
    row.map((value, column) => ({
      value,
      field: `${field}.rows[${at}][${column}]`,
      group: groupOf(index, ` cell ${at} ${column}`),
    })),
  );
  const ref = typeof edit.ref === "string" ? edit.ref : "";
  const cell = "found" in destination ? tables.cellAt(destination.found) : undefined;
  const draft = tables.make({ ref, kind, inside: cell }, { rows: rows.length, columns: rows[0]!.length });
  tables.standIn(index, (made) => {
    const row = draft.numberedRows[made?.row ?? -1];
    return row === undefined ? cell : { draft, row, column: draft.numberedColumns[made?.column ?? -1] };
  });
  const styleId = edit.style_id;
  const problems = [
    ...("problems" in destination ? destination.problems : []),
    ...cellProblems(resolving, rows.flat(), kind),
    ...checkStyle(known.uploaded, "table", { id: styleId, field: `${field}.style_id` }),
  ];
  if ("problems" in destination || problems.length > 0) return { problems };
  const table = {
    rows,
    widths: edit.column_widths,
    headerRows: Number(edit.header_rows ?? 0),
    styleId,
    alignment: edit.alignment,
    draft,
    cells: draft.numberedRows.map((row) => [...row.cells]),
  };
  return {
    found: {
      touches: [
        ...destinationTouches(destination.found, `${field}.destination`),
        ...aroundTouches(destination.found, `${field}.destination`),
        ...cellTouches(resolving, rows.flat()),
      ],
      places: 1,
      changed: besidePlaces(destination.found),
      apply: (work) => {
        const node = putTable(work, destination.found, table);
        work.tables.set(ref, { story: destinationBlock(work, destination.found).story, node });
      },
    },
  };
};

/** Returns the touches of the tables around a new one. */
function aroundTouches(destination: Destination, field: string): Touch[] {
  const { part, number } = surroundings(destination);
  if (part === undefined) return [];
  return tablesAround(part, number).map((thing) => ({ kind: "thing", thing, effect: "changes", field }));
}

function surroundings(destination: Destination) {
  if (destination.beside === "table") {
    const { table } = destination;
    return table.kind === "uploaded" ? { part: table.part, number: table.table.inside } : {};
  }
  const { paragraph } = destination;
  if (paragraph.kind !== "uploaded") return {};
  return { part: paragraph.place.part, number: paragraph.place.paragraph.cell?.table };
}

/** Returns a problem if a header, footer or note contains only the table. Without the table it would be empty. */
function checkStory({ part: { story }, node }: NamedBlock, field: string): Problem[] {
  const isAlone = story.kind !== "body" && blocksOf(story).every((block) => block === node);
  if (!isAlone) return [];
  return [
    {
      field,
      reason: "NOT_ALLOWED_HERE",
      message: "This table is the only content here. Insert a paragraph next to it first.",
    },
  ];
}

/** Removes a table that the request itself inserts, without a trace. */
function deleteNewTable({ field, tables }: Resolving, { name }: CreatedObject): Lookup<Planned> {
  const own = `${field}.table`;
  const draft = tables.ofMade(name);
  if (draft === undefined) return refuse(own, "REF_UNDEFINED", "The edit that defines this ref is refused.");
  const lines = [...draft.rows, ...draft.columns];
  draft.clear();
  return {
    found: {
      touches: lines.map((thing): Touch => ({ kind: "thing", thing, effect: "removes", field: own })),
      places: 1,
      changed: [],
      takesOut: [tableKey(name)],
      apply: (work) => {
        if (!takeOutNew(work, work.tables.get(name)!)) work.problems.push(needed(own));
      },
    },
  };
}

export const deleteTable: Operation<"delete_table"> = (resolving) => {
  const { edit, field, known, tables } = resolving;
  const own = `${field}.table`;
  const named = locateTable(known, edit.table, own);
  if ("problems" in named) return named;
  if (named.found.kind === "made") return deleteNewTable(resolving, named.found.made);
  const { part, table } = named.found;
  const places = known.uploaded.placesOf(part).slice(table.first, table.end);
  const block: NamedBlock = { kind: "table", part, node: table.table.node, table, places };
  const problems = [
    ...checkStory(block, own),
    ...cutFields(known.uploaded, places, own),
    ...checkMoves([block], MOVE_RANGES, own),
    ...table.table.rows.flatMap(({ node }) => checkMarked(part.story.tree, node, own)).slice(0, 1),
  ];
  if (problems.length > 0) return { problems };
  const rows = tables.ofUploaded(part, table).rows.map((row) => ({ ...row, row, cells: [...row.cells] }));
  return {
    found: {
      touches: blockTouches(known.uploaded, [block], { effect: "removes", field: own }),
      places: 1,
      changed: places,
      apply: (work) => {
        dropNew(
          work,
          work.storyOf(part).tree,
          rows.map(({ row, cells, ...rest }) => ({ ...rest, cells, node: row.node })),
        );
        removeBlock(work, block);
      },
    },
  };
};
