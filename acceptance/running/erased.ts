// Checks in the database and the store, without the service, that an object is deleted.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { comparisons, type Subject } from "../calls/subjects.ts";
import type { World } from "./world.ts";

/** The sweep runs every minute and then needs time for its work. */
const PATIENCE_MILLISECONDS = 75_000;

/** Waits for the deletion, then checks that only the record remains. */
export async function isErased(world: World, id: string, subject: Subject = comparisons): Promise<void> {
  const find = async () => (await world.rows(`select * from ${subject.table} where ${subject.id} = $1`, [id]))[0];
  const end = Date.now() + PATIENCE_MILLISECONDS;
  let row = await find();
  while (row.deleted_at === null && Date.now() < end) {
    await setTimeout(500);
    row = await find();
  }
  assert.ok(row.deleted_at !== null, "it is not deleted");
  for (const [column, value] of Object.entries(subject.emptied)) assert.equal(row[column], value, column);
  assert.ok(row.organization_id && row.created_at);
  const [usage] = await world.rows("select documents from usage_entries where owner_id = $1", [id]);
  assert.equal(usage.documents, subject.documents);
  assert.deepEqual(await world.rows("select 1 from objects where owner_id = $1", [id]), []);
  assert.deepEqual(await world.rows("select 1 from artifacts where owner_id = $1", [id]), []);
  assert.ok(await world.objects.isEmpty(`${row.organization_id}/${id}`), "objects are left in the store");
}
