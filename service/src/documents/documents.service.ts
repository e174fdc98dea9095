// Tests stored documents and versions over HTTP with the whole service.

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import type { Renderer } from "../redlines/renderers.ts";
import { sweepDue } from "../retention/sweep.ts";
import { documentCalls } from "./testing/document-calls.ts";

let service: WholeService;
let acme: Tenant;
const { send, sendJson, pathOf, create, add, merge, detail, version, untilEnded, download, bytes } = documentCalls(
  () => service,
);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

test("[SRV-110] [SRV-119] a document is stored with its first version, read, and given out as it came", async () => {
  const fields = { name: "Lease", description: "A lease.", metadata: '{"matter":"M-1"}', author: "Ann" };
  const reply = await send(acme, "/v1/documents", { name: "lease v1.docx", fields });
  expect(reply.statusCode).toBe(201);
  const stored = reply.json();
  expect(stored).toEqual({ document_id: stored.document_id, version_id: stored.version_id, status: "processing" });
  const ended = await untilEnded(acme, stored);
  expect(ended).toMatchObject({
    ...{ number: 1, name: "lease v1", file_name: "lease v1.docx", author: "Ann", description: null, metadata: {} },
    ...{ kind: "upload", parent_version_id: null, status: "ready", redline: { status: "none" } },
  });
  expect(await detail(acme, stored.document_id)).toMatchObject({
    ...{ name: "Lease", description: "A lease.", metadata: { matter: "M-1" }, version_count: 1 },
    ...{ latest_version_id: stored.version_id, versions: [{ version_id: stored.version_id }] },
  });
  const { downloads } = await download(acme, stored, "download");
  expect(downloads[0]).toMatchObject({ format: "docx", file_name: "lease v1.docx" });
  expect(await service.usage(stored.version_id)).toMatchObject({ documents: 1, words: 5 });
  const none = await service.call(acme, "GET", `${pathOf(stored)}/redline`);
  expect(refusal(none)).toBe("409 CONFLICT");
  expect(none.json().error.message).toBe("Version 1 has no parent, so it has no redline.");
});

test("[SRV-111] the redline of a version is byte for byte the comparison of its parent and it", async () => {
  const first = await create(acme, { text: ["The fee is 10 euros.", "It is due."] });
  const text = ["The fee is 20 euros.", "It is due."];
  const second = await add(acme, first.document_id, { text, name: "contract.docx", fields: { author: "Bob" } });
  const ended = await untilEnded(acme, second);
  expect(ended).toMatchObject({ number: 2, parent_version_id: first.version_id, redline: { status: "ready" } });
  const sources = {
    original: await bytes(acme, first, "download"),
    modified: await bytes(acme, second, "download"),
    modifiedName: "contract.docx",
    author: "Bob",
  };
  const compared = await service.untilEnded(acme, await service.create(acme, sources), "?format=docx,md,json");
  const redline = await download(acme, second, "redline", "?format=docx&format=md,json");
  expect(redline.downloads.map(({ file_name }) => file_name)).toEqual([
    "contract-redline.docx",
    "contract-redline.md",
    "contract-redline.json",
  ]);
  for (const [at, { url }] of redline.downloads.entries()) {
    const other = await service.download(compared.downloads[at]!.url);
    expect((await service.download(url)).rawPayload.equals(other.rawPayload)).toBe(true);
  }
  expect(refusal(await service.call(acme, "GET", `${pathOf(second)}/redline?format=pdf`))).toBe(
    "400 UNSUPPORTED_FORMAT",
  );
});

test("PATCH changes what is sent, merges metadata by key, and leaves the content", async () => {
  const first = await create(acme, { fields: { metadata: '{"a":"1","b":"2"}' } });
  const path = `/v1/documents/${first.document_id}`;
  const patch = { name: "New", description: "d", metadata: { a: null, c: "3" } };
  expect((await sendJson(acme, "PATCH", path, patch)).json()).toMatchObject({
    ...{ name: "New", description: "d", metadata: { b: "2", c: "3" }, versions: [{ name: "contract" }] },
  });
  expect((await sendJson(acme, "PATCH", path, { description: null })).json()).toMatchObject({ description: null });
  expect((await sendJson(acme, "PATCH", pathOf(first), { name: "First" })).json()).toMatchObject({ name: "First" });
  await untilEnded(acme, first);
  expect((await download(acme, first, "download")).downloads[0]?.file_name).toBe("First.docx");
  for (const body of [{}, { name: "" }, { name: "x".repeat(256) }, { other: 1 }, { metadata: { a: 1 } }, []]) {
    expect(refusal(await sendJson(acme, "PATCH", path, body)), JSON.stringify(body)).toBe("400 INVALID_REQUEST");
    expect(refusal(await sendJson(acme, "PATCH", pathOf(first), body))).toBe("400 INVALID_REQUEST");
  }
});

