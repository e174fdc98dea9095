// Checks that the database accepts writes. A standby and a primary that was made read-only do not.

import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Throws if the database is read-only. The connection is then destroyed, because a new one may lead to the primary. */
export function requireWritable(database: Database): Promise<void> {
  return database.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_read_only: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`.execute(
      connection,
    );
    // The read-only server refuses this statement with the code that destroys the connection (live-connections.ts).
    if (rows[0]?.is_read_only !== false) await sql`delete from processes where false`.execute(connection);
  });
}
