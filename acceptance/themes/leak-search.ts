// Searches everything that the run left for the planted words. Runs last.

import assert from "node:assert/strict";
import { unusedMarkers } from "../documents/markers.ts";
import { Finds, lookAtError, lookAtObject, lookAtRow, type Row } from "../running/leaks.ts";
import { privateUrlOf } from "../running/programs.ts";
import { tablesOf } from "../running/tables.ts";
import { type Stage, theme } from "../running/theme.ts";

export const leakSearch = theme("leak-search", (stage) => {
  const { service, world, log, test } = stage;

  test("every word was planted", ["5.no-leak.logs", "5.no-leak.rows"], () => {
    assert.equal(unusedMarkers().length, 0);
  });

  test("no log holds a word", ["5.no-leak.logs"], () => {
    const finds = new Finds();
    assert.ok(world.printed.length > 10);
    for (const line of world.printed) finds.look("logs", line);
    assert.deepEqual(finds.told, []);
  });

  test("no metric and no trace holds a word", ["5.no-leak.logs"], async () => {
    const finds = new Finds();
    for (const lines of [log, world.workerLines]) {
      const reply = await fetch(`${privateUrlOf(lines)}/metrics`);
      assert.equal(reply.status, 200);
      finds.look("metrics", await reply.text());
    }
    for (const batch of world.traces) finds.look("traces", batch);
    for (const name of ["POST /v1/compare", "job compare", "child compare"]) {
      assert.ok(
        world.traces.some((batch) => batch.includes(JSON.stringify(name))),
        `no span is ${name}`,
      );
    }
    assert.deepEqual(finds.told, []);
  });

  test("no error holds a word, but for the caller's own in the refusal itself", ["5.no-leak.replies"], () => {
    const finds = new Finds();
    assert.ok(service.errors.length > 10);
    for (const { error, isRefusal } of service.errors) lookAtError(finds, error, isRefusal);
    assert.ok(finds.allowed.has("refusals: details.context (selector)"), "the search sees nothing");
    assert.deepEqual(finds.told, []);
  });

  test("no row holds a word, but for names and authors of what is alive", ["5.no-leak.rows"], () => searchRows(stage));

  test("no object holds a plain byte of a document", ["5.no-leak.objects"], async () => {
    const finds = new Finds();
    let count = 0;
    for await (const content of world.objects.contents("")) {
      lookAtObject(finds, content);
      count += 1;
    }
    assert.ok(count > 10);
    assert.deepEqual(finds.told, []);
  });
});

async function searchRows({ world }: Stage): Promise<void> {
  const tables = await tablesOf((query) => world.rows(query));
  assert.ok(tables.length > 15);
  const deleted = new Set<string>();
  for (const [table, id] of [
    ["comparisons", "comparison_id"],
    ["merges", "merge_id"],
    ["files", "file_id"],
    ["creations", "creation_id"],
    ["edits", "edit_id"],
    ["documents", "document_id"],
    ["versions", "version_id"],
  ]) {
    const gone = await world.rows(`select ${id} as id from ${table} where deleted_at is not null`);
    for (const row of gone) deleted.add(row.id);
  }
  assert.ok(deleted.size > 0);
  const finds = new Finds();
  for (const { name, quoted } of tables) {
    const rows = await world.rows(
      `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as texts from ${quoted} as t`,
    );
    for (const { texts } of rows) lookAtRow(finds, name, texts as Row, deleted);
  }
  assert.ok(finds.allowed.has("public.files.file_name (name)"), "the search sees nothing");
  assert.deepEqual(finds.told, []);
}
