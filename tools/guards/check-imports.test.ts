// Tests edges that the import table permits and refuses.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";
import { checkImports } from "./check-imports.ts";

// Files that a checkout has besides its sources: the engine and the sdk linked as npm links workspaces, and two
// packages.
const installed = {
  "engine/package.json": `{ "name": "@versus/engine", "exports": { ".": "./src/index.ts" } }`,
  "clients/sdk/package.json": `{ "name": "@versus/sdk", "exports": { ".": "./src/index.ts" } }`,
  "node_modules/left/package.json": `{ "name": "left", "main": "index.js" }`,
  "node_modules/left/index.js": "export const left = 1;",
  "node_modules/vitest/package.json": `{ "name": "vitest", "main": "index.js" }`,
  "node_modules/vitest/index.js": "export const test = 1;",
};
const links = {
  "node_modules/@versus/engine": "../../engine",
  "node_modules/@versus/sdk": "../../clients/sdk",
};

// Makes a tree from pairs of a file and its import. A file that is only imported exists and is empty.
function treeOf(edges: readonly (readonly [from: string, statement: string])[]): string {
  const files: Record<string, string> = { ...installed };
  for (const [from, statement] of edges) files[from] = `${files[from] ?? ""}${statement}\n`;
  for (const [from, statement] of edges) {
    for (const [, target = ""] of statement.matchAll(/"(\.[^"]+)"/g)) {
      files[join(from, "..", target)] ??= "export const nothing = 0;\n";
    }
  }
  return makeTree(files, links);
}

async function refused(edges: readonly (readonly [string, string])[]): Promise<string[]> {
  const root = treeOf(edges);
  const { problems } = await checkImports(root);
  return problems.map(({ rule, from }) => `${rule}: ${from}`).sort();
}

test("an edge the table lists passes", async () => {
  const root = treeOf([
    ["engine/src/index.ts", `export { task } from "./tasks/task.ts";`],
    ["engine/src/tasks/task.ts", `import { a } from "../compare/rows.ts"; import { b } from "../align/spine.ts";`],
    [
      "engine/src/compare/rows.ts",
      `import { a } from "../revisions/list.ts"; import { b } from "../ooxml/xml/tree.ts";`,
    ],
    ["engine/src/revisions/list.ts", `import { a } from "../document/runs.ts";`],
    [
      "engine/src/ooxml/xml/tree.ts",
      `import { a } from "../limits.ts"; import { b } from "../../failures/failure.ts";`,
    ],
    ["engine/src/align/spine.test.ts", `import { test } from "vitest"; import { readFileSync } from "node:fs";`],
    ["engine/src/align/spine.test.ts", `import { b } from "./spine.ts"; import { c } from "../../platform/codec.ts";`],
    ["engine/platform/codec.ts", `import { inflate } from "node:zlib";`],
    [
      "service/src/edits/routes.ts",
      `import { a } from "../documents/rules.ts"; import { b } from "../storage/blobs.ts";`,
    ],
    ["service/src/edits/run-edit.ts", `import { a } from "@versus/engine"; import { b } from "left";`],
    ["viewer/src/page.ts", `import type { a } from "@versus/engine";`],
    ["console/src/page.ts", `import { a } from "@versus/sdk";`],
    ["clients/sdk/src/index.ts", "export const a = 1;"],
    [
      "tools/corpus/main.ts",
      `import { a } from "@versus/engine"; import { b } from "left"; import { c } from "./walk.ts";`,
    ],
  ]);
  const { modules, problems } = await checkImports(root);
  expect(problems).toEqual([]);
  expect(modules).toBe(20);
});

test("an edge between engine folders that the table does not list is refused", async () => {
  const edges = [
    ["engine/src/failures/failure.ts", `import { a } from "../ooxml/parts.ts";`],
    ["engine/src/align/spine.ts", `import { a } from "../document/runs.ts";`],
    ["engine/src/ooxml/tree.ts", `import type { A } from "../document/runs.ts";`],
    ["engine/src/document/tables.ts", `export { a } from "../revisions/list.ts";`],
    ["engine/src/compare/rows.ts", `import { type A } from "../merge/conflicts.ts";`],
    ["engine/src/create/create.ts", `const late = await import("../edit/apply.ts");`],
    ["engine/src/render/page.ts", `import "../index.ts";`],
    ["engine/src/tasks/task.ts", `import { a } from "../elsewhere/file.ts";`],
    ["engine/src/revisions/list.test.ts", `import { a } from "../compare/cells.ts";`],
  ] as const;
  expect(await refused(edges)).toEqual([
    "engine-align: engine/src/align/spine.ts",
    "engine-compare: engine/src/compare/rows.ts",
    "engine-create: engine/src/create/create.ts",
    "engine-document: engine/src/document/tables.ts",
    "engine-failures: engine/src/failures/failure.ts",
    "engine-ooxml: engine/src/ooxml/tree.ts",
    "engine-render: engine/src/render/page.ts",
    "engine-revisions: engine/src/revisions/list.test.ts",
    "engine-tasks: engine/src/tasks/task.ts",
    "engine-unlisted-folder: engine/src/tasks/task.ts",
  ]);
});

