// Tests the sweep of uploads whose owners were never created.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../contract/ids.ts";
import { AnnouncedUploads } from "../storage/announced-uploads.ts";
import { openDiskStore } from "../storage/disk-store.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { fakeDatabaseTime, type SetDatabaseTime } from "../storage/testing/database-time.ts";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";
import { makeTestOrganization, type TestOrganization } from "../storage/testing/test-organization.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { sweepUploads } from "./sweep-uploads.ts";

const second = 1000;
const minute = 60 * second;
const folder = mkdtempSync(join(tmpdir(), "versus-uploads-"));
const plain: ObjectStore = openDiskStore(folder);
let now = new Date("2026-03-04T05:06:07Z");
const clock = () => now;
let setDatabaseTime: SetDatabaseTime;
/** Advances the time of the database and of this process. */
const later = async (milliseconds: number): Promise<void> => {
  now = new Date(now.getTime() + milliseconds);
  await setDatabaseTime(now);
};
let tests: TestDatabase;
let organization: TestOrganization;
const problems: unknown[] = [];

beforeAll(async () => {
  tests = await makeTestDatabase();
  setDatabaseTime = await fakeDatabaseTime(tests.url);
  await later(0);
  organization = await makeTestOrganization(tests.database);
});
afterAll(async () => {
  await tests.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process of the API. It counts as dead if its `beat` is not called. */
function startProcess(store = plain) {
  const uploads = new AnnouncedUploads({
    database: tests.database,
    clock,
    report: (problem) => problems.push(problem),
  });
  return { uploads, store: uploads.announcing(store) };
}

const parts = (store = plain) => ({ database: tests.database, store, requireTrusted: () => {} });
const newOwner = () => newId("cmp", clock, randomBytes);
const newKey = (ownerId: string) =>
  newObjectKey({ ...organization, ownerId }, "original", { clock, random: randomBytes });

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("content");
}

function put(store: ObjectStore, key: string): Promise<unknown> {
  return store.put(key, bytes(), { organization, mostBytes: 100 });
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of plain.list("")) keys.push(key);
  return keys;
}

async function uploadRows(): Promise<string[]> {
  const rows = await tests.database.selectFrom("uploads").select("owner_id").execute();
  return rows.map((row) => row.owner_id);
}

function create(ownerId: string): Promise<unknown> {
  const { organizationId } = organization;
  const count = { ownerId, organizationId, documents: 1, at: now, keyId: null, reference: null };
  return tests.database.transaction().execute((transaction) => beginCreation(transaction, count));
}

test("[SRV-37] what a killed process stored is gone with the first sweep after a minute, and not before", async () => {
  const { store, uploads } = startProcess();
  const ownerId = newOwner();
  for (const key of [newKey(ownerId), newKey(ownerId)]) await put(store, key);
  await uploads.close();
  await later(minute);
  expect(await sweepUploads(parts())).toEqual({ removed: 0, problems: [] });
  await later(1);
  expect(await sweepUploads(parts())).toEqual({ removed: 2, problems: [] });
  expect(await stored()).toEqual([]);
});

test("[SRV-37] a process that lives keeps an upload of any length, with one statement for all", async () => {
  const { store, uploads } = startProcess();
  const cut = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    await cut.promise;
  }
  const keys = [newKey(newOwner()), newKey(newOwner())];
  const puts = keys.map((key) => store.put(key, slow(), { organization, mostBytes: 100 }));
  await expect.poll(async () => (await stored()).length).toBe(2);
  for (let passed = 0; passed < 30 * minute; passed += 5 * second) {
    await later(5 * second);
    await uploads.beat();
  }
  expect(await sweepUploads(parts())).toEqual({ removed: 0, problems: [] });
  cut.resolve();
  await Promise.all(puts);
  await store.delete(keys);
  expect(await stored()).toEqual([]);
  await uploads.close();
});

test("[SRV-37] a call that stored and never created is given up six minutes after its last object, though its process lives", async () => {
  const { store, uploads } = startProcess();
  await put(store, newKey(newOwner()));
  let seconds = 0;
  for (; (await stored()).length > 0 && seconds < 1200; seconds += 5) {
    await later(5 * second);
    await uploads.beat();
    if (seconds % 60 === 0) await sweepUploads(parts());
  }
  expect(seconds).toBeGreaterThan(300);
  expect(seconds).toBeLessThan(480);
  await uploads.close();
});

test("[SRV-37] a call that deletes what it stored leaves no row; one whose deletion fails is swept", async () => {
  let isAway = false;
  const failing: ObjectStore = {
    ...plain,
    delete: async (keys) => {
      if (isAway) throw new Error("the store is away");
      await plain.delete(keys);
    },
  };
  const { store, uploads } = startProcess(failing);
  const [refused, left] = [newKey(newOwner()), newKey(newOwner())];
  for (const key of [refused, left]) await put(store, key);
  await store.delete([refused]);
  expect(await uploadRows()).not.toContain(refused.split("/")[1]);
  isAway = true;
  await expect(store.delete([left])).rejects.toThrow("away");
  await later(minute + 1);
  await uploads.beat();
  expect((await sweepUploads(parts(failing))).problems).toHaveLength(1);
  // The time of the outage does not matter.
  await later(20 * minute);
  expect((await sweepUploads(parts(failing))).problems).toHaveLength(1);
  isAway = false;
  expect(await sweepUploads(parts(failing))).toMatchObject({ removed: 1, problems: [] });
  expect(await stored()).toEqual([]);
  await uploads.close();
});

test("[SRV-37] what is created keeps its objects; what was given up is not created, and what it stores late goes too", async () => {
  const { store, uploads } = startProcess();
  const [created, late] = [newOwner(), newOwner()];
  const key = newKey(created);
  await put(store, key);
  await put(store, newKey(late));
  await create(created);
  expect(await uploadRows()).not.toContain(created);
  await later(minute + 1);
  await sweepUploads(parts());
  expect(await stored()).toEqual([key]);
  await expect(create(late)).rejects.toThrow("given up");
  await put(store, newKey(late));
  await sweepUploads(parts());
  expect(await stored()).toEqual([key]);
  await plain.delete([key]);
  await uploads.close();
});

test("[SRV-37] objects that a row names stay, whatever is said of an upload; rows go after a day", async () => {
  const { store, uploads } = startProcess();
  const ownerId = newOwner();
  const key = newKey(ownerId);
  await put(store, key);
  const { organizationId: organization_id } = organization;
  const row = { object_key: key, organization_id, owner_id: ownerId, role: "original", size: 7, created_at: now };
  await tests.database
    .insertInto("objects")
    .values({ ...row, sha256: Buffer.alloc(32) })
    .execute();
  await later(minute + 1);
  expect(await sweepUploads(parts())).toEqual({ removed: 0, problems: [] });
  expect(await stored()).toEqual([key]);
  await later(24 * 60 * minute + 1);
  await sweepUploads(parts());
  expect(await uploadRows()).toEqual([]);
  expect(problems).toEqual([]);
  await uploads.close();
});
