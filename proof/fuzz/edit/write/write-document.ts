// Writes a small document with many kinds of content that edits can meet.
//
// It contains paragraphs, lists, tables, sections, headers, notes, comments, links, fields, content controls, and
// tracked changes of other authors.

import type { Random } from "../../../runner/random.ts";
import { Choices } from "../../choices.ts";
import type { DocumentFeature } from "./document-features.ts";
import { type TextPlace, TextWriter } from "./write-text.ts";
import type { WrittenDocument } from "./written-document.ts";

export function writeDocument(random: Random, focus: string | undefined): WrittenDocument {
  return new DocumentWriter(new Choices<DocumentFeature>(random, focus)).write();
}

class DocumentWriter {
  readonly #choices: Choices<DocumentFeature>;
  readonly #random: Random;
  readonly #text: TextWriter;
  readonly #pages: Record<string, string> = {};

  constructor(choices: Choices<DocumentFeature>) {
    this.#choices = choices;
    this.#random = choices.random;
    this.#text = new TextWriter(choices);
  }

  write(): WrittenDocument {
    const blocks = this.#random.list(this.#random.between({ least: 3, most: 9 }), () => this.#block());
    const [source, target] = this.#moved();
    const at = this.#random.below(blocks.length);
    const body = [
      ...blocks.slice(0, at),
      source,
      ...blocks.slice(at),
      target,
      this.#paragraph("body", { isLast: true }),
    ];
    const { notes, comments, extensions } = this.#text;
    const section = this.#section();
    const isEven = this.#choices.taken.has("even page header");
    return {
      body: body.join("") + section,
      footnotes: notes.footnote.join(""),
      endnotes: notes.endnote.join(""),
      comments: comments.join(""),
      extensions: extensions.join(""),
      pages: this.#pages,
      settings: isEven ? "<w:evenAndOddHeaders/>" : "",
      features: [...this.#choices.taken],
    };
  }

  #takes(feature: DocumentFeature, share: number): boolean {
    return this.#choices.takes(feature, share);
  }

  #block(): string {
    if (!this.#takes("table", 0.2)) return this.#paragraph("body");
    const table = this.#table({ depth: 0, place: "body" });
    if (!this.#takes("table in a content control", 0.08)) return table;
    return `<w:sdt><w:sdtPr><w:id w:val="${this.#text.marks.nextId()}"/></w:sdtPr><w:sdtContent>${table}</w:sdtContent></w:sdt>`;
  }

  #paragraph(place: TextPlace, { isLast = false, isInTable = false } = {}): string {
    const isEmpty = this.#takes("empty paragraph", 0.1);
    const content = isEmpty ? "" : this.#text.pieces(place);
    const endsSection = place === "body" && !isLast && !isInTable && this.#takes("several sections", 0.07);
    return this.#text.paragraph(this.#properties({ isLast, endsSection }), content);
  }

