// Tests comparisons while calls of the store fail and workers die.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Effect } from "../jobs/job-queue.ts";
import { Sandbox } from "../jobs/sandbox.ts";
import { deleteContent } from "../retention/delete-content.ts";
import { sweepOrphans } from "../retention/sweep-orphans.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { storeArtifacts } from "../storage/store-artifacts.ts";
import { comparisonJob } from "./run-comparison.ts";
import { failingStore } from "./testing/failing-store.ts";
import { effectOf, jobFor, startWholeService, type Tenant, type WholeService } from "./testing/whole-service.ts";

let service: WholeService;
const { wrap, failEachCall } = failingStore();

beforeAll(async () => {
  service = await startWholeService({ wrapStore: wrap });
});
afterAll(() => service.close());

async function settle(effect: Effect | undefined): Promise<void> {
  await service.database.transaction().execute(async (transaction) => effect?.(transaction));
}

async function run(tenant: Tenant, comparisonId: string): Promise<Effect | undefined> {
  return effectOf(comparisonJob, jobFor(tenant, comparisonId), service.parts);
}

test("whichever call of the store fails, the next try makes the redline and nothing else is left", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  const attempt = async () => settle(await run(tenant, comparisonId));
  const stillThere = async () => {
    expect(await service.stored(tenant)).toHaveLength(2);
    expect((await service.read(tenant, comparisonId)).status).toBe("processing");
  };
  expect(await failEachCall(attempt, stillThere)).toBe(7);
  expect((await service.read(tenant, comparisonId, "?format=docx,json,md")).status).toBe("ready");
  const keys = (await service.objects(comparisonId)).map(({ object_key }) => object_key);
  expect(await service.stored(tenant)).toEqual(keys.sort());
});

test("[SRV-42] whichever call of the store fails, what was to be deleted is still due, and the next try deletes it", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  await service.call(tenant, "DELETE", `/v1/compare/${comparisonId}`);
  const stillDue = async () => expect((await service.row(comparisonId)).deleted_at).toBeNull();
  expect(await failEachCall(() => deleteContent(comparisonId, service.parts), stillDue)).toBe(2);
  expect(await service.stored(tenant)).toEqual([]);
  expect((await service.row(comparisonId)).deleted_at).not.toBeNull();
});

test("[SRV-2] a worker that dies after storing leaves objects without a row, which are gone after a day", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  await run(tenant, comparisonId);
  await settle(await run(tenant, comparisonId));
  expect(await service.stored(tenant)).toHaveLength(12);
  expect((await service.read(tenant, comparisonId)).status).toBe("ready");
  service.clock.pass(23 * 3600);
  expect(await sweepOrphans(service.parts)).toBe(0);
  service.clock.pass(2 * 3600);
  expect(await sweepOrphans(service.parts)).toBe(5);
  const keys = (await service.objects(comparisonId)).map(({ object_key }) => object_key);
  expect(await service.stored(tenant)).toEqual(keys.sort());
});

test("a source that is not in the store fails the job as an upload that did not complete", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  await service.parts.store.delete(await service.stored(tenant));
  await expect(run(tenant, comparisonId)).rejects.toMatchObject({
    name: "JobFailure",
    code: "SOURCE_UPLOAD_FAILED",
    upstream: "UPLOAD_INCOMPLETE",
    source: "original",
  });
});

test("[SRV-3] two workers that both believe to have the job leave one result", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  const [first, second] = await Promise.all([run(tenant, comparisonId), run(tenant, comparisonId)]);
  await settle(first);
  await settle(second);
  const roles = (await service.objects(comparisonId)).map(({ role }) => role);
  expect(roles).toEqual(["docx", "json", "md", "modified", "original", "view", "viewer"]);
  expect(await service.usage(comparisonId)).toMatchObject({ documents: 2, words: 10 });
});

test.each([
  ["runs for ever", "ENGINE_TIMEOUT"],
  ["fills buffers", "ENGINE_TOO_COMPLEX"],
  ["exits", "COMPARISON_FAILED"],
])("a comparison whose engine %s fails as %s, and is not tried again", async (author, upstream) => {
  const program = join(import.meta.dirname, "../jobs/testing/misbehaving-child.ts");
  const sandbox = new Sandbox({
    children: 1,
    memoryMegabytes: 200,
    seconds: 2,
    recycleAfter: 100,
    mode: "bubblewrap",
    program,
  });
  const crashes: string[] = [];
  try {
    const tenant = await service.addTenant();
    const comparisonId = await service.create(tenant, { author });
    const parts = { ...service.parts, sandbox, onCrash: (_: string, trace: string) => crashes.push(trace) };
    await expect(effectOf(comparisonJob, jobFor(tenant, comparisonId), parts)).rejects.toMatchObject({
      name: "JobFailure",
      code: "COMPARISON_FAILED",
      upstream,
    });
    expect(crashes).toEqual(author === "exits" ? ["ended with code 3"] : []);
  } finally {
    await sandbox.close();
  }
});

test("what is stored for a job that was lost meanwhile is taken back", async () => {
  const tenant = await service.addTenant();
  const controller = new AbortController();
  const { store } = service.parts;
  const losing: ObjectStore = {
    ...store,
    put: async (...words) => {
      controller.abort(new Error("the job is another's"));
      return store.put(...words);
    },
  };
  const owner = { ownerId: "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y", organization: tenant };
  const artifacts = new Map([
    ["docx", new Uint8Array(10)],
    ["md", new Uint8Array(0)],
  ]);
  const storing = storeArtifacts(owner, artifacts, { ...service.parts, store: losing, signal: controller.signal });
  await expect(storing).rejects.toThrow("the job is another's");
  expect(await service.stored(tenant)).toEqual([]);
});