test("an edge out of the engine is refused, and so are cycles and imports of tests or of nothing", async () => {
  const edges = [
    ["engine/src/ooxml/builtin.ts", `import { readFileSync } from "node:fs";`],
    ["engine/src/ooxml/old-builtin.ts", `import { join } from "path";`],
    ["engine/src/ooxml/package.ts", `import { left } from "left";`],
    ["engine/src/ooxml/platform.ts", `import { a } from "../../platform/codec.ts";`],
    ["engine/src/ooxml/missing.test.ts", `import { a } from "left";`],
    ["engine/src/align/one.ts", `import { two } from "./two.ts";`],
    ["engine/src/align/two.ts", `import { one } from "./one.ts";`],
    ["engine/src/align/reads-test.ts", `import { a } from "./some.test.ts";`],
    ["tools/fuzz/main.ts", `import { a } from "@versus/absent";`],
  ] as const;
  expect(await refused(edges)).toEqual([
    "engine-imports-nothing-outside: engine/src/ooxml/builtin.ts",
    "engine-imports-nothing-outside: engine/src/ooxml/old-builtin.ts",
    "engine-imports-nothing-outside: engine/src/ooxml/package.ts",
    "engine-imports-nothing-outside: engine/src/ooxml/platform.ts",
    "engine-tests: engine/src/ooxml/missing.test.ts",
    "no-cycle: engine/src/align/one.ts",
    "no-import-of-tests: engine/src/align/reads-test.ts",
    "not-resolvable: tools/fuzz/main.ts",
  ]);
});

test("packages are imported by name, and only where the table lists them", async () => {
  const edges = [
    ["engine/src/index.ts", "export const a = 1;"],
    ["clients/sdk/src/index.ts", `import { a } from "@versus/engine";`],
    [
      "service/src/edits/run-edit.ts",
      `import { a } from "../merges/queries.ts"; import { b } from "../http/server.ts";`,
    ],
    ["service/src/contract/shapes.ts", `import { a } from "@versus/engine";`],
    ["service/src/elsewhere/file.ts", `import { a } from "../contract/shapes.ts";`],
    ["viewer/src/page.ts", `import { a } from "@versus/engine";`],
    ["console/src/page.ts", `import { a } from "@versus/engine";`],
    ["tools/corpus/main.ts", `import { a } from "../../engine/src/ooxml/parts.ts";`],
  ] as const;
  expect(await refused(edges)).toEqual([
    "package-clients-sdk: clients/sdk/src/index.ts",
    "package-console: console/src/page.ts",
    "package-viewer-types-only: viewer/src/page.ts",
    "service-contract: service/src/contract/shapes.ts",
    "service-edits: service/src/edits/run-edit.ts",
    "service-edits: service/src/edits/run-edit.ts",
    "service-unlisted-folder: service/src/elsewhere/file.ts",
    "through-the-door: tools/corpus/main.ts",
  ]);
});

test("a run that sees no module fails", () => {
  const root = makeTree({});
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "check-imports.ts")], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout).toContain("0 modules");
  expect(status).toBe(1);
});

test("a slice that imports more files of another slice than it may is refused", async () => {
  const imports = Array.from({ length: 9 }, (_, index) => `import { a${index} } from "../comparisons/a${index}.ts";`);
  const edges = (from: string, number: number) => [[from, imports.slice(0, number).join(" ")] as const];
  expect(await refused(edges("service/src/documents/run.ts", 8))).toEqual([]);
  expect(await refused(edges("service/src/documents/run.ts", 9))).toEqual(["too-many-files: service/src/documents/"]);
  expect(await refused(edges("service/src/merges/run.ts", 1))).toEqual(["too-many-files: service/src/merges/"]);
  expect(await refused(edges("service/src/merges/run.test.ts", 1))).toEqual([]);
});
