// Reads what the formatting of a document shows, by the definition of the format and without the engine.
//
// The document may have tracked changes of properties, and no others. Every look is resolved with the styles, theme and lists of the document.

import { ContentPackage } from "../content-package.ts";
import { childNamed, descendantsOf, type Element, elementsIn, textOf } from "../xml-tree.ts";
import { type Fields, nearest, valOf } from "./layers.ts";
import { type ParagraphPlace, paragraphFields } from "./paragraph-fields.ts";
import { fieldsOnSpace, runFields, scriptOf } from "./run-fields.ts";
import { sectionFields } from "./section-fields.ts";
import { StyleSheet, type TableStyle } from "./style-sheet.ts";
import {
  type CellPlace,
  cellFields,
  cellShading,
  childrenNamed,
  rowFields,
  tableFields,
  tableStyleAt,
} from "./table-fields.ts";
import { shadingText, type Theme } from "./theme.ts";

/** Ids of the styles around text, for its paragraph, its table, and the text itself. */
export interface StyleIds {
  readonly paragraph: string | undefined;
  readonly table: TableStyle | undefined;
  readonly character?: string | undefined;
}

/** A character with its look. */
export interface Letter {
  readonly text: string;
  readonly fields: Fields;
  readonly styles: StyleIds;
}

/** A paragraph, table, row, cell or section, in document order. */
export interface Look {
  readonly kind: "paragraph" | "table" | "row" | "cell" | "section";
  readonly fields: Fields;
  /** Set only for paragraphs. The mark is the last letter. */
  readonly letters: readonly Letter[];
  readonly styles: StyleIds;
  /** True if a tracked change records other properties of it; for a paragraph, also of its text. */
  readonly isTracked: boolean;
}

export interface DocumentLooks {
  readonly sheet: StyleSheet;
  readonly looks: readonly Look[];
}

/** The text of a paragraph mark. */
const MARK = "\u00b6";

/** `theme` replaces the theme of the document. */
export function readDocumentLooks(bytes: Uint8Array, theme?: Theme): DocumentLooks {
  const file = new ContentPackage(bytes);
  const sheet = new StyleSheet(file, theme);
  const looks: Look[] = [];
  readBlocks(childNamed(file.tree(file.main), "w:body")!, { sheet, looks, cell: undefined });
  return { sheet, looks };
}

interface Around {
  readonly sheet: StyleSheet;
  readonly looks: Look[];
  readonly cell: CellPlace | undefined;
}

function readBlocks(parent: Element, around: Around): void {
  const { sheet, looks } = around;
  for (const block of elementsIn(parent)) {
    if (block.name === "w:p") {
      looks.push(paragraphLook(block, around));
      const section = childNamed(childNamed(block, "w:pPr"), "w:sectPr");
      if (section !== undefined)
        addLook(looks, { kind: "section", fields: sectionFields(section, sheet.theme), properties: section });
    } else if (block.name === "w:tbl") readTable(block, around);
    else if (block.name === "w:sectPr")
      addLook(looks, { kind: "section", fields: sectionFields(block, sheet.theme), properties: block });
  }
}

interface OwnedLook extends Pick<Look, "kind" | "fields"> {
  readonly properties: Element | undefined;
  readonly table?: TableStyle;
}

function addLook(looks: Look[], { kind, fields, properties, table }: OwnedLook): void {
  const isTracked = properties !== undefined && elementsIn(properties).some(isRecord);
  looks.push({ kind, fields, letters: [], styles: { paragraph: undefined, table }, isTracked });
}

/** True for the record of a changed property, such as w:rPrChange. */
function isRecord({ name }: Element): boolean {
  return name.endsWith("PrChange");
}

function paragraphLook(paragraph: Element, { sheet, cell }: Around): Look {
  const direct = childNamed(paragraph, "w:pPr");
  const style = valOf(childNamed(direct, "w:pStyle"));
  const table = cell?.style;
  const place: ParagraphPlace = { style, table, hasTab: hasTabInText(paragraph) };
  const ground = shadingText(nearest(sheet.paragraphLayers(direct, place), "w:shd"), sheet.theme);
  const isShaded = ground !== undefined || (cell !== undefined && cellShading(cell, sheet) !== undefined);
  const letters = childrenNamed(paragraph, "w:r").flatMap((run) => runLetters(run, { sheet, place, isShaded }));
  const mark = lettersOf(MARK, childNamed(direct, "w:rPr"), { sheet, place, isShaded });
  const fields = paragraphFields(direct, sheet, place);
  const isTracked = [...descendantsOf(paragraph)].some((one) => isRecord(one) && one.name !== "w:sectPrChange");
  return { kind: "paragraph", fields, letters: [...letters, ...mark], styles: { paragraph: style, table }, isTracked };
}

