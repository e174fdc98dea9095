// Tests a production process that terminates TLS itself.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeServiceBench, type ServiceBench } from "./testing/running-service.ts";

const folder = mkdtempSync(join(tmpdir(), "versus-tls-"));
const key = join(folder, "key.pem");
const certificate = join(folder, "certificate.pem");
let bench: ServiceBench;

beforeAll(async () => {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", certificate, ...subject], {
    stdio: "ignore",
  });
  bench = await makeServiceBench({
    VERSUS_ENVIRONMENT: "production",
    VERSUS_DATABASE_TLS: "off",
    VERSUS_DOMAIN: "versus.test",
    VERSUS_BASE_URL_US: "https://127.0.0.1",
    VERSUS_SIGNING_KEYS: `a:${Buffer.alloc(32, 1).toString("base64")}`,
    VERSUS_HOST: "127.0.0.1",
    VERSUS_TLS_KEY: readFileSync(key, "utf8"),
    VERSUS_TLS_CERTIFICATE: readFileSync(certificate, "utf8"),
  });
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

function get(url: string): Promise<{ readonly status: number | undefined; readonly hsts: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { ca: readFileSync(certificate) }, (reply) => {
      reply.resume();
      reply.on("end", () => resolve({ status: reply.statusCode, hsts: reply.headers["strict-transport-security"] }));
    });
    asking.on("error", reject).end();
  });
}

test("production ends TLS itself with the configured certificate, and speaks nothing else", async () => {
  const { url } = await bench.start("api");
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await get(`${url}/health`)).toEqual({ status: 200, hsts: expect.stringMatching(/^max-age=\d{8}/) });
  expect((await get(`${url}/v1/usage`)).status).toBe(401);
  await expect(fetch(`${url?.replace("https", "http")}/health`)).rejects.toThrow();
});
