// Tests POST /v1/edit and its reads with the whole service.

import { listDecisions } from "@versus/engine/inside";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type WholeService } from "../comparisons/testing/whole-service.ts";
import { EditJob as EditJobShape } from "../contract/edit-schemas.ts";
import { documentOf, documentWithBody } from "../jobs/testing/documents.ts";
import { days, editCalls, opened, textsOf } from "./testing/edit-calls.ts";

let service: WholeService;

beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const never = "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293";
const { upload, post, postForm, ended } = editCalls(() => service);

test("without a worker an edit is accepted, and its file is there and processing", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  const reply = await post(tenant, { file_id: fileId });
  expect(reply.statusCode).toBe(202);
  const { edit_id: id, file_id: made, ...rest } = reply.json();
  expect(id).toMatch(/^edt_/);
  expect(rest).toEqual({ source_file_id: fileId, status: "processing" });
  const record = await service.call(tenant, "GET", `/v1/edit/${id}?format=redline,docx`);
  expect(record.headers["retry-after"]).toBe("1");
  expect(EditJobShape.strict().parse(record.json())).toMatchObject({
    ...{ edit_id: id, file_id: made, source_file_id: fileId, status: "processing", edit_count: 1, author: "Versus AI" },
    ...{ downloads: [], pending_formats: ["redline", "docx"] },
  });
  const file = (await service.call(tenant, "GET", `/v1/files/${made}`)).json();
  expect(file).toMatchObject({ kind: "edit", status: "processing", file_name: "lease-edited.docx", downloads: [] });
  expect(await service.usage(id)).toMatchObject({ documents: 0, words: 0 });
}, 20_000);

test("an edit gives the document with its changes, and a redline of them, as files", async () => {
  await service.work();
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  const asked = { file_id: fileId, author: " Ada ", date: "2026-03-04T05:06:07.9+02:00" };
  const { edit_id: id, file_id: made } = (await post(tenant, asked)).json();
  const record = await ended(tenant, id, "?format=redline&format=docx");
  expect(record).toMatchObject({ status: "ready", author: "Ada", date: "2026-03-04T05:06:07+02:00", edit_count: 1 });
  expect(record.downloads.map(({ format, file_name: name }) => [format, name])).toEqual([
    ["redline", "lease-edited-redline.docx"],
    ["docx", "lease-edited.docx"],
  ]);
  const [redline, clean] = await Promise.all(record.downloads.map(({ url }) => service.download(url)));
  expect(textsOf(clean!.rawPayload)).toEqual(["Due in 60 days.", "The end."]);
  expect(listDecisions(opened(clean!.rawPayload))).toEqual([]);
  const changes = listDecisions(opened(redline!.rawPayload));
  expect(changes.map(({ author, date }) => [author, date])).toEqual([
    ["Ada", "2026-03-04T05:06:07+02:00"],
    ["Ada", "2026-03-04T05:06:07+02:00"],
  ]);
  const files = await Promise.all(
    [made, record.redline_file_id].map((one) => service.call(tenant, "GET", `/v1/files/${one}`)),
  );
  expect(files.map((file) => file.json())).toMatchObject([
    { kind: "edit", status: "ready", size: clean!.rawPayload.length },
    { kind: "redline", status: "ready" },
  ]);
  expect((await service.call(tenant, "GET", `/v1/files/${made}/content`)).body).toContain("Due in 60 days.");
  expect((await service.call(tenant, "GET", `/v1/files/${made}`)).json()).toMatchObject({ status: "ready", words: 6 });
});

test("what comes of an edit can be edited again, also before it is there", async () => {
  const tenant = await service.addTenant();
  const first = (await post(tenant, { file_id: await upload(tenant) })).json();
  const again = { ...days, text: { match: "60" }, content: "90" };
  const second = await post(tenant, { file_id: first.file_id, edits: [again], wait: true, inline: true });
  expect(second.statusCode).toBe(200);
  const [download] = EditJobShape.strict().parse(second.json()).downloads;
  expect(textsOf(Buffer.from(download!.content_base64!, "base64"))).toEqual(["Due in 90 days.", "The end."]);
});

test("whoever waits gets the outputs asked for, in that order", async () => {
  const tenant = await service.addTenant();
  const reply = await post(tenant, {
    file_id: await upload(tenant),
    wait: true,
    outputs: ["redline", "docx", "redline"],
  });
  expect(reply.statusCode).toBe(200);
  const { downloads, finished_at: finished } = EditJobShape.strict().parse(reply.json());
  expect(downloads.map(({ format }) => format)).toEqual(["redline", "docx"]);
  expect(downloads[0]).not.toHaveProperty("content_base64");
  expect(finished).toBeDefined();
});

