// Tests the conversion of small PDFs to Word documents.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, contentTask } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { convertPdf } from "./convert-pdf.ts";
import { readPdf } from "./read-pdf.ts";
import { makePdf, picture } from "./testing/make-pdf.ts";

async function contentOf(pdf: Uint8Array): Promise<ContentJson> {
  const converted = await convertPdf(pdf);
  if (converted.kind !== "converted") throw new Error(converted.kind);
  const { json } = contentTask({ document: converted.docx, codec: nodeZlib });
  return JSON.parse(new TextDecoder().decode(json)) as ContentJson;
}

const sentence =
  "The supplier delivers the goods within thirty days of the order, unless both parties agree otherwise. ";

test("[RFL-70] text is read with its place, size and look", async () => {
  const pdf = await makePdf((page) => {
    page.font("Helvetica-Bold").fontSize(20).text("Title", 72, 72);
    page.font("Times-Italic").fontSize(11).text("Words", 100, 150);
  });
  const reading = await readPdf(pdf);
  if (reading.kind !== "read") throw new Error(reading.kind);
  expect(reading.pages[0]).toMatchObject({ width: 612, height: 792 });
  const [title, words] = reading.pages[0]!.texts;
  expect(title).toMatchObject({ text: "Title", x: 72, size: 20, isBold: true, isItalic: false, order: 0 });
  expect(words).toMatchObject({ text: "Words", x: 100, size: 11, isBold: false, isItalic: true });
  expect(reading.date).toBe("1970-01-01T00:00:00Z");
});

test("[RFL-80] the paragraphs of a tagged file are read, links inside of them too, and labels tell nothing", async () => {
  const draw = (page: PDFKit.PDFDocument): void => {
    const add = (around: PDFKit.PDFStructureElement, role: string): PDFKit.PDFStructureElement => {
      const element = page.struct(role);
      around.add(element);
      return element;
    };
    const root = page.struct("Document");
    page.addStructure(root);
    const signature = add(root, "P");
    signature.add(() => page.text("Signed by", 72, 72));
    add(signature, "Link").add(() => page.text("The Supplier", 72, 86));
    const item = add(add(root, "L"), "LI");
    add(item, "Lbl").add(() => page.text("1.", 72, 120));
    add(item, "LBody").add(() => page.text("A clause", 100, 120));
    root.end();
  };
  const pdf = await makePdf(draw, { tagged: true, pdfVersion: "1.5" });
  const reading = await readPdf(pdf);
  if (reading.kind !== "read") throw new Error(reading.kind);
  const told = reading.pages[0]!.texts.filter(({ text }) => text.trim() !== "").map(({ paragraph }) => paragraph);
  expect(told).toEqual([0, 0, undefined, 1]);
  expect((await contentOf(pdf)).blocks[0]!.text).toBe("Signed by The Supplier");
});

test("[RFL-46] a space behind a text is read, and how far spaces are stretched", async () => {
  const pdf = await makePdf((page) => {
    page.font("Helvetica").fontSize(10).text("Both parties sign ", 72, 72, { lineBreak: false });
    const draw = (y: number, settings: string, text: string): unknown =>
      page.addContent(`BT ${settings} 1 0 0 -1 72 ${y} Tm /F1 10 Tf (${text}) Tj ET`);
    draw(100, "2.78 Tw", "this page.");
    draw(120, "0 Tw 0.5 Tc", "set apart now");
  });
  const reading = await readPdf(pdf);
  if (reading.kind !== "read") throw new Error(reading.kind);
  const texts = reading.pages[0]!.texts.filter(({ text }) => text.trim() !== "");
  expect(texts.map(({ isSpaceAfter }) => isSpaceAfter).slice(0, 2)).toEqual([true, false]);
  expect(texts.map(({ spaceStretch }) => Math.round(10 * spaceStretch!) / 10)).toEqual([1, 2, 1]);
});

