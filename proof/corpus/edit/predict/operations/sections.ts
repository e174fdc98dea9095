// Predicts sections: inserted and removed breaks, page setup, headers and footers.

import { type LocatorGiven, locatePara, locateSection, type SectionGiven, Unlocated } from "../locate.ts";
import { changeLook, known, type Look, type Model, newPara, type Para, type Part, type Section } from "../model.ts";
import { shownKey } from "../read-model.ts";
import type { Content, NewParagraph } from "../write-content.ts";
import { numberNewParas } from "./numbering.ts";
import { makeParas } from "./paragraphs.ts";

export interface InsertBreakEdit {
  readonly paragraphs: LocatorGiven;
  readonly section_type: string;
  readonly ref?: string;
}

export function insertSectionBreak(model: Model, { paragraphs, section_type: type, ref }: InsertBreakEdit): void {
  const para = locatePara(model, paragraphs);
  const { body } = model;
  if (para.part !== body || para.cell !== undefined) throw new Unlocated("a section ends in the body, outside tables");
  if (para.ends !== undefined || body.paras.at(-1) === para) addEnd(body, para);
  const end = body.paras.slice(body.paras.indexOf(para) + 1).find(({ ends }) => ends !== undefined);
  const before = end?.ends ?? model.lastSection;
  // The part before the break keeps the name of the section.
  const after: Section = { type: known(type), setup: before.setup, shown: new Map(before.shown) };
  if (end === undefined) model.lastSection = after;
  else end.ends = after;
  para.ends = before;
  if (ref !== undefined) model.refs.set(ref, { kind: "section", section: after });
}

/** A paragraph must follow the break, so an empty one is added. */
function addEnd(body: Part, para: Para): void {
  const { style, list, format, ends } = para;
  const made = newPara(body, undefined, { style, list, format, ends });
  para.ends = undefined;
  body.paras.splice(body.paras.indexOf(para) + 1, 0, made);
}

/** Returns the sections from one on, in document order. */
function sectionsFrom({ body, lastSection }: Model, section: Section): Section[] {
  const all = [...body.paras.flatMap(({ ends }) => (ends === undefined ? [] : [ends])), lastSection];
  return all.slice(all.indexOf(section));
}

export function removeSectionBreak(model: Model, { section: given }: { readonly section: SectionGiven }): void {
  const section = locateSection(model, given);
  const end = model.body.paras.find(({ ends }) => ends === section);
  if (end === undefined) throw new Unlocated("the last section ends with the document");
  const next = sectionsFrom(model, section)[1]!;
  end.ends = undefined;
  // If both sections show the same header or footer, the next section may have its own reference to that part, or may
  // inherit the part from this section.
  const isShared = [...next.shown].some(([key, part]) => section.shown.get(key) === part);
  if (isShared) model.open.set("headers", "headers of a section whose break goes");
}

export interface PageSetupEdit {
  readonly section: SectionGiven | readonly SectionGiven[] | "all";
  readonly page_setup: Readonly<Record<string, unknown>>;
}

export function setPageSetup(model: Model, { section, page_setup: change }: PageSetupEdit): void {
  const first = model.body.paras.find(({ ends }) => ends !== undefined)?.ends ?? model.lastSection;
  const named =
    section === "all"
      ? sectionsFrom(model, first)
      : [section].flat().map((one) => locateSection(model, one as SectionGiven));
  for (const one of new Set(named)) one.setup = changeSetup(one.setup, change);
}

type Fields = Readonly<Record<string, unknown>>;

function changeSetup(setup: Look, change: Fields): Look {
  const { margins, page_numbering: numbering, orientation, paper, ...rest } = change;
  const { keys } = setup;
  const changed: Record<string, unknown> = { ...rest };
  if (isFields(margins)) changed.margins = { ...USUAL, ...(keys.margins as Fields | undefined), ...margins };
  else if (margins === null) changed.margins = null;
  if (isFields(numbering)) changed.page_numbering = merged(keys.page_numbering as Fields | undefined, numbering);
  else if (numbering === null) changed.page_numbering = null;
  if (orientation !== undefined || paper !== undefined) {
    Object.assign(changed, paperOf(keys, { orientation, paper }));
  }
  return changeLook(setup, changed);
}

/** The values that Word uses for missing margins, in points. */
const USUAL = { top: 72, right: 72, bottom: 72, left: 72, header: 36, footer: 36, gutter: 0 };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function merged(old: Fields = {}, change: Fields): Fields | null {
  const entries = Object.entries({ ...old, ...change }).filter(([, value]) => value !== null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/**
 * Returns paper and orientation after a change. A named paper keeps its name in any orientation. A paper given by its
 * sides is turned by swapping them.
 */
function paperOf(keys: Fields, { orientation, paper }: Fields): Fields {
  // The JSON does not name a paper without a standard name. Without any paper, Word uses letter.
  const wanted = paper ?? keys.paper ?? (keys.orientation === undefined ? "letter" : null);
  const turned = orientation ?? (isFields(paper) ? shapeOf(paper, keys.orientation) : (keys.orientation ?? "portrait"));
  if (!isFields(wanted)) return { paper: wanted, orientation: turned };
  const [short, long] = [Number(wanted.width), Number(wanted.height)].sort((one, other) => one - other);
  const sides = turned === "landscape" ? { width: long, height: short } : { width: short, height: long };
  return { paper: orientation === undefined ? wanted : sides, orientation: turned };
}

function shapeOf({ width, height }: Fields, old: unknown): unknown {
  if (width === height) return old ?? "portrait";
  return Number(width) > Number(height) ? "landscape" : "portrait";
}

export interface HeaderFooterEdit {
  readonly section: SectionGiven;
  readonly part: { readonly kind: "header" | "footer"; readonly type?: "default" | "first" };
  readonly content?: Content;
  readonly new_paragraphs?: readonly NewParagraph[];
  readonly ref?: string;
}

export function addHeaderFooter(model: Model, edit: HeaderFooterEdit): void {
  const { kind, type = "default" } = edit.part;
  const section = locateSection(model, edit.section);
  const part: Part = { kind, type, number: 0, sections: [], paras: [], all: [], tables: [] };
  const items = edit.new_paragraphs ?? [{ content: edit.content ?? "" }];
  const paras = makeParas(model, items, { part, cell: undefined, like: undefined });
  const style = { open: "style of a new header or footer" };
  for (const [index, para] of paras.entries()) {
    if (items[index]!.style_id === undefined) Object.assign(para, { style, list: style });
  }
  part.paras.push(...paras);
  numberNewParas(model, items, paras);
  model.parts.push(part);
  show(model, section, part);
  if (type === "first") section.setup = changeLook(section.setup, { different_first_page: true });
  if (edit.ref !== undefined) model.refs.set(edit.ref, { kind: "part", part });
}

/** Shows a part in a section. A later section without its own part shows that of the section before it. */
function show(model: Model, section: Section, part: Part): void {
  const key = shownKey(part);
  const old = section.shown.get(key);
  section.shown.set(key, part);
  for (const next of sectionsFrom(model, section).slice(1)) {
    if (next.shown.get(key) !== old) return;
    if (old !== undefined) {
      model.open.set("headers", "header of a section behind one that gets its own");
      return;
    }
    next.shown.set(key, part);
  }
}
