// Tests that a shared name may only be declared in its home.

import { expect, test } from "vitest";
import { checkOnce } from "./check-once.ts";
import { parseSource } from "./syntax-tree.ts";

const messages = (path: string, text: string): string[] =>
  checkOnce(parseSource(path, text)!).map(({ message }) => message);

test("a shared name is declared in its home alone", () => {
  const text = "export function splitRun() {}\nclass Gate {}";
  expect(messages("engine/src/edit/apply/example.ts", text)).toHaveLength(2);
  expect(messages("engine/src/revisions/write/cut-runs.ts", "export function splitRun() {}")).toEqual([]);
  expect(messages("engine/src/edit/apply/example.ts", "import { splitRun } from './x.ts';\nsplitRun();")).toEqual([]);
  expect(messages("tools/example.ts", text)).toEqual([]);
});
