// Reads one page of a list: an organization's rows, newest first, after the row of a cursor.

import { type RawBuilder, sql } from "kysely";
import type { Cursors, ListScope, PageQuery } from "../contract/lists.ts";
import type { Database } from "./database.ts";

/**
 * The rows that are listed. For each filter there is an index of organization_id, the filter, `time` if it is named,
 * and `id collate "C"`. No other index has that order, so the planner does not read the primary key backwards through
 * the newer rows of every other organization.
 */
export interface ListedRows {
  readonly table: string;
  /** The id column. Ids sort by time, unless `time` is named. */
  readonly id: string;
  /** The column with the time at which a row was made, if its ids do not sort by time. These rows are never deleted. */
  readonly time?: string;
  readonly columns: readonly string[];
  /** Further conditions, such as those of the filters. */
  readonly where?: RawBuilder<unknown>;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor: string | null;
}

export interface PageParts {
  readonly database: Database;
  readonly cursors: Cursors;
}

/** Returns the page. Throws INVALID_CURSOR. */
export async function listPage<Row extends object>(
  listed: ListedRows,
  { limit, cursor, ...scope }: ListScope & PageQuery,
  { database, cursors }: PageParts,
): Promise<Page<Row>> {
  const after = cursor === undefined ? undefined : cursors.read(scope, cursor);
  // The extra row shows whether there is a next page.
  const { rows } = await pageQuery<Row>(listed, {
    organizationId: scope.organizationId,
    after,
    most: limit + 1,
  }).execute(database);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? (shown.at(-1) as Readonly<Record<string, unknown>>) : undefined;
  return { rows: shown, next_cursor: last === undefined ? null : cursors.write(scope, String(last[listed.id])) };
}

interface AskedRows {
  readonly organizationId: string;
  readonly after: string | undefined;
  readonly most: number;
}

/** Returns the query of a page. */
export function pageQuery<Row>(
  { table, id, time, columns, where }: ListedRows,
  { organizationId, after, most }: AskedRows,
): RawBuilder<Row> {
  const byId = sql`${sql.ref(id)} collate "C"`;
  const order = time === undefined ? [byId] : [sql`${sql.ref(time)}`, byId];
  const key = sql.join(order);
  const conditions = [
    sql`organization_id = ${organizationId}`,
    ...(where === undefined ? [] : [where]),
    ...(after === undefined ? [] : [sql`(${key}) < (${lastKey({ table, id, time }, after)})`]),
  ];
  return sql<Row>`
    select ${sql.join([id, ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(order.map((column) => sql`${column} desc`))} limit ${most}`;
}

/** Returns the sort key of the row with this id. */
function lastKey(
  { table, id, time }: { readonly table: string; readonly id: string; readonly time: string | undefined },
  after: string,
): RawBuilder<unknown> {
  if (time === undefined) return sql`${after}`;
  return sql`(select ${sql.ref(time)} from ${sql.table(table)} where ${sql.ref(id)} = ${after}), ${after}`;
}
