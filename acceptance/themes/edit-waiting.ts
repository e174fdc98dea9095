// Tests edits while no worker runs, and their end when one does.
//
// Runs before the worker of the other themes starts.

import assert from "node:assert/strict";
import type { Reply } from "../calls/request.ts";
import { edits, end, files, make } from "../calls/subjects.ts";
import { marker } from "../documents/markers.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { edit, upload } from "./editing.ts";

const REPLACE = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "45" };

export const editWaiting = theme("edit-waiting", (stage) => {
  const { service, test } = stage;
  const started = once(() => startAll(stage));
  const ended = once(() => endAll(stage, started));

  test(
    "an edit of a file that is not prepared within five seconds is accepted",
    ["13.checks", "edit.post"],
    async () => {
      const { refused, seconds } = await started();
      assert.equal(refused.status, 202, refused.body.toString());
      assert.ok(seconds > 4.9 && seconds < 9, `${seconds} s`);
      assert.deepEqual(Object.keys(refused.json), ["edit_id", "file_id", "source_file_id", "status"]);
    },
  );

  test(
    "while it is processing a read says when to ask again, and what is pending",
    ["13.record", "13.states"],
    async () => {
      const { edit_id: id, file_id: fileId } = (await started()).refused.json;
      const { status, headers, json } = await service.get(`/v1/edit/${id}?format=redline,docx`);
      assert.deepEqual([status, headers["retry-after"]], [200, "1"]);
      assert.deepEqual([json.status, json.downloads, json.pending_formats], ["processing", [], ["redline", "docx"]]);
      assert.equal(json.finished_at, null);
      const file = (await service.get(`/v1/files/${fileId}`)).json;
      assert.deepEqual([file.kind, file.status, file.downloads], ["edit", "processing", []]);
    },
  );

  test("whoever waits is kept for 30 seconds at most", ["13.wait", "edit.wait"], async () => {
    const { waited, waitedSeconds } = await started();
    assert.deepEqual([waited.status, waited.headers["retry-after"]], [202, "1"]);
    assert.deepEqual([waited.json.status, waited.json.pending_formats], ["processing", ["redline"]]);
    assert.ok(waitedSeconds > 29 && waitedSeconds < 40, `${waitedSeconds} s`);
  });

  test("edits that were not looked at fail the edit with the same details", ["13.checks", "13.failed"], async () => {
    const { status, json } = (await ended()).refused;
    assert.deepEqual([status, json.status, json.downloads], [200, "failed", []]);
    assert.equal(json.error.code, "INVALID_EDIT");
    assert.deepEqual([json.error.details[0].edit, json.error.details[0].reason], [1, "TEXT_NOT_FOUND"]);
    const file = (await service.get(`/v1/files/${json.file_id}`)).json;
    assert.deepEqual([file.status, file.error.code], ["failed", "INVALID_EDIT"]);
  });

  test("a file that cannot be prepared fails the edit", ["13.failed", "13.states"], async () => {
    const { json } = (await ended()).unreadable;
    assert.deepEqual([json.status, json.error.code], ["failed", "DOCUMENT_UNREADABLE"]);
  });

  test("a file that is deleted before it is edited fails the edit", ["13.failed"], async () => {
    const { json } = (await ended()).deleted;
    assert.deepEqual([json.status, json.error.code], ["failed", "EDIT_FAILED"]);
  });

  test("what was accepted is carried out when there is a worker", ["13.states", "edit.states"], async () => {
    assert.equal((await ended()).waited.json.status, "ready");
  });
});

async function startAll({ service }: Pick<Stage, "service">) {
  const content = wordDocument("Due in 30 days.");
  const ids = await Promise.all([content, content, content].map((bytes) => upload(service, bytes)));
  const [one = "", two = "", three = ""] = ids;
  const unreadable = await make(service, files, {
    form: [{ field: "document", fileName: `${marker("name")}.docx`, content: broken.mainPart() }],
  });
  const bad = { ...REPLACE, text: { match: marker("selector") } };
  const start = performance.now();
  const after = async (asked: Promise<Reply>) => ({ reply: await asked, seconds: (performance.now() - start) / 1000 });
  const [waited, refused, deleted, lost] = await Promise.all([
    after(edit(service, { file_id: one, edits: [REPLACE], wait: true, outputs: ["redline"] })),
    after(edit(service, { file_id: two, edits: [REPLACE, bad] })),
    after(edit(service, { file_id: three, edits: [REPLACE] })),
    after(edit(service, { file_id: unreadable, edits: [REPLACE] })),
  ]);
  await service.call("DELETE", `/v1/files/${three}`);
  return {
    waited: waited.reply,
    waitedSeconds: waited.seconds,
    refused: refused.reply,
    seconds: refused.seconds,
    deleted: deleted.reply,
    unreadable: lost.reply,
  };
}

async function endAll({ service, world }: Stage, started: () => ReturnType<typeof startAll>) {
  const { waited, refused, deleted, unreadable } = await started();
  const ids = [waited, refused, deleted, unreadable].map(({ json }) => json.edit_id);
  const replies: Reply[] = [];
  await world.workWith({}, async () => {
    replies.push(...(await Promise.all(ids.map((id) => end(service, edits, { id })))));
  });
  const [one, two, three, four] = replies;
  return { waited: one!, refused: two!, deleted: three!, unreadable: four! };
}
