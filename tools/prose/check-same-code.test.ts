// Tests which changes of a file count as changes of its code.

import { expect, test } from "vitest";
import { checkSameCode } from "./check-same-code.ts";

const before = `// Old words.
import { type Place, at } from "./at.ts";

/** Old words. */
export const place: Place = at({ x: 1 }, \`a \${1}\`);
`;

const check = (after: string | undefined, renames?: Record<string, string[]>) =>
  checkSameCode([{ path: "a.ts", before, after }], new Map(Object.entries(renames ?? {})));

test("comments and layout may change", () => {
  expect(check(before.replaceAll("Old words", "New words").replace("({ x: 1 },", "(\n{\nx: 1 },"))).toEqual([]);
});

test("a changed value, text or name is reported with its line", () => {
  expect(check(before.replace("x: 1", "x: 2"))).toEqual(["a.ts:5: the code differs"]);
  expect(check(before.replace("`a ", "`b "))).toEqual(["a.ts:5: the code differs"]);
  expect(check(before.replaceAll("Place", "IndexPair"))).toEqual(["a.ts:2: the code differs"]);
});

test("a rename permits that identifier alone, also where the formatter sorts the import anew", () => {
  const renamed = before.replaceAll("Place", "IndexPair").replace("type IndexPair, at", "at, type IndexPair");
  expect(check(renamed, { Place: ["Path", "IndexPair"] })).toEqual([]);
  expect(check(renamed.replaceAll("place", "pair"), { Place: ["IndexPair"] })).toEqual(["a.ts:5: the code differs"]);
});

test("a renamed variable may be written out where the property keeps its name", () => {
  const both = (old: string, present: string) =>
    checkSameCode([{ path: "a.ts", before: old, after: present }], new Map([["likeness", ["similarity"]]]));
  expect(both("f({ likeness });", "f({ likeness: similarity });")).toEqual([]);
  expect(both("const { likeness } = f();", "const { likeness: similarity } = f();")).toEqual([]);
  expect(both("f({ likeness });", "f({ likeness: other });")).toHaveLength(1);
});

test("the position of a spread is not code, and its dots are", () => {
  const both = (old: string, present: string) => checkSameCode([{ path: "a.ts", before: old, after: present }]);
  const source = "f(...a); const [x, ...y] = { ...z };";
  expect(both(`// A.\n${source}`, `// A long comment.\n${source}`)).toEqual([]);
  expect(both(source, source.replace("...a", "a"))).toHaveLength(1);
  expect(both(source, source.replace("...y", "y"))).toHaveLength(1);
});

test("a new, a deleted and a broken file are reported", () => {
  expect(check(undefined)).toEqual(["a.ts: the file was deleted"]);
  expect(checkSameCode([{ path: "b.ts", before: undefined, after: "" }])).toEqual(["b.ts: the file is new"]);
  expect(check("const = 1")).toEqual(["a.ts: is not valid TypeScript"]);
});
