import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cacheFolder } from "./cache-folder.ts";
import { CompiledCode } from "./compiled-code.ts";

/** Returns two packed files, where the first requires the second, and the folder of their compiled code. */
function packedProgram(): { program: string; other: string; cache: string; kept: () => string[] } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "versus-code-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [program, other, cache] = [join(folder, "program.js"), join(folder, "other.js"), join(folder, "cache")];
  writeFileSync(
    program,
    `const other = require("./other.js"); exports.sum = other.add(2, require("node:path").sep.length);`,
  );
  writeFileSync(other, "exports.add = function add(one, two) { return one + two; };");
  const kept = (): string[] =>
    readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  return { program, other, cache, kept };
}

function run({ program, cache }: { program: string; cache: string | undefined }, command = "compare"): object {
  const code = new CompiledCode(cache, command);
  const exports = code.load(program);
  code.keep();
  return exports;
}

/** If a run leaves the stored code unchanged, it has read the code. */
const contents = (paths: readonly string[]): string[] => paths.map((path) => readFileSync(path, "base64"));

test("code is kept by the first runs of each command, and then read", () => {
  const packed = packedProgram();
  for (let time = 0; time < 4; time += 1) expect(run(packed)).toEqual({ sum: 3 });
  const [paths, first] = [packed.kept(), contents(packed.kept())];
  expect(
    paths.map((path) => path.slice(packed.cache.length + 1).replace(/^v[^/]*-compare/, "N-compare")).sort(),
  ).toEqual(["N-compare/other.js", "N-compare/program.js"]);
  expect(run(packed)).toEqual({ sum: 3 });
  expect(contents(paths)).toEqual(first);
  run(packed, "../merge");
  expect(packed.kept().filter((path) => path.includes("-other/"))).toHaveLength(2);
});

test("code for another source, damaged code and no code are refused and replaced", () => {
  const packed = packedProgram();
  for (let time = 0; time < 4; time += 1) run(packed);
  const runsOf = (): number[] => packed.kept().map((path) => readFileSync(path).readUInt32LE(8));
  expect(runsOf()).toEqual([4, 4]);
  // The new source has the same length as the old one, so V8 alone would accept the stored code.
  writeFileSync(packed.other, "exports.add = function add(one, two) { return one * two; };");
  expect(run(packed)).toEqual({ sum: 2 });
  expect(runsOf().sort()).toEqual([1, 4]);
  for (const path of packed.kept()) {
    const bytes = readFileSync(path);
    bytes[bytes.length - 9]! ^= 0xff;
    writeFileSync(path, bytes);
  }
  expect(run(packed)).toEqual({ sum: 2 });
  expect(runsOf()).toEqual([1, 1]);
  for (const path of packed.kept()) writeFileSync(path, "");
  expect(run(packed)).toEqual({ sum: 2 });
});

test("a program without a cache runs, and so does one whose cache cannot be written", () => {
  const packed = packedProgram();
  expect(run({ program: packed.program, cache: undefined })).toEqual({ sum: 3 });
  mkdirSync(packed.cache);
  const file = join(packed.cache, "file");
  writeFileSync(file, "");
  expect(run({ program: packed.program, cache: file })).toEqual({ sum: 3 });
});

test("the cache is below the user's own folder", () => {
  expect(cacheFolder({ XDG_CACHE_HOME: "/home/ann/.cache" })).toBe("/home/ann/.cache/versus");
  expect(cacheFolder({ XDG_CACHE_HOME: "/home/ann/.cache", NODE_COMPILE_CACHE: "/elsewhere" })).toBe("/elsewhere");
});
