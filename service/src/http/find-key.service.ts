// Tests reading API keys from a real database, and recording their use.

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashSecret, newApiKey } from "../contract/api-keys.ts";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";
import { makeTestOrganization, type TestOrganization, testMasterKeys } from "../storage/testing/test-organization.ts";
import { authenticator } from "./authenticate.ts";
import { findKeyIn } from "./find-key.ts";
import { TestClock } from "./testing/test-server.ts";

let parts: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  parts = await makeTestDatabase();
  organization = await makeTestOrganization(parts.database, { zeroDay: true, documentLimit: 10 });
});

afterAll(() => parts.close());

async function addKey({ organizationId, accountId }: TestOrganization): Promise<{ keyId: string; secret: string }> {
  const { keyId, secret } = newApiKey("vs", randomBytes);
  await parts.database
    .insertInto("keys")
    .values({
      key_id: keyId,
      account_id: accountId,
      organization_id: organizationId,
      name: "test",
      scopes: ["read", "write", "unknown"],
      secret_hash: hashSecret(secret),
      created_at: new Date("2026-01-01T00:00:00Z"),
    })
    .execute();
  return { keyId, secret };
}

const clock = new TestClock();
const find = (keyId: string) =>
  findKeyIn({ database: parts.database, masterKeys: testMasterKeys, clock: clock.read })(keyId);

test("a key is found with its account and its organization, whose content key is unwrapped", async () => {
  const { keyId, secret } = await addKey(organization);
  const record = await find(keyId);
  expect(record).toEqual({
    secretHash: Buffer.from(hashSecret(secret)),
    expiresAt: null,
    revokedAt: null,
    region: "us",
    accountOrganizationId: organization.organizationId,
    caller: {
      keyId,
      scopes: ["read", "write"],
      accountId: organization.accountId,
      address: organization.address,
      organization: {
        organizationId: organization.organizationId,
        dataKey: organization.dataKey,
        zeroDay: true,
        retentionDays: null,
        documentLimit: 10,
        instruction: false,
      },
    },
    recordUse: expect.any(Function),
  });
});

test("an unknown key is not found", async () => {
  expect(await find("000000000000")).toBeUndefined();
});

test("the use of a key is written down at most once a minute", async () => {
  const { keyId } = await addKey(organization);
  const lastUsed = async () => {
    const rows = await parts.database.selectFrom("keys").where("key_id", "=", keyId).select("last_used_at").execute();
    return rows[0]?.last_used_at?.toISOString();
  };
  const first = clock.read().toISOString();
  const record = await find(keyId);
  expect(await lastUsed()).toBeUndefined();
  await record!.recordUse();
  clock.pass(59);
  await record!.recordUse();
  await (await find(keyId))!.recordUse();
  expect(await lastUsed()).toBe(first);
  clock.pass(1);
  await record!.recordUse();
  expect(await lastUsed()).toBe(clock.read().toISOString());
});

test("a key is used when its secret is right, and not by whoever knows its id alone", async () => {
  const { keyId, secret } = await addKey(organization);
  const used = () =>
    parts.database
      .selectFrom("keys")
      .where("key_id", "=", keyId)
      .where("last_used_at", "is not", null)
      .select("key_id")
      .execute();
  const authenticate = authenticator({ findKey: find, clock: clock.read, keyPrefix: "vs", region: "us" });
  const wrong = newApiKey("vs", randomBytes).secret;
  for (let tries = 0; tries < 2; tries++) {
    await expect((async () => authenticate(`Bearer vs_${keyId}_${wrong}`))()).rejects.toThrow();
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await used()).toEqual([]);
  await authenticate(`Bearer vs_${keyId}_${secret}`);
  await expect.poll(async () => (await used()).length, { timeout: 5000 }).toBe(1);
});

test("a detached account is told apart, and the key of a deleted organization is no key", async () => {
  const other = await makeTestOrganization(parts.database);
  const { keyId } = await addKey(other);
  const { organizationId, accountId } = other;
  await parts.database
    .updateTable("accounts")
    .set({ organization_id: null })
    .where("account_id", "=", accountId)
    .execute();
  expect((await find(keyId))?.accountOrganizationId).toBeNull();
  await parts.database
    .updateTable("organizations")
    .set({ deleted_at: new Date(), data_key: new Uint8Array() })
    .where("organization_id", "=", organizationId)
    .execute();
  expect(await find(keyId)).toBeUndefined();
});
