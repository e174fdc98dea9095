// Resolves the looks of tables, rows and cells (FMT-6, FMT-7, FMT-9).

import { childNamed, type Element, elementsIn } from "../xml-tree.ts";
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
    add(`cell border ${side}`, borderText(sharedBorder(side, place, sheet), theme, false));
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
  if ((width?.get("w:type") ?? "dxa") === "dxa" && length > 0) fields.set("cell width", String(length));
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
  const seen = [own, beside].find((border) => border !== undefined && borderText(border, sheet.theme, false));
  return seen ?? own ?? beside ?? tableBorder(side, place, sheet);
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
  for (const part of style.parts) {
    const layers = sheet.conditionalLayers({ id: style.id, parts: [part] }, "w:tcPr");
    const isBetween = isInner && isWithin(part, side);
    const found = nearestWithin(layers, "w:tcBorders", isBetween ? [inside] : NAMES.get(side)!);
    if (found !== undefined) return found;
  }
  return nearestWithin(sheet.tableLayers({ id: style.id, parts: [] }, "w:tblPr"), "w:tblBorders", names);
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
  "trHeight tblHeader cantSplit cnfStyle divId trPrChange ins del gridBefore gridAfter wBefore wAfter"
    .split(" ")
    .map((name) => `w:${name}`),
);

export function rowFields(properties: Element | undefined): Fields {
  const direct = layer("direct", properties);
  const fields = markupFields(direct, KNOWN_IN_ROWS);
  const height = childNamed(properties, "w:trHeight")?.attributes;
  const value = numberOr(height?.get("w:val"), 0);
  const rule = height?.get("w:hRule") ?? "atLeast";
  if (value > 0 && rule !== "auto") fields.set("height", String(value)).set("height rule", rule);
  for (const name of ["tblHeader", "cantSplit"]) {
    if (isSwitchedOn(childNamed(properties, `w:${name}`))) fields.set(name, "on");
  }
  return fields;
}

const KNOWN_IN_TABLES: ReadonlySet<string> = new Set(
  "jc tblInd tblW tblCellSpacing tblStyle tblBorders tblCellMar tblLook shd tblPrChange tblLayout"
    .split(" ")
    .map((name) => `w:${name}`),
);

export function tableFields(properties: Element | undefined, sheet: StyleSheet): Fields {
  const direct = layer("direct", properties);
  const id = valOf(childNamed(properties, "w:tblStyle"));
  const layers: Layer[] = [...direct, ...sheet.tableLayers({ id, parts: [] }, "w:tblPr")];
  const fields = markupFields(direct, KNOWN_IN_TABLES);
  const layout = childNamed(properties, "w:tblLayout")?.attributes.get("w:type") ?? "autofit";
  if (layout !== "autofit") fields.set("layout", layout);
  const written = valOf(nearest(layers, "w:jc")) ?? "left";
  const alignment = written === "start" ? "left" : written === "end" ? "right" : written;
  if (alignment !== "left") fields.set("table alignment", alignment);
  else fields.set("table indent", String(numberOr(nearestAttribute(layers, "w:tblInd", ["w:w"])?.value, 0)));
  fields.set("table spacing", String(numberOr(nearestAttribute(layers, "w:tblCellSpacing", ["w:w"])?.value, 0)));
  const width = childNamed(properties, "w:tblW")?.attributes;
  if (width?.get("w:type") === "dxa" && numberOr(width.get("w:w"), 0) > 0) {
    fields.set("table width", width.get("w:w")!);
  }
  return fields;
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

export function childrenNamed(element: Element, name: string): Element[] {
  return elementsIn(element).filter((child) => child.name === name);
}
