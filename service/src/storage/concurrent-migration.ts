// Runs `concurrent` migrations: statements that block no writer and run outside a transaction.
//
// A killed process leaves some statements done, and perhaps an invalid index. Before each statement the catalog is
// read. Statements that are done are skipped; those that were begun are finished or begun again.

import type pg from "pg";

/** Seconds that a migration waits for a lock that makes writers wait. */
export const lockSeconds = 1;

type Statement =
  | { readonly does: "create index" | "drop index"; readonly name: string; readonly text: string }
  | { readonly does: "validate constraint"; readonly text: string }
  | { readonly does: "detach partition"; readonly name: string; readonly table: string; readonly text: string };

const createIndex = /^create (?:unique )?index concurrently ([a-z_]\w*) on /i;
const dropIndex = /^drop index concurrently ([a-z_]\w*)$/i;
const validate = /^alter table [a-z_]\w* validate constraint [a-z_]\w*$/i;
const detach = /^alter table ([a-z_]\w*) detach partition ([a-z_]\w*) concurrently$/i;

/** Throws if the section of the migration contains any other statement. */
export function requireConcurrent(migration: string, section: string): void {
  for (const text of statementsOf(section)) {
    if (readStatement(text) !== undefined) continue;
    throw new Error(
      `The migration ${migration} is concurrent and holds "${text}". Allowed are: create index concurrently NAME on ..., drop index concurrently NAME, alter table ... validate constraint NAME, alter table ... detach partition NAME concurrently.`,
    );
  }
}

/** Runs the statements of a section that are not done yet. */
export async function runConcurrent(client: pg.Client, section: string): Promise<void> {
  for (const text of statementsOf(section)) {
    const statement = readStatement(text);
    if (statement !== undefined) await runStatement(client, statement);
  }
}

async function runStatement(client: pg.Client, statement: Statement): Promise<void> {
  const { does, text } = statement;
  if (does === "validate constraint") {
    await client.query(text);
  } else if (does === "detach partition") {
    const state = await partitionState(client, statement);
    const finalize = `alter table ${statement.table} detach partition ${statement.name} finalize`;
    if (state !== "gone") await withLockTimeout(client, state === "leaving" ? finalize : text);
  } else {
    const state = await indexState(client, statement.name);
    if (does === "create index" && state === "invalid") {
      await client.query(`drop index concurrently ${statement.name}`);
    }
    const isDone = does === "create index" ? state === "valid" : state === "missing";
    if (!isDone) await client.query(text);
  }
}

/**
 * Runs a detaching statement, which finally locks the partition against writers. The locks of the other statements
 * block nobody.
 */
async function withLockTimeout(client: pg.Client, text: string): Promise<void> {
  await client.query(`set lock_timeout = '${lockSeconds}s'`);
  try {
    await client.query(text);
  } finally {
    await client.query("set lock_timeout = 0");
  }
}

async function indexState(client: pg.Client, name: string): Promise<"missing" | "invalid" | "valid"> {
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [name],
  );
  if (rows[0] === undefined) return "missing";
  return rows[0].valid ? "valid" : "invalid";
}

async function partitionState(
  client: pg.Client,
  { name, table }: { readonly name: string; readonly table: string },
): Promise<"gone" | "leaving" | "attached"> {
  const { rows } = await client.query<{ leaving: boolean }>(
    "select inhdetachpending as leaving from pg_inherits where inhrelid = to_regclass($1) and inhparent = to_regclass($2)",
    [name, table],
  );
  if (rows[0] === undefined) return "gone";
  return rows[0].leaving ? "leaving" : "attached";
}

/** Splits a section into statements. A statement ends with a semicolon at the end of a line. */
function statementsOf(section: string): string[] {
  return section
    .replaceAll(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "");
}

function readStatement(text: string): Statement | undefined {
  const created = createIndex.exec(text)?.[1];
  if (created !== undefined) return { does: "create index", name: created, text };
  const dropped = dropIndex.exec(text)?.[1];
  if (dropped !== undefined) return { does: "drop index", name: dropped, text };
  if (validate.test(text)) return { does: "validate constraint", text };
  const [, table, name] = detach.exec(text) ?? [];
  if (table === undefined || name === undefined) return undefined;
  return { does: "detach partition", name, table, text };
}
