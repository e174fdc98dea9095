// Tests stored documents: versions, their redlines, changes, deletion and refusals.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FormPart, zerosForm } from "../calls/form.ts";
import type { Call, Reply } from "../calls/request.ts";
import { after, before, type Download, refused, type Service } from "../calls/service.ts";
import {
  creations,
  documents,
  files,
  makeEnded,
  merges,
  neverVersion,
  pathOf,
  type ReadVersion,
  untilAllEnded,
} from "../calls/subjects.ts";
import { marker } from "../documents/markers.ts";
import { broken } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const storedDocuments = theme(
  "documents",
  writeResourceTests,
  writeSourceTests,
  writeRedlineTests,
  writeChangeTests,
  writeDeletionTests,
  writeFailureTests,
  writeRefusalTests,
  writeListTests,
);

export interface Sent {
  readonly content?: Buffer;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The ids of an accepted version. */
export interface Stored {
  readonly document_id: string;
  readonly version_id: string;
}

function formOf({ content = before, name = "contract.docx", fields = {} }: Sent): FormPart[] {
  const texts = Object.entries(fields).map(([field, text]): FormPart => ({ field, content: text }));
  return fields.file_id === undefined ? [{ field: "document", fileName: name, content }, ...texts] : texts;
}

function send(service: Service, path: string, sent: Sent = {}, call: Call = {}): Promise<Reply> {
  return service.postForm(formOf(sent), call, path);
}

/** Stores a new document. */
export async function store(service: Service, sent: Sent = {}, call: Call = {}): Promise<Stored> {
  const reply = await send(service, documents.path, sent, call);
  assert.equal(reply.status, 201, reply.body.toString());
  return reply.json;
}

/** Adds a version. */
export async function add(service: Service, documentId: string, sent: Sent = {}, call: Call = {}): Promise<Stored> {
  const reply = await send(service, `${pathOf(documents, documentId)}/versions`, sent, call);
  assert.equal(reply.status, 202, reply.body.toString());
  return reply.json;
}

export function versionPath({ document_id, version_id }: Stored): string {
  return `${pathOf(documents, document_id)}/versions/${version_id}`;
}

function patch(service: Service, path: string, body: unknown, call: Call = {}): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  return service.call("PATCH", path, { ...call, headers, body: Buffer.from(JSON.stringify(body)) });
}

/** Returns the contents of a version or its redline in these formats. */
export async function contents(
  service: Service,
  stored: Stored,
  what: "download" | "redline",
  format = "docx",
): Promise<Buffer[]> {
  const { json } = await service.get(`${versionPath(stored)}/${what}?format=${format}`);
  assert.equal(json.status, "ready", JSON.stringify(json));
  return Promise.all(json.downloads.map(({ url }: Download) => service.fetch(url)));
}

