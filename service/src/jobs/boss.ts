// Configures pg-boss and wraps the few of its calls that need an explanation.
//
// pg-boss knows a job by our own id and stores nothing else; payload, state and attempts are in our table. A claim is
// the job's id with the number of its assignment. Settling names both. A worker that was taken for dead and comes back
// therefore cannot settle a job that another worker has taken over (SRV-11).

import { sql } from "kysely";
import type { ClientConfig } from "pg";
import { type CommandResponse, fromKysely, PgBoss, type Db as SqlRunner } from "pg-boss";
import {
  clientConfig,
  type Database,
  type DatabaseConfig,
  databasePatience,
  migrationConfig,
  type Transaction,
} from "../storage/database.ts";
import { liveConnections } from "../storage/live-connections.ts";

/** One assignment of a job to a worker. */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
  /** Set only if a part of the service was unavailable at an earlier assignment. */
  readonly away?: AwayRecord;
}

/** The record of unavailable parts that is stored with the job in pg-boss. */
export interface AwayRecord {
  /** When a part was first found unavailable, in milliseconds. */
  readonly since: number;
  readonly times: number;
}

interface JobData {
  readonly jobId: string;
  readonly away?: AwayRecord;
}

/** A worker without a heartbeat for so many seconds is dead. pg-boss allows no less. */
export const heartbeatSeconds = 10;
/** Seconds between two looks of pg-boss at the same queue. pg-boss allows no less. */
const monitorSeconds = 1;
/**
 * Maximum number of repeated assignments of a job. Each death of a worker uses one, so it is high; we count faults
 * ourselves.
 */
const retryLimit = 20;
/** Seconds after which a job is assigned again although its worker is alive. */
const expireSeconds = 3600;
/** Seconds that a job may wait. Jobs are never dropped for waiting. */
const retentionSeconds = 365 * 24 * 3600;
/** Seconds that pg-boss keeps ended jobs, for inspection only: the record is in our table. */
const deleteAfterSeconds = 600;
const maintenanceSeconds = 300;
const connections = 6;
/** Milliseconds between two pings of the listening connection, and the time that an answer may take. */
const pingMilliseconds = 3000;

/**
 * Makes pg-boss. With `isMigrating` it changes its tables as it starts; otherwise it refuses to start on tables of
 * another version.
 */
export function makeBoss(config: DatabaseConfig, { isMigrating }: { readonly isMigrating: boolean }): PgBoss {
  return new PgBoss({
    ...(isMigrating ? withAddress(migrationConfig(config), config) : liveConfig(config)),
    notifyHeartbeatIntervalMs: pingMilliseconds,
    notifyHeartbeatTimeoutMs: pingMilliseconds,
    application_name: "versus-jobs",
    schema: "pgboss",
    migrate: isMigrating,
    createSchema: isMigrating,
    max: connections,
    // pg-boss's own search for dead workers, once a second, costs 15 ms of server time each. `queue-watch.ts` asks
    // whether there are any, and only then pg-boss is called.
    supervise: false,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
    // boss-queue.ts sends recurring work, which needs no schedule in the database.
    schedule: false,
  });
}

/** Returns settings that pg-boss does not know and passes to its pool. */
function liveConfig(config: DatabaseConfig): { readonly connectionString: string } {
  const live = { Client: liveConnections(databasePatience.silence, () => config.url) };
  return Object.assign(withAddress(clientConfig(config), config), live);
}

function withAddress(client: ClientConfig, { url }: DatabaseConfig): { readonly connectionString: string } {
  return { ...client, connectionString: client.connectionString ?? url };
}

/**
 * Makes the queues of a kind: one for each lane, and the dead queue for jobs whose workers died too often. Repeating
 * the call changes nothing.
 */
export async function makeQueues(boss: PgBoss, kind: string): Promise<void> {
  const settings = {
    heartbeatSeconds,
    retentionSeconds,
    deleteAfterSeconds,
    expireInSeconds: expireSeconds,
    retryDelay: 0,
  };
  await boss.createQueue(deadQueue(kind), { ...settings, retryLimit: 1_000_000 });
  for (const name of [kind, slowQueue(kind)]) {
    await boss.createQueue(name, { ...settings, retryLimit, deadLetter: deadQueue(kind) });
  }
}

/**
 * Makes a queue in which at most one job waits or runs. A failed job is not retried, because the next one is due soon.
 */
export async function makeRecurringQueue(boss: PgBoss, kind: string): Promise<void> {
  await boss.createQueue(recurringQueue(kind), {
    policy: "exclusive",
    heartbeatSeconds,
    deleteAfterSeconds,
    expireInSeconds: expireSeconds,
    retryLimit: 0,
  });
}

export function attemptOf({ id, retryCount, data }: { id: string; retryCount: number; data: unknown }): Attempt {
  const { away } = (data ?? {}) as Partial<JobData>;
  return { id, retryCount, ...(away === undefined ? {} : { away }) };
}

/**
 * Returns the job to its queue, to be assigned again after a rest, without using up an assignment. False if the job was
 * lost.
 */
export async function handBack(
  boss: PgBoss,
  transaction: Transaction,
  { queue, attempt, away, restSeconds }: { queue: string; attempt: Attempt; away?: AwayRecord; restSeconds: number },
): Promise<boolean> {
  await sql`update pgboss.job set retry_limit = retry_limit + 1 where name = ${queue} and id = ${attempt.id}`.execute(
    transaction,
  );
  const response = await boss.fail(queue, attempt, null, within(transaction));
  if (lostAttempts([attempt], response).length > 0) return false;
  const data: JobData = { jobId: attempt.id, ...(away === undefined ? {} : { away }) };
  await boss.update(queue, data, { id: attempt.id, startAfter: restSeconds, ...within(transaction) });
  return true;
}

export function deadQueue(kind: string): string {
  return `${kind}.dead`;
}

/** Returns the name of the kind's queue for the slow lane. */
export function slowQueue(kind: string): string {
  return `${kind}.slow`;
}

export function recurringQueue(kind: string): string {
  return `every.${kind}`;
}

/** Returns the caller's transaction, or our own connections, in the form that pg-boss takes. */
export function within(transaction: Transaction | Database): { readonly db: SqlRunner } {
  return { db: fromKysely(transaction) };
}

/** Returns the attempts that the call did not find as they were assigned. */
export function lostAttempts(attempts: readonly Attempt[], response: CommandResponse): readonly Attempt[] {
  const { settled } = response as { readonly settled: readonly string[] };
  const found = new Set(settled);
  return attempts.filter(({ id }) => !found.has(id));
}
