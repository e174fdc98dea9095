// Computes the looks of cells, rows and tables (FMT-6, FMT-7, FMT-9).

import { isOnValue, twips } from "../values.ts";
import { borderText, colourOf, shadingOf } from "./colours.ts";
import { FULL, fixedWidth, shareOf } from "./fitted-cells.ts";
import { type Look, LookFields } from "./look.ts";
import {
  elementText,
  NO_PROPERTIES,
  type Properties,
  type PropertyElement,
  PropertyLayers,
} from "./property-layers.ts";
import { addOthers } from "./run-look.ts";
import type { StyleLayers, TablePart } from "./style-layers.ts";
import type { CellSide, TableCellPlace } from "./table-places.ts";

const SIDES: readonly CellSide[] = ["top", "left", "bottom", "right"];
const OPPOSITE: Readonly<Record<CellSide, CellSide>> = { top: "bottom", bottom: "top", left: "right", right: "left" };
/** Margins of a cell for which nothing sets any, in twips. */
const DEFAULT_MARGINS: Readonly<Record<CellSide, number>> = { top: 0, left: 108, bottom: 0, right: 108 };

const KNOWN_IN_CELLS: ReadonlySet<string> = new Set([
  ..."tcBorders tcMar shd vAlign textDirection tcW gridSpan vMerge hMerge hideMark cnfStyle tcPrChange".split(" "),
  ..."cellIns cellDel cellMerge".split(" "),
]);
const KNOWN_IN_UNWRAPPED: ReadonlySet<string> = new Set([...KNOWN_IN_CELLS, "noWrap"]);

