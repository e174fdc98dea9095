// Computes the look of a section: its page, columns and page numbers (FMT-9).

import type { NoteKind } from "../marks/notes.ts";
import { isOnValue, twips } from "../values.ts";
import { borderText, type ThemeLook } from "./colours.ts";
import { type Look, LookFields } from "./look.ts";
import { elementText, type Properties, type PropertyElement, PropertyLayers } from "./property-layers.ts";
import { addOthers } from "./run-look.ts";

const KNOWN: ReadonlySet<string> = new Set([
  ..."pgSz pgMar cols docGrid formProt type vAlign titlePg bidi textDirection pgNumType pgBorders".split(" "),
  ..."headerReference footerReference sectPrChange printerSettings paperSrc footnotePr endnotePr noEndnote".split(" "),
]);
const MARGINS = ["top", "right", "bottom", "left", "gutter"];
const BORDERS = ["top", "left", "bottom", "right"];

export interface SectionPlace {
  readonly theme: ThemeLook;
  /** True if the document has headers, and footers. */
  readonly hasHeader: boolean;
  readonly hasFooter: boolean;
  /** True for the first section, which begins with the document. */
  readonly isFirst: boolean;
  /** The kinds of pages on which the section has a header, and a footer: its own, or that of a section before. */
  readonly pages: SectionPages;
  /** True if even pages have their own headers and footers. */
  readonly hasEvenPages: boolean;
  /** How the document numbers its notes; undefined without notes of the kind. */
  readonly notes: Readonly<Record<NoteKind, Properties | undefined>>;
}

/** Kinds of pages, such as `default` and `first`, with a header and with a footer. */
export interface SectionPages {
  readonly header: ReadonlySet<string>;
  readonly footer: ReadonlySet<string>;
}

export function sectionLook(direct: Properties, place: SectionPlace): Look {
  const { theme, hasHeader, hasFooter, isFirst, notes } = place;
  const look = new LookFields();
  const attribute = (element: string, name: string): string | undefined => direct.get(element)?.attributes.get(name);
  const length = (element: string, name: string): string => String(twips(attribute(element, name)) ?? 0);
  look.add("page width", length("pgSz", "w"), "0").add("page height", length("pgSz", "h"), "0");
  look.add("orientation", attribute("pgSz", "orient"), "portrait");
  for (const side of MARGINS) look.add(`page ${side}`, length("pgMar", side), "0");
  if (hasHeader) look.add("page header", length("pgMar", "header"));
  if (hasFooter) look.add("page footer", length("pgMar", "footer"));
  addColumns(look, direct.get("cols"), textWidth(direct));
  addNotes(look, direct, notes);
  const grid = attribute("docGrid", "type") ?? "default";
  if (grid !== "default") {
    look.add("grid", `${grid} ${attribute("docGrid", "linePitch") ?? ""}`);
    if (grid !== "lines") look.add("grid characters", attribute("docGrid", "charSpace"), "0");
  }
  if (!isFirst) look.add("break", attribute("type", "val"), "nextPage");
  look.add("vertical", attribute("vAlign", "val"), "top");
  look.add("text-direction", attribute("textDirection", "val"), "lrTb");
  for (const name of ["titlePg", "bidi"]) {
    look.addSwitch(name, direct.has(name) && isOnValue(attribute(name, "val")));
  }
  addPageNumbers(look, direct.get("pgNumType"));
  const borders = direct.get("pgBorders");
  for (const side of BORDERS) {
    look.add(
      `page-border ${side}`,
      borderText(
        borders?.children.find(({ name }) => name === side),
        theme,
      ),
    );
  }
  if (BORDERS.some((side) => look.fields.has(`page-border ${side}`))) {
    for (const [name, byDefault] of PAGE_BORDER_DEFAULTS)
      look.add(`page-border ${name}`, borders!.attributes.get(name), byDefault);
  }
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN);
  return { fields: look.fields, direct: new Set(look.fields.keys()), unused: pushedMargins(direct, place) };
}

/** Attributes of page borders with the values that they have if they are missing (ISO 29500-1, 17.6.10). */
const PAGE_BORDER_DEFAULTS = [
  ["offsetFrom", "text"],
  ["display", "allPages"],
  ["zOrder", "front"],
] as const;

/** Least height in twips of a header or footer: it has at least one paragraph. */
const LEAST_LINE = 100;

