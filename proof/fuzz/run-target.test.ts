// Tests short runs of every target, and that a run survives targets that hang, exit or fail.

import { describe, expect, test } from "vitest";
import { reportOf } from "./report.ts";
import { runTarget } from "./run-target.ts";

const SMOKE_CASES = 200;

describe("a short run", () => {
  test.each(["xml", "zip", "tree"])("of %s passes and meets every listed feature", async (target) => {
    const result = await runTarget({ target, seed: 1, jobs: 2, cases: { from: 0, to: SMOKE_CASES }, onDone: () => {} });
    expect(result.failures).toEqual([]);
    expect(reportOf(target, 0, result).missing).toEqual([]);
  });
});

describe("a target that goes wrong", () => {
  const heard: number[] = [];
  const run = (jobs: number) =>
    runTarget({
      target: "odd",
      targets: new URL("./testing/odd-targets.ts", import.meta.url).href,
      seed: 1,
      jobs,
      cases: { from: 0, to: 8 },
      hangSeconds: 0.3,
      onDone: () => {},
      onFailed: ({ caseNumber }) => heard.push(caseNumber),
    });

  test("has its hangs, its deaths and its failures told by case, and every other case run", async () => {
    const { failures, counts } = await run(2);
    const told = failures.map(({ caseNumber, message, input }) => `${caseNumber}: ${message} (${input})`);
    expect(told).toEqual([
      "2: no number is 19 (19)",
      "3: no end within 0.3 s of CPU time (run it alone: --seed 1 --only 3)",
      "4: no number is 19 (19)",
      "5: the thread ended with 7 (run it alone: --seed 1 --only 5)",
      "6: the thread ended with 7 (run it alone: --seed 1 --only 6)",
      "7: no end within 0.3 s of CPU time (run it alone: --seed 1 --only 7)",
    ]);
    expect(counts.get("made")).toBe(4);
    expect(heard.sort()).toEqual(failures.map(({ caseNumber }) => caseNumber));
    expect((await run(1)).failures).toEqual(failures);
  });
});
