// Computes the looks of one document: of its runs, paragraphs, cells, rows, tables and sections.

import { NameSet } from "../../ooxml/xml/name-set.ts";
import { elementsNamed, NamedSpans } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Style } from "../formatting/styles.ts";
import type { NoteKind } from "../marks/notes.ts";
import type { WordDocument } from "../open-document.ts";
import { readSettings } from "../settings.ts";
import { noteStories, parentInStory, type Story } from "../text/stories.ts";
import type { View } from "../text/views.ts";
import { W } from "../word-names.ts";
import { cellLook, exceptionLook, rowLook, tableAlignment, tableLook, tableSpacing } from "./cell-look.ts";
import { shadingOf, type ThemeLook } from "./colours.ts";
import type { Look } from "./look.ts";
import { type ParagraphPlace, paragraphLook } from "./paragraph-look.ts";
import { NO_PROPERTIES, type Properties, type PropertyElement, readPropertyElements } from "./property-layers.ts";
import { runLook } from "./run-look.ts";
import { type SectionPages, type SectionPlace, sectionLook } from "./section-look.ts";
import { StyleLayers, type TablePart, tableKey } from "./style-layers.ts";
import { ALL_CONDITIONS, CellPlaces, styledCell, type TableCellPlace, TablePlaces, tablePart } from "./table-places.ts";

/** The surroundings of a paragraph and of its runs. */
export interface LookPlace extends ParagraphPlace {
  /** True if the paragraph or its cell has a ground that is not white. */
  readonly isShaded: boolean;
}

/** The surroundings of a paragraph, which are independent of its own properties. Equal places are one object. */
export interface ParagraphSurroundings {
  readonly table: TablePart | undefined;
  readonly cellShading: string | undefined;
  readonly hasTab: boolean;
}

/** A table, row or section in a view. */
export interface OwnerPlace {
  readonly story: Story;
  readonly node: NodeId;
  readonly view: View;
}

export class DocumentLooks {
  readonly #styles: StyleLayers;
  readonly #sections: Omit<SectionPlace, "theme" | "isFirst" | "pages">;
  /** Maps a view and a table to its places. */
  readonly #tables = new Map<View, Map<Tree, Map<NodeId, TablePlaces>>>();
  readonly #cells = new CellPlaces();
  readonly #textPlaces = new Map<string, ParagraphSurroundings>();
  readonly #tabs = new Map<Tree, NamedSpans>();

