// Tests rules BCK-1 to BCK-8: backups, the journal and restores on real databases.

import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteOrganization } from "../access/delete-organization.ts";
import { revokeKey, rotateKey } from "../access/keys.ts";
import { setOrganization } from "../access/organizations.ts";
import { startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { documentCalls } from "../documents/testing/document-calls.ts";
import { migrateQueue } from "../jobs/queue-migration.ts";
import { contentKindsOf, slices } from "../register-slices.ts";
import { type OpenDatabase, openDatabase } from "../storage/database.ts";
import { makeDiskRoot, openDiskStore } from "../storage/disk-store.ts";
import { installationFence, readMark, requireInstallation, writeMark } from "../storage/installation.ts";
import { type Journal, KeptJournal, setUpJournal } from "../storage/journal.ts";
import { migrate } from "../storage/migrate.ts";
import type { CopyableStore } from "../storage/object-store.ts";
import { readVerified } from "../storage/read-verified.ts";
import { makeEmptyDatabase } from "../storage/testing/test-database.ts";
import { testMasterKeys } from "../storage/testing/test-organization.ts";
import { makeBackup } from "./make-backup.ts";
import { type RestoreParts, restoreBackup } from "./restore-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-backup-"));
const path = (name: string) => join(folder, name);
const hour = 3600;
const owners = contentKindsOf(slices);
let service: WholeService;
let place: CopyableStore;
let journal: KeptJournal;
const documents = documentCalls(() => service);

