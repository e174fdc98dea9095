// Tests that a caller gets 503 with Retry-After within 15 seconds while the store is unavailable.
//
// The store either refuses connections or is silent.

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { artifactKeyOf } from "../contract/downloads.ts";
import { openStore } from "../storage/open-store.ts";
import { StoreWatch } from "../storage/store-watch.ts";
import { downloadSigner } from "./download/signed-addresses.ts";
import { keyRing } from "./signing-keys.ts";
import { registerExamples } from "./testing/example-routes.ts";
import { file, formBody, formHeaders } from "./testing/multipart.ts";
import { startTestServer, testConfig } from "./testing/test-server.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Opens a port that takes connections and sends nothing. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    closers.push(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function start(port: number) {
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const watch = new StoreWatch(
    openStore(`s3://bucket?region=default&encryption=off&endpoint=${endpoint}`, () => credentials),
  );
  const organization = { organizationId: "one", dataKey: Buffer.alloc(32) };
  const found = { objectKey: "one/a", organization, size: 9, sha256: Buffer.alloc(32), mediaType: "text/plain" };
  const store = watch.watched();
  const server = startTestServer({ store, routes: [registerExamples], findDownload: async () => found });
  closers.push(() => {
    watch.close();
    return server.close();
  });
  return { ...server, watch };
}

test.each([
  ["refuses connections", async () => 1],
  ["is silent", silentPort],
])("a store that %s", async (_, findPort) => {
  const { app, clock, headers, watch } = start(await findPort());
  const payload = formBody([file("original", "a.docx", "one"), file("modified", "b.docx", "two")]);
  const { url } = downloadSigner({ ...testConfig, keys: keyRing(testConfig), clock: clock.read })({
    artifactKey: artifactKeyOf("cmp_01jb2m3n4p5q6r7s8t9v0w1x2y", "docx"),
    fileName: "a.docx",
  });
  const ask = async () => {
    const begun = performance.now();
    const replies = await Promise.all([
      app.inject({ method: "POST", url: "/v1/examples", headers: { ...headers, ...formHeaders }, payload }),
      app.inject(url.replace("https://api.example.com", "")),
    ]);
    for (const reply of replies) {
      expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([503, "5"]);
      expect(reply.json().error.code).toBe("SERVICE_UNAVAILABLE");
    }
    return performance.now() - begun;
  };
  expect(await ask()).toBeLessThan(15_000);
  await expect.poll(() => watch.isAway, { timeout: 10_000 }).toBe(true);
  // From now on no call waits for the store.
  expect(await ask()).toBeLessThan(2000);
});
