// The rows of every table, out of the database and into another. Rows are JSON as Postgres itself writes and reads them,
// so no type of ours stands between, and no program of Postgres has to be installed beside the service.

import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";
import { readLines } from "./backup-folder.ts";

/**
 * Rows that a restored installation does not take over: those that it writes of itself, and those of processes that are
 * gone. The queue's own tables (schema pgboss) are made anew as well: jobs that had not ended wait in `jobs`.
 */
const leftOut: ReadonlySet<string> = new Set(["migrations", "installation", "processes", "rate_buckets", "uploads"]);

const fetched = 500;
/** The most of one statement, in characters: more rows are handed over by the next. */
const mostCharacters = 2_000_000;

/** The tables of a backup, those that others refer to first. */
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

/** The rows as they were when the transaction began, if it reads repeatably. */
export async function* dumpRows(transaction: Transaction, table: string): AsyncGenerator<string> {
  await sql`declare dumped no scroll cursor for
    select row_to_json(one)::text as line from ${tableNamed(table)} as one`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(fetched)} from dumped`.execute(transaction);
    for (const { line } of rows) yield line;
    if (rows.length < fetched) break;
  }
  await sql`close dumped`.execute(transaction);
}

/** Gives how many there were. */
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
    if (waiting.length === fetched || characters > mostCharacters) await insert();
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

/** Numbers that the database gives go on after those that were loaded. */
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

function tableNamed(table: string): RawBuilder<unknown> {
  return sql`${sql.id("public", table)}`;
}
