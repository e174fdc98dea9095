// Tests lists of an organization's objects, references, usage by reference, and calls that wait.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import {
  comparisons,
  creations,
  creators,
  files,
  make,
  makeEnded,
  merges,
  partsBefore,
  pathOf,
  type Subject,
  subjects,
} from "../calls/subjects.ts";
import { broken } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const lists = theme("lists", writeListTests, writeReferenceTests, writeUsageTests, writeWaitTests);

/** The name of the list in its reply, and the fields with file names in its rows. */
const shapes: Readonly<Record<string, { readonly plural: string; readonly names: readonly string[] }>> = {
  comparison_id: { plural: "comparisons", names: ["original_file_name", "modified_file_name"] },
  merge_id: { plural: "merges", names: ["original_file_name", "revision_file_names"] },
  file_id: { plural: "files", names: ["file_name"] },
  creation_id: { plural: "creations", names: ["file_name"] },
  edit_id: { plural: "edits", names: ["file_name"] },
};

type Row = Readonly<Record<string, unknown>>;

async function listOf(service: Service, { id, path }: Subject, key: string, query = ""): Promise<readonly Row[]> {
  const reply = await service.get(`${path}${query}`, { key });
  assert.equal(reply.status, 200, reply.body.toString());
  return reply.json[shapes[id]?.plural ?? ""];
}

const withReference = (subject: Subject, reference: string) => [
  ...subject.form(),
  { field: "reference", content: reference },
];

function writeListTests({ service, world, test }: Stage): void {
  // Lists of documents have another shape (documents.ts).
  for (const subject of subjects.filter(({ hasVersions }) => !hasVersions)) {
    const { id: idName, path } = subject;
    const { names = [], plural = "" } = shapes[idName] ?? {};
    const listed = once(async () => {
      const { key } = await world.makeOrganization();
      const ids: string[] = [];
      for (const reference of ["M-1", "M-1", "M-2"]) {
        ids.unshift((await makeEnded(service, subject, { key, form: withReference(subject, reference) })).id);
      }
      return { key, ids };
    });

    test(`${path}: newest first, with status, reference, names and times`, ["26.lists"], async () => {
      const { key, ids } = await listed();
      const rows = (await listOf(service, subject, key)).filter((row) => ids.includes(String(row[idName])));
      assert.deepEqual(
        rows.map((row) => row[idName]),
        ids,
      );
      const [row] = rows as [Row];
      assert.deepEqual([row.status, row.reference], ["ready", "M-2"]);
      for (const name of names) assert.match(JSON.stringify(row[name]), /docx/);
      assert.ok(Date.parse(String(row.created_at)) <= Date.parse(String(row.finished_at)));
    });

    test(`${path}: pages by cursor, and filters`, ["26.lists", "17.cursor"], async () => {
      const { key, ids } = await listed();
      const seen: string[] = [];
      for (let cursor = ""; ; ) {
        const { json } = await service.get(`${path}?limit=1&reference=M-1${cursor}`, { key });
        seen.push(...json[plural].map((row: Row) => row[idName]));
        if (json.next_cursor === null) break;
        cursor = `&cursor=${json.next_cursor}`;
      }
      const own = seen.filter((id) => ids.includes(id));
      assert.deepEqual(own, ids.slice(1));
      assert.equal(new Set(seen).size, seen.length);
      assert.deepEqual(await listOf(service, subject, key, "?status=failed"), []);
      assert.deepEqual(await listOf(service, subject, key, "?reference=m-1"), []);
    });

    test(
      `${path}: what is deleted is listed on request alone, without names, with its reference`,
      ["26.lists-deleted"],
      async () => {
        const { key } = await world.makeOrganization();
        const { id } = await makeEnded(service, subject, { key, form: withReference(subject, "M-9") });
        assert.equal((await service.call("DELETE", pathOf(subject, id), { key })).status, 202);
        const has = (rows: readonly Row[]) => rows.find((row) => row[idName] === id);
        assert.equal(has(await listOf(service, subject, key)), undefined);
        const row = has(await listOf(service, subject, key, "?status=deleted&reference=M-9"));
        assert.deepEqual([row?.status, row?.reference], ["deleted", "M-9"]);
        for (const name of names) assert.equal(row?.[name], null);
      },
    );
  }
  writeCursorTests({ service, world, test });
}

