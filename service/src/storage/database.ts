// Opens the connection to Postgres: one pool for queries, typed by schema.ts.

import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from "kysely";
import pg from "pg";
import { liveConnections } from "./live-connections.ts";
import { prepareRecurring } from "./prepared-statements.ts";
import type { Tables } from "./schema.ts";

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export interface DatabaseConfig {
  readonly url: string;
  /** If set, the connection is encrypted and the server's certificate is checked, against `ca` (PEM) if given. */
  readonly tls?: { readonly ca?: string };
  readonly poolSize?: number;
}

export interface OpenDatabase {
  readonly database: Database;
  /** The same connections, for statements that are not built with Kysely. Only tests use it. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const defaultPoolSize = 10;

/**
 * Time limits of Postgres, in milliseconds. A caller waits for a connection and then for an answer, 15 s in all. The
 * server gives up first where possible, so that it does not work for nobody. Our statements take milliseconds; one that
 * takes seconds waits for something. Migrations connect without these limits (migrationConfig).
 */
export const databasePatience = {
  /** To connect, or to get a connection from the pool. */
  connect: 5_000,
  lock: 4_000,
  statement: 8_000,
  /** Measured on our side. After this time without an answer the connection counts as dead. */
  silence: 10_000,
  /** A transaction whose process lost its connection holds its locks no longer than this. */
  idleInTransaction: 10_000,
  /** Idle time of a connection before its first keep-alive. */
  keepAlive: 10_000,
} as const;

/** Opens the pool. The first query connects. */
export function openDatabase(config: DatabaseConfig): OpenDatabase {
  const pool = new pg.Pool({
    ...clientConfig(config),
    Client: liveConnections(databasePatience.silence, () => config.url),
    max: config.poolSize ?? defaultPoolSize,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // A connection that the server cuts, idle or between two queries of a transaction, is dropped. The next query rejects
  // or opens another connection. Without listeners Node would end the process.
  pool.on("error", () => {});
  pool.on("connect", prepareRecurring);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { database, pool, close: () => database.destroy() };
}

/** Returns the settings of one connection. */
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

/**
 * Returns the settings of `versus migrate`, without time limits: changing a large table takes long, and so may the
 * session that holds its lock.
 */
export function migrationConfig(config: DatabaseConfig): pg.ClientConfig {
  return { ...clientConfig(config), statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
}

// The driver returns bigint as text. Ours are sizes and counters, far below 2^53.
function parserOf(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8 && format !== "binary") return readSafeInteger;
  return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the number ${text} cannot be held exactly`);
  return value;
}
