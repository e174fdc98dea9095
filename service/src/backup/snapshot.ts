// Reads all tables from one snapshot, in transactions of at most a second.
//
// One transaction exports its snapshot and stays open. It reads no table, so it holds no table lock. The other
// transactions import the snapshot, read some blocks of a table, and end. A migration that needs a lock, and the
// writers behind it, therefore wait for at most a second.
//
// A row that the snapshot sees keeps its position (ctid) while the snapshot lives, so positions identify the rows
// already read. Rewriting a table (VACUUM FULL, TRUNCATE, some migrations) changes its positions and its file, so every
// transaction checks the file.

import { type RawBuilder, sql } from "kysely";
import { AccessRefused } from "../access/rules.ts";
import type { Database, Transaction } from "../storage/database.ts";

export interface Snapshot {
  /** Runs `use` in a transaction that sees the snapshot. Repeats it if its statement took too long or found a lock. */
  read<Value>(use: SnapshotQuery<Value>): Promise<Value>;
}

type SnapshotQuery<Value> = (transaction: Transaction, failures: number) => Promise<Value>;

const keepAliveMilliseconds = 10_000;
const mostMilliseconds = 1_000;
/** A transaction that is older begins no further statement. */
const fullMilliseconds = 300;
/** A transaction that has read more characters begins no further statement, because they are held in memory. */
const fullCharacters = 8_000_000;
const mostBlocks = 256;
/** After a slower statement, the next one reads half the number of blocks. */
const slowMilliseconds = 200;
/** Maximum number of consecutive failures, while a session locks the table or the machine is busy. */
const mostFailures = 60;
const pauseMilliseconds = 500;
/** Error codes of Postgres for a statement or a lock wait that exceeded its time. */
const timeCodes: ReadonlySet<unknown> = new Set(["57014", "55P03"]);

/** Runs `use` with a snapshot, which lives until `use` has ended. */
export function withSnapshot<Value>(database: Database, use: (snapshot: Snapshot) => Promise<Value>): Promise<Value> {
  return repeatableRead(database).execute(async (holder) => {
    const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(holder);
    let kept: Promise<unknown> = Promise.resolve();
    // The server ends a session that is idle in a transaction.
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(6 * keepAliveMilliseconds)}`.execute(holder);
    const timer = setInterval(() => {
      kept = sql`select 1`.execute(holder).catch(() => {});
    }, keepAliveMilliseconds);
    try {
      return await use({ read: (work) => readAt(database, rows[0]?.name ?? "", work) });
    } finally {
      clearInterval(timer);
      await kept;
    }
  });
}

function repeatableRead(database: Database) {
  return database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
}

async function readAt<Value>(database: Database, snapshot: string, use: SnapshotQuery<Value>): Promise<Value> {
  for (let failures = 0; ; ) {
    try {
      return await repeatableRead(database).execute(async (transaction) => {
        await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(transaction);
        await sql`set local statement_timeout = ${sql.lit(mostMilliseconds - fullMilliseconds)}`.execute(transaction);
        return use(transaction, failures);
      });
    } catch (problem) {
      failures += 1;
      if (!timeCodes.has((problem as { code?: unknown }).code) || failures === mostFailures) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
}

/** Yields the rows of a table as JSON, in no order. Throws AccessRefused if the table was rewritten meanwhile. */
export async function* rowsAt(snapshot: Snapshot, table: string): AsyncGenerator<string> {
  const { file, blocks: end } = await snapshot.read((transaction) => extentOf(transaction, table));
  let begin = 0;
  let blocks = 1;
  while (begin < end) {
    const share = { table, file, begin, end };
    const most = blocks;
    const read = await snapshot.read((transaction, failures) =>
      readShare(transaction, { ...share, blocks: Math.max(1, Math.floor(most / 2 ** failures)) }),
    );
    ({ begin, blocks } = read);
    yield* read.lines;
  }
}

interface Share {
  readonly table: string;
  /** The file of the table when its first row was read. */
  readonly file: number;
  /** The first block that was not read yet. */
  readonly begin: number;
  readonly end: number;
  /** The number of blocks that one statement reads. */
  readonly blocks: number;
}

/** Reads blocks until the transaction is old enough. */
async function readShare(transaction: Transaction, share: Share) {
  const { table, file, end } = share;
  let { begin, blocks } = share;
  const lines: string[] = [];
  let characters = 0;
  const beganAt = performance.now();
  do {
    const askedAt = performance.now();
    const behind = Math.min(end, begin + blocks);
    const { rows } = await sql<{ line: string }>`select row_to_json(one)::text as line from ${tableNamed(table)} as one
      where one.ctid >= ${place(begin)} and one.ctid < ${place(behind)}`.execute(transaction);
    for (const { line } of rows) {
      lines.push(line);
      characters += line.length;
    }
    begin = behind;
    const isSlow = performance.now() - askedAt > slowMilliseconds;
    blocks = isSlow ? Math.max(1, Math.floor(blocks / 2)) : Math.min(mostBlocks, blocks * 2);
  } while (begin < end && performance.now() - beganAt < fullMilliseconds && characters < fullCharacters);
  // The read lock keeps the file unchanged until the end of the transaction.
  if ((await extentOf(transaction, table)).file !== file) {
    throw new AccessRefused(
      `The table ${table} was rewritten while its rows were copied. Nothing is left of the backup: make it again.`,
    );
  }
  return { lines, begin, blocks };
}

async function extentOf(transaction: Transaction, table: string): Promise<{ file: number; blocks: number }> {
  const name = `public.${table}`;
  const { rows } = await sql<{ file: number; blocks: number }>`
    select pg_relation_filenode(${name}::regclass)::bigint as file,
      ceil(pg_relation_size(${name}::regclass)::numeric / current_setting('block_size')::int)::bigint as blocks`.execute(
    transaction,
  );
  return rows[0] ?? { file: 0, blocks: 0 };
}

function place(block: number): RawBuilder<unknown> {
  return sql`${sql.lit(`(${block},0)`)}::tid`;
}

export function tableNamed(table: string): RawBuilder<unknown> {
  return sql`${sql.id("public", table)}`;
}
