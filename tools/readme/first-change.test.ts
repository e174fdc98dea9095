import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codeBlocksOf } from "./code-blocks.ts";

const root = join(import.meta.dirname, "../..");
const FILES = ["engine", "docs/schema", "package.json", "tsconfig.json"];

test("the page of the first change leads to a new option, and the compiler names the place of its behaviour", () => {
  const folder = mkdtempSync(join(tmpdir(), "first-change-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const filter = (path: string): boolean => !path.includes("/node_modules");
  for (const file of FILES) cpSync(join(root, file), join(folder, file), { recursive: true, filter });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const apply = (text: string): void => {
    execFileSync("git", ["apply", "--recount", "-"], { cwd: folder, input: text });
  };
  const compile = (): string =>
    spawnSync("npx", ["tsc", "--project", "engine"], { cwd: folder, encoding: "utf8" }).stdout;
  const vitest = (...words: string[]): string =>
    spawnSync("npx", ["vitest", "run", ...words], { cwd: folder, encoding: "utf8" }).stdout;

  const patches = codeBlocksOf(readFileSync(join(root, "docs/first-change.md"), "utf8"))
    .filter(({ language }) => language === "diff")
    .map(({ text }) => text);
  expect(patches).toHaveLength(3);
  const [testPatch, rowPatch, foldPatch] = patches as [string, string, string];
  apply(rowPatch);
  const places = compile()
    .split("\n")
    .flatMap((line) => /^(\S+?)\(\d+,/.exec(line)?.[1] ?? []);
  expect(places).toEqual(["engine/src/redline/content/wording.ts"]);
  apply(foldPatch);
  apply(testPatch);
  expect(compile()).toBe("");
  const output = vitest("engine/src/compare/options.test.ts", "engine/src/render/json/schema.test.ts", "--update");
  expect(output).toContain("1 updated");
  expect(output).not.toContain("failed");
}, 300_000);