function writeResourceTests({ service, test }: Stage): void {
  test("a document is stored with its first version, and read with all of it", resourceRules, async () => {
    const author = marker("author");
    const fields = { name: "Lease", description: "A lease.", metadata: '{"matter":"M-1"}', author, reference: "R-1" };
    const reply = await send(service, documents.path, { name: "first draft.docx", fields });
    const { document_id, version_id } = reply.json;
    assert.match(document_id, /^doc_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.match(version_id, /^ver_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual([reply.status, reply.json], [201, { document_id, version_id, status: "processing" }]);
    const [version] = await untilAllEnded(service, document_id);
    const { created_at, updated_at, finished_at, ...told } = version!;
    assert.ok(Date.parse(String(finished_at)) >= Date.parse(String(created_at)));
    assert.deepEqual(told, {
      ...{ version_id, document_id, number: 1, name: "first draft", file_name: "first draft.docx", author },
      ...{ description: null, metadata: {}, kind: "upload", parent_version_id: null, status: "ready" },
      ...{ redline: { status: "none" }, reference: "R-1", summary: null, notices: [] },
    });
    const { json } = await service.get(pathOf(documents, document_id));
    assert.deepEqual(
      { ...json, versions: json.versions.length, created_at: 0, updated_at: 0 },
      {
        ...{ document_id, name: "Lease", description: "A lease.", metadata: { matter: "M-1" }, reference: "R-1" },
        ...{ version_count: 1, latest_version_id: version_id, created_at: 0, updated_at: 0, versions: 1 },
      },
    );
    const single = await service.get(versionPath({ document_id, version_id }));
    assert.deepEqual(single.json, version);
    assert.match(single.headers["x-engine-version"] ?? "", /^\d+\.\d+\.\d+/);
    const [docx] = await contents(service, { document_id, version_id }, "download");
    assert.ok(docx?.equals(before));
  });

  test("versions are numbered, have a parent, and the latest is the default", resourceRules, async () => {
    const first = await store(service);
    const second = await add(service, first.document_id, { content: after, name: "second.docx" });
    const third = await add(service, first.document_id, { fields: { parent_version_id: first.version_id, name: "C" } });
    const fourth = await add(service, first.document_id, { content: after });
    const versions = await untilAllEnded(service, first.document_id);
    assert.deepEqual(
      versions.map(({ number, name, parent_version_id }) => [number, name, parent_version_id]),
      [
        [1, "contract", null],
        [2, "second", first.version_id],
        [3, "C", first.version_id],
        [4, "contract", third.version_id],
      ],
    );
    const { json } = await service.get(pathOf(documents, first.document_id));
    assert.deepEqual([json.version_count, json.latest_version_id], [4, fourth.version_id]);
    assert.equal(json.name, "contract");
    assert.ok(Date.parse(json.updated_at) > Date.parse(json.created_at));
    assert.equal((await service.get(versionPath(second))).json.redline.status, "ready");
  });
}

function writeSourceTests({ service, zeroDay, test }: Stage): void {
  test("a file is copied, so that its end touches nothing", ["17.file-id"], async () => {
    const upload = await makeEnded(service, files);
    const created = await makeEnded(service, creations);
    const stored = await store(service, { fields: { file_id: upload.id } });
    const second = await add(service, stored.document_id, { fields: { file_id: created.reply.json.file_id } });
    for (const path of [pathOf(files, upload.id), pathOf(creations, created.id)]) await service.call("DELETE", path);
    const ended = await untilAllEnded(service, stored.document_id);
    assert.deepEqual(
      ended.map(({ status, redline }) => [status, redline.status]),
      [
        ["ready", "none"],
        ["ready", "ready"],
      ],
    );
    assert.ok((await contents(service, second, "download"))[0]);
    refused(await send(service, documents.path, { fields: { file_id: upload.id } }), 410, "CONTENT_DELETED");
    refused(await send(service, documents.path, { fields: { file_id: files.never } }), 404, "DOCUMENT_NOT_FOUND");
    refused(await send(service, documents.path, { fields: { file_id: "x" } }), 400, "INVALID_REQUEST");
  });

  test("zero-day retention does not apply to documents", ["17.retention"], async () => {
    const { key } = zeroDay;
    const stored = await store(service, {}, { key });
    await untilAllEnded(service, stored.document_id, { key });
    const { json } = await service.get(`${versionPath(stored)}/download`, { key });
    assert.ok(Date.parse(json.downloads[0].expires_at) - Date.now() > 3_500_000);
    refused(await service.post(`${pathOf(documents, stored.document_id)}/acknowledge`, { key }), 404, "NOT_FOUND");
  });
}

const resourceRules = [
  "17.created",
  "17.resource",
  "17.version",
  "17.default-names",
  "17.parent",
  "17.states",
  "stored.create",
  "stored.detail",
  "stored.add",
  "stored.version",
] as const;

function writeRedlineTests({ service, world, test }: Stage): void {
  const made = once(async () => {
    const first = await store(service, { name: "first.docx" });
    const fields = { author: "Ann Editor", name: "Second draft v1.2" };
    const second = await add(service, first.document_id, { content: after, name: "second.docx", fields });
    await untilAllEnded(service, first.document_id);
    return { first, second };
  });

  test("the redline is what comparing parent and version gives, byte for byte", redlineRules, async () => {
    const { first, second } = await made();
    const redlines = await contents(service, second, "redline", "docx,json&format=md");
    const { json } = await service.get(versionPath(second));
    const [one, other] = [await contents(service, first, "download"), await contents(service, second, "download")];
    const compared = await compareLocally(world, {
      original: { name: "first.docx", content: one[0]! },
      modified: { name: "second.docx", content: other[0]! },
      ...{ author: "Ann Editor", date: `${json.created_at.slice(0, 19)}Z` },
    });
    for (const [at, content] of compared.entries()) assert.ok(content.equals(redlines[at]!), `format ${at}`);
  });

  test("formats are asked for in both spellings, and names follow the version", ["17.redline-formats"], async () => {
    const { first, second } = await made();
    const names = async (path: string) => (await service.get(`${versionPath(second)}/${path}`)).json.downloads;
    assert.deepEqual((await names("redline?format=md,docx&format=json&format=md")).map(namedFormat), [
      "md Second draft v1.2-redline.md",
      "docx Second draft v1.2-redline.docx",
      "json Second draft v1.2-redline.json",
    ]);
    assert.deepEqual((await names("download")).map(namedFormat), ["docx Second draft v1.2.docx"]);
    for (const [what, formats] of [
      ["download", ["pdf_changed_pages_only", "md", "odt"]],
      ["redline", ["xlsx", "odt"]],
    ] as const) {
      for (const format of formats) {
        const reply = await service.get(`${versionPath(second)}/${what}?format=docx,${format}`);
        refused(reply, 400, "UNSUPPORTED_FORMAT");
      }
    }
    const none = await service.get(`${versionPath(first)}/redline`);
    refused(none, 409, "CONFLICT", /has no parent/);
  });

  test("any two versions are compared", ["17.compare", "17.author"], async () => {
    const { first, second } = await made();
    const path = `${pathOf(documents, first.document_id)}/compare`;
    const body = { from_version_id: second.version_id, to_version_id: first.version_id, author: "Bo" };
    const { status, json } = await service.postJson(body, {}, path);
    assert.deepEqual([status, Object.keys(json).sort()], [202, ["comparison_id", "status"]]);
    const read = await service.end(json.comparison_id, { format: "json" });
    const redline = JSON.parse(String(await service.fetch(read.json.downloads[0].url)));
    assert.deepEqual(redline.documents, [
      { role: "original", name: "second.docx" },
      { role: "modified", name: "first.docx" },
    ]);
    assert.match(JSON.stringify(redline.blocks), /"author":"Bo"/);
    const [{ documents: counted }] = await world.rows("select documents from usage_entries where owner_id = $1", [
      json.comparison_id,
    ]);
    assert.equal(counted, 2);
  });

  test("without an author the redline is by the account and the file", ["17.author"], async () => {
    const first = await store(service, { name: "first.docx" });
    const second = await add(service, first.document_id, { content: after, name: "second.docx" });
    await untilAllEnded(service, first.document_id);
    const [json] = await contents(service, second, "redline", "json");
    assert.match(String(json), /"author":"[^"]+@[^"]+-second\.docx"/);
  });
}

const namedFormat = ({ format, file_name }: Download) => `${format} ${file_name}`;
const redlineRules = ["17.redline", "17.redline-none", "17.author", "6.names.version", "stored.redline"] as const;

interface LocalComparison {
  readonly original: { readonly name: string; readonly content: Buffer };
  readonly modified: { readonly name: string; readonly content: Buffer };
  readonly author: string;
  readonly date: string;
}

/** Returns the same comparison made on this machine: docx, JSON and Markdown. */
export async function compareLocally(
  world: Stage["world"],
  { original, modified, author, date }: LocalComparison,
): Promise<Buffer[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-versions-"));
  const place = (name: string) => join(folder, name);
  try {
    for (const { name, content } of [original, modified]) writeFileSync(place(name), content);
    const outputs = ["out.docx", "out.json", "out.md"].map(place);
    const [docx = "", json = "", md = ""] = outputs;
    const words = ["compare", place(original.name), place(modified.name), "-o", docx, "--json", json, "--md", md];
    await world.versus([...words, "--author", author, "--date", date, "--quiet"]);
    return outputs.map((path) => readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeChangeTests({ service, test }: Stage): void {
  test("PATCH changes what it names: null clears, metadata merges by key", ["17.patch", "stored.patch"], async () => {
    const stored = await store(service, { fields: { metadata: '{"a":"1","b":"2"}', description: "old" } });
    await untilAllEnded(service, stored.document_id);
    for (const path of [pathOf(documents, stored.document_id), versionPath(stored)]) {
      const first = await patch(service, path, { name: "New", metadata: { a: "1", b: "2" } });
      assert.equal(first.status, 200);
      const { json } = await patch(service, path, { description: "d", metadata: { a: null, c: "3" } });
      assert.deepEqual([json.name, json.description, json.metadata], ["New", "d", { b: "2", c: "3" }]);
      assert.equal((await patch(service, path, { description: null })).json.description, null);
      const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, "v"]));
      const faults: readonly unknown[] = [
        {},
        { name: "" },
        { name: "x".repeat(256) },
        { name: null },
        { description: "x".repeat(2001) },
        { metadata: { [`${"x".repeat(41)}`]: "v" } },
        { metadata: { x: "v".repeat(501) } },
        { metadata: { x: 1 } },
        { metadata: twenty },
        { number: 7 },
        { parent_version_id: null },
        [],
      ];
      for (const fault of faults) refused(await patch(service, path, fault), 400, "INVALID_REQUEST");
    }
    const { json } = await service.get(versionPath(stored));
    assert.deepEqual([json.number, json.parent_version_id, json.status], [1, null, "ready"]);
    assert.ok((await contents(service, stored, "download"))[0]?.equals(before));
  });
}

function writeDeletionTests({ service, world, test }: Stage): void {
  test(
    "a parent and the only version stay; another is gone at once",
    ["17.delete-version", "17.codes.409"],
    async () => {
      const first = await store(service);
      refused(await service.call("DELETE", versionPath(first)), 409, "CONFLICT", /only version/);
      const second = await add(service, first.document_id, { content: after });
      await untilAllEnded(service, first.document_id);
      refused(await service.call("DELETE", versionPath(first)), 409, "CONFLICT", /parent of version 2/);
      const { json: redline } = await service.get(`${versionPath(second)}/redline`);
      const { status, json } = await service.call("DELETE", versionPath(second));
      const ids = { document_id: second.document_id, version_id: second.version_id };
      assert.deepEqual([status, json], [200, { deleted: true, ...ids }]);
      for (const path of ["", "/download", "/redline"]) {
        refused(await service.get(versionPath(second) + path), 404, "VERSION_NOT_FOUND");
      }
      refused(await service.get(redline.downloads[0].url), 410, "CONTENT_DELETED");
      refused(await service.call("DELETE", versionPath(second)), 404, "VERSION_NOT_FOUND");
      const third = await add(service, first.document_id);
      const versions = await untilAllEnded(service, first.document_id);
      assert.deepEqual(
        versions.map(({ number, parent_version_id }) => [number, parent_version_id]),
        [
          [1, null],
          [3, first.version_id],
        ],
      );
      assert.equal(versions[1]?.version_id, third.version_id);
    },
  );

  test("deleting a document removes everything", ["17.delete-document", "stored.delete"], async () => {
    const { key } = await world.makeOrganization();
    const first = await store(service, { name: `${marker("name")}.docx` }, { key });
    const second = await add(service, first.document_id, { content: after }, { key });
    await untilAllEnded(service, first.document_id, { key });
    const path = pathOf(documents, first.document_id);
    const { json: read } = await service.get(`${versionPath(second)}/redline?format=docx,json`, { key });
    const pair = { from_version_id: first.version_id, to_version_id: second.version_id };
    const compared = await service.postJson(pair, { key }, `${path}/compare`);
    await service.end(compared.json.comparison_id, { key });
    const { status, json } = await service.call("DELETE", path, { key });
    assert.deepEqual([status, json], [200, { deleted: true, document_id: first.document_id }]);
    for (const gone of [path, versionPath(first), `${versionPath(second)}/redline`]) {
      refused(await service.get(gone, { key }), 404, "DOCUMENT_NOT_FOUND");
    }
    for (const { url } of read.downloads) refused(await service.get(url), 410, "CONTENT_DELETED");
    refused(await service.get(`/v1/compare/${compared.json.comparison_id}`, { key }), 410, "CONTENT_DELETED");
    refused(await service.call("DELETE", path, { key }), 404, "DOCUMENT_NOT_FOUND");
    await isAllGone(world, first.document_id);
  });
}

/** Checks that nothing remains of a document within the minute that a deletion may take. */
async function isAllGone(world: Stage["world"], documentId: string): Promise<void> {
  const left = `
    select 1 from documents where document_id = $1 and deleted_at is null
    union all select 1 from objects where owner_id in (
      select version_id from versions where document_id = $1
      union select comparison_id from comparisons where document_id = $1)`;
  for (const late = Date.now() + 75_000; (await world.rows(left, [documentId])).length > 0; ) {
    assert.ok(Date.now() < late, "something is left");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const [document] = await world.rows("select * from documents where document_id = $1", [documentId]);
  assert.deepEqual([document.name, document.description, document.metadata], ["", null, null]);
  const owners = await world.rows(
    "select version_id as id from versions where document_id = $1 union select comparison_id from comparisons where document_id = $1",
    [documentId],
  );
  assert.ok(owners.length >= 3);
  for (const { id } of owners) {
    assert.ok(await world.objects.isEmpty(`${document.organization_id}/${id}`), "objects are left in the store");
  }
}

function writeFailureTests({ service, test }: Stage): void {
  test("a version that cannot be read fails, and the redlines of both sides with it", failureRules, async () => {
    const first = await store(service);
    const bad = await add(service, first.document_id, { content: broken.mainPart() });
    const child = await add(service, first.document_id, { content: after });
    const [, failed, next] = (await untilAllEnded(service, first.document_id)) as [never, ReadVersion, ReadVersion];
    assert.deepEqual([failed.status, failed.redline.status], ["failed", "failed"]);
    const error = failed.error as { readonly code: string; readonly message: string };
    assert.deepEqual(Object.keys(error).sort(), ["code", "message"]);
    assert.equal(error.code, "DOCUMENT_UNREADABLE");
    assert.deepEqual([next.status, next.redline.status], ["ready", "failed"]);
    for (const [stored, source] of [
      [bad, "modified"],
      [child, "original"],
    ] as const) {
      const { status, json } = await service.get(`${versionPath(stored)}/redline`);
      assert.deepEqual([status, json.status, json.downloads], [200, "failed", []]);
      assert.deepEqual([json.error.code, json.error.source], ["DOCUMENT_UNREADABLE", source]);
    }
    const { json } = await service.get(`${versionPath(bad)}/download`);
    assert.deepEqual([json.status, json.error.code], ["failed", "DOCUMENT_UNREADABLE"]);
    const merge = { version_ids: [first.version_id, bad.version_id] };
    refused(
      await service.postJson(merge, {}, `${pathOf(documents, first.document_id)}/merges`),
      409,
      "CONFLICT",
      /failed/,
    );
  });
}

const failureRules = ["17.states", "17.codes.409", "states.failed-is-200"] as const;

function writeRefusalTests({ service, test }: Stage): void {
  const made = once(() => store(service));

  const forms: readonly (readonly [string, readonly FormPart[], string])[] = [
    ["nothing", [], "INVALID_REQUEST"],
    ["a file and a file_id", [...formOf({}), { field: "file_id", content: files.never }], "INVALID_REQUEST"],
    ["an unknown field", formOf({ fields: { colour: "red" } }), "INVALID_REQUEST"],
    ["an empty name", formOf({ fields: { name: "" } }), "INVALID_REQUEST"],
    ["a name of 256 characters", formOf({ fields: { name: "x".repeat(256) } }), "INVALID_REQUEST"],
    ["metadata that is no JSON", formOf({ fields: { metadata: "{" } }), "INVALID_REQUEST"],
    ["metadata with a number", formOf({ fields: { metadata: '{"a":1}' } }), "INVALID_REQUEST"],
    ["an empty file", formOf({ content: Buffer.alloc(0) }), "INVALID_REQUEST"],
    ["another extension", formOf({ name: "contract.txt" }), "UNSUPPORTED_FILE_TYPE"],
    ["no document", formOf({ content: Buffer.from("no document") }), "DOCUMENT_UNREADABLE"],
    ["an encrypted document", formOf({ content: broken.encrypted() }), "DOCUMENT_UNREADABLE"],
  ];
  for (const [what, form, code] of forms) {
    test(`${what} is ${code}, as a document and as a version`, ["17.codes.400"], async () => {
      const { document_id } = await made();
      for (const path of [documents.path, `${pathOf(documents, document_id)}/versions`]) {
        refused(await service.postForm(form, {}, path), 400, code);
      }
    });
  }

  test("a file over 100 MB is FILE_TOO_LARGE", ["17.codes.413"], async () => {
    const reply = await service.post(documents.path, zerosForm("document", 101 * 1024 * 1024));
    refused(reply, 413, "FILE_TOO_LARGE");
  });

  test("ids: of another form 400, unknown or of another document 404", ["17.codes.400", "17.codes.404"], async () => {
    const [first, other] = [await made(), await store(service)];
    const path = pathOf(documents, first.document_id);
    for (const end of ["", "/download", "/redline"]) {
      refused(await service.get(`${path}/versions/x${end}`), 400, "INVALID_VERSION_ID");
      refused(await service.get(`${path}/versions/${merges.never}${end}`), 400, "INVALID_VERSION_ID");
      for (const unknown of [neverVersion, other.version_id]) {
        refused(await service.get(`${path}/versions/${unknown}${end}`), 404, "VERSION_NOT_FOUND");
      }
    }
    refused(await patch(service, `${path}/versions/${other.version_id}`, { name: "x" }), 404, "VERSION_NOT_FOUND");
    refused(await service.call("DELETE", `${path}/versions/${other.version_id}`), 404, "VERSION_NOT_FOUND");
    for (const [parent, status, code] of [
      ["x", 400, "INVALID_REQUEST"],
      [neverVersion, 404, "VERSION_NOT_FOUND"],
      [other.version_id, 404, "VERSION_NOT_FOUND"],
    ] as const) {
      const reply = await send(service, `${path}/versions`, { fields: { parent_version_id: parent } });
      refused(reply, status, code);
    }
    for (const [to, status, code] of [
      ["x", 400, "INVALID_REQUEST"],
      [other.version_id, 404, "VERSION_NOT_FOUND"],
    ] as const) {
      const body = { from_version_id: first.version_id, to_version_id: to };
      refused(await service.postJson(body, {}, `${path}/compare`), status, code);
    }
    refused(await service.postJson({}, {}, `${path}/compare`), 400, "INVALID_REQUEST");
  });
}

function writeListTests({ service, world, second, test }: Stage): void {
  test("documents are listed newest first, page by page, whatever happens meanwhile", listRules, async () => {
    const { key } = await world.makeOrganization();
    const made: string[] = [];
    for (let count = 0; count < 7; count++) made.unshift((await store(service, {}, { key })).document_id);
    const page = async (query: string) => (await service.get(`${documents.path}?${query}`, { key })).json;
    const first = await page("limit=3");
    assert.deepEqual(idsOf(first), made.slice(0, 3));
    await store(service, {}, { key });
    await service.call("DELETE", pathOf(documents, made[4] ?? ""), { key });
    await patch(service, pathOf(documents, made[6] ?? ""), { name: "Changed" }, { key });
    const rest = await page(`limit=3&cursor=${first.next_cursor}`);
    const end = await page(`limit=3&cursor=${rest.next_cursor ?? ""}`).catch(() => undefined);
    assert.deepEqual(idsOf(rest), [made[3], made[5], made[6]]);
    assert.equal(rest.next_cursor, null);
    assert.equal(end?.documents, undefined);
    assert.equal(rest.documents[2].name, "Changed");
    assert.equal((await page("")).documents.length, 7);
    const cursor = `${documents.path}?cursor=${first.next_cursor}`;
    refused(await service.get(cursor, { key: second.key }), 400, "INVALID_CURSOR");
    for (const text of ["x", `${first.next_cursor}x`]) {
      refused(await service.get(`${documents.path}?cursor=${text}`, { key }), 400, "INVALID_CURSOR");
    }
    for (const limit of ["0", "201", "x", "-1", "1.5"]) {
      const reply = await service.get(`${documents.path}?limit=${limit}`, { key });
      refused(reply, 422, "VALIDATION_ERROR");
      assert.equal(reply.json.error.details[0].field, "limit");
    }
  });
}

const idsOf = (page: { readonly documents: readonly Stored[] }) => page.documents.map((one) => one.document_id);
const listRules = ["17.list", "stored.list", "5.INVALID_CURSOR", "5.VALIDATION_ERROR"] as const;
