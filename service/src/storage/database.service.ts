// Tests the columns of all tables, and connections that the server cuts.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type Insertable, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import type { Tables } from "./schema.ts";
import { makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { makeTestOrganization } from "./testing/test-organization.ts";

let open: TestDatabase;
beforeAll(async () => {
  open = await makeTestDatabase();
});
afterAll(() => open.close());

const time = new Date("2026-03-04T05:06:07.089Z");
const digest = Buffer.alloc(32, 9);

type Row<Table extends keyof Tables> = Required<Insertable<Tables[Table]>>;

/** Returns a row of each table with every column filled, and the value that is read back if it differs. */
function rows(organization_id: string, account_id: string): { [Table in keyof Tables]: Row<Table> } {
  const created = { created_at: time, organization_id };
  const summary = json({ changes: 1, insertions: 1, deletions: 0, moves: 0, formats: 0, conflicts: 0 });
  const facts = { summary, notices: json([{ code: "A", message: "b", count: 1, actionable: true, sources: ["c"] }]) };
  return {
    organizations: {
      ...{ created_at: time, organization_id: randomUUID(), slug: "acme", name: "Acme", region: "uk", zero_day: true },
      ...{ retention_days: 30, document_limit: 0, instruction: true, ocr: true, data_key: digest, deleted_at: time },
    },
    accounts: { account_id: randomUUID(), address: "acme@versus.test", organization_id },
    keys: {
      ...{ ...created, key_id: "abcdefghijkl", account_id, name: "one", scopes: ["read", "write"] },
      ...{ secret_hash: digest, expires_at: time, last_used_at: time, revoked_at: time },
    },
    comparisons: {
      ...{ ...created, comparison_id: "cmp_1", account_id, status: "failed", finished_at: time, author: "a" },
      ...{ error: json({ code: "A", upstream_code: "B", message: "c" }), original_name: "o", modified_name: "m" },
      ...{ zero_day: true, delete_at: time, acknowledged_at: time, deleted_at: time, documents: 2, words: 3 },
      ...{ engine_version: "1", reference: "M-1", options: json({ granularity: "character", detectMoves: false }) },
      ...{ document_id: "doc_1", version_id: "ver_1", ...facts },
    },
    merges: {
      ...{ ...created, merge_id: "mrg_1", account_id, status: "failed", finished_at: time, original_name: "o" },
      ...{
        error: json({ code: "A", upstream_code: "B", message: "c" }),
        revisions: json([{ name: "r", author: "a" }]),
      },
      ...{ zero_day: false, delete_at: time, acknowledged_at: time, deleted_at: time, documents: 3, words: 4 },
      ...{ engine_version: "1", reference: "M-1", options: json({ formatting: "all" }), document_id: "doc_1" },
      ...facts,
    },
    files: {
      ...{ ...created, file_id: randomUUID(), account_id, kind: "upload", source_id: "edt_1", status: "failed" },
      ...{ finished_at: time, error: json({ code: "A", message: "b" }), file_name: "x.docx", size: 2 ** 40, words: 3 },
      ...{ zero_day: true, delete_at: time, acknowledged_at: time, deleted_at: time, engine_version: "1" },
      ...{ notices: json([{ code: "A", message: "b", count: 1 }]), reference: "M-1" },
    },
    creations: {
      ...{ ...created, creation_id: "crt_1", account_id, status: "failed", finished_at: time, file_name: "x.docx" },
      ...{ error: json({ code: "A", message: "b" }), file_id: randomUUID(), zero_day: true, delete_at: time },
      ...{ acknowledged_at: time, deleted_at: time, engine_version: "1", reference: "M-1" },
    },
    edits: {
      ...{
        ...created,
        edit_id: "edt_1",
        account_id,
        status: "failed",
        finished_at: time,
        source_file_id: randomUUID(),
        ...{ file_name: "x.docx", reference: "M-1" },
      },
      ...{ error: json({ code: "A", message: "b", details: [{ reason: "C", message: "d" }] }), file_id: randomUUID() },
      ...{ redline_file_id: randomUUID(), edit_count: 2, author: "a", date: "2026-03-04T05:06:07+01:00" },
      ...{ results: json([{ edit: 0, places: 1, paragraphs: [{ index: 3 }] }]), engine_version: "1", summary },
      ...{ from_instruction: true, zero_day: true, delete_at: time, acknowledged_at: time, deleted_at: time },
    },
    ...storedRows({ ...created, account_id }),
    objects: { ...created, object_key: "a/b", owner_id: "cmp_1", role: "original", sha256: digest, size: 2 ** 40 },
    artifacts: {
      ...{ owner_id: "cmp_1", format: "docx", status: "ready", object_key: "a/b", file_name: "x.docx" },
      ...{ error_code: "E", finished_at: time },
    },
    jobs: jobRow(created),
    usage_entries: {
      ...{ owner_id: "cmp_1", organization_id, counted_at: time, documents: 2, words: 10, given_back_at: time },
      ...{ key_id: "abcdefghijkl", reference: "M-1" },
    },
    idempotency: {
      ...{ ...created, idempotency_key: "k", path: "/v1/compare", digest, status: 202 },
      ...{ headers: json({ location: "/x" }), body: "{}", owner_id: "cmp_1", heard_at: time },
    },
    ...auditRows(organization_id),
    rate_buckets: { bucket: "key:all", tokens: 1.5, granted: 2, filled_at: time },
    ...serviceRows(),
    uploads: { owner_id: "cmp_1", organization_id, heard_at: time, given_up_at: time, removed_at: time },
    ...webhookRows(organization_id),
  };
}

function jobRow(created: Pick<Row<"jobs">, "created_at" | "organization_id">): Row<"jobs"> {
  return {
    ...{ ...created, job_id: randomUUID(), kind: "compare", owner_id: "cmp_1", state: "waiting", attempts: 1 },
    ...{ payload: json([1, "two", { three: 3 }]), start_after: time, admitted_at: time, started_at: time },
    ...{ finished_at: time, error_code: "E", upstream_code: "U", turn: 3, next_job_id: randomUUID(), waits_for: 2 },
    is_slow: true,
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  };
}

function serviceRows(): { installation: Row<"installation">; processes: Row<"processes"> } {
  return {
    processes: {
      ...{ process_id: "one", roles: ["api"], heard_at: time, journal_id: randomUUID() },
      ...{ version: "1.2.3", host: "worker-1", children: 2 },
    },
    installation: {
      ...{ only_row: true, installation_id: randomUUID(), generation: 1, created_at: time },
      ...{ restores: 1, restoring_from: randomUUID(), journal_id: randomUUID() },
      ...{ held_orphans: 2, held_at: time, trusted_at: time },
    },
  };
}

function auditRows(organization_id: string): { audit_entries: Row<"audit_entries">; audit_chain: Row<"audit_chain"> } {
  return {
    audit_entries: {
      ...{ at: time, organization_id, payload: "{}", salt: digest, payload_hash: digest, place: 1, seal: digest },
      erased_in: randomUUID(),
    },
    audit_chain: { only_one: true, place: 1, seal: digest },
  };
}

function webhookRows(organization_id: string) {
  const created = { created_at: time, organization_id };
  return {
    webhooks: {
      ...{
        ...created,
        webhook_id: "whk_1",
        url: "https://a.test/",
        events: ["*"],
        description: "d",
        status: "active" as const,
      },
      ...{ secret: digest, old_secret: digest, old_secret_until: time, failing_since: time },
    },
    webhook_messages: { ...created, webhook_id: "whk_1", event_id: "evt_1", type: "a.b", body: "{}", attempts: 2 },
    webhook_deliveries: {
      ...{
        organization_id,
        webhook_id: "whk_1",
        event_id: "evt_1",
        type: "a.b",
        attempt: 2,
        status: "failed" as const,
      },
      ...{ response_status: 500, at: time },
    },
    limit_notices: { organization_id, month: time },
  };
}

function storedRows(created: { created_at: Date; organization_id: string; account_id: string }): {
  documents: Row<"documents">;
  versions: Row<"versions">;
} {
  return {
    documents: {
      ...{ ...created, document_id: "doc_1", updated_at: time, name: "n", description: "d" },
      ...{
        metadata: json({ a: "b" }),
        reference: "M-1",
        next_number: 2,
        status: "ready",
        finished_at: time,
        zero_day: false,
      },
      ...{ delete_at: time, acknowledged_at: time, deleted_at: time },
    },
    versions: {
      ...{ ...created, version_id: "ver_1", document_id: "doc_1", updated_at: time, number: 1 },
      ...{ kind: "merge", parent_version_id: "ver_0", merge_id: "mrg_1", redline_id: "rdl_1", name: "n" },
      ...{ merged_version_ids: ["ver_2", "ver_3"] },
      ...{ file_name: "n.docx", author: "a", description: "d", metadata: json({ a: "b" }), status: "failed" },
      ...{ error: json({ code: "A", upstream_code: "B", message: "c" }), words: 3, engine_version: "1" },
      ...{ history_engine_version: "1" },
      ...{
        reference: "M-1",
        finished_at: time,
        zero_day: false,
        delete_at: time,
        acknowledged_at: time,
        deleted_at: time,
      },
    },
  };
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/** Values that differ from those of `parsed`: the numbers that the database gives, and one text. */
const numbered: Partial<Record<keyof Tables, object>> = {
  // The payload of an audit entry is read back as text, although other tables have a JSON column of that name.
  audit_entries: { entry_id: 1, payload: "{}" },
  webhook_deliveries: { delivery_id: 1 },
};

test("every column of every table holds what is written into it, and there is no column besides", async () => {
  const { organizationId, accountId } = await makeTestOrganization(open.database);
  const written = rows(organizationId, accountId);
  for (const table of Object.keys(written) as (keyof Tables)[]) {
    const values = written[table];
    const read = await open.database.insertInto(table).values(values).returningAll().executeTakeFirstOrThrow();
    expect(read).toEqual({ ...parsed(values), ...numbered[table] });
  }
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(open.database);
  expect(tables.rows.map(({ name }) => name).sort()).toEqual([...Object.keys(written), "migrations"].sort());
});

const jsonColumns: ReadonlySet<string> = new Set(
  "error payload headers details options results revisions notices metadata summary".split(" "),
);

// Returns JSON columns as values. JSON is written as text and read as the value.
function parsed(values: object): object {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, jsonColumns.has(name) && typeof value === "string" ? JSON.parse(value) : value];
  });
  return Object.fromEntries(entries);
}

