// Selects the rows of a list of one kind, and converts them to items.

import { sql } from "kysely";
import type { ListQuery } from "../contract/list-schemas.ts";
import { keptSince } from "../retention/deadlines.ts";
import type { ListedRows } from "../storage/list-page.ts";
import type { ListedKind, OwnerKind } from "../storage/owner-kind.ts";
import { isGone, type RetentionFacts } from "../storage/retention-facts.ts";

/** A kind of owner that has a list. */
export type KindWithList = OwnerKind & { readonly listed: ListedKind };

export interface AskedList extends Pick<ListQuery, "reference" | "status"> {
  readonly retentionDays: number | null;
  readonly now: Date;
}

const retentionColumns = ["finished_at", "delete_at", "acknowledged_at", "deleted_at"];

/** Returns the query of the rows. Its conditions are written as in the indexes (migration 0020). */
export function listedRows({ table, id, listed }: KindWithList, asked: AskedList): ListedRows {
  const { reference, status } = asked;
  const conditions = [
    status === "deleted" ? isDeleted(asked) : isKept(asked),
    ...(listed.idsBelow === undefined ? [] : [sql`${sql.ref(id)} collate "C" < ${listed.idsBelow}`]),
    ...(reference === undefined ? [] : [sql`reference = ${reference}`]),
    ...(status === undefined || status === "deleted" ? [] : [sql`status = ${status}`]),
  ];
  const columns = [...listed.columns, ...(listed.shown ?? []), ...(listed.contents ?? [])];
  return {
    table,
    id,
    ...(listed.time === undefined ? {} : { time: listed.time }),
    columns: [...new Set(["status", "reference", "created_at", ...retentionColumns, ...columns])],
    where: sql.join(conditions, sql` and `),
  };
}

/** Selects the rows that a read would answer. */
function isKept({ retentionDays, now }: AskedList) {
  const kept = sql`deleted_at is null and acknowledged_at is null and (delete_at is null or delete_at > ${now})`;
  if (retentionDays === null) return kept;
  return sql`${kept} and (finished_at is null or finished_at > ${keptSince(retentionDays, now)})`;
}

/**
 * Selects the deleted rows. Rows that have outlived the days of their organization and wait for the sweep are missing:
 * no index contains them, so for that minute they are in neither list.
 */
function isDeleted({ now }: AskedList) {
  return sql`(deleted_at is not null or delete_at is not null)
    and (deleted_at is not null or acknowledged_at is not null or delete_at <= ${now})`;
}

export type ListedRow = RetentionFacts & Readonly<Record<string, unknown>> & { readonly created_at: Date };

export function itemOf({ id, listed }: KindWithList, row: ListedRow, { retentionDays, now }: AskedList) {
  const isDeleted = isGone(row, retentionDays, now);
  const names = Object.entries(listed.names).map(([name, of]) => [name, isDeleted ? null : of(row)]);
  return {
    [id]: row[id],
    status: isDeleted ? "deleted" : row.status,
    reference: row.reference,
    ...Object.fromEntries(names),
    ...Object.fromEntries((listed.shown ?? []).map((column) => [column, row[column]])),
    ...Object.fromEntries((listed.contents ?? []).map((column) => [column, isDeleted ? null : row[column]])),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
