// Shares code of the edits of rows and columns: finding a line, and what is removed with it.

import { MOVE_RANGES } from "../../../document/grammar.ts";
import type { AddressedPart } from "../../../document/text/addresses.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { type CellValue, itemsOf } from "../../apply/tables/new-cells.ts";
import type { StandingBlock, Workspace } from "../../apply/workspace.ts";
import type { Known } from "../../locate/parts.ts";
import { groupOf, type MadeParagraph, type StandsIn } from "../../locate/refs.ts";
import { type LineGiven, locateLine } from "../../locate/tables.ts";
import type { DraftColumn, DraftRow, TableDraft } from "../../plan/table-drafts.ts";
import type { Touch } from "../../plan/touch.ts";
import { allFound, type Lookup, type Problem, type RequestValue, refuse } from "../../refusal.ts";
import { contentProblems } from "../../shape/content.ts";
import type { EditOf } from "../../shape/edit-types.ts";
import { RUN_PLACES } from "../content-checks.ts";
import type { Resolving } from "../operation.ts";
import {
  checkMoves,
  cutFields,
  newParagraphProblems,
  newParagraphTouches,
  noteTouches,
  surroundingsAt,
} from "../paragraphs/paragraphs.ts";

export interface TableLine<Kind> {
  readonly draft: TableDraft;
  readonly line: Kind;
  readonly field: string;
}

/** Returns a row of a table after the earlier edits. */
export function findRow(resolving: Resolving, given: LineGiven, field: string): Lookup<TableLine<DraftRow>> {
  return findLine(resolving, given, field, "row") as Lookup<TableLine<DraftRow>>;
}

export function findColumn(resolving: Resolving, given: LineGiven, field: string): Lookup<TableLine<DraftColumn>> {
  return findLine(resolving, given, field, "column") as Lookup<TableLine<DraftColumn>>;
}

function findLine(
  resolving: Resolving,
  given: LineGiven,
  field: string,
  axis: "row" | "column",
): Lookup<TableLine<DraftRow | DraftColumn>> {
  const { known, tables } = resolving;
  const named = locateLine(known, given, field, axis);
  if ("problems" in named) return named;
  const { found } = named;
  if (found.kind === "made") {
    const made = tables.named(found.made.name);
    if (made === undefined) return refuse(field, "REF_UNDEFINED", "The edit that defines this ref is refused.");
    return present({ ...made, field });
  }
  if (found.kind === "around") return lineAround(resolving, found.paragraph, { field, axis });
  const draft =
    found.kind === "uploaded" ? tables.ofUploaded(found.part, found.table) : tables.ofMade(found.table.name);
  const line = (axis === "row" ? draft?.numberedRows : draft?.numberedColumns)?.[found.number - 1];
  if (draft !== undefined && line !== undefined) return present({ draft, line, field });
  const reason = axis === "row" ? "ROW_NOT_FOUND" : "COLUMN_NOT_FOUND";
  return refuse(`${field}.number`, reason, `No ${axis} ${found.number} in the new table.`);
}

/** Returns the row or column that contains a new paragraph. */
function lineAround(
  { tables }: Resolving,
  paragraph: MadeParagraph,
  { field, axis }: { readonly field: string; readonly axis: "row" | "column" },
): Lookup<TableLine<DraftRow | DraftColumn>> {
  const place = tables.cellOf(paragraph);
  const reason = axis === "row" ? "ROW_NOT_FOUND" : "COLUMN_NOT_FOUND";
  if (place === undefined) return refuse(field, reason, "The paragraph is not in a table.");
  const line = axis === "row" ? place.row : place.column;
  if (line === undefined)
    return refuse(field, reason, "The cell of this paragraph spans several columns. Name the column by number.");
  return present({ draft: place.draft, line, field });
}

function present(line: TableLine<DraftRow | DraftColumn>): Lookup<TableLine<DraftRow | DraftColumn>> {
  if (line.draft.has(line.line)) return { found: line };
  return refuse(line.field, "TARGET_REMOVED", "An earlier edit already removes this.");
}

/** Returns the lines to be removed, by table, each once. */
export function findRemoved<Kind extends DraftRow | DraftColumn>(
  { value, field }: RequestValue,
  find: (given: LineGiven, field: string) => Lookup<TableLine<Kind>>,
): Lookup<{ readonly draft: TableDraft; readonly lines: ReadonlySet<Kind> }[]> {
  const isList = Array.isArray(value);
  const named = allFound(
    ((isList ? value : [value]) as readonly LineGiven[]).map((one, at) =>
      find(one, isList ? `${field}[${at}]` : field),
    ),
  );
  if ("problems" in named) return named;
  const byDraft = Map.groupBy(named.found, ({ draft }) => draft);
  return { found: [...byDraft].map(([draft, lines]) => ({ draft, lines: new Set(lines.map(({ line }) => line)) })) };
}

/** Returns the part and the section that contain a table. */
export function surroundingsOfTable({ uploaded, refs }: Known, { uploaded: table, kind, ref }: TableDraft): StandsIn {
  const first = table === undefined ? undefined : uploaded.placesOf(table.part)[table.table.first];
  if (first !== undefined) return surroundingsAt(first);
  const made = refs.find(ref, ["table"], "");
  return "found" in made ? refs.surroundingsOf({ group: groupOf(made.found.edit) }) : { kind, part: ref, section: 1 };
}

