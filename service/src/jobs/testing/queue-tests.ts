// Gives the queue tests a database with a table that counts effects, queues on it, and organizations.

import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { makeTestDatabase, type TestDatabase } from "../../storage/testing/test-database.ts";
import { openBossQueue, type QueueConfig } from "../boss-queue.ts";
import type { Effect, JobQueue, NewJob } from "../job-queue.ts";
import { migrateQueue } from "../queue-migration.ts";

export interface QueueTests extends TestDatabase {
  /** Opens a queue on the test's database. It is closed with the database if the test has not stopped it. */
  openQueue(over?: Partial<QueueConfig> & { readonly recurring?: readonly string[] }): Promise<JobQueue>;
  /** Enqueues jobs of one organization in one transaction. */
  enqueue(queue: JobQueue, jobs: readonly Partial<NewJob>[]): Promise<string[]>;
  /** Returns the problems that queues reported since the last call. */
  takeReports(): unknown[];
}

/** Call in `beforeAll`, and `close` in `afterAll`. */
export async function makeQueueTests(kinds: readonly string[]): Promise<QueueTests> {
  const tests = await makeTestDatabase();
  const queues: JobQueue[] = [];
  const reports: unknown[] = [];
  await makeEffects(tests.database);
  return {
    ...tests,
    openQueue: async ({ recurring = [], ...over } = {}) => {
      const report = (problem: unknown) => reports.push(problem);
      const { database, url } = tests;
      await migrateQueue({ url }, { kinds: over.kinds ?? kinds, recurring });
      const queue = await openBossQueue({
        connection: { url },
        database,
        clock: () => new Date(),
        kinds,
        report,
        ...over,
      });
      queues.push(queue);
      return queue;
    },
    enqueue: (queue, jobs) =>
      tests.database.transaction().execute(async (transaction) => {
        const ids: string[] = [];
        for (const job of jobs) ids.push(await queue.enqueue(transaction, jobOf({ kind: kinds[0]!, ...job })));
        return ids;
      }),
    takeReports: () => reports.splice(0),
    close: async () => {
      await Promise.all(queues.map((queue) => queue.stop()));
      await tests.close();
    },
  };
}

export function jobOf(over: Partial<NewJob>): NewJob {
  return { organizationId: newOrganization(), kind: "compare", ownerId: "cmp_1", ...over };
}

export const newOrganization = randomUUID;

async function makeEffects(database: Database): Promise<void> {
  await sql`create table effects (job_id uuid not null, by_process integer not null)`.execute(database);
}

/** Returns an effect whose repetition can be seen. */
export function countedEffect(jobId: string): Effect {
  return (transaction) => sql`insert into effects values (${jobId}, ${process.pid})`.execute(transaction);
}

/** Returns the processes whose effects of this job happened. */
export async function effectsOf(database: Database, jobId: string): Promise<number[]> {
  return (await ask<{ by_process: number }>(database, sql`select by_process from effects where job_id = ${jobId}`)).map(
    (row) => row.by_process,
  );
}

export async function ask<Row>(database: Database, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.execute(database)).rows as Row[];
}

export async function jobRow(database: Database, jobId: string) {
  return database.selectFrom("jobs").selectAll().where("job_id", "=", jobId).executeTakeFirstOrThrow();
}

export async function stateOf(database: Database, jobId: string): Promise<string> {
  return (await jobRow(database, jobId)).state;
}

/** Returns a promise with the function that fulfils it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}
