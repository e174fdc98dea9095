// Makes a database for each test file, in milliseconds, as a copy of one that was migrated once.
//
// tools/servers/postgres-for-tests.ts starts the server for the run.

import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type OpenDatabase, openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";

/** A database with every table and no rows; `close` drops it. */
export interface TestDatabase extends OpenDatabase {
  readonly url: string;
}

/** Call in `beforeAll`, and `close` in `afterAll`. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const template = await prepareTemplate(server);
  const url = await cloneDatabase(server, template);
  const open = openDatabase({ url });
  return {
    ...open,
    url,
    close: async () => {
      await open.close();
      await dropDatabase(server, url);
    },
  };
}

/** Copies `template` under a new name. Returns the address. */
async function cloneDatabase(server: string, template: string): Promise<string> {
  const name = `versus_test_${randomBytes(8).toString("hex")}`;
  await ask(server, (client) => client.query(`create database ${name} template ${template}`));
  return addressOf(server, name);
}

/** Makes an empty database, without our tables. */
export async function makeEmptyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = inject("postgresUrl");
  const url = await cloneDatabase(server, "template0");
  return { url, drop: () => dropDatabase(server, url) };
}

// A connection that is being closed remains for a moment. Only one that stays longer is cut, because cutting causes an
// error in its process that nobody listens for.
async function dropDatabase(server: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await ask(server, async (client) => {
    for (let tries = 0; tries < 100; tries++) {
      const left = await client.query("select 1 from pg_stat_activity where datname = $1", [name]);
      if (left.rowCount === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

// The template is named by the digest of the migrations, so that a server that outlives the run never uses an old one.
// The holder of the lock makes it; it gets its name when it is complete.
async function prepareTemplate(server: string): Promise<string> {
  const name = `versus_template_${migrationsDigest()}`;
  await ask(server, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount !== 0) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template template0`);
    await migrate(addressOf(server, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

function migrationsDigest(): string {
  const folder = join(import.meta.dirname, "../migrations");
  const digest = createHash("sha256");
  for (const file of readdirSync(folder).sort()) digest.update(file).update(readFileSync(join(folder, file)));
  return digest.digest("hex").slice(0, 16);
}

async function ask(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
