// Tests the lists of every kind of owner with many rows.

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { ownersOf, slices } from "../register-slices.ts";
import { pageQuery } from "../storage/list-page.ts";
import { type KindWithList, listedRows } from "./listed-rows.ts";
import { addRows } from "./testing/many-rows.ts";

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const kinds = ownersOf(slices).filter((kind): kind is KindWithList => kind.listed !== undefined);

interface Page {
  readonly ids: readonly string[];
  readonly next: string | null;
}

async function page(kind: KindWithList, tenant: Tenant, query: string): Promise<Page> {
  const reply = await service.call(tenant, "GET", `${kind.path}?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const { next_cursor: next, ...rest } = reply.json();
  return { ids: rest[kind.listed.plural].map((row: Record<string, string>) => row[kind.id]), next };
}

async function everyPage(
  kind: KindWithList,
  tenant: Tenant,
  query: string,
  between?: (page: Page) => Promise<unknown>,
) {
  const ids: string[] = [];
  for (let cursor = ""; ; ) {
    const shown = await page(kind, tenant, query + cursor);
    ids.push(...shown.ids);
    await between?.(shown);
    if (shown.next === null) return ids;
    cursor = `&cursor=${shown.next}`;
  }
}

async function idsOf({ table, id }: KindWithList, tenant: Tenant, where = "true"): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(id)} as id from ${sql.table(table)}
    where organization_id = ${tenant.organizationId} and ${sql.raw(where)}
    order by created_at desc, ${sql.ref(id)} desc`.execute(service.database);
  return rows.map((row) => row.id);
}

test("[SRV-100] every kind that callers make directly has a list", () => {
  expect(kinds.map(({ path }) => path)).toEqual(["/v1/compare", "/v1/merge", "/v1/files", "/v1/create", "/v1/edit"]);
});

describe.each(kinds)("the list of $listed.plural", (kind) => {
  writePageTests(kind);
  writeRefusalTests(kind);
});

/** Creates an organization with 700 rows; another organization has newer rows. */
async function addListed(kind: KindWithList): Promise<Tenant> {
  const [tenant, other] = [await service.addTenant(), await service.addTenant()];
  await addRows(service.database, kind, { ...tenant, from: rowsMade + 1, count: 700 });
  await addRows(service.database, kind, { ...other, from: rowsMade + 701, count: 300 });
  rowsMade += 1000;
  return tenant;
}

let rowsMade = 0;

function writePageTests(kind: KindWithList): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await addListed(kind);
  });

  test.each([
    ["", "deleted_at is null"],
    ["status=ready", "deleted_at is null and status = 'ready'"],
    ["status=failed", "deleted_at is null and status = 'failed'"],
    ["status=processing", "false"],
    ["status=deleted", "deleted_at is not null"],
    ["reference=M-3", "deleted_at is null and reference = 'M-3'"],
    ["reference=M-3&status=ready", "deleted_at is null and reference = 'M-3' and status = 'ready'"],
    ["reference=M-3&status=deleted", "false"],
    ["reference=none", "false"],
  ])("[SRV-101] ?%s is every row of the organization for which %s, newest first", async (query, where) => {
    expect(await everyPage(kind, tenant, `limit=37&${query}`)).toEqual(await idsOf(kind, tenant, where));
  });

  test("[SRV-101] a page has 50 rows unless the caller says how many, and the last says that it is", async () => {
    expect((await page(kind, tenant, "")).ids).toHaveLength(50);
    expect((await page(kind, tenant, "limit=200")).ids).toHaveLength(200);
    const count = (await idsOf(kind, tenant, "status = 'failed' and deleted_at is null")).length;
    expect(await page(kind, tenant, `status=failed&limit=${count}`)).toMatchObject({ next: null });
    expect((await page(kind, tenant, `status=failed&limit=${count - 1}`)).next).toBeTypeOf("string");
  });

  test("[SRV-103] every page is read in the order of an index, whatever its filters", async () => {
    await sql`analyze ${sql.table(kind.table)}`.execute(service.database);
    const [after] = await idsOf(kind, tenant, "deleted_at is null and status = 'ready'");
    const { organizationId } = tenant;
    const now = service.clock.read();
    const names = "listed|by_status|by_reference|ending|ending_by_reference|by_organization";
    const indexes = new RegExp(`Index Scan (?:Backward )?using ${kind.table}_(?:${names}) `);
    for (const reference of [undefined, "M-3"]) {
      for (const status of [undefined, "ready", "failed", "processing", "deleted"] as const) {
        for (const retentionDays of [null, 3650]) {
          const rows = listedRows(kind, { reference, status, retentionDays, now });
          for (const asked of [undefined, after]) {
            const plan = await planOf(pageQuery(rows, { organizationId, after: asked, most: 51 }));
            expect(plan, JSON.stringify({ reference, status })).toMatch(indexes);
            expect(plan).not.toMatch(/Seq Scan|-> {2}Sort|Backward using \w+_pkey/);
          }
        }
      }
    }
  });
}