test("[SRV-116] a version that is a parent, and the only one, are not deleted; numbers are not used again", async () => {
  const first = await create(acme);
  expect(refusal(await service.call(acme, "DELETE", pathOf(first)))).toBe("409 CONFLICT");
  const second = await add(acme, first.document_id);
  expect(refusal(await service.call(acme, "DELETE", pathOf(first)))).toBe("409 CONFLICT");
  const gone = await service.call(acme, "DELETE", pathOf(second));
  expect([gone.statusCode, gone.json()]).toEqual([200, { deleted: true, ...idsOf(second) }]);
  expect(refusal(await service.call(acme, "GET", pathOf(second)))).toBe("404 VERSION_NOT_FOUND");
  const third = await add(acme, first.document_id);
  expect(await version(acme, third)).toMatchObject({ number: 3, parent_version_id: first.version_id });
});

function idsOf({ document_id, version_id }: { document_id: string; version_id: string }) {
  return { document_id, version_id };
}

test("[SRV-117] DELETE of a document leaves nothing of it: versions, redlines, comparisons and merges", async () => {
  const tenant = await service.addTenant();
  const { stored, comparisonId, mergeId } = await filled(tenant);
  const addresses = [
    ...(await download(tenant, stored, "download")).downloads,
    ...(await download(tenant, stored, "redline", "?format=docx,json")).downloads,
  ];
  const path = `/v1/documents/${stored.document_id}`;
  expect((await service.call(tenant, "DELETE", path)).json()).toEqual({
    deleted: true,
    document_id: stored.document_id,
  });
  for (const { url } of addresses) expect(refusal(await service.download(url))).toBe("410 CONTENT_DELETED");
  for (const gone of [path, pathOf(stored), `${pathOf(stored)}/download`, `${pathOf(stored)}/redline`]) {
    expect(refusal(await service.call(tenant, "GET", gone)), gone).toBe("404 DOCUMENT_NOT_FOUND");
  }
  expect(refusal(await service.call(tenant, "DELETE", path))).toBe("404 DOCUMENT_NOT_FOUND");
  expect(refusal(await service.call(tenant, "GET", `/v1/compare/${comparisonId}`))).toBe("410 CONTENT_DELETED");
  expect(refusal(await service.call(tenant, "GET", `/v1/merge/${mergeId}`))).toBe("410 CONTENT_DELETED");
  await expectNothingLeft(tenant);
});

test("[SRV-118] the days of an organization count from the last version, and end all of the document together", async () => {
  const tenant = await service.addTenant({ retentionDays: 2 });
  const day = 24 * 3600;
  const first = await create(tenant);
  await untilEnded(tenant, first);
  service.clock.pass(day);
  const second = await add(tenant, first.document_id);
  await untilEnded(tenant, second);
  service.clock.pass(day + 10);
  await sweepDue(service.parts);
  expect((await download(tenant, first, "download")).status).toBe("ready");
  expect((await download(tenant, second, "redline")).status).toBe("ready");
  service.clock.pass(day);
  expect(refusal(await service.call(tenant, "GET", pathOf(first)))).toBe("404 DOCUMENT_NOT_FOUND");
  const listed = await service.call(tenant, "GET", "/v1/documents");
  expect(listed.json()).toEqual({ documents: [], next_cursor: null });
  await sweepDue(service.parts);
  await expectNothingLeft(tenant);
});

test("documents are listed newest first, in pages, without those that are deleted", async () => {
  const tenant = await service.addTenant();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    service.clock.pass(1);
    ids.unshift((await create(tenant, { name: `${count}.docx` })).document_id);
  }
  await service.call(tenant, "DELETE", `/v1/documents/${ids.splice(1, 1)[0]}`);
  const page = async (query: string) => (await service.call(tenant, "GET", `/v1/documents?${query}`)).json();
  const first = await page("limit=3");
  const rest = await page(`limit=3&cursor=${first.next_cursor}`);
  const shown = [...first.documents, ...rest.documents];
  expect(shown.map(({ document_id: id }) => id)).toEqual(ids);
  expect(rest.next_cursor).toBeNull();
  expect(shown[0]).toMatchObject({ name: "4", version_count: 1 });
  const other = await service.addTenant();
  const cursor = `/v1/documents?cursor=${first.next_cursor}`;
  expect(refusal(await service.call(other, "GET", cursor))).toBe("400 INVALID_CURSOR");
  expect(refusal(await service.call(tenant, "GET", "/v1/documents?limit=0"))).toBe("422 VALIDATION_ERROR");
});

