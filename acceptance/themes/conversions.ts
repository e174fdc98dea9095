// Tests sources that are not .docx, at every endpoint that takes one.

import assert from "node:assert/strict";
import type { FormPart } from "../calls/form.ts";
import { refused } from "../calls/service.ts";
import { comparisons, documents, end, files, makeEnded, merges, pathOf } from "../calls/subjects.ts";
import { olderAgreement, olderDamaged, olderProtected } from "../documents/older-word.ts";
import { mixedAgreement, portableAgreement, scannedAgreement } from "../documents/portable.ts";
import { wordDocument } from "../documents/word.ts";
import { type Stage, theme } from "../running/theme.ts";

/** Nothing converts yet, because the worker starts after this theme. */
export const conversionWaits = theme("conversion-waits", ({ service, test }: Stage) => {
  test("an upload that is converted waits 20 seconds and is processing then", waitRules, async () => {
    const start = performance.now();
    const { status, json } = await service.postForm([older("document")], {}, files.path);
    const seconds = (performance.now() - start) / 1000;
    assert.deepEqual([status, json.status, json.file_name], [201, "processing", "old.doc"]);
    assert.ok(seconds > 19.5 && seconds < 25, `${seconds} s`);
  });

  test("staging never waits", ["12.post"], async () => {
    const start = performance.now();
    const { status, json } = await service.postForm([older("document")], {}, "/v1/edit/initiate");
    assert.deepEqual([status, json.status], [202, "processing"]);
    assert.ok(performance.now() - start < 10_000);
  });
});

const waitRules = ["states.file.converted"] as const;

export const conversions = theme("conversions", writeSourceTests, writePdfTests, writeFailureTests);

function older(field: string, content: Uint8Array = olderAgreement, fileName = "old.doc"): FormPart {
  return { field, fileName, content };
}

const newer = (field: string): FormPart => ({ field, fileName: "new.docx", content: wordDocument("Supply Agreement") });

function writeSourceTests({ service, test }: Stage): void {
  test("an uploaded .doc keeps its name, is read, and downloads as a .docx", uploadRules, async () => {
    const { status, json } = await service.postForm([older("document")], {}, files.path);
    assert.deepEqual([status, json.status, json.file_name], [201, "ready", "old.doc"]);
    const read = await service.get(`/v1/files/${json.file_id}`);
    const [download] = read.json.downloads;
    assert.deepEqual([read.json.file_name, download.file_name], ["old.doc", "old.docx"]);
    const docx = await service.fetch(download.url);
    assert.deepEqual([docx.subarray(0, 2).toString(), docx.length], ["PK", read.json.size]);
    const content = await service.get(`/v1/files/${json.file_id}/content?format=md`);
    assert.match(content.body.toString(), /The fee is 10 euros/);
  });

  test("a .doc is compared with a .docx and with itself", ["compare.rule-2.doc"], async () => {
    for (const modified of [newer("modified"), older("modified")]) {
      const { reply } = await makeEnded(service, comparisons, { form: [older("original"), modified] });
      assert.equal(reply.json.status, "ready", reply.body.toString());
    }
  });

  test("a merge takes .doc files", ["compare.rule-2.doc"], async () => {
    const form = [older("original"), older("revisions", olderAgreement, "a.doc"), newer("revisions")];
    const { reply } = await makeEnded(service, merges, { form });
    assert.equal(reply.json.status, "ready", reply.body.toString());
  });

  test("a stored document and its versions may be .doc files", ["compare.rule-2.doc"], async () => {
    const { id } = await makeEnded(service, documents, { form: [older("document")] });
    const path = `${pathOf(documents, id)}/versions`;
    const { status, json } = await service.postForm([older("document")], {}, path);
    assert.equal(status, 202);
    await end(service, documents, { id });
    const read = await service.get(`${path}/${json.version_id}`);
    assert.ok(["ready", "processing"].includes(read.json.status), read.body.toString());
  });
}

