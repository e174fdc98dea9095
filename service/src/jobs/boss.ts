// pg-boss as it is used here: its settings, and the few calls that need a word of explanation.
//
// A job is known to pg-boss by our own id and carries nothing else; its payload, state and tries are in our table. A
// claim is the job with the number of times it was handed out: settling names both, so a worker that was taken for dead
// and comes back cannot settle what another has taken over.

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

/** A job as it was handed out. */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
  /** There when a part of the service was away at an earlier handing out. */
  readonly away?: AwayRecord;
}

/** Kept with the job in pg-boss. */
export interface AwayRecord {
  /** When a part was first found away, in milliseconds. */
  readonly since: number;
  readonly times: number;
}

interface JobData {
  readonly jobId: string;
  readonly away?: AwayRecord;
}

/** A worker that has not been heard of for so long is dead. The least that pg-boss takes. */
export const heartbeatSeconds = 10;
/** Between two looks of pg-boss at the same queue, the least that it takes. */
const monitorSeconds = 1;
/** How often a job may be handed out. Each death of a worker takes one, so it is high; faults are counted by us. */
const retryLimit = 20;
/** A job whose worker is alive and does not come to an end. */
const expireSeconds = 3600;
/** Jobs may wait for long; they are never dropped for it. */
const retentionSeconds = 365 * 24 * 3600;
/** What has ended is kept here for a look only: the record is in our table. */
const deleteAfterSeconds = 600;
const maintenanceSeconds = 300;
const connections = 6;
/** The connection that listens is asked this often whether it still does, and given up when it does not answer. */
const pingMilliseconds = 3000;

/** One that migrates changes pg-boss's tables as it starts; any other refuses to start on tables of another version. */
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
    // Looking for dead workers every second costs it 15 ms of the server each time: we ask ourselves whether there are
    // any (queue-watch.ts), and call it then.
    supervise: false,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
    // Recurring work is sent by ourselves (boss-queue.ts), which needs no clock of its own in the database.
    schedule: false,
  });
}

/** pg-boss hands what it does not know to its pool. */
function liveConfig(config: DatabaseConfig): { readonly connectionString: string } {
  const live = { Client: liveConnections(databasePatience.silence, () => config.url) };
  return Object.assign(withAddress(clientConfig(config), config), live);
}

function withAddress(client: ClientConfig, { url }: DatabaseConfig): { readonly connectionString: string } {
  return { ...client, connectionString: client.connectionString ?? url };
}

/** Jobs of the kind whose workers died too often end up in a second queue. Making queues again changes nothing. */
export async function makeQueues(boss: PgBoss, kind: string): Promise<void> {
  const settings = {
    heartbeatSeconds,
    retentionSeconds,
    deleteAfterSeconds,
    expireInSeconds: expireSeconds,
    retryDelay: 0,
  };
  await boss.createQueue(deadQueue(kind), { ...settings, retryLimit: 1_000_000 });
  await boss.createQueue(kind, { ...settings, retryLimit, deadLetter: deadQueue(kind) });
}

/** At most one of its jobs waits or runs; one that fails is not tried again, the next is due soon. */
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
 * Gives the job back, to be handed out again after a rest, without using up one of its handings out. False when it was
 * lost.
 */
export async function handBack(
  boss: PgBoss,
  transaction: Transaction,
  { kind, attempt, away, restSeconds }: { kind: string; attempt: Attempt; away?: AwayRecord; restSeconds: number },
): Promise<boolean> {
  await sql`update pgboss.job set retry_limit = retry_limit + 1 where name = ${kind} and id = ${attempt.id}`.execute(
    transaction,
  );
  const response = await boss.fail(kind, attempt, null, within(transaction));
  if (lostAttempts([attempt], response).length > 0) return false;
  const data: JobData = { jobId: attempt.id, ...(away === undefined ? {} : { away }) };
  await boss.update(kind, data, { id: attempt.id, startAfter: restSeconds, ...within(transaction) });
  return true;
}

export function deadQueue(kind: string): string {
  return `${kind}.dead`;
}

export function recurringQueue(kind: string): string {
  return `every.${kind}`;
}

/** The caller's transaction, or our own connections, as pg-boss takes them. */
export function within(transaction: Transaction | Database): { readonly db: SqlRunner } {
  return { db: fromKysely(transaction) };
}

/** Whether a call that names attempts found them as they were handed out. */
export function lostAttempts(attempts: readonly Attempt[], response: CommandResponse): readonly Attempt[] {
  const { settled } = response as { readonly settled: readonly string[] };
  const found = new Set(settled);
  return attempts.filter(({ id }) => !found.has(id));
}