/** Returns the margins that show nothing, because the header or footer of every page reaches over them (FMT-55). */
function pushedMargins(direct: Properties, { pages, hasEvenPages }: SectionPlace): ReadonlySet<string> {
  const lengthOf = (name: string): number => twips(direct.get("pgMar")?.attributes.get(name)) ?? -1;
  const title = direct.get("titlePg");
  const hasTitle = title !== undefined && isOnValue(title.attributes.get("val"));
  const kinds = ["default", ...(hasTitle ? ["first"] : []), ...(hasEvenPages ? ["even"] : [])];
  const isPushed = ([side, kind]: readonly ["top" | "bottom", "header" | "footer"]): boolean => {
    const [margin, distance] = [lengthOf(side), lengthOf(kind)];
    // A negative margin is exact.
    const isCovered = margin >= 0 && distance >= 0 && margin <= distance + LEAST_LINE;
    return isCovered && kinds.every((one) => pages[kind].has(one));
  };
  const sides = [["top", "header"] as const, ["bottom", "footer"] as const].filter(isPushed);
  return new Set(sides.map(([side]) => `page ${side}`));
}

/** Returns the width between the margins of the page, in twips. */
function textWidth(direct: Properties): number {
  const length = (element: string, name: string): number => twips(direct.get(element)?.attributes.get(name)) ?? 0;
  return length("pgSz", "w") - length("pgMar", "left") - length("pgMar", "right") - length("pgMar", "gutter");
}

function addColumns(look: LookFields, columns: PropertyElement | undefined, width: number): void {
  const count = Number(columns?.attributes.get("num") ?? "1");
  if (columns === undefined || count < 2) return;
  const { attributes, children } = columns;
  const gap = equalGap(children.slice(0, count), width);
  const isEqual = isOnValue(attributes.get("equalWidth")) || gap !== undefined;
  look.add("column-count", `${count}${isEqual ? "" : " unequal"}`);
  look.addSwitch("column-line", attributes.has("sep") && isOnValue(attributes.get("sep")));
  if (isEqual) look.add("columns space", String(gap ?? twips(attributes.get("space")) ?? 720));
  else look.add("columns widths", children.map((child) => elementText(child)).join("; "));
}

/** Greatest difference of lengths that programs round when they save, in twips. */
const ROUNDING = 10;

/** Returns the gap of columns that are written one by one, if they are equal and fill the page; else undefined. */
function equalGap(columns: readonly PropertyElement[], width: number): number | undefined {
  const lengths = (name: string): number[] => columns.map(({ attributes }) => twips(attributes.get(name)) ?? 0);
  const [widths, gaps] = [lengths("w"), lengths("space").slice(0, -1)];
  const isEven = (all: readonly number[]): boolean => Math.max(...all) - Math.min(...all) <= ROUNDING;
  const sum = [...widths, ...gaps].reduce((total, length) => total + length, 0);
  const areEqual = gaps.length > 0 && isEven(widths) && isEven(gaps) && Math.abs(sum - width) <= ROUNDING;
  return areEqual ? gaps[0] : undefined;
}

/** Settings of notes with their defaults. */
const NOTES: Readonly<Record<NoteKind, Readonly<Record<string, string>>>> = {
  footnote: { pos: "pageBottom", numFmt: "decimal", numStart: "1", numRestart: "continuous" },
  endnote: { pos: "docEnd", numFmt: "lowerRoman", numStart: "1", numRestart: "continuous" },
};

/** Adds how a document with notes numbers and places them in the section (FMT-9). */
function addNotes(look: LookFields, direct: Properties, notes: SectionPlace["notes"]): void {
  for (const kind of ["footnote", "endnote"] as const) {
    const ofDocument = notes[kind];
    if (ofDocument === undefined) continue;
    const own = direct.get(`${kind}Pr`)?.children ?? [];
    const values = Object.entries(NOTES[kind]).map(([name, byDefault]) => {
      const written = own.find((child) => child.name === name) ?? ofDocument.get(name);
      return written?.attributes.get("val") ?? byDefault;
    });
    look.add(`notes ${kind}s`, values.join(" "));
  }
  const hides = direct.has("noEndnote") && isOnValue(direct.get("noEndnote")!.attributes.get("val"));
  if (notes.endnote !== undefined) look.add("notes shown", hides ? "off" : "on");
}

function addPageNumbers(look: LookFields, numbers: PropertyElement | undefined): void {
  for (const [name, value] of numbers?.attributes ?? []) {
    look.add(`page-numbers ${name}`, value, name === "fmt" ? "decimal" : "");
  }
}
