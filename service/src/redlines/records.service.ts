// Tests the records of redlines of every kind, and waiting for them, with the whole service.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { documentCalls } from "../documents/testing/document-calls.ts";
import { editCalls } from "../edits/testing/edit-calls.ts";
import { JobFailure } from "../jobs/job-queue.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { mergeCalls } from "../merges/testing/merge-calls.ts";
import type { Renderer } from "./renderers.ts";

let service: WholeService;
/** The same service without workers. */
let paused: WholeService;
let acme: Tenant;
/** The work of the renderer of PDFs. */
let makePdf = async (): Promise<Uint8Array> => new TextEncoder().encode("%PDF");
const renderers: Renderer[] = [
  { format: "pdf", failureCode: "PDF_RENDER_FAILED", source: "docx", render: () => makePdf() },
];
const merges = mergeCalls(() => service);
const edits = editCalls(() => service);
const documents = documentCalls(() => service);

beforeAll(async () => {
  [service, paused] = [await startWholeService({ renderers }), await startWholeService()];
  acme = await service.addTenant();
  await service.work();
});
afterAll(async () => {
  await service.close();
  await paused.close();
});

const start = "2026-03-04T05:06:07.000Z";
const names = { original_file_name: "contract.docx", modified_file_name: "contract-v2.docx" };

interface Downloads {
  readonly downloads: readonly { readonly url: string }[];
}

/** Returns the JSON rendering of a read. */
async function jsonOf({ downloads: [first] }: Downloads) {
  return JSON.parse((await service.download(first!.url)).body);
}

async function setState(state: "running" | "done", kind: string): Promise<void> {
  await paused.database.updateTable("jobs").set({ state }).where("kind", "=", kind).execute();
}

test("[SRV-129] the record of a comparison has times, names, and the counts and notices of its JSON", async () => {
  const style = '<w:p><w:bookmarkStart w:id="1" w:name="a"/><w:bookmarkEnd w:id="1"/>';
  const id = await service.create(acme, {
    original: documentWithBody(`${style}<w:r><w:t>The fee is 10 euros.</w:t></w:r></w:p>`),
    options: { reference: "M-1" },
  });
  const { summary, notices, ...job } = await service.untilEnded(acme, id, "?format=json");
  const json = await jsonOf(job);
  expect([summary, notices]).toEqual([json.summary, json.notices]);
  expect(summary).toMatchObject({ changes: 1, insertions: 1, deletions: 1, conflicts: 0 });
  expect(notices).not.toEqual([]);
  expect(job).toMatchObject({ ...names, reference: "M-1", created_at: start, finished_at: start });
  expect(job).not.toHaveProperty("stage");
  const listed = await service.call(acme, "GET", "/v1/compare?reference=M-1");
  expect(listed.json().comparisons).toMatchObject([{ comparison_id: id, ...names, summary }]);
});

test("[SRV-129] the record of a merge has the names of its revisions, and counts its conflicts", async () => {
  const original = documentOf("The fee is 10 euros.");
  const revisions = ["20", "30"].map((fee) => ({ bytes: documentOf(`The fee is ${fee} euros.`), name: "copy.docx" }));
  const job = await merges.untilEnded(acme, await merges.create(acme, { original, revisions }), "?format=json");
  expect(job).toMatchObject({
    original_file_name: "contract.docx",
    revision_file_names: ["copy.docx", "copy (2).docx"],
    summary: { changes: 1, conflicts: 1 },
    notices: [],
  });
  expect(job.summary).toEqual((await jsonOf(job)).summary);
  const { merges: listed } = (await service.call(acme, "GET", "/v1/merge")).json();
  expect(listed).toMatchObject([{ merge_id: job.merge_id, summary: job.summary }]);
});

test("[SRV-129] the record of an edit has the name of its document and the counts of its redline", async () => {
  const fileId = await edits.upload(acme);
  const reply = await edits.post(acme, { file_id: fileId, wait: true, reference: "M-2" });
  expect(reply.json()).toMatchObject({
    ...{ status: "ready", file_name: "lease-edited.docx", reference: "M-2", finished_at: start, notices: [] },
    summary: { changes: 1, insertions: 1, deletions: 1, moves: 0, formats: 0, conflicts: 0 },
  });
  const read = await service.call(acme, "GET", `/v1/edit/${reply.json().edit_id}`);
  expect(read.json()).toMatchObject({ summary: reply.json().summary, notices: [] });
});

