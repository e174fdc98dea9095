// Makes the schema of pg-boss and a queue for each kind, and checks that they exist.
//
// `versus migrate` makes them, with a database role that may change tables. A serving process only checks them and
// needs no such rights.

import pg from "pg";
import type { PgBoss } from "pg-boss";
import { clientConfig, type DatabaseConfig } from "../storage/database.ts";
import { deadQueue, makeBoss, makeQueues, makeRecurringQueue, recurringQueue, slowQueue } from "./boss.ts";

/** The error of a database that lacks what this version's queue needs. */
export class QueueOutdated extends Error {
  constructor(found: string) {
    super(`${found}. Run \`versus migrate\` first.`);
    this.name = "QueueOutdated";
  }
}

export interface QueueKinds {
  /** Kinds of jobs that can be enqueued. */
  readonly kinds?: readonly string[];
  /** Kinds of recurring work. */
  readonly recurring?: readonly string[];
}

const pauseMilliseconds = 200;

/** Makes what is missing. Returns one word for each thing that it made. */
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

/** Starts pg-boss on existing tables. Throws QueueOutdated if they are missing or have another version. */
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

/** Throws QueueOutdated if a queue is missing. */
export async function requireQueues(boss: PgBoss, wanted: QueueKinds): Promise<void> {
  const missing = await missingQueues(boss, wanted);
  if (missing.length > 0) throw new QueueOutdated(`The database lacks the queues ${missing.join(", ")}`);
}

async function missingQueues(boss: PgBoss, { kinds = [], recurring = [] }: QueueKinds): Promise<string[]> {
  const names = [
    ...kinds.flatMap((kind) => [kind, slowQueue(kind), deadQueue(kind)]),
    ...recurring.map(recurringQueue),
  ];
  const found = new Set((await boss.getQueues(names)).map(({ name }) => name));
  return names.filter((name) => !found.has(name));
}

/** Returns the version of the existing tables. pg-boss itself returns it only after its start. */
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

/** Waits for the indexes of a new version. pg-boss builds them after its start, and only if it may migrate. */
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
