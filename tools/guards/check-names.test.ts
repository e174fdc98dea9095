import { expect, test } from "vitest";
import { makeTree } from "../testing/temporary-tree.ts";
import { checkName } from "./check-names.ts";
import { checkFile, checkSource } from "./check-source.ts";

function problemsIn(path: string, text: string): string[] {
  return checkFile(path, text).map(({ line, rule, message }) => `${line} ${rule}: ${message.split(" ")[0]}`);
}

test("a file or folder whose name says nothing is refused", () => {
  expect(checkName("engine/src/utils/rows.ts")).toHaveLength(1);
  expect(checkName("engine/src/document/types.ts")).toHaveLength(1);
  expect(checkName("tools/helpers.test.ts")).toHaveLength(1);
  expect(checkName("engine/src/document/base-styles.ts")).toEqual([]);
});

test.each([
  ["a type", "type Place = number;\n", "1 type-name: Place"],
  ["an exported interface", "const a = 1;\nexport interface Asked {\n  readonly a: number;\n}\n", "2 type-name: Asked"],
  ["a class", "class Settling {}\n", "1 type-name: Settling"],
  ["a type in a function", "function run() {\n  type Half = 1;\n}\n", "2 type-name: Half"],
])("%s with a refused name is reported", (_kind, text, problem) => {
  expect(problemsIn("service/src/jobs/example.ts", text)).toEqual([problem]);
  expect(problemsIn("engine/src/align/example.ts", text)).toEqual([problem]);
  expect(problemsIn("clients/cli/src/example.ts", text)).toEqual([problem]);
  expect(problemsIn("viewer/browser/example.ts", text)).toEqual([problem]);
});

test.each([
  ["a qualified name", "engine/src/align/example.ts", "type TokenPlace = number;\n"],
  ["a name in a comment or a string", "engine/src/align/example.ts", '// The type Place.\nconst a = "type Place";\n'],
  ["a parameter of a type", "engine/src/align/example.ts", "type Find<Place> = () => Place;\n"],
  ["Draft", "engine/src/edit/example.ts", "interface Draft {}\n"],
  ["code that will be replaced", "engine/src/edit/apply/example.ts", 'type Half = "from" | "to";\n'],
  ["code outside of the product", "proof/corpus/example.ts", "type Place = number;\n"],
])("%s passes", (_kind, path, text) => {
  expect(problemsIn(path, text)).toEqual([]);
});

test("a function with a name in -Of is exported by one product file", () => {
  const root = makeTree({
    "engine/src/align/one.ts": "export function textOf(): void {}\nexport const sizeOf = () => 1;\n",
    "engine/src/align/other.ts": "export async function textOf() {}\n",
    "service/src/jobs/sizes.ts": "\nexport const sizeOf = function () {};\n",
    // None of these is an exported function of the product with such a name.
    "engine/src/align/private.ts": "function textOf(): void {}\nexport const idOf = 1;\nexport type SizeOf = 1;\n",
    "engine/src/align/overloads.ts":
      "export function idOf(a: 1): 1;\nexport function idOf(a: 2): 2;\nexport function idOf(a: number) {\n  return a;\n}\n",
    "engine/src/align/plain.ts": "export function read(): void {}\n",
    "engine/src/align/plainer.ts": "export function read(): void {}\n",
    "engine/src/align/one.test.ts": "export function textOf(): void {}\n",
    "proof/corpus/texts.ts": "export function textOf(): void {}\n",
  });
  const problems = checkSource(root).problems.filter(({ rule }) => rule === "function-name");
  expect(problems.map(({ path, line, message }) => `${path}:${line} ${message.split(":")[0]}`)).toEqual([
    "engine/src/align/other.ts:1 textOf is exported by engine/src/align/one.ts too",
    "service/src/jobs/sizes.ts:2 sizeOf is exported by engine/src/align/one.ts too",
  ]);
});