test("[SRV-129] versions and their redlines have records, and the redline of a merge has the facts of the merge", async () => {
  const first = await documents.create(acme);
  const [a, b] = ["20", "30"].map((fee) => ({ text: [`The fee is ${fee} euros.`], name: `v${fee}.docx` }));
  const second = await documents.add(acme, first.document_id, a);
  const fields = { parent_version_id: first.version_id };
  const third = await documents.add(acme, first.document_id, { ...b, fields });
  for (const version of [first, second, third]) await documents.untilEnded(acme, version);
  expect(await documents.version(acme, first)).toMatchObject({ finished_at: start, summary: null, notices: [] });
  const { summary } = await documents.version(acme, second);
  expect(summary).toMatchObject({ changes: 1, conflicts: 0 });
  expect(await documents.download(acme, second, "redline")).toMatchObject({
    ...{ original_file_name: "contract.docx", modified_file_name: "v20.docx" },
    ...{ created_at: start, finished_at: start, summary, notices: [] },
  });
  const ids = [second.version_id, third.version_id];
  const merged = await documents.merge(acme, first.document_id, { version_ids: ids });
  await documents.untilEnded(acme, merged);
  const counts = (await merges.read(acme, merged.merge_id)).summary;
  expect(counts).toMatchObject({ conflicts: 1 });
  expect(await documents.version(acme, merged)).toMatchObject({ finished_at: start, summary: counts });
  expect(await documents.download(acme, merged, "redline")).toMatchObject({ summary: counts });
  const { versions } = await documents.detail(acme, first.document_id);
  expect(versions.map((version) => version.summary)).toEqual([null, summary, summary, counts]);
});

test("[SRV-129] a version that fails has the time of its end", async () => {
  const broken = await documents.create(acme, { text: documentWithBody("<w:p>") });
  expect(await documents.untilEnded(acme, broken)).toMatchObject({ status: "failed", finished_at: start });
});

test("[SRV-129] while it is processing, a read has the stage of its jobs", async () => {
  const tenant = await paused.addTenant();
  const doc = new Uint8Array(Buffer.from("d0cf11e0a1b11ae1".padEnd(8192, "0"), "hex"));
  const id = await paused.create(tenant, { original: doc, originalName: "contract.doc" });
  const staged = async () => (await paused.read(tenant, id)).stage;
  expect(await paused.read(tenant, id)).toMatchObject({
    ...{ status: "processing", stage: "queued", pending_formats: ["docx"], finished_at: null, summary: null },
    ...{ original_file_name: "contract.doc", notices: [] },
  });
  await setState("running", "convert-comparison-source");
  expect(await staged()).toBe("converting");
  await setState("done", "convert-comparison-source");
  expect(await staged()).toBe("queued");
  await setState("running", "compare");
  expect(await staged()).toBe("working");
});

test("[SRV-129] the stage is rendering while a requested format of a ready redline is made", async () => {
  const gate = Promise.withResolvers<Uint8Array>();
  makePdf = () => gate.promise;
  const id = await service.create(acme);
  await service.untilEnded(acme, id);
  expect(await service.read(acme, id, "?format=docx,pdf")).toMatchObject({
    ...{ status: "processing", stage: "rendering", pending_formats: ["pdf"] },
    summary: { changes: 1 },
  });
  gate.resolve(new TextEncoder().encode("%PDF"));
  expect((await service.untilEnded(acme, id, "?format=pdf")).status).toBe("ready");
});

test("[SRV-129] a redline from before the counts has none, and a deleted one keeps none", async () => {
  const tenant = await service.addTenant();
  const id = await service.create(tenant);
  await service.untilEnded(tenant, id);
  const list = async (query = "") => (await service.call(tenant, "GET", `/v1/compare${query}`)).json().comparisons;
  expect(await list()).toMatchObject([{ summary: { changes: 1 } }]);
  await service.call(tenant, "DELETE", `/v1/compare/${id}`);
  expect(refusal(await service.call(tenant, "GET", `/v1/compare/${id}?wait=true`))).toBe("410 CONTENT_DELETED");
  expect(await list("?status=deleted")).toMatchObject([{ comparison_id: id, summary: null, original_file_name: null }]);
  await until(
    () => service.row(id),
    ({ deleted_at: at }) => at !== null,
  );
  expect(await service.row(id)).toMatchObject({ summary: null, notices: null });

  const old = await service.create(tenant);
  await service.untilEnded(tenant, old);
  await sql`update comparisons set summary = null, notices = null where comparison_id = ${old}`.execute(
    service.database,
  );
  expect(await service.read(tenant, old)).toMatchObject({ status: "ready", summary: null, notices: [] });
});

