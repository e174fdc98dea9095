// Tests created documents and redlines as files: their content, edits, comparisons and merges by their file_id.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { editCalls } from "../edits/testing/edit-calls.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import { mergeCalls } from "../merges/testing/merge-calls.ts";
import { fileCalls } from "./testing/file-calls.ts";

let service: WholeService;
let acme: Tenant;
const files = fileCalls(() => service);
const edits = editCalls(() => service);
const merges = mergeCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

const text = "Due in 30 days.";

function formOf(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
  return form;
}

/** Creates a document with this text. Returns its file_id. */
async function created(tenant: Tenant, paragraph = text): Promise<string> {
  const paragraphs = JSON.stringify([{ style_id: "Normal", text: paragraph }]);
  const form = formOf({ name: "minutes.docx", paragraphs, wait: "true" });
  return (await service.sendForm(tenant, "/v1/create", form)).json().file_id;
}

/** Edits a document. Returns the file_id of the redline. */
async function redlined(tenant: Tenant): Promise<string> {
  const fileId = await edits.upload(tenant, documentOf(text));
  return (await edits.post(tenant, { file_id: fileId, wait: true })).json().redline_file_id;
}

const kinds = [
  ["created", created, text],
  ["redline", redlined, "Due in 60 days."],
] as const;

test.each(kinds)(
  "[SRV-132] the content of a %s file is read on demand, once, in every form",
  async (kind, make, shown) => {
    const fileId = await make(acme);
    const { created_at: at, ...before } = await files.row(fileId);
    expect(before.kind).toBe(kind);
    const [md, json] = await Promise.all([files.content(acme, fileId), files.content(acme, fileId, "?format=json")]);
    expect([md.statusCode, json.statusCode]).toEqual([200, 200]);
    expect(md.body).toContain(shown);
    expect(json.json().document.blocks).toMatchObject([{ index: 0, text: shown }]);
    expect(json.json().document.revisions.length > 0).toBe(kind === "redline");
    const staged = await service.call(acme, "GET", `/v1/edit/initiate/${fileId}`);
    expect(staged.json()).toMatchObject({ status: "ready", markdown: expect.stringContaining("days.") });
    expect((await files.content(acme, fileId, "?format=staged&search=days")).body).toContain("days");
    expect(await files.row(fileId)).toEqual({
      ...before,
      created_at: at,
      words: kind === "created" ? before.words : 4,
    });
    const jobs = await service.database.selectFrom("jobs").where("owner_id", "=", fileId).selectAll().execute();
    expect(jobs.map((job) => [job.kind, job.state])).toEqual([["prepare-file", "done"]]);
  },
);

test.each(kinds)("[SRV-132] a %s file is edited, compared and merged by its file_id", async (_, make, shown) => {
  const fileId = await make(acme);
  const edit = { type: "replace", paragraphs: { index: 0 }, text: { match: "days" }, content: "weeks" };
  const edited = await edits.post(acme, { file_id: fileId, edits: [edit], wait: true });
  expect(edited.json()).toMatchObject({ status: "ready", source_file_id: fileId });
  const other = await edits.upload(acme, documentOf(shown.replace("Due", "Payable")));
  const pair = formOf({ original_file_id: fileId, modified_file_id: other, wait: "true" });
  expect((await service.sendForm(acme, "/v1/compare", pair)).json()).toMatchObject({ status: "ready" });
  const copies = [other, edited.json().file_id];
  const merging = formOf({ original_file_id: fileId, revision_file_ids: copies, wait: "true" });
  const merge = await service.sendForm(acme, "/v1/merge", merging);
  expect(merge.json()).toMatchObject({ status: "ready", summary: { conflicts: 0 } });
});