const uploadRules = ["states.file.converted", "10.converted-name"] as const;

const portable = (field: string, content: Buffer): FormPart => ({ field, fileName: "old.pdf", content });

function writePdfTests({ service, world, test }: Stage): void {
  const textOf = async (content: Buffer, key?: string): Promise<string> => {
    const call = key === undefined ? {} : { key };
    const { status, json } = await service.postForm([portable("document", content)], call, files.path);
    assert.deepEqual([status, json.file_name], [201, "old.pdf"]);
    const { json: read } = await end(service, files, { id: json.file_id, ...call });
    assert.equal(read.status, "ready", JSON.stringify(read));
    return (await service.get(`/v1/files/${json.file_id}/content?format=md`, call)).body.toString();
  };

  test("a .pdf is read and compared", ["states.file.converted-pdf", "compare.rule-2.converted"], async () => {
    assert.match(await textOf(portableAgreement), /The fee is 10 euros/);
    const form = [portable("original", portableAgreement), newer("modified")];
    const { reply } = await makeEnded(service, comparisons, { form });
    assert.equal(reply.json.status, "ready", reply.body.toString());
  });

  const noText = ["21.ocr", "6.upstream.conversion", "job.DOCUMENT_CONVERSION_FAILED", "10.error.converted"] as const;
  test("a scan has no text while the organization's switch is off", noText, async () => {
    const file = await service.postForm([portable("document", scannedAgreement)], {}, files.path);
    assert.deepEqual([file.json.status, file.json.error.code], ["failed", "DOCUMENT_CONVERSION_FAILED"]);
    const form = [newer("original"), portable("modified", scannedAgreement)];
    const { reply } = await makeEnded(service, comparisons, { form });
    assert.deepEqual([reply.json.error.upstream_code, reply.json.error.source], ["PDF_NO_TEXT", "modified"]);
  });

  test("with the switch on the words of scanned pages are read, also among others", ["21.ocr"], async () => {
    const { slug, key } = await world.makeOrganization();
    await world.versus(["organizations", "set", slug, "--ocr", "on"]);
    for (const content of [scannedAgreement, mixedAgreement]) {
      const text = await textOf(content, key);
      assert.match(text, /The fee is 10 euros/);
      assert.match(text, /The term is two years, from the first delivery/);
    }
  });
}

function writeFailureTests({ service, test }: Stage): void {
  test("a .doc with a password is protected", ["10.error.protected", "job.DOCUMENT_PROTECTED"], async () => {
    const file = await service.postForm([older("document", olderProtected)], {}, files.path);
    assert.deepEqual([file.status, file.json.status, file.json.error.code], [201, "failed", "DOCUMENT_PROTECTED"]);
    const form = [older("original"), older("modified", olderProtected)];
    const { reply } = await makeEnded(service, comparisons, { form });
    const { code, upstream_code, source } = reply.json.error;
    assert.deepEqual([code, upstream_code, source], ["DOCUMENT_PROTECTED", "ENCRYPTED", "modified"]);
  });

  test("a damaged .doc is unreadable", ["job.DOCUMENT_UNREADABLE"], async () => {
    const { json } = await service.postForm([older("document", olderDamaged)], {}, files.path);
    assert.deepEqual([json.status, json.error.code], ["failed", "DOCUMENT_UNREADABLE"]);
  });

  test("the beginning of a file is held against its extension", ["6.post-checks.beginning"], async () => {
    const upload = (part: FormPart) => service.postForm([part], {}, files.path);
    refused(await upload(older("document", olderAgreement, "old.docx")), 400, "DOCUMENT_UNREADABLE");
    refused(await upload(older("document", Buffer.from("Plain text.".repeat(90)))), 400, "DOCUMENT_UNREADABLE");
    const renamed = await upload(older("document", wordDocument("Text"), "renamed.doc"));
    assert.deepEqual([renamed.status, renamed.json.status], [201, "ready"]);
  });
}
