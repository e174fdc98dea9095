// Tests the order of checks and the routes that every installation has.

import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { VersusApp } from "../contract/app.ts";
import { ErrorResponse } from "../contract/schemas.ts";
import { ClockFenced } from "../storage/database-clock.ts";
import { registerExamples } from "./testing/example-routes.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];
const exampleId = "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";

function start(over: Parameters<typeof startTestServer>[0] = {}): TestServer {
  const server = startTestServer({ routes: [registerExamples], ...over });
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Returns `404 NOT_FOUND` of a refusal, after checking its envelope. */
function refusal(reply: { statusCode: number; body: string; headers: Record<string, unknown> }): string {
  const { error } = ErrorResponse.strict().parse(JSON.parse(reply.body));
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reply.headers["x-request-id"]).toBe(error.request_id);
  return `${reply.statusCode} ${error.code}`;
}

test("health needs no key and tells version, region and time", async () => {
  const { app } = start();
  const reply = await app.inject("/health");
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: "ok", version: "1.2.3", region: "us", time: "2026-03-04T05:06:07.000Z" });
});

test("readiness is told on the private port alone", async () => {
  const { app } = start();
  expect(refusal(await app.inject("/health/ready"))).toBe("404 NOT_FOUND");
});

test.each([
  ["my-request/1:2", "my-request/1:2"],
  ["~".repeat(128), "~".repeat(128)],
])("the request id %j is taken over", async (given, id) => {
  const reply = await start().app.inject({ url: "/health", headers: { "x-request-id": given } });
  expect(reply.headers["x-request-id"]).toBe(id);
});

test.each([[undefined], ["~".repeat(129)], ["two words"], ["schön"], [""]])(
  "for the request id %j we make one",
  async (given) => {
    const headers = given === undefined ? {} : { "x-request-id": given };
    const reply = await start().app.inject({ url: "/v1/nowhere", headers });
    expect(reply.headers["x-request-id"]).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(reply.json().error.request_id).toBe(reply.headers["x-request-id"]);
  },
);

test("an unknown path is 404, with and without a key", async () => {
  const { app, headers } = start();
  expect(refusal(await app.inject("/v1/nowhere"))).toBe("404 NOT_FOUND");
  expect(refusal(await app.inject({ url: "/v1/nowhere", headers }))).toBe("404 NOT_FOUND");
  const form = { "content-type": "multipart/form-data; boundary=x" };
  expect(refusal(await app.inject({ method: "POST", url: "/v1/nowhere", headers: form, payload: "x" }))).toBe(
    "404 NOT_FOUND",
  );
});

test("a path under another method is 405 with the methods it takes", async () => {
  const { app, headers } = start();
  const reply = await app.inject({ method: "DELETE", url: `/v1/examples/${exampleId}?x=1`, headers });
  expect(refusal(reply)).toBe("405 METHOD_NOT_ALLOWED");
  expect(reply.headers.allow).toBe("GET, HEAD");
  const list = await app.inject({ method: "PATCH", url: "/v1/examples/list", headers });
  expect(list.headers.allow).toBe("GET, HEAD, POST");
});

test("[CLK-4] while the clocks disagree nothing is created, and reads and deletions go on", async () => {
  const deletion = (app: VersusApp) =>
    app.post("/v1/gone", { config: { deletes: true } }, async (_, reply) => reply.code(202).send({}));
  const { app, headers } = start({
    routes: [registerExamples, deletion],
    requireAgreement: () => {
      throw new ClockFenced("The clock of this machine is 2678400 seconds ahead of that of the database.");
    },
  });
  const reply = await app.inject({ method: "POST", url: "/v1/examples", headers, payload: {} });
  expect(refusal(reply)).toBe("503 SERVICE_UNAVAILABLE");
  expect(reply.headers["retry-after"]).toBe("5");
  expect(reply.json().error.message).toContain("differs from that of its database");
  expect((await app.inject({ url: `/v1/examples/${exampleId}`, headers })).statusCode).toBe(200);
  expect((await app.inject({ method: "POST", url: "/v1/gone", headers })).statusCode).toBe(202);
  expect((await app.inject({ method: "POST", url: "/v1/examples", payload: {} })).statusCode).toBe(401);
});

