// Starts one Postgres for a whole run of tests and provides its address.
//
// Each test file makes its own database in it.

import type { TestProject } from "vitest/node";
import { startPostgres } from "./start-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
