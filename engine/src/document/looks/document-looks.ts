// Computes the looks of one document: of its runs, paragraphs, cells, rows, tables and sections.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Style } from "../formatting/styles.ts";
import type { WordDocument } from "../open-document.ts";
import { parentInStory, type Story } from "../text/stories.ts";
import type { View } from "../text/views.ts";
import { W } from "../word-names.ts";
import { cellLook, exceptionLook, rowLook, tableLook } from "./cell-look.ts";
import { shadingOf, type ThemeLook } from "./colours.ts";
import type { Look } from "./look.ts";
import { type ParagraphPlace, paragraphLook } from "./paragraph-look.ts";
import { NO_PROPERTIES, type Properties, type PropertyElement } from "./property-layers.ts";
import { runLook } from "./run-look.ts";
import { sectionLook } from "./section-look.ts";
import { StyleLayers, type TablePart } from "./style-layers.ts";
import { ALL_CONDITIONS, styledCell, type TableCellPlace, TablePlaces, tablePart } from "./table-places.ts";

/** The surroundings of a paragraph and of its runs. */
export interface LookPlace extends ParagraphPlace {
  /** True if the paragraph or its cell has a ground that is not white. */
  readonly isShaded: boolean;
}

export class DocumentLooks {
  readonly #styles: StyleLayers;
  readonly #sections: { readonly hasHeader: boolean; readonly hasFooter: boolean };
  /** Maps a view and a table to its places. */
  readonly #tables = new Map<View, Map<Tree, Map<NodeId, TablePlaces>>>();

  constructor(document: WordDocument) {
    this.#styles = new StyleLayers(document);
    const related = document.package.relationships(document.main);
    this.#sections = {
      hasHeader: related.some(({ kind }) => kind === "header"),
      hasFooter: related.some(({ kind }) => kind === "footer"),
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

  section(direct: Properties): Look {
    return sectionLook(direct, { theme: this.#styles.theme, ...this.#sections });
  }

  row(direct: Properties): Look {
    return rowLook(direct);
  }

  exception(direct: Properties): Look {
    return exceptionLook(direct);
  }

  table(direct: Properties): Look {
    return tableLook(direct, this.#styles);
  }

  tablePart(direct: Properties): TablePart {
    return tablePart(direct, this.#styles);
  }

  /** Returns the looks that the style of a table gives to text under each condition; undefined for none. */
  tableText({ style, allowed = [] }: TablePart): string | undefined {
    const plain = this.#paragraphIn(undefined);
    const texts = [[], ...allowed.map((condition) => [condition])].map((conditions) => {
      const table = { style, conditions, allowed };
      const text = this.#styles.ofTableText(table);
      const run = runLook(NO_PROPERTIES, text, { theme: this.#styles.theme, isShaded: false });
      const paragraph = [...this.#paragraphIn(table)].filter(([field, value]) => plain.get(field) !== value);
      return [...run.fields, ...paragraph].map(([field, value]) => `${field}=${value}`).sort();
    });
    return texts.every(({ length }) => length === 0) ? undefined : texts.map((fields) => fields.join()).join("; ");
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
    const table = enclosing(story, cell, W.tbl);
    return table === NONE ? undefined : this.#placesOf(story, table, view).of(cell);
  }

  /** Returns the surroundings of a paragraph with these properties. */
  placeOf(story: Story, paragraph: NodeId, { properties, view }: { properties: Properties; view: View }): LookPlace {
    const { tree } = story;
    const cell = enclosing(story, paragraph, W.tc);
    const around = cell === NONE ? undefined : this.cellPlace(story, cell, view);
    const style = properties.get("pStyle")?.attributes.get("val");
    const table =
      around?.part ?? (cell === NONE ? undefined : { style: undefined, conditions: [], allowed: undefined });
    const layers = this.#styles.ofParagraph(properties, { style, table });
    const { theme } = this.#styles;
    const cellShading = around === undefined ? undefined : this.#cellShading(around);
    const isShaded = (cellShading ?? shadingOf(layers.element("shd"), theme)) !== undefined;
    return { style, table, isShaded, hasTab: hasTab(tree, paragraph) };
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
    const known = tables.get(table) ?? new TablePlaces(story, table, { styles: this.#styles, view });
    tables.set(table, known);
    return known;
  }
}

// policy: children of a paragraph and of a run whose tabs are not in its text
const WITHOUT_TABS: ReadonlySet<NameId> = new Set([W.pPr, W.rPr, W.drawing, W.pict]);

function hasTab(tree: Tree, paragraph: NodeId): boolean {
  if (!tree.mayHave(W.tab)) return false;
  const open = [...tree.children(paragraph)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!tree.isElement(node)) continue;
    const name = tree.name(node);
    if (name === W.tab || name === W.ptab) return true;
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
