// Tests the deletion of an organization and its proof on a real database.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unwrapKey } from "../storage/data-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { openStore } from "../storage/open-store.ts";
import { detachAccount } from "./accounts.ts";
import { type DeletionParts, deleteOrganization, tracesOf } from "./delete-organization.ts";
import { createKey } from "./keys.ts";
import { deleteRows, tablesWithOrganization } from "./organization-rows.ts";
import { listOrganizations, type Organization, setOrganization } from "./organizations.ts";
import { type AccessBench, makeAccessBench } from "./testing/access-bench.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-deletion-"));
const store: ObjectStore = openStore(`disk:${folder}`);
let bench: AccessBench;
let parts: DeletionParts;
/** Runs while the deletion waits. */
let onPause: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  bench = await makeAccessBench();
  parts = { ...bench.parts, store, pause: () => onPause().then(() => {}) };
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

/**
 * Adds a key, a comparison and the rows that belong to it, and two objects to the store: one recorded, one without a
 * row.
 */
async function fill({ organizationId, slug }: Organization, jobState = "queued"): Promise<void> {
  await createKey(bench.parts, { organization: slug, name: "key", scopes: ["read"], expiresAt: null });
  const owner = `cmp_${slug}`;
  const now = bench.parts.clock();
  const object = `${organizationId}/${owner}/original`;
  const insert = (text: string, ...values: unknown[]) => bench.pool.query(text, [organizationId, ...values]);
  await insert(
    `insert into comparisons (organization_id, comparison_id, account_id, created_at, status, author, original_name, modified_name, engine_version)
     select $1, $2, account_id, $3, 'ready', 'a', 'b', 'c', '1' from keys where organization_id = $1 limit 1`,
    owner,
    now,
  );
  await insert("insert into objects values ($3, $1, $2, 'original', $4, 1, $5)", owner, object, Buffer.alloc(32), now);
  await bench.pool.query("insert into artifacts values ($1, 'docx', 'ready', $2, 'x', null, null)", [owner, object]);
  await insert(
    "insert into jobs (organization_id, job_id, kind, owner_id, state, created_at) values ($1, $2, 'compare', $3, $4, $5)",
    randomUUID(),
    owner,
    jobState,
    now,
  );
  await insert("insert into usage_entries values ($2, $1, $3, 2, 10)", owner, now);
  await insert("insert into idempotency values ($1, 'k', '/', $2, 200, null, '', $3)", Buffer.alloc(32), now);
  const row = await bench.database
    .selectFrom("organizations")
    .select("data_key")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const organization = { organizationId, dataKey: unwrapKey(row.data_key, organizationId, parts.masterKeys) };
  for (const key of [object, `${organizationId}/${owner}/forgotten`]) {
    await store.put(key, oneByte(), { organization, mostBytes: 1 });
  }
}

async function* oneByte() {
  yield randomBytes(1);
}

const isEmpty = (traces: Readonly<Record<string, number>>) => Object.values(traces).every((count) => count === 0);

test("[SRV-46] an organization is deleted with everything it has, and another keeps everything", async () => {
  const gone = await bench.makeOrganization("gone");
  const stays = await bench.makeOrganization("stays");
  await fill(gone);
  await fill(stays);
  const before = await tracesOf({ database: bench.database, store }, stays.organizationId);

  const { organizationId, deleted, left } = await deleteOrganization(parts, "gone");

  expect(organizationId).toBe(gone.organizationId);
  expect(deleted).toMatchObject({
    organizations: 1,
    accounts: 1,
    keys: 1,
    comparisons: 1,
    objects: 1,
    artifacts: 1,
    usage_entries: 1,
    idempotency: 1,
    objects_in_store: 2,
  });
  expect(isEmpty(left)).toBe(true);
  expect(await tracesOf({ database: bench.database, store }, stays.organizationId)).toEqual(before);
  expect(before.objects_in_store).toBe(2);
  const actions = (await bench.audit(organizationId)).map((entry) => entry.split(" ")[1]);
  expect(actions).toEqual(["organization.deleted"]);
  await expect(deleteOrganization(parts, "gone")).rejects.toThrow(/Unknown organization gone/);
  await expect(deleteOrganization(parts, organizationId)).rejects.toThrow(/Unknown organization/);
});

