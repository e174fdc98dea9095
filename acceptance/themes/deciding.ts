// Tests decisions: changes of comparisons and merges are accepted and rejected, conflicts are settled.
//
// The result is a new file.

import assert from "node:assert/strict";
import type { Call, Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { end, files, merges } from "../calls/subjects.ts";
import { colours, drafts } from "../documents/drafts.ts";
import { readZipText } from "../documents/zip.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { edit } from "./editing.ts";
import { draftForm, jsonOf, type MergeJson, merge, segmentsOf } from "./merging.ts";

export const deciding = theme("deciding", writeSelectionTests, writeConflictTests, writeFileTests, writeRefusalTests);

const [ann, bea] = drafts.copies;
const mergedDrafts = (service: Service) => once(async () => `/v1/merge/${(await merge(service)).id}`);

function decide(service: Service, path: string, body: object, call: Call = {}): Promise<Reply> {
  return service.postJson(body, call, `${path}/decisions`);
}

interface Decided {
  readonly fileId: string;
  /** The paragraphs, with every remaining change accepted. */
  readonly lines: readonly string[];
  /** Number of remaining changes. */
  readonly left: number;
}

async function decided(service: Service, path: string, body: object): Promise<Decided> {
  const reply = await decide(service, path, body);
  assert.equal(reply.status, 201, reply.body.toString());
  const fileId: string = reply.json.file_id;
  assert.deepEqual(reply.json, { file_id: fileId, status: "processing" });
  const { json } = await end(service, files, { id: fileId });
  assert.deepEqual([json.status, json.kind], ["ready", "decided"]);
  const { document } = (await service.get(`/v1/files/${fileId}/content?format=json`)).json;
  const lines = document.blocks.map(({ text }: { readonly text: string }) => text);
  return { fileId, lines, left: document.revisions?.length ?? 0 };
}

function writeSelectionTests({ service, test }: Stage): void {
  const comparison = once(async () => `/v1/compare/${(await service.ready({ author: "Ann" })).id}`);
  const drafted = mergedDrafts(service);
  const [before, after] = ["The fee is due in 30 days.", "The fee is due in 45 days."];

  test("changes of a comparison are decided by id, and the others stay tracked", idRules, async () => {
    const path = await comparison();
    const { json } = await service.get(`${path}?format=json`);
    const redline: MergeJson = JSON.parse(String(await service.fetch(json.downloads[0].url)));
    const ids = segmentsOf(redline).flatMap(({ type, id }) => (type === undefined ? [] : [id]));
    const half = await decided(service, path, { accept: { ids: ids.slice(0, 1) } });
    assert.deepEqual([half.lines[0], half.left], [after, 1]);
    const none = await decided(service, path, { reject: { ids } });
    assert.deepEqual([none.lines[0], none.left], [before, 0]);
  });

  test("by author, by revision and by kind", ["26.authors", "26.revisions", "26.kinds"], async () => {
    const path = await comparison();
    for (const selection of [
      { authors: ["Ann"] },
      { revisions: ["revised.docx"] },
      { kinds: ["insertion", "deletion"] },
    ]) {
      assert.equal((await decided(service, path, { accept: selection })).lines[0], after);
      assert.equal((await decided(service, path, { reject: selection })).lines[0], before);
    }
    const { left } = await decided(service, path, { accept: { authors: ["Ann"], kinds: ["insertion"] } });
    assert.equal(left, 1);
    assert.equal((await decided(service, path, { reject: { authors: ["Ann"], kinds: ["move"] } })).left, 2);
  });

  test("the rest is kept, accepted or rejected", ["26.rest", "26.tracked"], async () => {
    const path = await drafted();
    const kept = await decided(service, path, {});
    assert.ok(kept.left > 5);
    assert.deepEqual((await decided(service, path, { rest: "reject" })).lines, drafts.base.lines);
    const all = await decided(service, path, { rest: "accept" });
    assert.equal(all.left, 0);
    // For each conflict, the side of the first revision.
    assert.deepEqual(all.lines, ann.lines);
  });

  for (const copy of drafts.copies) {
    test(`accepting ${copy.name} alone gives that copy`, ["26.one-revision", "26.revisions"], async () => {
      const { lines, left } = await decided(service, await drafted(), {
        accept: { revisions: [copy.name] },
        rest: "reject",
      });
      assert.deepEqual([lines, left], [copy.lines, 0]);
    });
  }

  test("a change that both select is accepted for its source", ["26.both"], async () => {
    const { lines } = await decided(service, await drafted(), {
      accept: { revisions: [ann.name] },
      reject: { kinds: ["insertion", "deletion", "move"] },
    });
    assert.deepEqual(lines, ann.lines);
  });
}

const idRules = ["26.decide", "26.ids", "26.tracked"] as const;

function writeConflictTests({ service, test }: Stage): void {
  const drafted = mergedDrafts(service);

  test("a conflict is settled for a revision or for the original, whatever is selected", ["26.choices"], async () => {
    const path = await drafted();
    const { conflicts } = await jsonOf(service, path.split("/").at(-1)!);
    const { id } = conflicts.find(({ kind }) => kind === "text")!;
    const all = { accept: { revisions: [ann.name] }, rest: "reject" };
    const feeFor = async (choose: string) => {
      const { lines } = await decided(service, path, { ...all, conflicts: [{ id, choose }] });
      return lines.find((line) => line.startsWith("The fee"));
    };
    assert.equal(await feeFor(bea.name), "The fee is due in 60 days.");
    assert.equal(await feeFor("original"), "The fee is due in 30 days.");
  });

  for (const copy of drafts.copies) {
    test(`from the JSON alone a program settles everything for ${copy.name}`, ["26.agents"], async () => {
      const path = await drafted();
      const json = await jsonOf(service, path.split("/").at(-1)!);
      assert.deepEqual((await decided(service, path, settledFor(json, copy.name))).lines, copy.lines);
    });
  }

  test(
    "a property conflict is settled by a choice; without one it keeps the base's, and the file says so",
    ["26.property"],
    async () => {
      const form = draftForm().map((part, index) => {
        return { ...part, content: index === 0 ? colours.base : colours.copies[index - 1]! };
      });
      const { id } = await merge(service, form);
      const { conflicts } = await jsonOf(service, id);
      assert.deepEqual(
        conflicts.map(({ kind }) => kind),
        ["property"],
      );
      const path = `/v1/merge/${id}`;
      const choices = { conflicts: [{ id: conflicts[0]!.id, choose: ann.name }] };
      const chosen = await service.get(`/v1/files/${(await decided(service, path, choices)).fileId}`);
      const coloured = readZipText(await service.fetch(chosen.json.downloads[0].url), "word/document.xml");
      assert.match(coloured, /FF0000|00AA00/);
      assert.doesNotMatch(coloured, /_VsProperty/);
      const { fileId } = await decided(service, path, { rest: "reject" });
      const { json } = await service.get(`/v1/files/${fileId}`);
      assert.deepEqual(
        json.notices.map(({ code, count }: { code: string; count: number }) => [code, count]),
        [["PROPERTY_CONFLICTS_KEPT", 1]],
      );
      const docx = await service.fetch(json.downloads[0].url);
      assert.doesNotMatch(readZipText(docx, "word/document.xml"), /FF0000|00AA00|_VsProperty/);
    },
  );
}

/** Returns the decisions of a program that reads only the JSON. */
function settledFor(json: MergeJson, name: string): object {
  const isOwn = ({ revisions = [] }: { readonly revisions?: readonly string[] }) => revisions.includes(name);
  const ids = segmentsOf(json).flatMap((segment) => (isOwn(segment) ? [String(segment.id)] : []));
  const settled = json.conflicts.filter(({ kind }) => kind !== "property");
  return {
    accept: { ids: [...new Set(ids)] },
    conflicts: settled.map(({ id, sides }) => ({ id, choose: sides.some(isOwn) ? name : "original" })),
    rest: "reject",
  };
}

function writeFileTests({ service, zeroDay, counted, test }: Stage): void {
  const drafted = mergedDrafts(service);

  test("the file is read, compared and edited like an upload", ["26.content"], async () => {
    const { fileId } = await decided(service, await drafted(), { accept: { revisions: [ann.name] }, rest: "reject" });
    const content = await service.get(`/v1/files/${fileId}/content`);
    assert.match(String(content.body), /Late fees bear interest/);
    const compared = await service.postForm([
      { field: "original_file_id", content: fileId },
      { field: "modified", fileName: "b.docx", content: bea.content },
    ]);
    assert.equal(compared.status, 202);
    const replace = { type: "replace", paragraphs: { index: 1 }, text: { match: "45" }, content: "50" };
    const { json } = await edit(service, { file_id: fileId, edits: [replace], wait: true });
    assert.equal(json.status, "ready");
  });

  test("decisions count nothing, and happen once for a key", ["26.free", "6.idempotency-json"], async () => {
    const { key } = counted;
    const used = async () => (await service.get("/v1/usage", { key })).json;
    const path = `/v1/merge/${(await merge(service, draftForm(), { key })).id}`;
    const before = await used();
    const call = { key, headers: { "idempotency-key": `decide-${Date.now()}` } };
    const [one, again] = [await decide(service, path, {}, call), await decide(service, path, {}, call)];
    assert.deepEqual([one.status, again.json], [201, one.json]);
    await end(service, files, { id: one.json.file_id, key });
    assert.deepEqual(await used(), before);
    refused(await decide(service, path, { rest: "accept" }, call), 409, "IDEMPOTENCY_CONFLICT");
  });

  test("the file has the retention of files, and stays when the merge goes", ["26.retention"], async () => {
    const { key } = zeroDay;
    const path = `/v1/merge/${(await merge(service, draftForm(), { key })).id}`;
    const { file_id: id } = (await decide(service, path, { rest: "accept", name: "agreed.docx" }, { key })).json;
    const { json } = await end(service, files, { id, key });
    assert.equal(json.file_name, "agreed.docx");
    assert.ok(Date.parse(json.downloads[0].expires_at) <= Date.parse(json.created_at) + 3_600_000);
    await service.call("DELETE", path, { key });
    refused(await decide(service, path, {}, { key }), 410, "CONTENT_DELETED");
    assert.equal((await service.get(`/v1/files/${id}`, { key })).json.status, "ready");
    assert.equal((await service.post(`/v1/files/${id}/acknowledge`, { key })).status, 202);
    refused(await service.get(`/v1/files/${id}`, { key }), 410, "CONTENT_DELETED");
  });
}

function writeRefusalTests({ service, test }: Stage): void {
  const drafted = mergedDrafts(service);

  test("each thing that the redline lacks is named", ["26.not-found"], async () => {
    const reply = await decide(service, await drafted(), {
      accept: { ids: ["99999"], revisions: ["lease, An.docx"] },
      reject: { authors: ["Zoe"] },
      conflicts: [{ id: 99, choose: ann.name }],
    });
    refused(reply, 400, "CHANGE_NOT_FOUND");
    assert.deepEqual(
      reply.json.error.details.map(({ field }: { field: string }) => field),
      ["accept.ids[0]", "accept.revisions[0]", "reject.authors[0]", "conflicts[0].id"],
    );
    assert.equal(reply.json.error.details[1].did_you_mean, ann.name);
  });

  test("the same id in both selections is refused", ["26.both"], async () => {
    const path = await drafted();
    const json = await jsonOf(service, path.split("/").at(-1)!);
    const { id } = segmentsOf(json).find(({ type }) => type === "insertion")!;
    refused(await decide(service, path, { accept: { ids: [id] }, reject: { ids: [id] } }), 400, "INVALID_REQUEST");
  });

  test(
    "a body of another shape is INVALID_REQUEST, and names the field",
    ["26.refusals", "5.INVALID_REQUEST"],
    async () => {
      const path = await drafted();
      const wrong: readonly (readonly [object, string])[] = [
        [{ accept: {} }, "accept"],
        [{ reject: { ids: [] } }, "reject.ids"],
        [{ accept: { kinds: ["comment"] } }, "accept.kinds[0]"],
        [{ rest: "drop" }, "rest"],
        [{ colour: "red" }, "colour"],
        [{ name: "agreed.pdf" }, "name"],
      ];
      for (const [body, field] of wrong) {
        const reply = await decide(service, path, body);
        refused(reply, 400, "INVALID_REQUEST");
        assert.equal(reply.json.error.details[0].field, field);
      }
    },
  );

  test("a failed merge has nothing to decide", ["26.refusals"], async () => {
    const form = draftForm().map((part, index) => (index === 2 ? { ...part, content: "no archive" } : part));
    const { json } = await service.postForm(form, {}, "/v1/merge");
    await end(service, merges, { id: json.merge_id });
    refused(await decide(service, `/v1/merge/${json.merge_id}`, {}), 409, "CONFLICT", /failed/);
  });
}
