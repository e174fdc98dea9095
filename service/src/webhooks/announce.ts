// Turns the end or deletion of an owner into events.
//
// The code that settles or deletes an owner announces it in the same transaction. The kind of the owner defines the
// events and the ids that they contain.

import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { type Announce, type ContentKind, eventPrefix, ownerKindOf } from "../storage/owner-kind.ts";
import { statement } from "../storage/statement.ts";
import { type EventParts, recordEvent } from "./record-event.ts";

interface EndedRow {
  readonly organization_id: string;
  readonly status: string;
  readonly code: string | null;
  readonly ids: Readonly<Record<string, string | null>>;
}

type FindEnded = (database: Database, given: { readonly ownerId: string }) => Promise<EndedRow[]>;

export function announcer(parts: EventParts & { readonly contents: readonly ContentKind[] }): Announce {
  const finders = new Map(parts.contents.map((kind) => [kind, endedRows(kind)]));
  return async (transaction, ownerId, given) => {
    const kind = ownerKindOf(parts.contents, ownerId);
    const find = kind && finders.get(kind);
    if (kind?.events === undefined || find === undefined) return;
    const [row] = await find(transaction, { ownerId });
    const name = given ?? row?.status ?? "";
    if (row === undefined || !kind.events.names.includes(name)) return;
    const named = (kind.events.ids ?? [kind.id]).map((column) => [column, row.ids[column] ?? null]);
    const ids = Object.fromEntries(named.filter(([, id]) => id !== null));
    const status = name.split("_").at(-1);
    const error = status === "failed" && row.code !== null ? { error: { code: row.code } } : {};
    const data = { ...ids, status, ...error };
    await recordEvent(
      transaction,
      { organizationId: row.organization_id, type: eventPrefix(kind) + name, data },
      parts,
    );
  };
}

/** Returns the statement that finds an ended owner. It finds a row only if the organization has webhooks. */
function endedRows({ table, id, events }: ContentKind): FindEnded {
  const columns = events?.ids ?? [id];
  const ids = columns.flatMap((column) => [sql`${sql.lit(column)}`, sql`owner.${sql.ref(column)}`]);
  return statement((database, { ownerId }: { readonly ownerId: string }) => ({
    compile: () =>
      sql<EndedRow>`
        select owner.organization_id, owner.status, owner.error ->> 'code' as code,
          jsonb_build_object(${sql.join(ids)}) as ids
        from ${sql.table(table)} as owner
        where owner.${sql.ref(id)} = ${ownerId}
          and exists (select 1 from webhooks where webhooks.organization_id = owner.organization_id)`.compile(database),
  }));
}
