// Reads the formatting of one document. Equal containers of properties are flattened once.

import type { ContentPackage } from "../../../reading/content-package.ts";
import { childNamed, type Element } from "../../../reading/xml-tree.ts";
import type { LineFormatting } from "./line-formatting.ts";
import { NumberingContent } from "./numbering-content.ts";
import { flattenProperties, type LeftOut, type Properties, rawContents } from "./properties.ts";
import { type StyleTable, styleTableOf } from "./style-table.ts";

const REVISIONS = ["w:ins", "w:del", "w:moveFrom", "w:moveTo"];

/** The children of each container that are judged elsewhere or are not properties. */
const LEFT_OUT: Readonly<Record<string, LeftOut>> = {
  "w:rPr": new Set([...REVISIONS, "w:rPrChange"]),
  "w:pPr": new Set(["w:rPr", "w:sectPr", "w:numPr", "w:pPrChange"]),
  "w:tblPr": new Set(["w:tblPrChange"]),
  "w:tblPrEx": new Set(["w:tblPrExChange"]),
  "w:trPr": new Set([...REVISIONS, "w:trPrChange", "w:gridBefore", "w:gridAfter"]),
  "w:tcPr": new Set([
    ...["w:cellIns", "w:cellDel", "w:cellMerge", "w:tcPrChange", "w:gridSpan", "w:vMerge", "w:hMerge"],
  ]),
  "w:sectPr": new Set(["w:headerReference", "w:footerReference", "w:printerSettings", "w:sectPrChange"]),
};

const NOTHING: Properties = {
  raw: "",
  values: new Map(),
  style: undefined,
  settled: { hidden: "", empty: "", spelled: "" },
};

/** The formatting of a line before its text is settled. */
export type OwnFormatting = Omit<LineFormatting, "stretches" | "asides" | "isInTable">;

export class FormatReader {
  readonly styles: StyleTable;
  readonly numbering: NumberingContent;
  readonly #known = new Map<string, Properties>();

  constructor(parts: ContentPackage) {
    const part = parts.related(parts.main, "styles");
    this.styles = styleTableOf(part === undefined ? undefined : parts.sharedTree(part));
    this.numbering = new NumberingContent(parts, this.styles);
  }

  run(run: Element): Properties {
    return this.#properties(childNamed(run, "w:rPr"));
  }

  /** Returns the properties of a run for a symbol in it. The font of the symbol is part of what it shows. */
  symbol(properties: Properties, font: string): Properties {
    const raw = `${properties.raw}<sym ${font}>`;
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    const values = new Map([...properties.values, ["sym@font", font]]);
    const symbol = { ...properties, raw, values };
    this.#known.set(raw, symbol);
    return symbol;
  }

  paragraph(paragraph: Element): OwnFormatting {
    const container = childNamed(paragraph, "w:pPr");
    const numPr = childNamed(container, "w:numPr");
    return {
      own: this.#properties(container),
      mark: this.#properties(childNamed(container, "w:rPr")),
      ...(numPr === undefined ? {} : { numbering: this.numbering.read(numPr) }),
    };
  }

  table(table: Element): OwnFormatting {
    return { own: this.#properties(childNamed(table, "w:tblPr")) };
  }

  row(row: Element): OwnFormatting {
    const exceptions = this.#properties(childNamed(row, "w:tblPrEx"));
    return { own: this.#properties(childNamed(row, "w:trPr")), exceptions };
  }

  cell(cell: Element): OwnFormatting {
    return { own: this.#properties(childNamed(cell, "w:tcPr")) };
  }

  section(sectPr: Element | undefined): OwnFormatting {
    return { own: this.#properties(sectPr) };
  }

  #properties(container: Element | undefined): Properties {
    if (container === undefined) return NOTHING;
    const leftOut = LEFT_OUT[container.name]!;
    const raw = rawContents(container, leftOut);
    if (raw === "") return NOTHING;
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    const properties = flattenProperties(container, leftOut);
    this.#known.set(raw, properties);
    return properties;
  }
}
