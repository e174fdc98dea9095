// Tests files: uploading, reading, the content in both forms, the staging pair, and comparing by ids.

import assert from "node:assert/strict";
import { type FormPart, zerosForm } from "../calls/form.ts";
import { after, before, refused } from "../calls/service.ts";
import { creations, type Ended, files, makeEnded } from "../calls/subjects.ts";
import { stagedContract } from "../documents/contract.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const document: FormPart = { field: "document", fileName: "contract.docx", content: before };

export const reading = theme("files", writeUploadTests, writeRefusalTests, writeContentTests, writeCompareTests);

function writeUploadTests({ service, test }: Stage): void {
  const upload = (part: Partial<FormPart> = {}, path = "/v1/files") =>
    service.postForm([{ ...document, ...part }], {}, path);

  test("an upload answers at once with a file that is processing", uploadRules, async () => {
    const { status, json } = await upload({ fileName: "../Lease (final).docx" });
    assert.equal(status, 201);
    assert.match(json.file_id, UUID);
    assert.deepEqual(json, { file_id: json.file_id, status: "processing", file_name: "Lease (final).docx" });
  });

  test("a ready file tells of itself and gives out the very bytes that came", resourceRules, async () => {
    const { id, reply } = await makeEnded(service, files);
    const { created_at, downloads, ...rest } = reply.json;
    assert.deepEqual(rest, {
      file_id: id,
      status: "ready",
      file_name: "contract.docx",
      kind: "upload",
      size: before.length,
      words: 12,
    });
    assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 60_000);
    assert.deepEqual([downloads.length, downloads[0].format, downloads[0].file_name], [1, "docx", "contract.docx"]);
    assert.ok(before.equals(await service.fetch(downloads[0].url)));
    assert.equal(reply.headers["retry-after"], undefined);
    assert.ok(reply.headers["x-engine-version"]);
  });

  test("each read issues a fresh address, good for an hour", ["files.get", "general.2"], async () => {
    const { id, reply } = await makeEnded(service, files);
    const [first] = reply.json.downloads;
    const left = Date.parse(first.expires_at) - Date.now();
    assert.ok(left > 3_590_000 && left <= 3_600_000, `${left} ms`);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { json } = await service.get(`/v1/files/${id}`);
    assert.ok(Date.parse(json.downloads[0].expires_at) > Date.parse(first.expires_at));
  });

  test("the same bytes again are another file", ["file.immutable"], async () => {
    const [one, other] = [await upload(), await upload()];
    assert.notEqual(one.json.file_id, other.json.file_id);
  });

  test(
    "a document whose parts cannot be read fails: a 200 with its error, and content is a conflict",
    failedRules,
    async () => {
      const { id, reply } = await makeEnded(service, files, { form: files.failing() });
      const { status, downloads, error } = reply.json;
      assert.deepEqual([status, downloads, error.code], ["failed", [], "DOCUMENT_UNREADABLE"]);
      assert.match(error.message, /^[A-Z].*[.]$/);
      const conflict = await service.get(`/v1/files/${id}/content`);
      refused(conflict, 409, "CONFLICT");
      assert.match(conflict.json.error.message, /upload it again/);
      const staged = await service.get(`/v1/edit/initiate/${id}`);
      assert.deepEqual(staged.json, { file_id: id, status: "failed", file_name: "contract.docx", error });
    },
  );
}

const uploadRules = ["files.post", "10.post", "states.file.processing", "conventions.file-ids", "1.file-form"] as const;
const resourceRules = [
  "10.resource",
  "file.fields",
  "file.immutable",
  "files.get",
  "states.file.ready",
  "21.words",
] as const;
const failedRules = ["states.file.failed", "10.error", "10.CONFLICT", "file.failed", "12.get"] as const;

