// Tests stopping processes, and ending those from before a restore (SRV-108, BCK-6).

import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "./jobs/testing/documents.ts";
import { makeServiceBench, type ServiceBench } from "./testing/running-service.ts";

let bench: ServiceBench;
let key: string;
beforeAll(async () => {
  bench = await makeServiceBench();
  await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: false, retentionDays: null });
  const wanted = { organization: "acme", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
  key = (await bench.operator.createKey(wanted)).text;
});
afterAll(() => bench.close());

function submit(url: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const field of ["original", "modified"]) {
    form.append(field, new Blob([new Uint8Array(documentOf(field))]), `${field}.docx`);
  }
  return fetch(`${url}/v1/compare`, { method: "POST", body: form, headers: { authorization: `Bearer ${key}` } });
}

const states = async () =>
  (await bench.database.pool.query("select state from jobs order by created_at")).rows.map(({ state }) => state);

test("an API alone takes work, and a worker alone that starts later does it", async () => {
  const api = await bench.start("api");
  expect((await submit(api.url!)).status).toBe(202);
  expect(await states()).toEqual(["queued"]);
  expect(await api.stop()).toBe(true);
  const worker = await bench.start("worker");
  expect(worker.url).toBeUndefined();
  expect((await fetch(`${worker.privateUrl}/health/ready`)).status).toBe(200);
  await expect.poll(states, { timeout: 20_000 }).toEqual(["done"]);
  expect(await worker.stop()).toBe(true);
});

test("what was taken before stopping is finished by whoever starts next, once", async () => {
  const first = await bench.start("api", "worker");
  for (let count = 0; count < 4; count++) await submit(first.url!);
  expect(await first.stop()).toBe(true);
  expect((await states()).includes("running")).toBe(false);
  await expect(fetch(`${first.url}/health`)).rejects.toThrow();
  const second = await bench.start("worker");
  await expect.poll(states, { timeout: 20_000 }).toEqual(Array(5).fill("done"));
  await second.stop();
});

test("[SRV-108] a call that waits is answered with 202 when the process stops", async () => {
  const api = await bench.start("api");
  const waiting = submit(api.url!, { wait: "true" });
  await expect.poll(states, { timeout: 10_000 }).toContain("queued");
  const before = performance.now();
  const [reply, isDone] = await Promise.all([waiting, api.stop()]);
  expect([reply.status, isDone]).toEqual([202, true]);
  expect(await reply.json()).toMatchObject({ status: "processing", pending_formats: ["docx"] });
  expect(performance.now() - before).toBeLessThan(10_000);
});

// Must be the last test: afterwards no process may use this database.
test("[BCK-6] a process from before a restore takes no upload and says that it must end", async () => {
  const old = await bench.start("api");
  await bench.database.pool.query("update installation set restores = restores + 1");
  await expect(old.outdated).resolves.toMatch(/before a restore/);
  expect((await submit(old.url!)).status).toBeGreaterThanOrEqual(500);
  await old.stop();
});
