// Writes paragraphs and tables with tracked changes of their marks, rows, cells and properties.

import type { Random } from "../../runner/random.ts";
import type { Choices } from "../choices.ts";
import type { TrackedFeature } from "./tracked-features.ts";
import type { TrackedMarks } from "./tracked-marks.ts";
import { ContentWriter, type Writing } from "./write-content.ts";

type Tracking = "ins" | "del" | undefined;

export class BlockWriter {
  readonly #choices: Choices<TrackedFeature>;
  readonly #random: Random;
  readonly #marks: TrackedMarks;
  readonly content: ContentWriter;

  constructor(writing: Writing) {
    this.#choices = writing.choices;
    this.#random = writing.choices.random;
    this.#marks = writing.marks;
    this.content = new ContentWriter(writing);
  }

  /** Returns the blocks of a body. The last block is a paragraph without properties of its own or of its mark. */
  body(): string {
    const blocks = this.#random.list(this.#random.between({ least: 1, most: 6 }), () => this.#block());
    const [earlier, later] = this.#movedParagraphs();
    blocks.splice(this.#random.below(blocks.length + 1), 0, earlier);
    return `${blocks.join("")}${later}<w:p>${this.content.rest()}${this.content.run()}</w:p>`;
  }

  /** Returns the section at the end of a body. */
  section(references: string): string {
    return `<w:sectPr>${references}${this.#sectionProperties()}</w:sectPr>`;
  }

  #takes(feature: TrackedFeature, share: number): boolean {
    return this.#choices.takes(feature, share);
  }

  #block(): string {
    if (this.#takes("table", 0.18)) return this.#table(0);
    return this.#takes("block content control", 0.06) ? this.#control() : this.#paragraph();
  }

