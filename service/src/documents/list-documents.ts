// Lists documents for GET /v1/documents.
//
// The newest id comes first, so a change of a document does not move it to another page.

import { sql } from "kysely";
import type { CallerOrganization } from "../contract/app.ts";
import type { DocumentResource } from "../contract/document-schemas.ts";
import type { Clock } from "../contract/ids.ts";
import type { PageQuery } from "../contract/lists.ts";
import { keptSince } from "../retention/deadlines.ts";
import { listPage, type PageParts } from "../storage/list-page.ts";
import { documentOwner } from "./owner.ts";
import { countVersions, type DocumentRow } from "./queries.ts";
import { documentResource } from "./rules.ts";

const columns = ["name", "description", "metadata", "reference", "created_at", "updated_at"];

/** Returns a page of documents with the number of their versions, and the next cursor. Throws INVALID_CURSOR. */
export async function listDocuments(
  query: PageQuery,
  { organizationId, retentionDays }: CallerOrganization,
  parts: PageParts & { readonly clock: Clock },
): Promise<{ documents: DocumentResource[]; next_cursor: string | null }> {
  const kept = sql`acknowledged_at is null and deleted_at is null`;
  const where =
    retentionDays === null ? kept : sql`${kept} and finished_at > ${keptSince(retentionDays, parts.clock())}`;
  const { table, id, path } = documentOwner;
  const scope = { organizationId, list: path, filters: {}, ...query };
  const { rows, next_cursor } = await listPage<DocumentRow>({ table, id, columns, where }, scope, parts);
  const counts = await countVersions(
    parts.database,
    rows.map((row) => row.document_id),
  );
  const none = { count: 0, latest: null };
  return { documents: rows.map((row) => documentResource(row, counts.get(row.document_id) ?? none)), next_cursor };
}