test("a version may be an upload, an edited, a decided or a created document, and outlives it", async () => {
  const form = new FormData();
  form.append("document", new Blob([documentOf("The fee is 10 euros.") as Uint8Array<ArrayBuffer>]), "upload.docx");
  const { file_id } = (await service.sendForm(acme, "/v1/files", form)).json();
  const stored = await create(acme, { fields: { file_id } });
  await service.call(acme, "DELETE", `/v1/files/${file_id}`);
  expect(await untilEnded(acme, stored)).toMatchObject({ status: "ready", file_name: "upload.docx", name: "upload" });
  const made = new FormData();
  made.append("name", "made.docx");
  made.append("paragraphs", JSON.stringify([{ style_id: "Normal", text: "A paragraph." }]));
  const creation = (await service.sendForm(acme, "/v1/create", made)).json();
  const { file_id: createdId } = await until(
    async () => (await service.call(acme, "GET", `/v1/create/${creation.creation_id}`)).json(),
    ({ status }) => status !== "processing",
  );
  const second = await add(acme, stored.document_id, { fields: { file_id: createdId } });
  expect(await untilEnded(acme, second)).toMatchObject({ status: "ready", redline: { status: "ready" } });
  const unknown = { fields: { file_id: "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293" } };
  expect(refusal(await send(acme, "/v1/documents", unknown))).toBe("404 DOCUMENT_NOT_FOUND");
  expect(refusal(await send(acme, "/v1/documents", { fields: { file_id: "x" } }))).toBe("400 INVALID_REQUEST");
});

test("[SRV-87] a version is stored with the engine that read it, and reads tell that one", async () => {
  const first = await create(acme);
  const second = await add(acme, first.document_id);
  await untilEnded(acme, second);
  await service.database.updateTable("versions").set({ engine_version: "0.8.7" }).execute();
  for (const [path, expected] of [
    ["", "0.8.7"],
    ["/download", "0.8.7"],
    ["/redline", "0.9.0"],
  ]) {
    const reply = await service.call(acme, "GET", `${pathOf(second)}${path}`);
    expect(reply.headers["x-engine-version"], path).toBe(expected);
  }
});

test("[SRV-112] a format works for versions and their redlines once its renderer is registered, and is described then", async () => {
  const renderer: Renderer = {
    format: "pdf",
    failureCode: "PDF_RENDER_FAILED",
    source: "docx",
    render: async (docx) => Buffer.from(`%PDF of ${docx.length} bytes`),
  };
  const rendering = await startWholeService({ renderers: [renderer] });
  try {
    await rendering.work();
    const tenant = await rendering.addTenant();
    const calls = documentCalls(() => rendering);
    const first = await calls.create(tenant);
    const second = await calls.add(tenant, first.document_id, { name: "b.docx" });
    await calls.untilEnded(tenant, second);
    for (const [what, name] of [
      ["download", "b.pdf"],
      ["redline", "b-redline.pdf"],
    ] as const) {
      const { downloads } = await until(
        () => calls.download(tenant, second, what, "?format=pdf,docx"),
        ({ status }) => status === "ready",
      );
      expect(downloads.map(({ format }) => format)).toEqual(["pdf", "docx"]);
      expect(downloads[0]?.file_name).toBe(name);
      expect((await rendering.download(downloads[0]!.url)).body).toMatch(/^%PDF of \d+ bytes$/);
    }
  } finally {
    await rendering.close();
  }
});

/** Creates a document with several versions, a comparison of two of them and a merge. */
async function filled(tenant: Tenant) {
  const first = await create(tenant, { text: ["One.", "Two."] });
  const stored = await add(tenant, first.document_id, { text: ["One.", "Two and more."] });
  const fields = { parent_version_id: first.version_id };
  const third = await add(tenant, first.document_id, { text: ["One and more.", "Two."], fields });
  for (const each of [first, stored, third]) await untilEnded(tenant, each);
  const path = `/v1/documents/${first.document_id}`;
  const pair = { from_version_id: stored.version_id, to_version_id: third.version_id };
  const { comparison_id: comparisonId } = (await sendJson(tenant, "POST", `${path}/compare`, pair)).json();
  const merged = await merge(tenant, first.document_id, { version_ids: [stored.version_id, third.version_id] });
  await untilEnded(tenant, merged);
  await service.untilEnded(tenant, comparisonId);
  return { stored, comparisonId, mergeId: merged.merge_id };
}

/** Waits until the content is deleted: records remain, while names, objects and artifacts do not. */
async function expectNothingLeft(tenant: Tenant): Promise<void> {
  const { database } = service;
  const { organizationId } = tenant;
  await until(
    () => database.selectFrom("documents").where("organization_id", "=", organizationId).selectAll().execute(),
    (rows) => rows.every(({ deleted_at: at }) => at !== null),
  );
  for (const table of ["versions", "comparisons", "merges"] as const) {
    const rows = await database
      .selectFrom(table)
      .where("organization_id", "=", organizationId)
      .where("deleted_at", "is", null)
      .select("organization_id")
      .execute();
    expect(rows, table).toEqual([]);
  }
  const objects = await database
    .selectFrom("objects")
    .where("organization_id", "=", organizationId)
    .selectAll()
    .execute();
  expect(objects).toEqual([]);
  expect(await service.stored(tenant)).toEqual([]);
}
