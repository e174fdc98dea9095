// Tests which impure forms are refused, and which pure ones pass.

import { expect, test } from "vitest";
import { checkFile } from "./check-source.ts";

function rulesIn(text: string, path = "engine/src/ooxml/example.ts"): string[] {
  return checkFile(path, text).map(({ rule, line }) => `${rule}:${line}`);
}

test.each([
  ["const at = Date.now();", "Date:1"],
  ["const at = new Date();", "Date:1"],
  ["const at = new Date;", "Date:1"],
  ["const at = new Date(2020, 1, 1);", "Date:1"],
  ["const at = new Date(...values);", "Date:1"],
  ["const at = Date();", "Date:1"],
  [`const at = Date["now"]();`, "Date:1"],
  ["const { now } = Date;", "Date:1"],
  ["const clock = { Date };", "Date:1"],
  ["const n = Math.random();", "Math:1"],
  [`const n = Math["random"]();`, "Math:1"],
  ["const { random } = Math;", "Math:1"],
  ["const sums = Math;", "Math:1"],
  ["const order = before.localeCompare(after);", "localeCompare:1"],
  ["const order = before?.localeCompare(after);", "localeCompare:1"],
  [`const order = before["localeCompare"](after);`, "localeCompare:1"],
  [`const { localeCompare } = "";`, "localeCompare:1"],
  [`const { localeCompare: order } = "";`, "localeCompare:1"],
  ["const text = (1).toLocaleString();", "toLocaleString:1"],
  [`const text = "i".toLocaleUpperCase();`, "toLocaleUpperCase:1"],
  ["const hour = new Date(0).getHours();", "getHours:1"],
  ["const order = new Intl.Collator();", "Intl:1"],
  [`const hidden = globalThis["process"];`, "globalThis:1"],
  ["const weak = new WeakRef({});", "WeakRef:1"],
  [`const late = () => import("./other.ts");`, "dynamic-import:1"],
  ["// é\nlet count = 0;", "top-level-let:2"],
  ["export let count = 0;", "top-level-let:1"],
  ["{ let count = 0; }", "top-level-let:1"],
  ["var count = 0;", "top-level-let:1"],
  [`const made: import("./other.ts").Made = 1;`, "inline-import:1"],
  ["const broken = ;", "syntax:1"],
])("refused: %s", (text, expected) => {
  expect(rulesIn(text)).toEqual([expected]);
});

test.each([
  "const at = new Date(value).toISOString();",
  "const at = Date.UTC(2020, 1, 1) + Date.parse(text);",
  "const isDate = value instanceof Date;",
  "function at(date: Date, more: Date[]): Date { return date; }",
  "interface Stamp { Date: Date; toLocaleString(): string }",
  "const half = Math.floor(Math.max(1, 2) / 2);",
  "const row = { Math: 1, Date: 2 }; const read = row.Date;",
  "const order = before < after ? -1 : 1;",
  "function count() { let sum = 0; var more = 1; return sum + more; }",
  "const count = () => { let sum = 0; return sum; };",
  "for (let index = 0; index < 3; index += 1) continue;",
  "class Reader { #at = 0; read() { let at = this.#at; return at; } }",
  "const value = list[0]!; const bits = (value << 8) | 1;",
])("allowed: %s", (text) => {
  expect(rulesIn(text)).toEqual([]);
});

test("tests of the engine and code outside it are not bound", () => {
  const text = "let at = Date.now();";
  expect(rulesIn(text, "engine/src/ooxml/example.test.ts")).toEqual([]);
  expect(rulesIn(text, "tools/fuzz/main.ts")).toEqual([]);
});