/** Returns the table of a draft in the result. */
export function resultTable(work: Workspace, { uploaded, ref }: TableDraft): StandingBlock {
  if (uploaded === undefined) return work.tables.get(ref)!;
  return { story: work.storyOf(uploaded.part), node: uploaded.table.table.node };
}

/** Returns the touches of a table that changes, and of the tables around it. */
export function changeTouches({ uploaded }: TableDraft, field: string): Touch[] {
  if (uploaded === undefined) return [];
  return tablesAround(uploaded.part, uploaded.table.number).map((thing) => ({
    kind: "thing",
    thing,
    effect: "changes",
    field,
  }));
}

/** Returns a table and all tables around it. */
export function tablesAround({ tables }: AddressedPart, number: number | undefined): object[] {
  const table = number === undefined ? undefined : tables[number - 1];
  return table === undefined ? [] : [table, ...tablesAround({ tables } as AddressedPart, table.inside)];
}

export interface Removal {
  /** The part that contains them; undefined for those of a table that the request makes. */
  readonly part: AddressedPart | undefined;
  /** Rows or cells. */
  readonly nodes: readonly NodeId[];
  readonly field: string;
}

/** Returns the touches of removed rows or cells, or the problems that prevent it. */
export function removalTouches({ known }: Resolving, { part, nodes, field }: Removal): Lookup<readonly Touch[]> {
  if (part === undefined) return { found: [] };
  const { tree } = part.story;
  const gone = new Set(nodes);
  const places = known.uploaded.placesOf(part).filter(({ paragraph }) => isIn(tree, paragraph.node, gone));
  const inner = part.tables.filter(({ table }) => isIn(tree, table.node, gone));
  const problems = [
    ...cutFields(known.uploaded, places, field),
    ...checkMoves(
      nodes.map((node) => ({ part, node })),
      MOVE_RANGES,
      field,
    ),
    ...nodes.flatMap((node) => checkMarked(tree, node, field)),
  ];
  if (problems.length > 0) return { problems };
  return {
    found: [
      ...inner.map((thing): Touch => ({ kind: "thing", thing, effect: "removes", field })),
      ...places.map((place): Touch => ({ kind: "paragraph", place, effect: "removes", field })),
      ...noteTouches(known.uploaded, places, field),
    ],
  };
}

function isIn(tree: Tree, node: NodeId, holders: ReadonlySet<NodeId>): boolean {
  for (let at = node; at !== NONE; at = tree.parent(at)) if (holders.has(at)) return true;
  return false;
}

/** The marks beside which the properties have no room for a deletion. */
// policy: each set of properties has room for one of these
const MARKS: readonly (readonly [NameId, readonly NameId[]])[] = [
  [W.trPr, [W.del]],
  [W.tcPr, [W.cellIns, W.cellDel, W.cellMerge]],
];

/** Returns a problem if a row has an undecided deletion, or a cell an undecided mark. There is room for one. */
export function checkMarked(tree: Tree, node: NodeId, field: string): Problem[] {
  const isMarked = MARKS.some(([name, marks]) => {
    const properties = tree.child(node, name);
    return properties !== NONE && marks.some((mark) => tree.child(properties, mark) !== NONE);
  });
  if (!isMarked) return [];
  const message = "This has an undecided tracked change. Accept or reject it first.";
  return [{ field, reason: "UNDEFINED_COMBINATION", message }];
}

/** Returns the problems of the values of cells. */
export function cellProblems(
  resolving: Resolving,
  values: readonly RequestValue<CellValue>[],
  kind: string,
): Problem[] {
  return values.flatMap(({ value, field }) => {
    const items = itemsOf({ value, field });
    if (typeof value === "string" || !("new_paragraphs" in value)) {
      return items.flatMap(({ item }) => contentProblems(item.content, field, RUN_PLACES[kind]!));
    }
    const news = value.new_paragraphs;
    return newParagraphProblems(resolving, news, { field: `${field}.new_paragraphs`, kind });
  });
}

/** Returns the touches of the paragraphs that those in new cells look like. */
export function cellTouches({ known }: Resolving, values: readonly RequestValue<CellValue>[]): Touch[] {
  return values.flatMap(({ value, field }) => {
    if (typeof value === "string" || !("new_paragraphs" in value)) return [];
    return newParagraphTouches(known, value.new_paragraphs, `${field}.new_paragraphs`);
  });
}

/** Returns the values of new cells: one for each, or empty ones if none are given. */
export function cellValues(
  { edit, field }: Resolving<EditOf<"insert_table_row" | "insert_table_column">>,
  count: number,
  each: string,
): Lookup<readonly RequestValue<CellValue>[]> {
  const given = edit.cells;
  const own = `${field}.cells`;
  if (given === undefined) {
    return { found: Array.from({ length: count }, (_, at) => ({ value: "", field: `${own}[${at}]` })) };
  }
  if (given.length === count) return { found: given.map((value, at) => ({ value, field: `${own}[${at}]` })) };
  return refuse(own, "INVALID_VALUE", `\`cells\` must have ${count} items, one for each ${each}.`);
}
