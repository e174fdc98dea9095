// pg-boss needs its schema in the database, and a queue for every kind of job. `versus migrate` makes them, with a role
// that may change tables. A process that serves only checks that they are there, and needs no such rights.

import pg from "pg";
import type { PgBoss } from "pg-boss";
import { clientConfig, type DatabaseConfig } from "../storage/database.ts";
import { deadQueue, makeBoss, makeQueues, makeRecurringQueue, recurringQueue } from "./boss.ts";

/** The database lacks what this version's queue needs. */
export class QueueOutdated extends Error {
  constructor(found: string) {
    super(`${found}. Run \`versus migrate\` first.`);
    this.name = "QueueOutdated";
  }
}

export interface QueueKinds {
  /** Kinds of jobs that are handed in. */
  readonly kinds?: readonly string[];
  /** Kinds of recurring work. */
  readonly recurring?: readonly string[];
}

const pauseMilliseconds = 200;

/** Makes what is missing. Returns a word for each thing it made, none where all was there. */
export async function migrateQueue(connection: DatabaseConfig, wanted: QueueKinds): Promise<string[]> {
  const boss = makeBoss(connection, { isMigrating: true });
  let problem: unknown;
  boss.on("error", (error) => {
    problem = error;
  });
  const before = await schemaVersion(connection);
  await boss.start();
  try {
    await finishIndexes(boss, () => problem);
    const version = await boss.schemaVersion();
    const made = version === before ? [] : [`pgboss_${version}`];
    const missing = new Set(await missingQueues(boss, wanted));
    for (const kind of wanted.kinds ?? []) await makeQueues(boss, kind);
    for (const kind of wanted.recurring ?? []) await makeRecurringQueue(boss, kind);
    return [...made, ...[...missing].map((name) => `queue_${name}`)];
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Starts it on tables that must be there. */
export async function startOrRefuse(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (problem) {
    const isInstalled = await boss.isInstalled().catch(() => undefined);
    const version = isInstalled === true ? await boss.schemaVersion().catch(() => undefined) : undefined;
    await boss.stop({ graceful: false }).catch(() => {});
    if (isInstalled === false) throw new QueueOutdated("The database lacks the tables of the queue (schema pgboss)");
    const isOther = problem instanceof Error && problem.message === "pg-boss database requires migrations";
    if (isOther) throw new QueueOutdated(`The tables of the queue have the wrong version (pgboss ${version})`);
    throw problem;
  }
}

/** Throws QueueOutdated where one is not there. */
export async function requireQueues(boss: PgBoss, wanted: QueueKinds): Promise<void> {
  const missing = await missingQueues(boss, wanted);
  if (missing.length > 0) throw new QueueOutdated(`The database lacks the queues ${missing.join(", ")}`);
}

async function missingQueues(boss: PgBoss, { kinds = [], recurring = [] }: QueueKinds): Promise<string[]> {
  const names = [...kinds.flatMap((kind) => [kind, deadQueue(kind)]), ...recurring.map(recurringQueue)];
  const found = new Set((await boss.getQueues(names)).map(({ name }) => name));
  return names.filter((name) => !found.has(name));
}

/** Of the tables that are there; pg-boss itself tells it only when it has started. */
async function schemaVersion(connection: DatabaseConfig): Promise<number | undefined> {
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('pgboss.version') is not null as there");
    if (rows[0]?.there !== true) return undefined;
    return (await client.query("select version from pgboss.version")).rows[0]?.version;
  } finally {
    await client.end();
  }
}

/** pg-boss builds the indexes of a new version after it has started, and only where it may migrate. */
async function finishIndexes(boss: PgBoss, problem: () => unknown): Promise<void> {
  for (;;) {
    const states = await boss.getBamStatus();
    if (states.some(({ status }) => status === "failed")) {
      throw problem() ?? new Error("pg-boss could not build an index. Its table pgboss.bam names the index.");
    }
    if (states.every(({ status }) => status === "completed")) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
}
