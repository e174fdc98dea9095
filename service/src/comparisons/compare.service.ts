// Tests POST /v1/compare and its reads with the whole service.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  acceptAll,
  openDocument,
  ParagraphReader,
  paragraphsOf,
  rejectAll,
  storiesOf,
  wordNames,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upstreamErrors } from "../contract/errors.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { comparisonJob } from "./run-comparison.ts";
import {
  effectOf,
  jobFor,
  refusal,
  startWholeService,
  type Tenant,
  type WholeService,
} from "./testing/whole-service.ts";

let service: WholeService;
let acme: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  other = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

function textOf(bytes: Uint8Array, settle: typeof acceptAll): string {
  const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  settle(document);
  const [body] = storiesOf(document);
  const reader = new ParagraphReader(body!);
  return [...paragraphsOf(body!)].map((paragraph) => reader.read(paragraph).text).join("\n");
}

test("two documents become a redline that can be downloaded, and reading again issues fresh addresses", async () => {
  const comparisonId = await service.create(acme);
  expect(comparisonId).toMatch(/^cmp_[0-9a-hjkmnp-tv-z]{26}$/);
  const job = await service.untilEnded(acme, comparisonId, "?format=md,docx&format=json&format=docx");
  expect(job.status).toBe("ready");
  expect(job.downloads.map(({ format, file_name }) => `${format} ${file_name}`)).toEqual([
    "md contract-v2-redline.md",
    "docx contract-v2-redline.docx",
    "json contract-v2-redline.json",
  ]);
  expect(job.downloads[0]?.expires_at).toBe("2026-03-04T06:06:07.000Z");

  const replies = await Promise.all(job.downloads.map(({ url }) => service.download(url)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const [md, docx, json] = replies.map((reply) => reply.rawPayload);
  const author = `${acme.address}-contract-v2.docx`;
  expect(md!.toString()).toContain(
    `<redline author="${author}" revision="contract-v2.docx" date="2026-03-04T05:06:07Z" changes="1" `,
  );
  expect(md!.toString()).toContain('<ins id="2">20</ins>');
  expect(JSON.parse(json!.toString()).documents).toEqual([
    { role: "original", name: "contract.docx" },
    { role: "modified", name: "contract-v2.docx" },
  ]);
  expect(textOf(docx!, acceptAll)).toBe("The fee is 20 euros.");
  expect(textOf(docx!, rejectAll)).toBe("The fee is 10 euros.");
  expect(await service.usage(comparisonId)).toEqual({ documents: 2, words: 10, given_back_at: null });
  expect(await service.row(comparisonId)).toMatchObject({ status: "ready", words: 10, delete_at: null });
});

test("docx is what a read gives that asks for nothing, and the reply names the engine's version", async () => {
  const comparisonId = await service.create(acme);
  const job = await service.untilEnded(acme, comparisonId);
  expect(job.downloads.map(({ format }) => format)).toEqual(["docx"]);
  const reply = await service.call(acme, "GET", `/v1/compare/${comparisonId}`);
  expect(reply.headers["x-engine-version"]).toBe("0.9.0");
  expect(reply.headers["retry-after"]).toBeUndefined();
});

test("a format that nobody makes is UNSUPPORTED_FORMAT, and the reply names those that somebody makes", async () => {
  const comparisonId = await service.create(acme);
  await service.untilEnded(acme, comparisonId);
  const reply = await service.call(acme, "GET", `/v1/compare/${comparisonId}?format=docx,pdf`);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error).toMatchObject({
    code: "UNSUPPORTED_FORMAT",
    message: expect.stringContaining("docx, md, json"),
  });
});

test("files of one name are told apart, and a given author is written as it is", async () => {
  const same = { originalName: "a.docx", modifiedName: "a.docx" };
  const named = await service.create(acme, { ...same, author: " Jane\u0007 <Doe> " });
  const job = await service.untilEnded(acme, named, "?format=md");
  expect(job.downloads[0]?.file_name).toBe("a (2)-redline.md");
  const md = await service.download(job.downloads[0]!.url);
  expect(md.body).toContain('author=" Jane &lt;Doe&gt; " revision="a (2).docx"');
  const unnamed = await service.create(acme, { ...same, author: " \t " });
  expect((await service.row(unnamed)).author).toBe(`${acme.address}-a (2).docx`);
});

test("identical documents are ready without a change", async () => {
  const document = documentOf("Same.");
  const comparisonId = await service.create(acme, { original: document, modified: document });
  const job = await service.untilEnded(acme, comparisonId, "?format=json");
  const json = JSON.parse((await service.download(job.downloads[0]!.url)).body);
  expect(json.summary).toMatchObject({ insertions: 0, deletions: 0, moves: 0 });
});

test.each([
  ["another type of file", "400 UNSUPPORTED_FILE_TYPE", "original", { originalName: "old.odt" }],
  ["a text file", "400 UNSUPPORTED_FILE_TYPE", "modified", { modifiedName: "new.txt" }],
  ["an empty file", "400 INVALID_REQUEST", "modified", { modified: new Uint8Array(0) }],
  ["no archive", "400 DOCUMENT_UNREADABLE", "original", { original: new TextEncoder().encode("no archive") }],
  [
    "a package without a main part",
    "400 DOCUMENT_UNREADABLE",
    "original",
    { original: damaged("_rels/.rels", "<a/>") },
  ],
  ["broken content types", "400 DOCUMENT_UNREADABLE", "original", { original: damaged("[Content_Types].xml", "<a>") }],
  ["an OLE container", "400 DOCUMENT_UNREADABLE", "modified", { modified: oleContainer() }],
] as const)("%s is refused with %s, and nothing is left or counted", async (_, expected, field, sources) => {
  const tenant = await service.addTenant();
  const reply = await service.send(tenant, sources);
  expect(refusal(reply)).toBe(expected);
  expect(reply.json().error.details).toMatchObject([{ field }]);
  expect(await service.stored(tenant)).toEqual([]);
  expect(await service.count("comparisons", tenant)).toBe(0);
  expect(await service.count("usage_entries", tenant)).toBe(0);
  expect(await service.count("jobs", tenant)).toBe(0);
});

/** Returns a document with one part replaced. */
function damaged(part: string, content: string): Uint8Array {
  const { package: opened } = openDocument(documentOf("Fine."), { codec: nodeZlib, names: wordNames() });
  opened.replaceBytes(part, new TextEncoder().encode(content));
  return opened.save(6);
}

/** Returns the start of an OLE container, the format of .doc files and of encrypted Word files. */
function oleContainer(): Uint8Array {
  const bytes = Buffer.alloc(4096);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  return bytes;
}

test("a document that is broken inside fails the job, which names it; it was no fault of ours, so it is counted", async () => {
  const comparisonId = await service.create(acme, { modified: documentWithBody("<w:p><w:r></w:p>") });
  const job = await service.untilEnded(acme, comparisonId);
  expect(job).toEqual({
    comparison_id: comparisonId,
    status: "failed",
    downloads: [],
    original_file_name: "contract.docx",
    modified_file_name: "contract-v2.docx",
    created_at: "2026-03-04T05:06:07.000Z",
    finished_at: "2026-03-04T05:06:07.000Z",
    summary: null,
    notices: [],
    error: {
      code: "DOCUMENT_UNREADABLE",
      upstream_code: "XML_INVALID",
      message: upstreamErrors.XML_INVALID.meaning,
      source: "modified",
    },
  });
  expect(await service.usage(comparisonId)).toMatchObject({ given_back_at: null });
});

test("a source that is not what arrived fails the job, and is not counted", async () => {
  const paused = await startWholeService();
  try {
    const tenant = await paused.addTenant();
    const comparisonId = await paused.create(tenant);
    tamper(paused.folder, "original");
    await paused.work();
    expect(await paused.untilEnded(tenant, comparisonId)).toMatchObject({
      status: "failed",
      error: { code: "SOURCE_UPLOAD_FAILED", upstream_code: "CHECKSUM_MISMATCH", source: "original" },
    });
    expect(await paused.usage(comparisonId)).toMatchObject({ given_back_at: paused.clock.read() });
    const usage = await paused.call(tenant, "GET", "/v1/usage");
    expect(usage.json()).toMatchObject({ documents: 0, words: 0 });
  } finally {
    await paused.close();
  }
});

/** Changes the last byte of a stored object. */
function tamper(folder: string, role: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const path = join(folder, names.find((name) => name.includes(`/${role}.`))!);
  const bytes = readFileSync(path);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(path, bytes);
}

test("an unknown format, a malformed id and another's comparison are refused, in this order of looking", async () => {
  const comparisonId = await service.create(acme);
  const refused = async (tenant: Tenant, path: string) => refusal(await service.call(tenant, "GET", path));
  expect(await refused(acme, `/v1/compare/${comparisonId}?format=docx,xlsx`)).toBe("400 UNSUPPORTED_FORMAT");
  expect(await refused(acme, `/v1/compare/${comparisonId}?format=`)).toBe("400 UNSUPPORTED_FORMAT");
  expect(await refused(acme, `/v1/compare/${comparisonId.replace("cmp", "mrg")}`)).toBe("400 INVALID_COMPARISON_ID");
  expect(await refused(acme, "/v1/compare/cmp_x?format=xlsx")).toBe("400 INVALID_COMPARISON_ID");
  expect(await refused(other, `/v1/compare/${comparisonId}?format=xlsx`)).toBe("404 COMPARISON_NOT_FOUND");
  expect(await refused(acme, "/v1/compare/cmp_01jb2m3n4p5q6r7s8t9v0w1x2y")).toBe("404 COMPARISON_NOT_FOUND");
});

test("the same call with the same Idempotency-Key creates once", async () => {
  const tenant = await service.addTenant();
  const headers = { "idempotency-key": "once" };
  const [first, second] = [await service.send(tenant, { headers }), await service.send(tenant, { headers })];
  expect(second.json()).toEqual(first.json());
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect(await service.count("comparisons", tenant)).toBe(1);
  expect(await service.count("usage_entries", tenant)).toBe(1);
  await service.untilEnded(tenant, first.json().comparison_id);
  expect(await service.stored(tenant)).toHaveLength(7);
});

test("a job that is delivered again does nothing", async () => {
  const comparisonId = await service.create(acme);
  await service.untilEnded(acme, comparisonId);
  const objects = await service.objects(comparisonId);
  expect(await effectOf(comparisonJob, jobFor(acme, comparisonId), service.parts)).toBeUndefined();
  expect(await service.objects(comparisonId)).toEqual(objects);
  expect(objects.map(({ role }) => role)).toEqual(["docx", "json", "md", "modified", "original", "view", "viewer"]);
});

test("the allowance covers whole comparisons, also when many are asked for at once, and a refusal costs nothing", async () => {
  const tenant = await service.addTenant({ documentLimit: 5 });
  const replies = await Promise.all(Array.from({ length: 6 }, () => service.send(tenant)));
  const statuses = replies.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([202, 202, 402, 402, 402, 402]);
  expect(refusal(replies.find(({ statusCode }) => statusCode === 402)!)).toBe("402 USAGE_LIMIT_REACHED");
  expect(await service.count("comparisons", tenant)).toBe(2);
  const accepted = replies.filter(({ statusCode }) => statusCode === 202).map((reply) => reply.json().comparison_id);
  for (const comparisonId of accepted) await service.untilEnded(tenant, comparisonId);
  expect(await service.stored(tenant)).toHaveLength(14);
  const usage = await service.call(tenant, "GET", "/v1/usage");
  expect(usage.json()).toEqual({
    period_start: "2026-03-01T00:00:00.000Z",
    period_end: "2026-04-01T00:00:00.000Z",
    documents: 4,
    words: 20,
    document_limit: 5,
  });
});

test("an organization with too many unfinished jobs is asked to wait", async () => {
  const paused = await startWholeService({ mostUnfinishedJobs: 1 });
  try {
    const tenant = await paused.addTenant();
    await paused.create(tenant);
    const reply = await paused.send(tenant);
    expect(refusal(reply)).toBe("429 RATE_LIMITED");
    expect(reply.headers["retry-after"]).toBe("60");
    expect(await paused.stored(tenant)).toHaveLength(2);
  } finally {
    await paused.close();
  }
});

test("options are kept with the comparison, reach the engine, and are part of what a repeated call must repeat", async () => {
  const options = { granularity: "character", detect_moves: "0", comments: "drop", pdf_legend: "1" };
  const headers = { "idempotency-key": "options-1" };
  const comparisonId = await service.create(acme, { options, headers });
  const { downloads } = await service.untilEnded(acme, comparisonId, "?format=json");
  const json = JSON.parse((await service.download(downloads[0]!.url)).body);
  expect(json.options).toMatchObject({ ...options, detect_moves: false, ignore_case: false, pdf_legend: true });
  expect(await service.row(comparisonId)).toMatchObject({
    options: { granularity: "character", detectMoves: false, comments: "drop", pdfLegend: true },
  });
  expect(await service.create(acme, { options, headers })).toBe(comparisonId);
  const other = await service.send(acme, { options: { ...options, detect_moves: "1" }, headers });
  expect(refusal(other)).toBe("409 IDEMPOTENCY_CONFLICT");
});

test("an option with another value is refused by its name, and nothing is created", async () => {
  const reply = await service.send(acme, { options: { ignore_case: "maybe" } });
  expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  expect(reply.json().error.details).toMatchObject([
    { field: "ignore_case", reason: "INVALID_VALUE", allowed: ["true", "1", "false", "0"] },
  ]);
});

test("a file that cannot be read is refused as such, also when the allowance is used up", async () => {
  const small = await service.addTenant({ documentLimit: 1 });
  expect(refusal(await service.send(small))).toBe("402 USAGE_LIMIT_REACHED");
  expect(refusal(await service.send(small, { modified: Buffer.from("no package") }))).toBe("400 DOCUMENT_UNREADABLE");
  expect(await service.count("comparisons", small)).toBe(0);
});
