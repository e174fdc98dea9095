// Predicts new text (EDT-103) as items of a paragraph, and new paragraphs.

import { itemsOf, newItem, noteFinder } from "./items.ts";
import { type LocatorGiven, locatePara } from "./locate.ts";
import {
  changeFormat,
  changeLook,
  type Field,
  type Item,
  type Known,
  known,
  type Link,
  type ListPlace,
  type Look,
  type Model,
  newPara,
  type Para,
  type Part,
} from "./model.ts";

export type Content = string | readonly Run[];

interface Run {
  readonly type?: "tab" | "break" | "field" | "cross_reference" | "footnote" | "endnote" | "hyperlink";
  readonly text?: string;
  readonly kind?: string;
  readonly code?: string;
  readonly to?: LocatorGiven;
  readonly show?: string;
  readonly content?: Content;
  readonly new_paragraphs?: readonly { readonly content: Content }[];
  readonly ref?: string;
  readonly url?: string;
  readonly format?: Readonly<Record<string, unknown>>;
}

export interface NewParagraph {
  readonly content: Content;
  readonly ref?: string;
  readonly style_id?: string;
  readonly format?: Readonly<Record<string, unknown>>;
  readonly paragraph_format?: Readonly<Record<string, unknown>>;
  readonly numbering?: unknown;
  readonly like?: LocatorGiven;
}

interface How {
  readonly look: Look;
  readonly link?: Link;
}

export function contentItems(model: Model, para: Para, content: Content, how: How): Item[] {
  if (typeof content === "string") return textItems(para, content, how);
  return content.flatMap((run) => runItems(model, para, run, how));
}

function textItems(para: Para, text: string, { look, link }: How): Item[] {
  return [...text.replace(/\r\n?/g, "\n")].map((character) => {
    if (character === "\t") return newItem(para, { kind: "tab", text: character, look, link });
    if (character === "\n") return newItem(para, { kind: "break", breakKind: "line", text: character, link });
    return newItem(para, { kind: "text", text: character, look, link });
  });
}

function runItems(model: Model, para: Para, run: Run, how: How): Item[] {
  const look = run.format === undefined ? how.look : changeLook(how.look, run.format);
  const { link } = how;
  switch (run.type) {
    case undefined:
      return textItems(para, run.text ?? "", { ...how, look });
    case "tab":
      return [newItem(para, { kind: "tab", text: "\t", look, link })];
    case "break":
      return [newItem(para, { kind: "break", breakKind: run.kind!, text: run.kind === "line" ? "\n" : "\f", link })];
    case "field":
      return fieldItems(para, newField(run.code ?? ""), { ...how, text: FIELD_TEXTS.get(run.code ?? "") ?? "" });
    case "cross_reference": {
      const field: Field = {
        code: { open: "code of a cross-reference" },
        shows: { to: locatePara(model, run.to!), show: run.show! },
      };
      return fieldItems(para, field, { ...how, text: "" });
    }
    case "hyperlink": {
      const linked = { look: { keys: {}, open: "format of a new link" }, link: { url: run.url ?? "" } };
      if (how.link !== undefined) model.open.set("links", "link in a link");
      return contentItems(model, para, run.content ?? "", linked);
    }
    default:
      return [newItem(para, { kind: run.type, text: "", link, note: newNote(model, run) })];
  }
}

/** The text that is written as the result of a field, if it does not depend on the document's properties. */
const FIELD_TEXTS: ReadonlyMap<string, string> = new Map([
  ["PAGE", "1"],
  ["NUMPAGES", "1"],
  ["SECTIONPAGES", "1"],
  ["FILENAME", ""],
]);

function newField(code: string): Field {
  return FIELD_TEXTS.has(code) ? { code: known(code) } : { code: known(code), open: "result of a field" };
}

function fieldItems(para: Para, field: Field, { link, text }: How & { readonly text: string }): Item[] {
  const result = [...text].map((character) => newItem(para, { kind: "text", text: character, field, link }));
  return [newItem(para, { kind: "field", text: "", field, link }), ...result];
}