  #paragraph(place: "body" | "cell" = "body"): string {
    return `<w:p>${this.#paragraphProperties(place)}${this.content.pieces()}</w:p>`;
  }

  #control(): string {
    const inner = this.#random.list(2, () => this.#paragraph());
    const properties = `<w:sdtPr><w:id w:val="${this.#marks.nextId()}"/></w:sdtPr>`;
    return `<w:sdt>${properties}<w:sdtContent>${inner.join("")}</w:sdtContent></w:sdt>`;
  }

  #paragraphProperties(place: "body" | "cell"): string {
    const keep = this.#random.chance(0.1) ? "<w:keepNext/>" : "";
    const numbering = this.#takes("numbering inserted", 0.04)
      ? `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/>${this.#marks.mark("ins")}</w:numPr>`
      : "";
    const mark = this.#markProperties();
    const ends = place === "body" && this.#takes("section in a paragraph", 0.03);
    const section = ends ? `<w:sectPr>${this.#sectionProperties()}</w:sectPr>` : "";
    const change = this.#takes("paragraph properties", 0.1) ? this.#marks.change("pPr", '<w:jc w:val="center"/>') : "";
    const all = keep + numbering + mark + section + change;
    return all === "" ? "" : `<w:pPr>${all}</w:pPr>`;
  }

  #markProperties(): string {
    const change = this.#takes("mark properties", 0.06) ? `<w:b/>${this.#marks.change("rPr", "<w:i/>")}` : "";
    const all = this.#markTracking() + change;
    return all === "" ? "" : `<w:rPr>${all}</w:rPr>`;
  }

  #markTracking(): string {
    if (this.#takes("mark inserted and then deleted", 0.04)) return this.#marks.mark("ins") + this.#marks.mark("del");
    if (this.#takes("inserted mark", 0.2)) return this.#marks.mark("ins");
    return this.#takes("deleted mark", 0.2) ? this.#marks.mark("del") : "";
  }

  #sectionProperties(): string {
    const size = '<w:pgSz w:w="11906" w:h="16838"/>';
    const change = this.#takes("section properties", 0.1)
      ? this.#marks.change("sectPr", '<w:pgSz w:w="12240" w:h="15840"/>')
      : "";
    return size + change;
  }

  /**
   * Returns the source and the target of moved paragraphs, with their marks and the ranges around them. Either may be
   * first.
   */
  #movedParagraphs(): [earlier: string, later: string] {
    if (!this.#takes("moved paragraph", 0.12)) return ["", ""];
    const name = `move${this.#marks.nextId()}`;
    const texts = this.#random.list(this.#random.between({ least: 1, most: 2 }), () => this.content.run());
    const half = (kind: "moveFrom" | "moveTo"): string => {
      const range = this.#marks.range(kind, name);
      const paragraph = (run: string): string =>
        `<w:p><w:pPr><w:rPr>${this.#marks.mark(kind)}</w:rPr></w:pPr>${this.#marks.around(kind, run)}</w:p>`;
      return range.start + texts.map(withoutChange).map(paragraph).join("") + range.end;
    };
    return this.#random.chance(0.5) ? [half("moveFrom"), half("moveTo")] : [half("moveTo"), half("moveFrom")];
  }

  #table(depth: number): string {
    const columns = this.#random.between({ least: 1, most: 3 });
    const gridColumns = '<w:gridCol w:w="1000"/>'.repeat(columns);
    const width = '<w:tblW w:w="0" w:type="auto"/>';
    const change = this.#takes("table properties", 0.15) ? this.#marks.change("tblPr", width) : "";
    const grid = this.#takes("table grid", 0.15)
      ? `<w:tblGridChange w:id="${this.#marks.nextId()}"><w:tblGrid>${gridColumns}</w:tblGrid></w:tblGridChange>`
      : "";
    const rows = this.#random.list(this.#random.between({ least: 1, most: 3 }), () => this.#row(columns, depth));
    const head = `<w:tblPr>${width}${change}</w:tblPr><w:tblGrid>${gridColumns}${grid}</w:tblGrid>`;
    return `<w:tbl>${head}${rows.join("")}</w:tbl>`;
  }

  #row(columns: number, depth: number): string {
    const tracking = this.#rowTracking();
    const mark = tracking === undefined ? "" : this.#marks.mark(tracking);
    const change = this.#takes("row properties", 0.12) ? this.#marks.change("trPr", "<w:cantSplit/>") : "";
    const margins = '<w:tblW w:w="0" w:type="auto"/>';
    const exception = this.#takes("table exception", 0.08)
      ? `<w:tblPrEx>${margins}${this.#marks.change("tblPrEx", margins)}</w:tblPrEx>`
      : "";
    const properties = mark + change === "" ? "" : `<w:trPr>${mark}${change}</w:trPr>`;
    const cells = this.#random.list(columns, () => this.#cell(tracking, depth));
    return `<w:tr>${exception}${properties}${cells.join("")}</w:tr>`;
  }

  #rowTracking(): Tracking {
    if (this.#takes("inserted row", 0.18)) return "ins";
    return this.#takes("deleted row", 0.18) ? "del" : undefined;
  }

  #cell(row: Tracking, depth: number): string {
    const tracking = row === undefined ? this.#cellTracking() : "";
    const width = '<w:tcW w:w="1000" w:type="dxa"/>';
    const change = this.#takes("cell properties", 0.08) ? this.#marks.change("tcPr", width) : "";
    const inner = depth === 0 && this.#takes("table in a table", 0.06) ? this.#table(depth + 1) : "";
    return `<w:tc><w:tcPr>${width}${tracking}${change}</w:tcPr>${this.#cellContent(row)}${inner}${this.#lastInCell(row)}</w:tc>`;
  }

  #cellTracking(): string {
    if (this.#takes("inserted cell", 0.08)) return this.#marks.mark("cellIns");
    if (this.#takes("deleted cell", 0.08)) return this.#marks.mark("cellDel");
    if (!this.#takes("merged cell", 0.06)) return "";
    const values = this.#random.chance(0.5) ? 'w:vMerge="rest"' : 'w:vMerge="rest" w:vMergeOrig="cont"';
    return `<w:cellMerge ${this.#marks.made()} ${values}/>`;
  }

  #cellContent(row: Tracking): string {
    return this.#random.chance(row === undefined ? 0.4 : 0.1) ? this.#paragraph("cell") : "";
  }

  /** Returns the last paragraph of a cell. In a tracked row, its mark and its text are tracked like the row. */
  #lastInCell(row: Tracking): string {
    if (row === undefined) return `<w:p>${this.content.run()}</w:p>`;
    return `<w:p><w:pPr><w:rPr>${this.#marks.mark(row)}</w:rPr></w:pPr>${this.content.tracked(row)}</w:p>`;
  }
}

/**
 * Removes the run properties, so that the source and the target of a move are equal. A property change would need an id
 * of its own in each.
 */
function withoutChange(run: string): string {
  return run.replace(/<w:rPr>.*<\/w:rPr>/, "");
}
