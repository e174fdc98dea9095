// Reads the row of an owner of any kind, with the facts for its retention and the key of its objects.
//
// Owners of a deleted organization are not found.

import { sql } from "kysely";
import type { Database, Transaction } from "./database.ts";
import type { OwnerTable } from "./owner-kind.ts";
import type { RetentionFacts } from "./retention-facts.ts";
import type { JobStatus } from "./schema.ts";
import { statement } from "./statement.ts";

/** The columns that the row of every owner has. */
export interface OwnedRow extends RetentionFacts {
  readonly organization_id: string;
  readonly account_id: string;
  readonly created_at: Date;
  readonly status: JobStatus;
  readonly zero_day: boolean;
  /** The retention of its organization. */
  readonly retention_days: number | null;
  /** The wrapped key of its organization. */
  readonly data_key: Uint8Array;
}

export interface OwnedRows<Row> {
  readonly find: (database: Database, ownerId: string) => Promise<Row | undefined>;
  /** The same, with a lock on the row until the transaction ends. */
  readonly lock: (transaction: Transaction, ownerId: string) => Promise<Row | undefined>;
}

/** Returns the readers for one table; `Columns` are its own columns. */
export function ownedRows<Columns extends object>({ table, id }: OwnerTable): OwnedRows<Columns & OwnedRow> {
  const rows = (locking: ReturnType<typeof sql>) => {
    const select = statement((database, { ownerId }: { readonly ownerId: string }) => ({
      compile: () =>
        sql<Columns & OwnedRow>`
          select owner.*, organizations.retention_days, organizations.data_key
          from ${sql.table(table)} as owner
          join organizations on organizations.organization_id = owner.organization_id
          where organizations.deleted_at is null and owner.${sql.ref(id)} = ${ownerId} ${locking}`.compile(database),
    }));
    return async (database: Database, ownerId: string) => (await select(database, { ownerId }))[0];
  };
  return { find: rows(sql``), lock: rows(sql`for update of owner`) };
}
