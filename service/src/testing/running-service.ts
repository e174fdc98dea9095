// Runs the whole service in this process, over a real database and a disk store, as `serve` starts it.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, type Environment, readConfig } from "../config.ts";
import { type Role, type RunningService, serve } from "../main.ts";
import { migrateConfigured } from "../migrate-configured.ts";
import { type Operator, openOperator } from "../operator.ts";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";

export interface ServiceBench {
  readonly config: Config;
  readonly operator: Operator;
  readonly database: TestDatabase;
  readonly storeFolder: string;
  /** The value of VERSUS_MASTER_KEY. */
  readonly masterKey: string;
  /** The lines of the log. */
  readonly lines: string[];
  /** Starts the service. `close` stops it if the test did not. */
  start(...roles: Role[]): Promise<RunningService>;
  close(): Promise<void>;
}

export async function makeServiceBench(settings: Environment = {}): Promise<ServiceBench> {
  const database = await makeTestDatabase();
  const storeFolder = mkdtempSync(join(tmpdir(), "versus-service-"));
  const masterKey = `1:${randomBytes(32).toString("base64")}`;
  const environment: Environment = {
    VERSUS_ENVIRONMENT: "development",
    DATABASE_URL: database.url,
    VERSUS_STORE: `disk:${storeFolder}`,
    VERSUS_PORT: String(await freePort()),
    VERSUS_MASTER_KEY: masterKey,
    VERSUS_CHILDREN: "1",
    ...settings,
  };
  const { config } = readConfig(environment, String);
  await migrateConfigured(config);
  const operator = openOperator(config, "operator:test");
  const lines: string[] = [];
  const running = new Set<RunningService>();
  return {
    config,
    operator,
    database,
    storeFolder,
    masterKey,
    lines,
    start: async (...roles) => {
      const service = await serve(config, { roles, write: (line) => lines.push(line) });
      const started = {
        ...service,
        stop: () => {
          running.delete(started);
          return service.stop();
        },
      };
      running.add(started);
      return started;
    },
    close: async () => {
      for (const service of running) await service.stop();
      await operator.close();
      await database.close();
      rmSync(storeFolder, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