function writeCursorTests({ service, world, test }: Pick<Stage, "service" | "world" | "test">): void {
  const cursorOf = async (path: string, key: string): Promise<string> => {
    const cursor: unknown = (await service.get(path, { key })).json.next_cursor;
    assert.equal(typeof cursor, "string");
    return String(cursor);
  };

  test("a cursor of another organization, list or filter is refused", ["17.cursor", "5.INVALID_CURSOR"], async () => {
    const [own, other] = [await world.makeOrganization(), await world.makeOrganization()];
    for (const { key } of [own, own, other, other]) await make(service, creations, { key });
    const cursor = await cursorOf("/v1/create?limit=1", own.key);
    assert.match(cursor, /^[\w-]+$/);
    for (const [path, key] of [
      [`/v1/create?cursor=${cursor}`, other.key],
      [`/v1/files?cursor=${cursor}`, own.key],
      [`/v1/create?reference=x&cursor=${cursor}`, own.key],
      [`/v1/create?cursor=${cursor.slice(0, -1)}`, own.key],
      ["/v1/create?cursor=x", own.key],
    ] as const) {
      refused(await service.get(path, { key }), 400, "INVALID_CURSOR");
    }
    assert.equal((await service.get(`/v1/create?limit=200&cursor=${cursor}`, { key: own.key })).status, 200);
  });

  test("limit and status out of range are VALIDATION_ERROR", ["5.VALIDATION_ERROR", "26.lists"], async () => {
    for (const query of ["limit=0", "limit=201", "limit=many", "status=gone", `reference=${"x".repeat(201)}`]) {
      const reply = await service.get(`/v1/compare?${query}`);
      refused(reply, 422, "VALIDATION_ERROR");
      assert.equal(reply.json.error.details[0].field, query.split("=")[0]);
    }
  });
}

function writeReferenceTests({ service, test }: Stage): void {
  for (const [call, { subject, status, inside }] of Object.entries(creators)) {
    test(`${call}: a reference is echoed, and another is another call`, ["26.references"], async () => {
      const headers = { "idempotency-key": randomUUID() };
      const made = await inside?.(service, {});
      const path = (call.split(" ")[1] ?? "").replace(/\{\w+\}/, made?.id ?? "");
      const form = made?.form ?? [...(await partsBefore(service, subject)), ...subject.form()];
      const send = (reference: string, over = {}) =>
        service.postForm([...form, { field: "reference", content: reference }], over, path);
      const reply = await send("Matter 7", { headers });
      assert.equal(reply.status, status, reply.body.toString());
      const own = pathOf(subject, reply.json[subject.id]);
      const read = await service.get(made === undefined ? own : `${own}/versions/${reply.json.version_id}`);
      assert.equal(read.json.reference, "Matter 7");
      refused(await send("Matter 8", { headers }), 409, "IDEMPOTENCY_CONFLICT");
      refused(await send("x".repeat(201)), 400, "INVALID_REQUEST");
    });
  }

  test("calls with a JSON body take one too", ["26.references"], async () => {
    const read = async (reply: Reply): Promise<unknown> => {
      assert.ok(reply.status < 300, reply.body.toString());
      const fileId: string = reply.json.file_id ?? reply.json.file.file_id;
      return (await service.get(`/v1/files/${fileId}`)).json.reference;
    };
    const { id: fileId } = await makeEnded(service, files);
    const range = { file_id: fileId, start_paragraph_index: 0, end_paragraph_index: 0 };
    const compare = { original: range, modified: range, reference: "M-1" };
    assert.equal(await read(await service.postJson(compare, {}, "/v1/compare/selective")), "M-1");
    const { id } = await service.ready();
    const decide = { rest: "accept", reference: "M-2" };
    assert.equal(await read(await service.postJson(decide, {}, `/v1/compare/${id}/decisions`)), "M-2");
    const replace = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "45" };
    const edit = { file_id: fileId, schema_version: 1, edits: [replace], reference: "M-3" };
    assert.equal(await read(await service.postJson(edit, {}, "/v1/edit")), "M-3");
    const long = { ...edit, reference: "x".repeat(201) };
    refused(await service.postJson(long, {}, "/v1/edit"), 400, "INVALID_REQUEST");
  });
}

