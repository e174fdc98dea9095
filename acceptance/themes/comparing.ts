// A comparison from its submission to its renderings.

import assert from "node:assert/strict";
import { after, before, type Service } from "../calls/service.ts";
import { withBrokenMainPart } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { once, theme } from "../running/theme.ts";

export const comparing = theme(
  "comparing",
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test("without a format the Word redline is given", async () => {
      const { id } = await comparison();
      const { json } = await service.get(`/v1/compare/${id}`);
      assert.equal(json.status, "ready");
      assert.deepEqual(Object.keys(json).sort(), ["comparison_id", "downloads", "status"]);
      assert.deepEqual(
        json.downloads.map((entry: { format: string }) => entry.format),
        ["docx"],
      );
    });

    for (const query of ["format=json&format=docx&format=md", "format=json,docx,md", "format=json,docx&format=md"]) {
      test(`${query} gives three downloads in that order`, async () => {
        const { id } = await comparison();
        const { json, headers } = await service.get(`/v1/compare/${id}?${query}`);
        assert.equal(json.status, "ready");
        assert.equal(headers["retry-after"], undefined);
        assert.deepEqual(
          json.downloads.map((entry: { format: string }) => entry.format),
          ["json", "docx", "md"],
        );
      });
    }

    test("a format asked for twice is given once", async () => {
      const { id } = await comparison();
      const { json } = await service.get(`/v1/compare/${id}?format=md,md&format=md`);
      assert.equal(json.downloads.length, 1);
    });

    test("a download entry has a name, an address and an hour", async () => {
      const { downloads } = await comparison();
      for (const { format, url, file_name, expires_at } of downloads) {
        assert.equal(file_name, `revised-redline.${format}`);
        assert.ok(url.includes(`/${file_name}?expires=`));
        assert.match(expires_at, /(?:Z|[+-]\d\d:\d\d)$/);
        const left = Date.parse(expires_at) - Date.now();
        assert.ok(left > 3_500_000 && left <= 3_600_000, `${left} ms`);
      }
    });

    test("the Word redline holds tracked changes", async () => {
      const { downloads } = await comparison();
      const xml = readZipText(await service.fetch(downloads[0]?.url), "word/document.xml");
      assert.match(xml, /<w:ins [^>]*>.*45/s);
      assert.match(xml, /<w:del [^>]*>.*<w:delText[^>]*>[^<]*30/s);
    });

    test("the data rendering describes the change from original to modified", async () => {
      const json = await redlineOf(service, (await comparison()).downloads[2]?.url);
      assert.equal(json.schema_version, 1);
      assert.equal(json.kind, "comparison");
      assert.deepEqual(textOf(json, "insertion"), "The fee is due in 30 days.\nNotices are given in writing.");
      assert.deepEqual(textOf(json, "deletion"), "The fee is due in 45 days.\nNotices are given in writing.");
    });

    test("swapping the documents swaps insertions and deletions", async () => {
      const there = await redlineOf(service, (await comparison()).downloads[2]?.url);
      const { downloads } = await service.ready({ original: after, modified: before }, "json");
      const back = await redlineOf(service, downloads[0]?.url);
      assert.equal(textOf(back, "deletion"), textOf(there, "insertion"));
      assert.equal(textOf(back, "insertion"), textOf(there, "deletion"));
    });
  },
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test("every change carries its id, author, revision and a date in UTC", async () => {
      const changes = changesOf(await redlineOf(service, (await comparison()).downloads[2]?.url));
      assert.ok(changes.length >= 2);
      for (const change of changes) {
        assert.ok(change.id !== undefined && change.author && change.revision);
        assert.match(change.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
    });

    test("the Markdown rendering marks the same changes under the same ids", async () => {
      const { downloads } = await comparison();
      const text = String(await service.fetch(downloads[1]?.url));
      for (const { id } of changesOf(await redlineOf(service, downloads[2]?.url)))
        assert.ok(text.includes(`id="${id}"`), `${id}`);
      assert.match(text, /<ins [^>]*>45<\/ins>/);
      assert.match(text, /<del [^>]*>30<\/del>/);
    });

    test("the same two documents give the same redline, its date apart", async () => {
      const { downloads } = await service.ready({}, "docx,md,json");
      const first = (await comparison()).downloads;
      for (const index of [1, 2]) {
        const [one, other] = await Promise.all([first, downloads].map((list) => service.fetch(list[index]?.url)));
        assert.equal(undated(one), undated(other));
      }
    });

    test("equal documents are compared without a change", async () => {
      const { downloads } = await service.ready({ modified: before }, "json");
      assert.deepEqual(changesOf(await redlineOf(service, downloads[0]?.url)), []);
    });

    test("formats that nobody has made are pending beside those that are finished", async () => {
      const { id } = await comparison();
      const { json, headers } = await service.get(`/v1/compare/${id}?format=md,viewer,docx`);
      if (json.status === "ready") return;
      assert.equal(json.status, "processing");
      assert.equal(headers["retry-after"], "1");
      assert.deepEqual(json.pending_formats, ["viewer"]);
      assert.deepEqual(
        json.downloads.map((entry: { format: string }) => entry.format),
        ["md", "docx"],
      );
    });

    test("reading again gives a fresh address and changes nothing", async () => {
      const { id } = await comparison();
      const [one, other] = [await service.get(`/v1/compare/${id}`), await service.get(`/v1/compare/${id}`)];
      assert.equal(one.json.downloads[0].file_name, other.json.downloads[0].file_name);
      assert.equal(other.json.status, "ready");
    });

    for (const source of ["original", "modified"] as const) {
      test(`a ${source} whose main part is broken fails the job, which is a 200`, async () => {
        const id = await service.submit({ [source]: withBrokenMainPart() });
        const { status, json } = await service.end(id);
        assert.equal(status, 200);
        assert.equal(json.status, "failed");
        const { code, upstream_code, message, source: named } = json.error;
        assert.deepEqual([code, upstream_code, named], ["DOCUMENT_UNREADABLE", "XML_INVALID", source]);
        assert.match(message, /^[A-Z].*[.]$/);
        assert.deepEqual(json.downloads, []);
        assert.equal(json.pending_formats, undefined);
      });
    }
  },
);

async function redlineOf(service: Service, url: string | undefined): Promise<Redline> {
  return JSON.parse(String(await service.fetch(url)));
}

interface Segment {
  readonly type?: string;
  readonly text: string;
  readonly id: string | number;
  readonly author: string;
  readonly revision: string;
  readonly date: string;
}

interface Redline {
  readonly schema_version: number;
  readonly kind: string;
  readonly blocks: readonly { readonly content: readonly Segment[] }[];
}

/** The text without the changes of one kind. */
function textOf({ blocks }: Redline, left: "insertion" | "deletion"): string {
  const lines = blocks.map(({ content }) => content.filter(({ type }) => type !== left).map(({ text }) => text));
  return lines.map((texts) => texts.join("")).join("\n");
}

function changesOf({ blocks }: Redline): Segment[] {
  return blocks.flatMap(({ content }) => content.filter(({ type }) => type !== undefined));
}

function undated(content: Buffer | undefined): string {
  return String(content).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "");
}
