// Tests signed addresses and their content.

import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { refused } from "../calls/service.ts";
import { once, theme } from "../running/theme.ts";

const MEDIA = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const;

export const downloads = theme(
  "downloads",
  ({ service, test }) => {
    const entries = once(async () => (await service.ready({}, "docx,md,json")).downloads);
    const address = async () => (await entries())[0]?.url ?? "";

    test("each format has its media type, and is safe for browsers", ["6.download"], async () => {
      for (const { format, url } of await entries()) {
        const { status, headers } = await service.get(url);
        assert.equal(status, 200);
        assert.equal(headers["content-type"], MEDIA[format as keyof typeof MEDIA]);
        assert.match(headers["content-disposition"] ?? "", /^attachment; filename="revised-redline[.]/);
        assert.equal(headers["cache-control"], "private, no-store");
        assert.equal(headers["x-content-type-options"], "nosniff");
        assert.equal(headers["accept-ranges"], "bytes");
      }
    });

    test("no key is needed, and a wrong one does not matter", ["auth.5", "download.url"], async () => {
      const reply = await service.get(await address(), { headers: { authorization: "Bearer nonsense" } });
      assert.equal(reply.status, 200);
    });

    test("HEAD tells what GET would, without content", ["6.download"], async () => {
      const [head, get] = [await service.call("HEAD", await address()), await service.get(await address())];
      assert.equal(head.status, 200);
      assert.equal(head.body.length, 0);
      for (const name of ["content-length", "content-type", "etag", "content-disposition", "accept-ranges"]) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
      assert.equal(Number(get.headers["content-length"]), get.body.length);
    });

    test("the ETag is that of the content, and answers If-None-Match with 304", ["6.download"], async () => {
      const { headers, body } = await service.get(await address());
      assert.equal(headers.etag, `"${createHash("sha256").update(body).digest("base64url")}"`);
      const known = await service.get(await address(), { headers: { "if-none-match": headers.etag ?? "" } });
      assert.equal(known.status, 304);
      assert.equal(known.body.length, 0);
      assert.equal(known.headers.etag, headers.etag);
      assert.equal((await service.get(await address(), { headers: { "if-none-match": '"other"' } })).status, 200);
    });

    const ranges: readonly (readonly [string, (size: number) => readonly [number, number]])[] = [
      ["bytes=0-0", () => [0, 1]],
      ["bytes=10-99", () => [10, 100]],
      ["bytes=200-", (size) => [200, size]],
      ["bytes=-16", (size) => [size - 16, size]],
      ["bytes=5-99999999", (size) => [5, size]],
    ];
    for (const [range, expected] of ranges) {
      test(`${range} gives those bytes`, ["6.download"], async () => {
        const whole = await service.fetch(await address());
        const { status, headers, body } = await service.get(await address(), { headers: { range } });
        const [from, to] = expected(whole.length);
        assert.equal(status, 206);
        assert.equal(headers["content-range"], `bytes ${from}-${to - 1}/${whole.length}`);
        assert.deepEqual(body, whole.subarray(from, to));
      });
    }

    test("a range outside of the file is 416 with its size", ["6.download"], async () => {
      const { length } = await service.fetch(await address());
      const reply = await service.get(await address(), { headers: { range: `bytes=${length}-` } });
      refused(reply, 416, "RANGE_NOT_SATISFIABLE");
      assert.equal(reply.headers["content-range"], `bytes */${length}`);
    });

    test("If-Range with another ETag gives the whole file", ["6.download"], async () => {
      const reply = await service.get(await address(), { headers: { range: "bytes=0-0", "if-range": '"other"' } });
      assert.equal(reply.status, 200);
    });
  },
  ({ service, world, test }) => {
    const address = once(async () => (await service.ready()).downloads[0]?.url ?? "");

    const alterations: readonly (readonly [string, (url: URL) => void])[] = [
      ["another signature", (url) => url.searchParams.set("signature", "A".repeat(43))],
      [
        "a shorter signature",
        (url) => url.searchParams.set("signature", url.searchParams.get("signature")!.slice(0, -4)),
      ],
      ["no signature", (url) => url.searchParams.delete("signature")],
      ["a later time", (url) => url.searchParams.set("expires", String(Number(url.searchParams.get("expires")) + 1))],
      ["no time", (url) => url.searchParams.delete("expires")],
      ["a time that is past", (url) => url.searchParams.set("expires", "1000000000")],
      ["another key", (url) => url.searchParams.set("key", "other")],
      ["no key", (url) => url.searchParams.delete("key")],
      ["another name", (url) => rename(url, "revised-redline.docx", "other.docx")],
      ["another format", (url) => rename(url, ".docx/", ".json/")],
      ["another comparison", (url) => rename(url, /cmp_.{26}/, "cmp_00000000000000000000000000")],
    ];
    for (const [name, alter] of alterations) {
      test(`an address with ${name} is DOWNLOAD_INVALID`, ["6.download-refused", "6.address"], async () => {
        const url = new URL(await address());
        alter(url);
        refused(await service.get(url.href), 403, "DOWNLOAD_INVALID");
      });
    }

    test(
      "an address has the key of the artifact, its name, a time, a key's id and a signature",
      ["6.address"],
      async () => {
        const { id, downloads: entries } = await service.ready();
        const url = new URL(entries[0]?.url ?? "");
        assert.match(url.pathname, new RegExp(`^/downloads/${id}[.]docx/revised-redline[.]docx$`));
        assert.deepEqual([...url.searchParams.keys()], ["expires", "key", "signature"]);
        assert.equal(Number(url.searchParams.get("expires")) * 1000, Date.parse(entries[0]?.expires_at ?? ""));
        assert.equal(Buffer.from(url.searchParams.get("signature") ?? "", "base64url").length, 32);
      },
    );

    test("the former signing key is still believed while a new one signs", ["6.two-signing-keys"], async () => {
      const former = new URL(await address());
      const VERSUS_SIGNING_KEYS = `newer:${randomBytes(32).toString("base64")},${world.settings.VERSUS_SIGNING_KEYS}`;
      const api = await world.startApi({ VERSUS_SIGNING_KEYS });
      assert.equal((await service.get(api.url + former.pathname + former.search)).status, 200);
      const { downloads: entries } = await service.at(api.url).ready();
      assert.equal(new URL(entries[0]?.url ?? "").searchParams.get("key"), "newer");
      assert.equal((await service.get(entries[0]?.url ?? "")).status, 200);
      refused(await service.get((entries[0]?.url ?? "").replace(api.url, service.url)), 403, "DOWNLOAD_INVALID");
      await api.stop();
    });

    test("a page of any site may fetch a download, and read why it was refused", ["21.cors"], async () => {
      for (const url of [await address(), `${await address()}0`]) {
        const { headers } = await service.get(url, { headers: { origin: "https://elsewhere.example" } });
        assert.equal(headers["access-control-allow-origin"], "*");
        assert.match(headers["access-control-expose-headers"] ?? "", /X-Request-Id/);
      }
    });

    test(
      "an address past its time is DOWNLOAD_EXPIRED",
      ["6.download-refused", "6.address", "download.expires_at"],
      async () => {
        const url = new URL(await address());
        assert.equal(sign(url), url.searchParams.get("signature"), "the tests sign as the service does");
        url.searchParams.set("expires", String(Math.floor(Date.now() / 1000) - 1));
        url.searchParams.set("signature", sign(url));
        refused(await service.get(url.href), 403, "DOWNLOAD_EXPIRED");
      },
    );

    /** Returns the signature over path, time and key id. */
    function sign(url: URL): string {
      const [artifact = "", name = ""] = url.pathname.split("/").slice(-2).map(decodeURIComponent);
      const { id, secret } = world.signingKey;
      const signed = ["versus download 1", artifact, name, url.searchParams.get("expires"), id].join("\n");
      return createHmac("sha256", secret).update(signed).digest("base64url");
    }
  },
);

function rename(url: URL, from: string | RegExp, to: string): void {
  const renamed = url.pathname.replace(from, to);
  assert.notEqual(renamed, url.pathname);
  url.pathname = renamed;
}
