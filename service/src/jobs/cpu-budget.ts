// Counts children's processor seconds in one bucket per organization, shared by all processes (CPU-4).
//
// Each second, a bucket gains half a processor second for each child of the cell (`share`). While it is empty, the
// organization's jobs are claimed after those of all others. An organization that is alone loses nothing. A process
// writes its spent seconds once a second, so a crash loses the record of about one second.

import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { heardChildren } from "../storage/heartbeat.ts";

export interface CpuBudgetParts {
  readonly database: Database;
  /** True for a process that claims jobs. It reads once a second which buckets are empty. */
  readonly isClaiming: boolean;
  readonly report: (problem: unknown) => void;
}

const flushMilliseconds = 1000;
/** The content of a full bucket, in processor seconds. */
const burstSeconds = 600;
/** The lowest content of a bucket, in processor seconds. It limits how long a bucket stays empty. */
const leastSeconds = -60;
const share = 0.5;
const prefix = "cpu:";

const perSecond = sql`(${share}::float8 * ${heardChildren})`;
const filled = sql`least(${burstSeconds}::float8, b.tokens
  + ${perSecond} * greatest(0, extract(epoch from now() - b.filled_at)))`;

export class CpuBudget {
  readonly #parts: CpuBudgetParts;
  readonly #spent = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #behind: readonly string[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #isFlushing = false;

  constructor(parts: CpuBudgetParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#next(), flushMilliseconds);
  }

  /** The organizations whose bucket was empty when it was last read. */
  get behind(): readonly string[] {
    return this.#behind;
  }

  spend(organizationId: string, seconds: number): void {
    this.#spent.set(organizationId, (this.#spent.get(organizationId) ?? 0) + seconds);
  }

  /**
   * Writes the spent seconds. In a process that claims jobs, also reads which buckets are empty. If the write fails,
   * the next call writes its seconds too.
   */
  async flush(): Promise<void> {
    const { database, isClaiming } = this.#parts;
    // Sorted, so that two processes that write the same rows cannot deadlock.
    const spent = [...this.#spent].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#spent.clear();
    try {
      if (spent.length > 0) await debit(database, spent);
    } catch (problem) {
      for (const [organizationId, seconds] of spent) this.spend(organizationId, seconds);
      throw problem;
    }
    if (isClaiming) this.#behind = await emptyBuckets(database);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush().catch(this.#parts.report);
  }

  #next(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#flushing = this.flush()
      .catch(this.#parts.report)
      .finally(() => {
        this.#isFlushing = false;
      });
  }
}

type Spent = readonly (readonly [organizationId: string, seconds: number])[];

async function debit(database: Database, spent: Spent): Promise<void> {
  const buckets = spent.map(([id]) => `${prefix}${id}`);
  const seconds = spent.map(([, value]) => value);
  await sql`
    insert into rate_buckets as b (bucket, tokens, granted, filled_at)
    select bucket, greatest(${leastSeconds}::float8, ${burstSeconds}::float8 - seconds), 0, now()
    from unnest(${buckets}::text[], ${seconds}::float8[]) as spent (bucket, seconds) order by bucket
    on conflict (bucket) do update set
      tokens = greatest(${leastSeconds}::float8, ${filled} - (${burstSeconds}::float8 - excluded.tokens)),
      filled_at = now()`.execute(database);
}

async function emptyBuckets(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select substr(bucket, ${prefix.length + 1}::integer) as id from rate_buckets as b
    where starts_with(bucket, 'cpu:') and ${filled} <= 0`.execute(database);
  return rows.map(({ id }) => id);
}
