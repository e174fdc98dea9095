// Tests the records of redlines: times, names, counts and notices in reads and lists, and reads that wait.

import assert from "node:assert/strict";
import type { FormPart } from "../calls/form.ts";
import { refused, type Service } from "../calls/service.ts";
import { comparisons, documents, edits, makeEnded, merges, pathOf } from "../calls/subjects.ts";
import { wordDocument } from "../documents/word.ts";
import { type Stage, theme } from "../running/theme.ts";

export const records = theme("records", writeRecordTests, writeVersionTests, writeWaitTests);

const waitTrue: FormPart = { field: "wait", content: "true" };

/** Returns the JSON rendering of a read. */
async function jsonOf(service: Service, path: string) {
  const read = await service.get(`${path}?format=json`);
  return { read: read.json, json: JSON.parse(String(await service.fetch(read.json.downloads[0].url))) };
}

function writeRecordTests({ service, world, test }: Stage): void {
  for (const [subject, names] of [
    [comparisons, ["original_file_name", "modified_file_name"]],
    [merges, ["original_file_name", "revision_file_names"]],
  ] as const) {
    const { path, id: idName } = subject;
    test(`${path}: a read has the record, with the counts and notices of the JSON`, ["27.records"], async () => {
      const form = [...subject.form(), { field: "reference", content: "M-1" }];
      const { id } = await makeEnded(service, subject, { form });
      const { read, json } = await jsonOf(service, pathOf(subject, id));
      assert.deepEqual([read.summary, read.notices], [json.summary, json.notices]);
      assert.ok(read.summary.changes > 0);
      assert.equal(read.summary.conflicts, 0);
      assert.equal(read.reference, "M-1");
      assert.ok(Date.parse(read.created_at) <= Date.parse(read.finished_at));
      for (const name of names) assert.match(JSON.stringify(read[name]), /docx/);
      assert.equal(read.stage, undefined);
    });

    test(`${path}: rows have the counts of the read, and none when deleted`, ["27.records-lists"], async () => {
      const { key } = await world.makeOrganization();
      const { id } = await makeEnded(service, subject, { key });
      const { summary } = (await service.get(pathOf(subject, id), { key })).json;
      const list = async (query = "") =>
        Object.values((await service.get(`${path}${query}`, { key })).json)[0] as Row[];
      assert.deepEqual(
        (await list()).map((row) => [row[idName], row.summary]),
        [[id, summary]],
      );
      assert.equal((await service.call("DELETE", pathOf(subject, id), { key })).status, 202);
      assert.deepEqual(
        (await list("?status=deleted")).map((row) => [row[idName], row.summary]),
        [[id, null]],
      );
    });

    test(`${path}: what failed has the times and names, and no counts`, ["27.records"], async () => {
      const { id } = await makeEnded(service, subject, { form: subject.failing() });
      const { json } = await service.get(pathOf(subject, id));
      assert.deepEqual([json.status, json.summary, json.notices], ["failed", null, []]);
      assert.ok(json.finished_at);
      assert.match(json.original_file_name, /docx/);
    });
  }

  test("/v1/edit: a read has the record of the edit and the counts of its redline", ["27.records"], async () => {
    const { id } = await makeEnded(service, edits);
    const { json } = await service.get(pathOf(edits, id));
    const { changes, insertions, deletions, conflicts } = json.summary;
    assert.deepEqual([changes, insertions, deletions, conflicts], [1, 1, 1, 0]);
    assert.deepEqual([json.file_name, json.notices], ["contract-edited.docx", []]);
    assert.ok(json.finished_at);
  });

  test("two copies that disagree are counted as a conflict", ["27.records"], async () => {
    const copies = [45, 60].map((days) => ({
      field: "revisions",
      fileName: `copy-${days}.docx`,
      content: wordDocument(`The fee is due in ${days} days.`),
    }));
    const original = { field: "original", fileName: "base.docx", content: wordDocument("The fee is due in 30 days.") };
    const { json } = await service.postForm([original, ...copies, waitTrue], {}, "/v1/merge");
    assert.deepEqual([json.summary.conflicts, json.summary.changes], [1, 1]);
    assert.deepEqual(json.revision_file_names, ["copy-45.docx", "copy-60.docx"]);
  });
}

type Row = Readonly<Record<string, unknown>>;

function writeVersionTests({ service, test }: Stage): void {
  test("a version and its redline have the record", ["27.records", "27.records-lists", "27.wait"], async () => {
    const first = (await service.postForm(documents.form(), {}, documents.path)).json;
    const path = pathOf(documents, first.document_id);
    const content = wordDocument("The fee is due in 60 days.");
    const part = { field: "document", fileName: "second.docx", content };
    const second = (await service.postForm([part], {}, `${path}/versions`)).json;
    const own = `${path}/versions/${second.version_id}`;
    const redline = (await service.get(`${own}/redline?wait=true`)).json;
    const version = (await service.get(`${own}?wait=true`)).json;
    assert.deepEqual([redline.status, version.status, version.redline.status], ["ready", "ready", "ready"]);
    assert.ok(redline.summary.changes > 0);
    assert.deepEqual(version.summary, redline.summary);
    assert.match(redline.original_file_name, /docx$/);
    assert.equal(redline.modified_file_name, "second.docx");
    assert.ok(redline.finished_at && version.finished_at);
    const { versions } = (await service.get(path)).json;
    assert.deepEqual(
      versions.map(({ summary }: Row) => summary),
      [null, redline.summary],
    );
  });
}

function writeWaitTests({ service, world, test }: Stage): void {
  test("a read with wait holds until the formats it names are ready", ["27.wait"], async () => {
    const id = await service.submit();
    const { status, json } = await service.get(`/v1/compare/${id}?format=docx,pdf&wait=true`);
    assert.deepEqual([status, json.status, json.downloads.length], [200, "ready", 2], JSON.stringify(json));
  });

  test("another wait than a boolean is refused, but to strangers the object is not there", ["27.wait"], async () => {
    const { key } = await world.makeOrganization();
    const { id } = await service.ready();
    const path = `/v1/compare/${id}?wait=maybe`;
    const reply = await service.get(path);
    refused(reply, 422, "VALIDATION_ERROR");
    assert.equal(reply.json.error.details[0].field, "wait");
    refused(await service.get(path, { key }), 404, "COMPARISON_NOT_FOUND");
  });

  test("POST with formats and wait answers with every format asked for", ["27.formats"], async () => {
    const formats = { field: "formats", content: "json,pdf,docx" };
    const { status, json } = await service.postForm([...comparisons.form(), formats, waitTrue]);
    assert.deepEqual([status, json.status], [200, "ready"], JSON.stringify(json));
    assert.deepEqual(
      json.downloads.map(({ format }: Row) => format),
      ["json", "pdf", "docx"],
    );
  });
}
