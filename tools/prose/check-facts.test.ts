// Tests which facts of a text count as lost, and which comments are read.

import { expect, test } from "vitest";
import { readComments } from "./comments.ts";
import { lostFacts } from "./facts.ts";

test("a lost number, rule, code, element or link is reported", () => {
  const old = "RDL-4: at least 0.6 of `w:ins` in `write/x.ts` ([page](edit.md)), else `GATE_FAILED`.";
  expect(lostFacts(old, "Nothing.")).toEqual([
    "link edit.md",
    "code w:ins",
    "code write/x.ts",
    "code GATE_FAILED",
    "rule RDL-4",
    "number 0.6",
  ]);
  expect(lostFacts(old, old.split(" ").reverse().join(" "))).toEqual([]);
});

test("a number may become a word, and a code may become part of a longer one", () => {
  expect(lostFacts("2 of `f`", "Two calls of `f(x)`")).toEqual([]);
  expect(lostFacts("20 calls", "120 calls, 2,000 calls")).toEqual(["number 20"]);
});

test("numbers with separators are the same number", () => {
  expect(lostFacts("12,254 changes", "12254 changes")).toEqual([]);
});

test("a code without backticks counts as kept", () => {
  expect(lostFacts("`settings.xml`", "The settings.xml part")).toEqual([]);
});

test("comments on lines of their own are read, instructions to tools are not", () => {
  const source = [
    "// One.",
    "// Two.",
    "",
    "/** Three",
    " * four. */",
    "const a = 1; // five",
    "// biome-ignore lint: six",
    "/* Seven. */",
  ].join("\n");
  expect(readComments(source)).toEqual([
    { line: 1, text: "One.\nTwo." },
    { line: 4, text: "Three\nfour." },
    { line: 8, text: "Seven." },
  ]);
});
