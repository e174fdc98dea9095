// Configures pg-boss and wraps the few of its calls that need an explanation.
//
// pg-boss stores a job's id, which is ours, and what it needs to assign the job: organization, turn and times. The
// payload, our state and the faults are in our table. A claim is the job's id with the number of its assignment.
// Settling names both. A worker that was taken for dead and comes back therefore cannot settle a job that another
// worker has taken over (SRV-11).

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
  /** When a part was first found unavailable, in milliseconds since 1970. */
  readonly since: number;
  readonly times: number;
}

interface JobData {
  readonly jobId: string;
  readonly away?: AwayRecord;
}

/** A worker that sends no heartbeat for this many seconds counts as dead. pg-boss allows no lower value. */
export const heartbeatSeconds = 10;
/** Minimum seconds between two checks of the same queue by pg-boss. pg-boss allows no lower value. */
const monitorSeconds = 1;
/**
 * Maximum number of repeated assignments of a job. It is high, because each death of a worker uses one. Faults use one
 * too, but we count them ourselves (`mostFaults`).
 */
const retryLimit = 20;
/** Seconds after which a job is assigned again although its worker is alive. */
const expireSeconds = 3600;
/** pg-boss deletes a job that waits longer than this, in seconds. One year, so that no job is deleted in practice. */
const retentionSeconds = 365 * 24 * 3600;
/** Seconds that pg-boss keeps ended jobs, for inspection only: the record is in our table. */
const deleteAfterSeconds = 600;
const maintenanceSeconds = 300;
const connections = 6;
/** Milliseconds between two pings of the listening connection, and the longest time that an answer may take. */
const pingMilliseconds = 3000;

/**
 * Makes pg-boss. With `isMigrating` it makes or changes its tables as it starts. Otherwise it refuses to start if its
 * tables are missing or have another version.
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

/** Returns the settings of the connection. pg-boss passes those that it does not know to its pool. */
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
