// Reads what the formatting of a document shows, by the definition of the format and without the engine.
//
// It reads the body, without notes and text boxes.
// The document may have tracked changes of properties, and no others. Every look is resolved with the styles, theme and lists of the document.

import { ContentPackage } from "../content-package.ts";
import { childNamed, descendantsOf, type Element, elementsIn, textOf } from "../xml-tree.ts";
import { type Fields, isSwitchedOn, nearest, valOf } from "./layers.ts";
import { type ParagraphPlace, paragraphFields } from "./paragraph-fields.ts";
import { fieldsOnSpace, isOrdered, markFields, runFields, scriptOf } from "./run-fields.ts";
import { sectionFields } from "./section-fields.ts";
import { StyleSheet, type TableStyle } from "./style-sheet.ts";
import {
  type CellPlace,
  cellFields,
  cellShading,
  hasRoomForLines,
  isFittedCell,
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
  const body = childNamed(file.tree(file.main), "w:body");
  const settings = file.related(file.main, "settings");
  const even = settings === undefined ? undefined : childNamed(file.tree(settings), "w:evenAndOddHeaders");
  const around = { sheet, looks, cell: undefined, references: new Set<string>(), hasEvenPages: isSwitchedOn(even) };
  if (body !== undefined) readBlocks(body, around);
  return { sheet, looks };
}

/** Elements that only hold others. Content controls have theirs in w:sdtContent. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "sdt sdtContent customXml smartTag hyperlink fldSimple bdo dir ins moveTo".split(" ").map((name) => `w:${name}`),
);

/** Returns the children of an element, with the content of wrappers in their place. */
function contentOf(parent: Element): Element[] {
  return elementsIn(parent).flatMap((child) => (WRAPPERS.has(child.name) ? contentOf(child) : [child]));
}

function contentNamed(parent: Element, name: string): Element[] {
  return contentOf(parent).filter((child) => child.name === name);
}

interface Around {
  readonly sheet: StyleSheet;
  readonly looks: Look[];
  readonly cell: CellPlace | undefined;
  /** References to headers and footers that were read so far. */
  readonly references: Set<string>;
  readonly hasEvenPages: boolean;
}

function readBlocks(parent: Element, around: Around): void {
  const { looks } = around;
  for (const block of contentOf(parent)) {
    if (block.name === "w:p") {
      looks.push(paragraphLook(block, around));
      const section = childNamed(childNamed(block, "w:pPr"), "w:sectPr");
      if (section !== undefined) addSection(section, around);
    } else if (block.name === "w:tbl") readTable(block, around);
    else if (block.name === "w:sectPr") addSection(block, around);
  }
}

function addSection(properties: Element, { sheet, looks, references, hasEvenPages }: Around): void {
  const isFirst = !looks.some(({ kind }) => kind === "section");
  for (const { name, attributes } of elementsIn(properties)) {
    const kind = /^(w:header|w:footer)Reference$/.exec(name)?.[1];
    if (kind !== undefined) references.add(`${kind} ${attributes.get("w:type") ?? "default"}`);
  }
  const fields = sectionFields(properties, { theme: sheet.theme, isFirst, references, hasEvenPages });
  addLook(looks, { kind: "section", fields, properties });
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
  const letters = contentNamed(paragraph, "w:r").flatMap((run) => runLetters(run, { sheet, place, isShaded }));
  const hasLabel = childNamed(direct, "w:numPr") !== undefined || sheet.listPlace(undefined, style) !== undefined;
  const mark = markLetter(childNamed(direct, "w:rPr"), { sheet, place, isShaded }, hasLabel);
  const fields = paragraphFields(direct, sheet, place);
  const isTracked = [...descendantsOf(paragraph)].some((one) => isRecord(one) && one.name !== "w:sectPrChange");
  // An empty paragraph that ends a section before a new page has no look, and the next section is not known here (FMT-40b).
  const isBreak = letters.length === 0 && childNamed(direct, "w:sectPr") !== undefined;
  if (isBreak)
    return { kind: "paragraph", fields: new Map(), letters: [], styles: { paragraph: style, table }, isTracked };
  return { kind: "paragraph", fields, letters: [...letters, mark], styles: { paragraph: style, table }, isTracked };
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

function stylesOf(direct: Element | undefined, { style, table }: ParagraphPlace): StyleIds {
  return { paragraph: style, table, character: valOf(childNamed(direct, "w:rStyle")) };
}

function markLetter(direct: Element | undefined, { sheet, place, isShaded }: TextAround, hasLabel: boolean): Letter {
  const fields = markFields(sheet.runLayers(direct, place), { theme: sheet.theme, isShaded }, hasLabel);
  return { text: MARK, fields, styles: stylesOf(direct, place) };
}

function lettersOf(text: string, direct: Element | undefined, { sheet, place, isShaded }: TextAround): Letter[] {
  const layers = sheet.runLayers(direct, place);
  const styles = stylesOf(direct, place);
  const known = new Map<string, Fields>();
  return Array.from(text, (letter) => {
    const isSpace = letter.trim() === "";
    const [script, isInOrder] = [scriptOf(letter), isOrdered(letter)];
    const key = isSpace ? "space" : `${script} ${isInOrder}`;
    const fields = known.get(key) ?? runFields(layers, script, { theme: sheet.theme, isShaded, isOrdered: isInOrder });
    known.set(key, isSpace ? fieldsOnSpace(fields) : fields);
    return { text: letter, fields: known.get(key)!, styles };
  });
}

function hasTabInText(paragraph: Element): boolean {
  return contentNamed(paragraph, "w:r").some((run) => childNamed(run, "w:tab") !== undefined);
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
  const rows = contentNamed(table, "w:tr");
  const isFitted = rows.every((row) => contentNamed(row, "w:tc").every(isFittedCell));
  const fields = tableFields(properties, sheet, isFitted);
  addLook(looks, { kind: "table", fields, properties, table: { id, parts: [] } });
  const grid = rows.map((row, index) => gridRow(row, { index, count: rows.length, properties, sheet }));
  for (const [index, cells] of grid.entries()) {
    const row = rows[index]!;
    const ofRow = childNamed(row, "w:trPr");
    addLook(looks, { kind: "row", fields: rowFields(ofRow, tableFields(properties, sheet, true)), properties: ofRow });
    for (const [at, cell] of cells.entries()) {
      const beside = new Map<string, GridCell | undefined>([
        ["left", cells[at - 1]],
        ["right", cells[at + 1]],
        ["top", grid[index - 1]?.find(({ from, to }) => from <= cell.from && cell.from < to)],
        ["bottom", grid[index + 1]?.find(({ from, to }) => from <= cell.from && cell.from < to)],
      ]);
      const place = placed(cell, beside);
      const ofCell = new Map(cellFields(place, sheet));
      if (hasRoomForLines(cell.element)) ofCell.delete("markup w:noWrap");
      addLook(looks, { kind: "cell", fields: ofCell, properties: place.own, table: place.style });
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
  const elements = contentNamed(row, "w:tc");
  const exceptions = childNamed(row, "w:tblPrEx");
  let column = Number(valOf(childNamed(childNamed(row, "w:trPr"), "w:gridBefore")) ?? 0);
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
