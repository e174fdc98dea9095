// Tests the rules for every slice, on each registered slice and on one that was made for this.
//
// A slice is its folder, a migration and one line. These tests find it in the list, and learn from its route how
// callers create its objects.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTraces, deleteRows } from "./access/organization-rows.ts";
import {
  effectOf,
  jobFor,
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "./comparisons/testing/whole-service.ts";
import { workOnDocuments } from "./jobs/document-job.ts";
import { type RegisteredSlice, slices } from "./register-slices.ts";
import { sweepDue } from "./retention/sweep.ts";
import type { Database } from "./storage/database.ts";
import type { ListedKind, OwnerKind, OwnerTable } from "./storage/owner-kind.ts";
import { formOf, marker } from "./testing/form-of-route.ts";
import { noteSlice } from "./testing/throwaway/slice.ts";
import { limitEvent } from "./webhooks/rules.ts";

const all: readonly RegisteredSlice[] = [...slices, noteSlice];

function prepare(database: Database) {
  const migration = readFileSync(join(import.meta.dirname, "testing/throwaway/migration.sql"), "utf8");
  return sql.raw(migration.split("-- Down Migration")[0]!).execute(database);
}

/** Webhooks are enabled and no receiver answers, so their events stay in the table. */
const receiver = { isAllowed: () => true, resolve: async () => ["127.0.0.1"] };

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService({ slices: all, prepare, receiver });
  await service.work();
});
afterAll(() => service.close());

const owners: readonly OwnerKind[] = all.flatMap(({ owner }) => owner ?? []);

test("every slice with jobs has something that they are about, and every job its own kind", () => {
  const kinds = all.flatMap(({ jobs = [] }) => jobs.map(({ kind }) => kind));
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const { jobs = [], owner } of all) expect(jobs.length === 0 || owner !== undefined).toBe(true);
});

describe.each(owners)("$noun", (kind) => {
  writeAccessTests(kind);
  writeUsageTests(kind);
  writeRetentionTests(kind);
  if (kind.listed !== undefined) writeListTests(kind, kind.listed);
  // The versions of a document have its events (webhooks/events.service.ts).
  if (!kind.leavesNoRecord) writeEventTests(kind);
});

// A document has no engine version of its own; its versions have (documents/documents.service.ts).
describe.each(slices.flatMap(({ owner }) => owner ?? []).filter(({ leavesNoRecord }) => !leavesNoRecord))(
  "$noun",
  (kind) => {
    test("[SRV-87] it is stored with the engine that made it, and a read tells that one", async () => {
      const { table, id: idName } = kind;
      const { ended, read, row } = subjectOf(kind);
      const tenant = await service.addTenant();
      const id = await ended(service, tenant);
      const made = (await row(service, id)).engine_version;
      const told = async () => (await read(service, tenant, id)).headers["x-engine-version"];
      expect([made, await told()]).toEqual(["0.9.0", "0.9.0"]);
      await sql`
      update ${sql.table(table)} set engine_version = '0.8.7' where ${sql.ref(idName)} = ${id}`.execute(
        service.database,
      );
      expect(await told()).toBe("0.8.7");
    });
  },
);

/**
 * Returns one kind of owner, and how it is created and read. Its jobs are about the owner or about its first member.
 */
