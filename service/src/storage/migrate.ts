// Brings a database to the state this version needs: the SQL files of migrations/, in order, each once, all in one
// transaction. An advisory lock makes a second process that starts at the same time wait and then find nothing to do;
// it needs a connection straight to the server, not one pooled by transaction.

import { join } from "node:path";
import { runner } from "node-pg-migrate";
import type { DatabaseConfig } from "./database.ts";

const folder = join(import.meta.dirname, "migrations");
const table = "migrations";

/** Applies what is missing and gives its names, oldest first. */
export async function migrate(url: string, tls?: DatabaseConfig["tls"]): Promise<string[]> {
  return run({ direction: "up", url, tls });
}

/** Takes back the last `count` migrations, with their data, and gives their names, newest first. */
export async function revert(url: string, count: number): Promise<string[]> {
  return run({ direction: "down", url, tls: undefined, count });
}

interface Run {
  readonly direction: "up" | "down";
  readonly url: string;
  readonly tls: DatabaseConfig["tls"] | undefined;
  readonly count?: number;
}

async function run({ direction, url, tls, count }: Run): Promise<string[]> {
  const applied = await runner({
    databaseUrl: {
      connectionString: url,
      ...(tls === undefined ? {} : { ssl: { rejectUnauthorized: true, ...tls } }),
    },
    dir: folder,
    migrationsTable: table,
    direction,
    singleTransaction: true,
    advisoryLockMode: "wait",
    logger: silent,
    ...(count === undefined ? {} : { count }),
  });
  return applied.map(({ name }) => name);
}

// What was applied is returned and what went wrong is thrown; the runner's own talk is not needed.
const silent = { info: () => {}, warn: () => {}, error: () => {} };
