// Tests a database that turns read-only while the service runs, as after a failover to a standby.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { documentOf } from "../jobs/testing/documents.ts";
import type { RunningService } from "../main.ts";
import { makeServiceBench, type ServiceBench } from "../testing/running-service.ts";
import { openDatabase } from "./database.ts";

let bench: ServiceBench;
let service: RunningService;
let key: string;

beforeAll(async () => {
  bench = await makeServiceBench();
  await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: false, retentionDays: null });
  const wanted = { organization: "acme", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
  key = (await bench.operator.createKey(wanted)).text;
  service = await bench.start("api", "worker");
});
afterAll(() => bench.close());

/** Makes new sessions of the database read-only, and ends the existing ones, as when a primary fails. */
async function beReadOnly(): Promise<void> {
  const { database, close } = openDatabase({ url: inject("postgresUrl") });
  const name = new URL(bench.database.url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(database);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(database);
  await close();
}

/** Makes new sessions writable again. Existing sessions remain read-only. */
async function beWritable(): Promise<void> {
  const { database, close } = openDatabase({ url: inject("postgresUrl") });
  const name = new URL(bench.database.url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(database);
  await close();
}

async function write(): Promise<Response> {
  const form = new FormData();
  for (const name of ["original", "modified"]) {
    form.append(name, new Blob([new Uint8Array(documentOf("One."))]), `${name}.docx`);
  }
  return fetch(`${service.url}/v1/compare`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${key}` },
  });
}

const isReady = async () => (await fetch(`${service.privateUrl}/health/ready`)).ok;

test("[SRV-79] a read-only database is away: writes get 503, readiness is red, and both come back", async () => {
  expect((await write()).status).toBe(202);
  expect(await isReady()).toBe(true);
  await beReadOnly();
  await expect.poll(isReady, { timeout: 5_000, interval: 200 }).toBe(false);
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < 100; sent += 10) {
    for (const reply of await Promise.all(Array.from({ length: 10 }, write))) {
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 503) expect(reply.headers.get("retry-after")).toBe("5");
    }
  }
  expect(Object.fromEntries(statuses)).toEqual({ 503: 100 });
  await beWritable();
  await expect.poll(isReady, { timeout: 5_000, interval: 200 }).toBe(true);
  await expect.poll(async () => (await write()).status, { timeout: 5_000, interval: 200 }).toBe(202);
});

test("[SRV-79] a connection that sees a read-only database is not used again", async () => {
  const { database, pool, close } = openDatabase({ url: bench.database.url, poolSize: 1 });
  const { rows: first } = await sql`select pg_backend_pid() as pid`.execute(database);
  expect((await sql`select pg_backend_pid() as pid`.execute(database)).rows).toEqual(first);
  const refused = database
    .transaction()
    .setAccessMode("read only")
    .execute((transaction) => sql`delete from processes`.execute(transaction));
  await expect(refused).rejects.toThrow();
  expect((await sql`select pg_backend_pid() as pid`.execute(database)).rows).not.toEqual(first);
  expect(pool.totalCount).toBe(1);
  await close();
});
