// Tests the pages of a long list of documents while documents change.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { DocumentListResponse } from "../contract/document-schemas.ts";

let service: WholeService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startWholeService();
  tenant = await service.addTenant();
});
afterAll(() => service.close());

/** Inserts documents with one version each, directly into the database. Higher numbers are newer. */
async function addDocuments(from: number, count: number): Promise<void> {
  await sql`
    insert into documents (document_id, organization_id, account_id, created_at, updated_at, name, next_number, status,
      finished_at, zero_day)
    select 'doc_' || lpad(n::text, 26, '0'), ${tenant.organizationId}, ${tenant.accountId}, at, at, 'a', 2, 'ready', at, false
    from generate_series(${from}::integer, ${from + count - 1}::integer) as n,
      lateral (select timestamptz '2026-03-01Z' as at) as times`.execute(service.database);
  await sql`
    insert into versions (version_id, document_id, organization_id, account_id, created_at, updated_at, number, kind, name,
      file_name, status, zero_day)
    select replace(document_id, 'doc_', 'ver_'), document_id, organization_id, account_id, created_at, updated_at, 1, 'upload',
      'a', 'a.docx', 'ready', false
    from documents
    where document_id = any(${Array.from({ length: count }, (_, at) => idOf(from + at))}::text[])`.execute(
    service.database,
  );
}

const idOf = (number: number): string => `doc_${String(number).padStart(26, "0")}`;

async function change(numbers: readonly number[], set: string): Promise<void> {
  await sql`update documents set ${sql.raw(set)} where document_id = any(${numbers.map(idOf)}::text[])`.execute(
    service.database,
  );
}

test("[SRV-104] 10,000 documents are listed, none missed and none twice, while others are added, changed and deleted", async () => {
  const [first, count] = [1_000_000, 10_400];
  await addDocuments(first, count);
  const seen: string[] = [];
  const deleted = new Set<string>();
  let cursor = "";
  let pages = 0;
  do {
    const reply = await service.call(tenant, "GET", `/v1/documents?limit=50${cursor}`);
    const { documents, next_cursor: next } = DocumentListResponse.parse(reply.json());
    seen.push(...documents.map(({ document_id: id }) => id));
    pages += 1;
    const last = first + count - pages * 50;
    await addDocuments(2_000_000 + pages * 3, 3);
    // Delete the last listed document, which the cursor names, and one of a later page. Change documents on both sides.
    const gone = [last, last - 60].filter((number) => number >= first);
    await change(gone, "deleted_at = created_at, name = ''");
    await change([last + 5, last - 5], "name = 'b', updated_at = updated_at + interval '1 day'");
    if (last - 60 >= first) deleted.add(idOf(last - 60));
    if (next === null) break;
    cursor = `&cursor=${next}`;
  } while (pages < 1_000);
  expect(pages).toBeGreaterThan(200);
  expect(new Set(seen).size).toBe(seen.length);
  const wanted = Array.from({ length: count }, (_, at) => idOf(first + count - 1 - at));
  expect(wanted.filter((id) => !seen.includes(id) && !deleted.has(id))).toEqual([]);
  const other = await service.addTenant();
  expect(refusal(await service.call(other, "GET", `/v1/documents?limit=50${cursor}`))).toBe("400 INVALID_CURSOR");
});
