// Tests merges while calls of the store fail and workers die.

import { afterAll, beforeAll, expect, test } from "vitest";
import { failingStore } from "../comparisons/testing/failing-store.ts";
import {
  effectOf,
  jobFor,
  startWholeService,
  type Tenant,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import type { Effect } from "../jobs/job-queue.ts";
import { deleteContent } from "../retention/delete-content.ts";
import { mergeJob, verificationJob } from "./run-merge.ts";
import { mergeCalls } from "./testing/merge-calls.ts";

let service: WholeService;
const { create, read, row } = mergeCalls(() => service);
const { wrap, failEachCall } = failingStore();

beforeAll(async () => {
  service = await startWholeService({ wrapStore: wrap });
});
afterAll(() => service.close());

async function settle(effect: Effect | undefined): Promise<void> {
  await service.database.transaction().execute(async (transaction) => effect?.(transaction));
}

function run(tenant: Tenant, mergeId: string): Promise<Effect | undefined> {
  return effectOf(mergeJob, jobFor(tenant, mergeId), service.parts);
}

test("whichever call of the store fails, the next try makes the merge and nothing else is left", async () => {
  const tenant = await service.addTenant();
  const mergeId = await create(tenant);
  const attempt = async () => settle(await run(tenant, mergeId));
  const stillThere = async () => {
    expect(await service.stored(tenant)).toHaveLength(3);
    expect((await read(tenant, mergeId)).status).toBe("processing");
  };
  // Three sources are read and four renderings and the view are stored.
  expect(await failEachCall(attempt, stillThere)).toBe(8);
  expect((await read(tenant, mergeId, "?format=docx,json,md")).status).toBe("ready");
  const keys = (await service.objects(mergeId)).map(({ object_key }) => object_key);
  expect(await service.stored(tenant)).toEqual(keys.sort());
});

test("whichever call of the store fails, what was to be deleted is still due, and the next try deletes it", async () => {
  const tenant = await service.addTenant();
  const mergeId = await create(tenant);
  await service.call(tenant, "DELETE", `/v1/merge/${mergeId}`);
  const stillDue = async () => expect((await row(mergeId)).deleted_at).toBeNull();
  expect(await failEachCall(() => deleteContent(mergeId, service.parts), stillDue)).toBe(2);
  expect(await service.stored(tenant)).toEqual([]);
  expect((await row(mergeId)).deleted_at).not.toBeNull();
});

test("a source that the store lost fails its job by its name, and two workers that have the merge leave one result", async () => {
  const tenant = await service.addTenant();
  const mergeId = await create(tenant);
  const effects = [await run(tenant, mergeId), await run(tenant, mergeId)];
  for (const effect of effects) await settle(effect);
  expect((await service.objects(mergeId)).map(({ role }) => role)).toHaveLength(8);
  expect(await service.usage(mergeId)).toMatchObject({ documents: 3, words: 16 });

  const lost = await create(tenant);
  const [second] = (await service.objects(lost)).filter(({ role }) => role === "revision-1");
  await service.parts.store.delete([second!.object_key]);
  const verification = jobFor(tenant, lost, { role: "revision-1" });
  await expect(effectOf(verificationJob, verification, service.parts)).rejects.toMatchObject({
    name: "JobFailure",
    code: "SOURCE_UPLOAD_FAILED",
    source: "revisions[1]",
  });
});

test("a merge that is erased while it is made leaves nothing", async () => {
  const tenant = await service.addTenant();
  const mergeId = await create(tenant);
  const effect = await run(tenant, mergeId);
  await service.call(tenant, "DELETE", `/v1/merge/${mergeId}`);
  await settle(effect);
  await deleteContent(mergeId, service.parts);
  expect(await service.stored(tenant)).toEqual([]);
  expect(await row(mergeId)).toMatchObject({ status: "processing", original_name: "", revisions: null });
});