function subjectOf(kind: OwnerKind) {
  const { path, id: idName, table } = kind;
  const { members: [worked = kind] = [] } = all.find(({ owner }) => owner === kind) ?? {};
  const workedIds = new Map<string, string>();
  const workedId = (id: string): string => workedIds.get(id) ?? id;

  async function form(on: WholeService, tenant: Tenant, isOther = false): Promise<FormData> {
    const route = on.routes.find(({ url, methods }) => url === path && methods.includes("POST"));
    const rules = route?.config?.form;
    if (rules === undefined) throw new Error(`POST ${path} takes no form`);
    return formOf(rules, { upload: () => uploaded(on, tenant), isOther });
  }

  const create = async (on: WholeService, tenant: Tenant, headers: object = {}) =>
    on.sendForm(tenant, path, await form(on, tenant), headers);

  async function made(on: WholeService, tenant: Tenant): Promise<string> {
    const reply = await create(on, tenant);
    expect([201, 202], reply.body).toContain(reply.statusCode);
    const { [idName]: id, [worked.id]: about } = reply.json();
    workedIds.set(id, about);
    return id;
  }

  const read = (on: WholeService, tenant: Tenant, id: string) => on.call(tenant, "GET", `${path}/${id}`);
  const row = (on: WholeService, id: string) => rowOf(on, kind, id);
  const workedRow = (on: WholeService, id: string) => rowOf(on, worked, workedId(id));

  const untilEnded = (on: WholeService, id: string) =>
    until(
      () => workedRow(on, id),
      ({ status }) => status !== "processing",
    );

  async function ended(on: WholeService, tenant: Tenant): Promise<string> {
    const id = await made(on, tenant);
    await untilEnded(on, id);
    return id;
  }

  const rowsOf = async (tenant: Tenant): Promise<number> => {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where organization_id = ${tenant.organizationId}`.execute(service.database);
    return rows.length;
  };
  return { form, create, made, read, row, worked, workedId, workedRow, untilEnded, ended, rowsOf };
}

async function rowOf(
  on: WholeService,
  { table, id: idName }: OwnerTable,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select * from ${sql.table(table)} where ${sql.ref(idName)} = ${id}`.execute(on.database);
  return rows[0] ?? {};
}

/** Returns the answers of a read, for a ready owner and for a deleted one. */
function toldOf(kind: OwnerKind) {
  return kind.leavesNoRecord
    ? { ready: {}, deleted: 200, gone: `404 ${kind.unknown}` }
    : { ready: { status: "ready" }, deleted: 202, gone: "410 CONTENT_DELETED" };
}

const wellFormed = "ver_01jb2m3n4p5q6r7s8t9v0w1x2y";

function writeAccessTests(kind: OwnerKind): void {
  const { path, id: idName } = kind;
  const { form, read, row, ended, rowsOf } = subjectOf(kind);

  test("isolation: to another organization, and without a key, it is not there; another form of id is refused", async () => {
    const [tenant, other] = [await service.addTenant(), await service.addTenant()];
    const id = await ended(service, tenant);
    const routes = service.routes.filter(({ url, methods }) => url.includes(`:${idName}`) && !methods.includes("HEAD"));
    expect(routes.map(({ methods, url }) => `${methods[0]} ${url}`)).toEqual(
      expect.arrayContaining([`GET ${path}/:${idName}`, `DELETE ${path}/:${idName}`]),
    );
    const acknowledging = routes.filter(({ url }) => url === `${path}/:${idName}/acknowledge`);
    expect(acknowledging).toHaveLength(kind.outlivesZeroDay ? 0 : 1);
    for (const { methods, url } of routes) {
      const [method] = methods as ["GET" | "POST" | "PATCH" | "DELETE"];
      const named = url.replace(":version_id", wellFormed);
      const ask = (whose: Tenant, own: string) => service.call(whose, method, named.replace(`:${idName}`, own));
      expect(refusal(await ask(other, id)), url).toBe(`404 ${kind.unknown}`);
      expect(refusal(await ask(tenant, "x")), url).toBe(`400 ${kind.malformed}`);
      const stranger = { ...tenant, key: { ...tenant.key, authorization: "Bearer none" } };
      expect(refusal(await ask(stranger, id)), url).toBe("401 INVALID_API_KEY");
    }
    expect((await read(service, tenant, id)).json()).toMatchObject({ [idName]: id, ...toldOf(kind).ready });
  });

  test("scope: a key for reading reads it, and neither makes nor deletes one", async () => {
    const tenant = await service.addTenant();
    const id = await ended(service, tenant);
    const reader = await service.addReader(tenant);
    expect((await read(service, reader, id)).statusCode).toBe(200);
    const before = await rowsOf(tenant);
    const own = await form(service, tenant);
    expect(refusal(await service.sendForm(reader, path, own))).toBe("403 INSUFFICIENT_SCOPE");
    const writing = service.routes.filter(
      ({ url, methods: [method = ""] }) => url.includes(`:${idName}`) && !["GET", "HEAD"].includes(method),
    );
    for (const { methods, url } of writing) {
      const [method] = methods as ["POST" | "PATCH" | "DELETE"];
      const reply = await service.call(reader, method, url.replace(`:${idName}`, id));
      expect(refusal(reply), `${method} ${url}`).toBe("403 INSUFFICIENT_SCOPE");
    }
    const acknowledged = await service.call(reader, "POST", `${path}/${id}/acknowledge`);
    expect(refusal(acknowledged)).toBe(kind.outlivesZeroDay ? "404 NOT_FOUND" : "403 INSUFFICIENT_SCOPE");
    expect((await row(service, id)).acknowledged_at).toBeNull();
    expect(await rowsOf(tenant)).toBeGreaterThanOrEqual(before);
  });

  test("idempotency: a repeated call makes one, and another call under the same key none", async () => {
    const tenant = await service.addTenant();
    const headers = { "idempotency-key": "once" };
    const own = await form(service, tenant);
    const send = (sent: FormData) => service.sendForm(tenant, path, sent, headers);
    const first = await send(own);
    const before = await rowsOf(tenant);
    const again = await send(own);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.json()[idName]).toBe(first.json()[idName]);
    const other = await form(service, tenant, true);
    const uploads = await rowsOf(tenant);
    expect(refusal(await send(other))).toBe("409 IDEMPOTENCY_CONFLICT");
    expect(await rowsOf(tenant)).toBe(uploads);
    expect(uploads - before).toBeLessThanOrEqual(1);
  });
}

