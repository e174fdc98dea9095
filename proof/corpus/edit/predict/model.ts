// Defines the document that a prediction works on, made from the content JSON alone.
//
// The paragraphs of a part are one flat list, as in the JSON. A paragraph knows its cell, a cell its row, a row its
// table, a table the cell around it. The content of a paragraph is split into single characters only when an edit
// needs it. Facts that the JSON does not contain are open, with the reason. The comparison counts them instead of
// guessing.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";

/** A value, or why it is unknown. */
export type Known<Value> = { readonly value: Value } | { readonly open: string };

/**
 * Direct settings. A key with the value undefined is known to be absent. With `open`, keys that are not listed may be
 * set too.
 */
export interface Look {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly open?: string;
}

export interface Link {
  url: string;
}

export interface Field {
  readonly code: Known<string>;
  /** Set if the field shows something about a paragraph, such as its text: that paragraph, and what is shown. */
  readonly shows?: { readonly to: Para; readonly show: string };
  /** Why its text is unknown. */
  readonly open?: string;
}

export interface Note {
  readonly part: Part;
  /** The mark in the upload; undefined for a new note. */
  readonly label: string | undefined;
  /** The paragraph of its reference by the JSON, and the length of the text before it. */
  readonly place?: { readonly para: Para; readonly before: number };
  isGone: boolean;
}

export type ItemKind =
  | "text"
  | "tab"
  | "break"
  | "field"
  | "image"
  | "math"
  | "object"
  | "footnote"
  | "endnote"
  | "other";

/** One character, or one thing without characters. */
export interface Item {
  readonly kind: ItemKind;
  readonly text: string;
  readonly breakKind?: string;
  look: Look;
  revision: number | undefined;
  /** The field whose result contains it. */
  field: Field | undefined;
  link: Link | undefined;
  readonly note?: Note | undefined;
  readonly isUploaded: boolean;
  isGone: boolean;
  para: Para;
}

export interface ListDefinition {
  /** Undefined for a definition that the request makes. */
  readonly id: string | undefined;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** For a new one: the preset it is made from. Its levels are taken from the result. */
  readonly preset?: string;
  /** For a changed copy: the copied definition. */
  readonly copied?: ListDefinition;
}

export interface ListLevel {
  readonly format: string;
  readonly pattern: string;
  readonly start: number;
}

export interface ListInstance {
  readonly definition: ListDefinition;
  /** Undefined for a list that the request makes. */
  readonly number: number | undefined;
  /** Maps a level to the number at which the list starts it. */
  readonly starts: Map<number, number>;
  /** Maps a level to the number at which it may explicitly start, which is the number it would have anyway. */
  readonly maybe: Map<number, number>;
}

export interface ListPlace {
  readonly instance: ListInstance;
  readonly level: number;
}

export interface Table {
  readonly part: Part;
  readonly rows: Row[];
  /** As uploaded. */
  readonly allRows: readonly Row[];
  /** Indexed by the uploaded column number, from 1: the current number; undefined if the column is deleted. */
  columnNow: (number | undefined)[];
  columns: Known<number>;
  style: Known<string | undefined>;
  around: Cell | undefined;
}

export interface Row {
  readonly table: Table;
  readonly cells: Cell[];
  /** The row after which it was inserted. */
  readonly behind?: Row | undefined;
}

export interface Cell {
  readonly row: Row;
  column: number;
  columnSpan: number;
  readonly rowSpan: number;
}

export interface Section {
  type: Known<string>;
  setup: Look;
  readonly shown: Map<string, Part>;
}

export interface Para {
  readonly part: Part;
  readonly source: ContentParagraph | undefined;
  /** Its current content; undefined as long as the JSON describes it. */
  items: Item[] | undefined;
  /** Its content in the upload, for selectors. */
  uploaded: readonly Item[] | undefined;
  /** Why its text is unknown, although it still contains what it contained. */
  open: string | undefined;
  style: Known<string | undefined>;
  list: Known<ListPlace | undefined>;
  format: Look;
  mark: ContentParagraph["mark"];
  /** True if a decision touched the paragraph or its mark. If a mark has two changes, the JSON shows only one. */
  isDecided: boolean;
  /** True if its list does not count it. */
  isPassed: boolean;
  cell: Cell | undefined;
  /** The section that it ends. */
  ends: Section | undefined;
  /** After a split: the paragraph that follows it. */
  tail: Para | undefined;
  /** After a join: the paragraph that contains it. */
  into: Para | undefined;
  /** The block after which it was inserted. */
  behind: Para | Table | undefined;
  isGone: boolean;
}

