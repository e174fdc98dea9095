// Tests conversions of uploaded .doc files with the whole service.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type WholeService } from "../comparisons/testing/whole-service.ts";
import { documentCalls } from "../documents/testing/document-calls.ts";
import { fileCalls } from "../files/testing/file-calls.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { mergeCalls } from "../merges/testing/merge-calls.ts";
import type { Converted } from "./office/office.ts";
import { Office } from "./office/office.ts";
import { findOffice } from "./office/office-command.ts";

const corpus = join(import.meta.dirname, "../../../corpus/doc");
const agreement = readFileSync(join(corpus, "agreement.doc"));
const locked = readFileSync(join(corpus, "protected.doc"));
/** An OLE container without the streams of Word. */
const damaged = Buffer.concat([agreement.subarray(0, 512), Buffer.alloc(3000)]);

const shortened = documentWithBody("<w:p><w:r><w:t>Supply Agreement</w:t></w:r></w:p><w:sectPr/>");

let service: WholeService;
let office: Office;
/** The result that replaces a conversion; undefined converts. */
let instead: Converted | undefined;
/** True while the converter runs until it is aborted. */
let isEndless = false;
let stopped = 0;
let converted = 0;
const files = fileCalls(() => service);
const merges = mergeCalls(() => service);
const documents = documentCalls(() => service);

beforeAll(async () => {
  const limits = { memoryMegabytes: 1024, seconds: 60, processes: 1, recycleAfter: 100 };
  office = new Office({ installation: findOffice("soffice")!, mode: "bubblewrap", ...limits });
  service = await startWholeService({
    office: {
      convert: async (conversion, options) => {
        converted++;
        if (isEndless) return untilAborted(options.signal);
        return instead ?? office.convert(conversion, options);
      },
    },
  });
  await service.work();
});
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      stopped++;
      reject(signal.reason);
    });
  });
}

afterEach(() => {
  instead = undefined;
  isEndless = false;
});
afterAll(async () => {
  await service.close();
  await office.close();
});

const docxOf = async (url: string) => (await service.download(url)).rawPayload;

test("[CNV-11] an uploaded .doc keeps its name, is read, and downloads as a .docx", async () => {
  const tenant = await service.addTenant();
  const reply = await files.send(tenant, { bytes: agreement, name: "Old Agreement.doc" });
  expect(reply.statusCode).toBe(201);
  const { file_id: fileId } = reply.json();
  expect(reply.json()).toEqual({ file_id: fileId, status: "ready", file_name: "Old Agreement.doc" });
  const file = await files.read(tenant, fileId);
  expect(file).toMatchObject({ status: "ready", file_name: "Old Agreement.doc", kind: "upload" });
  expect(file.downloads[0]?.file_name).toBe("Old Agreement.docx");
  const docx = await docxOf(file.downloads[0]!.url);
  expect(docx.length).toBe(file.size);
  openDocument(docx, { codec: nodeZlib, names: wordNames() });
  expect((await files.content(tenant, fileId, "?format=md")).body).toContain("The fee is 10 euros.");
  expect(await service.usage(fileId)).toMatchObject({ documents: 1 });
});

test("[CNV-13] staging a .doc answers at once, and a repeated upload waits and is not counted again", async () => {
  const tenant = await service.addTenant();
  const staged = await files.send(tenant, { bytes: agreement, name: "a.doc", url: "/v1/edit/initiate" });
  expect([staged.statusCode, staged.json().status]).toEqual([202, "processing"]);
  expect((await files.untilEnded(tenant, staged.json().file_id)).status).toBe("ready");
  const upload = { bytes: agreement, name: "a.doc", headers: { "idempotency-key": "one" } };
  const first = (await files.send(tenant, upload)).json();
  const again = await files.send(tenant, upload);
  expect(again.json()).toEqual(first);
  expect(first.status).toBe("ready");
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(await service.count("files", tenant)).toBe(2);
});

test("[CNV-11] a comparison of a .doc with a .docx is one flow", async () => {
  const tenant = await service.addTenant();
  const id = await service.create(tenant, {
    original: agreement,
    originalName: "agreement.doc",
    modified: shortened,
    modifiedName: "agreement.docx",
  });
  const ended = await service.untilEnded(tenant, id, "?format=md");
  expect(ended.status).toBe("ready");
  expect((await docxOf(ended.downloads[0]!.url)).toString()).toContain("Supply Agreement");
  expect(await service.usage(id)).toMatchObject({ documents: 2 });
});

test("[CNV-11] an uploaded .doc is compared and stored by its id, and converted once", async () => {
  const tenant = await service.addTenant();
  const fileId = (await files.send(tenant, { bytes: agreement, name: "a.doc" })).json().file_id;
  const before = converted;
  const form = new FormData();
  form.append("original_file_id", fileId);
  form.append("modified", new Blob([shortened as Uint8Array<ArrayBuffer>]), "b.docx");
  const reply = await service.sendForm(tenant, "/v1/compare", form);
  expect((await service.untilEnded(tenant, reply.json().comparison_id)).status).toBe("ready");
  const stored = await documents.create(tenant, { fields: { file_id: fileId } });
  expect((await documents.untilEnded(tenant, stored)).status).toBe("ready");
  expect(converted).toBe(before);
});

