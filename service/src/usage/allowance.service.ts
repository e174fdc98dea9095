// Tests the allowance of organizations, also with simultaneous calls.

import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";
import { makeTestOrganization } from "../storage/testing/test-organization.ts";
import { giveBack, recordWords } from "../storage/usage-entries.ts";
import { countDocuments, requireAllowance } from "./allowance.ts";
import { divideUsage, documentLimitOf, sumUsage } from "./queries.ts";
import { monthOf } from "./rules.ts";

let tests: TestDatabase;
let owners = 0;
const march = new Date("2026-03-31T23:59:59.999Z");
const april = new Date("2026-04-01T00:00:00Z");

beforeAll(async () => {
  tests = await makeTestDatabase();
});
afterAll(() => tests.close());

async function count(
  organizationId: string,
  documents: number,
  at: Date,
  asked: { readonly keyId: string | null; readonly reference: string | null } = { keyId: null, reference: null },
): Promise<string> {
  const ownerId = `cmp_${owners++}`;
  await tests.database.transaction().execute(async (transaction) => {
    const limit = await documentLimitOf(transaction, organizationId);
    await countDocuments(transaction, { ownerId, organizationId, documents, at, limit, ...asked });
  });
  return ownerId;
}

const tooMuch = expect.objectContaining({ status: 402, code: "USAGE_LIMIT_REACHED" });

test("the whole cost must fit into what is left of the month, and a new month begins at nought", async () => {
  const { organizationId } = await makeTestOrganization(tests.database, { documentLimit: 3 });
  await count(organizationId, 2, march);
  const cost = { organizationId, at: march, limit: 3 };
  await expect(requireAllowance(tests.database, { ...cost, documents: 2 })).rejects.toEqual(tooMuch);
  await expect(count(organizationId, 2, march)).rejects.toEqual(tooMuch);
  await requireAllowance(tests.database, { ...cost, documents: 1 });
  await count(organizationId, 3, april);
  expect(await sumUsage(tests.database, organizationId, monthOf(march))).toEqual({ documents: 2, words: 0 });
  expect(await sumUsage(tests.database, organizationId, monthOf(april))).toEqual({ documents: 3, words: 0 });
});

test("what is given back may be used again, and its words do not count", async () => {
  const { organizationId } = await makeTestOrganization(tests.database, { documentLimit: 2 });
  const ownerId = await count(organizationId, 2, march);
  await tests.database.transaction().execute(async (transaction) => {
    await recordWords(transaction, ownerId, 100);
    await giveBack(transaction, ownerId, march);
    await giveBack(transaction, ownerId, april);
  });
  await count(organizationId, 2, march);
  expect(await sumUsage(tests.database, organizationId, monthOf(march))).toEqual({ documents: 2, words: 0 });
});

test("calls at the same moment do not pass the limit together", async () => {
  const { organizationId } = await makeTestOrganization(tests.database, { documentLimit: 7 });
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => count(organizationId, 2, march)));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("another organization's use does not count, and without a limit nothing is refused", async () => {
  const full = await makeTestOrganization(tests.database, { documentLimit: 2 });
  const free = await makeTestOrganization(tests.database);
  await count(full.organizationId, 2, march);
  await count(free.organizationId, 1_000_000, march);
  await count(free.organizationId, 1_000_000, march);
  expect((await sumUsage(tests.database, full.organizationId, monthOf(march))).documents).toBe(2);
});

test("[SRV-106] the parts of keys and references make up the whole, without what was given back or counted for nothing", async () => {
  const { organizationId } = await makeTestOrganization(tests.database);
  const counted = [
    await count(organizationId, 2, march, { keyId: "key-a", reference: "M-1" }),
    await count(organizationId, 3, march, { keyId: "key-b", reference: "M-1" }),
    await count(organizationId, 1, march, { keyId: "key-b", reference: null }),
  ];
  await count(organizationId, 0, march, { keyId: "key-c", reference: "M-3" });
  await count(organizationId, 9, april, { keyId: "key-a", reference: "M-1" });
  const back = await count(organizationId, 7, march, { keyId: "key-a", reference: "M-2" });
  await tests.database.transaction().execute(async (transaction) => {
    for (const ownerId of counted) await recordWords(transaction, ownerId, 100);
    await giveBack(transaction, back, march);
  });
  const divided = (by: "key_id" | "reference") =>
    divideUsage(tests.database, organizationId, { ...monthOf(march), by });
  expect(await divided("key_id")).toEqual([
    { key_id: "key-b", documents: 4, words: 200 },
    { key_id: "key-a", documents: 2, words: 100 },
  ]);
  expect(await divided("reference")).toEqual([
    { reference: "M-1", documents: 5, words: 200 },
    { reference: null, documents: 1, words: 100 },
  ]);
  expect(await sumUsage(tests.database, organizationId, monthOf(march))).toEqual({ documents: 6, words: 300 });
});
