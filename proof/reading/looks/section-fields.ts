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

/** Begins a field without a look: the margin of a side does not show. */
export const COVERED = "covered margin";

const KNOWN: ReadonlySet<string> = new Set(
  [
    ..."pgSz pgMar cols docGrid formProt type vAlign titlePg bidi textDirection pgNumType pgBorders".split(" "),
    ..."headerReference footerReference sectPrChange printerSettings paperSrc".split(" "),
    // Notes count in documents with notes alone, which is not read here.
    ..."footnotePr endnotePr noEndnote".split(" "),
  ].map((name) => `w:${name}`),
);

export interface SectionAround {
  readonly theme: Theme;
  /** The section begins with the document, so that its type shows nothing. */
  readonly isFirst: boolean;
  /** References to headers and footers of the section and of those before it, such as `w:header default`. */
  readonly references: ReadonlySet<string>;
  readonly hasEvenPages: boolean;
}

export function sectionFields(properties: Element | undefined, around: SectionAround): Fields {
  const { theme, isFirst } = around;
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
  for (const [side, kind] of [
    ["top", "header"],
    ["bottom", "footer"],
  ] as const) {
    const [margin, distance] = [side, kind].map((name) => numberOr(margins.get(`w:${name}`), -1)) as [number, number];
    const wanted = ["default", ...(around.hasEvenPages ? ["even"] : [])];
    if (isSwitchedOn(childNamed(properties, "w:titlePg"))) wanted.push("first");
    const isOnEveryPage = wanted.every((page) => around.references.has(`w:${kind} ${page}`));
    // A header has a line of text at least, and pushes the text of the page down (FMT-55).
    const isCovered = Math.min(margin, distance) >= 0 && margin - distance <= 100;
    if (isOnEveryPage && isCovered) fields.set(`${COVERED} ${side}`, "on");
  }
  if (!isFirst) fields.set("type", valOf(childNamed(properties, "w:type")) ?? "nextPage");
  for (const [name, byDefault] of [
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
  const inside = ["w", "left", "right", "gutter"].map((name) =>
    numberOr((name === "w" ? size : margins).get(`w:${name}`), 0),
  );
  addColumns(fields, childNamed(properties, "w:cols"), inside[0]! - inside[1]! - inside[2]! - inside[3]!);
  addGrid(fields, attributesOf("w:docGrid"));
  addBorders(fields, properties, theme);
  return fields;
}

/** `width`: the space between the margins. Columns written one by one are equal if they are one size and fill it. */
function addColumns(fields: Map<string, string>, columns: Element | undefined, width: number): void {
  const count = numberOr(columns?.attributes.get("w:num"), 1);
  if (columns === undefined || count < 2) return;
  const { attributes } = columns;
  const lengths = (name: string): number[] =>
    elementsIn(columns)
      .slice(0, count)
      .map((column) => numberOr(column.attributes.get(name), 0));
  const [sizes, gaps] = [lengths("w:w"), lengths("w:space").slice(0, -1)];
  const areNear = (all: readonly number[]): boolean => Math.max(...all) - Math.min(...all) <= 10;
  const sum = [...sizes, ...gaps].reduce((total, length) => total + length, 0);
  const isFull = gaps.length > 0 && areNear(sizes) && areNear(gaps) && Math.abs(sum - width) <= 10;
  const isEqual = isFull || !/^(0|false|off)$/.test(attributes.get("w:equalWidth") ?? "1");
  fields.set("columns", `${count} ${isEqual}`);
  if (!/^(0|false|off)$/.test(attributes.get("w:sep") ?? "0")) fields.set("line between columns", "on");
  if (isFull) fields.set("columns gap", String(gaps[0]));
  else if (isEqual) fields.set("columns gap", String(numberOr(attributes.get("w:space"), 720)));
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

/** Maps attributes of page borders to their default values (ISO 29500-1, 17.6.10). */
const USUAL_BORDERS: Readonly<Record<string, string>> = { offsetFrom: "text", display: "allPages", zOrder: "front" };

function addBorders(fields: Map<string, string>, properties: Element | undefined, theme: Theme): void {
  let isBordered = false;
  for (const [side, ...names] of SIDES) {
    const border = borderText(nearestWithin(layer("direct", properties), "w:pgBorders", names), theme, true);
    if (border !== undefined) fields.set(`page border ${side}`, border);
    isBordered ||= border !== undefined;
  }
  if (!isBordered) return;
  const { attributes } = childNamed(properties, "w:pgBorders")!;
  for (const [name, usual] of Object.entries(USUAL_BORDERS)) {
    fields.set(`page borders ${name}`, attributes.get(`w:${name}`) ?? usual);
  }
}
