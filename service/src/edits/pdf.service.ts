// Tests PDFs of edits with real parts: Postgres, a store, sandboxed children and LibreOffice.

import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, until, type WholeService } from "../comparisons/testing/whole-service.ts";
import { Office } from "../convert/office/office.ts";
import { findOffice } from "../convert/office/office-command.ts";
import { pdfRenderers } from "../redlines/pdf-renderers.ts";
import { editCalls } from "./testing/edit-calls.ts";

const office = new Office({
  installation: findOffice("soffice")!,
  mode: "bubblewrap",
  ...{ memoryMegabytes: 1024, seconds: 60, processes: 1, recycleAfter: 100 },
});
let service: WholeService;
const { upload, post, read, ended } = editCalls(() => service);

beforeAll(async () => {
  service = await startWholeService({ renderers: pdfRenderers, office });
  await service.work();
});
afterAll(async () => {
  await service.close();
  await office.close();
});

test("[REN-8] an edit has PDFs of its redline, made when they are asked for and deleted with it", async () => {
  const tenant = await service.addTenant();
  const { edit_id: id } = (await post(tenant, { file_id: await upload(tenant) })).json();
  await ended(tenant, id);
  const asked = "?format=pdf,redline,pdf_changed_pages_only";
  expect(await read(tenant, id, asked)).toMatchObject({
    status: "processing",
    pending_formats: ["pdf", "pdf_changed_pages_only"],
  });
  const { status, downloads } = await ended(tenant, id, asked);
  expect(status).toBe("ready");
  expect(downloads.map(({ file_name: name }) => name)).toEqual([
    "lease-edited-redline.pdf",
    "lease-edited-redline.docx",
    "lease-edited-redline-changed-pages.pdf",
  ]);
  const { rawPayload: input } = await service.download(downloads[0]!.url);
  const { stdout } = spawnSync("pdftotext", ["-layout", "-", "-"], { input, encoding: "utf8" });
  expect(stdout.replaceAll(/\s+/g, " ").trim()).toBe("Due in 3060 days. The end.");
  await service.call(tenant, "DELETE", `/v1/edit/${id}`);
  await until(
    () => service.objects(id),
    (objects) => objects.length === 0,
  );
  expect((await service.download(downloads[0]!.url)).statusCode).toBe(410);
});

test("[REN-8] a format that an edit does not have is refused", async () => {
  const tenant = await service.addTenant();
  const { edit_id: id } = (await post(tenant, { file_id: await upload(tenant) })).json();
  expect(refusal(await service.call(tenant, "GET", `/v1/edit/${id}?format=md`))).toBe("400 UNSUPPORTED_FORMAT");
});
