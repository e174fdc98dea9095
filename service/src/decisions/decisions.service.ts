// Tests decisions on the changes of comparisons and merges with the whole service.

import {
  acceptAll,
  listRevisions,
  openDocument,
  ParagraphReader,
  paragraphsOf,
  storiesOf,
  wordNames,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { fileCalls } from "../files/testing/file-calls.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { type Merging, mergeCalls } from "../merges/testing/merge-calls.ts";

let service: WholeService;
let acme: Tenant;
const merges = mergeCalls(() => service);
const files = fileCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

const base = ["The fee is 10 euros.", "Notices are sent by post."];
const clashing: Merging = {
  original: documentOf(...base),
  revisions: [
    { bytes: documentOf("The fee is 20 euros.", base[1]!, "Ann adds this."), name: "a.docx" },
    { bytes: documentOf("The fee is 30 euros.", "Notices are sent by mail."), name: "b.docx" },
  ],
  authors: ["Ann", "Bob"],
};

async function merged(tenant = acme, merging = clashing): Promise<string> {
  const mergeId = await merges.create(tenant, merging);
  await merges.untilEnded(tenant, mergeId);
  return `/v1/merge/${mergeId}`;
}

async function compared(tenant = acme): Promise<string> {
  const comparisonId = await service.create(tenant, { author: "Ann" });
  await service.untilEnded(tenant, comparisonId);
  return `/v1/compare/${comparisonId}`;
}

function post(path: string, body: unknown, over: { tenant?: Tenant; headers?: object } = {}) {
  const headers = { "content-type": "application/json", ...over.headers };
  const payload = JSON.stringify(body);
  return service.call(over.tenant ?? acme, "POST", `${path}/decisions`, { payload, headers });
}

/** Returns the JSON rendering. */
async function redlineOf(path: string) {
  const { downloads } = (await service.call(acme, "GET", `${path}?format=json`)).json();
  return JSON.parse((await service.download(downloads[0].url)).body);
}

interface Decided {
  readonly fileId: string;
  readonly text: string;
  /** The authors of the remaining changes. */
  readonly authors: readonly string[];
}

async function decided(path: string, body: unknown): Promise<Decided> {
  const reply = await post(path, body);
  expect(reply.statusCode, reply.body).toBe(201);
  const { file_id: fileId } = reply.json();
  expect(reply.json()).toEqual({ file_id: fileId, status: "processing" });
  const file = await files.untilEnded(acme, fileId);
  expect(file).toMatchObject({ status: "ready", kind: "decided" });
  const bytes = (await service.download(file.downloads[0]!.url)).rawPayload;
  const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  const authors = [...new Set(listRevisions(document).map(({ author }) => author))];
  acceptAll(document);
  const [body0] = storiesOf(document);
  const reader = new ParagraphReader(body0!);
  const lines = [...paragraphsOf(body0!)].map((paragraph) => reader.read(paragraph).text);
  return { fileId, text: lines.join("\n"), authors };
}

test("[SRV-96] the changes of a comparison are accepted or rejected by id, and the rest stays tracked", async () => {
  const path = await compared();
  const { blocks } = await redlineOf(path);
  const changes: { type?: string; id: string }[] = blocks[0].content;
  const idOf = (type: string) => changes.find((change) => change.type === type)!.id;
  const kept = await decided(path, { accept: { ids: [idOf("insertion")] } });
  expect(kept).toMatchObject({ text: "The fee is 20 euros.", authors: ["Ann"] });
  const none = await decided(path, { reject: { kinds: ["insertion", "deletion"] }, name: "old.docx" });
  expect(none).toMatchObject({ text: "The fee is 10 euros.", authors: [] });
  expect((await files.read(acme, none.fileId)).file_name).toBe("old.docx");
  const all = await decided(path, { accept: { revisions: ["contract-v2.docx"], authors: ["Ann"] } });
  expect(all).toMatchObject({ text: "The fee is 20 euros.", authors: [] });
  expect((await files.read(acme, all.fileId)).file_name).toBe("contract-v2-decided.docx");
});

test("[SRV-96] accepting one revision of a merge and rejecting the rest gives that revision, its side of conflicts too", async () => {
  const path = await merged();
  for (const [name, text] of [
    ["a.docx", "The fee is 20 euros.\nNotices are sent by post.\nAnn adds this."],
    ["b.docx", "The fee is 30 euros.\nNotices are sent by mail."],
  ]) {
    const { text: found, authors } = await decided(path, { accept: { revisions: [name] }, rest: "reject" });
    expect([found, authors]).toEqual([text, []]);
  }
  expect(await decided(path, { rest: "reject" })).toMatchObject({ text: base.join("\n"), authors: [] });
});

test("[SRV-96] a conflict is settled by choice, and everything else stays tracked under its author", async () => {
  const path = await merged();
  const { conflicts } = await redlineOf(path);
  expect(conflicts).toMatchObject([{ id: 1, kind: "text" }]);
  const forBob = await decided(path, { conflicts: [{ id: 1, choose: "b.docx" }] });
  expect(forBob.text).toBe("The fee is 30 euros.\nNotices are sent by mail.\nAnn adds this.");
  expect(forBob.authors.toSorted()).toEqual(["Ann", "Bob"]);
  const forBase = await decided(path, { conflicts: [{ id: 1, choose: "original" }], rest: "accept" });
  expect(forBase).toMatchObject({
    text: "The fee is 10 euros.\nNotices are sent by mail.\nAnn adds this.",
    authors: [],
  });
});

test("[SRV-97] a decided file is read, compared and edited like an upload, and counts nothing", async () => {
  const tenant = await service.addTenant({ documentLimit: 5 });
  const path = await merged(tenant);
  const before = (await service.call(tenant, "GET", "/v1/usage")).json();
  const reply = await post(path, { accept: { authors: ["Ann"] }, rest: "reject" }, { tenant });
  const { file_id: fileId } = reply.json();
  await files.untilEnded(tenant, fileId);
  expect((await files.content(tenant, fileId)).body).toContain("Ann adds this.");
  expect((await service.call(tenant, "GET", "/v1/usage")).json()).toEqual(before);
  const form = new FormData();
  form.append("original_file_id", fileId);
  form.append("modified", new Blob([documentOf("Other.") as Uint8Array<ArrayBuffer>]), "other.docx");
  expect((await service.sendForm(tenant, "/v1/compare", form)).statusCode).toBe(202);
  const edit = { type: "replace", paragraphs: { index: 0 }, text: { match: "20" }, content: "25" };
  const edited = await service.call(tenant, "POST", "/v1/edit", {
    payload: JSON.stringify({ file_id: fileId, schema_version: 1, edits: [edit], wait: true }),
    headers: { "content-type": "application/json" },
  });
  expect(edited.statusCode, edited.body).toBe(200);
});

test("[SRV-97] it has the retention of files, and stays when its redline is deleted", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const path = await merged(tenant);
  const { file_id: fileId } = (await post(path, { rest: "accept" }, { tenant })).json();
  await files.untilEnded(tenant, fileId);
  expect((await service.call(tenant, "DELETE", path)).statusCode).toBe(202);
  expect((await files.read(tenant, fileId)).status).toBe("ready");
  expect(refusal(await post(path, { rest: "accept" }, { tenant }))).toBe("410 CONTENT_DELETED");
  service.clock.pass(3601);
  expect(refusal(await service.call(tenant, "GET", `/v1/files/${fileId}`))).toBe("410 CONTENT_DELETED");
});