export function cellLook(own: Properties, styles: StyleLayers, place: TableCellPlace): Look {
  const { theme } = styles;
  const look = new LookFields();
  const direct = new Set<string>();
  const context = { direct: own, styles, place };
  const byStyle = styles.tableLayers(place.part, "tcPr");
  const layers = new PropertyLayers([{ kind: "direct", properties: own }, ...byStyle]);
  for (const side of SIDES) {
    const [border, margin] = [borderAt(side, context), marginAt(side, context)];
    look.add(`cell-border ${side}`, borderText(border.element, theme, false));
    look.add(`cell-margin ${side}`, String(twips(margin.element?.attributes.get("w")) ?? DEFAULT_MARGINS[side]));
    if (border.isDirect) direct.add(`cell-border ${side}`);
    if (margin.isDirect) direct.add(`cell-margin ${side}`);
  }
  for (const line of ["tl2br", "tr2bl"]) {
    look.add(`cell-border ${line}`, borderText(childOf(own, "tcBorders", line), theme, false));
    direct.add(`cell-border ${line}`);
  }
  const ofTable = place.exceptions.get("shd") ?? place.tableProperties.get("shd");
  const shading = layers.element("shd");
  look.add("shading", shadingOf(shading ?? ofTable, theme));
  if (own.has("shd") || (shading === undefined && ofTable !== undefined)) direct.add("shading");
  look.add("vertical", layers.value("vAlign"), "top");
  look.add("text-direction", layers.value("textDirection"), "lrTb");
  if (own.has("vAlign")) direct.add("vertical");
  if (own.has("textDirection")) direct.add("text-direction");
  const hidden = SIDES.filter((side) => isHiddenBorder(side, context)).map((side) => `cell-border ${side}`);
  const alone = new LookFields();
  const width = fixedWidth(own.get("tcW"));
  const share = width === undefined ? undefined : shareOfRow(width, place);
  alone.add("cell-width", width === undefined ? undefined : String(width)).add("spans", spansOf(own));
  alone.add("cell-share", share === undefined ? undefined : String(share));
  const known = place.isUnwrapped ? KNOWN_IN_UNWRAPPED : KNOWN_IN_CELLS;
  addOthers(alone, new PropertyLayers([{ kind: "direct", properties: own }]), known);
  return {
    fields: new Map([...look.fields, ...alone.fields]),
    direct: new Set([...direct, ...alone.fields.keys()]),
    unused: new Set(share === undefined ? hidden : [...hidden, "cell-width"]),
  };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * Returns the width of a cell as a part of its row, in twips of a whole page. Undefined if the table does not take a share
 * of the page: then the widths count themselves (FMT-49).
 */
function shareOfRow(width: number, { rowWidth }: TableCellPlace): number | undefined {
  return rowWidth === undefined ? undefined : Math.round((width / rowWidth) * FULL);
}

interface CellContext {
  readonly direct: Properties;
  readonly styles: StyleLayers;
  readonly place: TableCellPlace;
}

function childOf(properties: Properties, holder: string, name: string): PropertyElement | undefined {
  return properties.get(holder)?.children.find((child) => child.name === name);
}

/** A border or a margin of a cell, and if a property other than a style sets it. */
interface SideElement {
  readonly element: PropertyElement | undefined;
  readonly isDirect: boolean;
}

function directSide(element: PropertyElement | undefined): SideElement {
  return { element, isDirect: true };
}

/** Returns the border between a cell and its neighbour, resolved once (FMT-6). */
function borderAt(side: CellSide, context: CellContext): SideElement {
  const { direct, place } = context;
  if ((side === "top" && place.isMergedUp) || (side === "bottom" && place.isMergedDown)) return directSide(undefined);
  const neighbour = place.neighbours[side];
  const own = childOf(direct, "tcBorders", side);
  const beside = neighbour === undefined ? undefined : childOf(neighbour, "tcBorders", OPPOSITE[side]);
  if (own !== undefined && !isMissing(own)) return directSide(own);
  if (beside !== undefined && !isMissing(beside)) return directSide(beside);
  if (own === undefined && beside === undefined) return tableBorderAt(side, context);
  // A cell that removes its border shows that of its neighbour (ISO 29500-1, 17.4.66).
  const styled = own === undefined ? styledBorder(side, context) : undefined;
  return styled !== undefined && !isMissing(styled) ? { element: styled, isDirect: false } : directSide(own ?? beside);
}

/**
 * True if no reader sees if there is a border between two cells: both have one fill, and a border has its colour
 * (FMT-57).
 */
function isHiddenBorder(side: CellSide, context: CellContext): boolean {
  const { direct, styles, place } = context;
  const [beside, part] = [place.neighbours[side], place.partsBeside[side]];
  if (beside === undefined || part === undefined) return false;
  const fillOf = (properties: Properties, its: TablePart): string | undefined => {
    const layers = [{ kind: "direct", properties } as const, ...styles.tableLayers(its, "tcPr")];
    return shadingOf(new PropertyLayers(layers).element("shd"), styles.theme);
  };
  const fill = fillOf(direct, place.part);
  if (fill === undefined || !/^[0-9A-F]{6}$/.test(fill) || fillOf(beside, part) !== fill) return false;
  const { element } = borderAt(side, context);
  return element === undefined || isMissing(element) || colourOf(element, styles.theme) === fill;
}

/** Returns the border that the conditional parts of the table style give to a cell. */
function styledBorder(side: CellSide, { styles, place }: CellContext): PropertyElement | undefined {
  const isInner = place.neighbours[side] !== undefined;
  const borderOf = (part: TablePart | undefined, at: CellSide, isWhole: boolean): PropertyElement | undefined =>
    (part?.conditions ?? [])
      .filter((condition) => (condition === "wholeTable") === isWhole)
      .map((condition) => conditionalBorder({ side: at, condition, isInner }, { styles, style: part!.style }))
      .find((found) => found !== undefined);
  // The part of a neighbour comes before what the style gives to all cells: a first row has its own lower border.
  return (
    borderOf(place.part, side, false) ??
    borderOf(place.partsBeside[side], OPPOSITE[side], false) ??
    borderOf(place.part, side, true)
  );
}

function isMissing({ attributes }: PropertyElement): boolean {
  return /^(nil|none)$/.test(attributes.get("val") ?? "none") || attributes.get("sz") === "0";
}

function tableBorderAt(side: CellSide, { styles, place }: CellContext): SideElement {
  const isInner = place.neighbours[side] !== undefined;
  const inner = side === "top" || side === "bottom" ? "insideH" : "insideV";
  const name = isInner ? inner : side;
  for (const properties of [place.exceptions, place.tableProperties]) {
    const found = childOf(properties, "tblBorders", name);
    if (found !== undefined) return directSide(found);
  }
  const byStyle = styles
    .tableLayers({ style: place.part.style, conditions: [] }, "tblPr")
    .map(({ properties }) => childOf(properties, "tblBorders", name));
  const element = styledBorder(side, { direct: NO_PROPERTIES, styles, place });
  return { element: element ?? byStyle.find((found) => found !== undefined), isDirect: false };
}

/** A side of a cell in a conditional part of a table style. */
interface ConditionalSide {
  readonly side: CellSide;
  readonly condition: string;
  readonly isInner: boolean;
}

function conditionalBorder(
  { side, condition, isInner }: ConditionalSide,
  { styles, style }: { readonly styles: StyleLayers; readonly style: string | undefined },
): PropertyElement | undefined {
  const isAcross = side === "left" || side === "right";
  const isRow = /Row|Horz/.test(condition);
  const isColumn = /Col|Vert/.test(condition);
  const isWithin = isInner && ((isRow && isAcross) || (isColumn && !isAcross) || condition === "wholeTable");
  const inner = isAcross ? "insideV" : "insideH";
  const layers = styles.tableLayers({ style, conditions: [condition] }, "tcPr");
  for (const { kind, properties } of layers) {
    const found = kind === "conditional" ? childOf(properties, "tcBorders", isWithin ? inner : side) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function marginAt(side: CellSide, { direct, styles, place }: CellContext): SideElement {
  const found = [
    childOf(direct, "tcMar", side),
    ...[place.exceptions, place.tableProperties].map((properties) => childOf(properties, "tblCellMar", side)),
  ].find((element) => element !== undefined);
  if (found !== undefined) return directSide(found);
  const byStyle = (holder: "tcPr" | "tblPr", name: string): (PropertyElement | undefined)[] =>
    styles.tableLayers(place.part, holder).map(({ properties }) => childOf(properties, name, side));
  const element = [...byStyle("tcPr", "tcMar"), ...byStyle("tblPr", "tblCellMar")].find((one) => one !== undefined);
  return { element, isDirect: false };
}

function spansOf(direct: Properties): string | undefined {
  const spans = ["gridSpan", "vMerge", "hMerge"].flatMap((name) => {
    const element = direct.get(name);
    const value = element?.attributes.get("val") ?? "continue";
    return element === undefined || (name === "gridSpan" && value === "1") ? [] : [`${name} ${value}`];
  });
  return spans.length === 0 ? undefined : spans.join(" ");
}

const KNOWN_IN_ROWS: ReadonlySet<string> = new Set(
  "trHeight tblHeader cantSplit cnfStyle divId jc tblCellSpacing trPrChange ins del gridBefore gridAfter wBefore wAfter".split(
    " ",
  ),
);

/** `ofTable`: the table's own value of a property that rows may set, too. Equal values show nothing (FMT-44). */
export function rowLook(direct: Properties, ofTable: (field: "alignment" | "spacing") => string | undefined): Look {
  const look = new LookFields();
  const height = direct.get("trHeight")?.attributes;
  const value = twips(height?.get("val")) ?? 0;
  // A rule without a height shows nothing, and the default of a height is `atLeast` (FMT-9).
  const rule = height?.get("hRule") ?? "atLeast";
  if (value > 0 && rule !== "auto") look.add("row-height", `${rule} ${value}`);
  for (const [element, field] of [
    ["tblHeader", "header-row"],
    ["cantSplit", "whole-row"],
  ] as const) {
    const found = direct.get(element);
    look.addSwitch(field, found !== undefined && isOnValue(found.attributes.get("val")));
  }
  const [alignment, around] = [direct.get("jc")?.attributes.get("val"), ofTable("alignment")];
  if (alignment !== undefined && around !== undefined) look.add("alignment", sideOf(alignment), around);
  const spacing = direct.get("tblCellSpacing")?.attributes.get("w");
  const more = spacing === undefined ? 0 : (twips(spacing) ?? 0) - Number(ofTable("spacing"));
  look.add("table-length spacing", String(more), "0");
  for (const name of ["gridBefore", "gridAfter"]) look.add(name, direct.get(name)?.attributes.get("val"), "0");
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN_IN_ROWS);
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}

/** Properties that show on cells, or not at all. */
const KNOWN_IN_TABLES: ReadonlySet<string> = new Set([
  ..."jc tblInd tblW tblCellSpacing tblStyle tblBorders tblCellMar tblLook shd tblPrChange".split(" "),
  ..."tblLayout tblCaption tblDescription tblpPr tblOverlap".split(" "),
]);

function tableLayers(direct: Properties, styles: StyleLayers): PropertyLayers {
  const style = direct.get("tblStyle")?.attributes.get("val");
  const byStyle = styles.tableLayers({ style, conditions: [] }, "tblPr");
  return new PropertyLayers([{ kind: "direct", properties: direct }, ...byStyle]);
}

/** Returns the alignment of a table; undefined if text flows around it, because its place decides then (FMT-9b). */
export function tableAlignment(direct: Properties, styles: StyleLayers): string | undefined {
  const layers = tableLayers(direct, styles);
  return layers.element("tblpPr") === undefined ? sideOf(layers.value("jc") ?? "left") : undefined;
}

function sideOf(alignment: string): string {
  return alignment === "start" ? "left" : alignment === "end" ? "right" : alignment;
}

export function tableSpacing(direct: Properties, styles: StyleLayers): string {
  return String(twips(tableLayers(direct, styles).element("tblCellSpacing")?.attributes.get("w")) ?? 0);
}

/** `isFitted`: all widths are set, and all content fits into them, so that no layout shows (FMT-43). */
export function tableLook(direct: Properties, styles: StyleLayers, isFitted: boolean): Look {
  const look = new LookFields();
  const layers = tableLayers(direct, styles);
  look.add("alignment", tableAlignment(direct, styles), "left");
  const indent = twips(layers.element("tblInd")?.attributes.get("w")) ?? 0;
  const floating = layers.element("tblpPr");
  look.add("floating", floating === undefined ? undefined : placeText(floating));
  const isPlaced = look.fields.has("alignment") || floating !== undefined;
  look.add("table-length indent", isPlaced ? undefined : String(indent), "0");
  look.add("table-length spacing", tableSpacing(direct, styles), "0");
  look.add("layout", layers.element("tblLayout")?.attributes.get("type"), AUTOMATIC);
  const own = direct.get("tblW");
  const [width, share] = [own?.attributes.get("type") === "dxa" ? fixedWidth(own) : undefined, shareOf(own)];
  if (width !== undefined) look.add("table-length width", String(width));
  if (share !== undefined) look.add("table-share", String(share));
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN_IN_TABLES);
  const byStyles = [...BY_STYLE].filter(([name]) => !direct.has(name)).map(([, field]) => field);
  return {
    fields: look.fields,
    direct: new Set([...look.fields.keys(), ...BY_STYLE.values()].filter((field) => !byStyles.includes(field))),
    unused: isFitted ? FITTED : NO_FIELDS,
  };
}

/** The layout of a table for which nothing sets one. */
const AUTOMATIC = "autofit";
const FITTED: ReadonlySet<string> = new Set(["layout"]);

/** The places of a table that text flows around, if nothing sets others. Missing lengths are 0. */
const PLACES: Readonly<Record<string, string>> = { horzAnchor: "text", vertAnchor: "margin" };

/** Returns the place of a table that text flows around. Default values are left out. */
function placeText({ attributes }: PropertyElement): string {
  const set = [...attributes].filter(([name, value]) => value !== "0" && value !== PLACES[name]);
  return `at ${set
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(" ")}`;
}

/** Maps the properties of a table that a style may set to their fields. */
const BY_STYLE: ReadonlyMap<string, string> = new Map([
  ["jc", "alignment"],
  ["tblInd", "table-length indent"],
  ["tblCellSpacing", "table-length spacing"],
  ["tblLayout", "layout"],
]);

/** Returns the exceptions of a row that do not show on its cells. A layout like that of the table shows nothing. */
export function exceptionLook(direct: Properties, table: Look): Look {
  const look = new LookFields();
  for (const [name, element] of direct) {
    if (name === "tblPrExChange") continue;
    if (!KNOWN_IN_TABLES.has(name) || name === "jc") look.add(`other ${name}`, elementText(element));
  }
  const ofTable = table.fields.get("layout") ?? AUTOMATIC;
  look.add("layout", direct.get("tblLayout")?.attributes.get("type"), ofTable);
  return { fields: look.fields, direct: new Set(look.fields.keys()), unused: table.unused ?? NO_FIELDS };
}
