// Tests comparisons of uploaded files that the form names by file_id.

import { afterAll, beforeAll, expect, test } from "vitest";
import { newFileId } from "../contract/ids.ts";
import { fileCalls } from "../files/testing/file-calls.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { refusal, startWholeService, type Tenant, type WholeService } from "./testing/whole-service.ts";

let service: WholeService;
const files = fileCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  await service.work();
});
afterAll(() => service.close());

const before = documentOf("The fee is 10 euros.");
const after = documentOf("The fee is 20 euros.");

function compare(tenant: Tenant, fields: Readonly<Record<string, string | Uint8Array>>, headers: object = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), `${name}.docx`);
  }
  return service.sendForm(tenant, "/v1/compare", form, headers);
}

async function ready(tenant: Tenant, bytes: Uint8Array, name: string): Promise<string> {
  const fileId = await files.upload(tenant, { bytes, name });
  await files.untilEnded(tenant, fileId);
  return fileId;
}

test("files that were uploaded are compared as if they had been sent, and their deletion does not touch it", async () => {
  const tenant = await service.addTenant();
  const original = await ready(tenant, before, "lease.docx");
  const modified = await ready(tenant, after, "lease.docx");
  const reply = await compare(tenant, { original_file_id: original, modified_file_id: modified });
  expect(reply.statusCode).toBe(202);
  const { comparison_id: id } = reply.json();
  for (const fileId of [original, modified]) await service.call(tenant, "DELETE", `/v1/files/${fileId}`);
  const job = await service.untilEnded(tenant, id, "?format=md");
  expect(job.downloads[0]?.file_name).toBe("lease (2)-redline.md");
  expect((await service.download(job.downloads[0]!.url)).body).toMatch(/<del [^>]*>1/);
  expect(await service.usage(id)).toMatchObject({ documents: 2 });
});

test("one file and one id may be mixed; an upload that is still being prepared is waited for", async () => {
  const tenant = await service.addTenant();
  const modified = await files.upload(tenant, { bytes: after, name: "b.docx" });
  const reply = await compare(tenant, { original: before, modified_file_id: modified });
  expect(reply.statusCode).toBe(202);
  expect((await service.untilEnded(tenant, reply.json().comparison_id)).status).toBe("ready");
});

test("each source comes in exactly one way", async () => {
  const tenant = await service.addTenant();
  const fileId = await ready(tenant, before, "a.docx");
  const both = await compare(tenant, { original: before, original_file_id: fileId, modified: after });
  expect([refusal(both), both.json().error.details]).toEqual([
    "400 INVALID_REQUEST",
    [expect.objectContaining({ field: "original_file_id", reason: "INVALID_VALUE" })],
  ]);
  const none = await compare(tenant, { original_file_id: fileId });
  expect(none.json().error.details).toEqual([expect.objectContaining({ field: "modified", reason: "MISSING_FIELD" })]);
});

test("a file that cannot be used is refused, and nothing is created, counted or left in the store", async () => {
  const [tenant, other] = [await service.addTenant(), await service.addTenant()];
  const good = await ready(tenant, before, "a.docx");
  const failed = await ready(tenant, documentWithBody("<w:p>"), "b.docx");
  const erased = await ready(tenant, after, "c.docx");
  await service.call(tenant, "DELETE", `/v1/files/${erased}`);
  const theirs = await ready(other, after, "d.docx");
  const selective = await ready(tenant, after, "e.docx");
  await service.database.updateTable("files").set({ kind: "selective" }).where("file_id", "=", selective).execute();
  const refusals: Readonly<Record<string, string>> = {
    [failed]: "409 CONFLICT",
    [erased]: "410 CONTENT_DELETED",
    [theirs]: "404 DOCUMENT_NOT_FOUND",
    [newFileId(service.parts.random)]: "404 DOCUMENT_NOT_FOUND",
    [selective]: "400 INVALID_REQUEST",
    nonsense: "400 INVALID_REQUEST",
  };
  for (const [fileId, code] of Object.entries(refusals)) {
    expect(refusal(await compare(tenant, { original_file_id: good, modified_file_id: fileId }))).toBe(code);
  }
  expect(await service.count("comparisons", tenant)).toBe(0);
  expect((await service.stored(tenant)).filter((key) => key.includes("/cmp_"))).toEqual([]);
});

test("what was copied for a comparison that does not fit the allowance is deleted again", async () => {
  const tenant = await service.addTenant({ documentLimit: 3 });
  const [original, modified] = [await ready(tenant, before, "a.docx"), await ready(tenant, after, "b.docx")];
  const reply = await compare(tenant, { original_file_id: original, modified_file_id: modified });
  expect(refusal(reply)).toBe("402 USAGE_LIMIT_REACHED");
  expect((await service.stored(tenant)).filter((key) => key.includes("/cmp_"))).toEqual([]);
});

test("a repeated call gets the first reply and copies nothing", async () => {
  const tenant = await service.addTenant();
  const [original, modified] = [await ready(tenant, before, "a.docx"), await ready(tenant, after, "b.docx")];
  const fields = { original_file_id: original, modified_file_id: modified };
  const headers = { "idempotency-key": "again" };
  const [one, other] = [await compare(tenant, fields, headers), await compare(tenant, fields, headers)];
  expect(other.json()).toEqual(one.json());
  expect(await service.count("comparisons", tenant)).toBe(1);
});
