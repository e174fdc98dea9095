import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const rows = readFileSync(join(root, "docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (?!Term |---)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

test("the glossary has at least 60 terms, each with a definition, an example and its code", () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  for (const [, term, definition, example, code] of rows) {
    expect(
      [term, definition, example, code].filter((cell) => cell === "" || cell === undefined),
      term,
    ).toEqual([]);
  }
});

test("every path of the glossary exists", () => {
  const paths = rows.flatMap(([, , , , code = ""]) => [...code.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));
  const isThere = (path: string): boolean =>
    ["engine/src", "service/src"].some((folder) => existsSync(join(root, folder, path)));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
