// Runs the guards on source files.
//
// They check names, sizes, purity of the engine, lists of element names, work that exists once, and the shape of the
// engine. They refuse inline type imports (`import("./x.ts").Thing`), which the import table cannot see.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkElementLists, type ElementList, elementLists, mustNotList } from "./check-element-lists.ts";
import {
  checkFunctionNames,
  checkName,
  checkTypeNames,
  type ExportedFunction,
  exportedFunctions,
} from "./check-names.ts";
import { checkOnce } from "./check-once.ts";
import { checkPurity, mustBePure } from "./check-purity.ts";
import { checkShape, type SourceText } from "./check-shape.ts";
import { checkSizes } from "./check-sizes.ts";
import { listFiles, listSourceFiles } from "./source-files.ts";
import { childrenOf, type Problem, parseSource, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

/** Checks every file of the checkout at `root`. */
export function checkSource(root: string): { files: number; lists: number; problems: Problem[] } {
  const sources = listSourceFiles(root);
  const lists: ElementList[] = [];
  const texts: SourceText[] = [];
  const functions: ExportedFunction[] = [];
  const problems = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    texts.push({ path, text });
    const file = parseSource(path, text);
    if (file !== undefined && mustNotList(path)) lists.push(...elementLists(file));
    if (file !== undefined) functions.push(...exportedFunctions(file));
    return checkParsed(path, file);
  });
  const all = [
    ...listFiles(root, "**/*").flatMap(checkName),
    ...problems,
    ...checkElementLists(lists),
    ...checkShape(texts),
    ...checkFunctionNames(functions),
  ];
  return { files: sources.length, lists: lists.length, problems: all };
}

/** Checks the text of one source file. */
export function checkFile(path: string, text: string): Problem[] {
  return checkParsed(path, parseSource(path, text));
}

function checkParsed(path: string, file: SourceFile | undefined): Problem[] {
  if (file === undefined) return [{ path, line: 1, rule: "syntax", message: "is not valid TypeScript" }];
  return [
    ...checkSizes(file),
    ...(mustBePure(path) ? checkPurity(file) : []),
    ...checkInlineImports(file),
    ...checkOnce(file),
    ...checkTypeNames(file),
  ];
}

function checkInlineImports(file: SourceFile): Problem[] {
  return [...inlineImports(file.module)].map((node) => ({
    path: file.path,
    line: file.lineOf(node.span?.start ?? 1),
    rule: "inline-import",
    message: "import the type at the top of the file, where the import table sees it",
  }));
}

function* inlineImports(node: SyntaxNode): Generator<SyntaxNode> {
  if (node.type === "TsImportType") yield node;
  for (const { child } of childrenOf(node)) yield* inlineImports(child);
}

function main(): void {
  const { files, lists, problems } = checkSource(process.cwd());
  for (const { path, line, rule, message } of problems) console.log(`${path}:${line} ${rule}: ${message}`);
  console.log(
    `${files} source files, ${lists} lists of element names outside the grammar, ${problems.length} problems`,
  );
  process.exitCode = problems.length > 0 || files === 0 ? 1 : 0;
}

if (import.meta.main) main();
