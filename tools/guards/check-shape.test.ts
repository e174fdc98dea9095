// Tests the limits on the shape of the engine.

import { expect, test } from "vitest";
import { checkShape } from "./check-shape.ts";

function rulesOf(...files: readonly (readonly [path: string, text: string])[]): string[] {
  return checkShape(files.map(([path, text]) => ({ path, text }))).map(
    ({ path, line, rule }) => `${path}:${line} ${rule}`,
  );
}

test("the door has at most 40 names", () => {
  const names = Array.from({ length: 41 }, (_, index) => `a${index}`);
  const door = (list: readonly string[]) =>
    ["engine/src/index.ts", `export { ${list.join(", ")} } from "./a.ts";\n`] as const;
  expect(rulesOf(door(names))).toEqual(["engine/src/index.ts:1 door"]);
  expect(rulesOf(door(names.slice(1)))).toEqual([]);
});

test("a folder of the engine has at most 15 files beside tests", () => {
  const files = Array.from({ length: 16 }, (_, index) => [`engine/src/a/f${index}.ts`, ""] as const);
  expect(rulesOf(...files)).toEqual(["engine/src/a:1 folder"]);
  expect(rulesOf(...files.slice(1), ["engine/src/a/f0.test.ts", ""])).toEqual([]);
});

test("the name of an exported type means one thing", () => {
  const [one, other] = ["export interface Place {}\n", "\nexport type Place = 1;\n"];
  expect(rulesOf(["engine/src/a.ts", one], ["engine/src/b.ts", other])).toEqual(["engine/src/b.ts:2 type-name"]);
  expect(rulesOf(["engine/src/a.ts", one], ["tools/b.ts", other])).toEqual([]);
});

test("comments cite what is in the repository", () => {
  expect(rulesOf(["tools/a.ts", "// Text (spec 2, Refs).\nconst spec = 2;\n"])).toEqual(["tools/a.ts:1 citation"]);
  expect(rulesOf(["tools/a.ts", "/** EDT-25, in docs/design/edit.md. */\n"])).toEqual([]);
});
