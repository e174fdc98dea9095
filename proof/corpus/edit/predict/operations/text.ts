// Predicts insert, replace, delete and format.

import { itemsOf, noteFinder, segmentsIn } from "../items.ts";
import { locateParas, type ParagraphsGiven, Unlocated } from "../locate.ts";
import { changeLook, type Item, type Look, type Model, type Para } from "../model.ts";
import { type Selected, type Selector, selectText } from "../select-text.ts";
import { type Content, contentItems } from "../write-content.ts";

export type Point = "start" | "end" | { readonly after?: Selector; readonly before?: Selector };

/**
 * Reads the content of paragraphs that refer to the same note as others: the JSON shows only one reference of a note.
 */
export function readSharedNotes(model: Model): void {
  const references = model.body.all.flatMap((para) =>
    segmentsIn(para.source?.content ?? []).flatMap((segment) =>
      segment.type === "footnote" || segment.type === "endnote"
        ? [{ para, note: `${segment.type} ${segment.number}` }]
        : [],
    ),
  );
  for (const [, same] of Map.groupBy(references, ({ note }) => note)) {
    if (same.length > 1) for (const { para } of same) itemsOf(para, noteFinder(model));
  }
}

/** Deletes the notes of deleted paragraphs, unless a remaining paragraph refers to them too. */
export function dropNotes(model: Model, gone: ReadonlySet<Para>): void {
  const left = model.body.paras.filter((para) => !gone.has(para)).flatMap(({ items }) => items ?? []);
  for (const { note } of [...gone].flatMap((para) => itemsOf(para, noteFinder(model)))) {
    if (note !== undefined && !left.some((item) => item.note === note && !item.isGone)) note.isGone = true;
  }
}

export function select(model: Model, paras: readonly Para[], selector: Selector): Selected[] {
  const found = selectText(paras, selector, noteFinder(model));
  if (typeof found === "string") throw new Unlocated(found);
  return found;
}

export interface InsertEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly at: Point;
  readonly content: Content;
}

export function insert(model: Model, { paragraphs, at, content }: InsertEdit): void {
  const { paras } = locateParas(model, paragraphs);
  for (const place of pointsOf(model, paras, at)) {
    const { para, index } = place();
    putContent(model, { para, index }, { content, look: lookAt(para.items ?? [], index) });
  }
}

interface Place {
  readonly para: Para;
  readonly index: number;
}

/** Returns one function per point. Call each when its turn comes, since earlier insertions move it. */
function pointsOf(model: Model, paras: readonly Para[], at: Point): (() => Place)[] {
  if (typeof at === "string") return paras.map((para) => () => edgeOf(model, para, at));
  const isAfter = at.after !== undefined;
  const found = select(model, paras, (at.after ?? at.before)!);
  return found.map(
    ({ items }) =>
      () =>
        isAfter ? placeAfter(items.at(-1)!) : placeBefore(items[0]!),
  );
}

function edgeOf(model: Model, para: Para, edge: "start" | "end"): Place {
  const items = itemsOf(para, noteFinder(model));
  const first = edge === "start" ? para.uploaded?.[0] : undefined;
  const last = edge === "end" ? para.uploaded?.at(-1) : undefined;
  if (first !== undefined) return placeBefore(first);
  if (last !== undefined) return placeAfter(last);
  return { para, index: edge === "start" && para.source === undefined ? 0 : items.length };
}

/** Returns the position before an item. Before the first character of a field's result, it is before the field. */
export function placeBefore(item: Item): Place {
  const items = item.para.items!;
  const index = items.indexOf(item);
  const mark = items[index - 1];
  const isFirst = item.field !== undefined && mark?.kind === "field" && mark.field === item.field;
  return { para: item.para, index: isFirst ? index - 1 : index };
}

/** Returns the position after an item, and after content that was inserted there earlier. */
export function placeAfter(item: Item): Place {
  const items = item.para.items!;
  let index = items.indexOf(item) + 1;
  while (index < items.length && !items[index]!.isUploaded) index += 1;
  return { para: item.para, index };
}

interface NewContent {
  readonly content: Content;
  readonly look: Look;
  readonly like?: Item;
}

