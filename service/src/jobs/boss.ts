// pg-boss as it is used here: its settings, and the few calls that need a word of explanation.
//
// A job is known to pg-boss by our own id and carries nothing else; its payload, state and tries are in our table. A
// claim is the job with the number of times it was handed out: settling names both, so a worker that was taken for dead
// and comes back cannot settle what another has taken over.

import { type CommandResponse, fromKysely, PgBoss, type Db as SqlRunner } from "pg-boss";
import type { Database, DatabaseConfig, Transaction } from "../storage/database.ts";

/** A job as it was handed out. */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

/** A worker that has not been heard of for so long is dead. The least that pg-boss takes. */
const heartbeatSeconds = 10;
/** Between two looks of pg-boss at the same queue, the least that it takes. */
const monitorSeconds = 1;
/** How often a job may be handed out. Each death of a worker takes one, so it is high; faults are counted by us. */
export const retryLimit = 20;
/** A job whose worker is alive and does not come to an end. */
const expireSeconds = 3600;
/** Jobs may wait for long; they are never dropped for it. */
const retentionSeconds = 365 * 24 * 3600;
/** What has ended is kept here for a look only: the record is in our table. */
const deleteAfterSeconds = 600;
const maintenanceSeconds = 300;
const connections = 6;

export function makeBoss({ url, tls }: DatabaseConfig): PgBoss {
  return new PgBoss({
    connectionString: url,
    ...(tls === undefined ? {} : { ssl: { rejectUnauthorized: true, ...tls } }),
    application_name: "versus-jobs",
    schema: "pgboss",
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
export async function makeRecurringQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, {
    policy: "exclusive",
    heartbeatSeconds,
    deleteAfterSeconds,
    expireInSeconds: expireSeconds,
    retryLimit: 0,
  });
}

export function deadQueue(kind: string): string {
  return `${kind}.dead`;
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
