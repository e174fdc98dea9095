// The database is asked when the metrics are read: for the queue, deletions, processes and the audit. The answer holds for
// ten seconds, so however many ask, the database is asked little (TEL-3).

import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";
import { heardProcesses } from "../storage/heartbeat.ts";
import { heldAnswer } from "../storage/held-answer.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import type { Gauge, Labels } from "./metrics.ts";

export interface MeasureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly owners: readonly ContentKind[];
}

const holdsMilliseconds = 10_000;
/** A deletion is promised within a minute. */
const promisedMilliseconds = 60_000;

/** Asks, or gives the answer that still holds. */
export function measureInstallation(parts: MeasureParts): () => Promise<readonly Gauge[]> {
  return heldAnswer(() => askAll(parts), { milliseconds: holdsMilliseconds });
}

async function askAll(parts: MeasureParts): Promise<readonly Gauge[]> {
  return [...(await queueGauges(parts)), ...(await deletionGauges(parts)), ...(await otherGauges(parts))];
}

async function queueGauges({ database, clock }: MeasureParts): Promise<Gauge[]> {
  const { rows } = await sql<{ kind: string; state: string; count: number; oldest: Date }>`
    select kind, state, count(*)::int as count, min(created_at) as oldest from jobs
    where state in ('held', 'waiting', 'queued', 'running') group by kind, state`.execute(database);
  const now = clock().getTime();
  const label = ({ kind, state }: (typeof rows)[number]): Labels => ({ kind, state });
  const ageOf = (oldest: Date) => Math.max(0, (now - oldest.getTime()) / 1000);
  return [
    {
      name: "versus_queue_jobs",
      help: "Jobs that have not ended, by kind and state.",
      values: rows.map((row) => ({ labels: label(row), value: row.count })),
    },
    {
      name: "versus_queue_oldest_seconds",
      help: "The age of the oldest job that has not ended, by kind and state.",
      values: rows.map((row) => ({ labels: label(row), value: ageOf(row.oldest) })),
    },
  ];
}

async function deletionGauges({ database, clock, owners }: MeasureParts): Promise<Gauge[]> {
  const now = clock();
  const late = new Date(now.getTime() - promisedMilliseconds);
  const counts = await Promise.all(
    [...new Set(owners.map(({ table }) => table))].map(async (table) => {
      const { rows } = await sql<{ due: number; overdue: number }>`
        select count(*)::int as due, count(*) filter (where delete_at <= ${late})::int as overdue
        from ${sql.table(table)} where deleted_at is null and delete_at <= ${now}`.execute(database);
      return { table, due: rows[0]?.due ?? 0, overdue: rows[0]?.overdue ?? 0 };
    }),
  );
  const values = (which: "due" | "overdue") =>
    counts.map((row) => ({ labels: { kind: row.table }, value: row[which] }));
  return [
    { name: "versus_deletions_due", help: "Contents past their deadline that are still there.", values: values("due") },
    {
      name: "versus_deletions_overdue",
      help: "Contents that are still there a minute after their deadline.",
      values: values("overdue"),
    },
  ];
}

async function otherGauges(parts: MeasureParts): Promise<Gauge[]> {
  const processes = await heardProcesses(parts);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entries where place is null`.execute(parts.database);
  return [
    {
      name: "versus_processes",
      help: "Processes that were heard in the last minute, by role.",
      values: [...processes].map(([role, value]) => ({ labels: { role }, value })),
    },
    {
      name: "versus_audit_unsealed",
      help: "Entries of the audit log that are not sealed yet.",
      values: [{ labels: {}, value: rows[0]?.count ?? 0 }],
    },
  ];
}

/** Of the process itself. */
export function processGauges(): readonly Gauge[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ labels: {}, value }] });
  return [
    one("versus_process_resident_bytes", "Memory of the process.", rss),
    one("versus_process_heap_bytes", "Memory that its values take.", heapUsed),
    one("versus_process_cpu_seconds", "Processor time since its start.", (user + system) / 1e6),
    one("versus_process_uptime_seconds", "Time since its start.", process.uptime()),
  ];
}
