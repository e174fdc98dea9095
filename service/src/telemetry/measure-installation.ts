// Reads the gauges of an installation from the database: queue, deletions, processes and audit.
//
// The database is asked when the metrics are read. An answer is kept for ten seconds, so many readers cause few queries
// (TEL-3). The gauges of the process and of its clock need no query.

import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";
import type { DatabaseClock } from "../storage/database-clock.ts";
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
/** The promised maximum delay of a deletion. */
const promisedMilliseconds = 60_000;

/** Returns the function that asks the database, or returns the answer that is still kept. */
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

/** Returns the gauges of the process's clock, which show a wrong clock within one sample (CLK-3). */
export function clockGauges(clock: DatabaseClock): readonly Gauge[] {
  const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ labels: {}, value }] });
  return [
    one("versus_clock_skew_seconds", "The clock of the process minus that of the database.", clock.skewSeconds()),
    one("versus_deadlines_paused", "1 while the process deletes nothing by deadline.", isTrusted(clock) ? 0 : 1),
  ];
}

function isTrusted(clock: DatabaseClock): boolean {
  try {
    clock.requireTrusted();
    return true;
  } catch {
    return false;
  }
}

/** Returns the gauges of the process itself. */
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
