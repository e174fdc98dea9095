// Tests the limits on the sizes of functions and files.

import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";
import { checkFile, checkSource } from "./check-source.ts";

const body = (lines: number): string => "  work();\n".repeat(lines);

function problemsIn(text: string): string[] {
  return checkFile("tools/example.ts", text).map(({ rule, line, message }) => `${line} ${rule}: ${message}`);
}

test("a function of 80 lines passes, one of 81 is refused where it starts", () => {
  expect(problemsIn(`function long() {\n${body(78)}}\n`)).toEqual([]);
  expect(problemsIn(`// é\nfunction long() {\n${body(79)}}\n`)).toEqual([
    "2 function-size: function of 81 lines (limit 80)",
  ]);
});

test.each([
  ["an arrow function", (inside: string) => `const long = () => {\n${inside}};\n`],
  ["a function as a value", (inside: string) => `const long = function () {\n${inside}};\n`],
  ["a method", (inside: string) => `class Long { run() {\n${inside}} }\n`],
  ["a private method", (inside: string) => `class Long { #run() {\n${inside}} }\n`],
  ["a constructor", (inside: string) => `class Long { constructor() {\n${inside}} }\n`],
  ["a getter", (inside: string) => `class Long { get value() {\n${inside}} }\n`],
  ["a method of an object", (inside: string) => `const long = { run() {\n${inside}} };\n`],
  ["a test", (inside: string) => `describe("all", () => {\n  test("long", () => {\n${inside}  });\n});\n`],
])("%s counts as a function", (_name, around) => {
  expect(problemsIn(around(body(78)))).toEqual([]);
  expect(problemsIn(around(body(79)))).toHaveLength(1);
});

test("a block of tests does not count as a function", () => {
  expect(problemsIn(`describe("all", () => {\n${body(200)}});\n`)).toEqual([]);
});

test("a file of 600 lines passes, one of 601 is refused", () => {
  expect(problemsIn("work();\n".repeat(600))).toEqual([]);
  expect(problemsIn("work();\n".repeat(601))).toEqual(["1 file-size: 601 lines (limit 600)"]);
});

test("a reason on the first line waives the limits; a reason elsewhere, or none, does not", () => {
  const long = `function long() {\n${body(700)}}\n`;
  expect(problemsIn(`// size: one table, read top to bottom\n${long}`)).toEqual([]);
  expect(problemsIn(`// size:\n${long}`)).toHaveLength(2);
  expect(problemsIn(`\n// size: too late\n${long}`)).toHaveLength(2);
});

test("the guards read every source file of a checkout, and nothing that is installed or written", () => {
  const root = makeTree({
    "engine/src/ooxml/clock.ts": "export const at = Date.now();\n",
    "docs/misc/notes.md": "notes\n",
    "node_modules/left/lib/index.js": "let at = Date.now();\n",
    ".tools/lib/index.js": "let at = Date.now();\n",
    "coverage/lib/index.js": "let at = Date.now();\n",
  });
  const { files, problems } = checkSource(root);
  expect(files).toBe(1);
  expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
    "docs/misc/notes.md name",
    "engine/src/ooxml/clock.ts Date",
  ]);
});
