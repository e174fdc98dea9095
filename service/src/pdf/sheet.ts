// Draws generated pages: lines of text from top to bottom, in embedded fonts.

import PDFDocument from "pdfkit";
import { type FontName, fontBytes, isRightToLeft } from "./fonts.ts";
import { directionOf, type Line, layOut, type Measure, type Piece, type Style, type StyledText } from "./lay-out.ts";

/** US Letter, in points. */
const page = { width: 612, height: 792, margin: 72 } as const;
const body = { size: 10.5, leading: 15, space: 6 } as const;
const small = { size: 8.5, leading: 12 } as const;
/** Points between a list number and its text. */
const numberGap = 8;

/** None of these colours marks a change in a print copy. */
const colours: Readonly<Record<Style, string>> = {
  plain: "#000000",
  inserted: "#0000c0",
  deleted: "#c00000",
  movedHere: "#007000",
  movedAway: "#007000",
};
const faint = "#606060";

/** Maps a style to its lines: distances below the baseline, as multiples of the text size. */
const LINES: Readonly<Record<Style, readonly number[]>> = {
  plain: [],
  inserted: [0.15],
  deleted: [-0.28],
  movedHere: [0.12, 0.24],
  movedAway: [-0.22, -0.34],
};

/** Pages that are written from top to bottom. */
export class Sheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #written: Promise<Uint8Array>;
  readonly #registered = new Set<FontName>();
  readonly #measure: Measure = (font, text) => {
    this.#use(font);
    return this.#document.widthOfString(text, shapingOf(font));
  };
  #size: number = body.size;
  #top: number = page.margin;

  constructor(createdAt: Date, title: string) {
    this.#document = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      bufferPages: true,
      info: { Title: title, Creator: "Versus", Producer: "Versus", CreationDate: createdAt, ModDate: createdAt },
    });
    this.#written = collect(this.#document);
  }

  writeSmall(text: string): void {
    this.#size = small.size;
    for (const line of layOut([{ text, style: "plain" }], textWidth, this.#measure)) {
      this.#writeLine(line, { left: page.margin, leading: small.leading, colour: faint });
    }
    this.#size = body.size;
  }

  rule(): void {
    this.#top += 3;
    this.#line({ from: page.margin, to: page.width - page.margin, y: this.#top, colour: faint, width: 0.5 });
    this.#top += body.space;
  }

  writeParagraph(number: readonly StyledText[], text: readonly StyledText[]): void {
    const label = this.#layOutNumber(number, text);
    const indent = label === undefined ? 0 : label.width + numberGap;
    const lines = layOut(text, textWidth - indent, this.#measure);
    for (const [at, line] of lines.entries()) {
      this.#makeRoom(body.leading);
      if (at === 0 && label !== undefined) this.#drawLine(label, this.#edge(label, line, 0), colours.plain);
      this.#writeLine(line, { left: this.#edge(line, line, indent), leading: body.leading, colour: colours.plain });
    }
    this.#top += body.space;
  }

  /**
   * Returns undefined if the number shows nothing; some lists show only a space. A number has the direction of the text
   * after it.
   */
  #layOutNumber(number: readonly StyledText[], text: readonly StyledText[]): Line | undefined {
    return layOut(number, textWidth / 2, this.#measure, directionOf(text)).find(({ width }) => width > 0);
  }

  /**
   * Returns the left edge of a line. Right-to-left text is aligned at the right margin, with its number to the right of
   * it.
   */
  #edge({ width }: Line, { isRightToLeft }: Line, indent: number): number {
    return isRightToLeft ? page.width - page.margin - indent - width : page.margin + indent;
  }

  /** Ends the document without page numbers, for pages that are appended to others. */
  endUnnumbered(): Promise<Uint8Array> {
    this.#document.end();
    return this.#written;
  }

  async end(): Promise<Uint8Array> {
    const { start, count } = this.#document.bufferedPageRange();
    for (let at = start; at < start + count; at += 1) {
      this.#document.switchToPage(at);
      const text = `${at + 1} / ${count}`;
      this.#size = small.size;
      const [line] = layOut([{ text, style: "plain" }], textWidth, this.#measure);
      this.#top = page.height - page.margin / 2;
      this.#drawLine(line!, (page.width - line!.width) / 2, faint);
    }
    this.#document.end();
    return this.#written;
  }

  #writeLine(line: Line, { left, leading, colour }: { left: number; leading: number; colour: string }): void {
    this.#makeRoom(leading);
    this.#drawLine(line, left, colour);
    this.#top += leading;
  }

  #makeRoom(height: number): void {
    if (this.#top + height <= page.height - page.margin) return;
    this.#document.addPage();
    this.#top = page.margin;
  }

  #drawLine(line: Line, left: number, colour: string): void {
    let at = left;
    for (const piece of line.pieces) {
      this.#drawPiece(piece, at, piece.colour ?? (piece.style === "plain" ? colour : colours[piece.style]));
      at += piece.width;
    }
  }

  #drawPiece({ text, font, style, width }: Piece, left: number, colour: string): void {
    const baseline = this.#top + this.#size;
    this.#use(font);
    this.#document.fillColor(colour);
    this.#document.text(text, left, baseline, { lineBreak: false, baseline: "alphabetic", ...shapingOf(font) });
    const line = { from: left, to: left + width, colour, width: this.#size / 14 };
    for (const height of LINES[style]) this.#line({ ...line, y: baseline + this.#size * height });
  }

  #line({ from, to, y, colour, width }: { from: number; to: number; y: number; colour: string; width: number }): void {
    this.#document.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(colour).stroke();
  }

  #use(font: FontName): void {
    if (!this.#registered.has(font)) {
      this.#document.registerFont(font, fontBytes(font) as Buffer);
      this.#registered.add(font);
    }
    this.#document.font(font).fontSize(this.#size);
  }
}

/**
 * Returns the shaping options. For right-to-left fonts, an empty list of features makes pdfkit lay out the text as a
 * whole. Otherwise it lays out and caches single words from left to right.
 */
function shapingOf(font: FontName): { features?: [] } {
  return isRightToLeft(font) ? { features: [] } : {};
}

const textWidth = page.width - 2 * page.margin;

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    document.on("data", (piece: Buffer) => pieces.push(piece));
    document.on("end", () => resolve(Buffer.concat(pieces)));
    document.on("error", reject);
  });
}
