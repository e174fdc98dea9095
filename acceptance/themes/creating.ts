// Tests creating documents from paragraphs.

import assert from "node:assert/strict";
import { type FormPart, zerosForm } from "../calls/form.ts";
import { refused } from "../calls/service.ts";
import { creations, makeEnded, paragraphs } from "../calls/subjects.ts";
import { richDocument } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { type Stage, theme } from "../running/theme.ts";

const name: FormPart = { field: "name", content: "minutes.docx" };
const TEMPLATE = richDocument("<w:p><w:r><w:t>Secret sample text</w:t></w:r></w:p>", {
  styles: `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:color w:val="336699"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="Normal"/></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/></w:style>`,
});
const template: FormPart = { field: "style_template", fileName: "house.dotx", content: TEMPLATE };

export const creating = theme("creating", writeMakingTests, writeTemplateTests, writeFailingTests, writeRefusalTests);

async function create({ service }: Pick<Stage, "service">, list: unknown, ...more: readonly FormPart[]) {
  return (await makeEnded(service, creations, { form: [name, paragraphs(list), ...more] })).reply.json;
}

async function partsOf({ service }: Pick<Stage, "service">, url: string) {
  const docx = await service.fetch(url);
  return { main: readZipText(docx, "word/document.xml"), styles: readZipText(docx, "word/styles.xml"), docx };
}

function writeMakingTests(stage: Stage): void {
  const { test } = stage;
  test("a creation is made of its paragraphs, in their order and their styles", madeRules, async () => {
    const list = [
      { style_id: "Heading1", text: "Minutes" },
      { style_id: "Normal", text: "" },
      { style_id: "Normal", text: "Markdown is *not* read, < & > neither." },
    ];
    const job = await create(stage, list);
    assert.deepEqual([job.status, job.downloads.length, job.downloads[0].format], ["ready", 1, "docx"]);
    assert.equal(job.downloads[0].file_name, "minutes.docx");
    const { main } = await partsOf(stage, job.downloads[0].url);
    const texts = [...main.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, words]) => words);
    assert.deepEqual(texts, ["Minutes", "Markdown is *not* read, &lt; &amp; &gt; neither."]);
    assert.equal(main.match(/<w:p[ >/]/g)?.length, 3);
    assert.match(main, /<w:pStyle w:val="Heading1"\/>/);
    assert.doesNotMatch(main, /<w:(?:ins|del|moveFrom|moveTo) /);
  });

  test(
    "without a template there are Normal and four headings on US Letter, margins of an inch",
    ["create.defaults"],
    async () => {
      const ids = ["Normal", "Heading1", "Heading2", "Heading3", "Heading4"];
      const job = await create(
        stage,
        ids.map((style_id) => ({ style_id, text: style_id })),
      );
      const { main } = await partsOf(stage, job.downloads[0].url);
      assert.match(main, /<w:pgSz w:w="12240" w:h="15840"/);
      for (const side of ["top", "right", "bottom", "left"]) assert.match(main, new RegExp(`w:${side}="1440"`));
    },
  );

  test("runs carry formatting, tabs, breaks, links and notes", ["create.runs", "21.runs"], async () => {
    const runs = [
      { text: "Fee", format: { bold: true } },
      { type: "tab" },
      { type: "break", kind: "line" },
      { type: "hyperlink", url: "https://example.com/", content: "terms" },
      { type: "footnote", content: "A note." },
      { type: "cross_reference", to: { index: 0 }, show: "text" },
    ];
    const job = await create(stage, [
      { style_id: "Heading1", text: "Terms" },
      { style_id: "Normal", runs },
    ]);
    assert.equal(job.status, "ready", JSON.stringify(job.error));
    const { main, docx } = await partsOf(stage, job.downloads[0].url);
    assert.match(main, /<w:b\/>/);
    assert.match(main, /<w:tab\/>/);
    assert.match(main, /<w:br\/>/);
    assert.match(main, /example[.]com/);
    assert.match(readZipText(docx, "word/footnotes.xml"), /A note[.]/);
  });
}

function writeTemplateTests(stage: Stage): void {
  const { service, test } = stage;
  test(
    "a template gives its styles and nothing of its text",
    ["create.style_template", "create.template"],
    async () => {
      const job = await create(
        stage,
        [
          { style_id: "Clause", text: "One." },
          { style_id: "Heading2", text: "Two." },
        ],
        template,
      );
      assert.equal(job.status, "ready", JSON.stringify(job.error));
      const { main, styles } = await partsOf(stage, job.downloads[0].url);
      assert.match(styles, /336699/);
      assert.doesNotMatch(main, /Secret/);
      assert.match(main, /<w:pgSz w:w="12240"/);
    },
  );

  test("the document is a file, and each read issues a fresh address", ["6.creation-file", "create.read"], async () => {
    const job = await create(stage, [{ style_id: "Normal", text: "One." }]);
    const { json } = await service.get(`/v1/files/${job.file_id}`);
    assert.deepEqual([json.kind, json.status, json.file_name, json.words], ["created", "ready", "minutes.docx", 1]);
    assert.deepEqual(await service.fetch(json.downloads[0].url), await service.fetch(job.downloads[0].url));
  });

  test("repeating the call makes another", ["create.repeat"], async () => {
    const [one, other] = [await makeEnded(service, creations), await makeEnded(service, creations)];
    assert.notEqual(one.id, other.id);
    assert.notEqual(one.reply.json.file_id, other.reply.json.file_id);
  });
}

