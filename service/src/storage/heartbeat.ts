// Writes, every few seconds, a row that says what this process does.
//
// An API on another machine thus knows whether any process converts (CNV-12), and an operator whether any process works
// (TEL-4). All times are the database's (CLK-2): a process with a wrong clock neither seems dead nor removes others.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import type { Database } from "./database.ts";

/** The roles of processes. A process has one or more. */
export const processRoles = ["api", "worker", "converter"] as const;
export type ProcessRole = (typeof processRoles)[number];

export interface HeartbeatParts {
  readonly database: Database;
  readonly roles: readonly ProcessRole[];
  /** The version of the program. */
  readonly version: string;
  /** The number of child processes that run jobs. */
  readonly children: number;
  /** Returns the id of the journal to which the process writes deletions; undefined without a journal. */
  readonly journalId: () => string | undefined;
  readonly report: (problem: unknown) => void;
}

const beatMilliseconds = 10_000;
/** A process without a heartbeat for so long counts as dead. */
const patienceSeconds = 60;
const lastHeard = sql<Date>`now() - make_interval(secs => ${patienceSeconds})`;

/** Sends the first heartbeat, and then one every 10 s. The returned function stops this and removes the row. */
export async function startHeartbeat({ database, report, ...facts }: HeartbeatParts): Promise<() => Promise<void>> {
  const processId = randomUUID();
  const beat = async (): Promise<void> => {
    const now = { heard_at: sql<Date>`now()`, journal_id: facts.journalId() ?? null };
    await database
      .insertInto("processes")
      .values({
        ...now,
        process_id: processId,
        roles: [...facts.roles],
        version: facts.version,
        host: hostname(),
        children: facts.children,
      })
      .onConflict((conflict) => conflict.column("process_id").doUpdateSet(now))
      .execute();
    await database.deleteFrom("processes").where("heard_at", "<", lastHeard).execute();
  };
  let beating: Promise<void> = Promise.resolve();
  const next = (): void => {
    beating = beat().catch(report);
  };
  next();
  await beating;
  const timer = setInterval(next, beatMilliseconds);
  return async () => {
    clearInterval(timer);
    await beating;
    await database.deleteFrom("processes").where("process_id", "=", processId).execute().catch(report);
  };
}

/** The children of all live processes that take jobs; at least one. */
export const heardChildren = sql<number>`(select greatest(1, coalesce(sum(children), 1)) from processes
  where heard_at >= ${lastHeard} and roles && '{worker,converter}')`;

type HeartbeatDatabase = Pick<HeartbeatParts, "database">;

/** Returns the number of live processes for each role. */
export async function heardProcesses({ database }: HeartbeatDatabase): Promise<ReadonlyMap<ProcessRole, number>> {
  const { rows } = await sql<{ role: string; count: number }>`
    select role, count(*)::int as count from processes, unnest(roles) as role
    where heard_at >= ${lastHeard} group by role`.execute(database);
  const counts = new Map(rows.map(({ role, count }) => [role, count]));
  return new Map(processRoles.map((role) => [role, counts.get(role) ?? 0]));
}

/**
 * Returns the hosts of live processes that do not write to the installation's journal, and the number of all live
 * processes.
 */
export async function processesWithoutJournal(
  database: Database,
): Promise<{ readonly silent: readonly (string | null)[]; readonly heard: number }> {
  const { rows } = await sql<{ host: string | null; is_silent: boolean }>`
    select processes.host, processes.journal_id is distinct from installation.journal_id as is_silent
    from processes cross join installation where processes.heard_at >= ${lastHeard} order by host`.execute(database);
  return { silent: rows.filter((row) => row.is_silent).map(({ host }) => host), heard: rows.length };
}

/** Throws if no live process converts. */
export async function requireConverter(parts: HeartbeatDatabase): Promise<void> {
  if ((await heardProcesses(parts)).get("converter") === 0) throw new Error("no process converts");
}
