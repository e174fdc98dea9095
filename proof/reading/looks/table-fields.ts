// Resolves the looks of tables, rows and cells (FMT-6, FMT-7, FMT-9).

import { childNamed, descendantsOf, type Element, elementsIn, textOf } from "../xml-tree.ts";
import {
  type Fields,
  isSwitchedOn,
  type Layer,
  layer,
  markupFields,
  nearest,
  nearestAttribute,
  nearestWithin,
  numberOr,
  valOf,
} from "./layers.ts";
import { SIDES } from "./paragraph-fields.ts";
import type { StyleSheet, TableStyle } from "./style-sheet.ts";
import { borderText, shadingText } from "./theme.ts";

/** A cell and its place in a table. */
export interface CellPlace {
  readonly style: TableStyle;
  readonly table: Element | undefined;
  /** The w:tblPrEx of the row. */
  readonly exceptions: Element | undefined;
  /** The properties of the cells that share a side, by its name. A missing one is the edge of the table. */
  readonly neighbours: ReadonlyMap<string, CellPlace>;
  readonly own: Element | undefined;
  readonly isMergedUp: boolean;
  readonly isMergedDown: boolean;
}

export const OPPOSITE: Readonly<Record<string, string>> = {
  top: "bottom",
  bottom: "top",
  left: "right",
  right: "left",
};
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(SIDES.map(([side, ...names]) => [side, names]));
const MARGINS: Readonly<Record<string, number>> = { top: 0, left: 108, bottom: 0, right: 108 };

const KNOWN_IN_CELLS: ReadonlySet<string> = new Set(
  "tcBorders tcMar shd vAlign textDirection tcW gridSpan vMerge hMerge hideMark cnfStyle tcPrChange cellIns cellDel cellMerge"
    .split(" ")
    .map((name) => `w:${name}`),
);

export function cellFields(place: CellPlace, sheet: StyleSheet): Fields {
  const { theme } = sheet;
  const direct = layer("direct", place.own);
  const byStyle = sheet.tableLayers(place.style, "w:tcPr");
  const fields = markupFields(direct, KNOWN_IN_CELLS);
  const add = (field: string, value: string | undefined): void => {
    if (value !== undefined) fields.set(field, value);
  };
  for (const [side] of SIDES) {
    if (!isHidden(side, place, sheet)) {
      add(`cell border ${side}`, borderText(sharedBorder(side, place, sheet), theme, false));
    }
    fields.set(`cell margin ${side}`, String(margin(side, place, sheet)));
  }
  for (const line of ["tl2br", "tr2bl"]) {
    add(`cell border ${line}`, borderText(nearestWithin(direct, "w:tcBorders", [`w:${line}`]), theme, false));
  }
  add("shading", cellShading(place, sheet));
  const all = [...direct, ...byStyle];
  fields.set("vertical", valOf(nearest(all, "w:vAlign")) ?? "top");
  fields.set("text direction", valOf(nearest(all, "w:textDirection")) ?? "lrTb");
  const width = childNamed(place.own, "w:tcW")?.attributes;
  const length = numberOr(width?.get("w:w"), 0);
  // In a table that takes a share of the page, widths count as parts of their row, which is not read here (FMT-49).
  const isShare = childNamed(place.table, "w:tblW")?.attributes.get("w:type") === "pct";
  const isLength = (width?.get("w:type") ?? "dxa") === "dxa" && length > 0;
  if (isLength && !isShare) fields.set("cell width", String(length));
  return fields;
}

/** Returns the ground of a cell: its own, that of its style, or that of the table. */
export function cellShading({ own, style, table, exceptions }: CellPlace, sheet: StyleSheet): string | undefined {
  const layers = [
    ...layer("direct", own),
    ...sheet.tableLayers(style, "w:tcPr"),
    ...[exceptions, table].flatMap((holder) => layer("direct", holder)),
  ];
  return shadingText(nearest(layers, "w:shd"), sheet.theme);
}

/** Returns the border of a side. Cells that share the side give it in turn, and then the table. */
function sharedBorder(side: string, place: CellPlace, sheet: StyleSheet): Element | undefined {
  if ((side === "top" && place.isMergedUp) || (side === "bottom" && place.isMergedDown)) return undefined;
  const neighbour = place.neighbours.get(side);
  const own = bordersOf(place.own, side);
  const beside = neighbour === undefined ? undefined : bordersOf(neighbour.own, OPPOSITE[side]!);
  const isSeen = (border: Element | undefined): boolean =>
    border !== undefined && borderText(border, sheet.theme, false) !== undefined;
  const byStyle = own === undefined && beside !== undefined ? styleBorder(side, place, sheet) : undefined;
  return [own, beside, byStyle].find(isSeen) ?? own ?? beside ?? tableBorder(side, place, sheet);
}

