// Makes calls that could leak a document, a name, an author or a selector.
//
// They are refusals of every kind, failing jobs and deletions. Each is full of words that are searched for at the end
// of the run (leak-search.ts).

import assert from "node:assert/strict";
import type { FormPart } from "../calls/form.ts";
import { refused } from "../calls/service.ts";
import { comparisons, creations, files, make, makeEnded, merges, paragraphs } from "../calls/subjects.ts";
import { allMarkers, marker } from "../documents/markers.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { isErased } from "../running/erased.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { edit } from "./editing.ts";

export const leaks = theme("leaks", writeDocumentTests, writeRefusalTests, writeSelectorTests);

const replyRules = ["5.no-leak.replies"] as const;
const named = (field: string, content: Uint8Array, extension = "docx"): FormPart => ({
  ...{ field, fileName: `${marker("name")}.${extension}`, content },
});

function writeDocumentTests({ service, world, zeroDay, test }: Stage): void {
  test("documents full of words are compared, read and erased", ["5.no-leak.rows"], async () => {
    const words = allMarkers("document");
    const documents = {
      original: wordDocument(...words),
      modified: wordDocument(...words.slice(1), words.join(" ")),
      originalName: `${marker("name")}.docx`,
      modifiedName: `${marker("name")}.docx`,
      author: marker("author"),
    };
    const headers = { "idempotency-key": `leaks-${Date.now()}` };
    const ids = [await service.submit({ ...documents, headers }), await service.submit(documents)];
    for (const id of ids) assert.equal((await service.end(id, { format: "docx,md,json" })).json.status, "ready");
    await service.call("DELETE", `/v1/compare/${ids[0]}`);
    await isErased(world, ids[0]!);
  });

  test("documents full of words are merged, decided and erased", ["5.no-leak.rows", ...replyRules], async () => {
    const words = allMarkers("document");
    const authors = [marker("author"), marker("author")].map((content) => ({ field: "authors", content }));
    const form = [
      named("original", wordDocument(...words)),
      named("revisions", wordDocument(...words.slice(1), words.join(" "))),
      named("revisions", wordDocument(words.join(" "), ...words.slice(1))),
      ...authors,
    ];
    const { id, reply } = await makeEnded(service, merges, { form });
    assert.equal(reply.json.status, "ready");
    const decide = (body: object) => service.postJson(body, {}, `/v1/merge/${id}/decisions`);
    refused(await decide({ accept: { authors: [marker("selector")] } }), 400, "CHANGE_NOT_FOUND");
    const decided = await decide({ rest: "reject", name: `${marker("name")}.docx` });
    assert.equal(decided.status, 201);
    await service.call("DELETE", `/v1/files/${decided.json.file_id}`);
    await service.call("DELETE", `/v1/merge/${id}`);
    await isErased(world, id, merges);
  });

  test("documents that cannot be read fail, and are erased", ["5.no-leak.rows"], async () => {
    const { key } = zeroDay;
    for (const content of [broken.mainPart(), broken.withoutBody(), broken.tooDeep()]) {
      const form = [named("original", wordDocument(marker("document"))), named("modified", content)];
      const { id, reply } = await makeEnded(service, comparisons, { key, form });
      assert.equal(reply.json.status, "failed");
      await service.call("DELETE", `/v1/compare/${id}`, { key });
      await isErased(world, id);
    }
    const revisions = [named("revisions", wordDocument(marker("document"))), named("revisions", broken.encrypted())];
    const merge = { form: [named("original", wordDocument(marker("document"))), ...revisions] };
    const { id: mergeId, reply: failed } = await makeEnded(service, merges, merge);
    assert.equal(failed.json.error.code, "DOCUMENT_PROTECTED");
    await service.call("DELETE", `/v1/merge/${mergeId}`);
    await isErased(world, mergeId, merges);
    for (const isErasedToo of [true, false]) {
      const headers = { "idempotency-key": `leaks-${isErasedToo}-${Date.now()}` };
      const { id, reply } = await makeEnded(service, files, { headers, form: [named("document", broken.mainPart())] });
      assert.equal(reply.json.status, "failed");
      if (!isErasedToo) continue;
      await service.call("DELETE", `/v1/files/${id}`);
      await isErased(world, id, files);
    }
  });

  test("a creation of words in a style that is not there fails", ["5.no-leak.rows"], async () => {
    const list = paragraphs(allMarkers("document").map((text) => ({ style_id: "Fancy", text })));
    const form = [{ field: "name", content: `${marker("name")}.docx` }, list];
    assert.equal((await makeEnded(service, creations, { form })).reply.json.status, "failed");
  });
}

