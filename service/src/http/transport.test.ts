// Tests which transports the server accepts.

import { request } from "node:https";
import { afterEach, expect, test } from "vitest";
import { testCertificate } from "./testing/test-certificate.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];

function start(config: NonNullable<Parameters<typeof startTestServer>[0]>["config"] = {}): TestServer {
  const server = startTestServer({ config });
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

test("outside development a server without TLS and without a proxy does not start", () => {
  expect(() => start({ environment: "production" })).toThrow("Plain http");
  expect(() => start({ environment: "production", trustedProxies: [] })).toThrow("Plain http");
});

test("behind a trusted proxy what came in the clear is refused, health apart", async () => {
  const { app } = start({ environment: "production", trustedProxies: ["10.0.0.0/8"] });
  const ask = (remoteAddress: string, headers: Record<string, string>, url = "/openapi.json") =>
    app.inject({ url, remoteAddress, headers });
  const secure = await ask("10.1.2.3", { "x-forwarded-proto": "https" });
  expect(secure.statusCode).toBe(200);
  expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  const clear = await ask("10.1.2.3", { "x-forwarded-proto": "http" });
  expect(clear.statusCode).toBe(400);
  expect(clear.json().error).toMatchObject({
    code: "INVALID_REQUEST",
    message: expect.stringContaining("https"),
  });
  expect((await ask("192.0.2.1", { "x-forwarded-proto": "https" })).statusCode).toBe(400);
  expect((await ask("10.1.2.3", {}, "/health")).statusCode).toBe(200);
});

test("with a key and a certificate the server speaks TLS", async () => {
  const { app } = start({ environment: "production", tls: testCertificate });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  expect(address).toMatch(/^https:/);
  const status = await new Promise((resolve, reject) => {
    const asked = request(`${address}/openapi.json`, { ca: testCertificate.certificate, agent: false }, (reply) => {
      reply.resume().on("end", () => resolve(reply.statusCode));
    });
    asked.on("error", reject).end();
  });
  expect(status).toBe(200);
});
