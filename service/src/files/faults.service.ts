// Tests the preparation of files while calls of the store fail and workers race.

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
import { sweepOrphans } from "../retention/sweep-orphans.ts";
import { preparationJob } from "./run-preparation.ts";
import { fileCalls } from "./testing/file-calls.ts";

let service: WholeService;
const files = fileCalls(() => service);
const { wrap, failEachCall } = failingStore();

beforeAll(async () => {
  service = await startWholeService({ wrapStore: wrap });
});
afterAll(() => service.close());

function run(tenant: Tenant, fileId: string): Promise<Effect | undefined> {
  return effectOf(preparationJob, jobFor(tenant, fileId), service.parts);
}

async function settle(effect: Effect | undefined): Promise<void> {
  await service.database.transaction().execute(async (transaction) => effect?.(transaction));
}

test("whichever call of the store fails, the next try prepares the file and nothing else is left", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant);
  const stillThere = async () => {
    expect(await service.stored(tenant)).toHaveLength(1);
    expect((await files.read(tenant, fileId)).status).toBe("processing");
  };
  expect(await failEachCall(async () => settle(await run(tenant, fileId)), stillThere)).toBe(4);
  expect((await files.read(tenant, fileId)).status).toBe("ready");
  const keys = (await service.objects(fileId)).map(({ object_key }) => object_key);
  expect(await service.stored(tenant)).toEqual(keys.sort());
});

test("a file that is prepared twice has what one of them made; the other has no row and is swept", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant);
  const [first, second] = [await run(tenant, fileId), await run(tenant, fileId)];
  await settle(first);
  expect(second).toBeTypeOf("function");
  expect(await run(tenant, fileId)).toBeUndefined();
  expect(await service.stored(tenant)).toHaveLength(7);
  service.clock.pass(25 * 3600);
  await sweepOrphans(service.parts);
  expect(await service.stored(tenant)).toHaveLength(4);
  expect((await files.content(tenant, fileId)).statusCode).toBe(200);
});

test("a file that is erased while a worker reads it leaves nothing", async () => {
  const tenant = await service.addTenant();
  const fileId = await files.upload(tenant);
  const effect = await run(tenant, fileId);
  await service.call(tenant, "DELETE", `/v1/files/${fileId}`);
  await deleteContent(fileId, service.parts);
  await settle(effect);
  expect(await service.stored(tenant)).toEqual([]);
  expect(await run(tenant, fileId)).toBeUndefined();
});
