// Tests how edits end: deletion, retention, passwords, repeated calls and slots.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  effectOf,
  jobFor,
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { fileRows } from "../files/queries.ts";
import { runDocumentJob } from "../jobs/document-job.ts";
import { FairTurns } from "../jobs/fair-turns.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { documentWithBody } from "../jobs/testing/documents.ts";
import { editAtOnce } from "./edit-at-once.ts";
import { editJob } from "./run-edit.ts";
import { days, editCalls, opened } from "./testing/edit-calls.ts";

let service: WholeService;

beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const { upload, post, postForm, read, ended } = editCalls(() => service);

/** Creates an edit that is left to a job, which no worker takes, and then makes its file ready. */
async function waiting(tenant: Tenant, body: object = {}) {
  const fileId = await upload(tenant);
  const { edit_id: editId, file_id: made } = (await post(tenant, { file_id: fileId, ...body })).json();
  await service.database.updateTable("files").set({ status: "ready" }).where("file_id", "=", fileId).execute();
  return { editId, made, fileId };
}

/** Carries an edit out as a worker does. */
async function carryOut(tenant: Tenant, editId: string, over: object = {}): Promise<void> {
  const effect = await effectOf(editJob, jobFor(tenant, editId), { ...service.parts, ...over });
  await service.database.transaction().execute(async (transaction) => effect?.(transaction));
}

function fileOf(tenant: Tenant, id: string) {
  return service.call(tenant, "GET", `/v1/files/${id}`);
}

const longTest = 30_000;

test(
  "an edit of a file that is not prepared waits for it",
  async () => {
    const tenant = await service.addTenant();
    const fileId = await upload(tenant);
    const { edit_id: editId } = (await post(tenant, { file_id: fileId })).json();
    const later = { startAfter: new Date(service.clock.read().getTime() + 1000) };
    expect(await runDocumentJob(editJob, jobFor(tenant, editId), service.parts)).toEqual(later);
    expect(await service.count("jobs", tenant)).toBe(2);
    expect((await read(tenant, editId)).status).toBe("processing");
    const unready = service.database.updateTable("files").where("file_id", "=", fileId);
    await unready.set({ status: "failed" }).execute();
    await carryOut(tenant, editId);
    const record = await read(tenant, editId);
    expect(record).toMatchObject({ status: "failed", downloads: [], error: { code: "DOCUMENT_UNREADABLE" } });
    expect((await fileOf(tenant, record.file_id)).json()).toMatchObject({ status: "failed", kind: "edit" });
    expect(refusal(await post(tenant, { file_id: fileId }))).toBe("409 CONFLICT");
    expect(refusal(await post(tenant, { file_id: record.file_id }))).toBe("409 CONFLICT");
  },
  longTest,
);

test(
  "edits that are refused when they are carried out fail the edit with the same details",
  async () => {
    const tenant = await service.addTenant();
    const { editId, made } = await waiting(tenant, { edits: [days, { ...days, text: { match: "Thirty" } }] });
    await carryOut(tenant, editId);
    expect(await read(tenant, editId)).toMatchObject({
      status: "failed",
      error: { code: "INVALID_EDIT", details: [{ edit: 1, field: "edits[1].text.match", reason: "TEXT_NOT_FOUND" }] },
    });
    expect((await fileOf(tenant, made)).json()).toMatchObject({ status: "failed", error: { code: "INVALID_EDIT" } });
  },
  longTest,
);

test.each([
  ["failed", { kind: "failed", code: "OUTPUT_NOT_REVERSIBLE", rule: "x" }, /restore the documents/],
  ["invalid", { kind: "failed", code: "OUTPUT_INVALID", rule: "x" }, /valid Word document/],
])(
  "a result that is %s is not served",
  async (_, answer, message) => {
    const tenant = await service.addTenant();
    const { editId } = await waiting(tenant);
    const sandbox = { run: async () => answer } as unknown as Sandbox;
    await carryOut(tenant, editId, { sandbox });
    const { status, error, downloads } = await read(tenant, editId);
    expect([status, error?.code, downloads]).toEqual(["failed", "EDIT_FAILED", []]);
    expect(error?.message).toMatch(message);
  },
  longTest,
);

test(
  "a source that is deleted before it is edited fails the edit; one deleted after leaves it",
  async () => {
    const tenant = await service.addTenant();
    const { editId, fileId } = await waiting(tenant);
    await service.call(tenant, "DELETE", `/v1/files/${fileId}`);
    await carryOut(tenant, editId);
    expect((await read(tenant, editId)).error).toMatchObject({ code: "EDIT_FAILED", message: /deleted/ });
    expect(refusal(await post(tenant, { file_id: fileId }))).toBe("410 CONTENT_DELETED");
  },
  longTest,
);

