// Reads the audit by time, organization, actor, action and subject, oldest first.
//
// It reads a page at a time, because the audit may be long.

import { sql } from "kysely";
import type { AuditPayload } from "../storage/audit-entries.ts";
import type { Database } from "../storage/database.ts";

export interface AuditFilter {
  readonly organizationId?: string;
  /** `since` is inclusive, `until` is exclusive. */
  readonly since?: Date;
  readonly until?: Date;
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
}

/** An entry with its number in the chain; null while it is not sealed. */
export interface ReadEntry extends AuditPayload {
  readonly place: number | null;
}

const pageSize = 1000;

export async function* readAudit(database: Database, filter: AuditFilter): AsyncGenerator<ReadEntry> {
  for (let after = 0; ; ) {
    const rows = await pageAfter(database, filter, after);
    for (const { place, payload } of rows) yield { place, ...(JSON.parse(payload!) as AuditPayload) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.entry_id;
  }
}

function pageAfter(database: Database, filter: AuditFilter, after: number) {
  const { organizationId, since, until, actor, action, subject } = filter;
  let query = database
    .selectFrom("audit_entries")
    .select(["entry_id", "place", "payload"])
    .where("payload", "is not", null)
    .where("entry_id", ">", after)
    .orderBy("entry_id")
    .limit(pageSize);
  if (organizationId !== undefined) query = query.where("organization_id", "=", organizationId);
  if (since !== undefined) query = query.where("at", ">=", since);
  if (until !== undefined) query = query.where("at", "<", until);
  for (const [name, value] of Object.entries({ actor, action, subject })) {
    if (value !== undefined) query = query.where(sql<boolean>`payload::jsonb ->> ${name} = ${value}`);
  }
  return query.execute();
}
