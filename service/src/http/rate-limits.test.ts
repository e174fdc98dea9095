// Tests the limits of requests by key and by address.

import { afterEach, expect, test } from "vitest";
import { defaultRateLimits } from "../contract/limits.ts";
import { registerExamples } from "./testing/example-routes.ts";
import { makeKey, startTestServer, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];
const url = "/v1/examples/cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";

function start(rateLimits: Partial<typeof defaultRateLimits> = {}, over: Parameters<typeof startTestServer>[0] = {}) {
  const config = { rateLimits: { ...defaultRateLimits, ...rateLimits } };
  const server = startTestServer({ routes: [registerExamples], config, ...over });
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const get = ({ app, headers }: TestServer) => app.inject({ url, headers });
const post = ({ app, headers }: TestServer) =>
  app.inject({ method: "POST", url: "/v1/examples/list", headers, payload: { name: "n" } });

const limitsIn = ({ headers }: Awaited<ReturnType<typeof get>>) =>
  [headers["ratelimit-limit"], headers["ratelimit-remaining"], headers["ratelimit-reset"]].join(" ");

test("every reply to a key tells how it stands with the tighter limit", async () => {
  const server = start();
  expect(limitsIn(await get(server))).toBe("600 599 1");
  expect(limitsIn(await post(server))).toBe("120 119 1");
  expect(limitsIn(await get(server))).toBe("600 597 1");
  const refused = await server.app.inject({ url: "/v1/examples/nonsense", headers: server.headers });
  expect(refused.statusCode).toBe(400);
  expect(limitsIn(refused)).toBe("600 596 1");
  const { app } = server;
  expect(limitsIn(await app.inject("/health"))).toBe("  ");
  expect(limitsIn(await app.inject(url))).toBe("  ");
});

test("past the limit of the key the answer is 429 with Retry-After, until tokens have flowed in", async () => {
  const server = start({ perKey: 60 });
  for (let count = 0; count < 60; count++) expect((await get(server)).statusCode).toBe(200);
  const reply = await get(server);
  expect(reply.statusCode).toBe(429);
  expect(reply.json().error).toMatchObject({
    code: "RATE_LIMITED",
    message: expect.stringContaining("1 s"),
  });
  expect(reply.headers).toMatchObject({ "retry-after": "1", "ratelimit-limit": "60", "ratelimit-remaining": "0" });
  server.clock.pass(2);
  expect((await get(server)).statusCode).toBe(200);
  expect((await get(server)).statusCode).toBe(200);
  expect((await get(server)).statusCode).toBe(429);
});

test("posts have a limit of their own, and one refused for it costs nothing of the other", async () => {
  const server = start({ createsPerKey: 3 });
  for (let count = 0; count < 3; count++) expect((await post(server)).statusCode).toBe(200);
  const reply = await post(server);
  expect(reply.statusCode).toBe(429);
  expect(reply.headers["retry-after"]).toBe("20");
  expect(limitsIn(await get(server))).toBe("600 596 1");
});

test("keys do not share their limits", async () => {
  const keys = [makeKey(), makeKey()];
  const server = start({ perKey: 1 }, { keys });
  const statuses = [];
  for (const { authorization } of [...keys, ...keys]) {
    statuses.push((await server.app.inject({ url, headers: { authorization } })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test("the address is counted before the key is looked at", async () => {
  let asked = 0;
  const findKey = async () => {
    asked += 1;
    return undefined;
  };
  const server = start({ perAddress: 5 }, { findKey });
  const statuses = [];
  for (let count = 0; count < 7; count++) statuses.push((await get(server)).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(asked).toBe(5);
  expect((await server.app.inject("/health")).statusCode).toBe(200);
  expect((await server.app.inject("/v1/nowhere")).statusCode).toBe(429);
});

test.each([
  ["10.0.0.1", "10.0.0.2", "apart"],
  ["10.0.0.1", "::ffff:10.0.0.1", "together"],
  ["2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", "together"],
  ["2001:db8:0:1::1", "2001:DB8:0000:0001:0:0:0:9", "together"],
  ["2001:db8:0:1::1", "2001:db8:0:2::1", "apart"],
  ["::1", "1::", "apart"],
  ["fe80::1%eth0", "fe80::2%eth1", "together"],
])("%s and %s are counted %s", async (one, other, expected) => {
  const server = start({ perAddress: 1 });
  const ask = (remoteAddress: string) => server.app.inject({ url: "/openapi.json", remoteAddress });
  expect((await ask(one)).statusCode).toBe(200);
  expect((await ask(other)).statusCode).toBe(expected === "apart" ? 200 : 429);
});

test("behind a trusted proxy the caller's own address is counted, elsewhere the header is not believed", async () => {
  const headers = (address: string) => ({ "x-forwarded-for": address, "x-forwarded-proto": "https" });
  const rateLimits = { ...defaultRateLimits, perAddress: 1 };
  for (const [trustedProxies, expected] of [
    [["10.0.0.0/8"], 200],
    [[], 429],
  ] as const) {
    const server = start({}, { config: { rateLimits, trustedProxies } });
    const ask = (address: string) =>
      server.app.inject({ url: "/openapi.json", remoteAddress: "10.0.0.1", headers: headers(address) });
    expect((await ask("192.0.2.1")).statusCode).toBe(200);
    expect((await ask("192.0.2.2")).statusCode).toBe(expected);
  }
});

test("0 switches a limit off", async () => {
  const server = start({ perKey: 0, createsPerKey: 0, perAddress: 0 });
  const reply = await post(server);
  expect(reply.statusCode).toBe(200);
  expect(limitsIn(reply)).toBe("  ");
});
