// Computes the looks of cells, rows and tables (FMT-6, FMT-7, FMT-9).

import { isOnValue, twips } from "../values.ts";
import { borderText, shadingOf } from "./colours.ts";
import { type Look, LookFields } from "./look.ts";
import { elementText, type Properties, type PropertyElement, PropertyLayers } from "./property-layers.ts";
import { addOthers } from "./run-look.ts";
import type { StyleLayers } from "./style-layers.ts";
import type { CellSide, TableCellPlace } from "./table-places.ts";

const SIDES: readonly CellSide[] = ["top", "left", "bottom", "right"];
const OPPOSITE: Readonly<Record<CellSide, CellSide>> = { top: "bottom", bottom: "top", left: "right", right: "left" };
/** Margins of a cell for which nothing sets any, in twips. */
const DEFAULT_MARGINS: Readonly<Record<CellSide, number>> = { top: 0, left: 108, bottom: 0, right: 108 };

const KNOWN_IN_CELLS: ReadonlySet<string> = new Set([
  ..."tcBorders tcMar shd vAlign textDirection tcW gridSpan vMerge hMerge hideMark cnfStyle tcPrChange".split(" "),
  ..."cellIns cellDel cellMerge".split(" "),
]);

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
  const alone = new LookFields();
  alone.add("cell-width", widthOf(own)).add("spans", spansOf(own));
  addOthers(alone, new PropertyLayers([{ kind: "direct", properties: own }]), KNOWN_IN_CELLS);
  return {
    fields: new Map([...look.fields, ...alone.fields]),
    direct: new Set([...direct, ...alone.fields.keys()]),
  };
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
  return own === undefined && beside === undefined ? tableBorderAt(side, context) : directSide(own ?? beside);
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
  const { style, conditions } = place.part;
  const byCondition = conditions.map((condition) => conditionalBorder({ side, condition, isInner }, { styles, style }));
  const byStyle = styles
    .tableLayers({ style, conditions: [] }, "tblPr")
    .map(({ properties }) => childOf(properties, "tblBorders", name));
  return { element: [...byCondition, ...byStyle].find((found) => found !== undefined), isDirect: false };
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

/** Returns the width in twips that a cell sets. The grid gives the others, and a redline carries the grid (CMP-77). */
function widthOf(direct: Properties): string | undefined {
  const own = direct.get("tcW")?.attributes;
  const written = twips(own?.get("w"));
  return (own?.get("type") ?? "dxa") === "dxa" && written !== undefined && written > 0 ? String(written) : undefined;
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
  "trHeight tblHeader cantSplit cnfStyle divId trPrChange ins del gridBefore gridAfter wBefore wAfter".split(" "),
);

export function rowLook(direct: Properties): Look {
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
  for (const name of ["gridBefore", "gridAfter"]) look.add(name, direct.get(name)?.attributes.get("val"), "0");
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN_IN_ROWS);
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}

/** Properties that show on cells, or not at all. */
const KNOWN_IN_TABLES: ReadonlySet<string> = new Set(
  "jc tblInd tblW tblCellSpacing tblStyle tblBorders tblCellMar tblLook shd tblPrChange".split(" "),
);

export function tableLook(direct: Properties, styles: StyleLayers): Look {
  const look = new LookFields();
  const style = direct.get("tblStyle")?.attributes.get("val");
  const byStyle = styles.tableLayers({ style, conditions: [] }, "tblPr");
  const layers = new PropertyLayers([{ kind: "direct", properties: direct }, ...byStyle]);
  const alignment = layers.value("jc");
  look.add("alignment", alignment === "start" ? "left" : alignment === "end" ? "right" : alignment, "left");
  const lengthOf = (name: string): number => twips(layers.element(name)?.attributes.get("w")) ?? 0;
  const isAligned = look.fields.has("alignment");
  look.add("table-length indent", isAligned ? undefined : String(lengthOf("tblInd")), "0");
  look.add("table-length spacing", String(lengthOf("tblCellSpacing")), "0");
  const own = direct.get("tblW")?.attributes;
  const isFixed = own?.get("type") === "dxa" && lengthOf("tblW") > 0;
  if (isFixed) look.add("table-length width", String(lengthOf("tblW")));
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN_IN_TABLES);
  const byStyles = [...BY_STYLE].filter(([name]) => !direct.has(name)).map(([, field]) => field);
  return {
    fields: look.fields,
    direct: new Set([...look.fields.keys(), ...BY_STYLE.values()].filter((field) => !byStyles.includes(field))),
  };
}

/** Maps the properties of a table that a style may set to their fields. */
const BY_STYLE: ReadonlyMap<string, string> = new Map([
  ["jc", "alignment"],
  ["tblInd", "table-length indent"],
  ["tblCellSpacing", "table-length spacing"],
]);

/** Returns the exceptions of a row that do not show on its cells. */
export function exceptionLook(direct: Properties): Look {
  const look = new LookFields();
  for (const [name, element] of direct) {
    if (!KNOWN_IN_TABLES.has(name) || name === "jc") look.add(`other ${name}`, elementText(element));
  }
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}
