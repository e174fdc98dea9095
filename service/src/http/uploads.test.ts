// Tests reading multipart forms: fields, limits, digest, and the objects that remain.

import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { openDiskStore } from "../storage/disk-store.ts";
import { exampleForm, registerExamples } from "./testing/example-routes.ts";
import { boundary, file, formBody, formHeaders, type TestPart, text } from "./testing/multipart.ts";
import { sendLarge } from "./testing/send-large.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";
import { receiveForm, type StoredForm } from "./uploads.ts";

const open: TestServer[] = [];

function start(over: Parameters<typeof startTestServer>[0] = {}): TestServer {
  const server = startTestServer({ routes: [registerExamples], ...over });
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const both = [file("original", "a.docx", "the original"), file("modified", "b.docx", "the modified")];
const organization = { organizationId: "organization", dataKey: Buffer.alloc(32, 3) };
const { signal } = new AbortController();

async function receive(server: TestServer, body: Readable, rules = exampleForm): Promise<StoredForm> {
  const objectKey = (field: string, at: number) => `o/x/${field}-${at}`;
  const place = { store: server.store, organization, objectKey, signal };
  return receiveForm({ raw: body, headers: formHeaders }, rules, place);
}

/** Yields pieces of `size` bytes. */
function inPieces(body: Uint8Array, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += size) yield Buffer.from(body.subarray(at, at + size));
    })(),
  );
}

