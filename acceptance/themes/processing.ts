// Tests objects before any work on them: the worker is started after this theme.

import assert from "node:assert/strict";
import { after, refused, usualOriginal } from "../calls/service.ts";
import { creations, documents, edits, files, make, merges, pathOf } from "../calls/subjects.ts";
import { type Stage, theme } from "../running/theme.ts";

export const processing = theme(
  "processing",
  writeComparisonTests,
  writeMergeTests,
  writeVersionTests,
  writeWaitingTests,
);

function writeVersionTests({ service, test }: Stage): void {
  test("versions that are processing say so, and are neither merged nor compared yet", versionRules, async () => {
    const first = (await service.postForm(documents.form(), {}, documents.path)).json;
    const path = pathOf(documents, first.document_id);
    const second = (await service.postForm(documents.form(), {}, `${path}/versions`)).json;
    const own = `${path}/versions/${second.version_id}`;
    const read = await service.get(own);
    assert.deepEqual([read.json.status, read.json.redline.status], ["processing", "processing"]);
    assert.equal(read.headers["retry-after"], "1");
    for (const [end, pending] of [
      ["/download", ["docx"]],
      ["/redline?format=md,docx", ["md", "docx"]],
    ] as const) {
      const { status, headers, json } = await service.get(own + end);
      assert.deepEqual([status, headers["retry-after"]], [200, "1"]);
      const { document_id, version_id } = second;
      assert.deepEqual([json.document_id, json.version_id, json.downloads], [document_id, version_id, []]);
      assert.deepEqual([json.status, json.pending_formats], ["processing", pending]);
    }
    const pair = { from_version_id: first.version_id, to_version_id: second.version_id };
    const merge = { version_ids: [first.version_id, second.version_id] };
    for (const [body, end] of [
      [pair, "/compare"],
      [merge, "/merges"],
    ] as const) {
      const reply = await service.postJson(body, {}, path + end);
      refused(reply, 409, "CONFLICT", /processing/);
      assert.equal(reply.headers["retry-after"], "1");
    }
  });
}

const versionRules = ["17.processing", "17.states", "17.codes.409"] as const;

