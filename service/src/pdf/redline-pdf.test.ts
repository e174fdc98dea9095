// Tests the PDFs that are made from a printed redline.

import type { Sentinel } from "@versus/engine/tasks";
import { PDFDocument } from "pdf-lib";
import PdfKit from "pdfkit";
import { expect, test } from "vitest";
import { changedPages } from "./changed-pages.ts";
import type { AboutRedline, LegendFacts } from "./own-pages.ts";
import { writeRedlinePdf } from "./redline-pdf.ts";
import { settlePdf } from "./settle-pdf.ts";

const createdAt = new Date("2026-01-02T03:04:05Z");
const about: AboutRedline = {
  documents: [
    { role: "original", name: "a.docx" },
    { role: "modified", name: "b.docx" },
  ],
  createdAt,
};
const legend: LegendFacts = {
  summary: { changes: 2, insertions: 2, deletions: 1, moves: 0, formats: 0, conflicts: 0 },
  styleChanges: [],
  notices: [],
  authors: [],
};

const sentinels: Sentinel[] = [
  { colour: "0000FE", mark: "insertion", story: "body", part: "word/document.xml" },
  { colour: "0002FE", mark: "insertion", story: "header", part: "word/header1.xml" },
  { colour: "0003FE", mark: "insertion", story: "footer", part: "word/footer1.xml" },
];

/** Returns a PDF whose pages have a word in each of the given colours. */
function pages(...colours: readonly (readonly string[])[]): Promise<Uint8Array> {
  const document = new PdfKit({ autoFirstPage: false, info: { CreationDate: createdAt } });
  const pieces: Buffer[] = [];
  document.on("data", (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Uint8Array>((resolve) => document.on("end", () => resolve(Buffer.concat(pieces))));
  for (const page of colours) {
    document.addPage();
    for (const colour of page) document.fillColor(colour).text("word");
  }
  document.end();
  return written;
}

test("[PDF-2] a page is changed that shows a colour of the print copy", async () => {
  const pdf = await pages(["#000000"], ["#0000fe", "#000000"], ["#0000ff"]);
  expect(await changedPages(pdf, sentinels)).toEqual([1]);
});

test("[PDF-3] a header or a footer that changed counts on the first page that shows it", async () => {
  const pdf = await pages(["#000000"], ["#0002fe"], ["#0002fe", "#0003fe"], ["#0002fe", "#0003fe"]);
  expect(await changedPages(pdf, sentinels)).toEqual([1, 2]);
});

const countPages = async (pdf: Uint8Array): Promise<number> => (await PDFDocument.load(pdf)).getPageCount();

test("[PDF-4] without a changed page there is one that says so", async () => {
  const printed = { pdf: await pages(["#000000"], ["#000000"]), sentinels, about, legend: undefined };
  expect(await countPages(await writeRedlinePdf(printed, "pdf_changed_pages_only"))).toBe(1);
  expect(await countPages(await writeRedlinePdf(printed, "pdf"))).toBe(2);
});

test("[PDF-5] the legend is one last page, of both formats", async () => {
  const printed = { pdf: await pages(["#000000"], ["#0000fe"]), sentinels, about, legend };
  expect(await countPages(await writeRedlinePdf(printed, "pdf"))).toBe(3);
  expect(await countPages(await writeRedlinePdf(printed, "pdf_changed_pages_only"))).toBe(2);
});

/** Returns the end of a PDF as LibreOffice writes it. */
function officeText(time: string, id: string): Uint8Array {
  const info = `/Producer<FEFF004C0069006200720065004F0066006600690063006500200037002E0034>\n/CreationDate(D:${time}Z')>>`;
  return Buffer.from(`${info}\ntrailer\n/ID [ <${id}>\n<${id}> ]\n/DocChecksum /${id}\n`, "latin1");
}

test("[PDF-1] two prints of one document become the same bytes, and no offset moves", () => {
  const one = officeText("20261116222639", "7A21FA227CBF4DA3ADADD44E74A0A883");
  const other = officeText("20271231235959", "00112233445566778899AABBCCDDEEFF");
  const settled = settlePdf(one, createdAt);
  expect(Buffer.from(settled).equals(settlePdf(other, createdAt))).toBe(true);
  expect(settled.length).toBe(one.length);
  expect(Buffer.from(settled).toString("latin1")).toContain("/CreationDate(D:20260102030405Z')");
});
