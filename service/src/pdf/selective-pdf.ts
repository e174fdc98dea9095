// A selective comparison as a PDF: which two files, what changed in numbers, then each paragraph on its own line after
// its list number, inserted text blue and underlined, deleted text red and struck through.
//
// The same comparison and time give the same bytes: the time is the only thing in the file that is not the comparison.

import type { SelectiveParagraph } from "@versus/engine/tasks";
import PDFDocument from "pdfkit";
import { type FontName, fontBytes, isRightToLeft } from "./fonts.ts";
import { directionOf, type Line, layOut, type Measure, type Piece, type Style, type StyledText } from "./lay-out.ts";

export interface SelectivePdf {
  readonly names: { readonly original: string; readonly modified: string };
  readonly summary: Readonly<Record<SelectiveParagraph["status"], number>>;
  readonly paragraphs: readonly SelectiveParagraph[];
  readonly createdAt: Date;
}

/** US Letter, in points. */
const page = { width: 612, height: 792, margin: 72 } as const;
const body = { size: 10.5, leading: 15, space: 6 } as const;
const small = { size: 8.5, leading: 12 } as const;
/** Between a list number and its text. */
const numberGap = 8;

const colours: Readonly<Record<Style, string>> = { plain: "#000000", inserted: "#0000c0", deleted: "#c00000" };
const faint = "#606060";

export async function writeSelectivePdf(comparison: SelectivePdf): Promise<Uint8Array> {
  const sheet = new Sheet(comparison.createdAt, titleOf(comparison));
  sheet.writeSmall(titleOf(comparison));
  sheet.writeSmall(summaryOf(comparison));
  sheet.rule();
  for (const paragraph of comparison.paragraphs) sheet.writeParagraph(numberOf(paragraph), textOf(paragraph));
  return sheet.end();
}

function titleOf({ names }: SelectivePdf): string {
  return `${names.original} compared with ${names.modified}`;
}

function summaryOf({ summary }: SelectivePdf): string {
  const { unchanged, modified, inserted, deleted } = summary;
  return `Paragraphs: ${unchanged} unchanged, ${modified} modified, ${inserted} inserted, ${deleted} deleted`;
}

/** A number that changed is shown as text that changed. */
function numberOf({ original_number, modified_number, status }: SelectiveParagraph): StyledText[] {
  const [before, after] = [shownNumber(original_number), shownNumber(modified_number)];
  if (before === after && status !== "inserted" && status !== "deleted") return [{ text: before, style: "plain" }];
  return [
    { text: before, style: "deleted" },
    { text: after, style: "inserted" },
  ];
}

/** The signs of symbol fonts, which no other font has, are bullets in a list. */
function shownNumber(number = ""): string {
  return number.replaceAll(/[\uf000-\uf0ff]/g, "\u2022");
}

function textOf({ content }: SelectiveParagraph): StyledText[] {
  return content.map(({ type, text }) => ({
    text,
    style: type === undefined ? "plain" : type === "insertion" ? "inserted" : "deleted",
  }));
}

/** Pages that are written from top to bottom. */
class Sheet {
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

  /** Undefined where nothing of it shows; some lists show a space. A number runs as the text behind it does. */
  #layOutNumber(number: readonly StyledText[], text: readonly StyledText[]): Line | undefined {
    return layOut(number, textWidth / 2, this.#measure, directionOf(text)).find(({ width }) => width > 0);
  }

  /** Where something begins: text from right to left stands on the right, and its number right of it. */
  #edge({ width }: Line, { isRightToLeft }: Line, indent: number): number {
    return isRightToLeft ? page.width - page.margin - indent - width : page.margin + indent;
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
      this.#drawPiece(piece, at, piece.style === "plain" ? colour : colours[piece.style]);
      at += piece.width;
    }
  }

  #drawPiece({ text, font, style, width }: Piece, left: number, colour: string): void {
    const baseline = this.#top + this.#size;
    this.#use(font);
    this.#document.fillColor(colour);
    this.#document.text(text, left, baseline, { lineBreak: false, baseline: "alphabetic", ...shapingOf(font) });
    const line = { from: left, to: left + width, colour, width: this.#size / 14 };
    if (style === "inserted") this.#line({ ...line, y: baseline + this.#size * 0.15 });
    if (style === "deleted") this.#line({ ...line, y: baseline - this.#size * 0.28 });
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

/** Words are laid out one by one and remembered, left to right; asked for no features, a text is laid out as a whole. */
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
