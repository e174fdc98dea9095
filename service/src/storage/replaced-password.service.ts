// Tests that new connections use the current address of the database (SEC-3).

import { expect, inject, test } from "vitest";
import { openDatabase } from "./database.ts";
import { makeTestDatabase } from "./testing/test-database.ts";

// The test server accepts every password, so the test uses another role instead of another password.
test("[SEC-3] new connections use the address of now; those that are open are kept", async () => {
  const tests = await makeTestDatabase();
  await tests.pool.query("drop role if exists replaced_password; create role replaced_password login");
  let url = tests.url;
  const { pool, close } = openDatabase({
    get url() {
      return url;
    },
    poolSize: 2,
  });
  const userOf = async (client: { query: typeof pool.query }) =>
    (await client.query("select current_user as name")).rows[0].name;
  try {
    const old = await pool.connect();
    const other = new URL(url);
    other.username = "replaced_password";
    url = other.href;
    const young = await pool.connect();
    expect([await userOf(old), await userOf(young)]).toEqual([
      new URL(inject("postgresUrl")).username,
      "replaced_password",
    ]);
    old.release();
    young.release();
  } finally {
    await close();
    await tests.pool.query("drop role replaced_password");
    await tests.close();
  }
});
