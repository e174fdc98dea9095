// Tests a comparison from its submission to its renderings.

import assert from "node:assert/strict";
import { after, before, notices, refused, type Service } from "../calls/service.ts";
import { broken } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { once, theme } from "../running/theme.ts";

export const comparing = theme(
  "comparing",
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test("without a format the Word redline is given", ["artifact.docx", "read.format", "states.ready"], async () => {
      const { id } = await comparison();
      const { json } = await service.get(`/v1/compare/${id}`);
      assert.equal(json.status, "ready");
      const record = ["created_at", "finished_at", "modified_file_name", "notices", "original_file_name", "summary"];
      assert.deepEqual(Object.keys(json).sort(), [...record, "comparison_id", "downloads", "status"].sort());
      assert.deepEqual(
        json.downloads.map((entry: { format: string }) => entry.format),
        ["docx"],
      );
    });

    for (const query of ["format=json&format=docx&format=md", "format=json,docx,md", "format=json,docx&format=md"]) {
      test(
        `${query} gives three downloads in that order`,
        ["read.format", "job.downloads", "download.format", "21.duplicates"],
        async () => {
          const { id } = await comparison();
          const { json, headers } = await service.get(`/v1/compare/${id}?${query}`);
          assert.equal(json.status, "ready");
          assert.equal(headers["retry-after"], undefined);
          assert.deepEqual(
            json.downloads.map((entry: { format: string }) => entry.format),
            ["json", "docx", "md"],
          );
        },
      );
    }

    test("a format asked for twice is given once", ["21.duplicates"], async () => {
      const { id } = await comparison();
      const { json } = await service.get(`/v1/compare/${id}?format=md,md&format=md`);
      assert.equal(json.downloads.length, 1);
    });
  },
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test(
      "a download entry has a name, an address and an hour",
      [
        "download.url",
        "download.file_name",
        "download.expires_at",
        "limits.download",
        "conventions.times",
        "general.2",
        "6.names",
      ],
      async () => {
        const { downloads } = await comparison();
        for (const { format, url, file_name, expires_at } of downloads) {
          assert.equal(file_name, `revised-redline.${format}`);
          assert.ok(url.includes(`/${file_name}?expires=`));
          assert.match(expires_at, /(?:Z|[+-]\d\d:\d\d)$/);
          const left = Date.parse(expires_at) - Date.now();
          assert.ok(left > 3_500_000 && left <= 3_600_000, `${left} ms`);
        }
      },
    );

    test("the Word redline holds tracked changes", ["artifact.docx"], async () => {
      const { downloads } = await comparison();
      const xml = readZipText(await service.fetch(downloads[0]?.url), "word/document.xml");
      assert.match(xml, /<w:ins [^>]*>.*45/s);
      assert.match(xml, /<w:del [^>]*>.*<w:delText[^>]*>[^<]*30/s);
    });

    test(
      "the data rendering describes the change from original to modified",
      [
        "compare.rule-1",
        "compare.original",
        "compare.modified",
        "json.top",
        "json.rebuild",
        "artifact.json",
        "versioning.schema",
      ],
      async () => {
        const json = await redlineOf(service, (await comparison()).downloads[2]?.url);
        assert.equal(json.schema_version, 1);
        assert.equal(json.kind, "comparison");
        assert.deepEqual(textOf(json, "insertion"), `The fee is due in 30 days.\n${notices}`);
        assert.deepEqual(textOf(json, "deletion"), `The fee is due in 45 days.\n${notices}`);
      },
    );

    test("swapping the documents swaps insertions and deletions", ["compare.rule-1"], async () => {
      const there = await redlineOf(service, (await comparison()).downloads[2]?.url);
      const { downloads } = await service.ready({ original: after, modified: before }, "json");
      const back = await redlineOf(service, downloads[0]?.url);
      assert.equal(textOf(back, "deletion"), textOf(there, "insertion"));
      assert.equal(textOf(back, "insertion"), textOf(there, "deletion"));
    });
  },
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test("every change carries its id, author, revision and a date in UTC", ["json.changes", "6.dates"], async () => {
      const changes = changesOf(await redlineOf(service, (await comparison()).downloads[2]?.url));
      assert.ok(changes.length >= 2);
      for (const change of changes) {
        assert.ok(change.id !== undefined && change.author && change.revision);
        assert.match(change.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
    });
  },
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test(
      "the Markdown rendering marks the same changes under the same ids",
      ["artifact.md", "json.changes", "8.markup"],
      async () => {
        const { downloads } = await comparison();
        const text = String(await service.fetch(downloads[1]?.url));
        for (const { id } of changesOf(await redlineOf(service, downloads[2]?.url)))
          assert.ok(text.includes(`id="${id}"`), `${id}`);
        assert.match(text, /<ins [^>]*>45<\/ins>/);
        assert.match(text, /<del [^>]*>30<\/del>/);
      },
    );

    test("the same two documents give the same redline, its date apart", ["general.3"], async () => {
      const { downloads } = await service.ready({}, "docx,md,json");
      const first = (await comparison()).downloads;
      for (const index of [1, 2]) {
        const [one, other] = await Promise.all([first, downloads].map((list) => service.fetch(list[index]?.url)));
        assert.equal(undated(one), undated(other));
      }
    });

    test("equal documents are compared without a change", ["21.identical"], async () => {
      const { downloads } = await service.ready({ modified: before }, "json");
      assert.deepEqual(changesOf(await redlineOf(service, downloads[0]?.url)), []);
    });
  },
  ({ service, test }) => {
    const comparison = once(() => service.ready({}, "docx,md,json"));

    test("a format that nobody makes is refused, and the description lists the others", ["states.unmade"], async () => {
      const { id } = await comparison();
      const { json: api } = await service.get("/openapi.json");
      const { parameters } = api.paths["/v1/compare/{comparison_id}"].get;
      const listed: string[] = parameters.find(({ name }: { name: string }) => name === "format").schema.items.enum;
      for (const format of [
        "docx",
        "pdf",
        "pdf_changed_pages_only",
        "md",
        "json",
        "viewer",
        "schedule",
        "schedule_csv",
      ]) {
        const reply = await service.get(`/v1/compare/${id}?format=${format}`);
        if (listed.includes(format)) assert.equal(reply.status, 200);
        else refused(reply, 400, "UNSUPPORTED_FORMAT");
      }
      assert.ok(listed.includes("docx"));
    });

    test("a read names the version of the engine", ["20.engine"], async () => {
      const { id } = await comparison();
      const { headers } = await service.get(`/v1/compare/${id}`);
      assert.match(headers["x-engine-version"] ?? "", /^\d+\.\d+\.\d+/);
    });

    test(
      "for one engine the same documents give the same Word redline, byte for byte, its dates apart",
      ["general.3"],
      async () => {
        const [one, other] = await Promise.all([service.ready(), service.ready()]);
        const [first = "", second = ""] = await Promise.all(
          [one, other].map(async ({ downloads }) =>
            readZipText(await service.fetch(downloads[0]?.url), "word/document.xml"),
          ),
        );
        assert.equal(undated(Buffer.from(first)), undated(Buffer.from(second)));
      },
    );

    test(
      "reading again gives a fresh address and changes nothing",
      ["read.200", "general.2", "job.comparison_id", "job.status"],
      async () => {
        const { id } = await comparison();
        const [one, other] = [await service.get(`/v1/compare/${id}`), await service.get(`/v1/compare/${id}`)];
        assert.equal(one.json.downloads[0].file_name, other.json.downloads[0].file_name);
        assert.equal(other.json.status, "ready");
      },
    );
  },
  ({ service, test }) => {
    for (const source of ["original", "modified"] as const) {
      test(
        `a ${source} whose main part is broken fails the job, which is a 200`,
        [
          "states.failed",
          "states.failed-is-200",
          "errors.failed-job",
          "job.error",
          "job.DOCUMENT_UNREADABLE",
          "6.error",
          "6.post-checks",
          "6.upstream.unreadable",
        ],
        async () => {
          const id = await service.submit({ [source]: broken.mainPart() });
          const { status, json } = await service.end(id);
          assert.equal(status, 200);
          assert.equal(json.status, "failed");
          const { code, upstream_code, message, source: named } = json.error;
          assert.deepEqual([code, upstream_code, named], ["DOCUMENT_UNREADABLE", "XML_INVALID", source]);
          assert.match(message, /^[A-Z].*[.]$/);
          assert.deepEqual(json.downloads, []);
          assert.equal(json.pending_formats, undefined);
        },
      );
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

/** Returns the text without the changes of one kind. */
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
