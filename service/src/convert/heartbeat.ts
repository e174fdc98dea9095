// Processes that can convert say so every few seconds, in a row of their own, and readiness counts the rows: an API that
// runs elsewhere learns by it whether anybody converts (CNV-12).

import { randomUUID } from "node:crypto";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";

export interface HeartbeatParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly report: (problem: unknown) => void;
}

const beatMilliseconds = 10_000;
/** A process that was not heard for so long is gone. */
const patienceMilliseconds = 60_000;

/** Beats from now on: the first beat is heard when it returns. Gives what ends it: the process is then known to be gone at once. */
export async function startHeartbeat({ database, clock, report }: HeartbeatParts): Promise<() => Promise<void>> {
  const processId = randomUUID();
  const beat = async (): Promise<void> => {
    const row = { process_id: processId, heard_at: clock() };
    await database
      .insertInto("converters")
      .values(row)
      .onConflict((conflict) => conflict.column("process_id").doUpdateSet({ heard_at: row.heard_at }))
      .execute();
    await database.deleteFrom("converters").where("heard_at", "<", lastHeard(clock)).execute();
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
    await database.deleteFrom("converters").where("process_id", "=", processId).execute().catch(report);
  };
}

/** Throws when nobody converts. */
export async function requireConverter({ database, clock }: Pick<HeartbeatParts, "database" | "clock">): Promise<void> {
  const found = await database
    .selectFrom("converters")
    .where("heard_at", ">=", lastHeard(clock))
    .select("process_id")
    .executeTakeFirst();
  if (found === undefined) throw new Error("no process converts");
}

function lastHeard(clock: Clock): Date {
  return new Date(clock().getTime() - patienceMilliseconds);
}