const madeRules = [
  "create.name",
  "create.paragraphs",
  "create.paragraph",
  "creation.fields",
  "creation.clean",
  "states.creation.ready",
  "6.names.create",
] as const;

function writeFailingTests({ service, zeroDay, test }: Stage): void {
  test(
    "a style that is not there, or is none of a paragraph, fails the creation and is named",
    failedRules,
    async () => {
      const list = [
        { style_id: "Clause", text: "One." },
        { style_id: "Fancy", text: "Two." },
        { style_id: "Strong", text: "Three." },
      ];
      const { json } = (await makeEnded(service, creations, { form: [name, paragraphs(list), template] })).reply;
      assert.deepEqual([json.status, json.downloads, json.error.code], ["failed", [], "CREATION_FAILED"]);
      const places = json.error.details.map(({ paragraph, style_id }: Record<string, unknown>) => [
        paragraph,
        style_id,
      ]);
      assert.deepEqual(places, [
        [1, "Fancy"],
        [2, "Strong"],
      ]);
    },
  );

  test(
    "a template that is no Word file fails the creation and is named",
    ["creation.error", "6.creation-error"],
    async () => {
      const form = [...creations.form(), { ...template, content: "no zip" }];
      const { json } = (await makeEnded(service, creations, { form })).reply;
      assert.deepEqual([json.status, json.error.details[0].field], ["failed", "style_template"]);
    },
  );

  test(
    "acknowledging a creation deletes its file too",
    ["9.creation-file", "states.creation.acknowledge"],
    async () => {
      const { key } = zeroDay;
      const { id, reply } = await makeEnded(service, creations, { key });
      assert.equal((await service.post(`/v1/create/${id}/acknowledge`, { key })).status, 202);
      refused(await service.get(`/v1/files/${reply.json.file_id}`, { key }), 410, "CONTENT_DELETED");
      refused(await service.get(reply.json.downloads[0].url), 410, "CONTENT_DELETED");
    },
  );

  test("a style that is not there is counted all the same", ["4.given-back"], async () => {
    const { key } = zeroDay;
    const used = async () => (await service.get("/v1/usage", { key })).json.documents;
    const before = await used();
    await makeEnded(service, creations, { key, form: creations.failing() });
    assert.ok((await used()) > before);
  });
}

const failedRules = ["create.unknown-style", "creation.error", "states.creation.failed", "6.creation-error"] as const;

type FormCode = "INVALID_REQUEST" | "UNSUPPORTED_FILE_TYPE";

function writeRefusalTests({ service, test }: Stage): void {
  const [, list] = creations.form();
  const normal = (more: object) => paragraphs([{ style_id: "Normal", ...more }]);
  const forms: readonly (readonly [string, readonly FormPart[], FormCode])[] = [
    ["without a name", [list!], "INVALID_REQUEST"],
    ["with an empty name", [{ ...name, content: "" }, list!], "INVALID_REQUEST"],
    ["without paragraphs", [name], "INVALID_REQUEST"],
    ["with paragraphs that are no JSON", [name, { ...list!, content: "[" }], "INVALID_REQUEST"],
    ["with paragraphs that are no list", [name, paragraphs({ style_id: "Normal", text: "a" })], "INVALID_REQUEST"],
    ["with a paragraph without a style", [name, paragraphs([{ text: "a" }])], "INVALID_REQUEST"],
    ["with a paragraph of neither text nor runs", [name, normal({})], "INVALID_REQUEST"],
    ["with a paragraph of text and runs", [name, normal({ text: "a", runs: [] })], "INVALID_REQUEST"],
    ["with a line end in text", [name, normal({ text: "a\nb" })], "INVALID_REQUEST"],
    ["with another key", [name, normal({ text: "a", colour: "red" })], "INVALID_REQUEST"],
    ["with a ref", [name, normal({ runs: [{ type: "footnote", content: "a", ref: "n" }] })], "INVALID_REQUEST"],
    ["with an unknown run", [name, normal({ runs: [{ type: "smiley" }] })], "INVALID_REQUEST"],
    ["with more than 200 KiB", [name, normal({ text: "x".repeat(200 * 1024) })], "INVALID_REQUEST"],
    ["with a name of another kind", [{ ...name, content: "minutes.pdf" }, list!], "UNSUPPORTED_FILE_TYPE"],
    ["with a template of another kind", [name, list!, { ...template, fileName: "a.txt" }], "UNSUPPORTED_FILE_TYPE"],
  ];
  for (const [words, parts, code] of forms) {
    test(`a creation ${words} is ${code}`, [`errors.create.${code}`, "21.shape", "limits.paragraphs"], async () => {
      const reply = await service.postForm(parts, {}, "/v1/create");
      refused(reply, 400, code);
      assert.ok(reply.json.error.details[0].field);
    });
  }

  test("a list of 200 KiB is taken", ["limits.paragraphs"], async () => {
    const room = 200 * 1024 - JSON.stringify([{ style_id: "Normal", text: "" }]).length;
    const { reply } = await makeEnded(service, creations, { form: [name, normal({ text: "x".repeat(room) })] });
    assert.equal(reply.json.status, "ready");
  });

  test("a template over 100 MB is FILE_TOO_LARGE", ["errors.create.FILE_TOO_LARGE", "limits.source"], async () => {
    refused(await service.post("/v1/create", zerosForm("style_template", 101 * 1024 * 1024)), 413, "FILE_TOO_LARGE");
  });
}
