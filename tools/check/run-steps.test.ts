// Tests how output is counted, and the report of passed and failed steps.

import { expect, test } from "vitest";
import { runSteps } from "./run-steps.ts";
import { tallyOf } from "./tally.ts";

test.each([
  ["a command without counts that succeeds", "done", true, "1/0"],
  ["a command without counts that fails", "oops", false, "0/1"],
  ["one count", "12 passed, 0 failed\n", true, "12/0"],
  ["several counts are summed", "3 passed, 0 failed\nmore\n4 passed, 2 failed\n", false, "7/2"],
  ["counts without a failure, and a bad end", "3 passed, 0 failed\n", false, "3/1"],
  ["a count inside a sentence is no count", "saw 3 passed, 9 failed", true, "1/0"],
])("%s", (_name, output, succeeded, expected) => {
  const { passed, failed } = tallyOf(output, succeeded);
  expect(`${passed}/${failed}`).toBe(expected);
});

test("every step runs; a failed one shows its output, indented, and a good one does not", async () => {
  const lines: string[] = [];
  const steps = [
    { name: "good", command: "echo quiet && echo 'passed at the second try: a test' && echo '5 passed, 0 failed'" },
    { name: "bad", command: "echo reason >&2; exit 3" },
    { name: "counted", command: "echo first && echo 'FAILED a test' && echo '2 passed, 1 failed'" },
  ];
  const total = await runSteps(steps, { root: process.cwd(), atOnce: 2, print: (text) => lines.push(text) });
  expect(total).toEqual({ passed: 7, failed: 2 });
  const report = lines.join("\n");
  expect(report).toMatch(/^ok +good .* s {3}5 passed, 0 failed$/m);
  expect(report).toMatch(/^ +passed at the second try: a test$/m);
  expect(report).toMatch(/^FAIL bad .* s {3}0 passed, 1 failed$/m);
  expect(report).toMatch(/^FAIL counted .*\n +FAILED a test\n +\$ echo first .*\n +first\n +FAILED a test$/m);
  expect(report).toMatch(/^ +reason$/m);
  expect(report).not.toMatch(/^2 passed, 1 failed$/m);
  expect(report).not.toContain("quiet");
});