/** Starts a service without workers, whose children crash on every task. */
function startBroken(): Promise<WholeService> {
  const program = join(import.meta.dirname, "jobs/testing/crashing-child.ts");
  return startWholeService({ slices: all, prepare, receiver, sandbox: { program } });
}

function writeUsageTests(kind: OwnerKind): void {
  const { path, noun, id: idName, events } = kind;
  const { create, made, untilEnded, ended, workedId } = subjectOf(kind);
  let broken: WholeService;
  beforeAll(async () => {
    broken = await startBroken();
  });
  afterAll(() => broken.close());

  test("[SRV-4] [SRV-18] usage: it is counted once, refused where it does not fit, and given back for a fault of ours, which webhooks are told", async () => {
    const tenant = await service.addTenant();
    const { documents } = await service.usage(workedId(await ended(service, tenant)));
    const limited = await service.addTenant({ documentLimit: Math.max(0, documents - 1) });
    if (documents > 0) expect(refusal(await create(service, limited))).toBe("402 USAGE_LIMIT_REACHED");

    const unlucky = await broken.addTenant();
    await addWebhook(broken, unlucky);
    const id = await made(broken, unlucky);
    // The files from which it is made count as prepared.
    await broken.database.updateTable("files").where("file_id", "<>", id).set({ status: "ready", words: 1 }).execute();
    const [job] = all.find(({ owner }) => owner === kind)?.jobs ?? [];
    await workOnDocuments([job!], broken.parts, { concurrency: 1 });
    const { status, error } = await untilEnded(broken, id);
    expect([status, (error as { readonly code: string }).code]).toEqual(["failed", job!.faultCode]);
    expect(await broken.usage(workedId(id))).toMatchObject({ documents, given_back_at: broken.clock.read() });
    const data = expect.objectContaining({ [idName]: id, status: "failed", error: { code: job!.faultCode } });
    const told = events?.names.includes("failed") ? [{ type: `${noun}.failed`, data }] : [];
    expect(await eventsOf(broken, idName, id)).toEqual(told);
  });

  test("a job that is handed out for one that is gone leaves nothing", async () => {
    const tenant = await broken.addTenant();
    const id = await made(broken, tenant);
    expect((await broken.call(tenant, "DELETE", `${path}/${id}`)).statusCode).toBe(toldOf(kind).deleted);
    for (const job of all.find(({ owner }) => owner === kind)?.jobs ?? []) {
      expect(await effectOf(job, jobFor(tenant, workedId(id)), broken.parts)).toBeUndefined();
    }
    expect((await broken.stored(tenant)).filter((key) => key.includes(`/${workedId(id)}/`))).toEqual([]);
  });
}

