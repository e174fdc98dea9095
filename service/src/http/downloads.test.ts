// Tests download addresses and the download route: headers, ranges, expiry (CLK-4) and keys.

import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { artifactKeyOf, type FoundDownload } from "../contract/downloads.ts";
import { downloadSigner } from "./download/signed-addresses.ts";
import { keyRing } from "./signing-keys.ts";
import { startTestServer, type TestServer, testConfig } from "./testing/test-server.ts";

const open: TestServer[] = [];
const organization = { organizationId: "organization", dataKey: Buffer.alloc(32, 3) };
const content = Buffer.from("0123456789".repeat(20_000));
const sha256 = createHash("sha256").update(content).digest();
const fileName = "Verträge (2)-redline.docx";
const artifactKey = artifactKeyOf("cmp_01jb2m3n4p5q6r7s8t9v0w1x2y", "docx");
const mediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

interface Over extends Partial<FoundDownload> {
  readonly config?: Partial<typeof testConfig>;
  readonly isDeleted?: () => boolean;
}

async function start({ config = {}, isDeleted = () => false, ...over }: Over = {}): Promise<TestServer> {
  const objectKey = "organization/cmp/docx";
  const found: FoundDownload = { objectKey, organization, size: content.length, sha256, mediaType, ...over };
  const server = startTestServer({ config, findDownload: async () => (isDeleted() ? undefined : found) });
  open.push(server);
  const stored = (async function* () {
    yield content;
  })();
  await server.store.put(objectKey, stored, { organization, mostBytes: content.length });
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Returns a signed address as a path of the server. */
function sign(
  server: TestServer,
  over: Partial<typeof testConfig> & { notAfter?: Date; clock?: () => Date } = {},
): string {
  const { notAfter, clock = server.clock.read, ...config } = over;
  const signer = downloadSigner({ ...testConfig, keys: keyRing({ ...testConfig, ...config }), clock });
  const { url } = signer({ artifactKey, fileName, ...(notAfter && { notAfter }) });
  return url.replace("https://api.example.com", "");
}

test("a signed address has the form that was promised and lasts an hour", async () => {
  const server = await start();
  const signer = downloadSigner({ ...testConfig, keys: keyRing(testConfig), clock: server.clock.read });
  const { url, expiresAt } = signer({ artifactKey, fileName });
  expect(url).toMatch(
    /^https:\/\/api\.example\.com\/downloads\/cmp_[0-9a-z]{26}\.docx\/Vertr%C3%A4ge%20\(2\)-redline\.docx\?expires=1772604367&key=k1&signature=[\w-]{43}$/,
  );
  expect(expiresAt.toISOString()).toBe("2026-03-04T06:06:07.000Z");
});

test("a download needs no key and comes whole, with its name, type and tag", async () => {
  const server = await start();
  const reply = await server.app.inject({ url: sign(server), headers: { "x-request-id": "mine" } });
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload.equals(content)).toBe(true);
  expect(reply.headers).toMatchObject({
    "accept-ranges": "bytes",
    "access-control-allow-origin": "*",
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="Vertrage (2)-redline.docx"; filename*=UTF-8''Vertr%C3%A4ge%20%282%29-redline.docx`,
    "content-length": String(content.length),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": mediaType,
    etag: `"${sha256.toString("base64url")}"`,
    "x-content-type-options": "nosniff",
    "x-request-id": "mine",
  });
});

test("an HTML artifact is served under the sandbox policy of the embedded view", async () => {
  const server = await start({ mediaType: "text/html; charset=utf-8" });
  const reply = await server.app.inject(sign(server));
  expect(reply.headers["content-security-policy"]).toBe("sandbox allow-scripts");
  expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("HEAD gives the same headers and no content", async () => {
  const server = await start();
  const reply = await server.app.inject({ method: "HEAD", url: sign(server) });
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload).toHaveLength(0);
  expect(reply.headers).toMatchObject({ "content-length": String(content.length), "content-type": mediaType });
});

test.each([
  ["bytes=0-4", 206, "01234", "bytes 0-4/200000"],
  ["bytes=199998-", 206, "89", "bytes 199998-199999/200000"],
  ["bytes=-3", 206, "789", "bytes 199997-199999/200000"],
  ["bytes=70003-70006", 206, "3456", "bytes 70003-70006/200000"],
])("the range %s is served", async (range, status, bytes, contentRange) => {
  const server = await start();
  const reply = await server.app.inject({ url: sign(server), headers: { range } });
  expect(reply.statusCode).toBe(status);
  expect(reply.body).toBe(bytes);
  expect(reply.headers).toMatchObject({ "content-range": contentRange, "content-length": String(bytes.length) });
});

test("a range outside the file is 416 in the envelope, with the size", async () => {
  const server = await start();
  const reply = await server.app.inject({ url: sign(server), headers: { range: "bytes=200000-" } });
  expect(reply.statusCode).toBe(416);
  expect(reply.json().error.code).toBe("RANGE_NOT_SATISFIABLE");
  expect(reply.headers["content-range"]).toBe("bytes */200000");
  expect(reply.headers["content-disposition"]).toBeUndefined();
});

test("a file that is known is not sent again; a range of another file is the whole of this one", async () => {
  const server = await start();
  const etag = `"${sha256.toString("base64url")}"`;
  const known = await server.app.inject({ url: sign(server), headers: { "if-none-match": `"x", W/${etag}` } });
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, "", etag]);
  const other = { range: "bytes=0-4", "if-range": '"other"' };
  expect((await server.app.inject({ url: sign(server), headers: other })).statusCode).toBe(200);
  const same = { range: "bytes=0-4", "if-range": etag };
  expect((await server.app.inject({ url: sign(server), headers: same })).statusCode).toBe(206);
});

test("an address stops working after its hour, to the second", async () => {
  const server = await start();
  const url = sign(server);
  server.clock.pass(3599);
  expect((await server.app.inject(url)).statusCode).toBe(200);
  server.clock.pass(1);
  const reply = await server.app.inject(url);
  expect(`${reply.statusCode} ${reply.json().error.code}`).toBe("403 DOWNLOAD_EXPIRED");
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
});

test("an address never outlives the deadline of its content", async () => {
  const server = await start();
  const url = sign(server, { notAfter: new Date("2026-03-04T05:10:07.900Z") });
  expect(url).toContain("expires=1772601007&");
  server.clock.pass(240);
  expect((await server.app.inject(url)).json().error.code).toBe("DOWNLOAD_EXPIRED");
});

test("[CLK-4] an address that ends more than 3,900 seconds ahead is invalid, though its signature is right", async () => {
  const server = await start();
  const ahead = (seconds: number) => () => new Date(server.clock.read().getTime() + seconds * 1000);
  expect((await server.app.inject(sign(server, { clock: ahead(300) }))).statusCode).toBe(200);
  const reply = await server.app.inject(sign(server, { clock: ahead(301) }));
  expect(`${reply.statusCode} ${reply.json().error.code}`).toBe("403 DOWNLOAD_INVALID");
});

test.each<[string, (url: string) => string]>([
  ["the artifact", (url) => url.replace("cmp_01j", "cmp_02j")],
  ["the format", (url) => url.replace(".docx/", ".pdf/")],
  ["the file name", (url) => url.replace("redline", "Redline")],
  ["the time", (url) => url.replace(/expires=\d+/, "expires=1999999999")],
  ["the time, written otherwise", (url) => url.replace("expires=", "expires=0")],
  ["the signature", (url) => `${url.slice(0, -2)}AA`],
  ["the key's id", (url) => url.replace("key=k1", "key=k2")],
  ["no signature", (url) => url.replace(/&signature=.*/, "")],
  ["no parameters", (url) => url.replace(/\?.*/, "")],
  ["two signatures", (url) => `${url}&signature=x`],
])("an address with %s altered is invalid", async (_, alter) => {
  const server = await start();
  const reply = await server.app.inject(alter(sign(server)));
  expect(reply.statusCode).toBe(403);
  expect(reply.json().error.code).toBe("DOWNLOAD_INVALID");
});

test("while keys are exchanged the addresses of both work, and those of a key taken away do not", async () => {
  const older = { id: "k1", secret: Buffer.alloc(32, 1) };
  const newer = { id: "k2", secret: Buffer.alloc(32, 2) };
  const server = await start({ config: { signingKeys: [newer, older] } });
  const byOlder = sign(server, { signingKeys: [older] });
  expect((await server.app.inject(byOlder)).statusCode).toBe(200);
  const byNewer = sign(server, { signingKeys: [newer, older] });
  expect(byNewer).toContain("key=k2");
  expect((await server.app.inject(byNewer)).statusCode).toBe(200);
  const after = await start({ config: { signingKeys: [newer] } });
  expect((await after.app.inject(byOlder)).json().error.code).toBe("DOWNLOAD_INVALID");
});

test.each([
  [[]],
  [[{ id: "k1", secret: Buffer.alloc(31) }]],
  [[{ id: "a b", secret: Buffer.alloc(32) }]],
  [[1, 2].map(() => ({ id: "k1", secret: Buffer.alloc(32) }))],
  [[1, 2, 3].map((n) => ({ id: `k${n}`, secret: Buffer.alloc(32) }))],
])("signing keys that are not fit are refused when the server is built (%#)", async (signingKeys) => {
  expect(() => startTestServer({ config: { signingKeys } })).toThrow("one or two signing keys");
});

test("the row is asked at every download: deleted content is 410 at once", async () => {
  let isDeleted = false;
  const server = await start({ isDeleted: () => isDeleted });
  const url = sign(server);
  expect((await server.app.inject(url)).statusCode).toBe(200);
  isDeleted = true;
  for (const method of ["GET", "HEAD"] as const)
    expect((await server.app.inject({ method, url })).statusCode).toBe(410);
  expect((await server.app.inject(url)).json().error.code).toBe("CONTENT_DELETED");
});

test("an object that is gone although its row is there is 410, without the headers of a file", async () => {
  const server = await start({ objectKey: "organization/cmp/gone" });
  const reply = await server.app.inject(sign(server));
  expect(`${reply.statusCode} ${reply.json().error.code}`).toBe("410 CONTENT_DELETED");
  expect(reply.headers["content-disposition"]).toBeUndefined();
  expect(reply.headers.etag).toBeUndefined();
});

test("a name that needs all of its 150 characters is found again", async () => {
  const server = await start();
  const long = `${"契".repeat(139)}-redl.docx`;
  const signer = downloadSigner({ ...testConfig, keys: keyRing(testConfig), clock: server.clock.read });
  const { url } = signer({ artifactKey, fileName: long });
  const reply = await server.app.inject(url.replace("https://api.example.com", ""));
  expect(reply.statusCode).toBe(200);
  expect(decodeURIComponent(String(reply.headers["content-disposition"]).split("''")[1] ?? "")).toBe(long);
});
