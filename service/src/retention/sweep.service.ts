// Tests the sweeps of due content and of orphans.

import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../contract/ids.ts";
import { openBossQueue } from "../jobs/boss-queue.ts";
import { migrateQueue } from "../jobs/queue-migration.ts";
import { ownersOf, slices } from "../register-slices.ts";
import { ClockFenced, type OwnTimes, SampledClock } from "../storage/database-clock.ts";
import { openDiskStore } from "../storage/disk-store.ts";
import { adopt, renewGeneration, requireInstallation, setUpInstallation } from "../storage/installation.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { fakeDatabaseTime, type SetDatabaseTime } from "../storage/testing/database-time.ts";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";
import { makeTestOrganization, type TestOrganization } from "../storage/testing/test-organization.ts";
import { deletionKind } from "./delete-content.ts";
import { retentionSweeps, startRetention } from "./schedule.ts";
import { sweepDue } from "./sweep.ts";
import { countOrphans, OrphansHeld, sweepOrphans } from "./sweep-orphans.ts";
import { sweepUploads } from "./sweep-uploads.ts";

const day = 24 * 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "versus-sweep-"));
const store = openDiskStore(folder);
let now = new Date("2026-03-04T05:06:07Z");
const clock = () => now;
let tests: TestDatabase;
let setDatabaseTime: SetDatabaseTime;
/** Advances the time of the database and of this process. */
const pass = async (milliseconds: number): Promise<void> => {
  now = new Date(now.getTime() + milliseconds);
  await setDatabaseTime(now);
};

beforeAll(async () => {
  tests = await makeTestDatabase();
  setDatabaseTime = await fakeDatabaseTime(tests.url);
  await pass(0);
  await setUpInstallation({ ...parts(), newId: randomUUID });
});
afterAll(async () => {
  await tests.close();
  rmSync(folder, { recursive: true, force: true });
});

const owners = ownersOf(slices);
const parts = (over: Partial<ObjectStore> = {}) => ({
  database: tests.database,
  store: { ...store, ...over },
  clock,
  requireTrusted: () => {},
  owners,
});

async function put(key: string, organization: TestOrganization): Promise<void> {
  const content = (async function* () {
    yield Buffer.from("x");
  })();
  await store.put(key, content, { organization, mostBytes: 1 });
}

/** Inserts a finished comparison with one object. */
async function makeComparison(
  organization: TestOrganization,
  times: { readonly finishedAt?: Date; readonly deleteAt?: Date } = {},
): Promise<string> {
  const comparisonId = newId("cmp", clock, randomBytes);
  const owner = { organization_id: organization.organizationId };
  const { finishedAt = now, deleteAt = null } = times;
  await tests.database
    .insertInto("comparisons")
    .values({
      ...owner,
      comparison_id: comparisonId,
      account_id: organization.accountId,
      created_at: finishedAt,
      status: "ready",
      finished_at: finishedAt,
      author: "a",
      original_name: "a.docx",
      modified_name: "b.docx",
      delete_at: deleteAt,
      engine_version: "1",
    })
    .execute();
  const key = newObjectKey({ ...organization, ownerId: comparisonId }, "docx", { clock, random: randomBytes });
  await put(key, organization);
  await tests.database
    .insertInto("objects")
    .values({
      ...owner,
      object_key: key,
      owner_id: comparisonId,
      role: "docx",
      sha256: Buffer.alloc(32),
      size: 1,
      created_at: now,
    })
    .execute();
  return comparisonId;
}

async function keysOf({ organizationId }: TestOrganization): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(`${organizationId}/`)) keys.push(key);
  return keys;
}

async function isDeleted(comparisonId: string): Promise<boolean> {
  const row = await tests.database
    .selectFrom("comparisons")
    .where("comparison_id", "=", comparisonId)
    .select("deleted_at")
    .executeTakeFirstOrThrow();
  return row.deleted_at !== null;
}

test("a process that starts while another renews the generation finds no mismatch", async () => {
  const renewing = parts({
    get: async (...call) => {
      await renewGeneration(parts());
      return store.get(...call);
    },
  });
  await expect(requireInstallation(renewing)).resolves.toHaveProperty("generation");
});

