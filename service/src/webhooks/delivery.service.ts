// Tests deliveries to a real receiver with the whole service.

import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, until, type WholeService } from "../comparisons/testing/whole-service.ts";
import { addressGuard } from "./address-guard.ts";
import { send as sendTo } from "./receiver.ts";
import { localReceivers, type ReceivedCall, startTestReceiver, type TestReceiver } from "./testing/test-receiver.ts";
import { webhookCalls } from "./testing/webhook-calls.ts";

let receiver: TestReceiver;
let service: WholeService;
/** The addresses of every name; a test may change them. */
let addresses: readonly string[] = ["127.0.0.1"];
beforeAll(async () => {
  receiver = await startTestReceiver();
  service = await startWholeService({ receiver: { ...localReceivers(receiver), resolve: async () => addresses } });
  await service.work();
});
afterAll(async () => {
  await service.close();
  receiver.close();
});

const { send, create, deliveries, test: sendTest, pass, left } = webhookCalls(() => service);

/** Returns the signature that the openssl program computes. */
function opensslSignature(secret: string, { headers, body }: ReceivedCall): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64").toString("hex");
  const input = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const digest = execFileSync("openssl", ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${key}`, "-binary"], {
    input,
  });
  return `v1,${digest.toString("base64")}`;
}

const untilCalls = (path: string, count: number) =>
  until(
    async () => receiver.callsTo(path),
    (calls) => calls.length >= count,
  );

test("an event is delivered once, signed as openssl signs it, and nothing of it is left but its line", async () => {
  const tenant = await service.addTenant();
  const { webhook_id: webhookId, secret } = await create(tenant, receiver.url("/once"), ["comparison.ready"]);
  const comparisonId = await service.create(tenant);
  const [call] = await untilCalls("/once", 1);
  const { headers, body } = call!;
  const event = JSON.parse(body);
  expect(event).toEqual({
    event_id: expect.stringMatching(/^evt_[0-9a-hjkmnp-tv-z]{26}$/),
    type: "comparison.ready",
    created_at: service.clock.read().toISOString(),
    data: { comparison_id: comparisonId, status: "ready" },
  });
  expect(headers).toMatchObject({
    host: `receiver.test:${receiver.port}`,
    "content-type": "application/json",
    "webhook-id": event.event_id,
    "webhook-timestamp": String(Math.floor(service.clock.read().getTime() / 1000)),
    "webhook-signature": opensslSignature(secret, call!),
  });
  await until(
    () => left(tenant),
    (count) => count === 0,
  );
  expect(await deliveries(tenant, webhookId)).toEqual([
    {
      event_id: event.event_id,
      type: "comparison.ready",
      attempt: 1,
      status: "delivered",
      response_status: 204,
      at: service.clock.read().toISOString(),
    },
  ]);
  expect(receiver.callsTo("/once")).toHaveLength(1);
});

test("[SRV-126] while a secret is rotated there are two signatures, the new one first; after a day one", async () => {
  const tenant = await service.addTenant();
  const { webhook_id: webhookId, secret } = await create(tenant, receiver.url("/rotated"));
  const rotated = (await service.call(tenant, "POST", `/v1/webhooks/${webhookId}/rotate`)).json();
  await sendTest(tenant, webhookId);
  const [during] = await untilCalls("/rotated", 1);
  expect(during!.headers["webhook-signature"]).toBe(
    `${opensslSignature(rotated.secret, during!)} ${opensslSignature(secret, during!)}`,
  );
  await pass(24 * 3600);
  await sendTest(tenant, webhookId);
  const after = (await untilCalls("/rotated", 2))[1]!;
  expect(after.headers["webhook-signature"]).toBe(opensslSignature(rotated.secret, after));
});

test("retries come in order, each after its rest, with the same event and a fresh signature; then it is given up", async () => {
  const tenant = await service.addTenant();
  receiver.answer("/failing", (response) => response.writeHead(500).end("no"));
  const { webhook_id: webhookId, secret } = await create(tenant, receiver.url("/failing"));
  const eventId = await sendTest(tenant, webhookId);
  const rests = [5, 30, 300, 1800, 7200, 28_800, 86_400];
  for (const [index, rest] of rests.entries()) {
    await until(
      () => deliveries(tenant, webhookId),
      (list) => list.length === index + 1,
    );
    await pass(rest - 4);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(receiver.callsTo("/failing"), `before ${rest} s`).toHaveLength(index + 1);
    await pass(4);
    await untilCalls("/failing", index + 2);
  }
  const attempts = await until(
    () => deliveries(tenant, webhookId),
    (list) => list.length === 8,
  );
  expect(attempts.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual([
    "8 failed",
    ...[7, 6, 5, 4, 3, 2, 1].map((attempt) => `${attempt} retrying`),
  ]);
  expect(attempts.every((delivery) => delivery.event_id === eventId && delivery.response_status === 500)).toBe(true);
  const calls = receiver.callsTo("/failing");
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  for (const call of calls) expect(call.headers["webhook-signature"]).toBe(opensslSignature(secret, call));
  await until(
    () => left(tenant),
    (count) => count === 0,
  );
  expect((await service.call(tenant, "GET", `/v1/webhooks/${webhookId}`)).json().status).toBe("active");
});

test("410 disables the webhook and discards what it has not received; PATCH switches it on again", async () => {
  const tenant = await service.addTenant();
  receiver.answer("/gone", (response) => response.writeHead(410).end());
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/gone"));
  await sendTest(tenant, webhookId);
  const read = async () => (await service.call(tenant, "GET", `/v1/webhooks/${webhookId}`)).json();
  await until(read, ({ status }) => status === "disabled");
  expect(await deliveries(tenant, webhookId)).toMatchObject([{ status: "failed", response_status: 410 }]);
  expect(refusal(await service.call(tenant, "POST", `/v1/webhooks/${webhookId}/test`))).toBe("409 CONFLICT");
  await service.create(tenant);
  await until(
    () => left(tenant),
    (count) => count === 0,
  );
  receiver.answer("/gone", (response) => response.writeHead(200).end());
  expect((await send(tenant, `PATCH /v1/webhooks/${webhookId}`, { status: "active" })).json().status).toBe("active");
  await sendTest(tenant, webhookId);
  await untilCalls("/gone", 2);
});

test("five days without a delivery disable; a delivery in between begins the count anew", async () => {
  const tenant = await service.addTenant();
  let status = 503;
  receiver.answer("/days", (response) => response.writeHead(status).end());
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/days"));
  const attempt = async () => {
    const before = (await deliveries(tenant, webhookId))[0]?.event_id;
    const eventId = await sendTest(tenant, webhookId);
    await until(
      () => deliveries(tenant, webhookId),
      (list) => list[0]?.event_id !== before && list[0]?.event_id === eventId,
    );
    return (await service.call(tenant, "GET", `/v1/webhooks/${webhookId}`)).json().status;
  };
  expect(await attempt()).toBe("active");
  service.clock.pass(4 * 86_400);
  status = 200;
  expect(await attempt()).toBe("active");
  status = 503;
  service.clock.pass(2 * 86_400);
  expect(await attempt()).toBe("active");
  service.clock.pass(5 * 86_400);
  await sendTest(tenant, webhookId);
  await until(
    async () => (await service.call(tenant, "GET", `/v1/webhooks/${webhookId}`)).json(),
    (webhook) => webhook.status === "disabled",
  );
  await until(
    () => left(tenant),
    (count) => count === 0,
  );
});

test("[SRV-123] a redirect is not followed", async () => {
  const tenant = await service.addTenant();
  receiver.answer("/moved", (response) => response.writeHead(307, { location: receiver.url("/elsewhere") }).end());
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/moved"));
  await sendTest(tenant, webhookId);
  const [delivery] = await until(
    () => deliveries(tenant, webhookId),
    (list) => list.length > 0,
  );
  expect(delivery).toMatchObject({ status: "retrying", response_status: 307 });
  expect(receiver.callsTo("/elsewhere")).toEqual([]);
});

test("[SRV-123] a name that leads to a refused address by the time of sending gets nothing, and then goes on", async () => {
  const tenant = await service.addTenant();
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/rebound"));
  for (const [index, rebound] of [["10.0.0.1"], ["127.0.0.1", "169.254.169.254"], ["::1"], []].entries()) {
    addresses = rebound;
    await sendTest(tenant, webhookId);
    await until(
      () => deliveries(tenant, webhookId),
      (list) => list.length === index + 1,
    );
  }
  addresses = ["127.0.0.1"];
  expect(await deliveries(tenant, webhookId)).toMatchObject(
    Array.from({ length: 4 }, () => ({ status: "retrying", response_status: null })),
  );
  expect(receiver.callsTo("/rebound")).toEqual([]);
  await pass(5);
  await untilCalls("/rebound", 4);
});

test("[SRV-123] the connection goes to the address that was checked, whatever the name means a moment later", async () => {
  let asked = 0;
  // Only the first lookup returns an allowed address. A second lookup would return an address that does not respond.
  const resolve = async () => (asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.9"]);
  const parts = { ...localReceivers(receiver), resolve };
  const { signal } = new AbortController();
  const sending = { url: new URL(receiver.url("/checked")), headers: {}, body: "{}", signal, organizationId: "one" };
  expect(await sendTo(sending, parts)).toBe(204);
  expect(asked).toBe(1);
  expect(receiver.callsTo("/checked")[0]!.headers.host).toBe(`receiver.test:${receiver.port}`);
  const literal = new URL(`https://127.0.0.1:${receiver.port}/checked`);
  expect(await sendTo({ ...sending, url: literal }, parts)).toBe(204);
  expect(await sendTo({ ...sending, url: literal }, { ...parts, isAllowed: addressGuard([]) })).toBeUndefined();
});

