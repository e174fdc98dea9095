// Tests ancestors and descent of versions, and the merging of metadata.

import { expect, test } from "vitest";
import { commonAncestor, descentOf, mergedMetadata } from "./rules.ts";

/** Returns versions numbered from 1; each argument is the number of the parent. */
function tree(...parents: readonly (number | null)[]) {
  return parents.map((parent, at) => ({
    version_id: `v${at + 1}`,
    number: at + 1,
    parent_version_id: parent === null ? null : `v${parent}`,
  }));
}

// 1 ─┬─ 2 ─┬─ 4 ── 7
//    │     └─ 5 ─┬─ 8
//    │           └─ 9
//    └─ 3 ─┬─ 6 ── 10
//          └─ 11 ─ 12
const branched = tree(null, 1, 1, 2, 2, 3, 4, 5, 5, 6, 3, 11);

test.each([
  ["v2 v3", "v1"],
  ["v7 v8", "v2"],
  ["v8 v9", "v5"],
  ["v9 v8", "v5"],
  ["v10 v12", "v3"],
  ["v7 v12", "v1"],
  ["v7 v8 v9", "v2"],
  ["v8 v9 v10", "v1"],
  // A version counts as an ancestor of the versions made from it.
  ["v5 v9", "v5"],
  ["v1 v12", "v1"],
  ["v4 v5 v7", "v2"],
])("[SRV-114] the nearest common ancestor of %s is %s", (ids, expected) => {
  expect(commonAncestor(branched, ids.split(" "))?.version_id).toBe(expected);
});

test("the order in which versions are listed does not matter, and a deleted leaf is not missed", () => {
  const listed = branched.filter(({ version_id: id }) => id !== "v7").toReversed();
  expect(commonAncestor(listed, ["v4", "v9"])?.version_id).toBe("v2");
});

test("[SRV-114] versions without a common root have no common ancestor", () => {
  expect(commonAncestor(tree(null, 1, null, 3), ["v2", "v4"])).toBeUndefined();
});

test("metadata is merged by key: null removes, what is not named stays, and 20 entries are the most", () => {
  expect(mergedMetadata({ a: "1", b: "2" }, { a: null, c: "3" })).toEqual({ b: "2", c: "3" });
  expect(mergedMetadata({ a: "1" }, undefined)).toEqual({ a: "1" });
  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, "v"]));
  expect(Object.keys(mergedMetadata(twenty, { k0: "w" }))).toHaveLength(20);
  expect(() => mergedMetadata(twenty, { more: "v" })).toThrow("would have 21 entries");
});

test("a version descends from its parents and from what was merged, each once and behind its sources", () => {
  const version = (number: number, parent: number | null, ...merged: readonly number[]) => ({
    version_id: `v${number}`,
    number,
    parent_version_id: parent === null ? null : `v${parent}`,
    merged_version_ids: merged.map((one) => `v${one}`),
  });
  // Version 5 merges version 3 and a version that was deleted since. Version 2 is on another branch.
  const all = [version(1, null), version(2, 1), version(3, 1), version(5, 1, 3, 4), version(6, 5)];
  const descent = descentOf(all, "v6").map(({ version: { version_id: id }, parents }) => `${id} ${parents.join(",")}`);
  expect(descent).toEqual(["v1 ", "v3 0", "v5 0,1", "v6 2"]);
});