function writeUsageTests({ service, world, test }: Stage): void {
  test("usage by key and by reference adds up to the whole", ["26.usage-by"], async () => {
    const { key, slug } = await world.makeOrganization();
    await makeEnded(service, comparisons, { key, form: withReference(comparisons, "M-1") });
    await makeEnded(service, creations, { key, form: withReference(creations, "M-2") });
    await makeEnded(service, files, { key });
    const rows = async (by: string) => (await service.get(`/v1/usage?by=${by}`, { key })).json;
    const byReference = await rows("reference");
    const documents = byReference.rows.map((row: Row) => [row.reference, row.documents]);
    assert.deepEqual(documents[0], ["M-1", 2]);
    assert.deepEqual(new Set(documents.slice(1).map(String)), new Set(["M-2,1", ",1"]));
    const sum = (name: string) => byReference.rows.reduce((all: number, row: Row) => all + Number(row[name]), 0);
    assert.deepEqual([sum("documents"), sum("words")], [byReference.documents, byReference.words]);
    const [used, ...others] = (await rows("key")).rows;
    assert.deepEqual([used.documents, others], [4, []]);
    assert.ok(key.includes(used.key_id), slug);
    assert.equal((await service.get("/v1/usage", { key })).json.rows, undefined);
    refused(await service.get("/v1/usage?by=month", { key }), 422, "VALIDATION_ERROR");
  });
}

function writeWaitTests({ service, test }: Stage): void {
  const wait = { field: "wait", content: "true" };
  for (const subject of [comparisons, merges, creations]) {
    const { path, id: idName } = subject;
    test(`${path} with wait is answered as a read`, ["26.wait"], async () => {
      const headers = { "idempotency-key": randomUUID() };
      const form = subject.form();
      const reply = await service.postForm([...form, wait], { headers }, path);
      assert.equal(reply.status, 200, reply.body.toString());
      const { json } = await service.get(pathOf(subject, reply.json[idName]));
      assert.deepEqual([json.status, reply.json.status], ["ready", "ready"]);
      await service.fetch(reply.json.downloads[0].url);
      assert.ok(reply.headers["x-engine-version"]);
      const first = await service.postForm(form, { headers }, path);
      assert.deepEqual([first.status, first.json], [202, { [idName]: json[idName], status: "processing" }]);
      const again = await service.postForm([...form, wait], { headers }, path);
      assert.deepEqual([again.status, again.json[idName]], [200, json[idName]]);
    });

    test(`${path} with wait tells a failure in a 200`, ["26.wait"], async () => {
      const reply = await service.postForm([...subject.failing(), wait], {}, path);
      assert.deepEqual([reply.status, reply.json.status], [200, "failed"], reply.body.toString());
    });
  }

  test("an upload and the staging of one take no wait", ["26.wait"], async () => {
    const form = [...files.form(), wait];
    for (const path of ["/v1/files", "/v1/edit/initiate"]) {
      refused(await service.postForm(form, {}, path), 400, "INVALID_REQUEST");
    }
    const damaged = await service.postForm([{ ...files.form()[0]!, content: broken.mainPart() }], {}, "/v1/files");
    assert.equal(damaged.status, 201);
  });
}
