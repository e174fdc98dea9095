// Tests the audit on a real database: which entries are written where, and what verification finds.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteOrganization } from "../access/delete-organization.ts";
import { createKey } from "../access/keys.ts";
import { type AccessBench, makeAccessBench } from "../access/testing/access-bench.ts";
import { AuditBatch } from "../storage/audit-batch.ts";
import { type AuditEntry, writeEntries } from "../storage/audit-entries.ts";
import { openStore } from "../storage/open-store.ts";
import { type ReadEntry, readAudit } from "./read-audit.ts";
import { sealAll } from "./seal.ts";
import { verifyAudit } from "./verify.ts";

let bench: AccessBench;
beforeAll(async () => {
  bench = await makeAccessBench();
});
afterAll(() => bench.close());

const at = new Date("2026-03-04T05:06:07Z");

function act(action: string, over: Partial<AuditEntry> = {}): AuditEntry {
  return { at, actor: "key:abcdefghijkl", action, ...over };
}

async function listed(filter: Parameters<typeof readAudit>[1] = {}): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = [];
  for await (const entry of readAudit(bench.database, filter)) entries.push(entry);
  return entries;
}

const query = (text: string, values: readonly unknown[] = []) => bench.pool.query(text, [...values]);

test("[AUD-3] entries are sealed in places without a gap, by however many processes", async () => {
  await writeEntries(
    bench.database,
    Array.from({ length: 5000 }, (_, number) => act(`act ${number}`)),
  );
  await Promise.all([sealAll(bench.database), sealAll(bench.database), sealAll(bench.database)]);
  await writeEntries(bench.database, [act("late")]);
  const head = await sealAll(bench.database);
  const { entries, unsealed, problems } = await verifyAudit(bench.database, head);
  expect([entries, unsealed, problems]).toEqual([5001, 0, []]);
  expect(await sealAll(bench.database)).toBeUndefined();
});

test("[AUD-4] an entry that is changed, removed, replaced or emptied is found", async () => {
  await sealAll(bench.database);
  const found = async (change: string, values: readonly unknown[] = []): Promise<readonly string[]> => {
    const client = await bench.pool.connect();
    try {
      // Verification reads on its own connections, so the change is committed; the copy is restored afterwards.
      await client.query("create table kept as select * from audit_entries");
      await client.query(change, [...values]);
      return (await verifyAudit(bench.database)).problems;
    } finally {
      await client.query("delete from audit_entries");
      await client.query("insert into audit_entries overriding system value select * from kept");
      await client.query("drop table kept");
      client.release();
    }
  };
  expect(await found("update audit_entries set payload = replace(payload, 'act 7', 'act 8') where place = 8")).toEqual([
    "entry 8 was changed",
  ]);
  expect(await found("delete from audit_entries where place = 9")).toEqual([
    "entries 9 to 9 are missing",
    "entry 10 does not follow from the entry before it",
  ]);
  expect(await found("update audit_entries set at = at + interval '1 day' where place = 3")).toEqual([
    "entry 3 has another time or organization than it says",
  ]);
  expect(await found("update audit_entries set payload = null, salt = null where place = 4")).toEqual([
    "entry 4 was emptied, and no erasure says so",
  ]);
  const other = "0a1b2c3d-0000-4000-8000-000000000009";
  expect(
    await found("update audit_entries set payload = null, salt = null, erased_in = $1 where place = 4", [other]),
  ).toEqual(["1 entries were erased without an entry for the erasure"]);
  expect(await found("delete from audit_entries where place > 5000")).toHaveLength(1);
  expect((await verifyAudit(bench.database)).problems).toEqual([]);
});

test("[AUD-4] a log that was cut short with its head, or made anew, is found by a head that was kept elsewhere", async () => {
  const head = { place: 5001, seal: "ab".repeat(32) };
  expect((await verifyAudit(bench.database, head)).problems).toEqual([
    "entry 5001 is not the one that was known to be there",
  ]);
  const later = { place: 9999, seal: "ab".repeat(32) };
  expect((await verifyAudit(bench.database, later)).problems).toEqual([
    "entry 9999 was known to be there, and the last entry is 5001",
  ]);
});