beforeAll(async () => {
  service = await startWholeService({
    journal: { append: (transaction, entries) => journal.append(transaction, entries) },
  });
  await makeDiskRoot(path("journal"));
  place = openDiskStore(path("journal"));
  const { database } = service;
  journal = new KeptJournal({ database, place, clock: service.clock.read, random: randomBytes });
  await setUpJournal({ database, place }, { newId: randomUUID, isNew: false });
  await service.work();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const backUp = (name: string) =>
  makeBackup(path(name), {
    database: service.database,
    store: openDiskStore(service.folder),
    isBucket: false,
    journal,
    journalPlace: place,
    owners,
    clock: service.clock.read,
    newId: randomUUID,
    version: "1.2.3",
  });

/** Returns the parts of an operator's commands. */
const access = () => ({
  ...{
    database: service.database,
    clock: service.clock.read,
    random: randomBytes,
    masterKeys: testMasterKeys,
    journal,
  },
  ...{ actor: "operator:test", keyPrefix: "vs", store: openDiskStore(service.folder), pause: async () => {} },
});

interface Target extends OpenDatabase {
  readonly store: CopyableStore;
  restore(name: string, over?: Partial<RestoreParts>): ReturnType<typeof restoreBackup>;
}

let targets = 0;

/** Runs `use` with an empty database and an empty store. */
async function withTarget<Value>(use: (target: Target) => Promise<Value>): Promise<Value> {
  const made = await makeEmptyDatabase();
  const open = openDatabase({ url: made.url });
  targets += 1;
  const root = path(`store-${targets}`);
  await makeDiskRoot(root);
  const store = openDiskStore(root);
  const parts: RestoreParts = {
    ...{ database: open.database, store, journalPlace: place, owners, masterKeys: testMasterKeys },
    makeTables: async () => {
      await migrate(made.url);
      await migrateQueue({ url: made.url }, {});
    },
    ...{ clock: service.clock.read, requireTrusted: () => {}, pause: async () => {}, actor: "operator:test" },
  };
  try {
    const restore = (name: string, over: Partial<RestoreParts> = {}) =>
      restoreBackup(path(name), { ...parts, ...over });
    return await use({ ...open, store, restore });
  } finally {
    await open.close();
    await made.drop();
  }
}

async function keysIn(store: CopyableStore, prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys;
}

async function makeReady(tenant: Tenant): Promise<string> {
  const id = await service.create(tenant);
  expect((await service.untilEnded(tenant, id)).status).toBe("ready");
  return id;
}

const erase = async (tenant: Tenant, url: string) => (await service.call(tenant, "DELETE", url)).statusCode;

async function addKey({ organizationId, accountId }: Tenant): Promise<string> {
  const keyId = randomBytes(6).toString("hex");
  const row = { key_id: keyId, account_id: accountId, organization_id: organizationId, name: "k", scopes: ["read"] };
  const times = { created_at: service.clock.read(), expires_at: null, last_used_at: null, revoked_at: null };
  await service.database
    .insertInto("keys")
    .values({ ...row, ...times, secret_hash: Buffer.alloc(32) })
    .execute();
  return keyId;
}

test("[BCK-3] [BCK-5] [BCK-6] [BCK-7] a restored cell has what was kept, and nothing of what was deleted after the backup", async () => {
  const tenant = await service.addTenant();
  const gone = await service.addTenant();
  const [kept, erased, past] = [await makeReady(tenant), await makeReady(tenant), await makeReady(gone)];
  const stored = await documents.create(tenant);
  const [revoked, rotated, live] = [await addKey(tenant), await addKey(tenant), await addKey(tenant)];
  const jobs = service.database.updateTable("jobs").where("owner_id", "=", kept);
  await jobs.set({ state: "running" }).execute();
  const before = await backUp("whole");
  await jobs.set({ state: "done" }).execute();
  expect(before.missing).toEqual([]);

  expect(await erase(tenant, `/v1/compare/${erased}`)).toBe(202);
  expect(await erase(tenant, `/v1/documents/${stored.document_id}`)).toBe(200);
  await revokeKey(access(), revoked);
  await rotateKey(access(), rotated, hour * 1000);
  await deleteOrganization(access(), gone.organizationId);

  await withTarget(async ({ database, store, restore }) => {
    const writes: string[] = [];
    const told: CopyableStore = {
      ...store,
      writeSealed: (key, content) => {
        writes.push(key);
        return store.writeSealed(key, content);
      },
    };
    const { lost, mark } = await restore("whole", { store: told });
    expect(lost).toEqual([]);
    expect(mark.restores).toBe(1);
    await expect(requireInstallation({ database, store })).resolves.toMatchObject({ restores: 1 });
    const traces = [erased, stored.document_id, stored.version_id, past, gone.organizationId];
    expect(writes.filter((key) => traces.some((id) => key.includes(id)))).toEqual([]);
    expect((await keysIn(store)).filter((key) => traces.some((id) => key.includes(id)))).toEqual([]);
    const rows = await database.selectFrom("objects").selectAll().orderBy("object_key").execute();
    expect(rows).toEqual(
      await service.objects(kept).then((own) => own.sort((one, two) => (one.object_key < two.object_key ? -1 : 1))),
    );
    for (const row of rows) await readVerified(store, row, { ...tenant });
    const comparison = (id: string) =>
      database.selectFrom("comparisons").where("comparison_id", "=", id).selectAll().executeTakeFirst();
    expect(await comparison(kept)).toEqual(await service.row(kept));
    expect(await comparison(erased)).toMatchObject({ original_name: "", deleted_at: expect.any(Date) });
    expect(await comparison(past)).toBeUndefined();
    const keys = await database.selectFrom("keys").select(["key_id", "revoked_at", "expires_at"]).execute();
    const stateOf = (id: string) => keys.find((key) => key.key_id === id);
    expect(stateOf(revoked)?.revoked_at).not.toBeNull();
    expect(stateOf(rotated)?.expires_at).not.toBeNull();
    expect(stateOf(live)).toMatchObject({ revoked_at: null, expires_at: null });
    const work = database.selectFrom("jobs").where("owner_id", "=", kept).select(["state", "admitted_at"]);
    expect(await work.execute()).toEqual([{ state: "waiting", admitted_at: null }]);
    await expectFenced({ database, store });
  });
});

/** Expects that neither old part works with a restored one, and that an earlier process notices (BCK-6). */
async function expectFenced({ database, store }: Pick<Target, "database" | "store">): Promise<void> {
  const stillRunning = installationFence({ database, store });
  await stillRunning();
  const old = openDiskStore(service.folder);
  await expect(requireInstallation({ database: service.database, store })).rejects.toThrow(/before a restore/);
  await expect(requireInstallation({ database, store: old })).rejects.toThrow(/before a restore/);
  await database.updateTable("installation").set({ restores: 2 }).execute();
  await expect(stillRunning()).rejects.toThrow(/before a restore/);
  await writeMark(store, { ...(await readMark(store))!, restores: 2 });
  await expect(stillRunning()).rejects.toThrow(/Start the process again/);
}

test("[BCK-8] content past its deadline goes without a journal, unfinished zero-day content and shorter days too", async () => {
  const zero = await service.addTenant({ zeroDay: true });
  const days = await service.addTenant({ retentionDays: 30 });
  const [short, long] = [await makeReady(zero), await makeReady(days)];
  const unfinished = await makeReady(zero);
  await service.database
    .updateTable("comparisons")
    .set({ status: "processing", finished_at: null, delete_at: null })
    .where("comparison_id", "=", unfinished)
    .execute();
  await backUp("deadlines");
  await setOrganization(access(), days.organizationId, { retentionDays: 1 });
  service.clock.pass(25 * hour);
  await withTarget(async ({ database, store, restore }) => {
    await restore("deadlines");
    for (const id of [short, long, unfinished]) {
      const row = await database
        .selectFrom("comparisons")
        .where("comparison_id", "=", id)
        .select("deleted_at")
        .executeTakeFirstOrThrow();
      expect([id, row.deleted_at]).toEqual([id, expect.any(Date)]);
      expect((await keysIn(store)).filter((key) => key.includes(id))).toEqual([]);
    }
  });
});

test("[BCK-4] a restore refuses without its journal, and whatever else is not fit, before it changes anything", async () => {
  await backUp("refused");
  await withTarget(async ({ database, store, restore }) => {
    const other = openDiskStore(path("other-journal"));
    await makeDiskRoot(path("other-journal"));
    await expect(restore("refused", { journalPlace: undefined })).rejects.toThrow(/VERSUS_JOURNAL is not set/);
    await expect(restore("refused", { journalPlace: other })).rejects.toThrow(/there is no journal at VERSUS_JOURNAL/);
    const cut = { ...place, list: async function* () {} } as CopyableStore;
    await expect(restore("refused", { journalPlace: cut })).rejects.toThrow(/does not reach back to backup/);
    await expect(restore("nowhere")).rejects.toThrow(/not a finished backup/);
    const file = join(path("refused"), "rows/comparisons.gz");
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.concat([whole, Buffer.of(0)]));
    await expect(restore("refused")).rejects.toThrow(/damaged/);
    writeFileSync(file, whole);
    await store.writeSealed("something/else", (async function* () {})());
    await expect(restore("refused")).rejects.toThrow(/objects that do not belong to this backup/);
    await store.delete(["something/else"]);
    await expect(
      restore("refused", { store: openDiskStore(service.folder), database: service.database }),
    ).rejects.toThrow(/has tables already/);
    await expect(database.selectFrom("installation").execute()).rejects.toThrow(/does not exist/);
    const keys = { current: 1, keys: new Map([[1, Buffer.alloc(32, 9)]]) };
    await expect(restore("refused", { masterKeys: keys })).rejects.toThrow(/VERSUS_MASTER_KEY does not open/);
    // The restore was begun and not finished, so nothing starts on it.
    await expect(requireInstallation({ database, store })).rejects.toThrow(/has not finished/);
  });
  await expect(backUp("refused")).rejects.toThrow(/exists already/);
});

test("[BCK-3] a migration that is applied while rows are copied ends the backup, and nothing is left of it", async () => {
  const { database } = service;
  const failing = await database.transaction().execute(async (transaction) => {
    // The backup waits when it reaches this table.
    await sql`lock table webhooks in access exclusive mode`.execute(transaction);
    const made = backUp("migrated").catch((problem: unknown) => problem);
    await sql`insert into migrations (name, run_on) values ('9999_meanwhile', now())`.execute(transaction);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return { made };
  });
  expect(await failing.made).toMatchObject({
    message: expect.stringMatching(/^The migration 9999_meanwhile was applied/),
  });
  await sql`delete from migrations where name = '9999_meanwhile'`.execute(database);
  expect(readdirSync(folder).filter((name) => name.startsWith("migrated"))).toEqual([]);
});

test("[BCK-3] the backup holds no plain document and no key that opens one", async () => {
  const tenant = await service.addTenant();
  const id = await makeReady(tenant);
  await backUp("sealed");
  const files = readdirSync(path("sealed"), { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const bytes = files.map((file) => (file[0] === 0x1f && file[1] === 0x8b ? gunzipSync(file) : file));
  expect(bytes.some((file) => file.includes(id))).toBe(true);
  for (const secret of [tenant.dataKey, testMasterKeys.keys.get(1)!]) {
    const forms = [
      Buffer.from(secret),
      ...(["hex", "base64"] as const).map((form) => Buffer.from(Buffer.from(secret).toString(form))),
    ];
    expect(bytes.some((file) => forms.some((form) => file.includes(form)))).toBe(false);
  }
  expect(bytes.some((file) => file.includes("PK\u0003\u0004"))).toBe(false);
  expect(existsSync(path("sealed.unfinished"))).toBe(false);
});

test("[BCK-1] what cannot be written to the journal is not deleted", async () => {
  const tenant = await service.addTenant();
  const id = await makeReady(tenant);
  const kept = journal;
  const full = { ...place, put: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) };
  journal = new KeptJournal({
    database: service.database,
    place: full,
    clock: service.clock.read,
    random: randomBytes,
  });
  expect(await erase(tenant, `/v1/compare/${id}`)).toBe(503);
  expect((await service.read(tenant, id)).status).toBe("ready");
  journal = kept;
  expect(await erase(tenant, `/v1/compare/${id}`)).toBe(202);
});

test("[BCK-2] a service that keeps a journal runs with that journal alone", async () => {
  const { database } = service;
  const checked = (at: CopyableStore | undefined) =>
    new KeptJournal({ database, place: at, clock: service.clock.read, random: randomBytes }).check();
  await expect(checked(place)).resolves.toBeUndefined();
  await expect(checked(undefined)).rejects.toThrow(/VERSUS_JOURNAL is not set/);
  await makeDiskRoot(path("new-journal"));
  const fresh = openDiskStore(path("new-journal"));
  await expect(checked(fresh)).rejects.toThrow(/a place without a journal/);
  await expect(setUpJournal({ database, place: fresh }, { newId: randomUUID, isNew: false })).rejects.toThrow(
    /--new-journal/,
  );
});

describe("[BCK-2] a process that was started before the journal", () => {
  let own: WholeService;
  let used: Journal;
  let ownPlace: CopyableStore;
  const reasons: string[] = [];

  beforeAll(async () => {
    own = await startWholeService({ journal: { append: (...call) => used.append(...call) } });
    await makeDiskRoot(path("late-journal"));
    ownPlace = openDiskStore(path("late-journal"));
  });
  afterAll(() => own.close());

  const begin = () => setUpJournal({ database: own.database, place: ownPlace }, { newId: randomUUID, isNew: false });
  const keeping = (at: CopyableStore | undefined) => {
    const { database, clock } = own;
    const onOutdated = (reason: string) => void reasons.push(reason);
    return new KeptJournal({ database, place: at, clock: clock.read, random: randomBytes, onOutdated });
  };

  test("deletes nothing once there is one, until it is started again; a restore brings back nothing", async () => {
    const started = keeping(undefined);
    await started.check();
    used = started;
    const tenant = await own.addTenant();
    const ids: string[] = [];
    for (let made = 0; made < 21; made += 1) ids.push(await own.create(tenant));
    const first = ids.pop()!;
    const eraseAll = () =>
      Promise.all(ids.map(async (id) => (await own.call(tenant, "DELETE", `/v1/compare/${id}`)).statusCode));
    expect((await own.call(tenant, "DELETE", `/v1/compare/${first}`)).statusCode).toBe(202);
    await begin();
    const restarted = keeping(ownPlace);
    const backup = { store: openDiskStore(own.folder), isBucket: false, owners, newId: randomUUID, version: "1.2.3" };
    await makeBackup(path("late"), {
      ...{ ...backup, database: own.database, journal: restarted, journalPlace: ownPlace, clock: own.clock.read },
    });
    expect(await eraseAll()).toEqual(ids.map(() => 503));
    expect(reasons).toHaveLength(20);
    expect(reasons[0]).toMatch(/this process was started to write them to none\. Start the process again/);
    expect((await own.read(tenant, ids[0]!)).status).toBe("processing");
    used = restarted;
    expect(await eraseAll()).toEqual(ids.map(() => 202));
    await withTarget(async ({ database, restore }) => {
      await restore("late", { journalPlace: ownPlace });
      const back = await database
        .selectFrom("comparisons")
        .where("deleted_at", "is", null)
        .select("comparison_id")
        .execute();
      expect(back).toEqual([]);
    });
  });

  test("may end the transactions that it is in: the journal is begun when they have ended", async () => {
    await own.database.updateTable("installation").set({ journal_id: null }).execute();
    let isBegun = false;
    let begun: Promise<void> | undefined;
    await own.database.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      begun = begin().then(() => {
        isBegun = true;
      });
      await sleep(500);
      expect(isBegun).toBe(false);
    });
    await begun;
    expect(isBegun).toBe(true);
  });
});
