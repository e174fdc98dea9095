// Copies the rows of every table out of a database and into another.
//
// Postgres itself writes and reads the rows as JSON, so no type of ours is involved, and no program of Postgres must be
// installed beside the service.

import { sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";
import { readLines } from "./backup-folder.ts";
import { tableNamed } from "./snapshot.ts";

/**
 * Tables that a backup does not contain: rows about the installation itself, rows of ended processes, and request
 * counts (`rate_buckets`). The queue's tables (schema pgboss) are not in it either: a restored `jobs` table contains
 * the jobs that had not ended.
 */
const leftOut: ReadonlySet<string> = new Set(["migrations", "installation", "processes", "rate_buckets", "uploads"]);

/** Maximum number of rows of one statement. */
const mostRows = 500;
/** Number of characters after which a statement is sent; further rows follow in the next one. */
const mostCharacters = 2_000_000;

/** Returns the tables of a backup, tables that others refer to first. */
export async function tablesOfBackup(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(database);
  const { rows: references } = await sql<{ table: string; refers_to: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as refers_to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(database);
  const left = new Set(rows.map(({ name }) => name).filter((name) => !leftOut.has(name)));
  const ordered: string[] = [];
  while (left.size > 0) {
    const isReady = (name: string) => !references.some((row) => row.table === name && left.has(row.refers_to));
    const next = [...left].find(isReady);
    if (next === undefined) throw new Error("tables refer to each other in a circle");
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}

/** Loads the rows of a file. Returns their number. */
export async function loadRows(transaction: Transaction, table: string, path: string): Promise<number> {
  let count = 0;
  let waiting: string[] = [];
  let characters = 0;
  const insert = async (): Promise<void> => {
    if (waiting.length > 0) await insertRows(transaction, table, waiting);
    waiting = [];
    characters = 0;
  };
  for await (const line of readLines(path)) {
    waiting.push(line);
    count += 1;
    characters += line.length;
    if (waiting.length === mostRows || characters > mostCharacters) await insert();
  }
  await insert();
  await moveSequences(transaction, table);
  return count;
}

async function insertRows(transaction: Transaction, table: string, lines: readonly string[]): Promise<void> {
  await sql`insert into ${tableNamed(table)} overriding system value
    select * from json_populate_recordset(null::${tableNamed(table)}, ${`[${lines.join(",")}]`}::json)`.execute(
    transaction,
  );
}

/** Moves the sequences of a table past the loaded numbers. */
async function moveSequences(transaction: Transaction, table: string): Promise<void> {
  const name = `public.${table}`;
  const { rows } = await sql<{ column: string; sequence: string }>`
    select column_name as column, pg_get_serial_sequence(${name}, column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table}
      and pg_get_serial_sequence(${name}, column_name) is not null`.execute(transaction);
  for (const { column, sequence } of rows) {
    await sql`select setval(${sequence}::regclass, coalesce((select max(${sql.ref(column)}) from ${tableNamed(table)}), 0) + 1, false)`.execute(
      transaction,
    );
  }
}
