// Tests zero-day retention, acknowledgement and deletion of comparisons.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Effect } from "../jobs/job-queue.ts";
import { documentWithBody } from "../jobs/testing/documents.ts";
import { deleteContent } from "../retention/delete-content.ts";
import { sweepDue } from "../retention/sweep.ts";
import { comparisonJob } from "./run-comparison.ts";
import {
  effectOf,
  jobFor,
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "./testing/whole-service.ts";

let service: WholeService;
/** A service that takes no jobs, so that its rows stay as the test makes them. */
let paused: WholeService;

beforeAll(async () => {
  [service, paused] = await Promise.all([startWholeService(), startWholeService()]);
  await service.work();
});
afterAll(() => Promise.all([service.close(), paused.close()]));

async function run(tenant: Tenant, comparisonId: string): Promise<Effect | undefined> {
  return effectOf(comparisonJob, jobFor(tenant, comparisonId), paused.parts);
}

async function settle(effect: Effect | undefined): Promise<void> {
  await paused.database.transaction().execute(async (transaction) => effect?.(transaction));
}

async function makeReady(tenant: Tenant): Promise<string> {
  const comparisonId = await paused.create(tenant);
  await settle(await run(tenant, comparisonId));
  return comparisonId;
}

const paths = (comparisonId: string) => ({
  read: `/v1/compare/${comparisonId}`,
  acknowledge: `/v1/compare/${comparisonId}/acknowledge`,
});

test("the hour begins when it finishes, addresses end with it, and then all is gone at once", async () => {
  const tenant = await paused.addTenant({ zeroDay: true });
  const comparisonId = await paused.create(tenant);
  paused.clock.pass(7200);
  expect((await paused.read(tenant, comparisonId)).status).toBe("processing");
  await settle(await run(tenant, comparisonId));
  const finished = paused.clock.read();
  const deadline = new Date(finished.getTime() + 3_600_000);
  expect(await paused.row(comparisonId)).toMatchObject({ finished_at: finished, delete_at: deadline });

  const fast = paused.database
    .selectFrom("jobs")
    .where("owner_id", "=", comparisonId)
    .where("kind", "=", "delete-content");
  expect(await fast.select("start_after").execute()).toEqual([{ start_after: deadline }]);

  paused.clock.pass(1800);
  const job = await paused.read(tenant, comparisonId);
  expect(job.downloads[0]?.expires_at).toBe(deadline.toISOString());
  expect((await paused.download(job.downloads[0]!.url)).statusCode).toBe(200);

  paused.clock.pass(1800);
  expect(refusal(await paused.call(tenant, "GET", paths(comparisonId).read))).toBe("410 CONTENT_DELETED");
  expect(refusal(await paused.call(tenant, "POST", paths(comparisonId).acknowledge))).toBe("410 CONTENT_DELETED");
  expect(await paused.stored(tenant)).toHaveLength(7);
  expect(await sweepDue(paused.parts)).toEqual({ deleted: 1, problems: [] });
  expect(await paused.stored(tenant)).toEqual([]);
  expect(refusal(await paused.call(tenant, "GET", paths(comparisonId).read))).toBe("410 CONTENT_DELETED");
  expect(await sweepDue(paused.parts)).toEqual({ deleted: 0, problems: [] });
});

test("what remains is ids, times and counts", async () => {
  const tenant = await paused.addTenant({ zeroDay: true });
  const comparisonId = await makeReady(tenant);
  await paused.call(tenant, "POST", paths(comparisonId).acknowledge);
  await deleteContent(comparisonId, paused.parts);
  const { created_at, finished_at, acknowledged_at, delete_at, deleted_at, ...row } = await paused.row(comparisonId);
  expect(row).toEqual({
    comparison_id: comparisonId,
    organization_id: tenant.organizationId,
    account_id: tenant.accountId,
    status: "ready",
    error: null,
    author: "",
    original_name: "",
    modified_name: "",
    options: null,
    zero_day: true,
    documents: 2,
    words: 10,
    engine_version: "0.9.0",
    reference: null,
    document_id: null,
    version_id: null,
    summary: null,
    notices: null,
  });
  expect([created_at, finished_at, acknowledged_at, delete_at, deleted_at]).not.toContain(null);
  expect(await paused.objects(comparisonId)).toEqual([]);
  const artifacts = await paused.database
    .selectFrom("artifacts")
    .where("owner_id", "=", comparisonId)
    .selectAll()
    .execute();
  expect(artifacts).toEqual([]);
  expect(await paused.usage(comparisonId)).toMatchObject({ documents: 2, words: 10 });
});

test("the setting is stamped at creation: changing it alters no comparison that is there", async () => {
  const tenant = await paused.addTenant({ zeroDay: true });
  const comparisonId = await paused.create(tenant);
  await paused.database
    .updateTable("organizations")
    .set({ zero_day: false })
    .where("organization_id", "=", tenant.organizationId)
    .execute();
  await settle(await run(tenant, comparisonId));
  const later = await makeReady(tenant);
  expect((await paused.row(comparisonId)).delete_at).not.toBeNull();
  expect((await paused.row(later)).delete_at).toBeNull();
});

test("acknowledging deletes at once, may be repeated until it has, and then answers that it is deleted", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const comparisonId = await service.create(tenant);
  const { downloads } = await service.untilEnded(tenant, comparisonId);
  const { read, acknowledge } = paths(comparisonId);
  const reply = await service.call(tenant, "POST", acknowledge);
  expect(reply.statusCode).toBe(202);
  expect(reply.json()).toEqual({ comparison_id: comparisonId, status: "deletion_queued" });
  expect(refusal(await service.call(tenant, "GET", read))).toBe("410 CONTENT_DELETED");
  expect(refusal(await service.download(downloads[0]!.url))).toBe("410 CONTENT_DELETED");
  await until(
    () => service.row(comparisonId),
    (row) => row.deleted_at !== null,
  );
  expect(await service.stored(tenant)).toEqual([]);
  expect(refusal(await service.call(tenant, "POST", acknowledge))).toBe("410 CONTENT_DELETED");
});