/** True for a border in the colour of both cells: a reader sees one ground (FMT-57). */
function isHidden(side: string, place: CellPlace, sheet: StyleSheet): boolean {
  const neighbour = place.neighbours.get(side);
  const grounds = [place, neighbour].map((one) => {
    const layers = one === undefined ? [] : [...layer("direct", one.own), ...sheet.tableLayers(one.style, "w:tcPr")];
    return shadingText(nearest(layers, "w:shd"), sheet.theme);
  });
  if (grounds[0] === undefined || grounds[0] !== grounds[1]) return false;
  const border = borderText(sharedBorder(side, place, sheet), sheet.theme, false);
  return border === undefined || border.split(" ").includes(grounds[0]);
}

function bordersOf(properties: Element | undefined, side: string): Element | undefined {
  return nearestWithin(layer("direct", properties), "w:tcBorders", NAMES.get(side)!);
}

function tableBorder(side: string, place: CellPlace, sheet: StyleSheet): Element | undefined {
  const { exceptions, table, style, neighbours } = place;
  const isInner = neighbours.has(side);
  const inside = side === "top" || side === "bottom" ? "w:insideH" : "w:insideV";
  const names = isInner ? [inside] : NAMES.get(side)!;
  const ofTable = [exceptions, table].flatMap((holder) => layer("direct", holder));
  const written = nearestWithin(ofTable, "w:tblBorders", names);
  if (written !== undefined) return written;
  const ofPart = styleBorder(side, place, sheet);
  if (ofPart !== undefined) return ofPart;
  return nearestWithin(sheet.tableLayers({ id: style.id, parts: [] }, "w:tblPr"), "w:tblBorders", names);
}

/**
 * Returns the border that the parts of the table style give to a cell. A part that ends at the side, such as the first
 * row, gives its border to both cells there; the part for the whole table comes last.
 */
function styleBorder(side: string, place: CellPlace, sheet: StyleSheet): Element | undefined {
  const { style, neighbours } = place;
  const ends = style.parts.filter((part) => part !== "wholeTable");
  const beside = neighbours.get(side)?.style;
  const endsBeside = beside?.parts.filter((part) => part !== "wholeTable") ?? [];
  return (
    partBorder(side, { ...place, style: { ...style, parts: ends } }, sheet) ??
    (beside === undefined ? undefined : besideBorder(side, { ...beside, parts: endsBeside }, sheet)) ??
    partBorder(side, { ...place, style: { ...style, parts: style.parts.slice(ends.length) } }, sheet)
  );
}

