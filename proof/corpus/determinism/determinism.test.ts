// Tests how the `determinism` command compares the digests of its runs.

import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { reportDigests } from "./report-digests.ts";
import { type DigestFigures, runDigest } from "./run-digest.ts";

const run = { variant: "as ever", pairs: 3, digest: "aa", content: "bb", problem: "" };

function isMet(...runs: readonly (DigestFigures & { variant: string })[]): boolean {
  return reportDigests({ corpus: "large", seed: 1, runs }).bar.isMet;
}

test("all runs must give the same bytes", () => {
  expect(isMet(run, run)).toBe(true);
  expect(isMet(run, { ...run, digest: "ab" })).toBe(false);
  expect(isMet(run, { ...run, problem: "it ended" })).toBe(false);
  expect(isMet({ ...run, pairs: 0 })).toBe(false);
  expect(isMet({ ...run, digest: "" }, { ...run, digest: "" })).toBe(false);
});

test("a run that cannot start is told", async () => {
  const variant = { name: "no Node", node: "versus-no-such-node", environment: {}, flags: [] };
  expect(await runDigest(variant, readArguments(["determinism"], []))).toMatchObject({ digest: "", pairs: 0 });
});
