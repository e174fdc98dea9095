// Writes audit entries that no call's own transaction writes in batches: every second, or when 500 wait.
//
// They are the entries of reads, downloads, failed calls and refused keys. A killed process loses at most that second
// (AUD-2). While the database is unavailable the entries wait. Beyond a limit the oldest are dropped and counted, and
// the count is written in their place.

import type { Clock } from "../contract/ids.ts";
import { type AuditEntry, writeEntries } from "./audit-entries.ts";
import type { Database } from "./database.ts";

export interface AuditBatchParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly report: (problem: unknown) => void;
}

const flushMilliseconds = 1000;
const mostTogether = 500;
const mostWaiting = 50_000;
const minuteMilliseconds = 60_000;
const mostAddresses = 10_000;

/** The writer of entries that may wait for a second. */
export class AuditBatch {
  readonly #parts: AuditBatchParts;
  readonly #timer: NodeJS.Timeout;
  #waiting: AuditEntry[] = [];
  #lost = 0;
  #writing: Promise<void> | undefined;
  /** Maps an address to the number of keys that were refused in the current minute. */
  #refused = new Map<string, number>();
  #minute = 0;

  constructor(parts: AuditBatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#flush(), flushMilliseconds).unref();
  }

  add(entry: AuditEntry): void {
    this.#waiting.push(entry);
    // Removes a whole batch, because removing one entry from so many costs the same.
    if (this.#waiting.length > mostWaiting) this.#lost += this.#waiting.splice(0, mostTogether).length;
    if (this.#waiting.length % mostTogether === 0) void this.#flush();
  }

  /** Counts an invalid key: one entry for each address and minute. */
  refuseKey(address: string): void {
    this.#endMinute();
    const known = this.#refused.has(address) || this.#refused.size < mostAddresses ? address : "others";
    this.#refused.set(known, (this.#refused.get(known) ?? 0) + 1);
  }

  /** Writes all waiting entries, if the database is available. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#endMinute(true);
    await this.#flush();
    await this.#flush();
  }

  #endMinute(isLast = false): void {
    const now = this.#parts.clock();
    const minute = Math.floor(now.getTime() / minuteMilliseconds);
    if (minute === this.#minute && !isLast) return;
    const refused = this.#refused;
    this.#refused = new Map();
    this.#minute = minute;
    for (const [address, count] of refused) {
      this.add({ at: now, actor: `address:${address}`, action: "key.refused", details: { count } });
    }
  }

  #flush(): Promise<void> {
    this.#endMinute();
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0 || this.#lost > 0) {
      const entries = this.#waiting.splice(0, mostTogether);
      const lost = this.#lost;
      try {
        await writeEntries(this.#parts.database, [...this.#told(lost), ...entries]);
        this.#lost -= lost;
      } catch (problem) {
        this.#waiting.unshift(...entries);
        this.#parts.report(problem);
        return;
      }
    }
  }

  #told(count: number): AuditEntry[] {
    if (count === 0) return [];
    return [{ at: this.#parts.clock(), actor: "system:audit", action: "audit.lost", details: { count } }];
  }
}