function putContent(model: Model, { para, index }: Place, { content, look, like }: NewContent): void {
  const link = insideLink(para.items!, index) ?? like?.link;
  const made = contentItems(model, para, content, { look, ...(link === undefined ? {} : { link }) });
  para.items!.splice(index, 0, ...made);
}

/** Returns the link that strictly contains a point. */
function insideLink(items: readonly Item[], index: number): Item["link"] {
  const before = items[index - 1]?.link;
  return before !== undefined && before === items[index]?.link ? before : undefined;
}

/** Returns the format of plain text at a point: that of the text before it, or of the text after it at the start. */
function lookAt(items: readonly Item[], index: number): Look {
  const open = (why: string): Look => ({ keys: {}, open: why });
  if (items.length === 0) return open("format of the paragraph mark");
  const beside = items[index - 1] ?? items[index]!;
  const isText = beside.kind === "text" || beside.kind === "tab";
  if (!isText || beside.field !== undefined) return open("format beside what is no text");
  if (beside.link !== undefined) return open("format beside a link");
  if (!beside.isUploaded || beside.isGone) return open("format beside new or deleted text");
  return beside.look;
}

/**
 * Returns the format of plain text that replaces text beginning with this item. The JSON shows no format for breaks
 * and field results.
 */
function lookInPlaceOf({ field, kind, look }: Item): Look {
  if (field !== undefined) return { keys: {}, open: "format of a field" };
  return kind === "break" ? { keys: {}, open: "format of a break" } : look;
}

export interface ReplaceEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly text: Selector;
  readonly content: Content;
}

export function replace(model: Model, { paragraphs, text, content }: ReplaceEdit): void {
  const { paras } = locateParas(model, paragraphs);
  for (const { items } of select(model, paras, text)) {
    const [first] = items;
    const last = items.at(-1)!;
    const look = lookInPlaceOf(first!);
    const link = sharedLink(items);
    if (link === undefined && items.some((item) => item.link !== undefined)) {
      model.open.set("links", "text that replaces some of a link and more");
    }
    const index = last.para.items!.indexOf(last) + 1;
    removeItems(items);
    const like = link === undefined ? {} : { like: { ...first!, link } };
    putContent(model, { para: last.para, index }, { content, look: link === undefined ? look : openLink, ...like });
  }
}

const openLink: Look = { keys: {}, open: "format in a link" };

/** Returns the link that contains all items; undefined if an item has no link or another one. */
function sharedLink(items: readonly Item[]): Item["link"] {
  const [first] = items;
  return items.every(({ link }) => link === first?.link) ? first?.link : undefined;
}

export interface DeleteEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly text: Selector;
}

export function deleteText(model: Model, { paragraphs, text }: DeleteEdit): void {
  const { paras } = locateParas(model, paragraphs);
  for (const { items } of select(model, paras, text)) removeItems(items);
}

/** Deletes items. A field is deleted if its whole result is, or if it shows nothing and is between deleted items. */
function removeItems(items: readonly Item[]): void {
  const [first] = items;
  const all = first?.para.items ?? [];
  const between = all.slice(all.indexOf(first!), all.indexOf(items.at(-1)!));
  for (const item of between) {
    const isEmpty = item.kind === "field" && !all.some((one) => one.field === item.field && one.text !== "");
    if (isEmpty) item.isGone = true;
  }
  for (const item of items) {
    if (item.isGone) throw new Unlocated("text is removed twice");
    item.isGone = true;
  }
  for (const { field, para } of items) {
    if (field === undefined) continue;
    const own = para.items!.filter((item) => item.field === field);
    if (own.some((item) => item.kind !== "field" && !item.isGone)) throw new Unlocated("part of a field is removed");
    for (const item of own) item.isGone = true;
  }
}

export interface FormatEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly text?: Selector;
  readonly format: Readonly<Record<string, unknown>>;
}

export function format(model: Model, { paragraphs, text, format: change }: FormatEdit): void {
  const { paras } = locateParas(model, paragraphs);
  const chosen =
    text === undefined
      ? paras.map((para) => itemsOf(para, noteFinder(model)))
      : select(model, paras, text).map(({ items }) => items);
  for (const item of chosen.flat()) item.look = changeLook(item.look, change);
}