test("what is due is deleted, over as many pages as there are, and nothing else", async () => {
  const organization = await makeTestOrganization(tests.database);
  const kept = [
    await makeComparison(organization),
    await makeComparison(organization, { deleteAt: new Date(now.getTime() + 1) }),
  ];
  for (let made = 0; made < 210; made += 10) {
    await Promise.all(Array.from({ length: 10 }, () => makeComparison(organization, { deleteAt: now })));
  }
  expect(await sweepDue(parts())).toEqual({ deleted: 210, problems: [] });
  expect(await Promise.all(kept.map(isDeleted))).toEqual([false, false]);
});

test("[SRV-43] one that cannot be deleted does not keep the others, and is deleted by the next sweep", async () => {
  const organization = await makeTestOrganization(tests.database);
  const [stuck, due] = [
    await makeComparison(organization, { deleteAt: now }),
    await makeComparison(organization, { deleteAt: now }),
  ];
  const failing: ObjectStore["delete"] = async (keys) => {
    if (keys.some((key) => key.includes(stuck))) throw new Error("the store is away");
    await store.delete(keys);
  };
  const outcome = await sweepDue(parts({ delete: failing }));
  expect(outcome).toEqual({ deleted: 1, problems: [new Error("the store is away")] });
  expect([await isDeleted(stuck), await isDeleted(due)]).toEqual([false, true]);
  expect(await sweepDue(parts())).toEqual({ deleted: 1, problems: [] });
});

test("an organization that keeps what is finished for days loses what is older, by the days it has now", async () => {
  const organization = await makeTestOrganization(tests.database);
  const ago = (days: number) => makeComparison(organization, { finishedAt: new Date(now.getTime() - days * day) });
  const [old, young] = [await ago(8), await ago(6)];
  const keep = (days: number | null) =>
    tests.database
      .updateTable("organizations")
      .set({ retention_days: days })
      .where("organization_id", "=", organization.organizationId)
      .execute();
  await keep(7);
  expect((await sweepDue(parts())).deleted).toBe(1);
  expect([await isDeleted(old), await isDeleted(young)]).toEqual([true, false]);
  await keep(5);
  expect((await sweepDue(parts())).deleted).toBe(1);
  expect(await isDeleted(young)).toBe(true);
});

test("[SRV-45] objects without a row go after a day; those with one, and keys of another form, stay", async () => {
  const organization = await makeTestOrganization(tests.database);
  const comparisonId = await makeComparison(organization);
  const owner = { ...organization, ownerId: comparisonId };
  const orphans = Array.from({ length: 3 }, () => newObjectKey(owner, "md", { clock, random: randomBytes }));
  for (const key of [...orphans, `${organization.organizationId}/notes`]) await put(key, organization);
  expect(await sweepOrphans(parts())).toBe(0);
  await pass(day + 1);
  const young = newObjectKey(owner, "json", { clock, random: randomBytes });
  await put(young, organization);
  expect(await sweepOrphans(parts())).toBe(3);
  const left = (await keysOf(organization)).map((key) => key.split("/").at(-1)!.split(".")[0]!);
  expect(left.sort()).toEqual(["docx", "json", "notes"]);
});

test("[SRV-45] what is stored for an owner whose content was deleted goes at the next sweep", async () => {
  const organization = await makeTestOrganization(tests.database);
  const [deleted, kept] = [await makeComparison(organization, { deleteAt: now }), await makeComparison(organization)];
  await sweepDue(parts());
  const late = [deleted, kept].map((ownerId) =>
    newObjectKey({ ...organization, ownerId }, "json", { clock, random: randomBytes }),
  );
  for (const key of late) await put(key, organization);
  expect(await sweepOrphans(parts())).toBe(1);
  expect(await keysOf(organization)).toEqual([expect.stringContaining(kept), late[1]]);
});

