// Tests the limits of simultaneous uploads (SRV-63) over real connections.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { registerExamples } from "./testing/example-routes.ts";
import { file, formBody, formHeaders } from "./testing/multipart.ts";
import { makeKey, startTestServer, type TestKey, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const body = formBody([file("original", "a.docx", "the original"), file("modified", "b.docx", "the modified")]);

interface BegunUpload {
  readonly request: ClientRequest;
  readonly reply: Promise<IncomingMessage>;
}

async function start(perOrganization: number, perProcess: number) {
  const keys = ["a", "b", "c", "d", "e", "f"].map((name) => {
    const usual = makeKey().record.caller.organization;
    const organizationId = `0a1b2c3d-0000-4000-8000-00000000000${name}`;
    return makeKey({ accountOrganizationId: organizationId }, { organization: { ...usual, organizationId } });
  });
  const config = { uploadLimits: { perOrganization, perProcess, leastBytes: 0 } };
  const server = startTestServer({ routes: [registerExamples], config, keys });
  open.push(server);
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  /** Sends half of the form. */
  const begin = async ({ authorization }: TestKey): Promise<BegunUpload> => {
    const headers = { authorization, ...formHeaders, "content-length": body.length };
    const request = httpRequest(`${address}/v1/examples`, { method: "POST", headers, agent: false });
    const reply = new Promise<IncomingMessage>((resolve, reject) =>
      request.on("response", resolve).on("error", reject),
    );
    reply.catch(() => {});
    request.write(body.subarray(0, 200));
    await setTimeout(50);
    return { request, reply };
  };
  const [first, second] = keys;
  if (first === undefined || second === undefined) throw new Error("there are two keys");
  return { first, second, others: keys.slice(2), begin };
}

async function finish({ request, reply }: BegunUpload): Promise<number> {
  request.end(body.subarray(200));
  const message = await reply;
  message.resume();
  return message.statusCode ?? 0;
}

/** Expects the answer although half of the body was never sent. */
async function expectRefused({ request, reply }: BegunUpload): Promise<void> {
  const message = await reply;
  expect([message.statusCode, message.headers["retry-after"]]).toEqual([429, "1"]);
  expect(await json(message)).toMatchObject({ error: { code: "RATE_LIMITED" } });
  request.destroy();
}

test("[SRV-63] an organization has so many uploads at once; one more is refused before its body is read", async () => {
  const { first, second, begin } = await start(2, 0);
  const begun = [await begin(first), await begin(first)] as const;
  await expectRefused(await begin(first));
  expect(await finish(await begin(second))).toBe(202);
  expect(await finish(begun[0])).toBe(202);
  expect(await finish(await begin(first))).toBe(202);
  expect(await finish(begun[1])).toBe(202);
});

test("a process has so many uploads at once, of all organizations", async () => {
  const { first, second, begin, others } = await start(0, 2);
  const begun = [await begin(first), await begin(second)] as const;
  await expectRefused(await begin(others[0]!));
  begun[0].request.destroy();
  // The server notices the closed connection a little later.
  await expect.poll(async () => finish(await begin(others[0]!)), { timeout: 30_000 }).toBe(202);
  expect(await finish(begun[1])).toBe(202);
});

test("[SRV-63] an organization has a quarter of the places at most, and leaves as many free as it has", async () => {
  const { first, second, others, begin } = await start(0, 16);
  const begun: BegunUpload[] = [];
  const fill = async (key: TestKey, count: number) => {
    for (let number = 0; number < count; number++) begun.push(await begin(key));
    await expectRefused(await begin(key));
  };
  await fill(first, 4);
  await fill(second, 4);
  await fill(others[0]!, 4);
  // Four slots are free: each of the next two organizations gets half of the rest.
  await fill(others[1]!, 2);
  await fill(others[2]!, 1);
  expect(await finish(await begin(others[3]!))).toBe(202);
  for (const upload of begun) expect(await finish(upload)).toBe(202);
});