test("[CNV-11] a merge takes .doc files for the original and the revisions", async () => {
  const tenant = await service.addTenant();
  const id = await merges.create(tenant, {
    original: agreement,
    originalName: "base.doc",
    revisions: [
      { bytes: agreement, name: "one.doc" },
      { bytes: shortened, name: "two.docx" },
    ],
  });
  expect((await merges.untilEnded(tenant, id)).status).toBe("ready");
});

test("[CNV-11] versions of stored documents may be .doc files", async () => {
  const tenant = await service.addTenant();
  const first = await documents.create(tenant, { text: agreement, name: "agreement.doc" });
  expect((await documents.untilEnded(tenant, first)).status).toBe("ready");
  const { document_id } = first;
  const second = await documents.add(tenant, document_id, { text: agreement, name: "agreement-2.doc" });
  const ended = await documents.untilEnded(tenant, second);
  expect([ended.status, ended.redline.status]).toEqual(["ready", "ready"]);
  openDocument(await documents.bytes(tenant, second, "download"), { codec: nodeZlib, names: wordNames() });
});

test("[CNV-9] a .doc with a password fails as protected, wherever it is sent", async () => {
  const tenant = await service.addTenant();
  const file = (await files.send(tenant, { bytes: locked, name: "a.doc" })).json();
  expect(file).toMatchObject({ status: "failed", error: { code: "DOCUMENT_PROTECTED" } });
  const comparison = await service.create(tenant, { modified: locked, modifiedName: "a.doc" });
  expect((await service.untilEnded(tenant, comparison)).error).toMatchObject({
    code: "DOCUMENT_PROTECTED",
    upstream_code: "ENCRYPTED",
    source: "modified",
  });
  const merge = await merges.create(tenant, {
    revisions: [
      { bytes: documentOf("Text"), name: "one.docx" },
      { bytes: locked, name: "two.doc" },
    ],
  });
  expect((await merges.untilEnded(tenant, merge)).error).toMatchObject({
    code: "DOCUMENT_PROTECTED",
    source: "revisions[1]",
  });
  const version = await documents.create(tenant, { text: locked, name: "a.doc" });
  expect((await documents.untilEnded(tenant, version)).error).toMatchObject({ code: "DOCUMENT_PROTECTED" });
});

test("[CNV-5] a damaged .doc is unreadable; one that the converter gives up on failed to convert", async () => {
  const tenant = await service.addTenant();
  const send = async (bytes: Uint8Array) => (await files.send(tenant, { bytes, name: "a.doc" })).json();
  expect(await send(damaged)).toMatchObject({ status: "failed", error: { code: "DOCUMENT_UNREADABLE" } });
  for (const upstream of ["CONVERTER_TIMEOUT", "CONVERTER_FAILED"] as const) {
    instead = { kind: "failed", upstream };
    expect(await send(agreement)).toMatchObject({ error: { code: "DOCUMENT_CONVERSION_FAILED" } });
    const id = await service.create(tenant, { original: agreement, originalName: "a.doc" });
    expect((await service.untilEnded(tenant, id)).error).toMatchObject({
      code: "DOCUMENT_CONVERSION_FAILED",
      upstream_code: upstream,
      source: "original",
    });
  }
});

test("[CNV-10] the beginning of a file is held against its extension", async () => {
  const tenant = await service.addTenant();
  const send = async (bytes: Uint8Array, name: string) => {
    const reply = await files.send(tenant, { bytes, name });
    return reply.statusCode === 201 ? reply.json().status : refusal(reply);
  };
  const before = converted;
  expect(await send(agreement, "a.docx")).toBe("400 DOCUMENT_UNREADABLE");
  expect(await send(new TextEncoder().encode("{\\rtf1 Text}"), "a.doc")).toBe("400 DOCUMENT_UNREADABLE");
  // Word opens a package by its content, and the service does the same.
  expect(await send(documentOf("Text"), "a.doc")).toBe("ready");
  expect(converted).toBe(before);
  expect(await send(agreement, "a.odt")).toBe("400 UNSUPPORTED_FILE_TYPE");
});

test("[CNV-11] the file as it was sent is no object any more, and deletion removes the rest", async () => {
  const tenant = await service.addTenant();
  const fileId = (await files.send(tenant, { bytes: agreement, name: "a.doc" })).json().file_id;
  const objects = await service.objects(fileId);
  expect(objects.filter(({ role }) => role === "docx")).toHaveLength(1);
  expect((await service.call(tenant, "DELETE", `/v1/files/${fileId}`)).statusCode).toBe(202);
  await expect.poll(() => service.objects(fileId)).toEqual([]);
  await expect.poll(async () => (await service.stored(tenant)).filter((key) => key.includes(fileId))).toEqual([]);
});

test("[SRV-67] deleting a file stops its conversion", async () => {
  const tenant = await service.addTenant();
  isEndless = true;
  const before = converted;
  const staged = await files.send(tenant, { bytes: agreement, name: "a.doc", url: "/v1/edit/initiate" });
  await expect.poll(() => converted, { timeout: 10_000 }).toBe(before + 1);
  isEndless = false;
  const fileId = staged.json().file_id;
  expect((await service.call(tenant, "DELETE", `/v1/files/${fileId}`)).statusCode).toBe(202);
  await expect.poll(() => stopped, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => service.objects(fileId)).toEqual([]);
});
