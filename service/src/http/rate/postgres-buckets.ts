// Keeps the buckets that all processes share in Postgres, one row each.
//
// A statement refills the row for the elapsed time and takes from it under the row's lock, so no token is given out
// twice. The rows are worthless after a crash, so the table is not logged.

import { sql } from "kysely";
import type { Clock } from "../../contract/ids.ts";
import type { Database } from "../../storage/database.ts";
import type { BucketSource, Grant } from "./token-bucket.ts";

/** The clocks of processes may differ slightly, so the time of a bucket never decreases. */
export function postgresBuckets(database: Database, clock: Clock): BucketSource {
  return {
    async take(bucket, { capacity, perSecond }, want) {
      const now = clock();
      const first = Math.min(Math.floor(capacity), want);
      const filled = sql`least(${capacity}::float8, b.tokens
        + ${perSecond}::float8 * greatest(0, extract(epoch from ${now}::timestamptz - b.filled_at)))`;
      const taken = sql`least(floor(${filled})::integer, ${want}::integer)`;
      const { rows } = await sql<Grant>`
        insert into rate_buckets as b (bucket, tokens, granted, filled_at)
        values (${bucket}, ${capacity}::float8 - ${first}::integer, ${first}, ${now})
        on conflict (bucket) do update set
          tokens = ${filled} - ${taken},
          granted = ${taken},
          filled_at = greatest(b.filled_at, ${now}::timestamptz)
        returning granted, tokens as left`.execute(database);
      return rows[0] ?? { granted: 0, left: 0 };
    },
  };
}
