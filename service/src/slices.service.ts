// Rules for every slice, tried on each registered slice and on one that was made for this. A slice is its folder, a
// migration and one line; these tests find it in the list, and learn from its route how callers create its objects.

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
import type { OwnerKind } from "./storage/owner-kind.ts";
import { formOf, marker } from "./testing/form-of-route.ts";
import { noteSlice } from "./testing/throwaway/slice.ts";

const all: readonly RegisteredSlice[] = [...slices, noteSlice];

function prepare(database: Database) {
  const migration = readFileSync(join(import.meta.dirname, "testing/throwaway/migration.sql"), "utf8");
  return sql.raw(migration.split("-- Down Migration")[0]!).execute(database);
}

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService({ slices: all, prepare });
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
});

describe.each(slices.flatMap(({ owner }) => owner ?? []))("$noun", (kind) => {
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
});

/** One kind of what callers own, and how it is made and seen. */
function subjectOf({ path, id: idName, table }: OwnerKind) {
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
    return reply.json()[idName];
  }

  const read = (on: WholeService, tenant: Tenant, id: string) => on.call(tenant, "GET", `${path}/${id}`);
  const row = async (on: WholeService, id: string): Promise<Readonly<Record<string, unknown>>> => {
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      select * from ${sql.table(table)} where ${sql.ref(idName)} = ${id}`.execute(on.database);
    return rows[0] ?? {};
  };

  const untilEnded = (on: WholeService, id: string) =>
    until(
      () => row(on, id),
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
  return { form, create, made, read, row, untilEnded, ended, rowsOf };
}

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
      const [method] = methods as ["GET" | "POST" | "DELETE"];
      const ask = (whose: Tenant, own: string) => service.call(whose, method, url.replace(`:${idName}`, own));
      expect(refusal(await ask(other, id)), url).toBe(`404 ${kind.unknown}`);
      expect(refusal(await ask(tenant, "x")), url).toBe(`400 ${kind.malformed}`);
      const stranger = { ...tenant, key: { ...tenant.key, authorization: "Bearer none" } };
      expect(refusal(await ask(stranger, id)), url).toBe("401 INVALID_API_KEY");
    }
    expect((await read(service, tenant, id)).json()).toMatchObject({ [idName]: id, status: "ready" });
  });

  test("scope: a key for reading reads it, and neither makes nor deletes one", async () => {
    const tenant = await service.addTenant();
    const id = await ended(service, tenant);
    const reader = await service.addReader(tenant);
    expect((await read(service, reader, id)).statusCode).toBe(200);
    const before = await rowsOf(tenant);
    const own = await form(service, tenant);
    expect(refusal(await service.sendForm(reader, path, own))).toBe("403 INSUFFICIENT_SCOPE");
    expect(refusal(await service.call(reader, "DELETE", `${path}/${id}`))).toBe("403 INSUFFICIENT_SCOPE");
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

/** Nobody works there, and its children die of whatever they are given. */
function startBroken(): Promise<WholeService> {
  const program = join(import.meta.dirname, "jobs/testing/crashing-child.ts");
  return startWholeService({ slices: all, prepare, sandbox: { program } });
}

function writeUsageTests(kind: OwnerKind): void {
  const { path } = kind;
  const { create, made, untilEnded, ended } = subjectOf(kind);
  let broken: WholeService;
  beforeAll(async () => {
    broken = await startBroken();
  });
  afterAll(() => broken.close());

  test("usage: it is counted once, refused where it does not fit, and given back for a fault of ours", async () => {
    const tenant = await service.addTenant();
    const { documents } = await service.usage(await ended(service, tenant));
    const limited = await service.addTenant({ documentLimit: Math.max(0, documents - 1) });
    if (documents > 0) expect(refusal(await create(service, limited))).toBe("402 USAGE_LIMIT_REACHED");

    const unlucky = await broken.addTenant();
    const id = await made(broken, unlucky);
    // The files that it is made from count as prepared.
    await broken.database.updateTable("files").where("file_id", "<>", id).set({ status: "ready", words: 1 }).execute();
    const [job] = all.find(({ owner }) => owner === kind)?.jobs ?? [];
    await workOnDocuments([job!], broken.parts, { concurrency: 1 });
    const { status, error } = await untilEnded(broken, id);
    expect([status, (error as { readonly code: string }).code]).toEqual(["failed", job!.faultCode]);
    expect(await broken.usage(id)).toMatchObject({ documents, given_back_at: broken.clock.read() });
  });

  test("a job that is handed out for one that is gone leaves nothing", async () => {
    const tenant = await broken.addTenant();
    const id = await made(broken, tenant);
    expect((await broken.call(tenant, "DELETE", `${path}/${id}`)).statusCode).toBe(202);
    for (const job of all.find(({ owner }) => owner === kind)?.jobs ?? []) {
      expect(await effectOf(job, jobFor(tenant, id), broken.parts)).toBeUndefined();
    }
    expect((await broken.stored(tenant)).filter((key) => key.includes(`/${id}/`))).toEqual([]);
  });
}

function writeRetentionTests(kind: OwnerKind): void {
  const { path } = kind;
  const { read, row, ended } = subjectOf(kind);

  const ways = kind.outlivesZeroDay ? ["erased"] : ["past its hour", "erased"];
  test.each(ways)("retention: what is %s is gone at once, and then deleted", async (how) => {
    const tenant = await service.addTenant({ zeroDay: true });
    const id = await ended(service, tenant);
    const { downloads = [] } = (await read(service, tenant, id)).json();
    if (how === "erased") expect((await service.call(tenant, "DELETE", `${path}/${id}`)).statusCode).toBe(202);
    else service.clock.pass(3601);
    expect(refusal(await read(service, tenant, id))).toBe("410 CONTENT_DELETED");
    for (const { url } of downloads) expect(refusal(await service.download(url))).toMatch(/^(?:410|403) /);
    await sweepDue(service.parts);
    await until(
      () => row(service, id),
      ({ deleted_at: at }) => at !== null,
    );
    const left = await row(service, id);
    expect(left).toMatchObject(kind.emptied);
    expect(JSON.stringify(left)).not.toContain(marker);
    for (const owned of ["objects", "artifacts"] as const) {
      const rows = await service.database.selectFrom(owned).where("owner_id", "=", id).select("owner_id").execute();
      expect(rows).toEqual([]);
    }
    expect((await service.stored(tenant)).filter((key) => key.includes(`/${id}/`))).toEqual([]);
  });

  if (kind.outlivesZeroDay) {
    test("retention: the hour of zero-day retention does not end it", async () => {
      const tenant = await service.addTenant({ zeroDay: true });
      const id = await ended(service, tenant);
      service.clock.pass(3601);
      await sweepDue(service.parts);
      expect((await read(service, tenant, id)).json()).toMatchObject({ status: "ready" });
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

async function uploaded(on: WholeService, tenant: Tenant): Promise<string> {
  const { url, config } = on.routes.find((route) => route.url === "/v1/files" && route.methods.includes("POST")) ?? {};
  const none = () => Promise.reject(new Error("an upload is made of no upload"));
  return (await on.sendForm(tenant, url!, await formOf(config!.form!, { upload: none }))).json().file_id;
}