function writeRefusalTests({ service, test }: Stage): void {
  test("files of other kinds are refused, whatever their names", replyRules, async () => {
    const refusals = allMarkers("name").map((name, index) => {
      const file = { field: "document", fileName: `${name}.${index % 2 === 0 ? "txt" : "docx"}`, content: "no zip" };
      return service.postForm([file], {}, "/v1/files");
    });
    for (const { status } of await Promise.all(refusals)) assert.equal(status, 400);
  });

  test("packages that are damaged are refused", replyRules, async () => {
    for (const make of [broken.withoutContentTypes, broken.withoutMainPart, broken.encrypted, broken.tooManyParts]) {
      refused(await service.postForm([named("document", make())], {}, "/v1/files"), 400, "DOCUMENT_UNREADABLE");
    }
  });

  test("authors are refused", replyRules, async () => {
    const fileId = files.never;
    for (const author of allMarkers("author")) {
      const replace = { type: "replace", paragraphs: { index: 0 }, text: { match: "a" }, content: "b" };
      const body = { file_id: fileId, edits: [replace], author: `${author}\n${author}` };
      refused(await edit(service, body), 400, "INVALID_REQUEST");
    }
  });
}

function writeSelectorTests({ service, test }: Stage): void {
  const twice = marker("selector");
  const fileOf = once(async () => {
    const content = wordDocument(`${twice} and ${twice}.`, ...allMarkers("document"));
    return make(service, files, { form: [named("document", content)] });
  });
  const replace = (text: object) => ({
    ...{ type: "replace", paragraphs: { index: 0 }, text, content: marker("document") },
  });

  test("text that is not there is refused, of every selector", replyRules, async () => {
    const edits = allMarkers("selector").map((word) => replace({ match: `${word} nowhere` }));
    const reply = await edit(service, { file_id: await fileOf(), edits, author: marker("author") });
    refused(reply, 400, "INVALID_EDIT");
    assert.equal(reply.json.error.details.length, edits.length);
  });

  const others: Readonly<Record<string, object>> = {
    TEXT_NOT_UNIQUE: replace({ match: twice }),
    OCCURRENCE_OUT_OF_RANGE: replace({ match: twice, occurrence: 9 }),
    TEXT_NOT_FOUND: replace({ match: twice, prefix: marker("selector"), suffix: marker("selector") }),
    UNKNOWN_TYPE: { type: marker("selector") },
    LIST_STYLE_NOT_FOUND: {
      ...{ type: "set_numbering", paragraphs: { index: 0 } },
      numbering: { action: "apply", list_style: marker("selector") },
    },
    STYLE_NOT_FOUND: { type: "set_paragraph_style", paragraphs: { index: 0 }, style_id: marker("selector") },
    REF_UNDEFINED: { type: "delete_table", table: { ref: marker("selector") } },
    URL_NOT_ALLOWED: {
      ...{ type: "add_hyperlink", paragraphs: { index: 0 }, text: { match: "and" }, url: `no:${marker("selector")}` },
    },
  };
  for (const [reason, one] of Object.entries(others)) {
    test(`${reason} is told of a selector`, replyRules, async () => {
      const { json } = await edit(service, { file_id: await fileOf(), edits: [one], wait: true });
      assert.deepEqual([json.error.code, json.error.details[0].reason], ["INVALID_EDIT", reason]);
    });
  }

  test("paragraphs, formats and topics that are not there are refused", replyRules, async () => {
    const fileId = await fileOf();
    const side = { file_id: fileId, start_paragraph_id: marker("selector"), end_paragraph_id: marker("selector") };
    const selective = await service.postJson({ original: side, modified: side }, {}, "/v1/compare/selective");
    assert.ok(selective.status >= 400);
    refused(await service.get(`/v1/files/${fileId}/content?format=${marker("selector")}`), 400, "UNSUPPORTED_FORMAT");
    const topic = await service.get(`/v1/reference/${marker("selector")}`);
    assert.deepEqual([topic.status, topic.json.error.code], [400, "INVALID_REQUEST"]);
  });
}