test("a conflict about properties is settled by a choice, or keeps the original's, and the file says so", async () => {
  const line = (properties: string) =>
    documentWithBody(`<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>The fee is due.</w:t></w:r></w:p>`);
  const path = await merged(acme, {
    original: line(""),
    revisions: [
      { bytes: line('<w:color w:val="FF0000"/>'), name: "a.docx" },
      { bytes: line('<w:color w:val="00FF00"/>'), name: "b.docx" },
    ],
  });
  const { conflicts } = await redlineOf(path);
  expect(conflicts).toMatchObject([{ kind: "property", scope: "format" }]);
  const chosen = await decided(path, { conflicts: [{ id: conflicts[0].id, choose: "a.docx" }] });
  expect((await files.read(acme, chosen.fileId)).notices).toBeUndefined();
  const { fileId } = await decided(path, { rest: "reject" });
  expect((await files.read(acme, fileId)).notices).toMatchObject([{ code: "PROPERTY_CONFLICTS_KEPT", count: 1 }]);
});

test.each<[string, unknown, string, string]>([
  ["a field that is none", { except: {} }, "400 INVALID_REQUEST", "except"],
  ["an empty selection", { accept: {} }, "400 INVALID_REQUEST", "accept"],
  ["an empty list", { accept: { ids: [] } }, "400 INVALID_REQUEST", "accept.ids"],
  ["a kind that is none", { reject: { kinds: ["comment"] } }, "400 INVALID_REQUEST", "reject.kinds[0]"],
  ["another rest", { rest: "drop" }, "400 INVALID_REQUEST", "rest"],
  ["a name of another type", { name: "a.pdf" }, "400 INVALID_REQUEST", "name"],
  ["an unknown id", { accept: { ids: ["99999"] } }, "400 CHANGE_NOT_FOUND", "accept.ids[0]"],
  ["an unknown author", { reject: { authors: ["Zoe"] } }, "400 CHANGE_NOT_FOUND", "reject.authors[0]"],
  ["an unknown revision", { accept: { revisions: ["c.docx"] } }, "400 CHANGE_NOT_FOUND", "accept.revisions[0]"],
  ["an unknown conflict", { conflicts: [{ id: 9, choose: "a.docx" }] }, "400 CHANGE_NOT_FOUND", "conflicts[0].id"],
  ["an unknown side", { conflicts: [{ id: 1, choose: "c.docx" }] }, "400 CHANGE_NOT_FOUND", "conflicts[0].choose"],
])("%s is refused by its place, and nothing is left", async (_, body, expected, field) => {
  sharedMerge ??= merged();
  const path = await sharedMerge;
  const before = [await service.count("files", acme), (await service.stored(acme)).length];
  const reply = await post(path, body);
  expect(refusal(reply)).toBe(expected);
  expect(reply.json().error.details).toMatchObject([{ field }]);
  expect([await service.count("files", acme), (await service.stored(acme)).length]).toEqual(before);
});