function besideBorder(side: string, style: CellPlace["style"], sheet: StyleSheet): Element | undefined {
  const across = side === "top" || side === "bottom" ? "w:insideH" : "w:insideV";
  for (const part of style.parts) {
    const layers = sheet.conditionalLayers({ id: style.id, parts: [part] }, "w:tcPr");
    const names = isWithin(part, side) ? [across] : NAMES.get(OPPOSITE[side]!)!;
    const found = nearestWithin(layers, "w:tcBorders", names);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partBorder(side: string, { style, neighbours }: CellPlace, sheet: StyleSheet): Element | undefined {
  const inside = side === "top" || side === "bottom" ? "w:insideH" : "w:insideV";
  for (const part of style.parts) {
    const layers = sheet.conditionalLayers({ id: style.id, parts: [part] }, "w:tcPr");
    const isBetween = neighbours.has(side) && isWithin(part, side);
    const found = nearestWithin(layers, "w:tcBorders", isBetween ? [inside] : NAMES.get(side)!);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True if a side lies between two cells of one part of the table: of a row, a column or the whole table. */
function isWithin(part: string, side: string): boolean {
  const isAcross = side === "left" || side === "right";
  if (part === "wholeTable") return true;
  return /Row|Horz/.test(part) ? isAcross : /Col|Vert/.test(part) && !isAcross;
}

function margin(side: string, { own, exceptions, table, style }: CellPlace, sheet: StyleSheet): number {
  const names = NAMES.get(side)!;
  const found =
    nearestWithin(layer("direct", own), "w:tcMar", names) ??
    nearestWithin([...layer("direct", exceptions), ...layer("direct", table)], "w:tblCellMar", names) ??
    nearestWithin(sheet.tableLayers(style, "w:tcPr"), "w:tcMar", names) ??
    nearestWithin(sheet.tableLayers(style, "w:tblPr"), "w:tblCellMar", names);
  return numberOr(found?.attributes.get("w:w"), MARGINS[side]!);
}

const KNOWN_IN_ROWS: ReadonlySet<string> = new Set(
  "trHeight tblHeader cantSplit cnfStyle divId jc tblCellSpacing trPrChange ins del gridBefore gridAfter wBefore wAfter"
    .split(" ")
    .map((name) => `w:${name}`),
);

/** `table`: the fields of the table, which a row may set otherwise (FMT-44). */
export function rowFields(properties: Element | undefined, table: Fields): Fields {
  const direct = layer("direct", properties);
  const fields = markupFields(direct, KNOWN_IN_ROWS);
  const height = childNamed(properties, "w:trHeight")?.attributes;
  const value = numberOr(height?.get("w:val"), 0);
  const rule = height?.get("w:hRule") ?? "atLeast";
  if (value > 0 && rule !== "auto") fields.set("height", String(value)).set("height rule", rule);
  const alignment = valOf(childNamed(properties, "w:jc"))?.replace("start", "left").replace("end", "right");
  if (alignment !== undefined && !table.has("table place") && alignment !== (table.get("table alignment") ?? "left")) {
    fields.set("row alignment", alignment);
  }
  const spacing = childNamed(properties, "w:tblCellSpacing")?.attributes.get("w:w");
  const ofTable = table.get("table spacing")!;
  fields.set("table spacing", String(numberOr(spacing, Number(ofTable)) - Number(ofTable)));
  for (const name of ["tblHeader", "cantSplit"]) {
    if (isSwitchedOn(childNamed(properties, `w:${name}`))) fields.set(name, "on");
  }
  return fields;
}

const KNOWN_IN_TABLES: ReadonlySet<string> = new Set(
  "jc tblInd tblW tblCellSpacing tblStyle tblBorders tblCellMar tblLook shd tblPrChange tblLayout tblpPr tblCaption tblDescription tblOverlap"
    .split(" ")
    .map((name) => `w:${name}`),
);

/** `isFitted`: every cell sets its width and has room for its words, so that no layout shows (FMT-43). */
export function tableFields(properties: Element | undefined, sheet: StyleSheet, isFitted: boolean): Fields {
  const direct = layer("direct", properties);
  const id = valOf(childNamed(properties, "w:tblStyle"));
  const layers: Layer[] = [...direct, ...sheet.tableLayers({ id, parts: [] }, "w:tblPr")];
  const fields = markupFields(direct, KNOWN_IN_TABLES);
  const layout = childNamed(properties, "w:tblLayout")?.attributes.get("w:type") ?? "autofit";
  if (layout !== "autofit") fields.set("layout", layout);
  if (isFitted) fields.set(NO_LAYOUT, "on");
  const written = valOf(nearest(layers, "w:jc")) ?? "left";
  const alignment = written === "start" ? "left" : written === "end" ? "right" : written;
  const place = nearest(layers, "w:tblpPr");
  if (place !== undefined) fields.set("table place", placeText(place));
  if (place === undefined && alignment !== "left") fields.set("table alignment", alignment);
  else if (place === undefined)
    fields.set("table indent", String(numberOr(nearestAttribute(layers, "w:tblInd", ["w:w"])?.value, 0)));
  fields.set("table spacing", String(numberOr(nearestAttribute(layers, "w:tblCellSpacing", ["w:w"])?.value, 0)));
  const width = childNamed(properties, "w:tblW")?.attributes;
  if (width?.get("w:type") === "dxa" && numberOr(width.get("w:w"), 0) > 0) {
    fields.set("table width", width.get("w:w")!);
  }
  if (width?.get("w:type") === "pct") fields.set("table share", String(numberOr(width.get("w:w"), 0)));
  return fields;
}

/** Returns the place of a floating table without the usual anchors and lengths of 0 (ISO 29500-1, 17.4.57). */
function placeText({ attributes }: Element): string {
  const usual = new Set(["w:horzAnchor text", "w:vertAnchor margin"]);
  const said = [...attributes].filter(([name, value]) => value !== "0" && !usual.has(`${name} ${value}`));
  return said
    .map((pair) => pair.join(" "))
    .sort()
    .join(" ");
}

/** A field without a look: the layout does not show. */
export const NO_LAYOUT = "layout without look";
/** The width of a letter, and the text of a page, in twips. */
const [LETTER, PAGE] = [120, 9000];

/** True if a cell sets its width, and its longest word is shorter. */
export function isFittedCell(cell: Element): boolean {
  return isWiderThan(cell, /[\s-]/);
}

/** True if no line of a cell can break: its longest paragraph is shorter (ISO 29500-1, 17.4.29). */
export function hasRoomForLines(cell: Element): boolean {
  const isText = ({ name }: Element): boolean => !/^w:(tab|tbl|drawing|pict|object)$/.test(name);
  return [...descendantsOf(cell)].every(isText) && isWiderThan(cell, /$^/);
}

/** True if a cell sets its width, and the text between two separators is always shorter. */
function isWiderThan(cell: Element, separator: RegExp): boolean {
  const width = childNamed(childNamed(cell, "w:tcPr"), "w:tcW")?.attributes;
  const written = numberOr(width?.get("w:w"), 0);
  const type = width?.get("w:type") ?? "dxa";
  const length = type === "pct" ? (written / 5000) * PAGE : type === "dxa" ? written : 0;
  const words = childrenNamed(cell, "w:p").flatMap((paragraph) =>
    [...descendantsOf(paragraph)]
      .map(({ name, ...one }) => (name === "w:t" ? textOf({ name, ...one }) : name === "w:tab" ? " " : ""))
      .join("")
      .split(separator),
  );
  return length > 0 && words.every((word) => word.length * LETTER <= length);
}

/** The bits of `w:tblLook` by name (ISO 29500-1, 17.4.55). */
const LOOK_BITS: Readonly<Record<string, number>> = {
  firstRow: 0x20,
  lastRow: 0x40,
  firstColumn: 0x80,
  lastColumn: 0x100,
  noHBand: 0x200,
  noVBand: 0x400,
};

interface CellPosition {
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly columns: number;
}

/** Returns the table style of a cell with the conditional parts that apply, nearest first (ISO 29500-1, 17.7.6). */
export function tableStyleAt(
  properties: Element | undefined,
  { row, rows, column, columns }: CellPosition,
  sheet: StyleSheet,
): TableStyle {
  const id = valOf(childNamed(properties, "w:tblStyle"));
  const written = childNamed(properties, "w:tblLook")?.attributes;
  const bits = Number.parseInt(written?.get("w:val") ?? "0", 16);
  const isOn = (name: string): boolean => {
    const value = written?.get(`w:${name}`);
    return value === undefined ? (bits & LOOK_BITS[name]!) !== 0 : !/^(0|false|off)$/.test(value);
  };
  const style = sheet.tableLayers({ id, parts: [] }, "w:tblPr");
  const bandOf = (at: number, first: boolean, size: string): number =>
    Math.floor((at - (first ? 1 : 0)) / Math.max(1, numberOr(valOf(nearest(style, `w:${size}`)), 1))) % 2;
  const isTop = isOn("firstRow") && row === 0;
  const isBottom = isOn("lastRow") && row === rows - 1 && !isTop;
  const isFirst = isOn("firstColumn") && column === 0;
  const isLast = isOn("lastColumn") && column === columns - 1 && !isFirst;
  const corner = `${isTop ? "n" : isBottom ? "s" : ""}${isFirst ? "w" : isLast ? "e" : ""}`;
  const parts: string[] = corner.length === 2 ? [`${corner}Cell`] : [];
  if (isFirst) parts.push("firstCol");
  if (isLast) parts.push("lastCol");
  if (isTop) parts.push("firstRow");
  if (isBottom) parts.push("lastRow");
  if (!isOn("noHBand") && !isTop && !isBottom) {
    parts.push(`band${bandOf(row, isOn("firstRow"), "tblStyleRowBandSize") + 1}Horz`);
  }
  if (!isOn("noVBand") && !isFirst && !isLast) {
    parts.push(`band${bandOf(column, isOn("firstColumn"), "tblStyleColBandSize") + 1}Vert`);
  }
  return { id, parts: [...parts, "wholeTable"] };
}

function childrenNamed(element: Element, name: string): Element[] {
  return elementsIn(element).filter((child) => child.name === name);
}