function newNote(model: Model, run: Run): NonNullable<Item["note"]> {
  const part: Part = {
    kind: run.type as Part["kind"],
    type: "",
    number: 0,
    sections: [],
    paras: [],
    all: [],
    tables: [],
  };
  const items = run.new_paragraphs ?? [{ content: run.content ?? "" }];
  for (const [index, { content }] of items.entries()) {
    const style = { open: "style of a new note" };
    const para = newPara(part, undefined, { style, list: style, format: { keys: {}, open: style.open } });
    const how = { look: { keys: {}, open: "format of a new note" } };
    // As in Word, a space separates the mark of a note from its text.
    const space = index === 0 ? textItems(para, " ", how) : [];
    para.items = [...space, ...contentItems(model, para, content, how)];
    part.paras.push(para);
  }
  model.parts.push(part);
  if (run.ref !== undefined) model.refs.set(run.ref, { kind: "part", part });
  const note = { part, label: undefined, isGone: false };
  model.notes.push(note);
  return note;
}

export interface NewPlace {
  readonly part: Part;
  readonly cell: Para["cell"];
  /** The paragraph whose properties it takes, if any. */
  readonly like: Para | undefined;
  /** The paragraph whose text format it takes, if that is another one, and the side of it. */
  readonly beside?: { readonly para: Para; readonly position: "before" | "after" };
}

/** Makes a new paragraph outside of any part. The caller applies its numbering. */
export function makePara(model: Model, item: NewParagraph, place: NewPlace): Para {
  const named = item.like === undefined ? undefined : locatePara(model, item.like);
  const like = named ?? place.like;
  const para = newPara(place.part, place.cell, propertiesOf(model, item, like));
  para.format = changeFormat(para.format, item.paragraph_format ?? {});
  const beside = named === undefined ? place.beside : undefined;
  const next = beside ?? (like === undefined ? undefined : { para: like, position: "after" as const });
  const own = item.style_id === undefined && next !== undefined ? lookBeside(model, next) : { keys: {} };
  const look = changeLook(own, item.format ?? {});
  para.items = contentItems(model, para, item.content, { look });
  return para;
}

const TYPED: ReadonlySet<Item["kind"]> = new Set<Item["kind"]>(["text", "tab", "break", "field"]);

/** Returns the format of text inserted beside that of a paragraph, if the direct settings show it. */
function lookBeside(model: Model, { para, position }: NonNullable<NewPlace["beside"]>): Look {
  const open = "format of the text beside";
  // Breaks and fields are characters too, but the JSON shows no format for them.
  const items = itemsOf(para, noteFinder(model)).filter(({ kind, isGone }) => !isGone && TYPED.has(kind));
  const item = position === "before" ? items[0] : items.at(-1);
  // Hidden or raised text and character styles make the format unknown, and so do settings that the JSON does not
  // show.
  const isTold =
    item !== undefined &&
    item.kind !== "break" &&
    item.link === undefined &&
    item.field === undefined &&
    item.look.open === undefined;
  const { hidden, vertical_align: raised, character_style: style } = item?.look.keys ?? {};
  return isTold && [hidden, raised, style].every((value) => value === undefined) ? item.look : { keys: {}, open };
}

function propertiesOf(
  model: Model,
  item: NewParagraph,
  like: Para | undefined,
): Pick<Para, "style" | "list" | "format"> {
  if (item.style_id !== undefined) {
    return { style: known(item.style_id), list: listOfStyle(model, item.style_id), format: { keys: {} } };
  }
  if (like === undefined) return defaultProperties(model);
  const { page_break_before: _, ...keys } = like.format.keys;
  return { style: like.style, list: like.list, format: { ...like.format, keys } };
}

function defaultProperties(model: Model): Pick<Para, "style" | "list" | "format"> {
  const style = model.content.styles.find((one) => one.default && one.kind === "paragraph")?.style_id;
  const open = { open: "default style" };
  if (style === undefined) return { style: open, list: open, format: { keys: {} } };
  return { style: known(style), list: listOfStyle(model, style), format: { keys: {} } };
}

/**
 * Returns the list that a style alone gives a paragraph. Known to be undefined if no list style names the style and its
 * paragraphs in the upload have no list.
 */
export function listOfStyle(model: Model, style: string | undefined): Known<ListPlace | undefined> {
  const own = model.parts.flatMap(({ all }) => all).filter(({ source }) => source?.style_id === style);
  const isLinked = model.content.list_styles.some(({ levels }) => levels.some((level) => level.style_id === style));
  const isNone = !isLinked && own.length > 0 && own.every(({ source }) => source?.list === undefined);
  return isNone ? known(undefined) : { open: "list of a style" };
}
