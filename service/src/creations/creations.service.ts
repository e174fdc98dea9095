// Tests POST /v1/create and its reads with the whole service.

import { openDocument, ParagraphReader, paragraphsOf, storiesOf, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
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
import { type CreationJob, CreationJob as CreationJobShape } from "../contract/schemas.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { deleteContent } from "../retention/delete-content.ts";
import { creationJob } from "./run-creation.ts";

let service: WholeService;

beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

interface Fields {
  readonly name?: string;
  readonly paragraphs?: unknown;
  readonly template?: Uint8Array;
  readonly templateName?: string;
}

const two = [
  { style_id: "Heading1", text: "Minutes" },
  { style_id: "Normal", runs: [{ text: "Present: " }, { text: "all", format: { bold: true } }] },
];

function send(tenant: Tenant, fields: Fields = {}, headers: object = {}) {
  const { name = "minutes.docx", paragraphs = two, template, templateName = "house.dotx" } = fields;
  const form = new FormData();
  form.append("name", name);
  form.append("paragraphs", typeof paragraphs === "string" ? paragraphs : JSON.stringify(paragraphs));
  if (template !== undefined) {
    form.append("style_template", new Blob([template as Uint8Array<ArrayBuffer>]), templateName);
  }
  return service.sendForm(tenant, "/v1/create", form, headers);
}

async function create(tenant: Tenant, fields: Fields = {}): Promise<string> {
  const reply = await send(tenant, fields);
  if (reply.statusCode !== 202) throw new Error(reply.body);
  return reply.json().creation_id;
}

async function read(tenant: Tenant, id: string): Promise<CreationJob> {
  const reply = await service.call(tenant, "GET", `/v1/create/${id}`);
  return CreationJobShape.strict().parse(reply.json());
}

function ended(tenant: Tenant, id: string): Promise<CreationJob> {
  return until(
    () => read(tenant, id),
    ({ status }) => status !== "processing",
  );
}

function textsOf(bytes: Uint8Array): string[] {
  const [body] = storiesOf(openDocument(bytes, { codec: nodeZlib, names: wordNames() }));
  const reader = new ParagraphReader(body!);
  return paragraphsOf(body!).map((paragraph) => reader.read(paragraph).text);
}

test("a creation is accepted and processing; reads say when to ask again", async () => {
  const tenant = await service.addTenant();
  const id = await create(tenant);
  expect(id).toMatch(/^crt_/);
  const reply = await service.call(tenant, "GET", `/v1/create/${id}`);
  expect(reply.headers["retry-after"]).toBe("5");
  expect(reply.json()).toEqual({ creation_id: id, status: "processing", downloads: [] });
  expect(await service.usage(id)).toMatchObject({ documents: 1 });
});

test.each([
  ["nothing for a name", { name: "" }, "INVALID_REQUEST"],
  ["a name of another kind", { name: "minutes.txt" }, "UNSUPPORTED_FILE_TYPE"],
  ["a template of another kind", { template: documentOf("x"), templateName: "house.txt" }, "UNSUPPORTED_FILE_TYPE"],
  ["paragraphs that are no JSON", { paragraphs: "[" }, "INVALID_REQUEST"],
  ["paragraphs that are no list", { paragraphs: { style_id: "Normal" } }, "INVALID_REQUEST"],
  ["a paragraph without a style", { paragraphs: [{ text: "a" }] }, "INVALID_REQUEST"],
  ["a paragraph with another key", { paragraphs: [{ style_id: "Normal", text: "a", colour: 1 }] }, "INVALID_REQUEST"],
  ["text and runs", { paragraphs: [{ style_id: "Normal", text: "a", runs: [] }] }, "INVALID_REQUEST"],
  ["a line end", { paragraphs: [{ style_id: "Normal", text: "a\nb" }] }, "INVALID_REQUEST"],
  ["more than 200 KiB", { paragraphs: [{ style_id: "Normal", text: "x".repeat(200 * 1024) }] }, "INVALID_REQUEST"],
])("%s is refused at once, and leaves nothing", async (_, fields: Fields, code) => {
  const tenant = await service.addTenant();
  const reply = await send(tenant, fields);
  expect(refusal(reply)).toBe(`400 ${code}`);
  expect(reply.json().error.details[0]).toMatchObject({ field: expect.any(String), reason: expect.any(String) });
  expect(await service.count("creations", tenant)).toBe(0);
  expect(await service.stored(tenant)).toEqual([]);
});

test("the details name what is wrong by its place in the list", async () => {
  const tenant = await service.addTenant();
  const { details } = (await send(tenant, { paragraphs: [two[0], { style_id: "Normal", text: 1 }] })).json().error;
  expect(details[0].field).toBe("paragraphs[1].text");
});

test("an allowance that is used up refuses it, and nothing is left", async () => {
  const tenant = await service.addTenant({ documentLimit: 0 });
  expect(refusal(await send(tenant))).toBe("402 USAGE_LIMIT_REACHED");
  expect(await service.stored(tenant)).toEqual([]);
});

test("the document is made of the paragraphs, counted with its words, and is a file", async () => {
  await service.work();
  const tenant = await service.addTenant();
  const id = await create(tenant);
  const job = await ended(tenant, id);
  expect(job).toMatchObject({ status: "ready", downloads: [{ format: "docx", file_name: "minutes.docx" }] });
  const { rawPayload } = await service.download(job.downloads[0]!.url);
  expect(textsOf(rawPayload)).toEqual(["Minutes", "Present: all"]);
  expect(await service.usage(id)).toMatchObject({ documents: 1, words: 3 });
  const file = (await service.call(tenant, "GET", `/v1/files/${job.file_id}`)).json();
  expect(file).toMatchObject({ kind: "created", status: "ready", words: 3, downloads: [{ format: "docx" }] });
});

test("styles come from a template", async () => {
  const tenant = await service.addTenant();
  const job = await ended(tenant, await create(tenant, { template: documentOf("Its text.") }));
  expect(job.status).toBe("ready");
  expect(textsOf((await service.download(job.downloads[0]!.url)).rawPayload)).toEqual(["Minutes", "Present: all"]);
});

test("a style that is not there fails the creation, is named by its place, and is counted", async () => {
  const tenant = await service.addTenant();
  const id = await create(tenant, { paragraphs: [two[0], { style_id: "Fancy", text: "a" }] });
  const job = await ended(tenant, id);
  expect(job).toMatchObject({
    status: "failed",
    downloads: [],
    error: { code: "CREATION_FAILED", details: [{ paragraph: 1, style_id: "Fancy" }] },
  });
  expect((await service.usage(id)).given_back_at).toBeNull();
});

test("a template that cannot be read fails the creation and says so", async () => {
  const tenant = await service.addTenant();
  for (const template of [new Uint8Array(100).fill(7), documentWithBody("<w:p>")]) {
    const job = await ended(tenant, await create(tenant, { template }));
    expect(job.error).toMatchObject({ code: "CREATION_FAILED", details: [{ field: "style_template" }] });
  }
});

test("acknowledging a creation deletes its file with it, and its file it", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  for (const way of ["creation", "file"] as const) {
    const id = await create(tenant);
    const { file_id: fileId = "", downloads } = await ended(tenant, id);
    const url = way === "creation" ? `/v1/create/${id}` : `/v1/files/${fileId}`;
    expect((await service.call(tenant, "POST", `${url}/acknowledge`)).statusCode).toBe(202);
    expect(refusal(await service.call(tenant, "GET", `/v1/create/${id}`))).toBe("410 CONTENT_DELETED");
    expect(refusal(await service.call(tenant, "GET", `/v1/files/${fileId}`))).toBe("410 CONTENT_DELETED");
    expect(refusal(await service.download(downloads[0]!.url))).toBe("410 CONTENT_DELETED");
  }
  await until(
    () => service.stored(tenant),
    (keys) => keys.length === 0,
  );
});

test("under zero-day retention it is gone an hour after it was asked for, and its file too", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const id = await create(tenant);
  const { file_id: fileId = "" } = await ended(tenant, id);
  service.clock.pass(3599);
  expect((await read(tenant, id)).status).toBe("ready");
  service.clock.pass(1);
  expect(refusal(await service.call(tenant, "GET", `/v1/create/${id}`))).toBe("410 CONTENT_DELETED");
  expect(refusal(await service.call(tenant, "GET", `/v1/files/${fileId}`))).toBe("410 CONTENT_DELETED");
});

test("what a try stored before its creation was erased is removed by the next", async () => {
  const tenant = await service.addTenant();
  const id = await create(tenant);
  await ended(tenant, id);
  await service.call(tenant, "DELETE", `/v1/create/${id}`);
  await deleteContent(id, service.parts);
  const [key, ...others] = [`${tenant.organizationId}/${id}/docx.mg000000.0000000000000000`];
  await service.parts.store.put(key!, pieces(), { organization: tenant, mostBytes: 10 });
  expect(await effectOf(creationJob, jobFor(tenant, id), service.parts)).toBeUndefined();
  expect((await service.stored(tenant)).filter((left) => left.includes(id))).toEqual(others);
});

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("left");
}