function writeRetentionTests(kind: OwnerKind): void {
  const { path } = kind;
  const { read, row, worked, workedId, workedRow, ended } = subjectOf(kind);

  const ways = kind.outlivesZeroDay ? ["erased"] : ["past its hour", "erased"];
  test.each(ways)("retention: what is %s is gone at once, and then deleted", async (how) => {
    const tenant = await service.addTenant({ zeroDay: true });
    const id = await ended(service, tenant);
    const { downloads = [] } = (await read(service, tenant, id)).json();
    const told = toldOf(kind);
    if (how === "erased") expect((await service.call(tenant, "DELETE", `${path}/${id}`)).statusCode).toBe(told.deleted);
    else service.clock.pass(3601);
    expect(refusal(await read(service, tenant, id))).toBe(told.gone);
    for (const { url } of downloads) expect(refusal(await service.download(url))).toMatch(/^(?:410|403) /);
    await sweepDue(service.parts);
    await until(
      () => row(service, id),
      ({ deleted_at: at }) => at !== null,
    );
    for (const [left, { emptied }] of [
      [await row(service, id), kind],
      [await workedRow(service, id), worked],
    ] as const) {
      expect(left).toMatchObject(emptied);
      expect(JSON.stringify(left)).not.toContain(marker);
    }
    const about = workedId(id);
    for (const owned of ["objects", "artifacts"] as const) {
      const rows = await service.database.selectFrom(owned).where("owner_id", "=", about).select("owner_id").execute();
      expect(rows).toEqual([]);
    }
    expect((await service.stored(tenant)).filter((key) => key.includes(`/${about}/`))).toEqual([]);
  });

  if (kind.outlivesZeroDay) {
    test("retention: the hour of zero-day retention does not end it", async () => {
      const tenant = await service.addTenant({ zeroDay: true });
      const id = await ended(service, tenant);
      service.clock.pass(3601);
      await sweepDue(service.parts);
      expect((await read(service, tenant, id)).json()).toMatchObject({ [kind.id]: id, ...toldOf(kind).ready });
      expect(await row(service, id)).toMatchObject({ zero_day: false, delete_at: null });
    });
  }

  test("deleting its organization deletes its rows", async () => {
    const tenant = await service.addTenant();
    await ended(service, tenant);
    await service.database.transaction().execute((transaction) => deleteRows(transaction, tenant.organizationId));
    const traces = await countTraces(service.database, tenant.organizationId);
    expect(Object.entries(traces).filter(([, count]) => count > 0)).toEqual([]);
  });
}