let sharedMerge: Promise<string> | undefined;

test("the same id in both selections is refused", async () => {
  const path = await compared();
  const { blocks } = await redlineOf(path);
  const { id } = blocks[0].content.find(({ type }: { type?: string }) => type === "insertion");
  const reply = await post(path, { accept: { ids: [id] }, reject: { ids: [id] } });
  expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  expect(reply.json().error.details).toMatchObject([{ field: "reject.ids[0]", reason: "CONTRADICTION" }]);
});

test("what is processing, failed, unknown or malformed is refused, in this order of looking", async () => {
  const paused = await startWholeService();
  try {
    const tenant = await paused.addTenant();
    const comparisonId = await paused.create(tenant);
    const reply = await paused.call(tenant, "POST", `/v1/compare/${comparisonId}/decisions`, {
      payload: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(refusal(reply)).toBe("409 CONFLICT");
    expect(reply.headers["retry-after"]).toBe("1");
  } finally {
    await paused.close();
  }
  const failed = await merges.create(acme, { original: new TextEncoder().encode("no archive") });
  await merges.untilEnded(acme, failed);
  expect(refusal(await post(`/v1/merge/${failed}`, {}))).toBe("409 CONFLICT");
  const other = await service.addTenant();
  expect(refusal(await post(`/v1/merge/${failed}`, { x: 1 }, { tenant: other }))).toBe("404 MERGE_NOT_FOUND");
  expect(refusal(await post("/v1/merge/cmp_01jb2m3n4p5q6r7s8t9v0w1x2y", {}))).toBe("400 INVALID_MERGE_ID");
});

test("a repeated call makes one file", async () => {
  const path = await compared();
  const headers = { "idempotency-key": "decide-once" };
  const [first, second] = [await post(path, {}, { headers }), await post(path, {}, { headers })];
  expect(second.json()).toEqual(first.json());
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect(refusal(await post(path, { rest: "accept" }, { headers }))).toBe("409 IDEMPOTENCY_CONFLICT");
});