test("every table with an organization's id is one that deletion empties", async () => {
  const counted = await bench.database.transaction().execute((transaction) => deleteRows(transaction, randomUUID()));
  const known = new Set([...Object.keys(counted), "audit_entries"]);
  expect((await tablesWithOrganization(bench.database)).filter((table) => !known.has(table))).toEqual([]);
});

test("while it is being deleted nothing of it can be used or changed, and its content key is gone", async () => {
  await fill(await bench.makeOrganization("closing"));
  const seen: unknown[] = [];
  onPause = async () => {
    const row = await bench.database
      .selectFrom("organizations")
      .innerJoin("keys", "keys.organization_id", "organizations.organization_id")
      .select(["deleted_at", "data_key", "revoked_at"])
      .where("slug", "=", "closing")
      .executeTakeFirst();
    const listed = (await listOrganizations(parts)).find(({ slug }) => slug === "closing");
    const refused = await setOrganization(parts, "closing", { zeroDay: true }).catch(String);
    seen.push(row?.deleted_at, row?.data_key.length, row?.revoked_at, listed?.isClosed, refused);
  };
  await deleteOrganization(parts, "closing");
  onPause = async () => {};
  const now = bench.parts.clock();
  expect(seen.slice(0, 5)).toEqual([now, 0, now, true, expect.stringMatching(/is being deleted/)]);
});

test("work that runs is let end first", async () => {
  const organization = await bench.makeOrganization("busy");
  await fill(organization, "running");
  const rounds: number[] = [];
  onPause = async () => {
    rounds.push(rounds.length);
    if (rounds.length < 4) return;
    await bench.pool.query("update jobs set state = 'done' where organization_id = $1", [organization.organizationId]);
  };
  const { deleted } = await deleteOrganization(parts, "busy");
  onPause = async () => {};
  expect(rounds).toEqual([0, 1, 2, 3]);
  expect(deleted.jobs).toBe(1);
});

test("work that does not end is told, and nothing is deleted but the keys' use", async () => {
  const organization = await bench.makeOrganization("stuck");
  await fill(organization, "running");
  await expect(deleteOrganization(parts, "stuck")).rejects.toThrow(/1 of its jobs/);
  expect(await tracesOf({ database: bench.database, store }, organization.organizationId)).toMatchObject({
    comparisons: 1,
    objects_in_store: 2,
  });
  await bench.pool.query("update jobs set state = 'failed' where organization_id = $1", [organization.organizationId]);
  expect(isEmpty((await deleteOrganization(parts, "stuck")).left)).toBe(true);
});

test("a detached account goes with its organization", async () => {
  await fill(await bench.makeOrganization("loose"));
  await detachAccount(parts, "loose");
  expect((await deleteOrganization(parts, "loose")).deleted.accounts).toBe(1);
});

test("a row that a late request would add is refused by the database", async () => {
  const { organizationId } = await bench.makeOrganization("late");
  await deleteOrganization(parts, "late");
  const insert = "insert into objects values ('k', $1, 'o', 'original', $2, 1, now())";
  await expect(bench.pool.query(insert, [organizationId, Buffer.alloc(32)])).rejects.toThrow(/foreign key/);
});

test("what is left is told by place, and is deleted by the id when asked again", async () => {
  const { organizationId } = await bench.makeOrganization("sticky");
  await fill({ ...(await listOrganizations(parts)).find(({ slug }) => slug === "sticky")! });
  let deletions = 0;
  const refusing: ObjectStore = {
    ...store,
    delete: async (keys) => (deletions++ === 0 ? undefined : store.delete(keys)),
  };
  const stubborn = { ...parts, store: refusing };
  await expect(deleteOrganization(stubborn, "sticky")).rejects.toThrow(/objects_in_store: 2\)/);
  const { left } = await deleteOrganization(stubborn, organizationId);
  expect(isEmpty(left)).toBe(true);
});
