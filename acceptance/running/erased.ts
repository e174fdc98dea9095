// Whether a comparison is gone: looked at in the database and in the store, past the service.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { World } from "./world.ts";

/** The sweep runs every minute; then it has to do its work. */
const PATIENCE_MILLISECONDS = 75_000;

/** Waits for the deletion, then looks at what is left: the record alone. */
export async function isErased(world: World, id: string): Promise<void> {
  const find = async () => (await world.rows("select * from comparisons where comparison_id = $1", [id]))[0];
  const end = Date.now() + PATIENCE_MILLISECONDS;
  let row = await find();
  while (row.deleted_at === null && Date.now() < end) {
    await setTimeout(500);
    row = await find();
  }
  assert.ok(row.deleted_at !== null, "it is not deleted");
  assert.deepEqual([row.author, row.original_name, row.modified_name, row.error], ["", "", "", null]);
  assert.ok(row.organization_id && row.created_at && row.documents === 2);
  assert.deepEqual(await world.rows("select 1 from objects where owner_id = $1", [id]), []);
  assert.deepEqual(await world.rows("select 1 from artifacts where owner_id = $1", [id]), []);
  assert.ok(await world.objects.isEmpty(`${row.organization_id}/${id}`), "objects are left in the store");
}
