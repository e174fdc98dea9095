// Limits how often an organization may use the language model: calls at once, per minute and per day.
//
// The database counts the calls, so that all processes of the API share the limits. The operator pays for each call.
// The model has limits of its own, which one organization must not use up for the others.

import { sql } from "kysely";
import { ApiError } from "../../contract/api-error.ts";
import type { Clock } from "../../contract/ids.ts";
import type { Database } from "../../storage/database.ts";
import { postgresBuckets } from "./postgres-buckets.ts";
import { type BucketSize, minuteBucket } from "./token-bucket.ts";

/** The limits of one organization; 0 means no limit. */
export interface InstructionLimits {
  readonly atOnce: number;
  readonly perMinute: number;
  readonly perDay: number;
  /** Maximum duration of a call. After it, the slot of a dead process is free again. */
  readonly seconds: number;
}

interface BudgetParts {
  readonly database: Database;
  readonly clock: Clock;
}

const daySeconds = 24 * 3600;
/** About the time that a model takes. */
const busySeconds = 5;

/** Takes a slot for a call. The returned function releases the slot. Throws RATE_LIMITED. */
export type AdmitInstruction = (organizationId: string) => Promise<() => Promise<void>>;

export function instructionBudget(parts: BudgetParts, limits: InstructionLimits): AdmitInstruction {
  const buckets = postgresBuckets(parts.database, parts.clock);
  const perDay: BucketSize = { capacity: limits.perDay, perSecond: limits.perDay / daySeconds };
  const counted = [
    { name: "minute", size: minuteBucket(limits.perMinute) },
    { name: "day", size: perDay },
  ].filter(({ size }) => size.capacity > 0);
  return async (organizationId) => {
    const release = await takePlace(organizationId, parts, limits);
    try {
      for (const { name, size } of counted) {
        const { granted, left } = await buckets.take(`instructions:${organizationId}:${name}`, size, 1);
        if (granted === 0)
          throw tooMany(`${size.capacity} instructions a ${name}`, Math.ceil((1 - left) / size.perSecond));
      }
      return release;
    } catch (problem) {
      await release();
      throw problem;
    }
  };
}

/** Takes a slot: a row whose time is the end of its lease. */
async function takePlace(
  organizationId: string,
  { database, clock }: BudgetParts,
  { atOnce, seconds }: InstructionLimits,
): Promise<() => Promise<void>> {
  if (atOnce === 0) return async () => {};
  for (let place = 0; place < atOnce; place++) {
    const bucket = `instructions:${organizationId}:place:${place}`;
    const now = clock();
    const until = new Date(now.getTime() + seconds * 1000);
    const { rows } = await sql`
      insert into rate_buckets as b (bucket, tokens, granted, filled_at) values (${bucket}, 0, 1, ${until})
      on conflict (bucket) do update set filled_at = ${until} where b.filled_at <= ${now}
      returning 1`.execute(database);
    if (rows.length === 0) continue;
    return async () => {
      // Only if the lease did not run out and go to another call meanwhile.
      await sql`update rate_buckets set filled_at = ${clock()}
        where bucket = ${bucket} and filled_at = ${until}`.execute(database);
    };
  }
  throw tooMany(`${atOnce} instructions at the same time`, busySeconds);
}

function tooMany(allowed: string, seconds: number): ApiError {
  const message = `The organization may send at most ${allowed}. Wait, or send \`edits\`.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": String(Math.max(1, seconds)) } });
}
