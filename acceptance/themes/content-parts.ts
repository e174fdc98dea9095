// Tests parts of a file's content against the whole: windows, searches, fields, staged Markdown.

import assert from "node:assert/strict";
import type { Reply } from "../calls/request.ts";
import { files, makeEnded } from "../calls/subjects.ts";
import { editedAgreement } from "../documents/edited.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { edit, upload } from "./editing.ts";

export const contentParts = theme("content", writeWindowTests, writeSearchTests, writeFieldTests, writeRefusalTests);

interface Paragraph {
  readonly index: number;
  readonly text: string;
}

/** Returns the whole content of the agreement, and functions that read a part of it. */
function agreement({ service }: Stage) {
  const file = once(() => makeEnded(service, files, { form: [document] }));
  const read = async (query: string): Promise<Reply> => service.get(`/v1/files/${(await file()).id}/content?${query}`);
  const whole = once(async () => (await read("format=json")).json.document);
  const json = async (query: string) => (await read(`format=json&${query}`)).json.document;
  const text = async (query: string) => String((await read(query)).body);
  return { file, read, whole, json, text };
}

const document = { field: "document", fileName: "agreement.docx", content: editedAgreement({ wide: false }) };

/** Returns the indexes of the body paragraphs in a staged text. */
function indexesIn(staged: string): number[] {
  return [...staged.matchAll(/<p unid="[^"]+" index="(\d+)"(?! part=)/g)].map(([, index]) => Number(index));
}

function writeWindowTests(stage: Stage): void {
  const { service, test } = stage;
  const { whole, json, text, read } = agreement(stage);

  test(
    "a window of the JSON has its paragraphs as the whole has them, and what points to them",
    ["10.window"],
    async () => {
      const content = await whole();
      for (const [from, through] of [
        [0, 0],
        [3, 11],
        [24, 26],
        [30, 44],
      ] as const) {
        const part = await json(`from=${from}&through=${through}`);
        const within = ({ index }: Paragraph) => index >= from && index <= through;
        assert.deepEqual(part.blocks, content.blocks.filter(within));
        for (const list of ["comments", "revisions", "notes"] as const) {
          const own = content[list].filter(({ paragraph }: { paragraph: Paragraph }) => within(paragraph));
          assert.deepEqual(part[list], own, list);
        }
        const meets = (one: { first_index: number; last_index: number }) =>
          one.first_index <= through && one.last_index >= from;
        assert.deepEqual(part.tables, content.tables.filter(meets));
        assert.deepEqual(part.sections, content.sections.filter(meets));
        assert.deepEqual([part.headers, part.footers, part.settings], [[], [], content.settings]);
      }
    },
  );

  test("a window may be open at either end, and ends where the body ends", ["10.window"], async () => {
    const { blocks } = await whole();
    const last = blocks.length - 1;
    assert.deepEqual((await json(`from=${last}`)).blocks, blocks.slice(last));
    assert.deepEqual((await json("through=1")).blocks, blocks.slice(0, 2));
    assert.deepEqual((await json(`from=${last - 1}&through=999999`)).blocks, blocks.slice(-2));
  });

  test(
    "windows of the Markdown and of the staged Markdown tell the same paragraphs",
    ["10.window", "10.staged"],
    async () => {
      const { blocks } = await whole();
      const plain = await text("from=3&through=6");
      const lines = plain.trim().split("\n\n");
      assert.deepEqual(
        lines.map((line) => line.replaceAll("\\", "")),
        blocks.slice(3, 7).map(({ text: words }: Paragraph) => words),
      );
      const staged = await read("format=staged&from=3&through=6");
      assert.equal(staged.headers["content-type"], "text/markdown; charset=utf-8");
      assert.deepEqual(indexesIn(String(staged.body)), [3, 4, 5, 6]);
    },
  );

  test("format=staged is the Markdown of the staging pair", ["10.staged", "12.addresses"], async () => {
    const posted = await service.postForm([document], {}, "/v1/edit/initiate");
    const { json: staged } = await service.get(`/v1/edit/initiate/${posted.json.file_id}`);
    assert.equal(await text("format=staged"), staged.markdown);
  });

  test("what comes of an edit is read in parts like an upload", ["10.window"], async () => {
    const fileId = await upload(service, document.content);
    const change = { type: "replace", paragraphs: { index: 4 }, text: { match: "thirty (30)" }, content: "sixty (60)" };
    const { json: record } = await edit(service, { file_id: fileId, edits: [change], wait: true });
    const { json: part } = await service.get(`/v1/files/${record.file_id}/content?format=json&from=4&through=4`);
    assert.match(part.document.blocks[0].text, /within sixty \(60\) days/);
  });
}

function writeSearchTests(stage: Stage): void {
  const { test } = stage;
  const { whole, json, text } = agreement(stage);

  test(
    "a search has every paragraph that contains the text, in any case, with the two beside it",
    ["10.search"],
    async () => {
      const content = await whole();
      const hits = content.blocks.filter(({ text: words }: Paragraph) => words.toLowerCase().includes("item"));
      const near = new Set(hits.flatMap(({ index }: Paragraph) => [index - 1, index, index + 1]));
      const expected = content.blocks.filter(({ index }: Paragraph) => near.has(index));
      assert.ok(hits.length > 1 && expected.length < content.blocks.length);
      assert.deepEqual((await json("search=ITEM")).blocks, expected);
      assert.deepEqual(
        indexesIn(await text("format=staged&search=item")).filter((index) => near.has(index)),
        expected.map(({ index }: Paragraph) => index),
      );
      assert.deepEqual((await json("search=no+such+words")).blocks, []);
    },
  );

  test("a search within a window stays in it; one without looks in headers and notes too", ["10.search"], async () => {
    const content = await whole();
    const [note] = content.notes;
    const words = note.blocks[0].text.trim();
    const found = await json(`search=${encodeURIComponent(words)}`);
    assert.ok(found.notes.some(({ part }: { part: unknown }) => JSON.stringify(part) === JSON.stringify(note.part)));
    const beside = note.paragraph.index + 1;
    assert.deepEqual((await json(`search=${encodeURIComponent(words)}&from=${beside}&through=${beside}`)).notes, []);
  });

  test("text copied from the Markdown is found", ["10.search", "10.copied"], async () => {
    const plain = await text("from=4&through=4");
    assert.match(plain, /\\\[Draft\\\]/);
    const { blocks } = await json(`from=4&through=4&search=${encodeURIComponent(plain.trim())}`);
    assert.deepEqual(
      blocks.map(({ index }: Paragraph) => index),
      [4],
    );
  });
}

function writeFieldTests(stage: Stage): void {
  const { test } = stage;
  const { whole, json } = agreement(stage);

  test("fields of paragraphs narrow every paragraph; index and schema_version stay", ["10.fields"], async () => {
    const { blocks } = await whole();
    const told = blocks.map(({ index, text }: Paragraph) => ({ index, text }));
    assert.deepEqual(await json("fields=text"), { schema_version: 1, blocks: told });
    const { blocks: some } = await json("fields=text&fields=style_id,list&from=0&through=3");
    assert.deepEqual(
      some.map(({ index }: Paragraph) => index),
      [0, 1, 2, 3],
    );
    for (const block of some) {
      assert.ok(Object.keys(block).every((name) => ["index", "text", "style_id", "list"].includes(name)));
    }
  });

  test("fields of the document keep those lists alone, with whole paragraphs", ["10.fields"], async () => {
    const content = await whole();
    const { tables, notes } = content;
    assert.deepEqual(await json("fields=tables,notes"), { schema_version: 1, tables, notes });
  });
}

function writeRefusalTests(stage: Stage): void {
  const { test } = stage;
  const { read, whole } = agreement(stage);
  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ["from=-1", "from", /whole number, 0 or more/],
    ["from=one", "from", /whole number/],
    ["from=1&from=2", "from", /one paragraph/],
    ["through=1.5", "through", /whole number/],
    ["from=5&through=4", "through", /at least `from`, which is 5/],
    ["search=", "search", /1 to 1000 characters/],
    [`search=${"x".repeat(1001)}`, "search", /1 to 1000 characters/],
    ["format=json&fields=texts", "fields", /`fields` takes schema_version, blocks/],
    ["fields=text", "format", /must be json/],
  ];
  for (const [query, field, message] of refusals) {
    test(`content with ${query.slice(0, 40)} is refused, and ${field} is named`, ["10.narrowing-refused"], async () => {
      const { status, json } = await read(query);
      assert.deepEqual([status, json.error.code], [422, "VALIDATION_ERROR"]);
      const [detail] = json.error.details;
      assert.deepEqual([detail.field, detail.reason], [field, "INVALID_VALUE"]);
      assert.match(detail.message, message);
      assert.equal(detail.did_you_mean, { fields: "text", format: "json" }[field as string]);
    });
  }

  test("a window that begins behind the last paragraph is told which there are", ["10.narrowing-refused"], async () => {
    const { blocks } = await whole();
    const { status, json } = await read(`from=${blocks.length}`);
    assert.deepEqual([status, json.error.details[0].field], [422, "from"]);
    assert.equal(
      json.error.message,
      `No paragraph ${blocks.length}; the body's paragraphs are 0 to ${blocks.length - 1}.`,
    );
  });

  test("all faults of a read are named together", ["10.narrowing-refused"], async () => {
    const { json } = await read("from=x&through=y&search=&fields=z");
    assert.deepEqual(
      json.error.details.map(({ field }: { field: string }) => field),
      ["from", "through", "search", "fields", "format"],
    );
  });
}
