// Tests creating, listing and changing organizations, and moving their accounts.

import { afterAll, beforeAll, expect, test } from "vitest";
import { unwrapKey } from "../storage/data-keys.ts";
import { attachAccount, detachAccount } from "./accounts.ts";
import { listOrganizations, setOrganization } from "./organizations.ts";
import { type AccessBench, makeAccessBench } from "./testing/access-bench.ts";

let bench: AccessBench;
beforeAll(async () => {
  bench = await makeAccessBench();
});
afterAll(() => bench.close());

const rowOf = (organizationId: string) =>
  bench.database
    .selectFrom("organizations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();

async function accountOf(address: string) {
  const row = await bench.database.selectFrom("accounts").selectAll().where("address", "=", address).executeTakeFirst();
  return row?.organization_id;
}

test("an organization is made with an account, a content key of its own, and an entry in the audit", async () => {
  const made = await bench.makeOrganization("acme", { zeroDay: true, documentLimit: 100 });
  const row = await rowOf(made.organizationId);
  expect(row).toMatchObject({ slug: "acme", name: "ACME", region: "us", zero_day: true, document_limit: 100 });
  expect(unwrapKey(row.data_key, made.organizationId, bench.parts.masterKeys)).toHaveLength(32);
  expect(await accountOf("acme@versus.test")).toBe(made.organizationId);
  expect(await bench.audit(made.organizationId)).toEqual([
    expect.stringMatching(/^operator:test organization\.created [0-9a-f-]{36}$/),
  ]);
});

test("two organizations do not share a slug, and the second leaves nothing", async () => {
  await bench.makeOrganization("twice");
  await expect(bench.makeOrganization("twice")).rejects.toThrow(/slug twice/);
  const names = (await listOrganizations(bench.parts)).map(({ slug }) => slug);
  expect(names.filter((slug) => slug === "twice")).toHaveLength(1);
});

test("what is not a slug is refused before anything is written", async () => {
  await expect(bench.makeOrganization("Not A Slug")).rejects.toThrow(/SLUG must/);
});

test("organizations are listed by slug, with what is set and how many keys work", async () => {
  const { organizationId } = await bench.makeOrganization("listed", { retentionDays: 30 });
  const found = (await listOrganizations(bench.parts)).find(({ slug }) => slug === "listed");
  expect(found).toEqual({
    organizationId,
    slug: "listed",
    name: "LISTED",
    region: "us",
    createdAt: bench.parts.clock(),
    zeroDay: false,
    retentionDays: 30,
    documentLimit: null,
    instruction: false,
    ocr: false,
    address: "listed@versus.test",
    activeKeys: 0,
    isClosed: false,
  });
});

test("setting changes what is named, leaves the rest, and is in the audit", async () => {
  const { organizationId } = await bench.makeOrganization("settable", { documentLimit: 5 });
  await setOrganization(bench.parts, "settable", { zeroDay: true, retentionDays: 7 });
  expect(await rowOf(organizationId)).toMatchObject({ zero_day: true, retention_days: 7, document_limit: 5 });
  await setOrganization(bench.parts, organizationId, { retentionDays: null, documentLimit: null });
  expect(await rowOf(organizationId)).toMatchObject({ zero_day: true, retention_days: null, document_limit: null });
  expect((await bench.audit(organizationId)).slice(1)).toEqual([
    "operator:test organization.changed",
    "operator:test organization.changed",
  ]);
});

test("an organization that is not there cannot be set", async () => {
  await expect(setOrganization(bench.parts, "nobody", { zeroDay: true })).rejects.toThrow(/Unknown organization/);
});

test("an account is detached and attached again, once each", async () => {
  const { organizationId } = await bench.makeOrganization("movable");
  expect(await detachAccount(bench.parts, "movable")).toBe("movable@versus.test");
  expect(await accountOf("movable@versus.test")).toBeNull();
  await expect(detachAccount(bench.parts, "movable")).rejects.toThrow("already detached");
  expect(await attachAccount(bench.parts, "movable")).toBe("movable@versus.test");
  expect(await accountOf("movable@versus.test")).toBe(organizationId);
  await expect(attachAccount(bench.parts, "movable")).rejects.toThrow("already attached");
  const actions = (await bench.audit(organizationId)).map((entry) => entry.split(" ")[1]);
  expect(actions).toEqual(["organization.created", "account.detached", "account.attached"]);
});
