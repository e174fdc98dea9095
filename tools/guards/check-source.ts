// Runs the guards that look at one file at a time: names, sizes, purity of the engine, and inline type imports
// (`import("./x.ts").Thing`), which the import table cannot see.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkName } from "./check-names.ts";
import { checkPurity, mustBePure } from "./check-purity.ts";
import { checkSizes } from "./check-sizes.ts";
import { listFiles, listSourceFiles } from "./source-files.ts";
import { childrenOf, type Problem, parseSource, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

/** Checks every file of the checkout at `root`. */
export function checkSource(root: string): { files: number; problems: Problem[] } {
  const sources = listSourceFiles(root);
  const problems = sources.flatMap((path) => checkFile(path, readFileSync(join(root, path), "utf8")));
  return { files: sources.length, problems: [...listFiles(root, "**/*").flatMap(checkName), ...problems] };
}

/** Checks the text of one source file. */
export function checkFile(path: string, text: string): Problem[] {
  const file = parseSource(path, text);
  if (file === undefined) return [{ path, line: 1, rule: "syntax", message: "is not valid TypeScript" }];
  return [...checkSizes(file), ...(mustBePure(path) ? checkPurity(file) : []), ...checkInlineImports(file)];
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
  const { files, problems } = checkSource(process.cwd());
  for (const { path, line, rule, message } of problems) console.log(`${path}:${line} ${rule}: ${message}`);
  console.log(`${files} source files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || files === 0 ? 1 : 0;
}

if (import.meta.main) main();