async function contentOf(server: TestServer, objectKey: string): Promise<string> {
  const found = await server.store.get(objectKey, { organization });
  const pieces: Uint8Array[] = [];
  for await (const piece of found?.content ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test.each([1, 7, 64, 100_000])("files go to the store and texts are kept, read in pieces of %i bytes", async (size) => {
  const server = start();
  const form = await receive(server, inPieces(formBody([text("author", "Zoë"), ...both]), size));
  expect(form.texts("author")).toEqual(["Zoë"]);
  expect(form.texts("granularity")).toEqual([]);
  expect(form.files("original")).toEqual([
    {
      fileName: "a.docx",
      objectKey: "o/x/original-0",
      size: 12,
      sha256: createHash("sha256").update("the original").digest(),
    },
  ]);
  expect(form.objectKeys).toEqual(["o/x/original-0", "o/x/modified-0"]);
  expect(await contentOf(server, "o/x/modified-0")).toBe("the modified");
});

test.each([
  ["Verträge 契約.docx", "Verträge 契約.docx"],
  ["C:\\\\Users\\\\me\\\\a.docx", "a.docx"],
  ["../../a.docx", "a.docx"],
  ["a.DOCX", "a.DOCX"],
])("a file called %j is known as %j", async (given, known) => {
  const form = await receive(start(), inPieces(formBody([file("original", given), both[1]!]), 1000));
  expect(form.files("original")[0]?.fileName).toBe(known);
});

test("fields may come in any order; the digest tells the order, the names and the contents apart", async () => {
  const digests = new Map<string, string>();
  const add = async (name: string, parts: TestPart[]) => {
    const { digest } = await receive(start(), inPieces(formBody(parts), 50));
    digests.set(name, Buffer.from(digest).toString("hex"));
  };
  await add("first", [...both, text("author", "x")]);
  await add("again", [...both, text("author", "x")]);
  await add("order", [text("author", "x"), ...both]);
  await add("text", [...both, text("author", "y")]);
  await add("name", [file("original", "c.docx", "the original"), both[1]!, text("author", "x")]);
  await add("content", [file("original", "a.docx", "the other"), both[1]!, text("author", "x")]);
  await add("no text", both);
  expect(digests.get("first")).toBe(digests.get("again"));
  expect(new Set(digests.values()).size).toBe(6);
});

const choosing = {
  files: { original: { ...exampleForm.files.original!, least: 0 } },
  texts: { original_file_id: { description: "", least: 0, most: 1, mostBytes: 100 } },
  choices: [["original", "original_file_id"]] as const,
};

test("of fields that exclude each other one must come, and no more", async () => {
  const id = text("original_file_id", "1");
  const take = (parts: TestPart[]) => receive(start(), inPieces(formBody(parts), 1000), choosing);
  expect((await take([both[0]!])).files("original")).toHaveLength(1);
  expect((await take([id])).texts("original_file_id")).toEqual(["1"]);
  await expect(take([])).rejects.toMatchObject({ details: [{ field: "original", reason: "MISSING_FIELD" }] });
  await expect(take([id, both[0]!])).rejects.toMatchObject({
    details: [{ field: "original_file_id", reason: "INVALID_VALUE" }],
  });
});

test("a text enters the digest as its route says", async () => {
  const digestOf = async (author: string) => {
    const server = start();
    const place = { store: server.store, organization, objectKey: (field: string) => `o/x/${field}`, signal };
    const digested = (field: string, value: string) => (field === "author" ? value.toLowerCase() : value);
    const raw = inPieces(formBody([...both, text("author", author)]), 50);
    const { digest } = await receiveForm({ raw, headers: formHeaders }, exampleForm, { ...place, digested });
    return Buffer.from(digest).toString("hex");
  };
  expect(await digestOf("ZOE")).toBe(await digestOf("Zoe"));
  expect(await digestOf("ZOE")).not.toBe(await digestOf("Bea"));
});

test("the texts of a form have a limit together, its files apart", async () => {
  const rules = { ...exampleForm, textBytes: 12 };
  const send = (author: string) =>
    receive(start(), inPieces(formBody([...both, text("granularity", "word"), text("author", author)]), 50), rules);
  expect((await send("12345678")).texts("author")).toEqual(["12345678"]);
  await expect(send("123456789")).rejects.toMatchObject({ code: "REQUEST_TOO_LARGE" });
  await expect(send("1".repeat(2000))).rejects.toMatchObject({ code: "REQUEST_TOO_LARGE" });
});

test("what a form adopts is among its objects", async () => {
  const form = await receive(start(), inPieces(formBody(both), 1000));
  form.adopt("o/x/copy");
  expect(form.objectKeys).toEqual(["o/x/original-0", "o/x/modified-0", "o/x/copy"]);
});

test.each<[string, TestPart[], string, string]>([
  ["a field missing", [both[0]!], "400 INVALID_REQUEST", "modified MISSING_FIELD"],
  ["every field missing", [], "400 INVALID_REQUEST", "original MISSING_FIELD"],
  ["an empty file", [file("original", "a.docx", ""), both[1]!], "400 INVALID_REQUEST", "original INVALID_VALUE"],
  ["no file name", [file("original", ""), both[1]!], "400 INVALID_REQUEST", "original MISSING_FIELD"],
  ["text for a file", [text("original", "abc"), both[1]!], "400 INVALID_REQUEST", "original INVALID_VALUE"],
  ["a file for text", [...both, file("author", "a.docx")], "400 INVALID_REQUEST", "author INVALID_VALUE"],
  ["an unknown field", [...both, text("colour", "red")], "400 INVALID_REQUEST", "colour UNKNOWN_FIELD"],
  ["an unknown file", [...both, file("third", "c.docx")], "400 INVALID_REQUEST", "third UNKNOWN_FIELD"],
  ["a name of Object's", [...both, text("constructor", "x")], "400 INVALID_REQUEST", "constructor UNKNOWN_FIELD"],
  ["a part without a name", [...both, { content: "x" }], "400 INVALID_REQUEST", " UNKNOWN_FIELD"],
  ["a file twice", [...both, both[0]!], "400 INVALID_REQUEST", "original INVALID_VALUE"],
  ["a text twice", [...both, text("author", "a"), text("author", "b")], "400 INVALID_REQUEST", "author INVALID_VALUE"],
  ["a value not listed", [...both, text("granularity", "page")], "400 INVALID_REQUEST", "granularity INVALID_VALUE"],
  ["a long text", [...both, text("author", "é".repeat(501))], "400 INVALID_REQUEST", "author INVALID_VALUE"],
  ["another type", [both[0]!, file("modified", "b.xlsx")], "400 UNSUPPORTED_FILE_TYPE", "modified INVALID_VALUE"],
  ["no extension", [file("original", "docx"), both[1]!], "400 UNSUPPORTED_FILE_TYPE", "original INVALID_VALUE"],
])("%s is refused, and nothing is left in the store", async (_, parts, code, fault) => {
  const server = start();
  const reply = await server.app.inject({
    method: "POST",
    url: "/v1/examples",
    headers: { ...server.headers, ...formHeaders },
    payload: formBody(parts),
  });
  const { error } = reply.json();
  expect(`${reply.statusCode} ${error.code}`).toBe(code);
  expect(`${error.details[0].field} ${error.details[0].reason}`).toBe(fault);
  expect(error.details).toHaveLength(parts.length === 0 ? 2 : 1);
  expect(await server.stored()).toEqual([]);
});

test.each([
  ["cut off in a file", formBody(both).subarray(0, 150)],
  ["cut off in a header", formBody(both).subarray(0, 60)],
  ["without its end", formBody(both).subarray(0, -(boundary.length + 6))],
  ["of nothing", Buffer.alloc(0)],
  ["of something else", Buffer.from("hello")],
])("a form %s is refused, and nothing is left in the store", async (_, payload) => {
  const server = start();
  const headers = { ...server.headers, ...formHeaders };
  const reply = await server.app.inject({ method: "POST", url: "/v1/examples", headers, payload });
  expect(`${reply.statusCode} ${reply.json().error.code}`).toBe("400 INVALID_REQUEST");
  expect(await server.stored()).toEqual([]);
});

test.each([
  ["application/json", "415 UNSUPPORTED_MEDIA_TYPE"],
  ["multipart/mixed; boundary=x", "415 UNSUPPORTED_MEDIA_TYPE"],
  ["multipart/form-data", "400 INVALID_REQUEST"],
])("a body of type %s is refused: %s", async (type, expected) => {
  const { app, headers } = start();
  const sent = { ...headers, "content-type": type };
  const reply = await app.inject({ method: "POST", url: "/v1/examples", headers: sent, payload: "{}" });
  expect(`${reply.statusCode} ${reply.json().error.code}`).toBe(expected);
});

test("a form refused after it arrived leaves nothing in the store", async () => {
  const server = start();
  const headers = { ...server.headers, ...formHeaders };
  const payload = formBody([...both, text("author", "refused")]);
  const reply = await server.app.inject({ method: "POST", url: "/v1/examples", headers, payload });
  expect(`${reply.statusCode} ${reply.json().error.code}`).toBe("402 USAGE_LIMIT_REACHED");
  expect(await server.stored()).toEqual([]);
});

test("a form that is accepted is answered, and its files stay", async () => {
  const server = start();
  const headers = { ...server.headers, ...formHeaders };
  const reply = await server.app.inject({ method: "POST", url: "/v1/examples", headers, payload: formBody(both) });
  expect(reply.statusCode).toBe(202);
  expect(reply.json()).toEqual({ comparison_id: expect.stringMatching(/^cmp_/), status: "processing" });
  expect(await server.stored()).toHaveLength(2);
});

test("while the database cannot say whether it knows the files, a fault leaves them to the sweep", async () => {
  const server = start();
  const headers = { ...server.headers, ...formHeaders };
  const payload = formBody([...both, text("author", "broken")]);
  const reply = await server.app.inject({ method: "POST", url: "/v1/examples", headers, payload });
  expect(reply.statusCode).toBe(500);
  expect(await server.stored()).toHaveLength(2);
});

test("a store that is slow slows the sender down: nothing gathers in memory", async () => {
  const server = start();
  const piece = Buffer.alloc(64 * 1024, "x");
  let sent = 0;
  const body = Readable.from(
    (function* () {
      yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="original"; filename="a.docx"\r\n\r\n`);
      for (; sent < limits.sourceBytes; sent += piece.length) yield piece;
    })(),
    { highWaterMark: 1 },
  );
  const stopped = Promise.withResolvers<never>();
  const put: TestServer["store"]["put"] = async (_, content) => {
    for await (const _piece of content) await stopped.promise;
    throw new Error("never");
  };
  const place = { store: { ...server.store, put }, organization, objectKey: () => "o/x", signal };
  const received = receiveForm({ raw: body, headers: formHeaders }, exampleForm, place);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sent).toBeLessThan(1024 * 1024);
  stopped.reject(new Error("stopped"));
  await expect(received).rejects.toThrow("stopped");
});

test("a file of another type is refused although the rest is still being sent", async () => {
  const server = start();
  const fields = [
    { name: "original", fileName: "a.txt", bytes: 20_000_000 },
    { name: "modified", fileName: "b.docx", bytes: 20_000_000 },
  ];
  expect(await sendLarge(server, fields)).toEqual({ status: 400, code: "UNSUPPORTED_FILE_TYPE" });
  expect(await server.stored()).toEqual([]);
});

test("a sender that goes away leaves nothing in the store", async () => {
  const server = start();
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { ...server.headers, ...formHeaders, "content-length": 1_000_000 };
  await new Promise<void>((resolve) => {
    const request = httpRequest(`${address}/v1/examples`, { method: "POST", headers, agent: false });
    request.on("error", () => resolve());
    request.write(formBody(both).subarray(0, 400));
    setTimeout(() => request.destroy(new Error("gone")), 100);
  });
  for (let tries = 0; tries < 100 && (await server.stored()).length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await server.stored()).toEqual([]);
});

test("a store that fails is a fault, and what was stored before is deleted", async () => {
  const server = start();
  const disk = openDiskStore(server.storeFolder);
  const failing = {
    ...disk,
    put: (...wanted: Parameters<typeof disk.put>) =>
      wanted[0].includes("modified") ? Promise.reject(new Error("disk full")) : disk.put(...wanted),
  };
  const other = start({ store: failing });
  const headers = { ...other.headers, ...formHeaders };
  const reply = await other.app.inject({ method: "POST", url: "/v1/examples", headers, payload: formBody(both) });
  expect(reply.json().error.code).toBe("INTERNAL_ERROR");
  expect(await other.stored()).toEqual([]);
});

test("a form broken anywhere ends in a refusal or a form, and a refusal leaves nothing behind", async () => {
  const server = start();
  const whole = formBody([text("author", "Zoë"), ...both, text("granularity", "word")]);
  let state = 20_260_304;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  let refused = 0;
  for (let count = 0; count < 400; count++) {
    const at = below(whole.length);
    const cut = at + below(40);
    const noise = Buffer.from(
      Array.from({ length: below(20) }, () => (below(3) === 0 ? 13 - 3 * below(2) : below(256))),
    );
    const broken = Buffer.concat([whole.subarray(0, at), noise, whole.subarray(cut)]);
    const outcome = await receive(server, inPieces(broken, 1 + below(300))).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) {
      await server.store.delete((outcome as StoredForm).objectKeys);
      continue;
    }
    refused += 1;
    expect({ count, code: "code" in outcome && outcome.code }).toEqual({
      count,
      code: expect.stringMatching(/^(?:INVALID_REQUEST|UNSUPPORTED_FILE_TYPE)$/),
    });
    expect(await server.stored()).toEqual([]);
  }
  expect(refused).toBeGreaterThan(100);
});