test("[SRV-39] a sweep counts before it deletes: too many objects without a row stay until an operator confirms", async () => {
  // Other tests may have left objects here.
  await pass(day + 1);
  await sweepOrphans(parts());
  const organization = await makeTestOrganization(tests.database);
  const deleted = await makeComparison(organization, { deleteAt: now });
  await sweepDue(parts());
  const kept = await makeComparison(organization);
  const newKeys = (ownerId: string, count: number) =>
    Array.from({ length: count }, () =>
      newObjectKey({ ...organization, ownerId }, "md", { clock, random: randomBytes }),
    );
  // Objects of a deleted owner do not count.
  const keys = [...newKeys(kept, 1_001), ...newKeys(deleted, 20)];
  for (let start = 0; start < keys.length; start += 50) {
    await Promise.all(keys.slice(start, start + 50).map((key) => put(key, organization)));
  }
  await pass(day + 1);
  const ownBefore = (await keysOf(organization)).length;
  await expect(sweepOrphans(parts())).rejects.toThrow(/^1001 objects .* more than the 1000/);
  expect(ownBefore - (await keysOf(organization)).length).toBe(20);
  const held = await tests.database.selectFrom("installation").selectAll().executeTakeFirstOrThrow();
  expect(held).toMatchObject({ held_orphans: 1_001, held_at: now });
  await expect(sweepOrphans(parts())).rejects.toThrow(OrphansHeld);
  // One object less is within the limit.
  await store.delete(keys.slice(0, 1));
  expect(await countOrphans(parts())).toBe(1_000);
  await put(keys[0]!, organization);
  expect(await sweepOrphans(parts(), { isConfirmed: true })).toBe(1_001);
  expect(await keysOf(organization)).toEqual([expect.stringContaining(kept)]);
  const after = await tests.database.selectFrom("installation").selectAll().executeTakeFirstOrThrow();
  expect(after).toMatchObject({ held_orphans: null, held_at: null });
});

test("[SRV-35] a sweep deletes nothing on a foreign, an empty or a restored database", async () => {
  const organization = await makeTestOrganization(tests.database);
  const orphan = newObjectKey({ ...organization, ownerId: await makeComparison(organization) }, "md", {
    clock,
    random: randomBytes,
  });
  await put(orphan, organization);
  await pass(day + 1);
  const sweep = () => sweepOrphans(parts());
  await tests.database.updateTable("installation").set({ generation: 1 }).execute();
  await expect(sweep()).rejects.toThrow("The database is older than the store");
  const own = await tests.database.deleteFrom("installation").returningAll().executeTakeFirstOrThrow();
  await expect(sweep()).rejects.toThrow(
    `The store belongs to installation ${own.installation_id}, but the database belongs to none`,
  );
  const foreign = randomUUID();
  await tests.database
    .insertInto("installation")
    .values({ ...own, installation_id: foreign, generation: 99 })
    .execute();
  await expect(sweep()).rejects.toThrow(`The database belongs to installation ${foreign}, but the store belongs to`);
  expect(await keysOf(organization)).toContain(orphan);
  await adopt({ ...parts(), newId: randomUUID });
  expect(await sweep()).toBe(1);
});

test("[SRV-44] deleting content takes along what a writer of it has not finished, and the writer fails", async () => {
  const organization = await makeTestOrganization(tests.database);
  const comparisonId = await makeComparison(organization, { deleteAt: now });
  const owner = { ...organization, ownerId: comparisonId };
  const key = newObjectKey(owner, "md", { clock, random: randomBytes });
  const cut = Promise.withResolvers<void>();
  const content = (async function* () {
    yield Buffer.from("half a");
    await cut.promise;
  })();
  const late = store.put(key, content, { organization, mostBytes: 100 }).catch(String);
  await expect.poll(() => keysOf(organization)).toContain(key);
  expect((await sweepDue(parts())).deleted).toBe(1);
  cut.resolve();
  expect(await late).toContain("was deleted while it was written");
  expect(existsSync(join(folder, organization.organizationId))).toBe(false);
});

