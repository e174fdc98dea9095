// Puts characters that Postgres or XML cannot contain into every text of every described request.
//
// Each request must be refused or accepted. None may fail as a fault, in the reply or later in a job.

import { editExamples } from "@versus/engine/tasks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "./jobs/testing/documents.ts";
import { makeServiceBench, type ServiceBench } from "./testing/running-service.ts";

let bench: ServiceBench;
let url: string;
let headers: { readonly authorization: string };
let fileId: string;
/** Maps the name of an id in a path to an existing id. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  bench = await makeServiceBench({
    VERSUS_REQUESTS_PER_KEY: "0",
    VERSUS_CREATES_PER_KEY: "0",
    VERSUS_REQUESTS_PER_ADDRESS: "0",
  });
  url = (await bench.start("api", "worker")).url!;
  await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: false, retentionDays: null });
  const wanted = { organization: "acme", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
  headers = { authorization: `Bearer ${(await bench.operator.createKey(wanted)).text}` };
  const create = async (path: string, ...fields: readonly string[]): Promise<Record<string, string>> => {
    const form = new FormData();
    for (const field of fields) form.append(field, word(), "a.docx");
    const reply = await fetch(`${url}${path}`, { method: "POST", body: form, headers });
    return (await reply.json()) as Record<string, string>;
  };
  fileId = (await create("/v1/files", "document")).file_id!;
  ids = {
    ...(await create("/v1/compare", "original", "modified")),
    ...(await create("/v1/merge", "original", "revisions", "revisions")),
    ...(await create("/v1/documents", "document")),
  };
});
afterAll(() => bench.close());

const word = () => new Blob([new Uint8Array(documentOf("One.", "Two."))]);
const bad = ["\0", "a\0b", "\ud800", "x\udc00y"];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly string[];
  readonly type?: string;
}

interface Operation {
  readonly place: string;
  readonly method: string;
  readonly path: string;
  readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

async function operationsWithBody(): Promise<{ operations: Operation[]; schemas: Readonly<Record<string, Schema>> }> {
  const api = (await (await fetch(`${url}/openapi.json`)).json()) as {
    readonly paths: Record<string, Record<string, { readonly requestBody?: Pick<Operation, "content"> }>>;
    readonly components: { readonly schemas: Record<string, Schema> };
  };
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody === undefined ? [] : [{ place: `${method} ${path}`, method, path, content: requestBody.content }],
    ),
  );
  return { operations, schemas: api.components.schemas };
}

/** Yields every copy of the value in which one text or one field name is replaced. */
function* withBadTexts(value: unknown, text: string): Generator<unknown> {
  if (typeof value === "string") yield text;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      for (const changed of withBadTexts(inner, text)) yield value.with(index, changed);
    }
    return;
  }
  yield { ...value, [text]: 1 };
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of withBadTexts(inner, text)) yield { ...value, [key]: changed };
  }
}

/** Returns the path of an existing object. */
function existing(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
}

function faults(): string[] {
  return bench.lines.filter((line) => /"level":(?:50|60)/.test(line));
}

async function expectRefused(place: string, send: () => Promise<Response>): Promise<void> {
  const reply = await send();
  const body = (await reply.json()) as { readonly error?: { readonly details?: readonly { field?: string }[] } };
  expect({ place, status: reply.status }).toEqual({ place, status: 400 });
  expect(body.error?.details?.[0]?.field, place).toBeTypeOf("string");
}

test("in JSON bodies it is a 400 that names the field", async () => {
  const { operations, schemas } = await operationsWithBody();
  const json = operations.filter(({ content }) => content["application/json"] !== undefined);
  expect(json.map(({ path }) => path)).toEqual(expect.arrayContaining(["/v1/edit", "/v1/compare/selective"]));
  for (const { place, method, path, content } of json) {
    const { schema } = content["application/json"]!;
    const named = schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
    const example = {
      ...(named.examples?.[0] as object),
      ...("file_id" in (named.properties ?? {}) ? { file_id: fileId } : {}),
    };
    expect(Object.keys(example).length, place).toBeGreaterThan(0);
    // Covers every type of edit, and every field that the example leaves out.
    const bodies: object[] =
      path === "/v1/edit" ? editExamples.map((edit) => ({ ...example, edits: [edit] })) : [example];
    const texts = Object.keys(named.properties ?? {}).map((field) => ({ ...example, [field]: "text" }));
    for (const text of bad) {
      for (const body of [...bodies, ...texts].flatMap((whole) => [...withBadTexts(whole, text)])) {
        const init = { method: method.toUpperCase(), headers: { ...headers, "content-type": "application/json" } };
        await expectRefused(`${place} ${JSON.stringify(body)}`, () =>
          fetch(`${url}${existing(path)}`, { ...init, body: JSON.stringify(body) }),
        );
      }
    }
  }
  expect(faults()).toEqual([]);
});

test("in forms it is taken without what cannot be written, or refused, and fails no job", async () => {
  const { operations, schemas } = await operationsWithBody();
  const forms = operations.filter(({ content }) => content["multipart/form-data"] !== undefined);
  expect(forms.length).toBeGreaterThanOrEqual(5);
  for (const { place, path, content } of forms) {
    const { schema } = content["multipart/form-data"]!;
    const { properties = {} } = schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
    for (const [field, rule] of Object.entries(properties)) {
      for (const value of badValues(rule)) {
        const form = new FormData();
        for (const [name, other] of Object.entries(properties))
          append(form, name, name === field ? value : good(name, other));
        const reply = await fetch(`${url}${existing(path)}`, { method: "POST", body: form, headers });
        expect([place, field, value, reply.status < 500]).toEqual([place, field, value, true]);
        await reply.body?.cancel();
      }
    }
  }
  const unfinished = async () =>
    (await bench.database.pool.query("select 1 from jobs where state in ('waiting', 'queued', 'running')")).rowCount;
  await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
  expect(faults()).toEqual([]);
});

const isFile = ({ format, contentMediaType }: Schema) => format === "binary" || contentMediaType !== undefined;

/** Returns the bad texts themselves, and inside JSON if the field is JSON. A file has them in its name. */
function badValues(rule: Schema): (string | Blob)[] {
  if (isFile(rule)) return bad.map((text) => new File([word()], `${text}.docx`));
  const example = String(rule.example ?? rule.examples?.[0] ?? "");
  const inside = /^[[{]/.test(example)
    ? bad.flatMap((text) => [...withBadTexts(JSON.parse(example), text)].map((value) => JSON.stringify(value)))
    : [];
  return [...bad, ...inside];
}

function good(name: string, rule: Schema): string | Blob | undefined {
  if (isFile(rule)) return name === "style_template" ? undefined : new File([word()], "a.docx");
  if (name === "file_id") return fileId;
  if (name === "name") return "a.docx";
  // The alternative to a file, and fields that exclude the edits.
  if (name.endsWith("_file_id") || ["instruction", "replacement_text", "allow"].includes(name)) return undefined;
  // Fields about waiting for results, which this test does not do.
  if (name === "wait" || name === "outputs" || name === "inline") return undefined;
  const example = rule.example ?? rule.examples?.[0];
  return example === undefined ? rule.enum?.[0] : String(example);
}

function append(form: FormData, name: string, value: string | Blob | undefined): void {
  if (value !== undefined) form.append(name, value);
}