test("an address that cannot be read is refused in the same envelope", async () => {
  expect(refusal(await start().app.inject("/v1/%zz"))).toBe("400 INVALID_REQUEST");
});

test("the path id is checked first, then access, then parameters", async () => {
  const { app, headers } = start();
  const read = async (url: string) => refusal(await app.inject({ url, headers }));
  expect(await read("/v1/examples/mrg_01jb2m3n4p5q6r7s8t9v0w1x2y?limit=0")).toBe("400 INVALID_COMPARISON_ID");
  expect(await read("/v1/examples/cmp_01jb2m3n4p5q6r7s8t9v0w1xzz?limit=0")).toBe("404 COMPARISON_NOT_FOUND");
  expect(await read(`/v1/examples/${exampleId}?limit=0`)).toBe("422 VALIDATION_ERROR");
  expect(refusal(await app.inject("/v1/examples/nonsense"))).toBe("401 INVALID_API_KEY");
});

test("a parameter out of range is named in the details", async () => {
  const { app, headers } = start();
  const reply = await app.inject({ url: `/v1/examples/${exampleId}?limit=1000`, headers });
  expect(reply.json().error).toEqual({
    code: "VALIDATION_ERROR",
    message: "`limit` must be at most 200.",
    request_id: reply.headers["x-request-id"],
    details: [{ field: "limit", reason: "INVALID_VALUE", message: "`limit` must be at most 200." }],
  });
});

test("a body of the wrong shape is 400, and every fault of it is named", async () => {
  const { app, headers } = start();
  const payload = { extra: 1, tags: ["a", 2] };
  const reply = await app.inject({ method: "POST", url: "/v1/examples/list", headers, payload });
  expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  expect(reply.json().error.details).toEqual([
    { field: "name", reason: "MISSING_FIELD", message: expect.any(String) },
    { field: "tags[1]", reason: "INVALID_VALUE", message: expect.any(String) },
    { field: "extra", reason: "UNKNOWN_FIELD", message: expect.any(String), allowed: ["name", "tags"] },
  ]);
});

test.each([
  ["{", "application/json", "400 INVALID_REQUEST"],
  ['{"__proto__":{"x":1},"name":"n"}', "application/json", "400 INVALID_REQUEST"],
  ["", "application/json", "400 INVALID_REQUEST"],
  [`{"name":"${"x".repeat(70_000)}"}`, "application/json", "413 REQUEST_TOO_LARGE"],
  ["name=n", "application/x-www-form-urlencoded", "415 UNSUPPORTED_MEDIA_TYPE"],
  ["hello", "text/plain", "415 UNSUPPORTED_MEDIA_TYPE"],
  ["--x--", "multipart/form-data; boundary=x", "415 UNSUPPORTED_MEDIA_TYPE"],
])("the body %.20j as %s is refused: %s", async (payload, type, expected) => {
  const { app, headers } = start();
  const sent = { ...headers, "content-type": type };
  const reply = await app.inject({ method: "POST", url: "/v1/examples/list", headers: sent, payload });
  expect(refusal(reply)).toBe(expected);
});

test("a fault tells the caller nothing and the log where, not what", async () => {
  const lines: unknown[] = [];
  const { app, headers } = start({ logger: loggerInto(lines) });
  const reply = await app.inject({ url: "/v1/fault", headers });
  expect(refusal(reply)).toBe("500 INTERNAL_ERROR");
  expect(reply.body).not.toContain("confidential");
  const logged = JSON.stringify(lines);
  expect(logged).not.toContain("confidential");
  expect(logged).toContain("example-routes.ts");
  expect(logged).toContain("RangeError");
});

test("a request is logged by its route, never by its address", async () => {
  const lines: unknown[] = [];
  const { app, headers, key } = start({ logger: loggerInto(lines) });
  await app.inject({ url: `/v1/examples/${exampleId}?limit=7&secret=words`, headers });
  await app.inject("/downloads/secret.docx/secret-name.docx?signature=secret");
  expect(JSON.stringify(lines)).not.toContain("secret");
  expect(lines[0]).toMatchObject({
    method: "GET",
    route: "/v1/examples/:comparison_id",
    status: 200,
    key_id: key.record.caller.keyId,
    organization_id: key.record.caller.organization.organizationId,
  });
});

