// Tests merges of versions with the whole service.

import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { documentWithBody } from "../jobs/testing/documents.ts";
import { mergeCalls } from "../merges/testing/merge-calls.ts";
import { documentCalls, type Stored } from "./testing/document-calls.ts";

let service: WholeService;
let acme: Tenant;
const merges = mergeCalls(() => service);
const { sendJson, pathOf, create, add, merge, version, untilEnded, download, bytes } = documentCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

const base = ["The fee is 10 euros.", "Notices are sent by post."];

/** Creates a first version and two versions made from it. */
async function branched(): Promise<{ first: Stored; ann: Stored; bob: Stored }> {
  const first = await create(acme, { text: base });
  const fields = { parent_version_id: first.version_id };
  const documentId = first.document_id;
  const ann = await add(acme, documentId, {
    text: ["The fee is 20 euros.", base[1]!],
    name: "a.docx",
    fields: { ...fields, author: "Ann" },
  });
  const bob = await add(acme, documentId, {
    text: ["The fee is 30 euros.", "Notices are sent by mail."],
    name: "b.docx",
    fields,
  });
  for (const stored of [first, ann, bob]) await untilEnded(acme, stored);
  return { first, ann, bob };
}

test("[SRV-111] versions of two branches become a version, whose redline is the merge", async () => {
  const { first, ann, bob } = await branched();
  const before = await service.count("usage_entries", acme);
  const merged = await merge(acme, first.document_id, { version_ids: [ann.version_id, bob.version_id] });
  expect(await untilEnded(acme, merged)).toMatchObject({
    ...{ kind: "merge", number: 4, parent_version_id: first.version_id, merge_id: merged.merge_id },
    ...{ name: "contract-merged", file_name: "contract-merged.docx", status: "ready", redline: { status: "ready" } },
  });
  expect((await merges.row(merged.merge_id)).revisions).toEqual([
    { name: "a.docx", author: "Ann" },
    { name: "b.docx", author: `${acme.address}-b.docx` },
  ]);
  // The merge has a usage entry of no documents, and the version has no entry.
  expect(await service.count("usage_entries", acme)).toBe(before + 1);
  expect(await service.usage(merged.merge_id)).toMatchObject({ documents: 0 });
  const read = await merges.read(acme, merged.merge_id, "?format=docx,md,json");
  const redline = await download(acme, merged, "redline", "?format=docx,md,json");
  for (const [at, { url }] of redline.downloads.entries()) {
    const other = await service.download(read.downloads[at]!.url);
    expect((await service.download(url)).rawPayload.equals(other.rawPayload)).toBe(true);
  }
  const docx = await bytes(acme, merged, "download");
  expect(docx.equals(await bytes(acme, merged, "redline"))).toBe(true);
});

test("[SRV-113] the text of a merge has every change accepted, and the first side of its conflicts", async () => {
  const { first, ann, bob } = await branched();
  const merged = await merge(acme, first.document_id, { version_ids: [ann.version_id, bob.version_id], name: "Both" });
  await untilEnded(acme, merged);
  const fields = { parent_version_id: merged.version_id };
  const same = await add(acme, first.document_id, {
    text: ["The fee is 20 euros.", "Notices are sent by mail."],
    fields,
  });
  expect(await untilEnded(acme, same)).toMatchObject({ redline: { status: "ready" } });
  const summaryOf = async (stored: Stored) => JSON.parse(String(await bytes(acme, stored, "redline", "json"))).summary;
  expect(await summaryOf(same)).toMatchObject({ insertions: 0, deletions: 0, moves: 0, conflicts: 0 });
  expect(await summaryOf(merged)).toMatchObject({ conflicts: 1 });
  // Further merges and comparisons use the same text.
  const path = `/v1/documents/${first.document_id}`;
  const asked = { from_version_id: merged.version_id, to_version_id: same.version_id };
  const reply = await sendJson(acme, "POST", `${path}/compare`, asked);
  expect(reply.statusCode).toBe(202);
  const compared = await service.untilEnded(acme, reply.json().comparison_id, "?format=json");
  const json = await service.download(compared.downloads[0]!.url);
  expect(JSON.parse(json.body).summary).toMatchObject({ insertions: 0, deletions: 0 });
  expect(await service.usage(reply.json().comparison_id)).toMatchObject({ documents: 2 });
  const again = await merge(acme, first.document_id, { version_ids: [merged.version_id, ann.version_id] });
  expect(await untilEnded(acme, again)).toMatchObject({ status: "ready", parent_version_id: first.version_id });
});

