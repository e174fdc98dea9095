// Tests POST /v1/compare/selective with the whole service.

import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { type SelectiveResult, SelectiveResult as SelectiveShape } from "../contract/selective-schemas.ts";
import { fileCalls } from "../files/testing/file-calls.ts";
import { FairTurns } from "../jobs/fair-turns.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import { deleteContent } from "../retention/delete-content.ts";
import { requestSelective, type SelectiveParts } from "./request-selective.ts";

let service: WholeService;
const files = fileCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  await service.work();
});
afterAll(() => service.close());

const before = documentOf("Recitals", "The Buyer shall pay within thirty days.", "Gone");
const after = documentOf("Recitals", "The Buyer shall pay within sixty days.");

interface Uploaded {
  readonly original: string;
  readonly modified: string;
}

async function uploadBoth(tenant: Tenant): Promise<Uploaded> {
  const original = await files.upload(tenant, { bytes: before, name: "a: 1.docx" });
  return { original, modified: await files.upload(tenant, { bytes: after, name: "b.docx" }) };
}

function send(tenant: Tenant, body: unknown, headers: object = {}) {
  return service.call(tenant, "POST", "/v1/compare/selective", {
    payload: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}

function byIndex(fileId: string, start: number, end: number) {
  return { file_id: fileId, start_paragraph_index: start, end_paragraph_index: end };
}

async function compared(tenant: Tenant, body: unknown, headers: object = {}): Promise<SelectiveResult> {
  const reply = await send(tenant, body, headers);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return SelectiveShape.strict().parse(reply.json());
}

test("ranges are compared at once: JSON, Markdown, and a PDF that is a file of its own", async () => {
  const tenant = await service.addTenant();
  const { original, modified } = await uploadBoth(tenant);
  const { comparison, markdown, file } = await compared(tenant, {
    original: byIndex(original, 0, 2),
    modified: byIndex(modified, 0, 1),
  });
  expect(comparison).toMatchObject({
    schema_version: 1,
    original: { file_id: original, file_name: "a: 1.docx", paragraph_count: 3 },
    modified: { file_id: modified, file_name: "b.docx", paragraph_count: 2 },
    summary: { unchanged: 1, modified: 1, inserted: 0, deleted: 1 },
  });
  expect(comparison.paragraphs.map(({ status }) => status)).toEqual(["unchanged", "modified", "deleted"]);
  expect(markdown).toContain("within <del>thirty</del><ins>sixty</ins> days.");
  expect(file).toMatchObject({ status: "ready", kind: "selective", file_name: "a_ 1-vs-b.pdf", words: 17 });
  expect(file.downloads).toMatchObject([{ format: "pdf", file_name: "a_ 1-vs-b.pdf" }]);
  const pdf = await service.download(file.downloads[0]!.url);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(await service.usage(file.file_id)).toMatchObject({ documents: 1, words: 17 });
});

test("one side may use ids, and both may be ranges of one file", async () => {
  const tenant = await service.addTenant();
  const { original } = await uploadBoth(tenant);
  const content = (await files.content(tenant, original, "?format=json")).json();
  const { id } = content.document.blocks[1];
  const { comparison } = await compared(tenant, {
    original: byIndex(original, 1, 1),
    modified: { file_id: original, start_paragraph_id: id, end_paragraph_id: id },
  });
  expect(comparison.paragraphs).toMatchObject([{ status: "unchanged", original_id: id, modified_id: id }]);
});

test("what is wrong with a range is told, with its field", async () => {
  const tenant = await service.addTenant();
  const { original, modified } = await uploadBoth(tenant);
  const good = byIndex(modified, 0, 1);
  const cases: readonly [unknown, string, string | undefined][] = [
    [{ ...byIndex(original, 0, 1), start_paragraph_id: "0", end_paragraph_id: "0" }, "INVALID_REQUEST", "original"],
    [{ file_id: original }, "INVALID_REQUEST", "original"],
    [{ file_id: original, start_paragraph_index: 0 }, "INVALID_REQUEST", "original"],
    [byIndex(original, 2, 1), "INVALID_REQUEST", "original"],
    [byIndex("none", 0, 1), "INVALID_REQUEST", "original.file_id"],
    [byIndex(original, -1, 1), "INVALID_REQUEST", "original.start_paragraph_index"],
    [{ ...byIndex(original, 0, 1), color: 1 }, "INVALID_REQUEST", "original.color"],
    [byIndex(original, 0, 3), "PARAGRAPH_NOT_FOUND", "original"],
    [{ file_id: original, start_paragraph_id: "A", end_paragraph_id: "A" }, "PARAGRAPH_NOT_FOUND", "original"],
    [byIndex("7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293", 0, 1), "DOCUMENT_NOT_FOUND", undefined],
  ];
  for (const [range, code, field] of cases) {
    const { error } = (await send(tenant, { original: range, modified: good })).json();
    expect([error.code, error.details?.[0]?.field], JSON.stringify(range)).toEqual([code, field]);
  }
  expect(refusal(await send(tenant, { original: good }))).toBe("400 INVALID_REQUEST");
});

test("more than is compared at once is refused, and nothing is counted", async () => {
  const tenant = await service.addTenant();
  const many = (letter: string) => documentOf(...Array.from({ length: 201 }, (_, at) => `${letter}${at}`));
  const original = await files.upload(tenant, { bytes: many("a") });
  const modified = await files.upload(tenant, { bytes: many("b") });
  const ranges = (last: number) => ({ original: byIndex(original, 0, 199), modified: byIndex(modified, 0, last) });
  expect(refusal(await send(tenant, ranges(200)))).toBe("400 RANGE_TOO_LARGE");
  expect((await send(tenant, ranges(199))).statusCode).toBe(200);
  const { documents } = (await service.call(tenant, "GET", "/v1/usage")).json();
  expect(documents).toBe(3);
});

test("it is never refused for the allowance", async () => {
  const tenant = await service.addTenant({ documentLimit: 2 });
  const { original, modified } = await uploadBoth(tenant);
  await compared(tenant, { original: byIndex(original, 0, 0), modified: byIndex(modified, 0, 0) });
});

test("another organization's file looks like one that does not exist", async () => {
  const [owner, other] = [await service.addTenant(), await service.addTenant()];
  const { original, modified } = await uploadBoth(owner);
  const reply = await send(other, { original: byIndex(original, 0, 0), modified: byIndex(modified, 0, 0) });
  expect(refusal(reply)).toBe("404 DOCUMENT_NOT_FOUND");
});

test("a repeated call with its key is answered from the first, which leaves no text in the database", async () => {
  const tenant = await service.addTenant();
  const { original, modified } = await uploadBoth(tenant);
  const body = { original: byIndex(original, 0, 1), modified: byIndex(modified, 0, 1) };
  const first = await compared(tenant, body, { "idempotency-key": "one" });
  const reply = await send(tenant, body, { "idempotency-key": "one" });
  expect(reply.headers["idempotency-replayed"]).toBe("true");
  expect(reply.json()).toMatchObject({ comparison: first.comparison, file: { file_id: first.file.file_id } });
  const kept = await service.database.selectFrom("idempotency").select("body").execute();
  expect(JSON.stringify(kept)).not.toContain("Buyer");
  const another = await send(tenant, { ...body, original: byIndex(original, 0, 2) }, { "idempotency-key": "one" });
  expect(refusal(another)).toBe("409 IDEMPOTENCY_CONFLICT");
});

test("the PDF cannot be read as content, compared or selected from", async () => {
  const tenant = await service.addTenant();
  const { original, modified } = await uploadBoth(tenant);
  const { file } = await compared(tenant, { original: byIndex(original, 0, 1), modified: byIndex(modified, 0, 1) });
  expect(refusal(await files.content(tenant, file.file_id))).toBe("400 INVALID_REQUEST");
  const again = { original: byIndex(file.file_id, 0, 0), modified: byIndex(modified, 0, 0) };
  expect(refusal(await send(tenant, again))).toBe("400 INVALID_REQUEST");
});

test("deleting the PDF leaves nothing of the answer, and a repeated call learns that", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const { original, modified } = await uploadBoth(tenant);
  const body = { original: byIndex(original, 0, 1), modified: byIndex(modified, 0, 1) };
  const { file } = await compared(tenant, body, { "idempotency-key": "two" });
  const acknowledged = await service.call(tenant, "POST", `/v1/files/${file.file_id}/acknowledge`);
  expect(acknowledged.statusCode).toBe(202);
  await deleteContent(file.file_id, service.parts);
  expect(
    readdirSync(service.folder, { recursive: true }).filter((path) => String(path).includes(file.file_id)),
  ).toEqual([]);
  expect(refusal(await send(tenant, body, { "idempotency-key": "two" }))).toBe("410 CONTENT_DELETED");
});

function directly(tenant: Tenant, ranges: Uploaded, over: Partial<SelectiveParts>) {
  const { caller } = tenant.key.record;
  const asked = (fileId: string) => ({ fileId, range: { from: 0, through: 0 } });
  const call = { caller, ranges: { original: asked(ranges.original), modified: asked(ranges.modified) } };
  const { signal } = new AbortController();
  const parts = { ...service.parts, turns: new FairTurns(1), ...over };
  return requestSelective({ ...call, reference: null, signal }, async () => {}, parts);
}

test("what was stored stays when the answer of the commit is lost: it may be committed", async () => {
  const tenant = await service.addTenant();
  const both = await uploadBoth(tenant);
  await files.untilEnded(tenant, both.original);
  await files.untilEnded(tenant, both.modified);
  const { database } = service;
  const lossy = new Proxy(database, {
    get: (target, name) => {
      const found = Reflect.get(target, name, target);
      if (name !== "transaction") return typeof found === "function" ? found.bind(target) : found;
      const execute = async (work: Parameters<ReturnType<typeof database.transaction>["execute"]>[0]) => {
        await database.transaction().execute(work);
        throw new Error("the connection is lost");
      };
      return () => ({ execute });
    },
  });
  await expect(directly(tenant, both, { database: lossy })).rejects.toThrow("the connection is lost");
  const made = await database
    .selectFrom("files")
    .where("organization_id", "=", tenant.organizationId)
    .where("kind", "=", "selective")
    .select("file_id")
    .executeTakeFirstOrThrow();
  expect((await service.stored(tenant)).filter((key) => key.includes(made.file_id))).toHaveLength(2);
});

test("[SRV-16] one that does not come to its turn in ten seconds is asked to come back", async () => {
  const tenant = await service.addTenant();
  const both = await uploadBoth(tenant);
  await files.untilEnded(tenant, both.original);
  await files.untilEnded(tenant, both.modified);
  const turns = new FairTurns(1);
  const held = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const holding = turns.take({ organizationId: "another", signal, milliseconds: 1 }, () => held.promise);
  await expect(directly(tenant, both, { turns })).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    status: 503,
    headers: { "retry-after": "5" },
  });
  held.resolve();
  await holding;
});