test("[AUD-5] a deleted organization leaves a chain that verifies, and nothing of what it did", async () => {
  const gone = await bench.makeOrganization("gone");
  await createKey(bench.parts, { organization: "gone", name: "k", scopes: ["read"], expiresAt: null });
  const { organizationId } = gone;
  await writeEntries(bench.database, [act("readComparison", { organizationId, subject: "cmp_of_gone" })]);
  await sealAll(bench.database);
  // An entry that is not sealed yet is emptied, too.
  await writeEntries(bench.database, [act("readComparison", { organizationId, subject: "cmp_of_gone" })]);
  const folder = mkdtempSync(join(tmpdir(), "versus-audit-"));
  await deleteOrganization({ ...bench.parts, store: openStore(`disk:${folder}`), pause: async () => {} }, "gone");
  rmSync(folder, { recursive: true });
  expect((await verifyAudit(bench.database)).problems).toEqual([]);
  await sealAll(bench.database);
  const { erased, problems } = await verifyAudit(bench.database);
  expect([erased, problems]).toEqual([5, []]);
  expect((await listed({ organizationId })).map(({ action }) => action)).toEqual(["organization.deleted"]);
  const { rows } = await query("select count(*)::int as count from audit_entries where payload like '%cmp_of_gone%'");
  expect(rows).toEqual([{ count: 0 }]);
  await query("update audit_entries set payload_hash = sha256('x') where place = 5003");
  expect((await verifyAudit(bench.database)).problems).not.toEqual([]);
});

test("[AUD-2] a batch is written each second, at its limit at once, and whole when it is closed", async () => {
  const problems: unknown[] = [];
  const batch = new AuditBatch({
    database: bench.database,
    clock: () => at,
    report: (problem) => problems.push(problem),
  });
  for (let number = 0; number < 500; number++) batch.add(act("many"));
  await expect.poll(async () => (await listed({ action: "many" })).length).toBe(500);
  batch.add(act("one more"));
  await expect.poll(async () => (await listed({ action: "one more" })).length, { timeout: 5000 }).toBe(1);
  batch.add(act("the last"));
  await batch.close();
  expect(await listed({ action: "the last" })).toHaveLength(1);
  expect(problems).toEqual([]);
});

test("[AUD-2] keys that are refused give one entry for each address and minute, with a count", async () => {
  let time = at.getTime();
  const batch = new AuditBatch({ database: bench.database, clock: () => new Date(time), report: () => {} });
  for (let number = 0; number < 7; number++) batch.refuseKey("192.0.2.1");
  batch.refuseKey("192.0.2.2");
  time += 60_000;
  batch.refuseKey("192.0.2.1");
  await batch.close();
  const entries = await listed({ action: "key.refused" });
  expect(entries.map(({ actor, details }) => `${actor} ${details?.count}`)).toEqual([
    "address:192.0.2.1 7",
    "address:192.0.2.2 1",
    "address:192.0.2.1 1",
  ]);
});

test("[AUD-2] entries wait while the database is away, and follow when it is back", async () => {
  let isAway = true;
  const database = new Proxy(bench.database, {
    get: (target, name) => {
      if (isAway) throw new Error("away");
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const problems: unknown[] = [];
  const batch = new AuditBatch({ database, clock: () => at, report: (problem) => problems.push(problem) });
  batch.add(act("patient"));
  await expect.poll(() => problems.length, { timeout: 5000 }).toBeGreaterThan(0);
  isAway = false;
  await batch.close();
  expect(await listed({ action: "patient" })).toHaveLength(1);
});

test("the log is read by time, organization, actor, action and subject", async () => {
  const organizationId = "0a1b2c3d-0000-4000-8000-00000000000f";
  const later = new Date(at.getTime() + 1000);
  await writeEntries(bench.database, [
    act("readFile", { organizationId, subject: "one", at: later }),
    act("readFile", { organizationId, subject: "two", actor: "key:other" }),
  ]);
  const subjects = async (filter: Parameters<typeof readAudit>[1]) =>
    (await listed({ organizationId, ...filter })).map(({ subject }) => subject);
  expect(await subjects({})).toEqual(["one", "two"]);
  expect(await subjects({ since: later })).toEqual(["one"]);
  expect(await subjects({ until: later })).toEqual(["two"]);
  expect(await subjects({ actor: "key:other" })).toEqual(["two"]);
  expect(await subjects({ action: "download" })).toEqual([]);
  expect(await subjects({ subject: "one" })).toEqual(["one"]);
});

test("[AUD-4] a log is verified as it is at one moment, while entries are written and sealed", async () => {
  const own = await makeAccessBench();
  let isDone = false;
  const write = async (): Promise<void> => {
    while (!isDone) {
      await writeEntries(own.database, [act("meanwhile")]);
      await sealAll(own.database);
    }
  };
  const writing = write();
  for (let time = 0; time < 20; time++) expect((await verifyAudit(own.database)).problems).toEqual([]);
  isDone = true;
  await writing;
  await own.close();
});
