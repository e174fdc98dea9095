// Tests creating, listing, rotating, revoking and rewrapping keys on a real database.

import { afterAll, beforeAll, expect, test } from "vitest";
import { readAudit } from "../audit/read-audit.ts";
import { isSecretOf, readApiKey } from "../contract/api-keys.ts";
import { unwrapKey } from "../storage/data-keys.ts";
import { testMasterKeys } from "../storage/testing/test-organization.ts";
import { detachAccount } from "./accounts.ts";
import { createKey, listKeys, type NewKey, revokeKey, rotateKey } from "./keys.ts";
import { listOrganizations } from "./organizations.ts";
import { rewrapKeys } from "./rewrap-keys.ts";
import { type AccessBench, makeAccessBench } from "./testing/access-bench.ts";

const hour = 3_600_000;

let bench: AccessBench;
beforeAll(async () => {
  bench = await makeAccessBench();
  await bench.makeOrganization("acme");
});
afterAll(() => bench.close());

const wanted: NewKey = { organization: "acme", name: "ci", scopes: ["read", "write"], expiresAt: null };
const later = (milliseconds: number) => new Date(bench.parts.clock().getTime() + milliseconds);
const rowOf = (keyId: string) =>
  bench.database.selectFrom("keys").selectAll().where("key_id", "=", keyId).executeTakeFirstOrThrow();

test("the text of a key is given once, and its hash alone is stored", async () => {
  const { keyId, text } = await createKey(bench.parts, wanted);
  const { secret } = readApiKey("vs", text)!;
  const row = await rowOf(keyId);
  expect(isSecretOf(row.secret_hash, secret)).toBe(true);
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row).toMatchObject({ name: "ci", scopes: ["read", "write"], expires_at: null, revoked_at: null });
  const { rows } = await bench.pool.query("select payload from audit_entries");
  expect(JSON.stringify(rows)).toContain(keyId);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("keys are listed without their secrets, with what state they are in", async () => {
  await bench.makeOrganization("lister");
  const soon = await createKey(bench.parts, { ...wanted, organization: "lister", expiresAt: later(hour) });
  const read = await createKey(bench.parts, { ...wanted, organization: "lister", scopes: ["read"] });
  await revokeKey(bench.parts, read.keyId);
  bench.pass(hour);
  const listed = await listKeys(bench.parts, "lister");
  expect(new Map(listed.map(({ keyId, state }) => [keyId, state]))).toEqual(
    new Map([
      [soon.keyId, "expired"],
      [read.keyId, "revoked"],
    ]),
  );
  expect(Object.keys(listed[0]!)).not.toContain("text");
  expect((await listKeys(bench.parts)).length).toBeGreaterThan(listed.length);
  const lister = (await listOrganizations(bench.parts)).find(({ slug }) => slug === "lister");
  expect(lister?.activeKeys).toBe(0);
});

test("a rotated key has a successor like it, and works through the overlap alone", async () => {
  const old = await createKey(bench.parts, { ...wanted, scopes: ["read"], expiresAt: later(100 * hour) });
  bench.pass(10 * hour);
  const successor = await rotateKey(bench.parts, old.keyId, 24 * hour);
  expect(successor.replacedUntil).toEqual(later(24 * hour));
  expect(await rowOf(old.keyId)).toMatchObject({ expires_at: later(24 * hour), revoked_at: null });
  expect(await rowOf(successor.keyId)).toMatchObject({ name: "ci", scopes: ["read"], expires_at: later(100 * hour) });
  expect(successor.text).not.toBe(old.text);
});

test("a key that does not work any more is not rotated", async () => {
  const { keyId } = await createKey(bench.parts, wanted);
  await revokeKey(bench.parts, keyId);
  await expect(rotateKey(bench.parts, keyId, hour)).rejects.toThrow(`The key ${keyId} is revoked`);
});

test("content keys are wrapped anew by the current master key, and open with it alone", async () => {
  const { organizationId } = await bench.makeOrganization("rewrapped");
  const keyOf = async () => {
    const query = bench.database.selectFrom("organizations").select("data_key");
    return (await query.where("organization_id", "=", organizationId).executeTakeFirstOrThrow()).data_key;
  };
  const before = unwrapKey(await keyOf(), organizationId, testMasterKeys);
  const added = Buffer.alloc(32, 9);
  const both = { current: 2, keys: new Map([...testMasterKeys.keys, [2, added] as const]) };
  const first = await rewrapKeys({ ...bench.parts, masterKeys: both });
  expect([first.rewrapped > 0, first.current]).toEqual([true, 0]);
  expect(await rewrapKeys({ ...bench.parts, masterKeys: both })).toEqual({ rewrapped: 0, current: first.rewrapped });
  expect(unwrapKey(await keyOf(), organizationId, { current: 2, keys: new Map([[2, added]]) })).toEqual(before);
  expect((await bench.audit(organizationId)).at(-1)).toContain("organization.rewrapped");
});

test("revoking twice keeps the first time, and is one entry in the audit", async () => {
  const { keyId } = await createKey(bench.parts, wanted);
  const first = await revokeKey(bench.parts, keyId);
  bench.pass(hour);
  expect(await revokeKey(bench.parts, keyId)).toEqual(first);
  const actions: string[] = [];
  for await (const { action } of readAudit(bench.database, { subject: keyId })) actions.push(action);
  expect(actions).toEqual(["key.created", "key.revoked"]);
});

test.each([
  [{ organization: "nobody" }, /Unknown organization nobody/],
  [{ scopes: [] }, /at least one scope/],
  [{ name: " " }, /name must/],
  [{ expiresAt: new Date(0) }, /in the future/],
])("a key is not made with %j", async (changes, message) => {
  await expect(async () => createKey(bench.parts, { ...wanted, ...changes })).rejects.toThrow(message);
});

test("a key that is not there is neither rotated nor revoked", async () => {
  await expect(revokeKey(bench.parts, "000000000000")).rejects.toThrow(/Unknown key/);
  await expect(rotateKey(bench.parts, "000000000000", hour)).rejects.toThrow(/Unknown key/);
});

test("a detached account gets no keys", async () => {
  await bench.makeOrganization("detached");
  await detachAccount(bench.parts, "detached");
  await expect(createKey(bench.parts, { ...wanted, organization: "detached" })).rejects.toThrow(/Attach it first/);
});
