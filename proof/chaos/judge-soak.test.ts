// Tests that a soak run fails if memory, files, connections or rows grow too much.

import { expect, test } from "vitest";
import { Findings } from "./findings.ts";
import { judgeSoak } from "./judge-soak.ts";
import { type Role, type Sample, type SoakTable, soakTables } from "./soak-samples.ts";

interface Growth {
  readonly megabytes?: number;
  readonly files?: number;
  readonly connections?: number;
  /** Rows per document in the last half, in addition to two. */
  readonly rows?: number;
}

/** Returns the samples of a run in which each sample adds the given growth. */
function samplesOf({ megabytes = 0, files = 0, connections = 0, rows = 0 }: Growth): Sample[] {
  return Array.from({ length: 30 }, (_, at) => {
    const each = (value: number): Map<Role, number> =>
      new Map([
        ["api", value],
        ["worker", value],
        ["child", value],
      ]);
    const more = Math.max(0, at - 15) * rows;
    return {
      work: at * 10,
      calls: at * 10,
      resident: each(200 + at * megabytes),
      files: each(30 + at * files),
      connections: 20 + at * connections,
      rows: new Map<SoakTable, number>(soakTables.map((table) => [table, at * 20 + more * 10])),
    };
  });
}

function failedOf(growth: Growth): number {
  const findings = new Findings();
  judgeSoak(samplesOf(growth), findings);
  return findings.failed;
}

test("a service that grows only by what was asked for passes", () => {
  expect(failedOf({})).toBe(0);
  expect(failedOf({ megabytes: 0.5 })).toBe(0);
});

test("memory, files, connections and rows that grow by themselves are found", () => {
  expect(failedOf({ megabytes: 2 })).toBe(3);
  expect(failedOf({ files: 1 })).toBe(3);
  expect(failedOf({ connections: 1 })).toBe(1);
  expect(failedOf({ rows: 1 })).toBe(soakTables.length);
});

test("a role that nobody sees is no proof", () => {
  const findings = new Findings();
  judgeSoak(
    samplesOf({}).map((sample) => ({ ...sample, resident: new Map() })),
    findings,
  );
  expect(findings.failed).toBe(3);
});
