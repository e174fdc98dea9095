// Tests that the engine's compiler options refuse every name of the platform.
//
// Each fixture must compile under the options of the rest of the repository, or its refusal would prove nothing.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";

const repository = join(import.meta.dirname, "../..");

const impure: Readonly<Record<string, string>> = {
  process: "export const value = process.env.HOME;",
  buffer: "export const value = Buffer.from([1]);",
  console: "console.log(1);\nexport const value = 1;",
  timer: "setTimeout(() => {}, 1);\nexport const value = 1;",
  fetch: `export const value = fetch("x:");`,
  crypto: "export const value = crypto.randomUUID();",
  performance: "export const value = performance.now();",
  "node-module": `import { readFileSync } from "node:fs";\nexport const value = readFileSync;`,
  "node-module-by-old-name": `import { readFileSync } from "fs";\nexport const value = readFileSync;`,
  "type-of-node": `import type { Stats } from "node:fs";\nexport type Value = Stats;`,
};

const pure = `
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
export function roundTrip(text: string): string {
  const bytes = encoder.encode(text);
  const copy = new Uint8Array(bytes.length);
  const { written } = encoder.encodeInto(text, copy);
  return decoder.decode(copy.subarray(0, written)).toWellFormed();
}
export const groups: Map<string, number[]> = Map.groupBy([1, 2], (item) => String(item));
`;

function makeFixtures(): string {
  const files = Object.entries({ ...impure, pure }).map(([name, text]) => [`src/${name}.ts`, text]);
  const configuration = (base: string, include: string[]): string =>
    JSON.stringify({ extends: join(repository, base), include, exclude: [] });
  return makeTree(
    {
      ...Object.fromEntries(files),
      "package.json": `{ "type": "module" }`,
      "engine.json": configuration("engine/tsconfig.json", ["src/*.ts", join(repository, "engine/platform.d.ts")]),
      "rest.json": configuration("tsconfig.json", ["src/*.ts"]),
    },
    { node_modules: join(repository, "node_modules") },
  );
}

// Returns the names of the fixtures with errors. An error outside them is kept whole, so that it shows.
function compile(root: string, configuration: string): Set<string> {
  const compiler = join(repository, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "--project", configuration, "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  });
  const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
  return new Set(errors.map((line) => line.match(/^src\/([\w-]+)\.ts/)?.[1] ?? line));
}

test("the engine's options refuse every impure fixture, the rest of the repository's none, and neither the pure one", () => {
  const root = makeFixtures();
  expect([...compile(root, "engine.json")].sort()).toEqual(Object.keys(impure).sort());
  expect([...compile(root, "rest.json")]).toEqual([]);
});
