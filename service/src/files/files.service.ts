// Tests uploads, reads and deletion of files with the whole service.

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { newFileId } from "../contract/ids.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { deleteContent } from "../retention/delete-content.ts";
import { sweepDue } from "../retention/sweep.ts";
import { fileCalls } from "./testing/file-calls.ts";

let service: WholeService;
const files = fileCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const broken = documentWithBody("<w:p>");
const hour = 3_600_000;

test("an upload is accepted, counted once, and processing until somebody prepares it", async () => {
  const tenant = await service.addTenant();
  const reply = await files.send(tenant, { name: "Lease (final).docx" });
  expect(reply.statusCode).toBe(201);
  const { file_id: fileId } = reply.json();
  expect(reply.json()).toEqual({ file_id: fileId, status: "processing", file_name: "Lease (final).docx" });
  const read = await service.call(tenant, "GET", `/v1/files/${fileId}`);
  expect(read.headers["retry-after"]).toBe("1");
  expect(read.json()).toMatchObject({ status: "processing", kind: "upload", words: null, downloads: [] });
  expect(await service.usage(fileId)).toMatchObject({ documents: 1 });
});

test("reads of content that is not there yet answer 202 after a while; reads of the staged document 200", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant);
  const [content, staged] = await Promise.all([
    files.content(tenant, fileId),
    service.call(tenant, "GET", `/v1/edit/initiate/${fileId}`),
  ]);
  expect([content.statusCode, content.headers["retry-after"]]).toEqual([202, "1"]);
  expect(content.json()).toEqual({ file_id: fileId, status: "processing" });
  expect([staged.statusCode, staged.headers["retry-after"]]).toEqual([200, "1"]);
  expect(staged.json()).toEqual({ file_id: fileId, status: "processing", file_name: "contract.docx" });
});

test("a file that is processing cannot be acknowledged, and can be erased", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const fileId = await files.upload(tenant);
  expect(refusal(await service.call(tenant, "POST", `/v1/files/${fileId}/acknowledge`))).toBe("409 CONFLICT");
  expect((await service.call(tenant, "DELETE", `/v1/files/${fileId}`)).statusCode).toBe(202);
  expect(refusal(await files.content(tenant, fileId))).toBe("410 CONTENT_DELETED");
});

test("[SRV-1] what a 402 refuses leaves nothing", async () => {
  const tenant = await service.addTenant({ documentLimit: 0 });
  expect(refusal(await files.send(tenant))).toBe("402 USAGE_LIMIT_REACHED");
  expect(await service.count("files", tenant)).toBe(0);
  expect(await service.stored(tenant)).toEqual([]);
});

test("a file named by another organization, or by nobody, is not found, whatever is asked of it", async () => {
  const [tenant, other] = [await service.addTenant(), await service.addTenant()];
  const theirs = await files.upload(other);
  const never = newFileId(service.parts.random);
  for (const [method, url] of [
    ["GET", ""],
    ["GET", "/content"],
    ["POST", "/acknowledge"],
    ["DELETE", ""],
  ] as const) {
    for (const fileId of [theirs, never]) {
      expect(refusal(await service.call(tenant, method, `/v1/files/${fileId}${url}`))).toBe("404 DOCUMENT_NOT_FOUND");
    }
    expect(refusal(await service.call(tenant, method, `/v1/files/${never.toUpperCase()}${url}`))).toBe(
      "400 INVALID_FILE_ID",
    );
  }
});

test("the worker prepares a file, and a read that waited is answered when it is done", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant);
  const waiting = files.content(tenant, fileId);
  await service.work();
  const reply = await waiting;
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(reply.body).toContain("The fee is 10 euros.");
  expect(Number(reply.headers["content-length"])).toBe(Buffer.byteLength(reply.body));
});

async function ready(tenant: Tenant, upload = {}): Promise<string> {
  const fileId = await files.upload(tenant, upload);
  expect((await files.untilEnded(tenant, fileId)).status).toBe("ready");
  return fileId;
}

test("a ready file tells its words and gives itself out; its bytes are those that came", async () => {
  const tenant = await service.addTenant();
  const bytes = documentOf("One, two-three 4.");
  const fileId = await ready(tenant, { bytes, name: "one.docx" });
  const file = await files.read(tenant, fileId);
  expect(file).toMatchObject({ words: 4, size: bytes.length, kind: "upload", file_name: "one.docx" });
  expect(file.downloads).toMatchObject([{ format: "docx", file_name: "one.docx" }]);
  const download = await service.download(file.downloads[0]!.url);
  expect([download.statusCode, download.rawPayload.equals(bytes)]).toEqual([200, true]);
  expect(await service.usage(fileId)).toMatchObject({ documents: 1, words: 4 });
});