test("[SRV-132] a selective comparison still takes neither", async () => {
  for (const [, make] of kinds) {
    const side = { file_id: await make(acme), start_paragraph_index: 0, end_paragraph_index: 0 };
    const reply = await service.call(acme, "POST", "/v1/compare/selective", {
      payload: JSON.stringify({ original: side, modified: side }),
      headers: { "content-type": "application/json" },
    });
    expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  }
});

test("[SRV-132] to another organization the file is not there, and a deleted one is read no more", async () => {
  const [tenant, other] = [await service.addTenant(), await service.addTenant()];
  const fileId = await created(tenant);
  expect(refusal(await files.content(other, fileId))).toBe("404 DOCUMENT_NOT_FOUND");
  expect((await files.content(tenant, fileId)).statusCode).toBe(200);
  expect((await service.call(tenant, "DELETE", `/v1/files/${fileId}`)).statusCode).toBe(202);
  expect(refusal(await files.content(tenant, fileId))).toBe("410 CONTENT_DELETED");
  await until(
    () => service.stored(tenant),
    (keys) => keys.length === 0,
  );
});

test("[SRV-132] a reading that fails is a conflict, and the file stays ready", async () => {
  const program = join(import.meta.dirname, "../jobs/testing/crashing-child.ts");
  const broken = await startWholeService({ sandbox: { program } });
  try {
    const tenant = await broken.addTenant();
    const calls = fileCalls(() => broken);
    const fileId = await calls.upload(tenant);
    await broken.database.deleteFrom("jobs").execute();
    const made = { kind: "created", status: "ready", words: 5 } as const;
    await broken.database.updateTable("files").set(made).where("file_id", "=", fileId).execute();
    await broken.work();
    expect(refusal(await calls.content(tenant, fileId))).toBe("409 CONFLICT");
    expect(await calls.read(tenant, fileId)).toMatchObject({ status: "ready", downloads: [{ format: "docx" }] });
  } finally {
    await broken.close();
  }
});

test("[SRV-133] a merge takes each source in one way, and refuses a file that it cannot use", async () => {
  const tenant = await service.addTenant();
  const ids = [await created(tenant), await created(tenant, "Due in 60 days."), await created(tenant, "Payable now.")];
  const [original_file_id = "", ...revision_file_ids] = ids;
  const send = async (fields: Parameters<typeof formOf>[0]) => service.sendForm(tenant, "/v1/merge", formOf(fields));
  const faults = async (fields: Parameters<typeof formOf>[0]) => {
    const reply = await send(fields);
    expect(refusal(reply)).toBe("400 INVALID_REQUEST");
    return reply.json().error.details.map(({ field, reason }: Record<string, string>) => `${field} ${reason}`);
  };
  expect(await faults({ original_file_id })).toEqual(["revisions MISSING_FIELD"]);
  expect(await faults({ original_file_id, revision_file_ids: ids[1]! })).toEqual(["revision_file_ids MISSING_FIELD"]);
  expect(await faults({ original_file_id, revision_file_ids: ["x", ids[1]!] })).toEqual([
    "revision_file_ids INVALID_VALUE",
  ]);
  expect(await faults({ original_file_id, revision_file_ids, authors: "Ann" })).toEqual(["authors INVALID_VALUE"]);
  const unknown = ["00000000-0000-4000-8000-000000000000", ids[1]!];
  expect(refusal(await send({ original_file_id, revision_file_ids: unknown }))).toBe("404 DOCUMENT_NOT_FOUND");
  expect(await service.count("merges", tenant)).toBe(0);
  expect((await service.stored(tenant)).filter((key) => key.includes("/mrg_"))).toEqual([]);
  const merged = (await send({ original_file_id, revision_file_ids, wait: "true" })).json();
  expect(merged).toMatchObject({ revision_file_names: ["minutes (2).docx", "minutes (3).docx"], status: "ready" });
  for (const fileId of ids) await service.call(tenant, "DELETE", `/v1/files/${fileId}`);
  expect(await merges.read(tenant, merged.merge_id)).toMatchObject({ status: "ready" });
});