test("a database that is away is 503 with Retry-After, not a fault", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:5432"), { code: "ECONNREFUSED" });
  const { app, headers } = start({ findKey: () => Promise.reject(away) });
  const reply = await app.inject({ url: `/v1/examples/${exampleId}`, headers });
  expect(refusal(reply)).toBe("503 SERVICE_UNAVAILABLE");
  expect(reply.headers["retry-after"]).toBe("5");
  expect(reply.body).not.toContain("10.0.0.1");
});

test("a job read carries the version of the engine", async () => {
  const { app, headers } = start();
  const reply = await app.inject({ url: `/v1/examples/${exampleId}`, headers });
  expect(reply.headers["x-engine-version"]).toBe("0.9.0");
  expect((await app.inject("/health")).headers["x-engine-version"]).toBeUndefined();
});

test("every reply forbids sniffing, caching and framing", async () => {
  const { app } = start();
  for (const url of ["/health", "/v1/nowhere", "/openapi.json"]) {
    const { headers } = await app.inject(url);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("a path that retires says so", async () => {
  const retirement = {
    since: new Date("2026-01-01T00:00:00Z"),
    sunset: new Date("2027-02-01T00:00:00Z"),
    link: "https://api.example.com/changelog",
  };
  const { app, headers } = start({
    routes: [(each) => each.get("/v1/old", { config: { retirement } }, async () => ({}))],
  });
  expect((await app.inject({ url: "/v1/old", headers })).headers).toMatchObject({
    deprecation: "@1767225600",
    sunset: "Mon, 01 Feb 2027 00:00:00 GMT",
    link: '<https://api.example.com/changelog>; rel="deprecation"',
  });
});

test("a server that is stopping ends what it began and refuses what is new", async () => {
  const held = Promise.withResolvers<void>();
  const { app, headers } = start({
    routes: [(each) => each.get("/v1/slow", async () => held.promise.then(() => ({ slow: "done" })))],
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  const closed = once(socket, "close");
  let heard = "";
  socket.on("data", (bytes) => {
    heard += bytes;
  });
  const send = async () => {
    const arrived = once(app.server, "request");
    socket.write(`GET /v1/slow HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n\r\n`);
    await arrived;
  };
  await send();
  const closing = app.close();
  while (app.server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
  await send();
  held.resolve();
  await Promise.all([closing, closed]);
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 503"]);
  expect(heard).toContain('{"slow":"done"}');
  expect(heard).toContain("SERVICE_UNAVAILABLE");
  expect(heard).toContain("retry-after: 5");
});

test("a server that is stopping closes a connection that the client would keep, once it has answered", async () => {
  const held = Promise.withResolvers<void>();
  const { app, headers } = start({
    routes: [(each) => each.get("/v1/slow", async () => held.promise.then(() => ({ slow: "done" })))],
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const arrived = once(app.server, "request");
  const reply = fetch(`${address}/v1/slow`, { headers });
  await arrived;
  const closing = app.close();
  while (app.server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = performance.now();
  held.resolve();
  expect(await (await reply).json()).toEqual({ slow: "done" });
  await closing;
  expect(performance.now() - before).toBeLessThan(5000);
});

test("what is no HTTP is answered in the same envelope", async () => {
  const { app } = start();
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1", () => socket.end("NONSENSE\r\n\r\n"));
    let heard = "";
    socket.on("data", (bytes) => {
      heard += bytes;
    });
    socket.on("close", () => resolve(heard));
  });
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(body).error.code).toBe("INVALID_REQUEST");
});

test("a route with open access has no caller", async () => {
  const { app } = start({
    routes: [(each) => each.get("/v1/who", { config: { access: "open" } }, async (request) => request.caller)],
  });
  expect(refusal(await app.inject("/v1/who"))).toBe("500 INTERNAL_ERROR");
});

interface Line {
  readonly [name: string]: unknown;
}

function loggerInto(lines: unknown[]) {
  const log = (line: Line, message?: string) => void lines.push({ ...line, message });
  const logger = {
    info: log,
    warn: log,
    error: log,
    fatal: log,
    debug: log,
    trace: log,
    silent: () => {},
    level: "info",
  };
  return { ...logger, child: () => ({ ...logger, child: () => logger as never }) } as never;
}
