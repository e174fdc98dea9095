// Tests how the command line of the fuzzer is read.

import { expect, test } from "vitest";
import { readArguments } from "./read-arguments.ts";

test("without words all targets run, with the same seed every time", () => {
  const { targets, cases, seed, jobs } = readArguments([]);
  expect(targets).toEqual(["xml", "zip", "tree", "decisions", "scripts", "merges", "looks", "edit"]);
  expect(cases.from).toBe(0);
  expect(cases.to).toBeGreaterThan(0);
  expect(seed).toBe(1);
  expect(jobs).toBeGreaterThan(0);
});

test("targets, cases, seed and threads are as they are asked for", () => {
  expect(readArguments(["zip", "--cases", "7", "--seed", "9", "--jobs", "3"])).toEqual({
    targets: ["zip"],
    cases: { from: 0, to: 7 },
    seed: 9,
    jobs: 3,
  });
});

test("one case alone can be asked for", () => {
  expect(readArguments(["xml", "--only", "41"]).cases).toEqual({ from: 41, to: 42 });
});

test("cases can be asked for from one on", () => {
  expect(readArguments(["edit", "--from", "400", "--cases", "50"]).cases).toEqual({ from: 400, to: 450 });
});

test.each([
  [["pdf"], "There is no target pdf"],
  [["--cases", "many"], "--cases takes a number"],
  [["--runs", "5"], "Unknown option '--runs'"],
])("%j is refused", (words, message) => {
  expect(() => readArguments(words)).toThrow(message);
});
