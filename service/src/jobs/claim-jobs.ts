// Takes jobs from pg-boss in an order that is fair among organizations and leaves no hand idle.
//
// First only those of organizations that have less than their share running anywhere. Then, if hands are left, whatever
// is oldest. So a busy organization has every hand while nobody else is there, and a newcomer waits for one job at most.

import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import type { Lane } from "./admission.ts";
import { type Attempt, attemptOf, within } from "./boss.ts";
import { isDue } from "./queue-watch.ts";

export interface Claim extends Lane {
  readonly attempt: Attempt;
  readonly ownerId: string;
  readonly payload: unknown;
  /** How often the job has ended in a fault. */
  readonly faults: number;
}

export interface ClaimParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly clock: Clock;
  /** How many jobs of one organization go before those of others. */
  readonly share: number;
}

/** Up to so many. */
export async function claimJobs(parts: ClaimParts, kind: string, most: number): Promise<Claim[]> {
  // Taking costs the server ten times what this question does, and most often there is nothing to take.
  if (!(await isDue(parts.database, kind))) return [];
  const on = within(parts.database);
  const fair = await parts.boss.fetch(kind, { batchSize: most, groupConcurrency: parts.share, ...on });
  const left = most - fair.length;
  const rest = left > 0 ? await parts.boss.fetch(kind, { batchSize: left, ...on }) : [];
  const attempts = [...fair, ...rest].map(attemptOf);
  return attempts.length === 0 ? [] : markRunning(parts, kind, attempts);
}

const markJobs = statement((database, { ids, now }: { readonly ids: readonly string[]; readonly now: Date }) =>
  database
    .updateTable("jobs")
    .set(({ fn, val }) => ({ state: "running", started_at: fn.coalesce("started_at", val(now)) }))
    .where(sql<boolean>`job_id = any(${ids}::uuid[])`)
    .where("state", "in", ["queued", "running"])
    .returning(["job_id", "organization_id", "owner_id", "payload", "attempts"]),
);

/** A job that has come to its end already, or was removed, is taken out of pg-boss. */
async function markRunning({ boss, database, clock }: ClaimParts, kind: string, attempts: Attempt[]): Promise<Claim[]> {
  const rows = await markJobs(database, { ids: attempts.map(({ id }) => id), now: clock() });
  const found = new Map(rows.map((row) => [row.job_id, row]));
  const strays = attempts.filter(({ id }) => !found.has(id));
  if (strays.length > 0) await boss.complete(kind, strays);
  return attempts.flatMap((attempt) => {
    const row = found.get(attempt.id);
    if (row === undefined) return [];
    const { organization_id, owner_id, payload, attempts: faults } = row;
    return [{ attempt, kind, organizationId: organization_id, ownerId: owner_id, payload, faults }];
  });
}
