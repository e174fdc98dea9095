// Tests edits while calls of the store fail and workers die.

import { afterAll, beforeAll, expect, test } from "vitest";
import { failingStore, StoreAway } from "../comparisons/testing/failing-store.ts";
import {
  effectOf,
  jobFor,
  startWholeService,
  type Tenant,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { preparationJob } from "../files/run-preparation.ts";
import type { Effect } from "../jobs/job-queue.ts";
import { sweepOrphans } from "../retention/sweep-orphans.ts";
import { editJob } from "./run-edit.ts";
import { editCalls } from "./testing/edit-calls.ts";

let service: WholeService;
const { upload, post, read } = editCalls(() => service);
const { wrap, failEachCall } = failingStore();

beforeAll(async () => {
  service = await startWholeService({ wrapStore: wrap });
});
afterAll(() => service.close());

async function settle(effect: Effect | undefined): Promise<void> {
  await service.database.transaction().execute(async (transaction) => effect?.(transaction));
}

function run(tenant: Tenant, editId: string): Promise<Effect | undefined> {
  return effectOf(editJob, jobFor(tenant, editId), service.parts);
}

async function prepare(tenant: Tenant, fileId: string): Promise<void> {
  await settle(await effectOf(preparationJob, jobFor(tenant, fileId), service.parts));
}

/** Creates an edit that is left to a job and that no worker took, because its file was not ready. */
async function asked(tenant: Tenant) {
  const fileId = await upload(tenant);
  const editId: string = (await post(tenant, { file_id: fileId })).json().edit_id;
  await prepare(tenant, fileId);
  return { editId, before: await service.stored(tenant) };
}

/** The number of stored results: the document and the redline. */
const made = 2;

test("whichever call of the store fails while a caller waits, there is no edit and nothing is left", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  await prepare(tenant, fileId);
  const before = await service.stored(tenant);
  const carryOut = async () => {
    const reply = await post(tenant, { file_id: fileId, wait: true });
    if (reply.statusCode === 500) throw new StoreAway();
    expect(reply.statusCode).toBe(200);
  };
  const nothing = async () => {
    expect(await service.stored(tenant)).toEqual(before);
    expect(await service.count("edits", tenant)).toBe(0);
  };
  expect(await failEachCall(carryOut, nothing)).toBe(1 + made);
  expect(await service.stored(tenant)).toHaveLength(before.length + made);
});

test("whichever call of the store fails, the next try carries the edit out and nothing else is left", async () => {
  const tenant = await service.addTenant();
  const { editId, before } = await asked(tenant);
  const stillThere = async () => {
    expect(await service.stored(tenant)).toEqual(before);
    expect((await read(tenant, editId)).status).toBe("processing");
  };
  expect(await failEachCall(async () => settle(await run(tenant, editId)), stillThere)).toBe(2 + made);
  expect((await read(tenant, editId)).status).toBe("ready");
  expect(await service.stored(tenant)).toHaveLength(before.length + made);
}, 20_000);

test("an edit that is carried out twice has what one of them made; the other has no row and is swept", async () => {
  const tenant = await service.addTenant();
  const { editId, before } = await asked(tenant);
  const [first, second] = [await run(tenant, editId), await run(tenant, editId)];
  await settle(first);
  expect(second).toBeTypeOf("function");
  expect(await run(tenant, editId)).toBeUndefined();
  expect(await service.stored(tenant)).toHaveLength(before.length + 2 * made);
  service.clock.pass(25 * 3600);
  await sweepOrphans(service.parts);
  expect(await service.stored(tenant)).toHaveLength(before.length + made);
  const { downloads } = await read(tenant, editId, "?format=docx,redline");
  for (const { url } of downloads) expect((await service.download(url)).statusCode).toBe(200);
}, 20_000);
