// Tests the check of bearer keys: faults, expiry, and how long a key is kept.

import { afterEach, expect, test } from "vitest";
import { registerExamples } from "./testing/example-routes.ts";
import { makeKey, startTestServer, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];
const url = "/v1/examples/cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";

function start(over: Parameters<typeof startTestServer>[0] = {}): TestServer {
  const server = startTestServer({ routes: [registerExamples], ...over });
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function codeOf(server: TestServer, authorization: string | undefined, method: "GET" | "POST" = "GET") {
  const headers = authorization === undefined ? {} : { authorization };
  const at = method === "GET" ? url : "/v1/examples/list";
  const reply = await server.app.inject({
    method,
    url: at,
    headers,
    ...(method === "POST" && { payload: { name: "n" } }),
  });
  return reply.statusCode === 200 ? "200" : `${reply.statusCode} ${reply.json().error.code}`;
}

test("a key of the organization is let in, whatever the case of the scheme's name", async () => {
  const server = start();
  const { authorization } = server.headers;
  expect(await codeOf(server, authorization)).toBe("200");
  expect(await codeOf(server, authorization.replace("Bearer", "bearer"))).toBe("200");
  expect(await codeOf(server, authorization, "POST")).toBe("200");
});

test("every fault of a key gets one and the same answer", async () => {
  const past = new Date("2026-03-04T05:06:07.000Z");
  const keys = {
    good: makeKey(),
    expired: makeKey({ expiresAt: past }),
    revoked: makeKey({ revokedAt: past }),
    elsewhere: makeKey({ region: "uk" }),
  };
  const server = start({ keys: Object.values(keys) });
  const good = keys.good.authorization;
  const faulty = [
    undefined,
    "",
    "Bearer",
    "Bearer nonsense",
    good.replace("Bearer", "Basic"),
    good.replace("Bearer ", ""),
    `${good.slice(0, -2)}AA`,
    `${good} ${good}`,
    makeKey().authorization,
    keys.expired.authorization,
    keys.revoked.authorization,
    keys.elsewhere.authorization,
  ];
  const replies = await Promise.all(
    faulty.map(async (authorization) => {
      const headers = { "x-request-id": "same", ...(authorization === undefined ? {} : { authorization }) };
      const { statusCode, body, headers: answered } = await server.app.inject({ url, headers });
      return JSON.stringify({ statusCode, body, answered: { ...answered, date: "" } });
    }),
  );
  expect(new Set(replies).size).toBe(1);
  expect(JSON.parse(replies[0] ?? "")).toMatchObject({ statusCode: 401, answered: { "www-authenticate": "Bearer" } });
  expect(replies[0]).toContain("INVALID_API_KEY");
});

test("a key works until the moment it expires", async () => {
  const key = makeKey({ expiresAt: new Date("2026-03-04T05:06:08.000Z") });
  const server = start({ keys: [key] });
  expect(await codeOf(server, key.authorization)).toBe("200");
  server.clock.pass(1);
  expect(await codeOf(server, key.authorization)).toBe("401 INVALID_API_KEY");
});

test("a key whose account left the organization is refused as such", async () => {
  for (const accountOrganizationId of [null, "0a1b2c3d-0000-4000-8000-00000000ffff"]) {
    const key = makeKey({ accountOrganizationId });
    expect(await codeOf(start({ keys: [key] }), key.authorization)).toBe("403 API_KEY_ORG_MISMATCH");
  }
});

test("a key that is expired and whose account left is expired", async () => {
  const key = makeKey({ accountOrganizationId: null, expiresAt: new Date(0) });
  expect(await codeOf(start({ keys: [key] }), key.authorization)).toBe("401 INVALID_API_KEY");
});

test.each([
  [["read", "write"] as const, "200", "200"],
  [["write"] as const, "200", "200"],
  [["read"] as const, "200", "403 INSUFFICIENT_SCOPE"],
  [[] as const, "403 INSUFFICIENT_SCOPE", "403 INSUFFICIENT_SCOPE"],
])("the scopes %j allow: GET %s, POST %s", async (scopes, get, post) => {
  const key = makeKey({}, { scopes });
  const server = start({ keys: [key] });
  expect(await codeOf(server, key.authorization)).toBe(get);
  expect(await codeOf(server, key.authorization, "POST")).toBe(post);
});

test("a key is asked for once in a while, and a change to it acts within five seconds", async () => {
  const key = makeKey();
  let record: typeof key.record | undefined = key.record;
  let asked = 0;
  const server = start({
    keys: [key],
    findKey: async () => {
      asked += 1;
      return record;
    },
  });
  await Promise.all(Array.from({ length: 10 }, () => codeOf(server, key.authorization)));
  for (let count = 0; count < 10; count++) await codeOf(server, key.authorization);
  expect(asked).toBe(1);
  record = { ...key.record, revokedAt: new Date(0) };
  server.clock.pass(5);
  expect(await codeOf(server, key.authorization)).toBe("401 INVALID_API_KEY");
  record = undefined;
  server.clock.pass(5);
  expect(await codeOf(server, key.authorization)).toBe("401 INVALID_API_KEY");
  record = key.record;
  expect(await codeOf(server, key.authorization)).toBe("200");
});

test("a key that is remembered still needs its secret", async () => {
  const server = start();
  const { authorization } = server.headers;
  expect(await codeOf(server, authorization)).toBe("200");
  expect(await codeOf(server, `${authorization.slice(0, -1)}${authorization.endsWith("A") ? "E" : "A"}`)).toBe(
    "401 INVALID_API_KEY",
  );
});

test("[SRV-75] a question for a key that hangs is answered with 503, and the next caller asks anew", async () => {
  const key = makeKey();
  let asked = 0;
  const findKey = () => {
    asked++;
    return asked === 1 ? new Promise<never>(() => {}) : Promise.resolve(key.record);
  };
  const server = start({ findKey, keys: [key] });
  const { authorization } = key;
  const both = await Promise.all([1, 2].map(() => server.app.inject({ url, headers: { authorization } })));
  for (const reply of both) {
    expect([reply.statusCode, reply.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(reply.headers["retry-after"]).toBe("5");
  }
  expect(await codeOf(server, authorization)).toBe("200");
  expect(asked).toBe(2);
});
