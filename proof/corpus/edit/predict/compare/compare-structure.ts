// Compares tables, sections, notes, comments and settings with a content JSON.

import type { ContentJson } from "@versus/engine/tasks";
import {
  type Item,
  type Look,
  type Model,
  type Note,
  type Para,
  type Part,
  type Section,
  type Table,
  type Thread,
  tablesAround,
} from "../model.ts";
import { compareLooks } from "./compare-looks.ts";
import { textOf, type Whole } from "./compare-paragraphs.ts";
import { countOpen, hold, type Report } from "./report.ts";

/**
 * The result for the paragraphs. `isWhole` is true if the body has the expected number of paragraphs; otherwise tables
 * and sections differ too.
 */
export interface Compared {
  readonly isWhole: boolean;
}

export function compareStructure(whole: Whole, { isWhole }: Compared): void {
  for (const { part, named } of isWhole ? addressed(whole.model) : []) compareTables(whole, part, named);
  if (isWhole) compareSections(whole);
  const { report, model, content } = whole;
  if (isWhole) {
    for (const kind of ["footnote", "endnote"] as const) compareNotes(whole, kind);
    compareThreads(whole);
  } else countOpen(report, "notes and comments of a body that differs");
  const settings: Look = { keys: { ...content.settings } };
  compareLooks(report, "settings", { expected: model.settings, actual: settings });
}

/** Returns the tables of a part in document order, outer ones before nested ones. */
export function tablesNow({ paras }: Part): Table[] {
  const tables = new Set<Table>();
  for (const para of paras) for (const table of tablesAround(para).reverse()) tables.add(table);
  return [...tables];
}

/** True if a table contains no paragraph, so that its position is unknown. */
export function hasEmptyTable({ tables, all }: Part): boolean {
  const filled = new Set(all.flatMap(tablesAround));
  return tables.some((table) => !filled.has(table));
}

type PartJson = ContentJson["tables"][number]["part"];

interface Addressed {
  readonly part: Part;
  readonly named: PartJson;
}

/** Returns the parts with their names in the result. */
function addressed(model: Model): Addressed[] {
  const kinds = model.open.has("headers") ? [] : (["header", "footer"] as const);
  const shown = kinds.flatMap((kind) =>
    shownParts(model, kind).map(({ part, type, sections }) => {
      return { part, named: { kind, type: type as "default", section: { number: sections[0]! } } };
    }),
  );
  const notes = (["footnote", "endnote"] as const).flatMap((kind) =>
    notesInOrder(model, kind).map(({ part }, index) => ({ part, named: { kind, number: index + 1 } })),
  );
  return [{ part: model.body, named: undefined }, ...shown, ...notes];
}

function compareTables({ report, content, tableNumbers }: Whole, part: Part, named: PartJson): void {
  const actual = content.tables.filter((table) => JSON.stringify(table.part) === JSON.stringify(named));
  const open = part.open ?? (hasEmptyTable(part) ? "tables that hold nothing" : undefined);
  if (open !== undefined) {
    countOpen(report, open);
    return;
  }
  const expected = tablesNow(part);
  const name =
    named === undefined ? "body" : `${named.kind} ${"number" in named ? named.number : named.section.number}`;
  hold(report, `${name}: number of tables`, { expected: expected.length, actual: actual.length });
  for (const [index, table] of expected.entries()) {
    const told = actual[index];
    const what = `${name} table ${index + 1}`;
    if (told === undefined) return;
    hold(report, `${what} rows`, { expected: table.rows.length, actual: told.rows });
    if ("open" in table.columns) countOpen(report, table.columns.open);
    else hold(report, `${what} columns`, { expected: table.columns.value, actual: told.columns });
    if ("open" in table.style) countOpen(report, table.style.open);
    else hold(report, `${what} style_id`, { expected: table.style.value, actual: told.style_id });
    const around = table.around && tableNumbers.get(table.around.row.table);
    hold(report, `${what} inside`, { expected: around, actual: told.inside?.number });
  }
}

export interface SectionNow {
  readonly section: Section;
  readonly first: number;
  readonly last: number;
}