test("a certificate of another name, or of nobody known, gets nothing", async () => {
  const { signal } = new AbortController();
  const sending = {
    url: new URL(`https://other.test:${receiver.port}/certificate`),
    headers: {},
    body: "{}",
    signal,
    organizationId: "one",
  };
  const { certificates: _, ...unknown } = localReceivers(receiver);
  expect(await sendTo(sending, localReceivers(receiver))).toBeUndefined();
  expect(await sendTo({ ...sending, url: new URL(receiver.url("/certificate")) }, unknown)).toBeUndefined();
  expect(receiver.callsTo("/certificate")).toEqual([]);
});

test("at most 100 deliveries of a webhook are kept", async () => {
  const tenant = await service.addTenant();
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/many"));
  const ids = await Promise.all(Array.from({ length: 104 }, () => sendTest(tenant, webhookId)));
  await untilCalls("/many", 104);
  await until(
    () => left(tenant),
    (count) => count === 0,
  );
  const listed = (await deliveries(tenant, webhookId)).map(({ event_id: eventId }) => String(eventId));
  expect(listed).toHaveLength(100);
  expect(ids).toEqual(expect.arrayContaining(listed));
  expect(new Set(receiver.callsTo("/many").map(({ headers }) => headers["webhook-id"])).size).toBe(104);
});

test("[SRV-127] deleting a webhook deletes what waits for it", async () => {
  const tenant = await service.addTenant();
  receiver.answer("/deleted", (response) => response.writeHead(500).end());
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/deleted"));
  await sendTest(tenant, webhookId);
  await until(
    () => deliveries(tenant, webhookId),
    (list) => list.length === 1,
  );
  expect((await service.call(tenant, "DELETE", `/v1/webhooks/${webhookId}`)).statusCode).toBe(200);
  expect(await left(tenant)).toBe(0);
  await pass(60);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(receiver.callsTo("/deleted")).toHaveLength(1);
});
