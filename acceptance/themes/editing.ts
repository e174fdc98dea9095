// Tests editing: every type of edit, every field of a request, and the results.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { type FormPart, zerosForm } from "../calls/form.ts";
import type { Call, Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { edits, end, files, make, makeEnded } from "../calls/subjects.ts";
import { editedAgreement } from "../documents/edited.ts";
import { heavyDocument, richDocument, wordDocument } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { tablesOf } from "../running/tables.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const editing = theme(
  "editing",
  writeTypeTests,
  writeResultTests,
  writeLifeTests,
  writeRequestTests,
  writeRequestRefusals,
  writeLimitTests,
  writeTemplateTests,
  writePasswordTests,
);

const FEE = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "45" };

export function upload(service: Service, content: Buffer, call: Call = {}): Promise<string> {
  return make(service, files, { ...call, form: [{ field: "document", fileName: "lease.docx", content }] });
}

export function edit(service: Service, body: object, call: Call = {}): Promise<Reply> {
  return service.postJson({ schema_version: 1, ...body }, call, "/v1/edit");
}

/** Uploads the usual file, which has two paragraphs. */
function uploaded({ service }: Pick<Stage, "service">): () => Promise<string> {
  return once(() => upload(service, wordDocument("Due in 30 days.", "The end.")));
}

/** Downloads a file and returns its main part. */
async function mainOf(service: Service, url: string): Promise<string> {
  return readZipText(await service.fetch(url), "word/document.xml");
}

function writeTypeTests({ service, test }: Stage): void {
  const [usual, wide] = [false, true].map((isWide) => once(() => upload(service, editedAgreement({ wide: isWide }))));

  test("every type of edit is described with an example, and its example is carried out", typeRules, async () => {
    const { json } = await service.get("/openapi.json", { key: undefined });
    const { Edit, EditRequest } = json.components.schemas;
    assert.equal(EditRequest.properties.edits.items.$ref, "#/components/schemas/Edit");
    assert.equal(Edit.discriminator.propertyName, "type");
    const types: [string, string][] = Object.entries(Edit.discriminator.mapping);
    assert.equal(types.length, 34);
    assert.equal(Edit.oneOf.length, 34);
    const topic = (await service.get("/v1/reference/edits")).json.text;
    const exampleOf = (type: string) =>
      json.components.schemas[Edit.discriminator.mapping[type].split("/").at(-1)].examples;
    for (const [type] of types) {
      const examples = exampleOf(type);
      assert.ok(examples.length > 0, type);
      for (const example of examples) {
        assert.ok(topic.includes(JSON.stringify(example)), `the topic lacks the example of ${type}`);
        const fileId = await (type === "delete_table_column" ? wide! : usual!)();
        // The example names a section that another edit makes.
        const before = type === "set_page_setup" ? exampleOf("insert_section_break") : [];
        const body = { file_id: fileId, schema_version: 1, edits: [...before, example], wait: true };
        assert.ok(service.description.accepts("EditRequest", body), `${type} is not as described`);
        const other = { ...body, edits: [{ ...example, colour: "red" }] };
        assert.ok(!service.description.accepts("EditRequest", other), `${type} is described with any field`);
        const reply = await edit(service, body);
        assert.equal(reply.json.status, "ready", `${type}: ${reply.body}`);
      }
    }
  });
}

const typeRules = ["edit.types", "edit.schema", "19.edits.types", "22.examples"] as const;

