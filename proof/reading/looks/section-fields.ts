// Resolves the look of a section (FMT-9).

import { childNamed, type Element, elementsIn } from "../xml-tree.ts";
import {
  type Fields,
  isSwitchedOn,
  layer,
  markupFields,
  markupText,
  nearestWithin,
  numberOr,
  valOf,
} from "./layers.ts";
import { SIDES } from "./paragraph-fields.ts";
import { borderText, type Theme } from "./theme.ts";

const KNOWN: ReadonlySet<string> = new Set(
  [
    ..."pgSz pgMar cols docGrid formProt type vAlign titlePg bidi textDirection pgNumType pgBorders".split(" "),
    ..."headerReference footerReference sectPrChange printerSettings".split(" "),
  ].map((name) => `w:${name}`),
);

export function sectionFields(properties: Element | undefined, theme: Theme): Fields {
  const fields = markupFields(layer("direct", properties), KNOWN);
  const attributesOf = (name: string): ReadonlyMap<string, string> =>
    childNamed(properties, name)?.attributes ?? new Map();
  const size = attributesOf("w:pgSz");
  for (const name of ["w", "h"]) fields.set(`page ${name}`, String(numberOr(size.get(`w:${name}`), 0)));
  fields.set("orientation", size.get("w:orient") ?? "portrait");
  const margins = attributesOf("w:pgMar");
  for (const name of ["top", "right", "bottom", "left", "gutter"]) {
    fields.set(`page ${name}`, String(numberOr(margins.get(`w:${name}`), 0)));
  }
  for (const [name, byDefault] of [
    ["type", "nextPage"],
    ["vAlign", "top"],
    ["textDirection", "lrTb"],
  ] as const) {
    fields.set(name, valOf(childNamed(properties, `w:${name}`)) ?? byDefault);
  }
  for (const name of ["titlePg", "bidi"]) {
    if (isSwitchedOn(childNamed(properties, `w:${name}`))) fields.set(name, "on");
  }
  for (const [name, value] of attributesOf("w:pgNumType")) {
    if (value !== "decimal") fields.set(`page numbers ${name}`, value);
  }
  addColumns(fields, childNamed(properties, "w:cols"));
  addGrid(fields, attributesOf("w:docGrid"));
  addBorders(fields, properties, theme);
  return fields;
}

function addColumns(fields: Map<string, string>, columns: Element | undefined): void {
  const count = numberOr(columns?.attributes.get("w:num"), 1);
  if (columns === undefined || count < 2) return;
  const { attributes } = columns;
  const isEqual = !/^(0|false|off)$/.test(attributes.get("w:equalWidth") ?? "1");
  fields.set("columns", `${count} ${isEqual}`);
  if (!/^(0|false|off)$/.test(attributes.get("w:sep") ?? "0")) fields.set("line between columns", "on");
  if (isEqual) fields.set("columns gap", String(numberOr(attributes.get("w:space"), 720)));
  else fields.set("columns widths", elementsIn(columns).map(markupText).join(""));
}

/** A grid shows with its lines, and the distance of its characters only in a grid of characters. */
function addGrid(fields: Map<string, string>, grid: ReadonlyMap<string, string>): void {
  const type = grid.get("w:type") ?? "default";
  if (type === "default") return;
  fields.set("grid", `${type} ${grid.get("w:linePitch") ?? ""}`);
  const space = numberOr(grid.get("w:charSpace"), 0);
  if (type !== "lines" && space !== 0) fields.set("grid characters", String(space));
}

function addBorders(fields: Map<string, string>, properties: Element | undefined, theme: Theme): void {
  let isBordered = false;
  for (const [side, ...names] of SIDES) {
    const border = borderText(nearestWithin(layer("direct", properties), "w:pgBorders", names), theme, true);
    if (border !== undefined) fields.set(`page border ${side}`, border);
    isBordered ||= border !== undefined;
  }
  if (!isBordered) return;
  const { attributes } = childNamed(properties, "w:pgBorders")!;
  for (const name of ["offsetFrom", "display", "zOrder"]) {
    const value = attributes.get(`w:${name}`);
    if (value !== undefined) fields.set(`page borders ${name}`, value);
  }
}