test("what is due is deleted without anyone asking, as soon as a worker starts", async () => {
  const organization = await makeTestOrganization(tests.database);
  const comparisonId = await makeComparison(organization, { deleteAt: now });
  const reports: unknown[] = [];
  const connection = { url: tests.url };
  await migrateQueue(connection, { kinds: [deletionKind], recurring: retentionSweeps });
  const queue = await openBossQueue({
    connection,
    database: tests.database,
    clock,
    kinds: [deletionKind],
    report: (problem) => reports.push(problem),
  });
  try {
    await startRetention(queue, parts(), { concurrency: 1 });
    for (let tries = 0; tries < 200 && !(await isDeleted(comparisonId)); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await isDeleted(comparisonId)).toBe(true);
  } finally {
    await queue.stop();
  }
  expect(reports).toEqual([]);
});

describe("a process whose wall clock is 31 days ahead", () => {
  const ahead = (times: Partial<OwnTimes> = {}) =>
    new SampledClock(async () => now.getTime(), { monotonic: () => 0, wall: () => now.getTime() + 31 * day, ...times });

  async function twentyKept(): Promise<string[]> {
    const organization = await makeTestOrganization(tests.database);
    await tests.database
      .updateTable("organizations")
      .set({ retention_days: 7 })
      .where("organization_id", "=", organization.organizationId)
      .execute();
    const soon = new Date(now.getTime() + 3_600_000);
    const half = Array.from({ length: 10 }, () => makeComparison(organization));
    return Promise.all([...half, ...half.map(() => makeComparison(organization, { deleteAt: soon }))]);
  }

  test("[CLK-3] deletes 0 of 20, and says why", async () => {
    const kept = await twentyKept();
    const clock = ahead();
    await clock.sample();
    const fenced = { ...parts(), clock: clock.now, requireTrusted: () => clock.requireTrusted() };
    const outcome = await sweepDue(fenced);
    expect(outcome).toMatchObject({ deleted: 0, problems: [expect.any(ClockFenced)] });
    expect(String(outcome.problems[0])).toContain(`${31 * 86_400} seconds ahead of that of the database`);
    await expect(sweepUploads(fenced)).rejects.toThrow(ClockFenced);
    await expect(sweepOrphans(fenced)).rejects.toThrow(ClockFenced);
    expect(await Promise.all(kept.map(isDeleted))).toEqual(kept.map(() => false));
  });

  test("[CLK-2] deletes 0 of 20 though nothing fences it: deadlines are compared by the database", async () => {
    const kept = await twentyKept();
    const wrong = { ...parts(), clock: () => new Date(now.getTime() + 31 * day) };
    expect(await sweepDue(wrong)).toEqual({ deleted: 0, problems: [] });
    expect(await Promise.all(kept.map(isDeleted))).toEqual(kept.map(() => false));
  });

  test("still deletes what a caller asked for", async () => {
    const organization = await makeTestOrganization(tests.database);
    const [asked, due] = [await makeComparison(organization), await makeComparison(organization, { deleteAt: now })];
    await tests.database
      .updateTable("comparisons")
      .set({ acknowledged_at: now, delete_at: now })
      .where("comparison_id", "=", asked)
      .execute();
    const clock = ahead();
    await clock.sample();
    const outcome = await sweepDue({ ...parts(), clock: clock.now, requireTrusted: () => clock.requireTrusted() });
    expect(outcome).toMatchObject({ deleted: 1, problems: [expect.any(ClockFenced)] });
    expect([await isDeleted(asked), await isDeleted(due)]).toEqual([true, false]);
    expect(await sweepDue(parts())).toEqual({ deleted: 1, problems: [] });
  });
});

test("stored replies are dropped when they are past their time", async () => {
  const { organizationId } = await makeTestOrganization(tests.database);
  const reply = (hours: number) => ({
    organization_id: organizationId,
    idempotency_key: `${hours}`,
    path: "/v1/compare",
    digest: Buffer.alloc(32),
    created_at: new Date(now.getTime() - hours * 3_600_000),
  });
  await tests.database
    .insertInto("idempotency")
    .values([reply(23), reply(25)])
    .execute();
  await sweepDue(parts());
  const left = await tests.database
    .selectFrom("idempotency")
    .where("organization_id", "=", organizationId)
    .select("idempotency_key")
    .execute();
  expect(left).toEqual([{ idempotency_key: "23" }]);
});