function writeResultTests(stage: Stage): void {
  const { service, test } = stage;
  const fileOf = uploaded(stage);

  test("an edit answers with its ids at once, and is read until it is ready", recordRules, async () => {
    const fileId = await fileOf();
    const posted = await edit(service, {
      file_id: fileId,
      edits: [FEE],
      author: "Ada",
      date: "2026-03-04T05:06:07+02:00",
    });
    const { edit_id: id, file_id: made } = posted.json;
    assert.match(id, /^edt_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual(
      [posted.status, posted.json],
      [202, { edit_id: id, file_id: made, source_file_id: fileId, status: "processing" }],
    );
    const { json } = await end(service, edits, { id });
    const { downloads, created_at, finished_at, redline_file_id: redline, ...rest } = json;
    assert.deepEqual(rest, {
      ...{ edit_id: id, file_id: made, source_file_id: fileId, status: "ready", edit_count: 1, author: "Ada" },
      ...{ date: "2026-03-04T05:06:07+02:00", file_name: "lease-edited.docx", notices: [] },
      results: [{ edit: 0, places: 1, paragraphs: [{ index: 0 }] }],
      summary: { changes: 1, insertions: 1, deletions: 1, moves: 0, formats: 0, conflicts: 0 },
    });
    assert.ok(Date.parse(created_at) <= Date.parse(finished_at));
    assert.deepEqual(downloads.map(shown), [["docx", "lease-edited.docx"]]);
    const both = (await service.get(`/v1/edit/${id}?format=redline&format=docx,redline`)).json;
    assert.deepEqual(both.downloads.map(shown), [
      ["redline", "lease-edited-redline.docx"],
      ["docx", "lease-edited.docx"],
    ]);
    const changes = await mainOf(service, both.downloads[0].url);
    assert.match(changes, /<w:del [^>]*w:author="Ada" w:date="2026-03-04T05:06:07\+02:00"/);
    assert.match(changes, /<w:ins [^>]*w:author="Ada"/);
    const clean = await mainOf(service, both.downloads[1].url);
    assert.doesNotMatch(clean, /<w:(?:ins|del) /);
    assert.match(clean, /45/);
    const kinds = await Promise.all(
      [made, redline].map(async (one) => (await service.get(`/v1/files/${one}`)).json.kind),
    );
    assert.deepEqual(kinds, ["edit", "redline"]);
    refused(await service.get(`/v1/edit/${id}?format=odt`), 400, "UNSUPPORTED_FORMAT");
  });

  test("what comes of an edit is a file that is read, edited and compared like an upload", fileRules, async () => {
    const first = (await edit(service, { file_id: await fileOf(), edits: [FEE], wait: true })).json;
    const { body } = await service.get(`/v1/files/${first.file_id}/content`);
    assert.match(body.toString(), /Due in 45 days/);
    const again = { ...FEE, text: { match: "45" }, content: "60" };
    const second = (await edit(service, { file_id: first.file_id, edits: [again], wait: true })).json;
    assert.match(await mainOf(service, second.downloads[0].url), /60/);
    const parts: FormPart[] = [
      { field: "original_file_id", content: first.file_id },
      { field: "modified_file_id", content: second.file_id },
    ];
    assert.equal((await service.postForm(parts)).status, 202);
    const third = await edit(service, { file_id: first.redline_file_id, edits: [again], wait: true });
    assert.deepEqual([third.status, third.json.status], [200, "ready"], third.body.toString());
  });
}

function writeLifeTests({ service, zeroDay, test }: Stage): void {
  test(
    "decisions keep what no decision covers under its author and date",
    ["edit.decisions", "13.outputs"],
    async () => {
      const fileId = await upload(service, editedAgreement());
      const decided = [{ type: "accept_revision", revision: { kind: "insertion" } }];
      const body = { file_id: fileId, edits: decided, wait: true, outputs: ["redline", "docx"] };
      const { downloads } = (await edit(service, body)).json;
      for (const { url } of downloads) {
        const main = await mainOf(service, url);
        assert.match(main, /<w:del [^>]*w:author="Opposing Counsel" w:date="2026-01-02T03:04:05Z"/);
        assert.doesNotMatch(main, /<w:ins /);
      }
    },
  );

  test(
    "acknowledging the file of an edit deletes both outputs, not its source",
    ["9.edit-outputs", "13.states"],
    async () => {
      const { key } = zeroDay;
      const source = await upload(service, wordDocument("Due in 30 days."), { key });
      const body = { file_id: source, edits: [FEE], wait: true, outputs: ["docx", "redline"] };
      const { json } = await edit(service, body, { key });
      assert.equal((await service.post(`/v1/files/${json.file_id}/acknowledge`, { key })).status, 202);
      for (const path of [
        `/v1/edit/${json.edit_id}`,
        `/v1/files/${json.file_id}`,
        `/v1/files/${json.redline_file_id}`,
      ]) {
        refused(await service.get(path, { key }), 410, "CONTENT_DELETED");
      }
      for (const { url } of json.downloads) refused(await service.get(url), 410, "CONTENT_DELETED");
      assert.equal((await service.get(`/v1/files/${source}`, { key })).status, 200);
    },
  );

  test("deleting the source leaves what was made of it", ["9.edit-source"], async () => {
    const source = await upload(service, wordDocument("Due in 30 days."));
    const { json } = await edit(service, { file_id: source, edits: [FEE], wait: true });
    assert.equal((await service.call("DELETE", `/v1/files/${source}`)).status, 202);
    assert.equal((await service.get(`/v1/edit/${json.edit_id}`)).json.status, "ready");
    refused(await edit(service, { file_id: source, edits: [FEE] }), 410, "CONTENT_DELETED");
  });
}

function shown({ format, file_name: name }: { readonly format: string; readonly file_name: string }): string[] {
  return [format, name];
}

const recordRules = [
  "edit.flow",
  "edit.post",
  "edit.get",
  "edit.record",
  "edit.author",
  "edit.date",
  "edit.states",
  "13.record",
  "13.outputs",
  "13.states",
  "6.names.edit",
  "errors.edit.UNSUPPORTED_FORMAT",
] as const;
const fileRules = ["edit.new-file", "edit.file_id", "27.files"] as const;

/** Returns a function that sends a usual edit of a usual file, with the given fields replaced. */
function sender(stage: Stage) {
  const fileOf = uploaded(stage);
  return async (body: object, call: Call = {}) =>
    edit(stage.service, { file_id: await fileOf(), edits: [FEE], ...body }, call);
}

function writeRequestTests(stage: Stage): void {
  const { service, test } = stage;
  const send = sender(stage);

  test("whoever waits gets the result, the outputs asked for, and the bytes if so", waitRules, async () => {
    const reply = await send({ wait: true, outputs: ["redline", "docx"], inline: true });
    assert.deepEqual([reply.status, reply.json.status], [200, "ready"]);
    assert.deepEqual(
      reply.json.downloads.map(({ format }: { format: string }) => format),
      ["redline", "docx"],
    );
    for (const { url, content_base64: content } of reply.json.downloads) {
      assert.deepEqual(Buffer.from(content, "base64"), await service.fetch(url));
    }
    const plain = await send({ wait: true });
    assert.deepEqual(
      plain.json.downloads.map((one: object) => [Object.hasOwn(one, "content_base64"), "format" in one && one.format]),
      [[false, "docx"]],
    );
    assert.equal((await send({ wait: false })).status, 202);
  });

  test("an output over 20 MB comes without its bytes, and is downloaded", ["13.inline", "edit.inline"], async () => {
    const fileId = await upload(service, heavyDocument(21 * 1024 * 1024, "Due in 30 days."));
    const { json } = await send({ file_id: fileId, wait: true, inline: true });
    assert.equal(json.status, "ready", JSON.stringify(json));
    assert.equal(json.downloads[0].content_base64, undefined);
    assert.ok((await service.fetch(json.downloads[0].url)).length > 20 * 1024 * 1024);
  });

  const dates: readonly (readonly [string, string])[] = [
    ["2026-03-04T05:06:07.999Z", "2026-03-04T05:06:07Z"],
    ["2026-03-04T05:06:07", "2026-03-04T05:06:07Z"],
    ["2026-03-04T05:06", "2026-03-04T05:06:00Z"],
    ["2026-03-04T05:06:07-11:30", "2026-03-04T05:06:07-11:30"],
  ];
  test("a date is kept to the second, in UTC without an offset; without one it is now", ["edit.date"], async () => {
    for (const [given, kept] of dates) {
      const { json } = await send({ date: given, wait: true, outputs: ["redline"] });
      assert.equal(json.date, kept);
      assert.ok((await mainOf(service, json.downloads[0].url)).includes(`w:date="${kept}"`), kept);
    }
    const { json } = await send({ wait: true });
    assert.match(json.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(Math.abs(Date.parse(json.date) - Date.now()) < 30_000);
  });

  test("an author is trimmed, and Versus AI by default", ["edit.author"], async () => {
    assert.equal((await send({ wait: true })).json.author, "Versus AI");
    assert.equal((await send({ wait: true, author: "  Ada  " })).json.author, "Ada");
    assert.equal((await send({ wait: true, author: " " })).json.author, "Versus AI");
  });
}

function writeRequestRefusals(stage: Stage): void {
  const { service, second, test } = stage;
  const send = sender(stage);

  for (const [words, body, field] of requestFaults) {
    test(`a request with ${words} is INVALID_REQUEST`, ["edit.fields", "errors.edit.INVALID_REQUEST"], async () => {
      const reply = await send(body);
      refused(reply, 400, "INVALID_REQUEST");
      assert.equal(reply.json.error.details[0].field, field);
    });
  }

  test("a body that is no JSON, or of another kind, is refused", ["edit.body", "errors.edit.415"], async () => {
    const post = (type: string, body: string) =>
      service.post("/v1/edit", { headers: { "content-type": type }, body: Buffer.from(body) });
    refused(await post("application/json", "{"), 400, "INVALID_REQUEST");
    refused(await post("application/json", ""), 400, "INVALID_REQUEST");
    refused(await post("application/json", "[]"), 400, "INVALID_REQUEST");
    refused(await post("text/plain", "{}"), 415, "UNSUPPORTED_MEDIA_TYPE");
  });

  test("a file of another's, or none, is DOCUMENT_NOT_FOUND; one that failed is a CONFLICT", fileRefusals, async () => {
    refused(await send({}, { key: second.key }), 404, "DOCUMENT_NOT_FOUND");
    refused(await send({ file_id: files.never }), 404, "DOCUMENT_NOT_FOUND");
    const failed = await makeEnded(service, files, { form: files.failing() });
    refused(await send({ file_id: failed.id }), 409, "CONFLICT");
    const failedEdit = await makeEnded(service, edits, { form: edits.failing() });
    assert.equal(failedEdit.reply.json.error.code, "DOCUMENT_UNREADABLE");
    const { file_id: never } = failedEdit.reply.json;
    assert.equal((await service.get(`/v1/files/${never}`)).json.status, "failed");
    refused(await send({ file_id: never }), 409, "CONFLICT");
  });
}

const waitRules = ["edit.wait", "edit.outputs", "edit.inline", "13.wait", "13.inline"] as const;
const fileRefusals = ["errors.edit.DOCUMENT_NOT_FOUND", "errors.edit.CONFLICT", "13.states", "13.failed"] as const;

const requestFaults: readonly (readonly [words: string, body: object, field: string])[] = [
  ["neither edits nor an instruction", { edits: undefined }, "edits"],
  ["edits and an instruction", { instruction: "Do it." }, "edits"],
  ["edits that are no list", { edits: FEE }, "edits"],
  ["a replacement_text without an instruction", { replacement_text: "x" }, "replacement_text"],
  ["allow without an instruction", { allow: [] }, "allow"],
  ["an empty instruction", { edits: undefined, instruction: "" }, "instruction"],
  ["a document", { document: "UEs=" }, "document"],
  ["an unknown field", { colour: "red" }, "colour"],
  ["no schema_version", { schema_version: undefined }, "schema_version"],
  ["a schema_version that is no integer", { schema_version: "1" }, "schema_version"],
  ["a file_id of another form", { file_id: "x" }, "file_id"],
  ["an author of two lines", { author: "Ada\nBea" }, "author"],
  ["an author with a control character", { author: "Ada\u0007" }, "author"],
  ["a date without a time", { date: "2026-03-04" }, "date"],
  ["a day that is none", { date: "2026-02-30T01:02:03Z" }, "date"],
  ["wait that is no boolean", { wait: "yes" }, "wait"],
  ["outputs without wait", { outputs: ["docx"] }, "outputs"],
  ["outputs and wait false", { wait: false, outputs: ["docx"] }, "outputs"],
  ["no outputs", { wait: true, outputs: [] }, "outputs"],
  ["another output", { wait: true, outputs: ["pdf"] }, "outputs[0]"],
  ["inline without wait", { inline: true }, "inline"],
];

function writeLimitTests(stage: Stage): void {
  const { service, test } = stage;
  const fileOf = uploaded(stage);
  const KB = 1024;
  const append = (content: string) => ({ type: "insert", paragraphs: { index: 1 }, at: "end", content });
  /** Returns edits of exactly so many bytes. */
  const sized = (bytes: number) => [append("x".repeat(bytes - JSON.stringify([append("")]).length))];

  test("200 edits are taken, none and 201 are not", ["limits.edits", "errors.edit.INVALID_REQUEST"], async () => {
    const fileId = await fileOf();
    const send = (count: number) =>
      edit(service, { file_id: fileId, edits: Array(count).fill(append("x")), wait: true });
    const most = await send(200);
    assert.deepEqual([most.json.status, most.json.edit_count], ["ready", 200]);
    assert.match(await mainOf(service, most.json.downloads[0].url), /x/);
    refused(await send(0), 400, "INVALID_REQUEST");
    refused(await send(201), 400, "INVALID_REQUEST");
  });

  test("200 KB of edits in 208 KB are taken, more is REQUEST_TOO_LARGE", bodyRules, async () => {
    const fileId = await fileOf();
    assert.equal((await edit(service, { file_id: fileId, edits: sized(200 * KB) })).status, 202);
    refused(await edit(service, { file_id: fileId, edits: sized(200 * KB + 1) }), 413, "REQUEST_TOO_LARGE");
    const small = JSON.stringify({ schema_version: 1, file_id: fileId, edits: [append("x")], author: "" });
    const padded = (bytes: number) => ({
      headers: { "content-type": "application/json" },
      body: Buffer.from(small.replace('"author":""', `"author":"${" ".repeat(bytes - small.length)}"`)),
    });
    assert.equal((await service.post("/v1/edit", padded(208 * KB))).status, 202);
    refused(await service.post("/v1/edit", padded(208 * KB + 1)), 413, "REQUEST_TOO_LARGE");
  });

  test("an author of 255 characters is taken, one of 256 is not", ["limits.edit-author", "edit.author"], async () => {
    const fileId = await fileOf();
    const send = (author: string) => edit(service, { file_id: fileId, edits: [FEE], author, wait: true });
    for (const letter of ["a", "é", "😀"]) {
      assert.equal((await send(letter.repeat(255))).json.author, letter.repeat(255));
      refused(await send(letter.repeat(256)), 400, "INVALID_REQUEST");
    }
  });

  test("an instruction of 8,001 characters is refused", ["limits.instruction"], async () => {
    const send = async (instruction: string) => edit(service, { file_id: await fileOf(), instruction });
    refused(await send("😀".repeat(8000)), 400, "INSTRUCTION_UNAVAILABLE");
    refused(await send("😀".repeat(8001)), 400, "INVALID_REQUEST");
  });
}

const bodyRules = ["limits.edit-body", "21.megabytes", "errors.edit.REQUEST_TOO_LARGE"] as const;

const STYLES = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:color w:val="112233"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="Normal"/></w:style>`;

/** Returns forms with a template. */
function templateForms({ service }: Stage) {
  const fileOf = once(() =>
    upload(
      service,
      richDocument("<w:p><w:r><w:t>Due in 30 days.</w:t></w:r></w:p>", {
        styles: '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
      }),
    ),
  );
  const styled = { type: "set_paragraph_style", paragraphs: { index: 0 }, style_id: "Clause" };
  const content = richDocument("<w:p><w:r><w:t>Secret sample text</w:t></w:r></w:p>", { styles: STYLES });
  const template: FormPart = { field: "style_template", fileName: "house.dotx", content };
  const fields = async (over: Readonly<Record<string, string | undefined>> = {}): Promise<FormPart[]> => {
    const all = {
      file_id: await fileOf(),
      schema_version: "1",
      edits: JSON.stringify([styled]),
      wait: "true",
      ...over,
    };
    return Object.entries(all).flatMap(([field, value]) => (value === undefined ? [] : [{ field, content: value }]));
  };
  const post = (parts: readonly FormPart[], call: Call = {}) => service.postForm(parts, call, "/v1/edit");
  return { fileOf, styled, template, fields, post };
}

function writeTemplateTests(stage: Stage): void {
  const { service, test } = stage;
  const { fileOf, styled, template, fields, post } = templateForms(stage);

  test("a form brings a template: the styles that the document lacks, nothing else", templateRules, async () => {
    refused(await edit(service, { file_id: await fileOf(), edits: [styled] }), 400, "INVALID_EDIT");
    for (const fileName of ["house.docx", "house.dotx", "house.dotm"]) {
      const form = await fields({ outputs: '["docx"]', inline: "1", author: "Ada", date: "2026-03-04T05:06:07Z" });
      const reply = await post([...form, { ...template, fileName }]);
      assert.deepEqual(
        [reply.status, reply.json.status, reply.json.author],
        [200, "ready", "Ada"],
        reply.body.toString(),
      );
      const docx = Buffer.from(reply.json.downloads[0].content_base64, "base64");
      assert.match(readZipText(docx, "word/document.xml"), /<w:pStyle w:val="Clause"\/>/);
      assert.doesNotMatch(readZipText(docx, "word/document.xml"), /Secret/);
      const styles = readZipText(docx, "word/styles.xml");
      assert.match(styles, /w:styleId="Clause"/);
      assert.doesNotMatch(styles, /112233/);
    }
  });

  test("a form without a template does the same as JSON", ["edit.body"], async () => {
    const reply = await post(await fields({ edits: JSON.stringify([FEE]), wait: undefined }));
    assert.equal(reply.status, 202);
    assert.equal((await end(service, edits, { id: reply.json.edit_id })).json.status, "ready");
  });

  for (const [words, over] of formFaults) {
    test(`a form with ${words} is INVALID_REQUEST`, ["edit.body", "errors.edit.INVALID_REQUEST"], async () => {
      refused(await post(await fields(over)), 400, "INVALID_REQUEST");
    });
  }

  test(
    "a template of another kind is refused, one over 100 MB too large",
    ["limits.template", "errors.edit.template"],
    async () => {
      const other = [...(await fields()), { ...template, fileName: "house.pdf" }];
      refused(await post(other), 400, "UNSUPPORTED_FILE_TYPE");
      refused(await service.post("/v1/edit", zerosForm("style_template", 101 * 1024 * 1024)), 413, "FILE_TOO_LARGE");
    },
  );

  test(
    "the texts of a form are at most 208 KB, without its template",
    ["limits.edit-body", "21.megabytes"],
    async () => {
      const author = (bytes: number) => ({ replacement_text: "x".repeat(bytes) });
      refused(await post(await fields(author(208 * 1024))), 413, "REQUEST_TOO_LARGE");
      const large = richDocument("<w:p/>", { styles: `${STYLES}<!--${"x".repeat(300 * 1024)}-->` });
      const reply = await post([...(await fields()), { ...template, content: large }]);
      assert.equal(reply.json.status, "ready", reply.body.toString());
    },
  );

  test("a template that cannot be read fails the edit and is named", ["13.failed"], async () => {
    const { json } = await post([...(await fields()), { ...template, content: "no zip" }]);
    assert.deepEqual([json.status, json.error.code], ["failed", "DOCUMENT_UNREADABLE"]);
    assert.equal(json.error.details[0].field, "style_template");
  });
}

const templateRules = ["edit.style_template", "edit.body", "13.style_template"] as const;

const formFaults: readonly (readonly [words: string, over: Readonly<Record<string, string | undefined>>])[] = [
  ["edits that are no JSON", { edits: "[" }],
  ["edits that are no list", { edits: "{}" }],
  ["outputs that are no JSON", { outputs: "docx" }],
  ["neither edits nor an instruction", { edits: undefined }],
  ["edits and an instruction", { instruction: "Do it." }],
  ["a schema_version that is none", { schema_version: "one" }],
  ["no file_id", { file_id: undefined }],
  ["wait that is no boolean", { wait: "yes" }],
  ["an unknown field", { colour: "red" }],
  ["a document as text", { document: "x" }],
];

const SECRET = "Xyzzy plugh 42!";

function writePasswordTests(stage: Stage): void {
  const { service, world, log, test } = stage;
  const fileOf = uploaded(stage);
  const protect = (password: string) => [
    { type: "set_document_settings", settings: { protection: { edit: "read_only", password } } },
  ];

  test("a password of 1 to 15 printable ASCII characters is taken, no other", ["limits.password"], async () => {
    const fileId = await fileOf();
    for (const password of ["a", " ~", "fifteen letters"]) {
      const { json } = await edit(service, { file_id: fileId, edits: protect(password), wait: true });
      assert.equal(json.status, "ready");
    }
    for (const password of ["", "sixteen letters!", "pässword", "tab\t", "é"]) {
      const reply = await edit(service, { file_id: fileId, edits: protect(password) });
      refused(reply, 400, "INVALID_EDIT");
      assert.equal(reply.json.error.details[0].field, "edits[0].settings.protection.password");
      if (password.length > 1) assert.ok(!reply.body.includes(password), "the reply repeats it");
    }
  });

  test("a password is found nowhere: database, queue, store, logs, replies, documents", passwordRules, async () => {
    const fileId = await fileOf();
    const body = { file_id: fileId, edits: protect(SECRET), wait: true, outputs: ["docx", "redline"] };
    const replies: Reply[] = [];
    for (const key of ["once", "once", "other"]) {
      replies.push(await edit(service, body, { headers: { "idempotency-key": `password-${key}-${fileId}` } }));
    }
    const texts = Object.entries({ ...body, schema_version: 1 });
    const form = texts.map(([field, value]) => {
      return { field, content: typeof value === "string" ? value : JSON.stringify(value) };
    });
    replies.push(await service.postForm(form, { headers: { "idempotency-key": `form-${fileId}` } }, "/v1/edit"));
    assert.equal(replies[1]?.headers["idempotency-replayed"], "true");
    for (const reply of replies) {
      assert.equal(reply.status, 200, reply.body.toString());
      assert.ok(!reply.body.includes(SECRET));
      for (const { url } of reply.json.downloads) {
        const settings = readZipText(await service.fetch(url), "word/settings.xml");
        assert.match(settings, /<w:documentProtection w:edit="readOnly" w:enforcement="1"/);
        assert.match(settings, /w:hash="[A-Za-z0-9+/]{86}=="/);
        assert.ok(!settings.includes(SECRET));
      }
    }
    const { edits: other } = { edits: protect("another") };
    const conflict = await edit(
      service,
      { ...body, edits: other },
      { headers: { "idempotency-key": `password-once-${fileId}` } },
    );
    refused(conflict, 409, "IDEMPOTENCY_CONFLICT");
    await setTimeout(200);
    await nowhereInDatabase(world);
    const [{ organization_id: organization }] = await world.rows(
      "select organization_id from files where file_id = $1",
      [fileId],
    );
    for await (const content of world.objects.contents(`${organization}/`)) {
      assert.ok(!content.includes(SECRET), "an object holds it");
    }
    assert.ok(![...log, ...world.workerLines].some((line) => line.includes(SECRET)), "a log holds it");
  });
}

const passwordRules = ["edit.password", "13.password"] as const;

async function nowhereInDatabase(world: Stage["world"]): Promise<void> {
  const tables = await tablesOf((query) => world.rows(query));
  assert.ok(tables.length > 15);
  for (const { name, quoted } of tables) {
    const found = await world.rows(`select 1 from ${quoted} as t where t::text like $1`, [`%${SECRET}%`]);
    assert.deepEqual(found, [], name);
  }
}
