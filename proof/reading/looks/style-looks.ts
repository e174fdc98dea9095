// Finds the styles whose own look differs between two documents (FMT-13).

import type { Element } from "../xml-tree.ts";
import { fieldsThatDiffer } from "./different-fields.ts";
import type { Fields } from "./layers.ts";
import { paragraphFields } from "./paragraph-fields.ts";
import { runFields, type Script } from "./run-fields.ts";
import { kindOf, nameOf, type StyleSheet, TABLE_PARTS, type TableStyle, type TextPlace } from "./style-sheet.ts";
import { type CellPlace, cellFields, OPPOSITE, tableFields } from "./table-fields.ts";

const SCRIPTS: readonly Script[] = ["ascii", "hAnsi", "eastAsia", "cs"];

/** Maps the name of a style to the fields in which it looks different. */
export function differentStyles(one: StyleSheet, other: StyleSheet): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const style of one.styles) {
    const partner = other.styles.find((each) => nameOf(each) === nameOf(style) && kindOf(each) === kindOf(style));
    if (partner === undefined) continue;
    const [looks, others] = [looksOfStyle(style, one), looksOfStyle(partner, other)];
    const fields = new Set(looks.flatMap((look, at) => fieldsThatDiffer(look, others[at]!)));
    if (fields.size > 0) found.set(nameOf(style), fields);
  }
  return found;
}

/** Returns the looks of everything that has this style and nothing else, with text in each script. */
function looksOfStyle(style: Element, sheet: StyleSheet): Fields[] {
  const id = style.attributes.get("w:styleId");
  const kind = kindOf(style);
  if (kind === "character") return textLooks(sheet.characterLayers(id), sheet);
  if (kind === "paragraph") return placeLooks({ style: id, table: undefined }, sheet);
  const named: Element = { name: "w:tblStyle", attributes: new Map([["w:val", id ?? ""]]), children: [] };
  const table: Element = { name: "w:tblPr", attributes: new Map(), children: [named] };
  const parts = [[], ...TABLE_PARTS.map((part) => [part])];
  return [tableFields(table, sheet, false), ...parts.flatMap((those) => tablePartLooks({ id, parts: those }, sheet))];
}

function placeLooks(place: TextPlace, sheet: StyleSheet): Fields[] {
  return [
    ...textLooks(sheet.runLayers(undefined, place), sheet),
    paragraphFields(undefined, sheet, { ...place, hasTab: true }),
  ];
}

/** Returns the looks of text and of cells under some parts of a table style: a cell alone, and one among others. */
function tablePartLooks(style: TableStyle, sheet: StyleSheet): Fields[] {
  const nothing = { table: undefined, exceptions: undefined, own: undefined, isMergedUp: false, isMergedDown: false };
  const alone: CellPlace = { ...nothing, style, neighbours: new Map() };
  const among: CellPlace = { ...alone, neighbours: new Map(Object.keys(OPPOSITE).map((side) => [side, alone])) };
  return [...placeLooks({ style: undefined, table: style }, sheet), cellFields(alone, sheet), cellFields(among, sheet)];
}

function textLooks(layers: Parameters<typeof runFields>[0], { theme }: StyleSheet): Fields[] {
  return SCRIPTS.map((script) => runFields(layers, script, { theme, isShaded: false }));
}
