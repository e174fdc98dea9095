// Tests POST /v1/merge and its reads with the whole service.

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  effectOf,
  jobFor,
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { upstreamErrors } from "../contract/errors.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { mergeJob, verificationJob } from "./run-merge.ts";
import { type Merging, mergeCalls, twoRevisions } from "./testing/merge-calls.ts";

let service: WholeService;
let acme: Tenant;
const { send, create, read, untilEnded, row } = mergeCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

test("[SRV-93] a base and its revisions become one document, read in every format, and counted once for each", async () => {
  const mergeId = await create(acme);
  expect(mergeId).toMatch(/^mrg_[0-9a-hjkmnp-tv-z]{26}$/);
  const job = await untilEnded(acme, mergeId, "?format=json,docx&format=md");
  expect(job.status).toBe("ready");
  expect(job.downloads.map(({ format, file_name }) => `${format} ${file_name}`)).toEqual([
    "json contract-merged.json",
    "docx contract-merged.docx",
    "md contract-merged.md",
  ]);
  const [json] = await Promise.all(job.downloads.map(({ url }) => service.download(url)));
  expect(JSON.parse(json!.body)).toMatchObject({
    kind: "merge",
    documents: [
      { role: "original", name: "contract.docx" },
      { role: "revision", name: "contract-a.docx" },
      { role: "revision", name: "contract-b.docx" },
    ],
  });
  expect(await service.usage(mergeId)).toEqual({ documents: 3, words: 16, given_back_at: null });
  expect(await row(mergeId)).toMatchObject({ status: "ready", words: 16, documents: 3, delete_at: null });
});

test("docx is the default format, and the reply names the engine's version", async () => {
  const mergeId = await create(acme);
  const job = await untilEnded(acme, mergeId);
  expect(job.downloads.map(({ format }) => format)).toEqual(["docx"]);
  const reply = await service.call(acme, "GET", `/v1/merge/${mergeId}`);
  expect(reply.headers["x-engine-version"]).toBe("0.9.0");
  expect(refusal(await service.call(acme, "GET", `/v1/merge/${mergeId}?format=pdf`))).toBe("400 UNSUPPORTED_FORMAT");
});

test("[SRV-94] equal names are told apart in the order of the form, and the original keeps its own", async () => {
  const names = ["lease.docx", "lease.docx", "other.docx"];
  const mergeId = await create(acme, { originalName: "lease.docx", revisions: names.map((name) => ({ name })) });
  const authorOf = (name: string) => ({ name, author: `${acme.address}-${name}` });
  expect(await row(mergeId)).toMatchObject({
    original_name: "lease.docx",
    revisions: ["lease (2).docx", "lease (3).docx", "other.docx"].map(authorOf),
  });
});

test("[SRV-94] authors are given for every revision or for none; an empty one is the default", async () => {
  const mergeId = await create(acme, { authors: [" Ann\u0007 ", " \t"] });
  expect((await row(mergeId)).revisions).toEqual([
    { name: "contract-a.docx", author: " Ann " },
    { name: "contract-b.docx", author: `${acme.address}-contract-b.docx` },
  ]);
  const reply = await send(acme, { authors: ["Ann"] });
  expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  expect(reply.json().error).toMatchObject({
    message: "Send `authors` once for each revision: 2 times, not 1.",
    details: [{ field: "authors", reason: "INVALID_VALUE" }],
  });
});

