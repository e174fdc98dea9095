// Brings a database to the state this version needs: the SQL files of migrations/, in order, each once, all in one
// transaction. An advisory lock makes a second process that starts at the same time wait and then find nothing to do;
// it needs a connection straight to the server, not one pooled by transaction.
//
// The table of applied migrations and the number of the lock are those of the tool that versions before this one used,
// so an older installation upgrades, and an old program and a new one never migrate at the same time.

import { readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import pg from "pg";
import { type DatabaseConfig, migrationConfig } from "./database.ts";

/** The database was migrated by a later version of the program. */
export class DatabaseNewer extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was migrated by a newer version (${names.join(", ")} unknown here). Run that version or a later one.`,
    );
    this.name = "DatabaseNewer";
  }
}

const folder = join(import.meta.dirname, "migrations");
const lock = "7241865325823964";
const upMark = "-- Up Migration";
const downMark = "-- Down Migration";

/** The names of all migrations of this version, oldest first. */
export const migrationNames: readonly string[] = readdirSync(folder)
  .map((file) => parse(file).name)
  .sort();

/** The migrations still to apply, oldest first. Throws DatabaseNewer if this version does not know an applied one. */
export function missingMigrations(applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) throw new DatabaseNewer(unknown);
  return migrationNames.filter((name) => !applied.includes(name));
}

/** Applies what is missing and returns its names, oldest first. */
export function migrate(url: string, tls?: DatabaseConfig["tls"]): Promise<string[]> {
  return inOneTransaction({ url, ...(tls === undefined ? {} : { tls }) }, async (client) => {
    const missing = missingMigrations(await appliedMigrations(client));
    for (const name of missing) {
      await client.query(readSections(name).up);
      await client.query("insert into migrations (name, run_on) values ($1, now())", [name]);
    }
    return missing;
  });
}

/** Reverts the last `count` migrations, with their data, and returns their names, newest first. */
export function revert(url: string, count: number): Promise<string[]> {
  return inOneTransaction({ url }, async (client) => {
    const last = (await appliedMigrations(client)).reverse().slice(0, count);
    for (const name of last) {
      await client.query(readSections(name).down);
      await client.query("delete from migrations where name = $1", [name]);
    }
    return last;
  });
}

async function inOneTransaction<Value>(
  config: DatabaseConfig,
  use: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client(migrationConfig(config));
  await client.connect();
  try {
    // Taken before the transaction begins, so that the transaction sees what the one before us committed.
    await client.query(`select pg_advisory_lock(${lock})`);
    await client.query("begin");
    await client.query(
      "create table if not exists migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)",
    );
    const value = await use(client);
    await client.query("commit");
    return value;
  } finally {
    // Ends the lock, and the transaction where it was not committed.
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from migrations order by run_on, id");
  return rows.map(({ name }) => name);
}

function readSections(name: string): { readonly up: string; readonly down: string } {
  const text = readFileSync(join(folder, `${name}.sql`), "utf8");
  const [before, up, down] = text.split(new RegExp(`^(?:${upMark}|${downMark})$`, "m"));
  const isOrdered = text.indexOf(upMark) < text.indexOf(downMark);
  if (before?.trim() !== "" || up === undefined || down === undefined || !isOrdered) {
    throw new Error(`The migration ${name} must begin with "${upMark}" and have one "${downMark}".`);
  }
  return { up, down };
}
