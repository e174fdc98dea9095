// Tests PDFs of redlines with real parts: Postgres, a store, sandboxed children and LibreOffice.

import { spawnSync } from "node:child_process";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Office } from "../convert/office/office.ts";
import { findOffice } from "../convert/office/office-command.ts";
import { documentCalls } from "../documents/testing/document-calls.ts";
import { pdfRenderers } from "../redlines/pdf-renderers.ts";
import { regenerate } from "./regenerate.ts";
import { startWholeService, until, type WholeService } from "./testing/whole-service.ts";

const office = new Office({
  installation: findOffice("soffice")!,
  mode: "bubblewrap",
  ...{ memoryMegabytes: 1024, seconds: 60, processes: 1, recycleAfter: 100 },
});
let service: WholeService;
/** The result that replaces the call of LibreOffice; undefined calls LibreOffice. */
let answer: Awaited<ReturnType<typeof office.convert>> | undefined;

beforeAll(async () => {
  service = await startWholeService({
    renderers: pdfRenderers,
    office: { convert: async (conversion, how) => answer ?? office.convert(conversion, how) },
  });
  await service.work();
});
afterAll(async () => {
  await service.close();
  await office.close();
});

async function pdfOf(url: string): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> {
  const bytes = (await service.download(url)).rawPayload;
  return { bytes, pages: (await PDFDocument.load(bytes)).getPageCount() };
}

test("[PDF-1] a comparison has a PDF of all pages and one of the changed ones, the same for the same redline", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  const asked = "?format=pdf,pdf_changed_pages_only,docx";
  expect((await service.read(tenant, comparisonId, asked)).status).toBe("processing");
  const { status, downloads } = await service.untilEnded(tenant, comparisonId, asked);
  expect(status).toBe("ready");
  expect(downloads.map(({ file_name }) => file_name)).toEqual([
    "contract-v2-redline.pdf",
    "contract-v2-redline-changed-pages.pdf",
    "contract-v2-redline.docx",
  ]);
  const whole = await pdfOf(downloads[0]!.url);
  expect(whole.pages).toBe(1);
  expect((await pdfOf(downloads[1]!.url)).pages).toBe(1);

  await service.database
    .deleteFrom("artifacts")
    .where("owner_id", "=", comparisonId)
    .where("format", "=", "pdf")
    .execute();
  await service.database.deleteFrom("objects").where("owner_id", "=", comparisonId).where("role", "=", "pdf").execute();
  expect(await regenerate("pdf", { ...service.parts, rendered: ["pdf"] })).toBe(1);
  const again = await service.untilEnded(tenant, comparisonId, "?format=pdf");
  expect(Buffer.from((await pdfOf(again.downloads[0]!.url)).bytes).equals(whole.bytes)).toBe(true);
});

test("[PDF-5, PRN-24] pdf_legend adds one last page to the PDFs, with the figures of the JSON", async () => {
  const tenant = await service.addTenant();
  const options = { pdf_legend: "true", formats: "pdf" };
  const comparisonId = await service.create(tenant, { options });
  const { downloads } = await service.untilEnded(tenant, comparisonId, "?format=pdf,json");
  const { bytes, pages } = await pdfOf(downloads[0]!.url);
  expect(pages).toBe(2);
  const { stdout } = spawnSync("pdftotext", ["-f", "2", "-layout", "-", "-"], { input: bytes, encoding: "utf8" });
  const { summary } = JSON.parse((await service.download(downloads[1]!.url)).body);
  const { changes, insertions, deletions, moves, formats } = summary;
  expect(stdout.match(/(?<=: )\d+$/gm)?.map(Number)).toEqual([changes, insertions, deletions, moves, formats]);
});

test("[REN-4] a PDF that cannot be made fails the reads that ask for one, and nothing is given back", async () => {
  const tenant = await service.addTenant();
  for (const [upstream, told] of [
    ["CONVERTER_TIMEOUT", "RENDER_TIMEOUT"],
    ["CONVERTER_FAILED", "RENDER_FAILED"],
  ] as const) {
    answer = { kind: "failed", upstream };
    const comparisonId = await service.create(tenant, { options: { formats: "pdf" } });
    const job = await service.untilEnded(tenant, comparisonId, "?format=docx,pdf");
    expect(job).toMatchObject({ status: "failed", error: { code: "PDF_RENDER_FAILED", upstream_code: told } });
    expect((await service.read(tenant, comparisonId)).status).toBe("ready");
    expect(await service.usage(comparisonId)).toMatchObject({ documents: 2, given_back_at: null });
  }
  answer = undefined;
});

test("[REN-5] a version and its redline have PDFs, made when they are asked for", async () => {
  const tenant = await service.addTenant();
  const calls = documentCalls(() => service);
  const first = await calls.create(tenant);
  const second = await calls.add(tenant, first.document_id, { name: "b.docx" });
  await calls.untilEnded(tenant, second);
  for (const [what, query] of [
    ["download", "?format=pdf"],
    ["redline", "?format=pdf_changed_pages_only"],
  ] as const) {
    const read = () => calls.download(tenant, second, what, query);
    expect((await read()).status).toBe("processing");
    const { downloads } = await until(read, ({ status }) => status !== "processing");
    expect((await pdfOf(downloads[0]!.url)).pages).toBe(1);
  }
});

test("[REN-6] deleting a comparison deletes its PDFs", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant, { options: { formats: "pdf" } });
  const { downloads } = await service.untilEnded(tenant, comparisonId, "?format=pdf");
  await service.call(tenant, "DELETE", `/v1/compare/${comparisonId}`);
  await until(
    () => service.objects(comparisonId),
    (objects) => objects.length === 0,
  );
  expect((await service.download(downloads[0]!.url)).statusCode).toBe(410);
});