  constructor(document: WordDocument) {
    this.#styles = new StyleLayers(document);
    const related = document.package.relationships(document.main);
    this.#sections = {
      hasHeader: related.some(({ kind }) => kind === "header"),
      hasFooter: related.some(({ kind }) => kind === "footer"),
      hasEvenPages: readSettings(document).evenAndOddHeaders,
      notes: notesIn(document),
    };
  }

  get theme(): ThemeLook {
    return this.#styles.theme;
  }

  run(direct: Properties, place: LookPlace): Look {
    const { theme } = this.#styles;
    return runLook(direct, this.#styles.ofRun(direct, place), { theme, isShaded: place.isShaded });
  }

  paragraph(direct: Properties, place: LookPlace): Look {
    return paragraphLook(direct, this.#styles, place);
  }

  /** Returns the look of a section. A section without an owner is not the first one. */
  section(direct: Properties, owner?: OwnerPlace): Look {
    const isFirst = owner !== undefined && firstSection(owner.story) === owner.node;
    const pages = owner === undefined ? NO_PAGES : sectionPages(owner);
    return sectionLook(direct, { theme: this.#styles.theme, ...this.#sections, isFirst, pages });
  }

  /** Returns what the look of a table, row or section depends on besides its properties, as text. */
  ownerText(owner: OwnerPlace): string {
    const { story, node } = owner;
    if (node === NONE || story.tree.name(node) === W.sectPr) {
      const { header, footer } = sectionPages(owner);
      return `${firstSection(story) === node} ${[...header].sort()} ${[...footer].sort()}`;
    }
    const places = this.#tableAround(owner);
    return places === undefined ? "" : `${places.isFitted} ${places.number}`;
  }

  /** Returns the look of a row. A row without an owner is compared as if its table set nothing. */
  row(direct: Properties, owner?: OwnerPlace): Look {
    const table = owner === undefined ? NO_PROPERTIES : (this.#tableAround(owner)?.properties ?? NO_PROPERTIES);
    const of = { alignment: tableAlignment, spacing: tableSpacing };
    return rowLook(direct, (field) => of[field](table, this.#styles));
  }

  /** Returns the look of the exceptions of a row. */
  exception(direct: Properties, owner?: OwnerPlace): Look {
    const places = owner === undefined ? undefined : this.#tableAround(owner);
    const table = tableLook(places?.properties ?? NO_PROPERTIES, this.#styles, places?.isFitted ?? false);
    return exceptionLook(direct, table);
  }

  /** Returns the look of a table. Without an owner, its cells are unknown. */
  table(direct: Properties, owner?: OwnerPlace): Look {
    const places = owner === undefined ? undefined : this.#placesOf(owner.story, owner.node, owner.view);
    return tableLook(direct, this.#styles, places?.isFitted ?? false);
  }

  tablePart(direct: Properties): TablePart {
    return tablePart(direct, this.#styles);
  }

  /** Returns what the style of a table gives to text, without a condition and under each one that the table allows. */
  tableText({ style, allowed = [] }: TablePart): Look {
    const plain = this.#paragraphIn(undefined);
    const fields = [[], ...allowed.map((condition) => [condition])].flatMap((conditions) => {
      const table = { style, conditions, allowed };
      const text = this.#styles.ofTableText(table);
      const run = runLook(NO_PROPERTIES, text, { theme: this.#styles.theme, isShaded: false });
      const paragraph = [...this.#paragraphIn(table)].filter(([field, value]) => plain.get(field) !== value);
      return [...run.fields, ...paragraph].map(([field, value]) => {
        return [["text", ...conditions, field].join(" "), value] as const;
      });
    });
    return { fields: new Map(fields), direct: NO_FIELDS };
  }

  #paragraphIn(table: TablePart | undefined): ReadonlyMap<string, string> {
    return this.paragraph(NO_PROPERTIES, { style: undefined, table, isShaded: false, hasTab: true }).fields;
  }

  cell(direct: Properties, place: TableCellPlace): Look {
    return cellLook(direct, this.#styles, place);
  }

  /** Returns the looks of everything that has this style and nothing else, in an order that the kind decides. */
  ofStyle({ kind, id }: Pick<Style, "kind" | "id">): readonly Look[] {
    const place = { style: kind === "paragraph" ? id : undefined, table: undefined, isShaded: false, hasTab: true };
    if (kind === "paragraph") return [this.run(NO_PROPERTIES, place), this.paragraph(NO_PROPERTIES, place)];
    if (kind === "table") return this.#ofTableStyle(id);
    return [runLook(NO_PROPERTIES, this.#styles.ofCharacterStyle(id), { theme: this.#styles.theme, isShaded: false })];
  }

  /** Returns the looks of a table, and of its cells and their text: without conditions and under each condition alone. */
  #ofTableStyle(id: string): Look[] {
    const named: PropertyElement = { name: "tblStyle", attributes: new Map([["val", id]]), children: [] };
    const conditions = [[], ...ALL_CONDITIONS.map((condition) => [condition])];
    const parts = conditions.map((those) => ({ style: id, conditions: those, allowed: undefined }));
    const looks = parts.flatMap((table) => {
      const place = { style: undefined, table, isShaded: false, hasTab: true };
      const cells = [undefined, NO_PROPERTIES].map((beside) =>
        cellLook(NO_PROPERTIES, this.#styles, styledCell(table, beside)),
      );
      return [this.run(NO_PROPERTIES, place), this.paragraph(NO_PROPERTIES, place), ...cells];
    });
    return [this.table(new Map([["tblStyle", named]])), ...looks];
  }

  /** True if the table style around a paragraph sets properties of text. */
  isStyledByTable({ table }: LookPlace, holder: "pPr" | "rPr"): boolean {
    return this.#styles.tableLayers(table, holder).length > 0;
  }

  /** Returns the place of a cell in a view; undefined for a cell that is not read as part of a table. */
  cellPlace(story: Story, cell: NodeId, view: View): TableCellPlace | undefined {
    return this.#tableAround({ story, node: cell, view })?.of(cell);
  }

  /** Returns what is around a paragraph in a view. */
  textPlace(story: Story, paragraph: NodeId, view: View): ParagraphSurroundings {
    const cell = enclosing(story, paragraph, W.tc);
    const around = cell === NONE ? undefined : this.cellPlace(story, cell, view);
    const inCell = cell === NONE ? undefined : UNSTYLED;
    const table = around?.part ?? inCell;
    const cellShading = around === undefined ? undefined : this.#cellShading(around);
    const place = { table, cellShading, hasTab: this.#hasTab(story.tree, paragraph) };
    const key = `${tableKey(table)}\0${table?.allowed}\0${cellShading}\0${place.hasTab}`;
    const known = this.#textPlaces.get(key) ?? place;
    this.#textPlaces.set(key, known);
    return known;
  }

  /** Returns the surroundings of a paragraph with these properties. */
  placeOf(properties: Properties, { table, cellShading, hasTab }: ParagraphSurroundings): LookPlace {
    const style = properties.get("pStyle")?.attributes.get("val");
    const layers = this.#styles.ofParagraph(properties, { style, table });
    const isShaded = (cellShading ?? shadingOf(layers.element("shd"), this.#styles.theme)) !== undefined;
    return { style, table, isShaded, hasTab };
  }

  #hasTab(tree: Tree, paragraph: NodeId): boolean {
    if (!tree.mayHave(W.tab) && !tree.mayHave(W.ptab)) return false;
    const spans = this.#tabs.get(tree) ?? new NamedSpans(tree.span, (name) => TABS.has(name));
    this.#tabs.set(tree, spans);
    return !spans.isFree(tree, paragraph) && hasTab(tree, paragraph);
  }

  #tableAround({ story, node, view }: OwnerPlace): TablePlaces | undefined {
    const table = enclosing(story, node, W.tbl);
    return table === NONE ? undefined : this.#placesOf(story, table, view);
  }

  #cellShading(place: TableCellPlace): string | undefined {
    const own = place.own.get("shd");
    const byStyle = this.#styles.tableLayers(place.part, "tcPr").map(({ properties }) => properties.get("shd"));
    return shadingOf(own ?? byStyle.find((found) => found !== undefined), this.#styles.theme);
  }

  #placesOf(story: Story, table: NodeId, view: View): TablePlaces {
    const trees = this.#tables.get(view) ?? new Map<Tree, Map<NodeId, TablePlaces>>();
    this.#tables.set(view, trees);
    const tables = trees.get(story.tree) ?? new Map<NodeId, TablePlaces>();
    trees.set(story.tree, tables);
    const known =
      tables.get(table) ?? new TablePlaces(story, table, { styles: this.#styles, places: this.#cells, view });
    tables.set(table, known);
    return known;
  }
}

const NO_FIELDS: ReadonlySet<string> = new Set();
const UNSTYLED: TablePart = { style: undefined, conditions: [], allowed: undefined };
const TABS = new NameSet([W.tab, W.ptab]);
const SECTIONS: ReadonlySet<NameId> = new Set([W.sectPr]);

const NO_PAGES: SectionPages = { header: new Set(), footer: new Set() };

function sectionsOf({ tree }: Story): NodeId[] {
  return elementsNamed(tree, SECTIONS).filter((node) => tree.name(tree.parent(node)) !== W.sectPrChange);
}

function firstSection(story: Story): NodeId {
  return sectionsOf(story)[0] ?? NONE;
}

/** Returns the pages of a section with headers and footers. A section without a reference has those before it. */
function sectionPages({ story, node }: OwnerPlace): SectionPages {
  const { tree } = story;
  const sections = sectionsOf(story);
  const earlier = sections.slice(0, sections.indexOf(node) + 1);
  const kindsOf = (name: NameId): Set<string> => {
    const references = earlier.flatMap((section) =>
      tree.children(section).filter((child) => tree.name(child) === name),
    );
    return new Set(references.map((reference) => tree.attribute(reference, W.type) ?? "default"));
  };
  return { header: kindsOf(W.headerReference), footer: kindsOf(W.footerReference) };
}

/** Returns how a document numbers its notes; undefined for a kind of notes that it does not have. */
function notesIn(document: WordDocument): SectionPlace["notes"] {
  const stories = [...noteStories(document).values()];
  const { source, notes } = readSettings(document);
  const ofKind = (kind: NoteKind): Properties | undefined => {
    if (!stories.some((story) => story.kind === kind)) return undefined;
    return source === undefined ? NO_PROPERTIES : readPropertyElements(source.tree, notes[kind]);
  };
  return { footnote: ofKind("footnote"), endnote: ofKind("endnote") };
}

// policy: children of a paragraph and of a run whose tabs are not in its text
const WITHOUT_TABS: ReadonlySet<NameId> = new Set([W.pPr, W.rPr, W.drawing, W.pict]);

function hasTab(tree: Tree, paragraph: NodeId): boolean {
  const open = [...tree.children(paragraph)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!tree.isElement(node)) continue;
    const name = tree.name(node);
    if (TABS.has(name)) return true;
    if (!WITHOUT_TABS.has(name)) open.push(...tree.children(node));
  }
  return false;
}

/** Returns the nearest element of a name around a node of the story, or NONE. */
function enclosing(story: Story, node: NodeId, name: NameId): NodeId {
  let around = node;
  while (around !== NONE && story.tree.name(around) !== name) around = parentInStory(story, around);
  return around;
}
