// Tests PDFs of merges with real parts: Postgres, a store, sandboxed children and LibreOffice.

import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { Office } from "../convert/office/office.ts";
import { findOffice } from "../convert/office/office-command.ts";
import { pdfRenderers } from "../redlines/pdf-renderers.ts";
import { mergeCalls } from "./testing/merge-calls.ts";

const office = new Office({
  installation: findOffice("soffice")!,
  mode: "bubblewrap",
  ...{ memoryMegabytes: 1024, seconds: 60, processes: 1, recycleAfter: 100 },
});
let service: WholeService;
let acme: Tenant;
const { send, create, read, untilEnded } = mergeCalls(() => service);

beforeAll(async () => {
  service = await startWholeService({ renderers: pdfRenderers, office });
  acme = await service.addTenant();
  await service.work();
});
afterAll(async () => {
  await service.close();
  await office.close();
});

/** Returns the text of each page, with single spaces. */
async function pagesOf(url: string): Promise<string[]> {
  const { rawPayload: input } = await service.download(url);
  const { stdout } = spawnSync("pdftotext", ["-layout", "-", "-"], { input, encoding: "utf8" });
  const pages = stdout.split("\f").slice(0, -1);
  return pages.map((page) => page.replaceAll(/\s+/g, " ").trim());
}

test("[REN-7] a merge has PDFs when they are asked for, with the comments of its conflicts at the end", async () => {
  const mergeId = await create(acme);
  const asked = "?format=pdf,pdf_changed_pages_only";
  expect((await read(acme, mergeId, asked)).status).toBe("processing");
  const { status, downloads } = await untilEnded(acme, mergeId, asked);
  expect(status).toBe("ready");
  expect(downloads.map(({ file_name }) => file_name)).toEqual([
    "contract-merged.pdf",
    "contract-merged-changed-pages.pdf",
  ]);
  const [text, comments] = await pagesOf(downloads[0]!.url);
  expect(text).toMatch(/^The yearly fee is 10 euros20 euros10 pounds\[1\]/);
  expect(comments).toMatch(/^Comments \[1\] Versus, .*: .*10 euros.*A.*20 euros.*B.*10 pounds/);
  expect(await pagesOf(downloads[1]!.url)).toEqual([text]);
});

test("[REN-7, PRN-24] the legend of a merge names base, revisions and authors, with the figures of the JSON", async () => {
  const options = { pdf_legend: "true", formats: "pdf" };
  const mergeId = await create(acme, { authors: ["Ann", "Bea"], options });
  const { downloads } = await untilEnded(acme, mergeId, "?format=pdf,json");
  const legend = (await pagesOf(downloads[0]!.url)).at(-1)!;
  expect(legend).toContain("Base: contract.docx Revision: contract-a.docx, by Ann Revision: contract-b.docx, by Bea");
  const { summary } = JSON.parse((await service.download(downloads[1]!.url)).body);
  const { changes, insertions, deletions, moves, formats, conflicts } = summary;
  expect(conflicts).toBe(1);
  expect(legend).toContain(
    `Changes: ${changes} Insertions: ${insertions} Deletions: ${deletions} Moves: ${moves} Changes of formatting: ${formats} Conflicts: ${conflicts}`,
  );
});

test("[REN-7] a format that no renderer makes is refused, and nothing is created", async () => {
  expect(refusal(await send(acme, { options: { formats: "docx,xlsx" } }))).toBe("400 UNSUPPORTED_FORMAT");
});