test("[SRV-130] a read with wait answers when the job has ended", async () => {
  const second = await documents.create(acme).then((first) => documents.add(acme, first.document_id));
  const merge = await merges.create(acme);
  const comparison = await service.create(acme);
  for (const path of [
    `/v1/compare/${comparison}`,
    `/v1/merge/${merge}`,
    documents.pathOf(second),
    `${documents.pathOf(second)}/redline`,
    `${documents.pathOf(second)}/download`,
  ]) {
    const reply = await service.call(acme, "GET", `${path}?wait=true`);
    expect([reply.statusCode, reply.json().status], path).toEqual([200, "ready"]);
    expect(reply.headers["retry-after"]).toBeUndefined();
  }
});

test("[SRV-130] a wait that is not a boolean is refused, after access was checked", async () => {
  const id = await service.create(acme);
  const fileId = await edits.upload(acme);
  const { edit_id: editId } = (await edits.post(acme, { file_id: fileId })).json();
  const other = await service.addTenant();
  for (const path of [`/v1/compare/${id}`, `/v1/edit/${editId}`]) {
    const refused = await service.call(acme, "GET", `${path}?wait=maybe`);
    expect(refusal(refused)).toBe("422 VALIDATION_ERROR");
    expect(refused.json().error.details).toMatchObject([{ field: "wait", reason: "INVALID_VALUE" }]);
    expect(refusal(await service.call(other, "GET", `${path}?wait=maybe`))).toMatch(/^404 /);
    const reply = await service.call(acme, "GET", `${path}?wait=1`);
    expect(reply.json().status).toBe("ready");
  }
});

test("[SRV-131] a creating call with formats and wait answers with every format", async () => {
  makePdf = async () => new TextEncoder().encode("%PDF");
  const reply = await service.send(acme, { options: { formats: "json,pdf,docx", wait: "true" } });
  expect(reply.statusCode).toBe(200);
  const { status, downloads, pending_formats: pending } = reply.json();
  expect([status, pending]).toEqual(["ready", undefined]);
  expect(downloads.map(({ format }: { format: string }) => format)).toEqual(["json", "pdf", "docx"]);
});

test("[SRV-131] a format that fails is the status of the answer, beside the formats that are ready", async () => {
  makePdf = async () => {
    throw new JobFailure("PDF_RENDER_FAILED", "RENDER_TIMEOUT");
  };
  const reply = await service.send(acme, { options: { formats: "docx,pdf", wait: "true" } });
  expect(reply.json()).toMatchObject({
    ...{ status: "failed", downloads: [{ format: "docx" }], summary: { changes: 1 } },
    error: { code: "PDF_RENDER_FAILED", upstream_code: "RENDER_TIMEOUT" },
  });
});

test("[SRV-131] a format that is not made when the waiting ends is a pending format", async () => {
  const made = Promise.withResolvers<Uint8Array>();
  makePdf = () => made.promise;
  const stopping = await startWholeService({ renderers });
  try {
    const tenant = await stopping.addTenant();
    await stopping.work();
    const answering = stopping.send(tenant, { options: { formats: "docx,pdf", wait: "true", reference: "M-1" } });
    await until(
      async () => (await stopping.call(tenant, "GET", "/v1/compare?status=ready")).json().comparisons,
      (rows) => rows.length > 0,
    );
    await stopping.parts.watch.close();
    const reply = await answering;
    expect(reply.statusCode).toBe(202);
    expect(reply.json()).toMatchObject({
      ...{ status: "processing", stage: "rendering", downloads: [{ format: "docx" }], pending_formats: ["pdf"] },
      ...{ ...names, reference: "M-1", summary: { changes: 1 } },
    });
  } finally {
    // The service waits for its jobs when it closes.
    made.resolve(new TextEncoder().encode("%PDF"));
    await stopping.close();
  }
});