function writeListTests(kind: OwnerKind, { plural, names, response }: ListedKind): void {
  const { path, id: idName } = kind;
  const { form, read, ended, row, untilEnded } = subjectOf(kind);

  async function list(tenant: Tenant, query = ""): Promise<Record<string, unknown>[]> {
    const reply = await service.call(tenant, "GET", `${path}${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return (response.parse(reply.json()) as Record<string, Record<string, unknown>[]>)[plural]!;
  }

  async function withReference(tenant: Tenant, reference: string): Promise<string> {
    const own = await form(service, tenant);
    own.append("reference", reference);
    const id = (await service.sendForm(tenant, path, own)).json()[idName];
    await untilEnded(service, id);
    return id;
  }

  test("[SRV-101] its list has what reads know, also for a key that only reads, and nothing for others", async () => {
    const [tenant, other] = [await service.addTenant(), await service.addTenant()];
    const id = await ended(service, tenant);
    const { status, created_at: at } = await row(service, id);
    const [first] = await list(await service.addReader(tenant));
    expect(first).toMatchObject({ [idName]: id, status, reference: null, created_at: (at as Date).toISOString() });
    for (const name of Object.keys(names)) expect(JSON.stringify(first?.[name])).toMatch(/docx/);
    expect(await list(other)).toEqual([]);
    const reply = await service.call({ ...tenant, key: { ...tenant.key, authorization: "" } }, "GET", path);
    expect(refusal(reply)).toBe("401 INVALID_API_KEY");
  });

  test("[SRV-105] a reference is echoed, listed, part of the call, and stays when the content is deleted", async () => {
    const tenant = await service.addTenant();
    const id = await withReference(tenant, "Matter 7 — ä");
    const query = `?reference=${encodeURIComponent("Matter 7 — ä")}`;
    expect((await read(service, tenant, id)).json()).toMatchObject({ reference: "Matter 7 — ä" });
    expect(await list(tenant, query)).toMatchObject([{ [idName]: id, reference: "Matter 7 — ä" }]);
    expect(await list(tenant, "?reference=matter%207")).toEqual([]);
    expect((await service.call(tenant, "DELETE", `${path}/${id}`)).statusCode).toBe(202);
    const none = Object.fromEntries(Object.keys(names).map((name) => [name, null]));
    const gone = { [idName]: id, status: "deleted", reference: "Matter 7 — ä", ...none };
    // Checked at once, and again when the deletion has run.
    expect(await list(tenant, query)).toEqual([]);
    expect(await list(tenant, `${query}&status=deleted`)).toMatchObject([gone]);
    await until(
      () => row(service, id),
      ({ deleted_at: at }) => at !== null,
    );
    expect(await list(tenant, query)).toEqual([]);
    expect(await list(tenant, `${query}&status=deleted`)).toMatchObject([gone]);
  });

  test("[SRV-105] a call with another reference is another call, and a reference that is too long is refused", async () => {
    const tenant = await service.addTenant();
    const headers = { "idempotency-key": "once" };
    const [one, same] = [await form(service, tenant), new FormData()];
    for (const [name, value] of one) same.append(name, value);
    same.append("reference", "M-2");
    one.append("reference", "M-1");
    expect([201, 202]).toContain((await service.sendForm(tenant, path, one, headers)).statusCode);
    expect(refusal(await service.sendForm(tenant, path, same, headers))).toBe("409 IDEMPOTENCY_CONFLICT");
    for (const reference of ["é".repeat(201), "a\0b"]) {
      const own = await form(service, tenant);
      own.append("reference", reference);
      const reply = await service.sendForm(tenant, path, own);
      expect(refusal(reply)).toBe("400 INVALID_REQUEST");
      expect(reply.json().error.details[0].field).toBe("reference");
    }
    await withReference(tenant, "é".repeat(200));
  });
}

async function addWebhook(on: WholeService, tenant: Tenant): Promise<void> {
  const payload = JSON.stringify({ url: "https://receiver.test/", events: ["*"] });
  const headers = { "content-type": "application/json" };
  expect((await on.call(tenant, "POST", "/v1/webhooks", { payload, headers })).statusCode).toBe(201);
}

/** Returns the events about the owner, in their order. */
async function eventsOf(on: WholeService, idName: string, id: string) {
  const rows = await on.database.selectFrom("webhook_messages").select(["type", "body"]).orderBy("event_id").execute();
  return rows.flatMap(({ type, body }) => {
    expect(body).not.toContain(marker);
    const { data, ...event } = JSON.parse(body);
    expect(event).toEqual({ event_id: expect.stringMatching(/^evt_/), type, created_at: expect.any(String) });
    return data[idName] === id && type !== limitEvent && Object.keys(data)[0] === idName ? [{ type, data }] : [];
  });
}

function writeEventTests(kind: OwnerKind): void {
  const { path, noun, id: idName, events } = kind;
  const { ended, row } = subjectOf(kind);
  const names = (events?.names ?? []).filter((name) => name !== "failed");

  test("[SRV-120] events: webhooks are told once that it is ready and that it is deleted, and a stranger's are not", async () => {
    const [tenant, stranger] = [await service.addTenant(), await service.addTenant()];
    await addWebhook(service, stranger);
    await addWebhook(service, tenant);
    const id = await ended(service, tenant);
    await until(
      () => row(service, id),
      ({ status }) => status === "ready",
    );
    service.clock.pass(1);
    expect((await service.call(tenant, "DELETE", `${path}/${id}`)).statusCode).toBe(202);
    await until(
      () => row(service, id),
      ({ deleted_at: at }) => at !== null,
    );
    const told = await eventsOf(service, idName, id);
    expect(told.map(({ type }) => type)).toEqual(names.map((name) => `${noun}.${name}`));
    for (const { type, data } of told) expect(data.status).toBe(type.split(".")[1]);
    const others = await service.database
      .selectFrom("webhook_messages")
      .where("organization_id", "=", stranger.organizationId)
      .select("type")
      .execute();
    expect(others).toEqual([]);
  });
}

async function uploaded(on: WholeService, tenant: Tenant): Promise<string> {
  const { url, config } = on.routes.find((route) => route.url === "/v1/files" && route.methods.includes("POST")) ?? {};
  const none = () => Promise.reject(new Error("an upload is made of no upload"));
  return (await on.sendForm(tenant, url!, await formOf(config!.form!, { upload: none }))).json().file_id;
}
