// Gives a test's database a fake time: a function `now` that is found before the one of Postgres.

import pg from "pg";

/** Sets what `now()` returns in every connection that is opened after this call. */
export type SetDatabaseTime = (now: Date) => Promise<void>;

/** Installs the fake time. Must be called before the first query of the database. */
export async function fakeDatabaseTime(url: string): Promise<SetDatabaseTime> {
  const name = new URL(url).pathname.slice(1);
  const ask = async (text: string, values: unknown[] = []): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text, values).finally(() => client.end());
  };
  await ask(`
    create schema faked;
    create table faked.time as select pg_catalog.now() as now;
    create function faked.now() returns timestamptz language sql stable as 'select now from faked.time';
    alter database ${name} set search_path = public, faked, pg_catalog;`);
  return (now) => ask("update faked.time set now = $1", [now]);
}