test("[MRG-34] the mode of formatting is stored with the merge, and the draft follows it", async () => {
  const text = (properties: string) =>
    documentWithBody(`<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>The fee is 10 euros.</w:t></w:r></w:p>`);
  const documents = { original: text(""), revisions: [{ bytes: text("<w:keepNext/>") }, { bytes: text("") }] };
  const formatsIn = async (options: Readonly<Record<string, string>>): Promise<number> => {
    const mergeId = await create(acme, { ...documents, options });
    const { downloads } = await untilEnded(acme, mergeId, "?format=json");
    return JSON.parse((await service.download(downloads[0]!.url)).body).summary.formats;
  };
  expect([await formatsIn({}), await formatsIn({ formatting: "all" })]).toEqual([0, 1]);
  expect(await formatsIn({ ignore_formatting: "true" })).toBe(0);
  const mergeId = await create(acme, { ...documents, options: { formatting: "all", ignore_formatting: "false" } });
  expect(await row(mergeId)).toMatchObject({ options: { formatting: "all", ignoreFormatting: false } });
  const reply = await send(acme, { options: { formatting: "all", ignore_formatting: "true" } });
  expect(refusal(reply)).toBe("400 INVALID_REQUEST");
  expect(reply.json().error.details).toMatchObject([{ field: "formatting", reason: "INVALID_VALUE" }]);
});

const tooMany = Array.from({ length: 51 }, () => ({ name: "copy.docx" }));

test.each<[string, string, string, Merging]>([
  ["one revision", "400 INVALID_REQUEST", "revisions", { revisions: twoRevisions.slice(1) }],
  ["51 revisions", "400 INVALID_REQUEST", "revisions", { revisions: tooMany }],
  ["an empty revision", "400 INVALID_REQUEST", "revisions", { revisions: [{ bytes: new Uint8Array(0) }, {}] }],
  ["a text file", "400 UNSUPPORTED_FILE_TYPE", "revisions", { revisions: [{}, { name: "a.txt" }] }],
  ["too few authors", "400 INVALID_REQUEST", "authors", { authors: ["Ann"] }],
])("%s is refused with %s, and nothing is left or counted", async (_, expected, field, merging) => {
  const tenant = await service.addTenant();
  const reply = await send(tenant, merging);
  expect(refusal(reply)).toBe(expected);
  expect(reply.json().error.details).toMatchObject([{ field }]);
  expect(await service.stored(tenant)).toEqual([]);
  for (const table of ["merges", "usage_entries", "jobs"] as const) expect(await service.count(table, tenant)).toBe(0);
});

const unreadable = new TextEncoder().encode("no archive");

test.each<[string, string, Merging, { readonly code: string; readonly upstream: keyof typeof upstreamErrors }]>([
  [
    "an original that is no package",
    "original",
    { original: unreadable },
    { code: "DOCUMENT_UNREADABLE", upstream: "PACKAGE_INVALID" },
  ],
  [
    "a revision that is broken inside",
    "revisions[1]",
    { revisions: [{}, { bytes: documentWithBody("<w:p><w:r></w:p>") }, {}] },
    { code: "DOCUMENT_UNREADABLE", upstream: "XML_INVALID" },
  ],
  [
    "an encrypted revision",
    "revisions[0]",
    { revisions: [{ bytes: encrypted() }, {}] },
    { code: "DOCUMENT_PROTECTED", upstream: "ENCRYPTED" },
  ],
])("[SRV-95] %s is accepted, and the merge fails by the name of the source", async (_, source, merging, expected) => {
  const { code, upstream } = expected;
  const mergeId = await create(acme, merging);
  const { created_at, finished_at, revision_file_names: names, ...job } = await untilEnded(acme, mergeId);
  expect([finished_at, names?.length]).toEqual([created_at, merging.revisions?.length ?? 2]);
  expect(job).toEqual({
    merge_id: mergeId,
    status: "failed",
    downloads: [],
    original_file_name: "contract.docx",
    summary: null,
    notices: [],
    error: { code, upstream_code: upstream, message: upstreamErrors[upstream].meaning, source },
  });
  expect(await service.usage(mergeId)).toMatchObject({ given_back_at: null });
  const jobs = await until(
    () => jobsOf(mergeId),
    (found) => found.every(({ state }) => state === "done" || state === "failed"),
  );
  expect(jobs.filter(({ state }) => state === "failed")).toMatchObject([{ kind: "verify-merge-source" }]);
});

