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

export function cellLook(direct: Properties, styles: StyleLayers, place: TableCellPlace): Look {
  const { theme } = styles;
  const look = new LookFields();
  const byStyle = styles.tableLayers(place.part, "tcPr");
  const layers = new PropertyLayers([{ kind: "direct", properties: direct }, ...byStyle]);
  for (const side of SIDES) {
    look.add(`cell-border ${side}`, borderText(borderAt(side, { direct, styles, place }), theme, false));
    look.add(`cell-margin ${side}`, String(marginAt(side, { direct, styles, place })));
  }
  for (const line of ["tl2br", "tr2bl"]) {
    look.add(`cell-border ${line}`, borderText(childOf(direct, "tcBorders", line), theme, false));
  }
  const shading = layers.element("shd") ?? place.exceptions.get("shd") ?? place.tableProperties.get("shd");
  look.add("shading", shadingOf(shading, theme));
  look.add("vertical", layers.value("vAlign"), "top");
  look.add("text-direction", layers.value("textDirection"), "lrTb");
  look.add("cell-width", widthOf(direct));
  look.add("spans", spansOf(direct));
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN_IN_CELLS);
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}

interface CellContext {
  readonly direct: Properties;
  readonly styles: StyleLayers;
  readonly place: TableCellPlace;
}

function childOf(properties: Properties, holder: string, name: string): PropertyElement | undefined {
  return properties.get(holder)?.children.find((child) => child.name === name);
}

/** Returns the border between a cell and its neighbour, resolved once (FMT-6). */
function borderAt(side: CellSide, context: CellContext): PropertyElement | undefined {
  const { direct, place } = context;
  if ((side === "top" && place.isMergedUp) || (side === "bottom" && place.isMergedDown)) return undefined;
  const neighbour = place.neighbours[side];
  const own = childOf(direct, "tcBorders", side);
  const beside = neighbour === undefined ? undefined : childOf(neighbour, "tcBorders", OPPOSITE[side]);
  if (own !== undefined && !isMissing(own)) return own;
  if (beside !== undefined && !isMissing(beside)) return beside;
  return own ?? beside ?? tableBorderAt(side, context);
}

function isMissing({ attributes }: PropertyElement): boolean {
  return /^(nil|none)$/.test(attributes.get("val") ?? "none") || attributes.get("sz") === "0";
}

function tableBorderAt(side: CellSide, { styles, place }: CellContext): PropertyElement | undefined {
  const isInner = place.neighbours[side] !== undefined;
  const inner = side === "top" || side === "bottom" ? "insideH" : "insideV";
  const name = isInner ? inner : side;
  for (const properties of [place.exceptions, place.tableProperties]) {
    const found = childOf(properties, "tblBorders", name);
    if (found !== undefined) return found;
  }
  const { style, conditions } = place.part;
  for (const condition of conditions) {
    const found = conditionalBorder({ side, condition, isInner }, { styles, style });
    if (found !== undefined) return found;
  }
  for (const { properties } of styles.tableLayers({ style, conditions: [] }, "tblPr")) {
    const found = childOf(properties, "tblBorders", name);
    if (found !== undefined) return found;
  }
  return undefined;
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

function marginAt(side: CellSide, { direct, styles, place }: CellContext): number {
  const { style, conditions } = place.part;
  const layers = [
    childOf(direct, "tcMar", side),
    ...[place.exceptions, place.tableProperties].map((properties) => childOf(properties, "tblCellMar", side)),
    ...styles.tableLayers({ style, conditions }, "tcPr").map(({ properties }) => childOf(properties, "tcMar", side)),
    ...styles
      .tableLayers({ style, conditions }, "tblPr")
      .map(({ properties }) => childOf(properties, "tblCellMar", side)),
  ];
  const set = layers.find((element) => element !== undefined);
  return twips(set?.attributes.get("w")) ?? DEFAULT_MARGINS[side];
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
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}

/** Returns the exceptions of a row that do not show on its cells. */
export function exceptionLook(direct: Properties): Look {
  const look = new LookFields();
  for (const [name, element] of direct) {
    if (!KNOWN_IN_TABLES.has(name) || name === "jc") look.add(`other ${name}`, elementText(element));
  }
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}