test("a test's database is its own", async () => {
  const other = await makeTestDatabase();
  await makeTestOrganization(open.database);
  const { count } = await other.database
    .selectFrom("organizations")
    .select((all) => all.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  await other.close();
  expect(count).toBe(0);
});

test("a number too large to be exact is an error, not another number", async () => {
  const asked = sql`select 9007199254740993::bigint as large`.execute(open.database);
  await expect(asked).rejects.toThrow("cannot be held exactly");
});

const ownId = sql<{ id: number }>`select pg_backend_pid() as id`;

test("an idle connection that the server cuts does not end the process, and the next query opens another", async () => {
  const { database, pool, close } = openDatabase({ url: open.url, poolSize: 1 });
  const cut = once(pool, "error");
  const { rows: first } = await ownId.execute(database);
  await sql`select pg_terminate_backend(${first[0]?.id})`.execute(open.database);
  await cut;
  const { rows: second } = await ownId.execute(database);
  await close();
  expect(second[0]?.id).not.toBe(first[0]?.id);
});

test("a connection cut between two queries of a transaction fails the second, not the process", async () => {
  const { database, pool, close } = openDatabase({ url: open.url, poolSize: 1 });
  const connected = once(pool, "connect");
  const work = database.transaction().execute(async (transaction) => {
    const { rows: own } = await ownId.execute(transaction);
    const [client] = await connected;
    // An error comes before the end, and `once` of events would reject with it.
    const cut = new Promise((resolve) => client.once("end", resolve));
    await sql`select pg_terminate_backend(${own[0]?.id})`.execute(open.database);
    await cut;
    await ownId.execute(transaction);
  });
  await expect(work).rejects.toThrow();
  expect((await ownId.execute(database)).rows).toHaveLength(1);
  await close();
});

test("a connection that must be encrypted is refused by a server that cannot", async () => {
  const { database, close } = openDatabase({ url: open.url, tls: {} });
  await expect(sql`select 1`.execute(database)).rejects.toThrow("SSL");
  await close();
});
