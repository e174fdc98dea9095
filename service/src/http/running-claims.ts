// Sends heartbeats for the Idempotency-Keys that running calls of this process hold (SRV-85).
//
// A repeated call may take over a claim without heartbeats, so the keys of a killed process are soon free again.

import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";

/** A claim, identified by its row and its time: a call that takes the key over has another time. */
export interface Claim {
  readonly organizationId: string;
  readonly idempotencyKey: string;
  readonly path: string;
  readonly claimedAt: Date;
}

export interface ClaimParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Receives a failed heartbeat; the next heartbeat tries again. */
  readonly report: (problem: unknown) => void;
}

const beatMilliseconds = 5_000;
/** Four heartbeats. */
export const unheardMilliseconds = 20_000;
/** No call takes longer than this after its body has arrived, so an older claim gets no heartbeats. */
const longestCallMilliseconds = 5 * 60_000;

export class RunningClaims {
  readonly #parts: ClaimParts;
  readonly #claims = new Set<Claim>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: ClaimParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.beat().catch(parts.report), beatMilliseconds);
    this.#timer.unref();
  }

  /** Sends heartbeats for the claim while the work runs. */
  async during<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
    this.#claims.add(claim);
    try {
      return await work();
    } finally {
      this.#claims.delete(claim);
    }
  }

  /** Sends the due heartbeats of this process's claims in one statement. New and very old claims need none. */
  async beat(): Promise<void> {
    const now = this.#parts.clock();
    const isDue = ({ claimedAt }: Claim): boolean => {
      const age = now.getTime() - claimedAt.getTime();
      return age >= beatMilliseconds / 2 && age < longestCallMilliseconds;
    };
    // Most calls end before the first heartbeat.
    const due = [...this.#claims].filter(isDue);
    if (due.length === 0) return;
    await sayAlive(this.#parts.database, {
      organizationIds: due.map(({ organizationId }) => organizationId),
      idempotencyKeys: due.map(({ idempotencyKey }) => idempotencyKey),
      paths: due.map(({ path }) => path),
      claimTimes: due.map(({ claimedAt }) => claimedAt.toISOString()),
      now,
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

interface Heard {
  readonly organizationIds: readonly string[];
  readonly idempotencyKeys: readonly string[];
  readonly paths: readonly string[];
  readonly claimTimes: readonly string[];
  readonly now: Date;
}

// A locked row is being written or read. It is skipped, so that no claim waits for the transaction of another one.
const sayAlive = statement((database, { organizationIds, idempotencyKeys, paths, claimTimes, now }: Heard) => ({
  compile: () =>
    sql`
    with heard as (
      select organization_id, idempotency_key, path
      from idempotency join unnest(
        ${organizationIds}::uuid[], ${idempotencyKeys}::text[], ${paths}::text[], ${claimTimes}::timestamptz[]
      ) as claim (organization_id, idempotency_key, path, created_at)
      using (organization_id, idempotency_key, path, created_at)
      where status is null
      for update of idempotency skip locked
    )
    update idempotency set heard_at = ${now} from heard
    where idempotency.organization_id = heard.organization_id
      and idempotency.idempotency_key = heard.idempotency_key
      and idempotency.path = heard.path`.compile(database),
}));
