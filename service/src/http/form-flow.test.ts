// Tests the limits of size and speed of a form (SRV-65).

import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { FormRules } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import type { FlowLimits } from "./form-flow.ts";
import { exampleForm } from "./testing/example-routes.ts";
import { boundary, file, formBody, formHeaders } from "./testing/multipart.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";
import { receiveForm } from "./uploads.ts";

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const organization = { organizationId: "organization", dataKey: Buffer.alloc(32, 3) };
const { signal } = new AbortController();

interface Sending {
  readonly rules?: FormRules;
  readonly flow?: FlowLimits;
  readonly storeMilliseconds?: number;
}

function receive(raw: Readable, { rules = exampleForm, flow, storeMilliseconds = 0 }: Sending) {
  const server = startTestServer({});
  open.push(server);
  const put: TestServer["store"]["put"] = async (...wanted) => {
    await setTimeout(storeMilliseconds);
    return server.store.put(...wanted);
  };
  const objectKey = (field: string, at: number) => `o/x/${field}-${at}`;
  const place = { store: { ...server.store, put }, organization, objectKey, signal, ...(flow && { flow }) };
  return receiveForm({ raw, headers: formHeaders }, rules, place);
}

const textRules: FormRules = {
  files: {},
  texts: { note: { description: "a note", least: 0, most: 1, mostBytes: 100 } },
};
const piece = Buffer.alloc(64 * 1024, "x");

test.each([
  ["preamble", ""],
  ["header of a part", `--${boundary}\r\nContent-Disposition: form-data; name="note"; x="`],
  ["field", `--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\n`],
  ["name of a field", `--${boundary}\r\nContent-Disposition: form-data; name="`],
  ["rest after the last boundary", `--${boundary}--\r\n`],
])("an endless %s is ended", async (_, beginning) => {
  let sent = 0;
  async function* body() {
    yield Buffer.from(beginning);
    for (; ; sent += piece.length) yield piece;
  }
  const outcome = await receive(Readable.from(body()), { rules: textRules }).catch((error: unknown) => error);
  // The parser may notice earlier that the form is broken.
  expect(["REQUEST_TOO_LARGE", "INVALID_REQUEST", undefined]).toContain((outcome as { code?: string }).code);
  // The limit, and the same amount again that is dropped so that the sender reads the answer.
  expect(sent).toBeLessThan(2 * limits.formBytes + 2 * 1024 * 1024);
});

test("[SRV-65] the limit of a form is that of its files and 4 MB", async () => {
  async function* body() {
    for (;;) yield piece;
  }
  await expect(receive(Readable.from(body()), { rules: textRules })).rejects.toMatchObject({
    code: "REQUEST_TOO_LARGE",
    message: "The form must be at most 4 MB in all, its files included.",
  });
});

const flow = { leastBytes: 1024, spanSeconds: 0.6 };

/** Sends the body of a form in pieces, with a pause after each. */
async function* slowly(body: Uint8Array, { bytes, pause }: { readonly bytes: number; readonly pause: number }) {
  for (let at = 0; at < body.length; at += bytes) {
    yield Buffer.from(body.subarray(at, at + bytes));
    await setTimeout(pause);
  }
}

const form = (bytes: number) =>
  formBody([file("original", "a.docx", Buffer.alloc(bytes, "x")), file("modified", "b.docx", "the modified")]);

test("[SRV-65] a client that sends a byte now and then is ended after the second span", async () => {
  const begun = performance.now();
  const received = receive(Readable.from(slowly(form(1000), { bytes: 1, pause: 50 })), { flow });
  await expect(received).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    message:
      "The upload was ended because it sent less than 1 KB in 0.6 seconds. Send it again over a faster connection.",
    headers: { connection: "close" },
  });
  expect(performance.now() - begun).toBeGreaterThan(1_100);
  expect(performance.now() - begun).toBeLessThan(4_000);
});

test("a client that is fast enough may take its time", async () => {
  const received = await receive(Readable.from(slowly(form(20_000), { bytes: 500, pause: 50 })), { flow });
  expect(received.files("original")[0]?.size).toBe(20_000);
});

test("[SRV-65] time in which the store is behind is not the client's", async () => {
  const body = Readable.from(slowly(form(3_000_000), { bytes: 65_536, pause: 0 }));
  const received = await receive(body, { flow, storeMilliseconds: 2_500 });
  expect(received.files("original")[0]?.size).toBe(3_000_000);
});