function writeMergeTests({ service, zeroDay, test }: Stage): void {
  test("a merge is accepted with an id and nothing else, and a read says when to ask again", mergeRules, async () => {
    const posted = await service.postForm(merges.form(), {}, merges.path);
    const { merge_id: id } = posted.json;
    assert.match(id, /^mrg_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual([posted.status, posted.json], [202, { merge_id: id, status: "processing" }]);
    const { status, headers, json } = await service.get(`/v1/merge/${id}?format=md,docx`);
    assert.deepEqual([status, headers["retry-after"]], [200, "1"]);
    const names = { original_file_name: json.original_file_name, revision_file_names: json.revision_file_names };
    const processing = { merge_id: id, status: "processing", downloads: [], pending_formats: ["md", "docx"] };
    assert.deepEqual(json, { ...processing, ...names, ...openRecord(json) });
    assert.equal(names.revision_file_names[1], "second.docx");
  });

  test("a merge that is processing can be erased", ["9.erase"], async () => {
    const id = await make(service, merges, { key: zeroDay.key });
    assert.equal((await service.call("DELETE", pathOf(merges, id), { key: zeroDay.key })).status, 202);
    refused(await service.get(pathOf(merges, id), { key: zeroDay.key }), 410, "CONTENT_DELETED");
  });

  test("what is processing has no changes to decide yet", ["26.refusals"], async () => {
    for (const path of [pathOf(merges, await make(service, merges)), `/v1/compare/${await service.submit()}`]) {
      const reply = await service.postJson({ rest: "accept" }, {}, `${path}/decisions`);
      refused(reply, 409, "CONFLICT", /processing/);
      assert.equal(reply.headers["retry-after"], "1");
    }
  });
}

/** Returns the record of an object that no worker has begun. */
function openRecord({ created_at }: { readonly created_at: string }) {
  return { created_at, finished_at: null, summary: null, notices: [], stage: "queued" };
}

const mergeRules = ["merge.202", "merge.read", "merge.fields", "1.form", "general.1"] as const;

function writeWaitingTests({ service, zeroDay, test }: Stage): void {
  test("content is waited for, five seconds; then it is a 202 that says when to ask again", waitingRules, async () => {
    const id = await make(service, files);
    const start = performance.now();
    const [content, staged] = await Promise.all([
      service.get(`/v1/files/${id}/content?format=json`),
      service.get(`/v1/edit/initiate/${id}`),
    ]);
    const waited = performance.now() - start;
    assert.ok(waited > 4900 && waited < 8000, `${waited} ms`);
    assert.deepEqual([content.status, content.headers["retry-after"]], [202, "1"]);
    assert.deepEqual(content.json, { file_id: id, status: "processing" });
    assert.deepEqual([staged.status, staged.headers["retry-after"]], [200, "1"]);
    assert.deepEqual(staged.json, { file_id: id, status: "processing", file_name: "contract.docx" });
  });

  test(
    "a file that is processing is told at once, without downloads",
    ["10.resource", "states.file.processing"],
    async () => {
      const id = await make(service, files);
      const { status, headers, json } = await service.get(`/v1/files/${id}`);
      assert.deepEqual([status, headers["retry-after"]], [200, "1"]);
      assert.deepEqual([json.status, json.downloads, json.words], ["processing", [], null]);
    },
  );

  test("a creation that is processing says to ask again after five seconds", creationRules, async () => {
    const posted = await service.postForm(creations.form(), {}, "/v1/create");
    const { creation_id: id } = posted.json;
    assert.match(id, /^crt_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual([posted.status, posted.json], [202, { creation_id: id, status: "processing" }]);
    const { status, headers, json } = await service.get(`/v1/create/${id}`);
    assert.deepEqual([status, headers["retry-after"]], [200, "5"]);
    assert.deepEqual(json, { creation_id: id, status: "processing", downloads: [] });
  });

  test("an upload that nobody prepares cannot be compared yet", ["4c.refusals"], async () => {
    const id = await make(service, files);
    const parts = [
      { field: "original_file_id", content: id },
      { field: "modified", fileName: "b.docx", content: after },
    ];
    const reply = await service.postForm(parts);
    refused(reply, 409, "CONFLICT");
    assert.equal(reply.headers["retry-after"], "1");
  });

  for (const subject of [files, creations, edits]) {
    test(
      `a ${subject.noun} that is processing is not acknowledged, and can be erased`,
      ["9.CONFLICT", "9.erase"],
      async () => {
        const { key } = zeroDay;
        const id = await make(service, subject, { key });
        const reply = await service.post(`${pathOf(subject, id)}/acknowledge`, { key });
        refused(reply, 409, "CONFLICT");
        assert.match(reply.json.error.message, /processing/);
        assert.equal((await service.call("DELETE", pathOf(subject, id), { key })).status, 202);
        refused(await service.get(pathOf(subject, id), { key }), 410, "CONTENT_DELETED");
      },
    );
  }
}

const waitingRules = ["files.content.wait", "10.processing", "12.get", "limits.content-wait"] as const;
const creationRules = [
  "create.202",
  "create.read",
  "states.creation.processing",
  "limits.create-retry",
  "1.form",
] as const;

function writeComparisonTests({ service, zeroDay, world, test }: Stage): void {
  test(
    "a comparison is accepted with an id and nothing else",
    ["general.1", "states.created", "compare.202", "conventions.ids", "1.form", "conventions.bodies"],
    async () => {
      const { status, json } = await service.postComparison();
      assert.equal(status, 202);
      assert.match(json.comparison_id, /^cmp_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(json, { comparison_id: json.comparison_id, status: "processing" });
    },
  );

  test("ids grow with time", ["1.form"], async () => {
    const ids = [await service.submit(), await service.submit()];
    assert.deepEqual(ids.toSorted(), ids);
  });

  test(
    "a read while processing says what is pending and when to ask again",
    ["states.pending", "limits.retry-after", "job.pending_formats", "job.downloads", "general.1", "27.records-stage"],
    async () => {
      const id = await service.submit();
      const reply = await service.get(`/v1/compare/${id}`);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers["retry-after"], "1");
      assert.deepEqual(reply.json, {
        comparison_id: id,
        status: "processing",
        downloads: [],
        pending_formats: ["docx"],
        original_file_name: usualOriginal,
        modified_file_name: "revised.docx",
        ...openRecord(reply.json),
      });
    },
  );

  test("pending formats stand in the order asked", ["job.pending_formats"], async () => {
    const id = await service.submit();
    const { json } = await service.get(`/v1/compare/${id}?format=json,md&format=docx`);
    assert.deepEqual(json.pending_formats, ["json", "md", "docx"]);
  });

  test("a comparison that is processing cannot be acknowledged", ["9.CONFLICT"], async () => {
    const { key } = zeroDay;
    const id = await service.submit({ key });
    const reply = await service.post(`/v1/compare/${id}/acknowledge`, { key });
    refused(reply, 409, "CONFLICT");
    assert.match(reply.json.error.message, /processing/);
  });

  test("while it is processing no deadline runs", ["21.no-deadline"], async () => {
    const { key } = zeroDay;
    const id = await service.submit({ key });
    await world.rows("update comparisons set created_at = created_at - interval '2 days' where comparison_id = $1", [
      id,
    ]);
    assert.equal((await service.get(`/v1/compare/${id}`, { key })).json.status, "processing");
    const [row] = await world.rows("select delete_at from comparisons where comparison_id = $1", [id]);
    assert.equal(row.delete_at, null);
  });

  test("a comparison that is processing can be erased", ["9.erase"], async () => {
    const id = await service.submit();
    assert.equal((await service.call("DELETE", `/v1/compare/${id}`)).status, 202);
    refused(await service.get(`/v1/compare/${id}`), 410, "CONTENT_DELETED");
  });

  test("too many unfinished jobs are refused with 429, and say so", ["4.unfinished", "5.RATE_LIMITED"], async () => {
    const { key } = await world.makeOrganization();
    const api = await world.startApi({ VERSUS_UNFINISHED_JOBS: "1" });
    await service.submit({ key });
    const reply = await service.at(api.url).postComparison({ key });
    refused(reply, 429, "RATE_LIMITED");
    assert.ok(Number(reply.headers["retry-after"]) > 0);
    assert.match(reply.json.error.message, /jobs/);
    await api.stop();
  });
}