export type PartKind = "body" | "header" | "footer" | "footnote" | "endnote";

export interface Part {
  readonly kind: PartKind;
  /** The type of a header or footer. */
  readonly type: string;
  /** The number of a note in the upload. */
  readonly number: number;
  /** For a header or footer in the upload: all sections that show it. */
  readonly sections: readonly number[];
  paras: Para[];
  /** Why its paragraphs or table rows may differ from the prediction. */
  open?: string;
  /** As uploaded. */
  readonly all: Para[];
  readonly tables: Table[];
}

export interface Thread {
  readonly author: Known<string>;
  readonly text: string;
  readonly paras: readonly Para[];
  /** The texts of these paragraphs when the anchor was read. */
  readonly texts: readonly (string | undefined)[];
  readonly anchor: Known<string>;
  resolved: boolean;
  readonly replies: { readonly author: Known<string>; readonly text: string }[];
}

export interface Model {
  readonly content: ContentJson;
  /** In the order in which matches are counted; new parts at the end. */
  readonly parts: Part[];
  readonly body: Part;
  readonly notes: Note[];
  readonly sections: Section[];
  lastSection: Section;
  readonly threads: Thread[];
  /** The author of the request, if given. */
  readonly author: string | undefined;
  readonly definitions: Map<string, ListDefinition>;
  readonly instances: Map<string, ListInstance>;
  settings: Look;
  /** Maps a ref to what the request made with this name. */
  readonly refs: Map<string, Made>;
  /** Maps the number of a decided change to its verdict. */
  readonly decided: Map<number, "accept" | "reject">;
  /** Empty paragraphs that may have to stay, each with the paragraph before it. */
  readonly maybe: { readonly para: Para; behind: Para | undefined }[];
  /** Maps an aspect of the document to the reason why it is unknown. */
  readonly open: Map<string, string>;
  /** Why the request should have been refused. */
  readonly refusals: string[];
}

export type Made =
  | { readonly kind: "paragraph"; readonly para: Para; readonly group: readonly Para[] }
  | { readonly kind: "section"; readonly section: Section }
  | { readonly kind: "table"; readonly table: Table }
  | { readonly kind: "row"; readonly row: Row }
  | { readonly kind: "column"; readonly table: Table; readonly cells: readonly Cell[] }
  | { readonly kind: "part"; readonly part: Part }
  | { readonly kind: "thread"; readonly thread: Thread };

export const NO_LOOK: Look = { keys: {} };

export function known<Value>(value: Value): Known<Value> {
  return { value };
}

/** Returns a known value; undefined if it is open. */
export function settled<Value>(value: Known<Value>): Value | undefined {
  return "value" in value ? value.value : undefined;
}

/** Returns a paragraph. Without `like`, it is a new one that the request makes. */
export function newPara(part: Part, cell: Cell | undefined, like: Partial<Para> = {}): Para {
  return {
    part,
    source: undefined,
    items: [],
    uploaded: [],
    open: undefined,
    style: known(undefined),
    list: known(undefined),
    format: NO_LOOK,
    mark: undefined,
    isDecided: false,
    isPassed: false,
    cell,
    ends: undefined,
    tail: undefined,
    into: undefined,
    behind: undefined,
    isGone: false,
    ...like,
  };
}

/** Returns the tables around a paragraph, innermost first. */
export function tablesAround(para: Para): Table[] {
  const tables: Table[] = [];
  for (let cell = para.cell; cell !== undefined; cell = cell.row.table.around) tables.push(cell.row.table);
  return tables;
}

/** Returns the paragraphs of a table, including those of nested tables. */
export function parasIn(table: Table): Para[] {
  return table.part.paras.filter((para) => tablesAround(para).includes(table));
}

/** Returns the direct settings of a paragraph after a change. Borders that the change does not name stay. */
export function changeFormat(look: Look, change: Readonly<Record<string, unknown>>): Look {
  const [old, given] = [look.keys.borders, change.borders];
  const sides = isObject(old) && isObject(given) ? { borders: { ...old, ...given } } : {};
  return changeLook(look, { ...change, ...sides });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns direct settings after a change: a value sets a key, null removes it. */
export function changeLook(look: Look, change: Readonly<Record<string, unknown>>): Look {
  const keys = { ...look.keys };
  for (const [key, value] of Object.entries(change)) keys[key] = value === null ? undefined : value;
  return { ...look, keys };
}