test(
  "an edit that is erased while it is made leaves nothing",
  async () => {
    const tenant = await service.addTenant();
    const { editId, made, fileId } = await waiting(tenant);
    const before = (await service.stored(tenant)).filter((key) => key.includes(fileId));
    const effect = await effectOf(editJob, jobFor(tenant, editId), service.parts);
    expect((await service.call(tenant, "DELETE", `/v1/files/${made}`)).statusCode).toBe(202);
    await service.database.transaction().execute(async (transaction) => effect?.(transaction));
    expect(refusal(await service.call(tenant, "GET", `/v1/edit/${editId}`))).toBe("410 CONTENT_DELETED");
    expect(await effectOf(editJob, jobFor(tenant, editId), service.parts)).toBeUndefined();
    expect(await service.stored(tenant)).toEqual(before);
  },
  longTest,
);

test(
  "[SRV-47] a deletion that comes while an edit is settled takes the redline along",
  async () => {
    await service.work();
    const tenant = await service.addTenant();
    const fileId = await upload(tenant);
    for (let count = 0; count < 6; count++) {
      const { edit_id: editId, file_id: made } = (await post(tenant, { file_id: fileId })).json();
      await new Promise((resolve) => setTimeout(resolve, count * 15));
      expect((await service.call(tenant, "DELETE", `/v1/files/${made}`)).statusCode).toBe(202);
      const left = () =>
        service.database.selectFrom("files").where("source_id", "=", editId).where("deleted_at", "is", null);
      await until(
        () => left().select("file_id").execute(),
        (rows) => rows.length === 0,
      );
    }
    expect((await service.stored(tenant)).filter((key) => !key.includes(fileId))).toEqual([]);
  },
  longTest,
);

test.each(["file_id", "redline_file_id", "edit_id"] as const)(
  "acknowledging the %s of an edit deletes both outputs, and not the source",
  async (name) => {
    const tenant = await service.addTenant({ zeroDay: true });
    const fileId = await upload(tenant);
    const { edit_id: editId } = (await post(tenant, { file_id: fileId })).json();
    const record = await ended(tenant, editId, "?format=docx,redline");
    const path = name === "edit_id" ? "/v1/edit" : "/v1/files";
    expect((await service.call(tenant, "POST", `${path}/${record[name]}/acknowledge`)).statusCode).toBe(202);
    for (const url of [`/v1/edit/${editId}`, `/v1/files/${record.file_id}`, `/v1/files/${record.redline_file_id}`]) {
      expect(refusal(await service.call(tenant, "GET", url))).toBe("410 CONTENT_DELETED");
    }
    for (const { url } of record.downloads) expect(refusal(await service.download(url))).toBe("410 CONTENT_DELETED");
    expect((await fileOf(tenant, fileId)).statusCode).toBe(200);
    await until(
      () => service.stored(tenant),
      (keys) => keys.every((key) => key.includes(fileId)),
    );
  },
);

test("[SRV-47] acknowledging the source leaves what was made of it", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const fileId = await upload(tenant);
  const { edit_id: editId } = (await post(tenant, { file_id: fileId, wait: true })).json();
  expect((await service.call(tenant, "POST", `/v1/files/${fileId}/acknowledge`)).statusCode).toBe(202);
  expect((await read(tenant, editId)).status).toBe("ready");
});

test("under zero-day retention all of it is gone an hour after it was asked for", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const { edit_id: editId, file_id: made } = (await post(tenant, { file_id: await upload(tenant), wait: true })).json();
  const { redline_file_id: redline } = await read(tenant, editId);
  service.clock.pass(3599);
  expect((await read(tenant, editId)).status).toBe("ready");
  service.clock.pass(1);
  for (const url of [`/v1/edit/${editId}`, `/v1/files/${made}`, `/v1/files/${redline}`]) {
    expect(refusal(await service.call(tenant, "GET", url))).toBe("410 CONTENT_DELETED");
  }
});

test("a repeated call with an Idempotency-Key edits once; who waits is answered anew", async () => {
  const tenant = await service.addTenant();
  const body = { file_id: await upload(tenant) };
  const [one, again] = [
    await post(tenant, body, { "idempotency-key": "a" }),
    await post(tenant, body, { "idempotency-key": "a" }),
  ];
  expect(again.json()).toEqual(one.json());
  expect([again.statusCode, again.headers["idempotency-replayed"]]).toEqual([202, "true"]);
  const wait = { ...body, wait: true, outputs: ["redline"] };
  for (const send of [post, postForm as typeof post]) {
    const key = { "idempotency-key": `wait ${send === post}`.replaceAll(" ", "") };
    const call = () => (send === post ? post(tenant, wait, key) : postForm(tenant, wait, { headers: key }));
    const [first, second] = [await call(), await call()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.headers["idempotency-replayed"]).toBe("true");
    expect(second.json()).toMatchObject({ edit_id: first.json().edit_id, downloads: [{ format: "redline" }] });
  }
  expect(await service.count("edits", tenant)).toBe(3);
});

