// Tests serving with a database role that may not change tables (SRV-80, SRV-81).

import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "./config.ts";
import { diagnose } from "./doctor.ts";
import { documentOf } from "./jobs/testing/documents.ts";
import { type RunningService, serve } from "./main.ts";
import { migrateConfigured } from "./migrate-configured.ts";
import { makeServiceBench, type ServiceBench } from "./testing/running-service.ts";

const role = `versus_runtime_${randomBytes(6).toString("hex")}`;
let bench: ServiceBench;
let config: Config;
beforeAll(async () => {
  bench = await makeServiceBench();
  // As on a server where only the owner may create anything.
  await owner(`revoke create on schema public from public; create role ${role} login password '${role}'`);
  const url = new URL(bench.config.databaseUrl);
  url.username = role;
  url.password = role;
  config = { ...bench.config, databaseUrl: url.href };
});
afterAll(async () => {
  await owner(`drop owned by ${role}; drop role ${role}`);
  await bench.close();
});

async function owner(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: bench.config.databaseUrl });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

const start = (roles: readonly ("api" | "worker")[] = ["worker"], lines: string[] = []): Promise<RunningService> =>
  serve(config, { roles, write: (line) => lines.push(line) });

test("[SRV-80] a role that may only read and write rows serves a comparison from end to end", async () => {
  await migrateConfigured(bench.config, { runtimeRole: role });
  const asRole = new pg.Client({ connectionString: config.databaseUrl });
  await asRole.connect();
  for (const text of ["create table more (a int)", "create table pgboss.more (a int)", "alter table jobs add a int"]) {
    await expect(asRole.query(text)).rejects.toThrow(/permission denied|must be owner/);
  }
  await asRole.end();

  const lines: string[] = [];
  const service = await start(["api", "worker"], lines);
  try {
    await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: true, retentionDays: null });
    const wanted = { organization: "acme", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
    const headers = { authorization: `Bearer ${(await bench.operator.createKey(wanted)).text}` };
    const form = new FormData();
    form.append("original", new Blob([new Uint8Array(documentOf("one"))]), "a.docx");
    form.append("modified", new Blob([new Uint8Array(documentOf("two"))]), "b.docx");
    const reply = await fetch(`${service.url}/v1/compare`, { method: "POST", body: form, headers });
    expect(reply.status).toBe(202);
    const { comparison_id: id } = (await reply.json()) as { comparison_id: string };
    const read = async () =>
      (await (await fetch(`${service.url}/v1/compare/${id}`, { headers })).json()) as {
        readonly status: string;
        readonly downloads: readonly { readonly url: string }[];
      };
    await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe("ready");
    expect((await fetch((await read()).downloads[0]!.url)).status).toBe(200);
    const acknowledged = await fetch(`${service.url}/v1/compare/${id}/acknowledge`, { method: "POST", headers });
    expect(acknowledged.status).toBeLessThan(300);
    const objects = async () => (await owner("select 1 from objects")).rowCount;
    await expect.poll(objects, { timeout: 30_000 }).toBe(0);
    const findings = [];
    for await (const finding of diagnose(config)) findings.push(finding);
    expect(findings.filter(({ state }) => state === "failed")).toEqual([]);
  } finally {
    await service.stop();
  }
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test("tables that a later migration makes are the role's to use", async () => {
  await owner("create table later (a int); create table pgboss.later (a int)");
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  await client.query("insert into later values (1); delete from pgboss.later").finally(() => client.end());
});

test("[SRV-81] a process that serves makes no queue and no schema, and says who does", async () => {
  await owner("delete from pgboss.job where name = 'every.sweep-due'");
  await owner("delete from pgboss.queue where name = 'every.sweep-due'");
  await expect(start()).rejects.toThrow(/every\.sweep-due\. Run `versus migrate` first/);
  expect(await migrateConfigured(bench.config)).toEqual(["queue_every.sweep-due"]);
  const version = (await owner("select version from pgboss.version")).rows[0].version;
  await owner(`update pgboss.version set version = ${version - 1}`);
  await expect(start()).rejects.toThrow(/tables of the queue have the wrong version .*Run `versus migrate` first/);
  await owner(`update pgboss.version set version = ${version}`);
  await owner("drop schema pgboss cascade");
  await expect(start()).rejects.toThrow(/lacks the tables of the queue .*Run `versus migrate` first/);
  const findings = [];
  for await (const finding of diagnose(config)) findings.push(finding);
  expect(findings.find(({ part }) => part === "queue")).toMatchObject({
    state: "failed",
    mend: expect.stringContaining("`versus migrate`"),
  });
  expect((await owner("select to_regnamespace('pgboss') as found")).rows).toEqual([{ found: null }]);
  expect((await migrateConfigured(bench.config))[0]).toBe(`pgboss_${version}`);
});
