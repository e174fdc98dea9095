// Tests that a run continues from kept results and refuses those of another run.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { makeTree } from "@versus/tools/temporary-tree";
import { expect, test } from "vitest";
import { openKeptResults } from "./kept-results.ts";

test("a run goes on from the results that an earlier one kept, without a line that was cut off", () => {
  const path = join(makeTree({}), "kept");
  const first = openKeptResults<object>(path, "merge --seed 7", 3);
  expect([...first.earlier]).toEqual([]);
  first.keep(2, { name: "c", missing: undefined });
  first.keep(0, { name: "a" });
  appendFileSync(path, "1 half a li");
  const second = openKeptResults<object>(path, "merge --seed 7", 3);
  expect([...second.earlier]).toEqual([
    [2, { name: "c", missing: undefined }],
    [0, { name: "a" }],
  ]);
  second.keep(1, { name: "b" });
  expect(openKeptResults(path, "merge --seed 7", 3).earlier.size).toBe(3);
});

test("the results of another run are not taken for this one's", () => {
  const path = join(makeTree({}), "kept");
  openKeptResults(path, "merge --seed 7", 3);
  expect(() => openKeptResults(path, "merge --seed 8", 3)).toThrow("keeps the results of");
});
