// The connection to Postgres: one pool for queries, typed by schema.ts.

import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from "kysely";
import pg from "pg";
import { liveConnections } from "./live-connections.ts";
import { prepareRecurring } from "./prepared-statements.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export interface DatabaseConfig {
  readonly url: string;
  /** Given: the connection is encrypted and the server's certificate checked, against `ca` (PEM) if it has one. */
  readonly tls?: { readonly ca?: string };
  readonly poolSize?: number;
}

export interface OpenDatabase {
  readonly database: Database;
  /** The same connections, for what speaks to Postgres in its own way (the queue, the rate limiter). */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const defaultPoolSize = 10;

/**
 * How long is waited for Postgres. A caller waits for a connection and then for an answer, 15 s in all; the server gives
 * up first where it can, so that it does not work on for nobody. Our statements take milliseconds: what takes seconds
 * waits for something. Migrations connect without these (migrationConfig).
 */
export const databasePatience = {
  /** To connect, or to get a connection of the pool. */
  connect: 5_000,
  lock: 4_000,
  statement: 8_000,
  /** From our side: past it the connection is dead. */
  silence: 10_000,
  /** A transaction whose owner was cut off holds its locks no longer than this. */
  idleInTransaction: 10_000,
  /** Before the first keep-alive of an idle connection. */
  keepAlive: 10_000,
} as const;

/** Opens lazily: the first query connects. */
export function openDatabase(config: DatabaseConfig): OpenDatabase {
  const pool = new pg.Pool({
    ...clientConfig(config),
    Client: liveConnections(databasePatience.silence, () => config.url),
    max: config.poolSize ?? defaultPoolSize,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // A connection that the server cuts, idle or between two queries of a transaction, is dropped: the next query rejects
  // or opens another. Without listeners Node would end the process.
  pool.on("error", () => {});
  pool.on("connect", prepareRecurring);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { database, pool, close: () => database.destroy() };
}

/** How one connection is made. */
export function clientConfig({ url, tls }: DatabaseConfig): pg.ClientConfig {
  const { connect, lock, statement, idleInTransaction, keepAlive } = databasePatience;
  return {
    connectionString: url,
    connectionTimeoutMillis: connect,
    lock_timeout: lock,
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idleInTransaction,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAlive,
    ...(tls === undefined ? {} : { ssl: { rejectUnauthorized: true, ...tls } }),
  };
}

/** How `versus migrate` connects: a change of a large table takes its time, and so may the one that holds its lock. */
export function migrationConfig(config: DatabaseConfig): pg.ClientConfig {
  return { ...clientConfig(config), statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
}

// The driver gives bigint as text. Ours are sizes and counters, far below 2^53.
function parserOf(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8 && format !== "binary") return readSafeInteger;
  return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the number ${text} cannot be held exactly`);
  return value;
}
