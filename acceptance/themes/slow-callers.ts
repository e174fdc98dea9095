// Tests slow callers, intentional or not: other callers do not wait for them.
//
// Their uploads hardly move, or their webhooks have a silent name server.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { startNameServer } from "@versus/tools/servers/name-server";
import { writeForm } from "../calls/form.ts";
import type { Call, Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { heavyDocument, wordDocument } from "../documents/word.ts";
import type { Stage } from "../running/theme.ts";

const capRules = ["4.uploads", "5.RATE_LIMITED"] as const;
const usualLimits = { VERSUS_UPLOADS_PER_ORGANIZATION: "", VERSUS_UPLOADS_PER_PROCESS: "" };
const MOST_WAIT_MILLISECONDS = 2_000;
/** Two spans of 15 s, and time to report it. */
const ENDED_MILLISECONDS = 45_000;

/** Tests more uploads than may be in flight. */
export function uploadsInFlight({ service, world, test }: Stage): void {
  const title =
    "an organization has 24 uploads in flight; one more is 429 before its body is read, and five leave places for others";
  test(title, capRules, async () => {
    const api = await world.startApi(usualLimits);
    const at = service.at(api.url);
    const keys = await Promise.all(Array.from({ length: 6 }, async () => (await world.makeOrganization()).key));
    const gone = new AbortController();
    const begun: Promise<unknown>[] = [];
    const begin = (key: string | undefined, count: number): Promise<unknown> => {
      for (let index = 0; index < count; index += 1) begun.push(halfUpload(at, { key, signal: gone.signal }));
      return setTimeout(1_000);
    };
    await begin(keys[0], 24);
    tooMany(await halfUpload(at, { key: keys[0] }), /organization already has 24/);
    assert.equal((await upload(at, keys[1])).status, 201);
    for (const key of keys.slice(1, 5)) await begin(key, 24);
    tooMany(await halfUpload(at, { key: keys[4] }), /Few places/);
    assert.equal((await upload(at, keys[5])).status, 201);
    gone.abort();
    await Promise.allSettled(begun);
    await setTimeout(1_000);
    assert.equal((await upload(at, keys[5])).status, 201);
    await api.stop();
  });
}

/** Tests uploads of five organizations that send only their beginning. */
export function slowUploads({ service, world, test }: Stage): void {
  test("slow uploads of five organizations are ended, and another's upload is taken meanwhile", capRules, async () => {
    const api = await world.startApi(usualLimits);
    const at = service.at(api.url);
    const keys = await Promise.all(Array.from({ length: 5 }, async () => (await world.makeOrganization()).key));
    const { key: other } = await world.makeOrganization();
    await upload(at, other);
    const begunAt = performance.now();
    const slow = keys.flatMap((key) => Array.from({ length: 24 }, () => halfUpload(at, { key })));
    await setTimeout(1_000);
    let longest = 0;
    for (let number = 0; number < 10; number += 1) {
      const start = performance.now();
      assert.equal((await upload(at, other)).status, 201);
      longest = Math.max(longest, performance.now() - start);
      await setTimeout(200);
    }
    const replies = await Promise.all(slow);
    const ended = replies.filter(({ status }) => status === 400);
    console.log(
      `  another's upload took ${longest.toFixed(0)} ms at most; ${ended.length} slow ones were ended after ${((performance.now() - begunAt) / 1000).toFixed(0)} s`,
    );
    assert.ok(longest <= MOST_WAIT_MILLISECONDS, `${longest.toFixed(0)} ms`);
    assert.ok(ended.length >= 24, `${ended.length} were ended`);
    for (const reply of ended) refused(reply, 400, "INVALID_REQUEST", /less than 64 KB in 15 seconds/);
    assert.ok(performance.now() - begunAt < ENDED_MILLISECONDS);
    await api.stop();
  });
}

/** Tests webhooks whose names are never resolved. */
export function slowNames({ service, world, test }: Stage): void {
  test(
    "24 names that no name server answers for do not keep another organization from registering",
    ["18.create"],
    async () => {
      const names = await startNameServer("127.0.0.1", (name) => name.startsWith("slow"));
      const api = await world.startApi({ VERSUS_WEBHOOKS: "on", VERSUS_WEBHOOK_NAME_SERVERS: names.address });
      const [busy, other] = await Promise.all([world.makeOrganization(), world.makeOrganization()]);
      const at = service.at(api.url);
      const register = (host: string, key: string) =>
        at.postJson({ url: `https://${host}/hook`, events: ["*"] }, { key }, "/v1/webhooks");
      assert.equal((await register("first.example.com", other.key)).status, 201);
      const slow = Array.from({ length: 24 }, (_, number) => register(`slow${number}.example.com`, busy.key));
      await setTimeout(500);
      const start = performance.now();
      assert.equal((await register("second.example.com", other.key)).status, 201);
      const waited = performance.now() - start;
      console.log(`  another organization registered in ${waited.toFixed(0)} ms`);
      assert.ok(waited <= MOST_WAIT_MILLISECONDS, `${waited.toFixed(0)} ms`);
      for (const reply of await Promise.all(slow)) refused(reply, 400, "INVALID_REQUEST", /looked up in time/);
      await api.stop();
      await names.stop();
    },
  );
}

function upload(at: Service, key: string | undefined): Promise<Reply> {
  const form = [{ field: "document", fileName: "contract.docx", content: wordDocument("A.") }];
  return at.postForm(form, { key }, "/v1/files");
}

/** Sends the beginning of a form and then nothing until it is answered. */
async function halfUpload(at: Service, call: Call): Promise<Reply> {
  const content = heavyDocument(100_000, "A.");
  const { headers, body } = writeForm([{ field: "document", fileName: "contract.docx", content }]);
  const answered = new AbortController();
  async function* half(): AsyncIterable<Uint8Array> {
    yield body.subarray(0, 10_000);
    await setTimeout(120_000, undefined, { signal: answered.signal, ref: false }).catch(() => {});
    yield body.subarray(10_000);
  }
  try {
    return await at.post("/v1/files", { ...call, headers, body: half() });
  } finally {
    answered.abort();
  }
}

function tooMany(reply: Reply, message: RegExp): void {
  refused(reply, 429, "RATE_LIMITED", message);
  assert.ok(Number(reply.headers["retry-after"]) > 0);
}