const password = "Pa55 w0rd!";
const protecting = (secret: string) => [
  { type: "set_document_settings", settings: { protection: { edit: "read_only", password: secret } } },
];

test("[SRV-48] a password is hashed before anything is kept, and found nowhere", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  const body = { file_id: fileId, wait: true, inline: true };
  const [json, form] = [
    await post(tenant, { ...body, edits: protecting(password) }, { "idempotency-key": "json" }),
    await postForm(tenant, { ...body, edits: protecting(password) }, { headers: { "idempotency-key": "form" } }),
  ];
  for (const reply of [json, form]) {
    expect(reply.statusCode).toBe(200);
    expect(reply.body).not.toContain(password);
    const docx = Buffer.from(reply.json().downloads[0].content_base64, "base64");
    const settings = new TextDecoder().decode(opened(docx).package.bytes("word/settings.xml"));
    expect(settings).toMatch(
      /<w:documentProtection w:edit="readOnly"[^>]* w:cryptSpinCount="100000"[^>]* w:hash="[^"]{88}"/,
    );
    expect(settings).toMatch(/w:salt="[^"]{24}"/);
  }
  await expectNowhere(password);
  const other = await post(tenant, { ...body, edits: protecting("another") }, { "idempotency-key": "json" });
  expect(refusal(other)).toBe("409 IDEMPOTENCY_CONFLICT");
  const same = await post(tenant, { ...body, edits: protecting(password) }, { "idempotency-key": "json" });
  expect(same.headers["idempotency-replayed"]).toBe("true");
});

test("[SRV-48] the digest of a request with a password cannot be made without the key of the organization", async () => {
  const tenant = await service.addTenant();
  const body = { schema_version: 1, edits: protecting(password), file_id: await upload(tenant) };
  await post(tenant, body, { "idempotency-key": "digest" });
  const [row] = await service.database
    .selectFrom("idempotency")
    .where("organization_id", "=", tenant.organizationId)
    .select("digest")
    .execute();
  const plain = [JSON.stringify(body), JSON.stringify(JSON.stringify(body))];
  const digests = plain.map((text) => createHash("sha256").update(text).digest("hex"));
  expect(digests).not.toContain(Buffer.from(row!.digest).toString("hex"));
});

test("a password of another form is refused without being repeated", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  for (const secret of ["", "sixteen letters!", "pässword", "a\u0007b"]) {
    const reply = await post(tenant, { file_id: fileId, edits: protecting(secret) });
    expect(refusal(reply)).toBe("400 INVALID_EDIT");
    expect(reply.json().error.details).toMatchObject([{ field: "edits[0].settings.protection.password" }]);
    if (secret !== "") expect(reply.body).not.toContain(secret);
  }
  expect((await post(tenant, { file_id: fileId, edits: protecting("fifteen letters") })).statusCode).toBe(202);
});

test("an unreadable upload answers 409 when it is edited", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant, documentWithBody("<w:p>"));
  expect(refusal(await post(tenant, { file_id: fileId }))).toBe("409 CONFLICT");
});

/**
 * Checks that no column of any table, including those of the queue, contains the secret, and no file of the store does.
 * The content of the store is encrypted.
 */
async function expectNowhere(secret: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(service.database);
  expect(rows.length).toBeGreaterThan(15);
  for (const { name } of rows) {
    const found = await sql
      .raw(`select 1 from ${name} as t where t::text like '%${secret}%'`)
      .execute(service.database);
    expect(found.rows, name).toEqual([]);
  }
  for (const entry of readdirSync(service.folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(secret)).toBe(false);
  }
}

test("[SRV-16] an edit that does not come to its turn in two seconds is left to a job, unless its form is wrong", async () => {
  const tenant = await service.addTenant();
  const { fileId } = await waiting(tenant);
  const source = (await fileRows.find(service.database, fileId))!;
  const turns = new FairTurns(1);
  const held = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const holding = turns.take({ organizationId: "another", signal, milliseconds: 1 }, () => held.promise);
  const call = {
    editId: "edt_1",
    caller: tenant.key.record.caller,
    author: "Ada",
    date: "",
    undecided: undefined,
    template: undefined,
    signal,
  };
  const edit = (edits: readonly unknown[]) => editAtOnce(call, { source, edits }, { ...service.parts, turns });
  expect(await edit([days])).toMatchObject({ kind: "accepted", result: undefined, request: { edits: [days] } });
  expect(await edit([{ type: "paint" }])).toMatchObject({ kind: "unedited", refusals: [{ reason: "UNKNOWN_TYPE" }] });
  held.resolve();
  await holding;
});
