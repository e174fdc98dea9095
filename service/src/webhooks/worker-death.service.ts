// Tests that every event is delivered although workers are killed.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWholeService, until, type WholeService } from "../comparisons/testing/whole-service.ts";
import { localReceivers, startTestReceiver, type TestReceiver } from "./testing/test-receiver.ts";
import { webhookCalls } from "./testing/webhook-calls.ts";

let receiver: TestReceiver;
let service: WholeService;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  receiver = await startTestReceiver();
  // This service takes no jobs; the processes of the test do.
  service = await startWholeService({ receiver: localReceivers(receiver) });
});
afterAll(async () => {
  for (const each of processes) each.kill("SIGKILL");
  await service.close();
  receiver.close();
});

const { create, deliveries, test: sendTest, left } = webhookCalls(() => service);

async function startWorker(): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "testing/delivery-process.ts");
  const worker = spawn(process.execPath, [program, service.databaseUrl, receiver.certificateFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(worker);
  await once(worker.stdout!, "data");
  return worker;
}

test("[SRV-121] every event is delivered, although workers are killed while they send", {
  timeout: 120_000,
}, async () => {
  const tenant = await service.addTenant();
  receiver.answer("/kept", async (response) => {
    await wait(200);
    response.writeHead(200).end();
  });
  const { webhook_id: webhookId } = await create(tenant, receiver.url("/kept"));
  const ids: string[] = [];
  for (let number = 0; number < 40; number++) ids.push(await sendTest(tenant, webhookId));
  for (const afterCalls of [4, 20]) {
    const worker = await startWorker();
    await until(
      async () => receiver.callsTo("/kept").length,
      (count) => count >= afterCalls,
    );
    worker.kill("SIGKILL");
  }
  await startWorker();
  await expect.poll(() => left(tenant), { timeout: 90_000, interval: 100 }).toBe(0);
  const received = receiver.callsTo("/kept").map(({ headers }) => headers["webhook-id"]);
  expect([...new Set(received)].sort()).toEqual(ids.sort());
  // Events in progress when a worker died were sent again, and every event has one recorded attempt.
  expect(received.length).toBeGreaterThan(ids.length);
  const listed = await deliveries(tenant, webhookId);
  expect(listed.map(({ event_id: eventId }) => eventId).sort()).toEqual(ids);
  expect(listed.every(({ status, attempt }) => status === "delivered" && attempt === 1)).toBe(true);
});
