// Tests streams over real connections, from a store that counts the open ones.

import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { artifactKeyOf } from "../../contract/downloads.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { keyRing } from "../signing-keys.ts";
import { startTestServer, type TestServer, testConfig } from "../testing/test-server.ts";
import { downloadSigner } from "./signed-addresses.ts";

const size = 200 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, "x");
const ids = Array.from({ length: 12 }, (_, number) => `cmp_01jb2m3n4p5q6r7s8t9v0w1x${number + 10}`);

let open: { server: TestServer; address: string } | undefined;
const replies: IncomingMessage[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const reply of replies.splice(0)) reply.destroy();
  await open?.server.close();
  open = undefined;
});

/** Counts the readers of the store in the current test. */
let readers = { count: 0 };
async function* content(): AsyncGenerator<Uint8Array> {
  const own = readers;
  own.count++;
  try {
    for (let sent = 0; sent < size; sent += piece.length) {
      yield piece;
      // Like a store, not within one turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    own.count--;
  }
}

async function start(config: Partial<typeof testConfig> = {}): Promise<void> {
  readers = { count: 0 };
  const organization = { organizationId: "one", dataKey: Buffer.alloc(32) };
  const found = { objectKey: "one/a", organization, size, sha256: Buffer.alloc(32), mediaType: "text/plain" };
  const store: Partial<ObjectStore> = { get: async () => ({ size, content: content() }) };
  const server = startTestServer({ config, store: store as ObjectStore, findDownload: async () => found });
  open = { server, address: await server.app.listen({ port: 0, host: "127.0.0.1" }) };
}

/** Opens a download and does not read it. */
async function ask(id = ids[0]!, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const signer = downloadSigner({ ...testConfig, keys: keyRing(testConfig), clock: open!.server.clock.read });
  const { url } = signer({ artifactKey: artifactKeyOf(id, "docx"), fileName: "a.docx" });
  const request = httpRequest(url.replace("https://api.example.com", open!.address), { agent: false, headers });
  request.on("error", () => {});
  request.end();
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  reply.on("error", () => {});
  replies.push(reply);
  return reply;
}

const statusesOf = async (asked: Promise<IncomingMessage>[]) =>
  (await Promise.all(asked)).map(({ statusCode }) => statusCode);

test("[SRV-76] of one link eight are sent at once; the ninth is told when to come again", async () => {
  await start();
  expect(await statusesOf(ids.slice(0, 8).map(() => ask()))).toEqual(Array(8).fill(200));
  const ninth = await ask();
  expect([ninth.statusCode, ninth.headers["retry-after"]]).toEqual([429, "5"]);
  expect(ninth.headers["content-disposition"]).toBeUndefined();
  expect(await statusesOf([ask(ids[1])])).toEqual([200]);
  replies[0]!.destroy();
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
});

test("[SRV-76] to one address 64 are sent at once, whatever the links; another address has its own", async () => {
  await start({ trustedProxies: ["127.0.0.1"], rateLimits: { perKey: 0, createsPerKey: 0, perAddress: 0 } });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const many = Array.from({ length: 64 }, (_, number) => ask(ids[number % 12], from("192.0.2.1")));
  expect(await statusesOf(many)).toEqual(Array(64).fill(200));
  expect(await statusesOf([ask(ids[11], from("192.0.2.1")), ask(ids[11], from("192.0.2.2"))])).toEqual([429, 200]);
});

test("[SRV-77] a reader who takes less than 16 KB/s over 30 s is cut, and what he read from is closed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await start();
  const [idle, busy] = await Promise.all([ask(ids[0]), ask(ids[1])]);
  const closed = new Promise((resolve) => idle!.once("close", resolve));
  let taken = 0;
  busy!.on("data", (bytes: Buffer) => {
    taken += bytes.length;
    busy!.pause();
    setTimeout(() => busy!.resume(), 10);
  });
  await expect.poll(() => readers.count).toBe(2);
  // Until the buffers between the two are full.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  vi.advanceTimersByTime(30_000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  vi.advanceTimersByTime(30_000);
  idle!.resume();
  await closed;
  await expect.poll(() => readers.count).toBe(1);
  expect(busy!.destroyed).toBe(false);
  expect(taken).toBeGreaterThan(0);
});
