// Tests which lists of element names are found, and how marks permit them.

import { expect, test } from "vitest";
import { checkElementLists, elementLists, mustNotList } from "./check-element-lists.ts";
import { parseSource } from "./syntax-tree.ts";

/** Returns the lists in a text as `line names`, policies with a star. */
function listsIn(text: string): string[] {
  const lists = elementLists(parseSource("engine/src/example.ts", text)!);
  return lists.map(({ line, names, isPolicy }) => `${line} ${names}${isPolicy ? "*" : ""}`);
}

test.each([
  ["a set", "const A = new Set([W.p, W.tbl, W.tr]);", ["1 3"]],
  ["a set of ours", "const A = new NameSet([...B, W.p, W.tbl, M.r]);", ["1 3"]],
  ["two names", "const A = new Set([W.p, W.tbl]);", []],
  ["a map by name", 'const A = new Map([[W.p, f()], [W.tbl, B], [W.tr, "c"]]);', ["1 3"]],
  ["an array", "if ([W.p, W.tbl, W14.conflictIns].includes(name)) work();", ["1 3"]],
  ["an array of objects", "const A = [{ a: W.p, b: W.pPr }, { a: W.r, b: W.rPr }] as const;", ["1 4"]],
  ["arrays in an array", "const A = [[W.p, [W.pPr, W.rPr]]];", ["1 3"]],
  ["sets in an object", "const A = { a: new Set([W.p, W.tbl, W.tr]), b: new Set([W.r]) };", ["1 3"]],
  ["a chain", "return name === W.p || (name === W.tbl || W.tr === name);", ["1 3"]],
  ["a chain of what it is not", "if (name !== W.p && name !== W.tbl && name !== W.tr) work();", ["1 3"]],
  ["other conditions between", "if (name === W.p || isOdd(name) || name === W.tr) work();", []],
  ["a switch", "switch (name) { case W.p: case W.tbl: case W.tr: work(); }", ["1 3"]],
  ["names handed to calls", "const A = [child(W.p), child(W.tbl), child(W.tr)];", []],
  ["attributes that are written", "tree.element(W.p, [[W.id, id], [W.author, author()], [W.date, date]]);", []],
  ["a reading of names", "const A = { id: value(W.id), author: value(W.author), date: value(W.date) };", []],
  ["names of relationships", "const A = [R.id, R.embed, R.link];", []],
])("%s", (_, text, lists) => {
  expect(listsIn(text.includes("return") ? `function f() { ${text} }` : text)).toEqual(lists);
});

test("a mark stands on the line, or above the statement, with a reason", () => {
  const list = "new Set([W.p, W.tbl, W.tr])";
  expect(listsIn(`const A = ${list}; // policy: why`)).toEqual(["1 3*"]);
  expect(listsIn(`// policy: why\n/** What. */\nconst A: Names =\n  ${list};`)).toEqual(["4 3*"]);
  expect(listsIn(`const A = {\n  // policy: why\n  b: ${list},\n  c: ${list},\n};`)).toEqual(["3 3*", "4 3"]);
  expect(listsIn(`// policy:\nconst A = ${list};`)).toEqual(["2 3"]);
  expect(listsIn(`// policy: why\n\nconst A = ${list};`)).toEqual(["3 3"]);
  expect(listsIn(`// attributes\nconst A = ${list};`)).toEqual([]);
});

test("a list without a mark is refused, and so are more policies than there may be", () => {
  const list = { path: "engine/src/a.ts", line: 3, names: 4, isPolicy: false };
  expect(checkElementLists([list])).toMatchObject([{ path: "engine/src/a.ts", line: 3, rule: "element-list" }]);
  const policies = Array.from({ length: 50 }, () => ({ ...list, isPolicy: true }));
  expect(checkElementLists(policies)).toEqual([]);
  expect(checkElementLists([...policies, ...policies])).toMatchObject([{ message: expect.stringContaining("100") }]);
});

test("the grammar, tests and other packages are not bound", () => {
  expect(["engine/src/document/grammar.ts", "engine/src/edit/a.test.ts", "tools/a.ts"].some(mustNotList)).toBe(false);
  expect(mustNotList("engine/src/edit/a.ts")).toBe(true);
});
