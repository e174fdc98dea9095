// Tests the linter rules that enforce our own rules, and the forms that must stay permitted.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";

const repository = join(import.meta.dirname, "../..");

// Returns the broken rules by file.
function lint(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const configuration = ["biome.json", ".gitignore"].map((name) => [
    name,
    readFileSync(join(repository, name), "utf8"),
  ]);
  const root = makeTree({ ...Object.fromEntries(configuration), ...files });
  const linter = join(repository, "node_modules/@biomejs/biome/bin/biome");
  const { stdout } = spawnSync(process.execPath, [linter, "lint", "--reporter=json"], {
    cwd: root,
    encoding: "utf8",
  });
  const broken: { path: string; rule: string }[] = JSON.parse(stdout).diagnostics.map(
    (diagnostic: { category: string; location: { path: string } }) => ({
      path: diagnostic.location.path,
      rule: diagnostic.category.slice(diagnostic.category.lastIndexOf("/") + 1),
    }),
  );
  const paths = [...new Set(broken.map(({ path }) => path))];
  return Object.fromEntries(paths.map((path) => [path, rulesOf(path, broken)]));
}

function rulesOf(file: string, broken: readonly { path: string; rule: string }[]): string[] {
  return [...new Set(broken.filter(({ path }) => path === file).map(({ rule }) => rule))].sort();
}

const refused = `
import { Thing } from "./thing.ts";
import { join } from "path";
import { test } from "vitest";
export * from "./other.ts";
export function wide(one: Thing, two: any, three: string, four: Thing, five: string) {
  var unused = join(three, five);
  throw two ?? one ?? four;
}
export default wide;
test.skip("later", () => {});
`;

const allowed = `
export function readWord(bytes: Uint8Array, at: number): number {
  at += 1;
  return (bytes[at]! << 8) | bytes[at + 1]!;
}
export const control = /[\\u0000-\\u0008]/;
`;

test("what the house refuses is refused, and what a scanner or a configuration needs is allowed", () => {
  const broken = lint({
    "engine/src/ooxml/Wide_file.test.ts": refused,
    "engine/src/ooxml/read-word.ts": allowed,
    "viewer/some.config.ts": "export default {};\n",
    "tmp/ignored.ts": refused,
  });
  expect(broken).toEqual({
    "engine/src/ooxml/Wide_file.test.ts": [
      "noDefaultExport",
      "noExplicitAny",
      "noReExportAll",
      "noSkippedTests",
      "noUnusedVariables",
      "noVar",
      "useFilenamingConvention",
      "useImportType",
      "useMaxParams",
      "useNodejsImportProtocol",
    ],
  });
});