/** Returns the directory of an OLE container that is marked as encrypted. */
function encrypted(): Uint8Array {
  const bytes = Buffer.alloc(4096);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.writeUInt16LE(9, 30);
  Buffer.from("EncryptedPackage", "utf16le").copy(bytes, 512);
  return bytes;
}

function jobsOf(mergeId: string) {
  return service.database.selectFrom("jobs").where("owner_id", "=", mergeId).select(["kind", "state"]).execute();
}

test("[SRV-95] the answer promises one job for each source and one that follows, written with the merge", async () => {
  const paused = await startWholeService();
  try {
    const tenant = await paused.addTenant();
    const reply = await mergeCalls(() => paused).send(tenant);
    const jobs = await paused.database
      .selectFrom("jobs")
      .where("owner_id", "=", reply.json().merge_id)
      .select(["kind", "state", "waits_for"])
      .orderBy("kind")
      .execute();
    const verification = { kind: "verify-merge-source", state: "queued", waits_for: null };
    expect(jobs).toEqual([
      { kind: "merge", state: "held", waits_for: 3 },
      ...Array.from({ length: 3 }, () => verification),
    ]);
  } finally {
    await paused.close();
  }
});

test("a malformed id, a comparison's id and another's merge are refused, in this order of looking", async () => {
  const mergeId = await create(acme);
  const other = await service.addTenant();
  const refused = async (tenant: Tenant, path: string) => refusal(await service.call(tenant, "GET", path));
  expect(await refused(acme, `/v1/merge/${mergeId.replace("mrg", "cmp")}`)).toBe("400 INVALID_MERGE_ID");
  expect(await refused(acme, "/v1/merge/mrg_x?format=xlsx")).toBe("400 INVALID_MERGE_ID");
  expect(await refused(other, `/v1/merge/${mergeId}?format=xlsx`)).toBe("404 MERGE_NOT_FOUND");
  expect(await refused(acme, `/v1/merge/${mergeId}?format=pdf`)).toBe("400 UNSUPPORTED_FORMAT");
  expect(await refused(acme, `/v1/compare/${mergeId}`)).toBe("400 INVALID_COMPARISON_ID");
});

test("a job that is delivered again does nothing", async () => {
  const mergeId = await create(acme);
  await untilEnded(acme, mergeId);
  const objects = await service.objects(mergeId);
  expect(await effectOf(mergeJob, jobFor(acme, mergeId), service.parts)).toBeUndefined();
  const verification = jobFor(acme, mergeId, { role: "original" });
  expect(await effectOf(verificationJob, verification, service.parts)).toBeUndefined();
  expect(await service.objects(mergeId)).toEqual(objects);
  expect(objects.map(({ role }) => role)).toEqual([
    "docx",
    "json",
    "md",
    "original",
    "revision-0",
    "revision-1",
    "view",
    "viewer",
  ]);
});

test("the allowance covers whole merges, and a refusal costs nothing", async () => {
  const tenant = await service.addTenant({ documentLimit: 5 });
  const first = await create(tenant);
  expect(refusal(await send(tenant))).toBe("402 USAGE_LIMIT_REACHED");
  await untilEnded(tenant, first);
  expect((await service.call(tenant, "GET", "/v1/usage")).json()).toMatchObject({ documents: 3, words: 16 });
  expect(await service.count("merges", tenant)).toBe(1);
});

test("fifty revisions are merged", { timeout: 120_000 }, async () => {
  const paragraphs = Array.from({ length: 50 }, (_, index) => `Clause ${index} stands.`);
  const revisions = paragraphs.map((_, index) => ({
    bytes: documentOf(...paragraphs.with(index, `Clause ${index} falls.`)),
    name: "copy.docx",
  }));
  const mergeId = await create(acme, { original: documentOf(...paragraphs), revisions });
  const job = await untilEnded(acme, mergeId, "?format=json");
  expect(job.status).toBe("ready");
  const { documents } = JSON.parse((await service.download(job.downloads[0]!.url)).body);
  expect(documents).toHaveLength(51);
  expect((await read(acme, mergeId)).status).toBe("ready");
});