  #properties({ isLast, endsSection }: { readonly isLast: boolean; readonly endsSection: boolean }): string {
    const style = this.#takes("heading", 0.12)
      ? `<w:pStyle w:val="${this.#random.pick(["Heading1", "Heading2"])}"/>`
      : this.#random.chance(0.1)
        ? `<w:pStyle w:val="${this.#random.pick(["Quote", "Clause"])}"/>`
        : "";
    const keep = this.#random.chance(0.05) ? "<w:keepNext/>" : "";
    const list = this.#takes("list", 0.2)
      ? `<w:numPr><w:ilvl w:val="${this.#random.below(2)}"/><w:numId w:val="${this.#random.pick([1, 1, 2, 3])}"/></w:numPr>`
      : "";
    const alignment = this.#random.chance(0.1) ? '<w:jc w:val="center"/>' : "";
    const mark = isLast || endsSection ? "" : this.#mark();
    const section = endsSection ? this.#section() : "";
    const change = this.#takes("paragraph changed by another", 0.04)
      ? this.#text.marks.change("pPr", '<w:jc w:val="right"/>')
      : "";
    return style + keep + list + alignment + mark + section + change;
  }

  #mark(): string {
    const { marks } = this.#text;
    const tracking = this.#takes("mark inserted by another", 0.04)
      ? marks.mark("ins")
      : this.#takes("mark deleted by another", 0.04)
        ? marks.mark("del")
        : "";
    const look = this.#random.chance(0.08) ? "<w:b/>" : "";
    return tracking + look === "" ? "" : `<w:rPr>${tracking}${look}</w:rPr>`;
  }

  /** Returns the source and the target of a paragraph that another author moved. */
  #moved(): [source: string, target: string] {
    if (!this.#takes("moved by another", 0.04)) return ["", ""];
    const { marks } = this.#text;
    const name = `move${marks.nextId()}`;
    const half = (kind: "moveFrom" | "moveTo", content: string): string => {
      const { start, end } = marks.range(kind, name);
      const properties = `<w:rPr>${marks.mark(kind)}</w:rPr>`;
      return start + this.#text.paragraph(properties, marks.around(kind, content)) + end;
    };
    const words = this.#text.words({ isFirst: true }).replaceAll(/<w:r><w:rPr>.*?(?=<w:t )/g, "<w:r>");
    return [half("moveFrom", words), half("moveTo", words)];
  }

  #section(): string {
    const references = (["header", "footer"] as const).flatMap((kind) => {
      const isTaken = this.#takes(kind, 0.3);
      const types = [
        ...(isTaken ? ["default"] : []),
        ...(kind === "header" && this.#takes("first page header", 0.08) ? ["first"] : []),
        ...(kind === "header" && this.#takes("even page header", 0.05) ? ["even"] : []),
      ];
      return types.map((type) => {
        const id = `r${kind}${Object.keys(this.#pages).length + 1}`;
        const table = this.#random.chance(0.1) ? this.#table({ depth: 1, place: "page" }) : "";
        this.#pages[id] = table + this.#paragraph("page", { isLast: true });
        return `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;
      });
    });
    const type = this.#random.chance(0.3) ? '<w:type w:val="continuous"/>' : "";
    const title = this.#choices.taken.has("first page header") && this.#random.chance(0.5) ? "<w:titlePg/>" : "";
    const page =
      '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>';
    return `<w:sectPr>${references.join("")}${type}${page}${title}</w:sectPr>`;
  }

  #table({ depth, place }: { readonly depth: number; readonly place: TextPlace }): string {
    const columns = this.#random.between({ least: 1, most: 3 });
    const rows = this.#random.between({ least: 1, most: 3 });
    const spanning = columns > 1 && this.#takes("cell over columns", 0.12) ? this.#random.below(rows) : -1;
    const merged = rows > 1 && spanning < 0 && this.#takes("cell over rows", 0.1);
    const grid = '<w:gridCol w:w="2000"/>'.repeat(columns);
    const width = this.#random.chance(0.5)
      ? '<w:tblW w:w="0" w:type="auto"/>'
      : `<w:tblW w:w="${2000 * columns}" w:type="dxa"/>`;
    const all = Array.from({ length: rows }, (_, row) => {
      const inserted = this.#takes("row inserted by another", 0.03) ? this.#text.marks.mark("ins") : "";
      const header = row === 0 && this.#random.chance(0.2) ? "<w:tblHeader/>" : "";
      const properties = inserted + header === "" ? "" : `<w:trPr>${header}${inserted}</w:trPr>`;
      const spans =
        row === spanning
          ? [2, ...Array.from({ length: columns - 2 }, () => 1)]
          : Array.from({ length: columns }, () => 1);
      const cells = spans.map((span, column) => {
        const merge =
          merged && column === 0 && row < 2 ? (row === 0 ? '<w:vMerge w:val="restart"/>' : "<w:vMerge/>") : "";
        return this.#cell({ depth, place }, `${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ""}${merge}`, 2000 * span);
      });
      return `<w:tr>${properties}${cells.join("")}</w:tr>`;
    });
    return `<w:tbl><w:tblPr>${width}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${all.join("")}</w:tbl>`;
  }

  #cell({ depth, place }: { readonly depth: number; readonly place: TextPlace }, spans: string, width: number): string {
    const inner = depth === 0 && this.#takes("nested table", 0.06) ? this.#table({ depth: 1, place }) : "";
    const more =
      inner !== "" || this.#random.chance(0.2) ? this.#paragraph(place, { isInTable: true, isLast: true }) : "";
    const properties = `<w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${spans}</w:tcPr>`;
    return `<w:tc>${properties}${more === "" ? "" : this.#paragraph(place, { isInTable: true })}${inner}${this.#paragraph(place, { isInTable: true, isLast: true })}</w:tc>`;
  }
}
