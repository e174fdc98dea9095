// Tests that unused files, exports and dependencies are reported.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";

const repository = join(import.meta.dirname, "../..");

test("an unused file, export and dependency are reported, and what a test or an entry uses is not", () => {
  const root = makeTree({
    "package.json": `{ "name": "versus", "workspaces": ["engine", "tools", "bench"] }`,
    "knip.json": readFileSync(join(repository, "knip.json"), "utf8"),
    "bench/package.json": `{ "name": "@versus/bench" }`,
    "tools/package.json": `{ "name": "@versus/tools" }`,
    "tools/corpus/main.ts": `import { walk } from "./walk.ts";\nwalk();\n`,
    "tools/corpus/walk.ts": "export function walk() {}\n",
    "engine/package.json": `{ "name": "@versus/engine", "exports": "./src/index.ts", "dependencies": { "left": "1" } }`,
    "engine/src/index.ts": `export { used } from "./some.ts";\n`,
    "engine/src/some.ts": "export const used = 1;\nexport const tested = 2;\nexport const forgotten = 3;\n",
    "engine/src/some.test.ts": `import { tested } from "./some.ts";\ntested;\n`,
    "engine/src/lost.ts": "export const lost = 1;\n",
  });
  const finder = join(repository, "node_modules/knip/bin/knip.js");
  const { stdout } = spawnSync(process.execPath, [finder, "--reporter", "compact", "--no-config-hints"], {
    cwd: root,
    encoding: "utf8",
  });
  const reported = stdout.split("\n").filter((line) => line.includes(":"));
  expect(reported).toEqual([
    "engine/src/lost.ts: engine/src/lost.ts",
    "engine/package.json: left",
    "engine/src/some.ts: forgotten",
  ]);
});