test("all that is refused is told together, at once, and leaves nothing", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  const edits = [
    { ...days, text: { match: "Thirty" } },
    { type: "smile" },
    { ...days, paragraphs: { index: 7 } },
    days,
  ];
  const before = await service.stored(tenant);
  const reply = await post(tenant, { file_id: fileId, edits });
  expect(refusal(reply)).toBe("400 INVALID_EDIT");
  expect(reply.json().error.details).toMatchObject([
    { edit: 0, field: "edits[0].text.match", reason: "TEXT_NOT_FOUND" },
    { edit: 1, field: "edits[1].type", reason: "UNKNOWN_TYPE" },
    { edit: 2, field: "edits[2].paragraphs", reason: "PARAGRAPH_NOT_FOUND" },
  ]);
  expect(await service.count("edits", tenant)).toBe(0);
  expect((await service.stored(tenant)).length).toBeGreaterThanOrEqual(before.length);
});

test.each([
  ["neither edits nor an instruction", { edits: undefined }, "INVALID_REQUEST", "edits"],
  ["both", { instruction: "Do it." }, "INVALID_REQUEST", "edits"],
  ["no edit", { edits: [] }, "INVALID_REQUEST", "edits"],
  ["201 edits", { edits: Array(201).fill(days) }, "INVALID_REQUEST", "edits"],
  ["an unknown field", { document: "x" }, "INVALID_REQUEST", "document"],
  ["no version", { schema_version: undefined }, "INVALID_REQUEST", "schema_version"],
  ["another version", { schema_version: 2 }, "INVALID_EDIT", "schema_version"],
  ["an id of another form", { file_id: "x" }, "INVALID_REQUEST", "file_id"],
  ["an author of two lines", { author: "a\nb" }, "INVALID_REQUEST", "author"],
  ["an author of 256 characters", { author: "😀".repeat(256) }, "INVALID_REQUEST", "author"],
  ["a date that is none", { date: "2026-02-30T00:00:00Z" }, "INVALID_REQUEST", "date"],
  ["outputs without waiting", { outputs: ["docx"] }, "INVALID_REQUEST", "outputs"],
  ["no outputs", { wait: true, outputs: [] }, "INVALID_REQUEST", "outputs"],
  ["another output", { wait: true, outputs: ["pdf"] }, "INVALID_REQUEST", "outputs[0]"],
  ["inline without waiting", { inline: true }, "INVALID_REQUEST", "inline"],
  ["a replacement without an instruction", { replacement_text: "x" }, "INVALID_REQUEST", "replacement_text"],
  ["allow without an instruction", { allow: [] }, "INVALID_REQUEST", "allow"],
  [
    "allow with an unknown kind",
    { edits: undefined, instruction: "Do it.", allow: ["macros"] },
    "INVALID_REQUEST",
    "allow[0]",
  ],
])("%s is refused", async (_, body: object, code, field) => {
  const tenant = await service.addTenant();
  const reply = await post(tenant, { file_id: never, ...body });
  expect(refusal(reply)).toBe(`400 ${code}`);
  expect(reply.json().error.details[0].field).toBe(field);
});

test("edits that lie deeper than any are refused before anything walks over them", async () => {
  const tenant = await service.addTenant();
  const deep = `${"[".repeat(9e4)}${"]".repeat(9e4)}`;
  const payload = `{"schema_version":1,"file_id":"${never}","edits":[${deep}]}`;
  const headers = { "content-type": "application/json", "idempotency-key": "deep" };
  expect(refusal(await service.call(tenant, "POST", "/v1/edit", { payload, headers }))).toBe("400 INVALID_EDIT");
});

test("a form brings a template whose styles can be used", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  const style = { type: "set_paragraph_style", paragraphs: { index: 1 }, style_id: "Clause" };
  expect(refusal(await post(tenant, { file_id: fileId, edits: [style] }))).toBe("400 INVALID_EDIT");
  const fields = { file_id: fileId, edits: [style], wait: true, outputs: ["docx"], inline: "1", author: "Ada" };
  const reply = await postForm(tenant, fields, { template: templateWith("Clause") });
  const { status, author, downloads } = EditJobShape.strict().parse(reply.json());
  expect([reply.statusCode, status, author]).toEqual([200, "ready", "Ada"]);
  const made = opened(Buffer.from(downloads[0]!.content_base64!, "base64"));
  expect(partText(made, "word/document.xml")).toContain('<w:pStyle w:val="Clause"/>');
  expect(partText(made, "word/styles.xml")).toContain('w:styleId="Clause"');
});

