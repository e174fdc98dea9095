import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWholeService, until, type WholeService } from "../comparisons/testing/whole-service.ts";
import { localReceivers, startTestReceiver, type TestReceiver } from "./testing/test-receiver.ts";
import { webhookCalls } from "./testing/webhook-calls.ts";

let receiver: TestReceiver;
let service: WholeService;
beforeAll(async () => {
  receiver = await startTestReceiver();
  service = await startWholeService({ receiver: localReceivers(receiver) });
  await service.work();
});
afterAll(async () => {
  await service.close();
  receiver.close();
});

const { create, deliveries, test: sendTest, left } = webhookCalls(() => service);

async function firstDelivery(path: string) {
  const tenant = await service.addTenant();
  const { webhook_id: webhookId } = await create(tenant, receiver.url(path));
  await sendTest(tenant, webhookId);
  const [delivery] = await until(
    () => deliveries(tenant, webhookId),
    (list) => list.length > 0,
  );
  return delivery!;
}

test("receivers that do not answer delay neither documents nor the deliveries of others, and end after ten seconds", async () => {
  const [slow, quick] = [await service.addTenant(), await service.addTenant()];
  receiver.answer("/silent", () => {});
  const { webhook_id: silentId } = await create(slow, receiver.url("/silent"));
  const { webhook_id: quickId } = await create(quick, receiver.url("/quick"));
  await Promise.all(Array.from({ length: 60 }, () => sendTest(slow, silentId)));
  await until(
    async () => receiver.callsTo("/silent").length,
    (count) => count >= 8,
  );
  const begun = performance.now();
  for (let number = 0; number < 5; number++) await sendTest(quick, quickId);
  await until(
    () => left(quick),
    (count) => count === 0,
  );
  expect(receiver.callsTo("/quick")).toHaveLength(5);
  expect(await service.untilEnded(slow, await service.create(slow))).toMatchObject({ status: "ready" });
  expect(await service.untilEnded(quick, await service.create(quick))).toMatchObject({ status: "ready" });
  expect(performance.now() - begun).toBeLessThan(8000);
  // Of one organization eight at a time.
  expect(receiver.callsTo("/silent")).toHaveLength(8);
  const [first] = await until(
    () => deliveries(slow, silentId),
    (list) => list.length > 0,
  );
  expect(first).toMatchObject({ attempt: 1, status: "retrying", response_status: null });
  expect(performance.now() - receiver.callsTo("/silent")[0]!.at).toBeLessThan(12_000);
  await service.call(slow, "DELETE", `/v1/webhooks/${silentId}`);
});

test("an endless answer is cut after a few kilobytes, and the event counts as delivered", async () => {
  let written = 0;
  let isOpen = true;
  receiver.answer("/endless", async (response) => {
    response.on("close", () => {
      isOpen = false;
    });
    response.writeHead(200);
    const piece = Buffer.alloc(64 * 1024, "x");
    while (isOpen && written < 2 ** 30) {
      written += piece.length;
      if (!response.write(piece)) await wait(5);
    }
  });
  expect(await firstDelivery("/endless")).toMatchObject({ status: "delivered", response_status: 200 });
  await until(
    async () => isOpen,
    (open) => !open,
  );
  // The buffers of two sockets hold about this much.
  expect(written).toBeLessThan(16 * 2 ** 20);
});

test("an answer whose body never ends, drop by drop, is cut after a second", async () => {
  let closedAt = 0;
  receiver.answer("/dripping", (response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write("."), 50);
    response.on("close", () => {
      clearInterval(dripping);
      closedAt = performance.now();
    });
  });
  expect(await firstDelivery("/dripping")).toMatchObject({ status: "delivered", response_status: 200 });
  await until(
    async () => closedAt,
    (at) => at > 0,
  );
  expect(closedAt - receiver.callsTo("/dripping")[0]!.at).toBeLessThan(5000);
});

test("headers that are too large, not HTTP, or never end are no answer", async () => {
  receiver.answer("/headers", ({ socket }) => socket!.end(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(2 ** 20)}\r\n\r\n`));
  receiver.answer("/garbage", ({ socket }) => socket!.end("SSH-2.0-OpenSSH_9.6\r\n"));
  receiver.answer("/closed", ({ socket }) => socket!.destroy());
  receiver.answer("/slow-headers", ({ socket }) => {
    socket!.write("HTTP/1.1 200 OK\r\n");
    const dripping = setInterval(() => socket!.write("x: y\r\n"), 300);
    socket!.on("close", () => clearInterval(dripping));
    socket!.on("error", () => {});
  });
  receiver.answer("/continuing", ({ socket }) => {
    const dripping = setInterval(() => socket!.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 100);
    socket!.on("close", () => clearInterval(dripping));
    socket!.on("error", () => {});
  });
  const paths = ["/headers", "/garbage", "/closed", "/slow-headers", "/continuing"];
  const begun = performance.now();
  const found = await Promise.all(paths.map(firstDelivery));
  for (const delivery of found) expect(delivery).toMatchObject({ status: "retrying", response_status: null });
  expect(performance.now() - begun).toBeLessThan(14_000);
});