test("a merge takes form fields too, with a base and authors", async () => {
  const { first, ann, bob } = await branched();
  const form = new FormData();
  for (const { version_id: id } of [bob, ann]) form.append("version_ids", id);
  for (const author of ["B", "A"]) form.append("authors", author);
  form.append("base_version_id", first.version_id);
  form.append("name", "Form");
  const reply = await service.sendForm(acme, `/v1/documents/${first.document_id}/merges`, form);
  expect(reply.statusCode).toBe(202);
  const merged = reply.json();
  expect(await untilEnded(acme, merged)).toMatchObject({ name: "Form", status: "ready" });
  expect((await merges.row(merged.merge_id)).revisions?.map(({ author }) => author)).toEqual(["B", "A"]);
});

test("[SRV-115] a merge that is deleted before it ends fails its version; one that is ready stays a version", async () => {
  const { first, ann, bob } = await branched();
  const asked = { version_ids: [ann.version_id, bob.version_id] };
  const lost = await merge(acme, first.document_id, asked);
  expect((await service.call(acme, "DELETE", `/v1/merge/${lost.merge_id}`)).statusCode).toBe(202);
  const ended = await untilEnded(acme, lost);
  // The merge may have ended before the deletion.
  if (ended.status === "failed") {
    expect(ended).toMatchObject({ error: { code: "COMPARISON_FAILED" }, redline: { status: "failed" } });
    expect((await download(acme, lost, "redline")).error).toMatchObject({ code: "COMPARISON_FAILED" });
  }
  const kept = await merge(acme, first.document_id, asked);
  await untilEnded(acme, kept);
  await service.call(acme, "DELETE", `/v1/merge/${kept.merge_id}`);
  expect((await download(acme, kept, "redline")).status).toBe("ready");
  expect((await bytes(acme, kept, "download")).length).toBeGreaterThan(0);
});

test("what cannot be merged or compared is refused, and leaves nothing", async () => {
  const { first, ann, bob } = await branched();
  const other = await create(acme);
  const broken = await add(acme, first.document_id, { text: brokenDocument() });
  expect(await untilEnded(acme, broken)).toMatchObject({
    ...{ status: "failed", error: { code: "DOCUMENT_UNREADABLE" }, redline: { status: "failed" } },
  });
  expect(await download(acme, broken, "redline")).toMatchObject({
    ...{ status: "failed", error: { code: "DOCUMENT_UNREADABLE", source: "modified" } },
  });
  const orphan = await add(acme, first.document_id, { fields: { parent_version_id: broken.version_id } });
  expect(await untilEnded(acme, orphan)).toMatchObject({ status: "ready", redline: { status: "failed" } });
  const unknown = `${ann.version_id.slice(0, -1)}${ann.version_id.endsWith("0") ? "1" : "0"}`;
  const path = `/v1/documents/${first.document_id}`;
  const before = await service.stored(acme);
  const pair = [ann.version_id, bob.version_id];
  for (const [body, expected] of [
    [{ version_ids: [ann.version_id] }, "400 INVALID_REQUEST"],
    [{ version_ids: [ann.version_id, ann.version_id] }, "400 INVALID_REQUEST"],
    [{ version_ids: [ann.version_id, "x"] }, "400 INVALID_REQUEST"],
    [{ version_ids: pair, authors: ["A"] }, "400 INVALID_REQUEST"],
    [{ version_ids: pair, other: 1 }, "400 INVALID_REQUEST"],
    [{ version_ids: [ann.version_id, unknown] }, "404 VERSION_NOT_FOUND"],
    [{ version_ids: [ann.version_id, other.version_id] }, "404 VERSION_NOT_FOUND"],
    [{ version_ids: pair, base_version_id: other.version_id }, "404 VERSION_NOT_FOUND"],
    [{ version_ids: [ann.version_id, broken.version_id] }, "409 CONFLICT"],
  ] as const) {
    expect(refusal(await sendJson(acme, "POST", `${path}/merges`, body)), JSON.stringify(body)).toBe(expected);
  }
  for (const [to_version_id, expected] of [
    ["x", "400 INVALID_REQUEST"],
    [unknown, "404 VERSION_NOT_FOUND"],
    [other.version_id, "404 VERSION_NOT_FOUND"],
    [broken.version_id, "409 CONFLICT"],
  ] as const) {
    const body = { from_version_id: ann.version_id, to_version_id };
    expect(refusal(await sendJson(acme, "POST", `${path}/compare`, body)), to_version_id).toBe(expected);
  }
  expect((await service.stored(acme)).sort()).toEqual(before.sort());
  expect(await version(acme, bob)).toMatchObject({ number: 3 });
  expect(refusal(await service.call(acme, "GET", pathOf({ ...bob, version_id: other.version_id })))).toBe(
    "404 VERSION_NOT_FOUND",
  );
});

function brokenDocument(): Uint8Array {
  return documentWithBody("<w:p>");
}