function templateWith(styleId: string): Uint8Array {
  const { package: template } = opened(documentOf("Its text."));
  const style = `<w:style w:type="paragraph" w:styleId="${styleId}"><w:name w:val="${styleId}"/></w:style>`;
  const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${style}</w:styles>`;
  const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml";
  const part = template.add("word/styles.xml", type, new TextEncoder().encode(styles));
  const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles";
  template.relate("word/document.xml", kind, part);
  return template.save(6);
}

function partText(document: ReturnType<typeof opened>, part: string): string {
  return new TextDecoder().decode(document.package.bytes(part));
}

test.each([
  ["a template of another kind", {}, { template: documentOf("x"), name: "house.txt" }, "400 UNSUPPORTED_FILE_TYPE"],
  ["an empty template", {}, { template: new Uint8Array() }, "400 INVALID_REQUEST"],
  ["edits that are no JSON", { edits: "[" }, {}, "400 INVALID_REQUEST"],
  ["edits that are no list", { edits: { type: "refresh_fields" } }, {}, "400 INVALID_REQUEST"],
  ["a version that is no number", { schema_version: "one" }, {}, "400 INVALID_REQUEST"],
  ["another version", { schema_version: 2 }, {}, "400 INVALID_EDIT"],
  ["neither edits nor an instruction", { edits: undefined }, {}, "400 INVALID_REQUEST"],
  ["an unknown field", { document: "x" }, {}, "400 INVALID_REQUEST"],
  ["outputs that are no JSON", { wait: true, outputs: "docx" }, {}, "400 INVALID_REQUEST"],
  ["more than 200 KB of edits", { edits: [{ ...days, content: "x".repeat(200 * 1024) }] }, {}, "413 REQUEST_TOO_LARGE"],
  ["more than 208 KB of texts", { replacement_text: "x".repeat(208 * 1024) }, {}, "413 REQUEST_TOO_LARGE"],
])("a form with %s is refused, and leaves nothing", async (_, fields: object, template, code) => {
  const tenant = await service.addTenant();
  expect(refusal(await postForm(tenant, { file_id: never, ...fields }, template))).toBe(code);
  expect(await service.stored(tenant)).toEqual([]);
});

test("a body may be 208 KB, its edits 200 KB", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  const sized = (bytes: number) => {
    const one = { ...days, content: "" };
    return [{ ...one, content: "x".repeat(bytes - JSON.stringify([one]).length) }];
  };
  expect((await post(tenant, { file_id: fileId, edits: sized(200 * 1024) })).statusCode).toBe(202);
  expect(refusal(await post(tenant, { file_id: fileId, edits: sized(200 * 1024 + 1) }))).toBe("413 REQUEST_TOO_LARGE");
  const long = { file_id: fileId, author: " ".repeat(208 * 1024) };
  expect(refusal(await post(tenant, long))).toBe("413 REQUEST_TOO_LARGE");
});

test("a template that cannot be read fails the edit and is named", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  for (const template of [new Uint8Array(100).fill(7), documentWithBody("<w:p>")]) {
    const reply = await postForm(tenant, { file_id: fileId, wait: true }, { template });
    expect(reply.statusCode).toBe(200);
    expect(EditJobShape.strict().parse(reply.json())).toMatchObject({
      status: "failed",
      error: { code: "DOCUMENT_UNREADABLE", details: [{ field: "style_template" }] },
    });
  }
});

test("neither of two edits changes the file that was edited", async () => {
  const tenant = await service.addTenant();
  const fileId = await upload(tenant);
  await service.call(tenant, "GET", `/v1/files/${fileId}/content`);
  const { downloads: before } = (await service.call(tenant, "GET", `/v1/files/${fileId}`)).json();
  await Promise.all([post(tenant, { file_id: fileId, wait: true }), post(tenant, { file_id: fileId, wait: true })]);
  const { downloads: after } = (await service.call(tenant, "GET", `/v1/files/${fileId}`)).json();
  const [one, other] = await Promise.all([before[0].url, after[0].url].map(service.download));
  expect(one!.rawPayload).toEqual(other!.rawPayload);
});
