// Tests readiness on the private port (SRV-82, CNV-12).

import { expect, test } from "vitest";
import { type Checks, openPrivateServer, readiness, reportOnly } from "./readiness.ts";

const well = async () => {};

async function asked(
  checks: Checks,
  path = "/health/ready",
  method = "GET",
): Promise<{ status: number; body: string }> {
  const server = await openPrivateServer(checks, { host: "127.0.0.1", port: 0 });
  try {
    const reply = await fetch(`${server.url}${path}`, { method });
    return { status: reply.status, body: await reply.text() };
  } finally {
    await server.close();
  }
}

test("readiness asks every part", async () => {
  const { status, body } = await asked({ storage: well, queue: well });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({ status: "ready", checks: { storage: "ok", queue: "ok" } });
});

test("a part that fails makes the service unavailable, and nothing is said of why", async () => {
  const failing = async () => {
    throw new Error("password authentication failed");
  };
  const { status, body } = await asked({ storage: failing, queue: well });
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({ status: "unavailable", checks: { storage: "unavailable", queue: "ok" } });
});

test("[CNV-12] a converter that is away is told, and nobody is unready for it", async () => {
  const away = async () => {
    throw new Error("no process converts");
  };
  const { status, body } = await asked({ storage: well, converter: reportOnly(away) });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({ status: "ready", checks: { storage: "ok", converter: "unavailable" } });
});

test("the port answers nothing else", async () => {
  expect(await asked({}, "/health")).toEqual({ status: 404, body: "" });
  expect(await asked({}, "/health/ready", "POST")).toEqual({ status: 404, body: "" });
  expect(await asked({}, "/health/ready", "HEAD")).toEqual({ status: 200, body: "" });
});

test("[SRV-82] one probe is in flight however many ask, and its answer holds for two seconds", async () => {
  let probes = 0;
  let time = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    probes++;
    return promise;
  };
  const ask = readiness({ storage: check }, () => time);
  const many = Array.from({ length: 100 }, () => ask());
  resolve();
  await Promise.all(many);
  expect(probes).toBe(1);
  time = 1999;
  await ask();
  expect(probes).toBe(1);
  time = 2000;
  await ask();
  expect(probes).toBe(2);
});