test("acknowledging is refused while processing and without zero-day retention", async () => {
  const tenant = await paused.addTenant({ zeroDay: true });
  const processing = await paused.create(tenant);
  const refused = await paused.call(tenant, "POST", paths(processing).acknowledge);
  expect(refusal(refused)).toBe("409 CONFLICT");
  expect(refused.json().error.message).toContain("still processing");
  const keeping = await paused.addTenant();
  const kept = await makeReady(keeping);
  const reply = await paused.call(keeping, "POST", paths(kept).acknowledge);
  expect(refusal(reply)).toBe("409 CONFLICT");
  expect(reply.json().error.message).toContain("zero-day retention");
  expect((await paused.read(keeping, kept)).status).toBe("ready");
});

test("acknowledging and deleting look at the id, then at access, then at the body", async () => {
  const [tenant, other] = [await paused.addTenant({ zeroDay: true }), await paused.addTenant({ zeroDay: true })];
  const comparisonId = await makeReady(tenant);
  const body = (payload: string) => ({ payload, headers: { "content-type": "application/json" } });
  const asked = async (who: Tenant, id: string, payload: string) => [
    refusal(await paused.call(who, "POST", paths(id).acknowledge, body(payload))),
    refusal(await paused.call(who, "DELETE", paths(id).read, body(payload))),
  ];
  const twice = (answer: string) => [answer, answer];
  expect(await asked(tenant, "cmp_1", "[1]")).toEqual(twice("400 INVALID_COMPARISON_ID"));
  expect(await asked(other, comparisonId, "[1]")).toEqual(twice("404 COMPARISON_NOT_FOUND"));
  expect(await asked(tenant, comparisonId, "[1]")).toEqual(twice("400 INVALID_REQUEST"));
  expect(await asked(tenant, comparisonId, '{"sure":true}')).toEqual(twice("400 INVALID_REQUEST"));
  const replies = [];
  for (const payload of ["{}", "", "{}"]) {
    replies.push(await paused.call(tenant, "POST", paths(comparisonId).acknowledge, body(payload)));
  }
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
});

test("a failed comparison has the same hour, and may be acknowledged", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const broken = { modified: documentWithBody("<w:p>") };
  const [first, second] = [await service.create(tenant, broken), await service.create(tenant, broken)];
  for (const comparisonId of [first, second]) await service.untilEnded(tenant, comparisonId);
  const { delete_at: deadline } = await service.row(first);
  expect(deadline).toEqual(new Date(service.clock.read().getTime() + 3_600_000));
  expect((await service.call(tenant, "POST", paths(first).acknowledge)).statusCode).toBe(202);
  service.clock.pass(3600);
  await sweepDue(service.parts);
  expect(refusal(await service.call(tenant, "GET", paths(second).read))).toBe("410 CONTENT_DELETED");
  expect(await service.stored(tenant)).toEqual([]);
});

test("erasing needs no zero-day retention, and works while the comparison is being made", async () => {
  const tenant = await paused.addTenant();
  const comparisonId = await paused.create(tenant);
  const effect = await run(tenant, comparisonId);
  expect(await paused.stored(tenant)).toHaveLength(7);
  const reply = await paused.call(tenant, "DELETE", paths(comparisonId).read);
  expect(reply.statusCode).toBe(202);
  expect((await paused.call(tenant, "DELETE", paths(comparisonId).read)).statusCode).toBe(202);
  expect(refusal(await paused.call(tenant, "GET", paths(comparisonId).read))).toBe("410 CONTENT_DELETED");
  await settle(effect);
  expect(await paused.objects(comparisonId)).toHaveLength(2);
  expect(await deleteContent(comparisonId, paused.parts)).toBe(true);
  expect(await paused.stored(tenant)).toEqual([]);
  expect(refusal(await paused.call(tenant, "DELETE", paths(comparisonId).read))).toBe("410 CONTENT_DELETED");
  expect(await run(tenant, comparisonId)).toBeUndefined();
});

test("what a worker stores although all was deleted goes with its next try", async () => {
  const tenant = await paused.addTenant();
  const comparisonId = await paused.create(tenant);
  const lost = await run(tenant, comparisonId);
  await paused.call(tenant, "DELETE", paths(comparisonId).read);
  await deleteContent(comparisonId, paused.parts);
  expect(await paused.stored(tenant)).toEqual([]);
  await paused.parts.store.put(
    `${tenant.organizationId}/${comparisonId}/docx.mmbkq9gx.abababababababab`,
    (async function* () {
      yield new Uint8Array(3);
    })(),
    { organization: tenant, mostBytes: 3 },
  );
  await settle(lost);
  expect(await run(tenant, comparisonId)).toBeUndefined();
  expect(await paused.stored(tenant)).toEqual([]);
});