export function sectionsNow({ body, lastSection }: Model): SectionNow[] {
  const sections: SectionNow[] = [];
  let first = 0;
  for (const [index, { ends }] of body.paras.entries()) {
    if (ends === undefined) continue;
    sections.push({ section: ends, first, last: index });
    first = index + 1;
  }
  return [...sections, { section: lastSection, first, last: body.paras.length - 1 }];
}

function compareSections({ report, model, content }: Whole): void {
  if (content.blocks.length === 0) return;
  const expected = sectionsNow(model);
  const { sections } = content;
  hold(report, "number of sections", { expected: expected.length, actual: sections.length });
  for (const [index, { section, first, last }] of expected.entries()) {
    const told = sections[index];
    if (told === undefined) return;
    const what = `section ${index + 1}`;
    const range = last < first ? [undefined, undefined] : [first, last];
    hold(report, `${what} range`, { expected: range, actual: [told.first_index, told.last_index] });
    if ("open" in section.type) countOpen(report, section.type.open);
    else hold(report, `${what} section_type`, { expected: section.type.value, actual: told.section_type });
    const actual: Look = { keys: told.page_setup as Look["keys"] };
    compareLooks(report, `${what} page_setup`, { expected: section.setup, actual });
  }
}

const TYPES = ["default", "first", "even"];

export interface ShownPart {
  readonly part: Part;
  readonly type: string;
  readonly sections: readonly number[];
}

/** Returns the headers or footers that sections show, each once, at the section that shows it first. */
export function shownParts(model: Model, kind: "header" | "footer"): ShownPart[] {
  const found = new Map<Part, { readonly type: string; readonly sections: Set<number> }>();
  for (const [index, { section }] of sectionsNow(model).entries()) {
    for (const type of TYPES) {
      const part = section.shown.get(`${kind} ${type}`);
      if (part === undefined) continue;
      const own = found.get(part) ?? { type, sections: new Set() };
      found.set(part, own);
      own.sections.add(index + 1);
    }
  }
  return [...found].map(([part, { type, sections }]) => ({ part, type, sections: [...sections] }));
}

