// Tests PDFs as sources with the whole service, with and without scanned pages.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWholeService, type WholeService } from "../../comparisons/testing/whole-service.ts";
import { fileCalls } from "../../files/testing/file-calls.ts";
import { documentWithBody } from "../../jobs/testing/documents.ts";
import { findScanPrograms, scanReader } from "../scans/scan-reader.ts";
import { converterOf } from "../source-converters.ts";
import { makePdf, picture } from "./testing/make-pdf.ts";
import { scanPdf } from "./testing/scan-pdf.ts";

let service: WholeService;
const files = fileCalls(() => service);

beforeAll(async () => {
  // The office converts only .doc files, but a service without an office takes no conversions.
  const convert = () => Promise.reject(new Error("no .doc is sent here"));
  const limits = { pages: 5, seconds: 120, memoryMegabytes: 1024 };
  const scans = scanReader(findScanPrograms()!, "bubblewrap", limits);
  service = await startWholeService({ office: { convert }, scans });
  await service.work();
});
afterAll(() => service.close());

const agreement = (): Promise<Buffer> => makePdf((page) => page.text("The fee is 10 euros."));
const changed = documentWithBody("<w:p><w:r><w:t>The fee is 20 euros.</w:t></w:r></w:p><w:sectPr/>");

test("[RFL-75] an uploaded .pdf is read, and downloads as a .docx", async () => {
  const tenant = await service.addTenant();
  const reply = await files.send(tenant, { bytes: await agreement(), name: "Agreement.pdf" });
  const { file_id: fileId } = reply.json();
  expect([reply.statusCode, reply.json()]).toEqual([
    201,
    { file_id: fileId, status: "ready", file_name: "Agreement.pdf" },
  ]);
  const { downloads } = await files.read(tenant, fileId);
  expect(downloads[0]?.file_name).toBe("Agreement.docx");
  const { rawPayload } = await service.download(downloads[0]!.url);
  openDocument(rawPayload, { codec: nodeZlib, names: wordNames() });
  expect((await files.content(tenant, fileId, "?format=md")).body).toContain("The fee is 10 euros.");
});

test("[RFL-75] a .pdf compares with a .docx", async () => {
  const tenant = await service.addTenant();
  const names = { originalName: "agreement.pdf", modifiedName: "agreement.docx" };
  const id = await service.create(tenant, { original: await agreement(), modified: changed, ...names });
  const ended = await service.untilEnded(tenant, id, "?format=json");
  expect(ended.status).toBe("ready");
  const { body } = await service.download(ended.downloads[0]!.url);
  expect(body).toMatch(/10/);
  expect(body).toMatch(/20/);
});

test("[RFL-72] a .pdf with a password, a damaged one and a scan fail, each with its code", async () => {
  const tenant = await service.addTenant();
  const failed = async (bytes: Uint8Array): Promise<unknown> => {
    const { status, error } = (await files.send(tenant, { bytes, name: "a.pdf" })).json();
    return [status, error.code];
  };
  const locked = await makePdf((page) => page.text("Text"), { userPassword: "secret" });
  expect(await failed(locked)).toEqual(["failed", "DOCUMENT_PROTECTED"]);
  expect(await failed(Buffer.from("%PDF-1.7\nnothing"))).toEqual(["failed", "DOCUMENT_UNREADABLE"]);
  const scan = await makePdf((page) => page.image(picture, 72, 72, { width: 400 }));
  expect(await failed(scan)).toEqual(["failed", "DOCUMENT_CONVERSION_FAILED"]);
  const id = await service.create(tenant, {
    original: scan,
    originalName: "a.pdf",
    modified: changed,
    modifiedName: "b.docx",
  });
  expect((await service.untilEnded(tenant, id)).error).toMatchObject({
    upstream_code: "PDF_NO_TEXT",
    source: "original",
  });
});

const whole = { dotsPerInch: 150, isScanned: () => true };
const pages = (): Promise<Buffer> =>
  makePdf((page) =>
    page.text("The fee is 10 euros.").addPage().text("The term is two years, from the first delivery."),
  );

async function markdownOf(tenant: Awaited<ReturnType<WholeService["addTenant"]>>, bytes: Uint8Array): Promise<string> {
  const { file_id: fileId, status } = (await files.send(tenant, { bytes, name: "a.pdf" })).json();
  return status === "ready" ? (await files.content(tenant, fileId, "?format=md")).body : status;
}

test("[SCN-1] with the organization's switch on, the words of scanned pages are read; with it off, a scan fails", async () => {
  const [on, off] = [await service.addTenant({ ocr: true }), await service.addTenant()];
  const scan = await scanPdf(await pages(), whole);
  const read = await markdownOf(on, scan);
  expect(read).toContain("The fee is 10 euros.");
  expect(read).toContain("The term is two years, from the first delivery.");
  const { status, error } = (await files.send(off, { bytes: scan, name: "a.pdf" })).json();
  expect([status, error.code]).toEqual(["failed", "DOCUMENT_CONVERSION_FAILED"]);
});

test("[SCN-1] scanned pages among others are read with the switch on, and left out with it off", async () => {
  const [on, off] = [await service.addTenant({ ocr: true }), await service.addTenant()];
  const mixed = await scanPdf(await pages(), { dotsPerInch: 150, isScanned: (page) => page === 1 });
  expect(await markdownOf(on, mixed)).toMatch(/The fee is 10 euros\..*The term is two years/s);
  expect(await markdownOf(off, mixed)).not.toContain("The term");
});

test("[SCN-1] where the programs are missing, the conversion fails and the operator is told what to install", async () => {
  const { parts } = service;
  const problems: string[] = [];
  const converters = { ...parts.converters, scans: undefined, report: ({ message }: Error) => problems.push(message) };
  const wishes = { signal: new AbortController().signal, readsScans: true };
  const converted = await converterOf(".pdf")!.convert(await scanPdf(await agreement(), whole), converters, wishes);
  expect(converted).toEqual({ kind: "failed", upstream: "CONVERTER_FAILED" });
  expect(problems).toEqual([expect.stringContaining("apt-get install tesseract-ocr")]);
});
