// Tests merges of the versions of a document, with a tree of twelve versions.

import assert from "node:assert/strict";
import { refused } from "../calls/service.ts";
import { documents, end, merges, neverVersion, pathOf, untilAllEnded } from "../calls/subjects.ts";
import { lineOf, parents, textWith } from "../documents/branches.ts";
import { wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { add, compareLocally, contents, type Stored, store, versionPath } from "./documents.ts";

export const documentMerges = theme("document-merges", writeTreeTests, writeConflictTests, writeRefusalTests);

interface Tree {
  readonly documentId: string;
  /** Maps a number to its version. */
  readonly versions: ReadonlyMap<number, Stored>;
}

async function grow({ service }: Stage): Promise<Tree> {
  const versions = new Map<number, Stored>();
  for (const [key, parent] of Object.entries(parents)) {
    const number = Number(key);
    const sent = { content: textWith(lineOf(number)), name: `v${number}.docx`, fields: { author: `Author ${number}` } };
    if (parent === undefined) versions.set(number, await store(service, sent));
    else {
      const fields = { ...sent.fields, parent_version_id: versions.get(parent)!.version_id };
      versions.set(number, await add(service, versions.get(1)!.document_id, { ...sent, fields }));
    }
  }
  const documentId = versions.get(1)!.document_id;
  for (const version of await untilAllEnded(service, documentId)) assert.equal(version.status, "ready");
  return { documentId, versions };
}

/** Returns calls that name versions by number. */
function callsOn(service: Stage["service"], grown: () => Promise<Tree>) {
  const idsOf = async (numbers: readonly number[]) => {
    const { versions } = await grown();
    return numbers.map((number) => versions.get(number)!.version_id);
  };
  const merge = async (numbers: readonly number[], over: object = {}) => {
    const { documentId } = await grown();
    const body = { version_ids: await idsOf(numbers), ...over };
    const { status, json } = await service.postJson(body, {}, `${pathOf(documents, documentId)}/merges`);
    assert.equal(status, 202, JSON.stringify(json));
    assert.deepEqual(Object.keys(json).sort(), ["document_id", "merge_id", "status", "version_id"]);
    return json as Stored & { readonly merge_id: string };
  };
  return { idsOf, merge };
}

function writeTreeTests(stage: Stage): void {
  const { service, world, test } = stage;
  const grown = once(() => grow(stage));
  const { idsOf, merge } = callsOn(service, grown);

  test("every redline of the tree is the comparison of parent and version, byte for byte", ["17.redline"], async () => {
    const { versions } = await grown();
    for (const [number, stored] of versions) {
      const parent = parents[number];
      if (parent === undefined) continue;
      const { json } = await service.get(versionPath(stored));
      const [[original], [modified]] = await Promise.all([
        contents(service, versions.get(parent)!, "download"),
        contents(service, stored, "download"),
      ]);
      const compared = await compareLocally(world, {
        original: { name: `v${parent}.docx`, content: original! },
        modified: { name: `v${number}.docx`, content: modified! },
        ...{ author: `Author ${number}`, date: `${json.created_at.slice(0, 19)}Z` },
      });
      const redlines = await contents(service, stored, "redline", "docx,json,md");
      for (const [at, content] of compared.entries()) assert.ok(content.equals(redlines[at]!), `version ${number}`);
    }
  });

  const bases: readonly (readonly [readonly number[], number])[] = [
    [[8, 9], 5],
    [[7, 8], 2],
    [[10, 12], 3],
    [[7, 9, 10, 12], 1],
  ];
  for (const [numbers, base] of bases) {
    test(`versions ${numbers.join(", ")} are merged over version ${base}`, mergeRules, async () => {
      const { documentId } = await grown();
      const merged = await merge(numbers);
      await end(service, merges, { id: merged.merge_id });
      await untilAllEnded(service, documentId);
      const { json } = await service.get(versionPath(merged));
      const [baseId] = await idsOf([base]);
      assert.deepEqual(
        [json.kind, json.status, json.parent_version_id, json.merge_id, json.file_name],
        ["merge", "ready", baseId, merged.merge_id, `v${base}-merged.docx`],
      );
      const read = await service.get(`/v1/merge/${merged.merge_id}?format=docx,json,md`);
      const redlines = await contents(service, merged, "redline", "docx,json,md");
      for (const [at, { url }] of read.json.downloads.entries()) {
        assert.ok((await service.fetch(url)).equals(redlines[at]!));
      }
      assert.ok((await contents(service, merged, "download"))[0]?.equals(redlines[0]!));
      // A version with the same text has no change against it.
      const content = textWith([...new Set(numbers.flatMap(lineOf))]);
      const same = await add(service, documentId, { content, fields: { parent_version_id: merged.version_id } });
      await untilAllEnded(service, documentId);
      const [redline] = await contents(service, same, "redline", "json");
      const { insertions, deletions } = JSON.parse(String(redline)).summary;
      assert.deepEqual([insertions, deletions], [0, 0]);
      const [{ documents: counted }] = await world.rows("select documents from usage_entries where owner_id = $1", [
        merged.merge_id,
      ]);
      assert.equal(counted, 0);
    });
  }

  test("a base is named, and a merge is merged again", ["17.merge-base"], async () => {
    const { documentId } = await grown();
    const [first, seventh] = await idsOf([1, 7]);
    const merged = await merge([8, 9], { base_version_id: first, name: "Both" });
    await untilAllEnded(service, documentId);
    const { json } = await service.get(versionPath(merged));
    assert.deepEqual([json.name, json.parent_version_id], ["Both", first]);
    const body = { version_ids: [merged.version_id, seventh] };
    const again = await service.postJson(body, {}, `${pathOf(documents, documentId)}/merges`);
    assert.equal(again.status, 202);
    await untilAllEnded(service, documentId);
    assert.equal((await service.get(versionPath(again.json))).json.status, "ready");
  });
}

const mergeRules = [
  "17.merge",
  "17.merge-base",
  "17.merge-redline",
  "17.merge-text",
  "4.document",
  "stored.merge",
] as const;

function writeConflictTests({ service, test }: Stage): void {
  test("of a conflict the text has the first revision's side; form fields do the same", conflictRules, async () => {
    const clause = (days: string) => wordDocument(`The fee is due in ${days} days.`, "The end.");
    const first = await store(service, { content: clause("30") });
    const fields = { parent_version_id: first.version_id };
    const ann = await add(service, first.document_id, { content: clause("45"), name: "a.docx", fields });
    const bob = await add(service, first.document_id, { content: clause("60"), name: "b.docx", fields });
    await untilAllEnded(service, first.document_id);
    const ids = [bob, ann].map(({ version_id: content }) => ({ field: "version_ids", content }));
    const authors = ["Bob", "Ann"].map((content) => ({ field: "authors", content }));
    const path = `${pathOf(documents, first.document_id)}/merges`;
    const merged = await service.postForm([...ids, ...authors, { field: "name", content: "Both" }], {}, path);
    assert.equal(merged.status, 202, merged.body.toString());
    await untilAllEnded(service, first.document_id);
    const [redline] = await contents(service, merged.json, "redline", "json");
    const json = JSON.parse(String(redline));
    assert.equal(json.summary.conflicts, 1);
    assert.match(String(redline), /"author":"Bob"/);
    const parent = { parent_version_id: merged.json.version_id };
    const same = await add(service, first.document_id, { content: clause("60"), fields: parent });
    await untilAllEnded(service, first.document_id);
    const [against] = await contents(service, same, "redline", "json");
    const { insertions, deletions } = JSON.parse(String(against)).summary;
    assert.deepEqual([insertions, deletions], [0, 0]);
  });
}

const conflictRules = ["17.merge-text", "17.merge-form"] as const;

function writeRefusalTests({ service, test }: Stage): void {
  test("what cannot be merged is refused", ["17.codes.400", "17.codes.404"], async () => {
    const first = await store(service);
    const second = await add(service, first.document_id);
    const other = await store(service);
    await untilAllEnded(service, first.document_id);
    const path = `${pathOf(documents, first.document_id)}/merges`;
    const pair = [first.version_id, second.version_id];
    for (const [body, status, code] of [
      [{}, 400, "INVALID_REQUEST"],
      [{ version_ids: [first.version_id] }, 400, "INVALID_REQUEST"],
      [{ version_ids: [first.version_id, first.version_id] }, 400, "INVALID_REQUEST"],
      [{ version_ids: [first.version_id, "x"] }, 400, "INVALID_REQUEST"],
      [{ version_ids: pair, authors: ["A"] }, 400, "INVALID_REQUEST"],
      [{ version_ids: pair, base_version_id: "x" }, 400, "INVALID_REQUEST"],
      [{ version_ids: [first.version_id, neverVersion] }, 404, "VERSION_NOT_FOUND"],
      [{ version_ids: [first.version_id, other.version_id] }, 404, "VERSION_NOT_FOUND"],
      [{ version_ids: pair, base_version_id: other.version_id }, 404, "VERSION_NOT_FOUND"],
    ] as const) {
      refused(await service.postJson(body, {}, path), status, code);
    }
  });
}