function writeRefusalTests(kind: KindWithList): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await addListed(kind);
  });

  test("[SRV-102] a cursor of another organization, list, filter or spelling is refused", async () => {
    const { next } = await page(kind, tenant, "limit=5&status=ready");
    const stranger = await service.addTenant();
    const ask = (whose: Tenant, path: string, query: string) => service.call(whose, "GET", `${path}?${query}`);
    const other = kinds.find(({ path }) => path !== kind.path)!;
    for (const reply of [
      ask(stranger, kind.path, `status=ready&cursor=${next}`),
      ask(tenant, other.path, `status=ready&cursor=${next}`),
      ask(tenant, kind.path, `cursor=${next}`),
      ask(tenant, kind.path, `status=ready&reference=M-3&cursor=${next}`),
      ask(tenant, kind.path, `status=ready&cursor=${next?.slice(1)}`),
      ask(tenant, kind.path, "cursor="),
    ]) {
      expect(refusal(await reply)).toBe("400 INVALID_CURSOR");
    }
    expect((await ask(tenant, kind.path, `limit=9&status=ready&cursor=${next}`)).statusCode).toBe(200);
  });

  test.each([
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=1&limit=2",
    "status=gone",
    "reference=",
    `reference=${"x".repeat(201)}`,
    "reference=a%00b",
    "cursor=a&cursor=b",
  ])("[SRV-102] %.30s is refused and named", async (query) => {
    const reply = await service.call(tenant, "GET", `${kind.path}?${query}`);
    expect(refusal(reply)).toBe("422 VALIDATION_ERROR");
    expect(reply.json().error.details[0].field).toBe(query.split("=")[0]);
  });
}

describe("a list of 10,000", () => {
  const [kind] = kinds as [KindWithList];
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await service.addTenant();
    await addRows(service.database, kind, { ...tenant, from: 1_000_001, count: 11_800 });
  });

  async function change(ids: readonly string[], set: string): Promise<void> {
    await sql`
      update comparisons set ${sql.raw(set)} where comparison_id = any(${ids}::text[])`.execute(service.database);
  }

  test("[SRV-104] misses none and shows none twice while others are added, changed and deleted", async () => {
    const before = await idsOf(kind, tenant, "deleted_at is null");
    expect(before.length).toBeGreaterThan(10_000);
    const deleted = new Set<string>();
    let pages = 0;
    const seen = await everyPage(kind, tenant, "", async ({ ids }) => {
      pages++;
      await addRows(service.database, kind, { ...tenant, from: 2_000_000 + 3 * pages, count: 3 });
      const at = before.indexOf(ids.at(-1)!);
      // Delete a listed row, the last listed row, which the cursor names, and one of a later page.
      const gone = [ids[7], pages % 2 === 0 ? ids.at(-1) : undefined, before[at + 60]].filter((id) => id !== undefined);
      await change(gone, "deleted_at = created_at, original_name = ''");
      await change([before[at + 3]!, ids[3]!], "status = 'failed'");
      for (const id of gone) if (!ids.includes(id)) deleted.add(id);
    });
    expect(pages).toBeGreaterThan(200);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(before.filter((id) => !deleted.has(id)));
  });

  test("[SRV-103] costs no more on its 200th page than on its first", async () => {
    const kept = await idsOf(kind, tenant, "deleted_at is null");
    const rows = listedRows(kind, {
      reference: undefined,
      status: undefined,
      retentionDays: null,
      now: service.clock.read(),
    });
    const blocks = async (after: string | undefined): Promise<number> => {
      const query = pageQuery(rows, { organizationId: tenant.organizationId, after, most: 51 });
      const plan = await sql<Record<string, string>>`explain (analyze, buffers) ${query}`.execute(service.database);
      const told = plan.rows.map((row) => row["QUERY PLAN"]).find((line) => line?.includes("Buffers:"));
      return [...(told ?? "").matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    await sql`analyze comparisons`.execute(service.database);
    await blocks(undefined);
    expect(await blocks(kept[199 * 50])).toBeLessThanOrEqual(2 * (await blocks(undefined)));
  });
});

/** Returns the plan for a large table. In a small table it is cheaper to read and sort all matching rows. */
async function planOf(query: ReturnType<typeof pageQuery>): Promise<string> {
  return service.database.transaction().execute(async (transaction) => {
    for (const way of ["seqscan", "bitmapscan", "sort"]) {
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(transaction);
    }
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(transaction);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}