function writeRefusalTests({ service, test }: Stage): void {
  const forms: readonly (readonly [string, readonly FormPart[], number, string])[] = [
    ["without a file", [], 400, "INVALID_REQUEST"],
    ["with two files", [document, document], 400, "INVALID_REQUEST"],
    ["with an empty file", [{ ...document, content: "" }], 400, "INVALID_REQUEST"],
    ["with a file without a name", [{ ...document, fileName: "" }], 400, "INVALID_REQUEST"],
    ["with a text for a file", [{ field: "document", content: "text" }], 400, "INVALID_REQUEST"],
    ["with a .txt", [{ ...document, fileName: "b.txt" }], 400, "UNSUPPORTED_FILE_TYPE"],
    ["with an .xlsx", [{ ...document, fileName: "b.xlsx" }], 400, "UNSUPPORTED_FILE_TYPE"],
    ["with a text called .docx", [{ ...document, content: "no zip" }], 400, "DOCUMENT_UNREADABLE"],
    ["with an encrypted document", [{ ...document, content: broken.encrypted() }], 400, "DOCUMENT_UNREADABLE"],
  ];
  for (const path of ["/v1/files", "/v1/edit/initiate"]) {
    for (const [name, parts, status, code] of forms) {
      test(`POST ${path} ${name} is ${code}`, ["10.refusals", "6.post-checks"], async () => {
        refused(await service.postForm(parts, {}, path), status, code);
      });
    }
    test(`POST ${path} with more than 100 MB is FILE_TOO_LARGE`, ["10.refusals", "limits.source"], async () => {
      refused(await service.post(path, zerosForm("document", 101 * 1024 * 1024)), 413, "FILE_TOO_LARGE");
    });
  }

  test("the PDF of a selective comparison has no content to read, and cannot be compared", noContentRules, async () => {
    const { id } = await makeEnded(service, files);
    const side = { file_id: id, start_paragraph_index: 0, end_paragraph_index: 0 };
    const made = await service.postJson({ original: side, modified: side }, {}, "/v1/compare/selective");
    const { file_id: fileId } = made.json.file;
    refused(await service.get(`/v1/files/${fileId}/content`), 400, "INVALID_REQUEST");
    refused(await service.get(`/v1/edit/initiate/${fileId}`), 400, "INVALID_REQUEST");
    const parts = [text("original_file_id", fileId), { ...document, field: "modified" }];
    refused(await service.postForm(parts), 400, "INVALID_REQUEST");
  });

  const createdRules = ["27.files", "27.files-selective", "27.merge-files"] as const;
  test("a created document is read, edited, compared and merged by its file_id", createdRules, async () => {
    const { file_id: fileId } = (await makeEnded(service, creations)).reply.json;
    const file = await service.get(`/v1/files/${fileId}`);
    assert.deepEqual([file.json.kind, file.json.downloads[0].format], ["created", "docx"]);
    const { json } = await service.get(`/v1/files/${fileId}/content?format=json`);
    assert.equal(json.document.blocks[0].text, "Present: all.");
    const replace = { type: "replace", paragraphs: { index: 0 }, text: { match: "all" }, content: "some" };
    const edit = { file_id: fileId, schema_version: 1, edits: [replace], wait: true };
    const edited = (await service.postJson(edit, {}, "/v1/edit")).json;
    assert.equal(edited.status, "ready");
    const wait = text("wait", "true");
    const pair = [text("original_file_id", fileId), text("modified_file_id", edited.redline_file_id), wait];
    assert.equal((await service.postForm(pair)).json.summary.changes, 1);
    const ids = [edited.file_id, edited.redline_file_id].map((id) => text("revision_file_ids", id));
    const merge = await service.postForm([text("original_file_id", fileId), ...ids, wait], {}, "/v1/merge");
    assert.deepEqual([merge.status, merge.json.status], [200, "ready"], merge.body.toString());
    const side = { file_id: fileId, start_paragraph_index: 0, end_paragraph_index: 0 };
    refused(
      await service.postJson({ original: side, modified: side }, {}, "/v1/compare/selective"),
      400,
      "INVALID_REQUEST",
    );
  });

  test("the redline of an edit tells what a property was before", ["27.files", "27.revisions"], async () => {
    const { id } = await makeEnded(service, files);
    const bold = { type: "format", paragraphs: { index: 0 }, format: { bold: true } };
    const edit = { file_id: id, schema_version: 1, edits: [bold], wait: true };
    const { redline_file_id: redline } = (await service.postJson(edit, {}, "/v1/edit")).json;
    const { json } = await service.get(`/v1/files/${redline}/content?format=json`);
    const [{ kind, property, before: old, after: now }] = json.document.revisions;
    assert.deepEqual([kind, property, old, now], ["property", "formatting", { bold: null }, { bold: true }]);
  });

  for (const query of ["format=odt", "format=json,md", "format=", "format=docx"]) {
    test(`content with ${query} is UNSUPPORTED_FORMAT`, ["10.UNSUPPORTED_FORMAT"], async () => {
      const { id } = await makeEnded(service, files);
      refused(await service.get(`/v1/files/${id}/content?${query}`), 400, "UNSUPPORTED_FORMAT");
    });
  }
}

const noContentRules = ["10.no-content", "4c.kinds"] as const;

const LISTS = "blocks tables sections headers footers notes comments revisions list_styles styles".split(" ");

