// Defines the projects of tests.
//
// The engine's tests are pure, so their files may share one module graph (isolation costs seven times the time). A
// preload makes every impure call from engine source throw. Slow tests of all packages are a separate project. The
// service has two projects: `service` needs only Node, `service-parts` (files *.service.ts) needs real servers.

import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const purityPreload = join(import.meta.dirname, "engine/purity.setup.ts");
const postgresForTests = join(import.meta.dirname, "tools/servers/postgres-for-tests.ts");

/** Tests that start programs, wait, or read documents for seconds. Only `npm run check:all` runs them. */
const slowTests = [
  "clients/{cli,mcp}/src/**/*.test.ts",
  "service/src/http/store-away.test.ts",
  "service/src/jobs/sandbox.test.ts",
  "proof/corpus/*/*.test.ts",
  "proof/fuzz/run-target.test.ts",
  "proof/oracles/*.test.ts",
  "proof/viewer/*.test.ts",
  "tools/pack/api-reference.test.ts",
  "tools/readme/*.test.ts",
];

const exclude = [...configDefaults.exclude, ...slowTests];

export default defineConfig({
  test: {
    pool: "threads",
    isolate: false,
    watch: false,
    // The default would leave one of two cores idle, and tests with real servers mostly wait.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "engine", include: ["engine/**/*.test.ts"], setupFiles: [purityPreload], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: "tools", include: ["{tools,proof,bench,viewer}/**/*.test.ts"], exclude, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: "service", include: ["service/**/*.test.ts"], exclude, testTimeout: 60_000 },
      },
      { extends: true, test: { name: "slow", include: slowTests, testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: "service-parts",
          include: ["service/**/*.service.ts", "clients/**/*.service.ts", "{tools,proof}/**/*.service.ts"],
          globalSetup: [postgresForTests],
          // A generous limit, not a bar: tests of durations measure them.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "clients",
          include: ["clients/**/*.test.ts", "acceptance/**/*.test.ts"],
          exclude,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