test("[RFL-78] letters larger than the page are no text of a line", async () => {
  const pdf = await makePdf((page) => {
    page.fontSize(10).text("Terms", 72, 72).addContent("BT 1 0 0 -1 72 90 Tm /F1 90000 Tf (M) Tj ET");
  });
  const reading = await readPdf(pdf);
  if (reading.kind !== "read") throw new Error(reading.kind);
  expect(reading.pages.flatMap(({ texts }) => texts.map(({ text }) => text))).toEqual(["Terms"]);
  expect(reading.pages.flatMap(({ turned }) => turned)).toEqual(["M"]);
});

test("[RFL-77] the letters of an Arabic ligature come in the order in which they are read", async () => {
  const font = join(dirname(createRequire(import.meta.url).resolve("@embedpdf/fonts-arabic")), "../fonts");
  const pdf = await makePdf((page) => {
    page.font(join(font, "NotoNaskhArabic-Regular.ttf")).fontSize(12);
    page.text("السلام عليكم", 72, 72, { lineBreak: false, features: ["rlig", "liga", "init", "medi", "fina"] });
  });
  const { blocks } = await contentOf(pdf);
  expect(blocks.map(({ text }) => text)).toEqual(["السلام عليكم"]);
});

test("[RFL-71] paragraphs and a ruled table come out as such", async () => {
  const pdf = await makePdf((page) => {
    page.fontSize(11).text(sentence.repeat(3), { paragraphGap: 8 }).text(sentence.repeat(2));
    for (const y of [400, 424, 448]) page.moveTo(72, y).lineTo(372, y).stroke();
    for (const x of [72, 222, 372]) page.moveTo(x, 400).lineTo(x, 448).stroke();
    page.text("Goods", 78, 408).text("Price", 228, 408).text("Bolts", 78, 432).text("10 euros", 228, 432);
  });
  const { blocks, tables } = await contentOf(pdf);
  expect(blocks.slice(0, 2).map(({ text }) => text)).toEqual([sentence.repeat(3).trim(), sentence.repeat(2).trim()]);
  expect(tables).toMatchObject([{ rows: 2, columns: 2 }]);
});

test("[RFL-72] a password to open protects; one that restricts printing does not", async () => {
  const draw = (page: PDFKit.PDFDocument): unknown => page.text(sentence);
  expect(await convertPdf(await makePdf(draw, { userPassword: "secret" }))).toEqual({ kind: "protected" });
  const restricted = await makePdf(draw, { ownerPassword: "secret", permissions: { copying: false } });
  expect((await convertPdf(restricted)).kind).toBe("converted");
});

test("[RFL-72] what is no PDF, or half of one, is unreadable", async () => {
  const pdf = await makePdf((page) => page.text(sentence));
  expect(await convertPdf(Buffer.from("%PDF-1.7\nnothing"))).toEqual({ kind: "unreadable" });
  expect(await convertPdf(pdf.subarray(0, 300))).toEqual({ kind: "unreadable" });
});

test("[RFL-73] a page with a picture and hardly any text is a scan; a short text alone is text", async () => {
  const scan = await makePdf((page) => page.image(picture, 72, 72, { width: 400 }).text("7", 300, 600));
  expect(await convertPdf(scan)).toEqual({ kind: "no_text" });
  expect((await convertPdf(await makePdf((page) => page.text("Agreed.")))).kind).toBe("converted");
  expect(await convertPdf(await makePdf(() => {}))).toEqual({ kind: "no_text" });
});

test("[RFL-74] pages, pieces and operators are counted", async () => {
  const pdf = await makePdf((page) => page.text(sentence).addPage().text(sentence));
  const limits = { pages: 10, pieces: 1000, operators: 1000 };
  expect(await readPdf(pdf, { ...limits, pages: 1 })).toEqual({ kind: "too_large", limit: "pages" });
  expect(await readPdf(pdf, { ...limits, pieces: 1 })).toEqual({ kind: "too_large", limit: "pieces" });
  expect(await readPdf(pdf, { ...limits, operators: 5 })).toEqual({ kind: "too_large", limit: "operators" });
});

test("[RFL-66] the same PDF gives the same bytes", async () => {
  const pdf = await makePdf((page) => page.text(sentence.repeat(4)));
  expect(await convertPdf(pdf)).toEqual(await convertPdf(pdf));
});
