// The document that a prediction works on, made of the content JSON alone.
//
// Paragraphs of a part are one flat list, as the JSON tells them; a paragraph knows its cell, a cell its row, a row its table, a
// table the cell around it. What a paragraph holds is split into single characters only when an edit asks for it. What the JSON
// does not tell is open, with the reason, and is counted by the comparison instead of being guessed.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";

/** A value, or why it cannot be known. */
export type Known<Value> = { readonly value: Value } | { readonly open: string };

/** Direct settings: a key that is undefined is known to be absent; with `open`, keys that are not listed may be set too. */
export interface Look {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly open?: string;
}

export interface Link {
  url: string;
}

export interface Field {
  readonly code: Known<string>;
  /** What it shows, where it is not the text of its items. */
  readonly shows?: { readonly to: Para; readonly show: string };
  /** Why its text cannot be known. */
  readonly open?: string;
}

export interface Note {
  readonly part: Part;
  /** The mark in the upload; undefined for a new note. */
  readonly label: string | undefined;
  /** Where the JSON says that its reference stands, and the text before it. */
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

/** One character, or one thing that is none. */
export interface Item {
  readonly kind: ItemKind;
  readonly text: string;
  readonly breakKind?: string;
  look: Look;
  revision: number | undefined;
  /** Whose result it is part of. */
  field: Field | undefined;
  link: Link | undefined;
  readonly note?: Note | undefined;
  readonly isUploaded: boolean;
  isGone: boolean;
  para: Para;
}

export interface ListDefinition {
  /** Undefined for one that the request makes. */
  readonly id: string | undefined;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Of a new one: the preset it is made of, whose levels the result tells. */
  readonly preset?: string;
  /** Of a new one: that which it is a changed copy of. */
  readonly copied?: ListDefinition;
}

export interface ListLevel {
  readonly format: string;
  readonly pattern: string;
  readonly start: number;
}

export interface ListInstance {
  readonly definition: ListDefinition;
  /** Undefined for one that the request makes. */
  readonly number: number | undefined;
  /** By level: where it starts when it first comes to it. */
  readonly starts: Map<number, number>;
  /** By level: where it may be said to start, for that is where it would anyway. */
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
  /** By uploaded number, from 1: the number of a column now; undefined when it is gone. */
  columnNow: (number | undefined)[];
  columns: Known<number>;
  style: Known<string | undefined>;
  around: Cell | undefined;
}

export interface Row {
  readonly table: Table;
  readonly cells: Cell[];
  /** The row that it was put behind. */
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
  /** What it holds now; undefined as long as that is what the JSON says. */
  items: Item[] | undefined;
  /** What the upload holds, for selectors. */
  uploaded: readonly Item[] | undefined;
  /** Why its text is not known, though what it held is still in it. */
  open: string | undefined;
  style: Known<string | undefined>;
  list: Known<ListPlace | undefined>;
  format: Look;
  mark: ContentParagraph["mark"];
  /** Whether its mark was decided: of two changes of a mark one is told. */
  isDecided: boolean;
  /** Whether its list passes it over. */
  isPassed: boolean;
  cell: Cell | undefined;
  /** The section that it ends. */
  ends: Section | undefined;
  /** After a split: the paragraph that follows it. */
  tail: Para | undefined;
  /** After a join: the paragraph that it is part of. */
  into: Para | undefined;
  /** What it was put behind. */
  behind: Para | Table | undefined;
  isGone: boolean;
}

export type PartKind = "body" | "header" | "footer" | "footnote" | "endnote";

export interface Part {
  readonly kind: PartKind;
  /** Of a header or footer. */
  readonly type: string;
  /** Of a note in the upload. */
  readonly number: number;
  /** Of a header or footer in the upload: all sections showing it. */
  readonly sections: readonly number[];
  paras: Para[];
  /** Why its rows may be others. */
  open?: string;
  /** As uploaded. */
  readonly all: Para[];
  readonly tables: Table[];
}

export interface Thread {
  readonly author: Known<string>;
  readonly text: string;
  readonly paras: readonly Para[];
  /** What these paragraphs said when the anchor was read. */
  readonly texts: readonly (string | undefined)[];
  readonly anchor: Known<string>;
  resolved: boolean;
  readonly replies: { readonly author: Known<string>; readonly text: string }[];
}

export interface Model {
  readonly content: ContentJson;
  /** In the order in which matches count; new ones at the end. */
  readonly parts: Part[];
  readonly body: Part;
  readonly notes: Note[];
  readonly sections: Section[];
  lastSection: Section;
  readonly threads: Thread[];
  /** Who edits, where that is told. */
  readonly author: string | undefined;
  readonly definitions: Map<string, ListDefinition>;
  readonly instances: Map<string, ListInstance>;
  settings: Look;
  /** What the request made, by name. */
  readonly refs: Map<string, Made>;
  /** Numbers of decisions that are made. */
  readonly decided: Map<number, "accept" | "reject">;
  /** Empty paragraphs that may have to stay, each with what it stands behind. */
  readonly maybe: { readonly para: Para; behind: Para | undefined }[];
  /** What cannot be known, by the aspect of the document. */
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

/** What a known value is; undefined where it is open. */
export function settled<Value>(value: Known<Value>): Value | undefined {
  return "value" in value ? value.value : undefined;
}

/** A paragraph: one that the request makes, but for what is given. */
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

/** The tables around a paragraph, innermost first. */
export function tablesAround(para: Para): Table[] {
  const tables: Table[] = [];
  for (let cell = para.cell; cell !== undefined; cell = cell.row.table.around) tables.push(cell.row.table);
  return tables;
}

/** The paragraphs of a table, nested ones included. */
export function parasIn(table: Table): Para[] {
  return table.part.paras.filter((para) => tablesAround(para).includes(table));
}

/** What the direct settings of a paragraph become: of its borders the sides that are not named stay. */
export function changeFormat(look: Look, change: Readonly<Record<string, unknown>>): Look {
  const [old, given] = [look.keys.borders, change.borders];
  const sides = isObject(old) && isObject(given) ? { borders: { ...old, ...given } } : {};
  return changeLook(look, { ...change, ...sides });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** What a direct setting becomes: a value sets, null removes. */
export function changeLook(look: Look, change: Readonly<Record<string, unknown>>): Look {
  const keys = { ...look.keys };
  for (const [key, value] of Object.entries(change)) keys[key] = value === null ? undefined : value;
  return { ...look, keys };
}
