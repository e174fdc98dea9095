// Inserts thousands of rows for every list directly into the database, without jobs.

import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";

interface Tenancy {
  readonly organizationId: string;
  readonly accountId: string;
}

export interface Rows extends Tenancy {
  /** Number of the first row, and number of rows. Later rows are newer. */
  readonly from: number;
  readonly count: number;
}

/** Maps a table to the form of its ids, and the columns that it needs in addition to those of every owner. */
const own: Readonly<Record<string, { readonly id: string; readonly columns: string; readonly values: string }>> = {
  comparisons: {
    id: "'cmp_' || lpad(n::text, 26, '0')",
    columns: "author, original_name, modified_name, documents, engine_version",
    values: "'a', 'a.docx', 'b.docx', 2, '1'",
  },
  merges: {
    id: "'mrg_' || lpad(n::text, 26, '0')",
    columns: "original_name, revisions, documents, engine_version",
    values: `'a.docx', '[{"name": "b.docx", "author": "b"}]', 3, '1'`,
  },
  creations: { id: "'crt_' || lpad(n::text, 26, '0')", columns: "file_name", values: "'a.docx'" },
  // These ids are not in the order of creation.
  files: { id: "md5(n::text)::uuid::text", columns: "kind, file_name, size", values: "'upload', 'a.docx', 1" },
  edits: {
    id: "'edt_' || lpad(n::text, 26, '0')",
    columns: "source_file_id, file_id, file_name, edit_count, author, date, from_instruction",
    values: "'', '', 'a.docx', 1, 'a', '2026-03-04T05:06:07Z', false",
  },
};

/** Inserts the rows. One in five has a reference, one in ten is deleted, and one in ten failed. */
export async function addRows(
  database: Database,
  { table, id }: { readonly table: string; readonly id: string },
  { organizationId, accountId, from, count }: Rows,
): Promise<void> {
  const made = own[table]!;
  await sql`
    insert into ${sql.table(table)} (${sql.ref(id)}, organization_id, account_id, zero_day, created_at, finished_at,
      status, reference, delete_at, deleted_at, ${sql.raw(made.columns)})
    select ${sql.raw(made.id)}, ${organizationId}, ${accountId}, false, made_at, made_at,
      case when n % 10 = 3 then 'failed' else 'ready' end, case when n % 5 = 0 then 'M-' || n % 7 end,
      case when n % 10 = 7 then made_at end, case when n % 10 = 7 then made_at end, ${sql.raw(made.values)}
    from generate_series(${from}::integer, ${from + count - 1}::integer) as n,
      lateral (select timestamptz '2026-01-01Z' + n / 3 * interval '1 second' as made_at) as times`.execute(database);
}
