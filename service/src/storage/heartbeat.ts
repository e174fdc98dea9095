// Every process says every few seconds what it does, in a row of its own. So an API that runs elsewhere learns whether
// anybody converts (CNV-12), and an operator whether anybody works at all (TEL-4).

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "./database.ts";

/** A process has one or more. */
export const processRoles = ["api", "worker", "converter"] as const;
export type ProcessRole = (typeof processRoles)[number];

export interface HeartbeatParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly roles: readonly ProcessRole[];
  readonly report: (problem: unknown) => void;
}

const beatMilliseconds = 10_000;
/** A process that was not heard for so long is gone. */
const patienceMilliseconds = 60_000;

/** Beats from now on: the first beat is heard when it returns. Gives what ends it: the process is then known to be gone at once. */
export async function startHeartbeat({ database, clock, roles, report }: HeartbeatParts): Promise<() => Promise<void>> {
  const processId = randomUUID();
  const beat = async (): Promise<void> => {
    const row = { process_id: processId, roles: [...roles], heard_at: clock() };
    await database
      .insertInto("processes")
      .values(row)
      .onConflict((conflict) => conflict.column("process_id").doUpdateSet({ heard_at: row.heard_at }))
      .execute();
    await database.deleteFrom("processes").where("heard_at", "<", lastHeard(clock)).execute();
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

/** How many processes have each role, of those that were heard lately. */
export async function heardProcesses({
  database,
  clock,
}: Pick<HeartbeatParts, "database" | "clock">): Promise<ReadonlyMap<ProcessRole, number>> {
  const { rows } = await sql<{ role: string; count: number }>`
    select role, count(*)::int as count from processes, unnest(roles) as role
    where heard_at >= ${lastHeard(clock)} group by role`.execute(database);
  const counts = new Map(rows.map(({ role, count }) => [role, count]));
  return new Map(processRoles.map((role) => [role, counts.get(role) ?? 0]));
}

/** Throws when nobody converts. */
export async function requireConverter(parts: Pick<HeartbeatParts, "database" | "clock">): Promise<void> {
  if ((await heardProcesses(parts)).get("converter") === 0) throw new Error("no process converts");
}

function lastHeard(clock: Clock): Date {
  return new Date(clock().getTime() - patienceMilliseconds);
}