interface TextAround {
  readonly sheet: StyleSheet;
  readonly place: ParagraphPlace;
  readonly isShaded: boolean;
}

function runLetters(run: Element, around: TextAround): Letter[] {
  const text = elementsIn(run).map((element) => {
    if (element.name === "w:tab") return "\t";
    return element.name === "w:br" ? "\n" : element.name === "w:t" ? textOf(element) : "";
  });
  return lettersOf(text.join(""), childNamed(run, "w:rPr"), around);
}

function lettersOf(text: string, direct: Element | undefined, { sheet, place, isShaded }: TextAround): Letter[] {
  const layers = sheet.runLayers(direct, place);
  const character = valOf(childNamed(direct, "w:rStyle"));
  const styles: StyleIds = { paragraph: place.style, table: place.table, character };
  const known = new Map<string, Fields>();
  return Array.from(text, (letter) => {
    const isSpace = letter.trim() === "";
    const script = letter === MARK ? "ascii" : scriptOf(letter);
    const key = isSpace ? "space" : script;
    const fields = known.get(key) ?? runFields(layers, script, { theme: sheet.theme, isShaded });
    known.set(key, isSpace ? fieldsOnSpace(fields) : fields);
    return { text: letter, fields: known.get(key)!, styles };
  });
}

function hasTabInText(paragraph: Element): boolean {
  return childrenNamed(paragraph, "w:r").some((run) => childNamed(run, "w:tab") !== undefined);
}

interface GridCell {
  readonly element: Element;
  readonly from: number;
  readonly to: number;
  readonly merge: string | undefined;
  readonly place: CellPlace;
}

function readTable(table: Element, around: Around): void {
  const { sheet, looks } = around;
  const properties = childNamed(table, "w:tblPr");
  const id = valOf(childNamed(properties, "w:tblStyle"));
  addLook(looks, { kind: "table", fields: tableFields(properties, sheet), properties, table: { id, parts: [] } });
  const rows = childrenNamed(table, "w:tr");
  const grid = rows.map((row, index) => gridRow(row, { index, count: rows.length, properties, sheet }));
  for (const [index, cells] of grid.entries()) {
    const row = rows[index]!;
    const ofRow = childNamed(row, "w:trPr");
    addLook(looks, { kind: "row", fields: rowFields(ofRow), properties: ofRow });
    for (const [at, cell] of cells.entries()) {
      const beside = new Map<string, GridCell | undefined>([
        ["left", cells[at - 1]],
        ["right", cells[at + 1]],
        ["top", grid[index - 1]?.find(({ from, to }) => from <= cell.from && cell.from < to)],
        ["bottom", grid[index + 1]?.find(({ from, to }) => from <= cell.from && cell.from < to)],
      ]);
      const place = placed(cell, beside);
      addLook(looks, { kind: "cell", fields: cellFields(place, sheet), properties: place.own, table: place.style });
      readBlocks(cell.element, { ...around, cell: place });
    }
  }
}

interface RowPlace {
  readonly index: number;
  readonly count: number;
  readonly properties: Element | undefined;
  readonly sheet: StyleSheet;
}

function gridRow(row: Element, { index, count, properties, sheet }: RowPlace): GridCell[] {
  const elements = childrenNamed(row, "w:tc");
  const exceptions = childNamed(row, "w:tblPrEx");
  let column = 0;
  return elements.map((element, at) => {
    const own = childNamed(element, "w:tcPr");
    const from = column;
    column += Number(valOf(childNamed(own, "w:gridSpan")) ?? 1);
    const merged = childNamed(own, "w:vMerge");
    const style = tableStyleAt(properties, { row: index, rows: count, column: at, columns: elements.length }, sheet);
    const alone = { isMergedUp: false, isMergedDown: false, neighbours: new Map() };
    return {
      element,
      from,
      to: column,
      merge: merged === undefined ? undefined : (valOf(merged) ?? "continue"),
      place: { style, table: properties, exceptions, own, ...alone },
    };
  });
}

function placed({ place, merge }: GridCell, beside: ReadonlyMap<string, GridCell | undefined>): CellPlace {
  const neighbours = new Map<string, CellPlace>();
  for (const [side, cell] of beside) if (cell !== undefined) neighbours.set(side, cell.place);
  return {
    ...place,
    neighbours,
    isMergedUp: merge === "continue" && beside.get("top") !== undefined,
    isMergedDown: merge !== undefined && beside.get("bottom")?.merge === "continue",
  };
}