test("content is read as JSON and as Markdown, one at a time", async () => {
  const tenant = await service.addTenant();
  const fileId = await ready(tenant);
  const json = await files.content(tenant, fileId, "?format=json");
  expect(json.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(json.json()).toMatchObject({ file_id: fileId, file_name: "contract.docx", document: { schema_version: 1 } });
  expect(json.json().document.blocks[0]).toMatchObject({ index: 0, text: "The fee is 10 euros." });
  expect((await files.content(tenant, fileId, "?format=json&format=json")).statusCode).toBe(200);
  for (const query of ["?format=json,md", "?format=odt", "?format=staged,md", "?format="]) {
    expect(refusal(await files.content(tenant, fileId, query))).toBe("400 UNSUPPORTED_FORMAT");
  }
});

test("a staged document is an upload, read with its addresses", async () => {
  const tenant = await service.addTenant();
  const reply = await files.send(tenant, { url: "/v1/edit/initiate" });
  const { file_id: fileId } = reply.json();
  expect([reply.statusCode, reply.json()]).toEqual([202, { file_id: fileId, status: "processing" }]);
  const staged = (await service.call(tenant, "GET", `/v1/edit/initiate/${fileId}`)).json();
  expect(staged).toMatchObject({ file_id: fileId, status: "ready", file_name: "contract.docx", schema_version: 1 });
  expect(staged.markdown).toMatch(/index="0"/);
  expect(staged.revisions).toEqual([]);
  expect((await files.read(tenant, fileId)).kind).toBe("upload");
});

test("what is wrong inside of a document fails the file: a 200, and its content is a conflict", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant, { bytes: broken });
  const file = await files.untilEnded(tenant, fileId);
  expect(file).toMatchObject({ status: "failed", downloads: [], error: { code: "DOCUMENT_UNREADABLE" } });
  expect(refusal(await files.content(tenant, fileId))).toBe("409 CONFLICT");
  const staged = await service.call(tenant, "GET", `/v1/edit/initiate/${fileId}`);
  expect(staged.json()).toMatchObject({ status: "failed", error: { code: "DOCUMENT_UNREADABLE" } });
  expect(await service.usage(fileId)).toMatchObject({ documents: 1, given_back_at: null });
});

test("an upload that did not reach the store intact fails by our fault, and is given back", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant, { bytes: documentOf("Lost.") });
  // Resets the file to its state before the preparation, with its bytes deleted from the store.
  await files.untilEnded(tenant, fileId);
  const [object] = (await service.objects(fileId)).filter(({ role }) => role === "docx");
  await service.parts.store.delete([object!.object_key]);
  await service.database.updateTable("files").set({ status: "processing" }).where("file_id", "=", fileId).execute();
  await service.database
    .transaction()
    .execute((transaction) =>
      service.parts.queue.enqueue(transaction, { ...tenant, kind: "prepare-file", ownerId: fileId }),
    );
  expect(await files.untilEnded(tenant, fileId)).toMatchObject({ error: { code: "SOURCE_UPLOAD_FAILED" } });
  expect((await service.usage(fileId)).given_back_at).not.toBeNull();
});

test("a file under zero-day retention is gone an hour after it was made, and its address never outlives that", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const fileId = await ready(tenant);
  const { created_at: createdAt, downloads } = await files.read(tenant, fileId);
  const deadline = Date.parse(createdAt) + hour;
  expect(Date.parse(downloads[0]!.expires_at)).toBeLessThanOrEqual(deadline);
  service.clock.pass((deadline - service.clock.read().getTime()) / 1000);
  expect(refusal(await service.call(tenant, "GET", `/v1/files/${fileId}`))).toBe("410 CONTENT_DELETED");
  await sweepDue(service.parts);
  expect(await service.stored(tenant)).toEqual([]);
  const row = await files.row(fileId);
  expect(row.deleted_at).not.toBeNull();
  expect([row.file_name, row.error]).toEqual(["", null]);
});

test("an acknowledged file is gone at once, with everything that was read of it", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const fileId = await ready(tenant);
  const { downloads } = await files.read(tenant, fileId);
  const reply = await service.call(tenant, "POST", `/v1/files/${fileId}/acknowledge`);
  expect([reply.statusCode, reply.json()]).toEqual([202, { file_id: fileId, status: "deletion_queued" }]);
  for (const url of [`/v1/files/${fileId}`, `/v1/files/${fileId}/content`, `/v1/edit/initiate/${fileId}`]) {
    expect(refusal(await service.call(tenant, "GET", url))).toBe("410 CONTENT_DELETED");
  }
  expect(refusal(await service.download(downloads[0]!.url))).toBe("410 CONTENT_DELETED");
  // Objects are deleted before their rows.
  await until(
    () => service.objects(fileId),
    (rows) => rows.length === 0,
  );
  expect(await service.stored(tenant)).toEqual([]);
});

test("[SRV-47] results of one thing are deleted together", async () => {
  const tenant = await service.addTenant();
  const [one, other, alone] = [await ready(tenant), await ready(tenant), await ready(tenant)];
  await service.database
    .updateTable("files")
    .set({ source_id: "edt_1" })
    .where("file_id", "in", [one, other])
    .execute();
  expect((await service.call(tenant, "DELETE", `/v1/files/${one}`)).statusCode).toBe(202);
  for (const fileId of [one, other]) {
    expect(refusal(await service.call(tenant, "GET", `/v1/files/${fileId}`))).toBe("410 CONTENT_DELETED");
    await deleteContent(fileId, service.parts);
  }
  expect((await files.read(tenant, alone)).status).toBe("ready");
});

test("the PDF of a selective comparison has no content to read", async () => {
  const tenant = await service.addTenant();
  const fileId = await ready(tenant);
  await service.database.updateTable("files").set({ kind: "selective" }).where("file_id", "=", fileId).execute();
  expect(refusal(await files.content(tenant, fileId))).toBe("400 INVALID_REQUEST");
  expect(refusal(await service.call(tenant, "GET", `/v1/edit/initiate/${fileId}`))).toBe("400 INVALID_REQUEST");
});
