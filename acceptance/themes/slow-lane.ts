// Tests that another organization's short comparisons hardly wait for documents that do not end.
//
// The drill starts a separate service whose fast lane is short, so it runs only when the attacks are named.

import assert from "node:assert/strict";
import { runSlowFairness } from "@versus/proof/slow-fairness";
import { theme } from "../running/theme.ts";

export const slowLane = theme("attacks", ({ test }) => {
  const title =
    "another organization's short comparison waits 30 s at most for documents that do not end, and 2 s once they are in the slow lane";
  test(title, [], async () => {
    const findings = await runSlowFairness("brief");
    assert.ok(findings.passed > 0);
    assert.equal(findings.failed, 0, findings.lines().join("\n"));
  });
});
