// Tests reading all tables from one snapshot (BCK-3) while other sessions write and lock them.

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";
import { rowsAt, withSnapshot } from "./snapshot.ts";

const rowCount = 20_000;
let made: TestDatabase;
beforeAll(async () => {
  made = await makeTestDatabase();
});
afterAll(() => made.close());
beforeEach(async () => {
  await sql`drop table if exists numbered`.execute(made.database);
  await sql`create table numbered (id integer primary key, word text not null)`.execute(made.database);
  await sql`insert into numbered select id, repeat('first ', 100) from generate_series(1, ${sql.lit(rowCount)}) as id`.execute(
    made.database,
  );
});

interface Row {
  readonly id: number;
  readonly word: string;
}

test("[BCK-3] rows are those of one moment, and no transaction that reads them lasts for more than a second", async () => {
  const oldest: number[] = [];
  let isReading = true;
  const watch = async (): Promise<void> => {
    while (isReading) {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from clock_timestamp() - xact_start)::float as seconds from pg_locks
        join pg_stat_activity using (pid) where relation = 'numbered'::regclass and mode = 'AccessShareLock'`.execute(
        made.database,
      );
      oldest.push(...rows.map(({ seconds }) => seconds));
      await pause(20);
    }
  };
  const write = async (): Promise<void> => {
    for (let round = 0; isReading; round++) {
      await sql`update numbered set word = 'later' where id % 97 = ${round % 97}`.execute(made.database);
      await sql`delete from numbered where id % 89 = ${round % 89}`.execute(made.database);
      await sql`insert into numbered values (${1_000_000 + round}, 'new')`.execute(made.database);
      await sql`vacuum numbered`.execute(made.database);
    }
  };
  const beside = withSnapshot(made.database, async (snapshot) => {
    const working = Promise.all([watch(), write()]);
    const found: Row[] = [];
    for await (const line of rowsAt(snapshot, "numbered")) {
      found.push(JSON.parse(line));
      // As on a slow disk: reading takes four seconds in all.
      if (found.length % 1000 === 0) await pause(200);
    }
    isReading = false;
    await working;
    return found;
  });
  const found = await beside;
  expect(found.length).toBe(rowCount);
  expect(new Set(found.map(({ id }) => id)).size).toBe(rowCount);
  expect(found.every(({ id, word }) => id <= rowCount && word.startsWith("first"))).toBe(true);
  expect(oldest.length).toBeGreaterThan(0);
  expect(Math.max(...oldest)).toBeLessThan(1);
});

test("[BCK-3] a table that is locked for some seconds is read afterwards, and the snapshot itself holds no lock of a table", async () => {
  await withSnapshot(made.database, async (snapshot) => {
    const { rows } = await sql<{ name: string }>`
      select relation::regclass::text as name from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and pid <> pg_backend_pid() and relation is not null
        and state = 'idle in transaction'`.execute(made.database);
    expect(rows).toEqual([]);
    const locking = made.database.transaction().execute(async (transaction) => {
      await sql`lock table numbered in access exclusive mode`.execute(transaction);
      await pause(2500);
    });
    await pause(200);
    let count = 0;
    for await (const _ of rowsAt(snapshot, "numbered")) count += 1;
    expect(count).toBe(rowCount);
    await locking;
  });
});

test("[BCK-3] a table that is written anew meanwhile is refused", async () => {
  const read = withSnapshot(made.database, async (snapshot) => {
    let count = 0;
    for await (const _ of rowsAt(snapshot, "numbered")) {
      if (count === 0) await sql`vacuum full numbered`.execute(made.database);
      count += 1;
    }
    return count;
  });
  await expect(read).rejects.toThrow(/The table numbered was rewritten/);
});
