// Computes the look of a section: its page, columns and page numbers (FMT-9).

import { isOnValue, twips } from "../values.ts";
import { borderText, type ThemeLook } from "./colours.ts";
import { type Look, LookFields } from "./look.ts";
import { elementText, type Properties, type PropertyElement, PropertyLayers } from "./property-layers.ts";
import { addOthers } from "./run-look.ts";

const KNOWN: ReadonlySet<string> = new Set([
  ..."pgSz pgMar cols docGrid formProt type vAlign titlePg bidi textDirection pgNumType pgBorders".split(" "),
  ..."headerReference footerReference sectPrChange printerSettings".split(" "),
]);
const MARGINS = ["top", "right", "bottom", "left", "gutter"];
const BORDERS = ["top", "left", "bottom", "right"];

export interface SectionPlace {
  readonly theme: ThemeLook;
  /** True if the document has headers, and footers. */
  readonly hasHeader: boolean;
  readonly hasFooter: boolean;
}

export function sectionLook(direct: Properties, { theme, hasHeader, hasFooter }: SectionPlace): Look {
  const look = new LookFields();
  const attribute = (element: string, name: string): string | undefined => direct.get(element)?.attributes.get(name);
  const length = (element: string, name: string): string => String(twips(attribute(element, name)) ?? 0);
  look.add("page width", length("pgSz", "w"), "0").add("page height", length("pgSz", "h"), "0");
  look.add("orientation", attribute("pgSz", "orient"), "portrait");
  for (const side of MARGINS) look.add(`page ${side}`, length("pgMar", side), "0");
  if (hasHeader) look.add("page header", length("pgMar", "header"));
  if (hasFooter) look.add("page footer", length("pgMar", "footer"));
  addColumns(look, direct.get("cols"));
  const grid = attribute("docGrid", "type") ?? "default";
  if (grid !== "default") {
    look.add("grid", `${grid} ${attribute("docGrid", "linePitch") ?? ""}`);
    if (grid !== "lines") look.add("grid characters", attribute("docGrid", "charSpace"), "0");
  }
  look.add("break", attribute("type", "val"), "nextPage");
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
    for (const name of ["offsetFrom", "display", "zOrder"])
      look.add(`page-border ${name}`, borders!.attributes.get(name));
  }
  addOthers(look, new PropertyLayers([{ kind: "direct", properties: direct }]), KNOWN);
  return { fields: look.fields, direct: new Set(look.fields.keys()) };
}

function addColumns(look: LookFields, columns: PropertyElement | undefined): void {
  const count = Number(columns?.attributes.get("num") ?? "1");
  if (columns === undefined || count < 2) return;
  const { attributes, children } = columns;
  const isEqual = isOnValue(attributes.get("equalWidth"));
  look.add("column-count", `${count}${isEqual ? "" : " unequal"}`);
  look.addSwitch("column-line", attributes.has("sep") && isOnValue(attributes.get("sep")));
  if (isEqual) look.add("columns space", String(twips(attributes.get("space")) ?? 720));
  else look.add("columns widths", children.map((child) => elementText(child)).join("; "));
}

function addPageNumbers(look: LookFields, numbers: PropertyElement | undefined): void {
  for (const [name, value] of numbers?.attributes ?? []) {
    look.add(`page-numbers ${name}`, value, name === "fmt" ? "decimal" : "");
  }
}