/** Returns the remaining notes of a kind, in the order of their references. */
export function notesInOrder(model: Model, kind: "footnote" | "endnote"): Note[] {
  const places = new Map<Note, readonly [number, number]>();
  for (const [index, para] of model.body.paras.entries()) {
    for (const [at, item] of (para.items ?? []).entries()) {
      if (item.note !== undefined && !item.isGone && !places.has(item.note)) places.set(item.note, [index, at]);
    }
  }
  const own = model.notes.filter((note) => note.part.kind === kind && isLeft(note, places));
  const placeOf = (note: Note): readonly [number, number] => places.get(note) ?? toldPlace(model, note);
  return own.sort((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
}

function isLeft(note: Note, places: ReadonlyMap<Note, unknown>): boolean {
  if (note.isGone) return false;
  const isRead = note.place?.para.items !== undefined && hasReference(note.place.para, note);
  return places.has(note) || (note.place !== undefined && !isRead && !note.place.para.isGone);
}

/** True if the paragraph contained the reference of a note. */
function hasReference(para: Para, note: Note): boolean {
  return (para.uploaded ?? []).some((item: Item) => item.note === note);
}

/** Returns the position from the JSON for a reference that is not listed, or that no edit touched. */
function toldPlace({ body }: Model, note: Note): readonly [number, number] {
  const { para, before } = note.place!;
  const now = para.into ?? para;
  return [body.paras.indexOf(now), para.items === undefined ? before : placeAmong(now.items ?? [], para, note)];
}

/** Returns the position after the last remaining item that was before a reference. */
function placeAmong(items: readonly Item[], { uploaded = [] }: Para, { part, place }: Note): number {
  let [length, last] = [0, -1];
  for (const item of uploaded) {
    const isBehind = item.note?.part.kind === part.kind && item.note.part.number > part.number;
    if (isBehind || length + item.text.length > place!.before) break;
    length += item.text.length;
    last = Math.max(last, items.indexOf(item));
  }
  return last + 0.5;
}

function compareNotes({ report, model, content }: Whole, kind: "footnote" | "endnote"): void {
  const expected = notesInOrder(model, kind);
  const actual = content.notes.filter(({ part }) => part.kind === kind);
  const uploaded = model.content.notes.filter(({ part }) => part.kind === kind);
  const isSame =
    expected.length === uploaded.length && expected.every(({ label }, index) => label === uploaded[index]?.label);
  for (const [index, note] of expected.entries()) {
    const told = actual[index];
    if (told === undefined) return;
    // A mark that its author typed is text, so edits may change it.
    const isEdited = note.place?.para.items !== undefined && !/^[0-9a-z]*$/i.test(note.label ?? "");
    // If the upload has no notes, the JSON does not show their number format.
    const isUntold = uploaded.length === 0 && !/^\d+$/.test(told.label);
    const label = isEdited || isUntold ? undefined : isSame ? note.label : countedLabel(uploaded, index, kind);
    if (label === undefined) countOpen(report, "label of a note");
    else hold(report, `${kind} ${index + 1} label`, { expected: label, actual: told.label });
    const para = model.body.paras.findIndex((one) => holdsNote(one, note));
    if (para >= 0) hold(report, `${kind} ${index + 1} paragraph`, { expected: para, actual: told.paragraph.index });
  }
}

function holdsNote(para: Para, note: Note): boolean {
  if (para.items === undefined) return note.place?.para === para;
  return para.items.some((item) => item.note === note && !item.isGone);
}

/** Returns the label at an index, if the labels of the upload just count up in digits. */
function countedLabel(uploaded: ContentJson["notes"], index: number, kind: string): string | undefined {
  const isCounted = uploaded.every(({ label }, at) => label === `${at + 1}`);
  return isCounted && (kind === "footnote" || uploaded.length > 0) ? `${index + 1}` : undefined;
}

/** Compares threads by their text, because the JSON does not show where one begins within a paragraph. */
function compareThreads({ report, model, content }: Whole): void {
  const waiting = new Set(content.comments);
  // Match untouched threads first, because others may have the same text.
  const threads = model.threads.toSorted((one, other) => Number(isTouched(one)) - Number(isTouched(other)));
  for (const thread of threads) {
    const alike = [...waiting].filter((one) => isThread(thread, one));
    const isExact = (one: CommentJson): boolean => "value" in thread.anchor && thread.anchor.value === one.anchor_text;
    const told = alike.find(isExact) ?? alike[0];
    if (told === undefined) {
      if (isTouched(thread)) countOpen(report, "comment on changed text");
      else report.differences.push(`comments: expected ${JSON.stringify(thread.text.slice(0, 60))}, there is none`);
      continue;
    }
    waiting.delete(told);
    compareThread(report, thread, told);
  }
  for (const { text } of waiting)
    report.differences.push(`comments: there is also ${JSON.stringify(text.slice(0, 60))}`);
}

type CommentJson = ContentJson["comments"][number];

function isThread(thread: Thread, told: CommentJson): boolean {
  const { text, author, paras, replies } = thread;
  if (told.text !== text || ("value" in author && author.value !== told.author)) return false;
  const [para] = paras;
  const at = para === undefined || isTouched(thread) ? undefined : para.part.paras.indexOf(para);
  return told.replies.length === replies.length && (at === undefined || at === told.paragraph?.index);
}

/** True if an edit changed the paragraphs of a comment, or what is between them. */
function isTouched({ paras, texts }: Pick<Thread, "paras" | "texts">): boolean {
  const places = paras.map((para) => para.part.paras.indexOf(para));
  return paras.some((para, index) => {
    const text = textOf(para, () => undefined);
    if (para.isDecided || para.open !== undefined) return true;
    return para.isGone || places[index] !== places[0]! + index || text === undefined || text !== texts[index];
  });
}

function compareThread(report: Report, thread: Thread, told: CommentJson): void {
  const what = `comment ${told.number}`;
  hold(report, `${what} resolved`, { expected: thread.resolved, actual: told.resolved });
  for (const [index, { text, author }] of thread.replies.entries()) {
    const reply = told.replies[index]!;
    hold(report, `${what} reply ${index + 1}`, { expected: text, actual: reply.text });
    if ("value" in author)
      hold(report, `${what} reply ${index + 1} author`, { expected: author.value, actual: reply.author });
  }
  if ("open" in thread.anchor) countOpen(report, thread.anchor.open);
  else if (isTouched(thread)) countOpen(report, "anchor in changed text");
  else hold(report, `${what} anchor_text`, { expected: thread.anchor.value, actual: told.anchor_text });
}
