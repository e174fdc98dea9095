// Tests which events are recorded for webhooks.

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { documentCalls } from "../documents/testing/document-calls.ts";
import { editCalls } from "../edits/testing/edit-calls.ts";
import { fileCalls } from "../files/testing/file-calls.ts";
import { documentWithBody } from "../jobs/testing/documents.ts";
import { webhookCalls } from "./testing/webhook-calls.ts";

let service: WholeService;
const receiver = { isAllowed: () => true, resolve: async () => ["127.0.0.1"] };
beforeAll(async () => {
  service = await startWholeService({ receiver });
  await service.work();
});
afterAll(() => service.close());

const { create, send } = webhookCalls(() => service);
const { upload, post } = editCalls(() => service);
const { untilEnded } = fileCalls(() => service);
const stored = documentCalls(() => service);
const url = "https://receiver.test/";

interface Told {
  readonly webhookId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns the undelivered events of the organization's webhooks, in order. */
async function told({ organizationId }: Tenant): Promise<Told[]> {
  const rows = await service.database
    .selectFrom("webhook_messages")
    .where("organization_id", "=", organizationId)
    .select(["webhook_id", "type", "body"])
    .orderBy("event_id")
    .execute();
  return rows.map(({ webhook_id: webhookId, type, body }) => ({ webhookId, type, data: JSON.parse(body).data }));
}

test("an edit that is made while its caller waits tells of itself and of its file, once each", async () => {
  const tenant = await service.addTenant();
  const source = await upload(tenant);
  await untilEnded(tenant, source);
  const { webhook_id: webhookId } = await create(tenant, url);
  const edited = (await post(tenant, { file_id: source })).json();
  await until(
    () => told(tenant),
    (list) => list.length >= 2,
  );
  const { edit_id, file_id } = edited;
  const { redline_file_id } = await service.database
    .selectFrom("edits")
    .where("edit_id", "=", edit_id)
    .select("redline_file_id")
    .executeTakeFirstOrThrow();
  const events = (await told(tenant)).sort((one, other) => (one.type < other.type ? -1 : 1));
  expect(events).toEqual([
    {
      webhookId,
      type: "edit.ready",
      data: { edit_id, source_file_id: source, file_id, redline_file_id, status: "ready" },
    },
    { webhookId, type: "file.ready", data: { file_id, status: "ready" } },
  ]);
  // The file is ready before its content is read, so the reading causes no further event.
  const words = () =>
    service.database.selectFrom("files").where("file_id", "=", file_id).select("words").executeTakeFirstOrThrow();
  await until(words, ({ words: count }) => count !== null);
  expect(await told(tenant)).toHaveLength(2);
});

test("a version tells that it is ready and that its redline is, and that both failed, under the ids of the document", async () => {
  const tenant = await service.addTenant();
  await create(tenant, url, ["*"]);
  const first = await stored.create(tenant);
  const second = await stored.add(tenant, first.document_id, { text: ["The fee is 20 euros."] });
  await stored.untilEnded(tenant, second);
  const third = await stored.add(tenant, first.document_id, { text: documentWithBody("<w:p>") });
  await stored.untilEnded(tenant, third);
  const seen = (await told(tenant)).map(
    ({ type, data: { version_id: versionId, document_id: documentId, status } }) => {
      expect(documentId).toBe(first.document_id);
      return [type, versionId, status];
    },
  );
  expect(new Set(seen.map((event) => event.join(" ")))).toEqual(
    new Set([
      `version.ready ${first.version_id} ready`,
      `version.ready ${second.version_id} ready`,
      `version.redline_ready ${second.version_id} ready`,
      `version.failed ${third.version_id} failed`,
      `version.redline_failed ${third.version_id} failed`,
    ]),
  );
  expect(seen).toHaveLength(5);
});

test("webhooks are told what they ask for: by name, all, and nothing while disabled", async () => {
  const tenant = await service.addTenant();
  const all = await create(tenant, url, ["*"]);
  const ready = await create(tenant, url, ["comparison.ready", "comparison.failed"]);
  await create(tenant, url, ["merge.ready"]);
  const disabled = await create(tenant, url, ["*"]);
  await send(tenant, `PATCH /v1/webhooks/${disabled.webhook_id}`, { status: "disabled" });
  const comparisonId = await service.create(tenant);
  await service.untilEnded(tenant, comparisonId);
  const events = await told(tenant);
  expect(events.map(({ webhookId }) => webhookId).sort()).toEqual([all.webhook_id, ready.webhook_id].sort());
  expect(events.map(({ data }) => data)).toEqual(
    Array.from({ length: 2 }, () => ({ comparison_id: comparisonId, status: "ready" })),
  );
  const rows = await service.database
    .selectFrom("webhook_messages")
    .where("organization_id", "=", tenant.organizationId)
    .select("event_id")
    .distinct()
    .execute();
  expect(rows).toHaveLength(1);
});

test("a call that is refused for the allowance is told once a month", async () => {
  const tenant = await service.addTenant({ documentLimit: 1 });
  const refuse = async () => expect(refusal(await service.send(tenant))).toBe("402 USAGE_LIMIT_REACHED");
  // No webhook requests the event yet.
  await refuse();
  const { webhook_id: webhookId } = await create(tenant, url, ["usage.limit_reached"]);
  for (let call = 0; call < 3; call++) await refuse();
  const data = (month: string, next: string) => ({
    organization_id: tenant.organizationId,
    period_start: `${month}-01T00:00:00.000Z`,
    period_end: `${next}-01T00:00:00.000Z`,
    status: "limit_reached",
  });
  const march = { webhookId, type: "usage.limit_reached", data: data("2026-03", "2026-04") };
  await until(
    () => told(tenant),
    (list) => list.length > 0,
  );
  expect(await told(tenant)).toEqual([march]);
  service.clock.pass(31 * 86_400);
  // The first webhook may be disabled already, because its address did not respond for a month.
  const { webhook_id: later } = await create(tenant, url, ["usage.limit_reached"]);
  await refuse();
  await refuse();
  const toldLater = async () => (await told(tenant)).filter((event) => event.webhookId === later);
  await until(toldLater, (list) => list.length > 0);
  expect(await toldLater()).toEqual([{ ...march, webhookId: later, data: data("2026-04", "2026-05") }]);
});