interface Paragraph {
  readonly index: number;
  readonly id: string;
  readonly text: string;
  readonly content: readonly { readonly type?: string; readonly text?: string; readonly revision?: number }[];
  readonly [field: string]: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: what the content holds is what the tests find out.
type Json = () => Promise<any>;

function writeContentTests(stage: Stage): void {
  const { service } = stage;
  const contract = once(() => makeEnded(service, files, { form: [{ ...document, content: stagedContract }] }));
  const json: Json = async () => {
    const { headers, json: content } = await service.get(`/v1/files/${(await contract()).id}/content?format=json`);
    assert.match(headers["content-type"] ?? "", /^application\/json/);
    return content;
  };
  writeDataTests(stage, { contract, json });
  writeTextTests(stage, { contract, json });
}

interface Contract {
  readonly contract: () => Promise<Ended>;
  readonly json: Json;
}

async function paragraphWith(words: string, json: Json): Promise<Paragraph> {
  const { blocks } = (await json()).document;
  const found = blocks.find(({ text: own }: Paragraph) => own.includes(words));
  assert.ok(found, words);
  return found;
}

function writeDataTests({ test }: Stage, { contract, json }: Contract): void {
  test("content as JSON names the file and holds the document with every list", contentRules, async () => {
    const { file_id, file_name, document: content } = await json();
    assert.deepEqual([file_id, file_name], [(await contract()).id, "contract.docx"]);
    assert.equal(content.schema_version, 1);
    for (const list of LISTS) assert.ok(Array.isArray(content[list]), list);
    assert.equal(content.settings.track_changes, false);
  });

  test(
    "paragraphs are counted from 0, those in cells included, and each has an id",
    ["content.index", "11.paragraph"],
    async () => {
      const { blocks } = (await json()).document;
      assert.deepEqual(
        blocks.map(({ index }: Paragraph) => index),
        blocks.map((_: unknown, place: number) => place),
      );
      assert.equal(new Set(blocks.map(({ id }: Paragraph) => id)).size, blocks.length);
      assert.ok(blocks.some((block: Paragraph) => block.table !== undefined));
    },
  );

  test(
    "text has insertions in and deletions out; changes are numbered decisions",
    ["content.revisions", "11.revisions"],
    async () => {
      const fee = await paragraphWith("The fee is", json);
      assert.equal(fee.text, "The fee is 20 a month.");
      const { revisions } = (await json()).document;
      assert.deepEqual(
        revisions.map(({ number, kind, author, text: words }: Record<string, unknown>) => [
          number,
          kind,
          author,
          words,
        ]),
        [
          [1, "deletion", "Ann", "10"],
          [2, "insertion", "Ann", "20"],
        ],
      );
      assert.ok(fee.content.some(({ text: words, revision }) => words === "20" && revision === 2));
    },
  );

  test(
    "styles, lists, tables, notes, headers and comments are told with their addresses",
    ["content.parts", "11.parts"],
    async () => {
      const { document: content } = await json();
      const heading = await paragraphWith("Terms", json);
      assert.deepEqual([heading.style_id, heading.outline_level], ["Heading1", 1]);
      assert.equal(((await paragraphWith("Notices", json)).list as { number: string }).number, "1.");
      assert.deepEqual([content.tables[0].number, content.tables[0].rows, content.tables[0].columns], [1, 1, 2]);
      assert.deepEqual(content.headers[0].part, { kind: "header", type: "default", section: { number: 1 } });
      assert.equal(content.headers[0].blocks[0].text, "Draft");
      const [note] = content.notes;
      assert.deepEqual(
        [note.part, note.label, note.blocks[0].text.trim()],
        [{ kind: "footnote", number: 1 }, "1", "A note."],
      );
      assert.equal(note.text_before, "See the note");
      const [comment] = content.comments;
      assert.deepEqual(
        [comment.number, comment.author, comment.text, comment.resolved],
        [1, "Bea", "Too high?", false],
      );
    },
  );
}

function writeTextTests({ service, test }: Stage, { contract, json }: Contract): void {
  test(
    "tabs, breaks and fields are segments; their text is told as a selector sees it",
    ["content.segments", "11.segments"],
    async () => {
      const { text: words, content } = await paragraphWith("Left", json);
      assert.equal(words, "Left\tright\nbelow 1");
      assert.deepEqual(
        content.flatMap(({ type }) => (type === undefined ? [] : [type])),
        ["tab", "break", "field"],
      );
    },
  );

  test("content as Markdown is the default: the same text, without tags and ids", ["content.md", "10.md"], async () => {
    const { id } = await contract();
    const { headers, body } = await service.get(`/v1/files/${id}/content`);
    assert.equal(headers["content-type"], "text/markdown; charset=utf-8");
    const words = String(body);
    assert.match(words, /^# Terms$/m);
    assert.match(words, /The fee is 20 a month[.]/);
    assert.doesNotMatch(words, /<(?:ins|del|p) /);
    assert.deepEqual(body, (await service.get(`/v1/files/${id}/content?format=md`)).body);
  });

  test("a staged document is an upload whose Markdown names everything an edit can", stagedRules, async () => {
    const posted = await service.postForm([{ ...document, content: stagedContract }], {}, "/v1/edit/initiate");
    const { file_id: id } = posted.json;
    assert.deepEqual([posted.status, posted.json], [202, { file_id: id, status: "processing" }]);
    const { status, json: staged } = await service.get(`/v1/edit/initiate/${id}`);
    assert.deepEqual(
      [status, staged.status, staged.file_name, staged.schema_version],
      [200, "ready", "contract.docx", 1],
    );
    const { document: content } = (await service.get(`/v1/files/${id}/content?format=json`)).json;
    for (const { id: unid, index } of content.blocks) {
      assert.match(staged.markdown, new RegExp(`<p unid="${unid}" index="${index}"`));
    }
    for (const { number, kind } of content.revisions) {
      assert.match(staged.markdown, new RegExp(`<${kind === "insertion" ? "ins" : "del"} [^>]*number="${number}"`));
    }
    assert.match(staged.markdown, /part="header" type="default" section="1"/);
    assert.match(staged.markdown, /part="footnote" number="1"/);
    assert.deepEqual(staged.revisions, content.revisions);
  });
}

const contentRules = ["content.json", "10.json", "11.document", "versioning.content"] as const;
const stagedRules = ["initiate.post", "initiate.get", "12.post", "12.get", "12.addresses"] as const;

function writeCompareTests({ service, second, test }: Stage): void {
  const upload = async (content: Buffer, fileName: string, key?: string) =>
    (await makeEnded(service, files, { form: [{ ...document, content, fileName }], ...(key && { key }) })).id;

  test(
    "uploaded files are compared by their ids; deleting them leaves the comparison",
    ["4c.ids", "4c.copied"],
    async () => {
      const ids = [await upload(before, "lease.docx"), await upload(after, "lease.docx")];
      const parts = [text("original_file_id", ids[0]!), text("modified_file_id", ids[1]!)];
      const { status, json } = await service.postForm(parts);
      assert.equal(status, 202);
      for (const id of ids) await service.call("DELETE", `/v1/files/${id}`);
      const { json: job } = await service.end(json.comparison_id, { format: "docx,md" });
      assert.deepEqual([job.status, job.downloads[0].file_name], ["ready", "lease (2)-redline.docx"]);
      assert.match(String(await service.fetch(job.downloads[1].url)), /<del [^>]*>30<\/del>/);
    },
  );

  test("one document may be sent and the other named, each in one way alone", ["4c.mixed", "4c.one-way"], async () => {
    const id = await upload(before, "a.docx");
    const modified: FormPart = { field: "modified", fileName: "b.docx", content: after };
    const mixed = await service.postForm([text("original_file_id", id), modified]);
    assert.equal((await service.end(mixed.json.comparison_id)).json.status, "ready");
    const both = await service.postForm([{ ...document, field: "original" }, text("original_file_id", id), modified]);
    refused(both, 400, "INVALID_REQUEST");
    assert.equal(both.json.error.details[0].field, "original_file_id");
    const none = await service.postForm([text("original_file_id", id)]);
    refused(none, 400, "INVALID_REQUEST");
    assert.equal(none.json.error.details[0].field, "modified");
  });

  test(
    "a file that cannot be compared is refused as a read of it would be",
    ["4c.refusals", "21.body-ids"],
    async () => {
      const [erased, theirs] = [await upload(after, "a.docx"), await upload(after, "b.docx", second.key)];
      await service.call("DELETE", `/v1/files/${erased}`);
      const failed = (await makeEnded(service, files, { form: files.failing() })).id;
      const compare = (id: string) =>
        service.postForm([{ ...document, field: "original" }, text("modified_file_id", id)]);
      refused(await compare(erased), 410, "CONTENT_DELETED");
      refused(await compare(theirs), 404, "DOCUMENT_NOT_FOUND");
      refused(await compare(files.never), 404, "DOCUMENT_NOT_FOUND");
      refused(await compare(failed), 409, "CONFLICT");
      const malformed = await compare("nonsense");
      refused(malformed, 400, "INVALID_REQUEST");
      assert.equal(malformed.json.error.details[0].field, "modified_file_id");
    },
  );

  test("an upload counts its words, and reading it counts nothing", ["4.upload", "4.free"], async () => {
    const { key } = second;
    const before = (await service.get("/v1/usage", { key })).json;
    const form = [{ ...document, content: wordDocument("One, two-three 4. 契約") }];
    const { id } = await makeEnded(service, files, { form, key });
    await service.get(`/v1/files/${id}/content?format=json`, { key });
    const { documents, words } = (await service.get("/v1/usage", { key })).json;
    assert.ok(documents >= before.documents + 1 && words >= before.words + 6);
    assert.equal((await service.get(`/v1/files/${id}`, { key })).json.words, 6);
  });
}

function text(field: string, content: string): FormPart {
  return { field, content };
}
