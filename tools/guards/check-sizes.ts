// Refuses files over 600 lines and functions over 80.
//
// A file is exempt if its first line gives a reason: `// size: reason`. A function counts from its first line to its
// last, including comments and blank lines. A block of tests (the function passed to `describe`) is a list, not a
// function, and does not count.

import { childrenOf, isNode, type Problem, type SourceFile, type SyntaxNode } from "./syntax-tree.ts";

const maxFileLines = 600;
const maxFunctionLines = 80;
const waiver = /^\/\/ size: \S/;

const functionKinds = new Set([
  "ArrowFunctionExpression",
  "ClassMethod",
  "Constructor",
  "FunctionDeclaration",
  "FunctionExpression",
  "GetterProperty",
  "MethodProperty",
  "PrivateMethod",
  "SetterProperty",
]);

/** Returns the problems of one file with sizes above the limits. */
export function checkSizes(file: SourceFile): Problem[] {
  if (waiver.test(file.text)) return [];
  const problems: Problem[] = [];
  const lines = file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0);
  if (lines > maxFileLines) {
    problems.push({ path: file.path, line: 1, rule: "file-size", message: `${lines} lines (limit ${maxFileLines})` });
  }
  collectLongFunctions(file, file.module, problems);
  return problems;
}

function collectLongFunctions(file: SourceFile, node: SyntaxNode, problems: Problem[]): void {
  if (node.span && functionKinds.has(node.type ?? "")) {
    const line = file.lineOf(node.span.start);
    const lines = file.lineOf(node.span.end - 1) - line + 1;
    if (lines > maxFunctionLines) {
      const message = `function of ${lines} lines (limit ${maxFunctionLines})`;
      problems.push({ path: file.path, line, rule: "function-size", message });
    }
  }
  for (const child of isTestBlock(node) ? testBlockStatements(node) : childNodes(node)) {
    collectLongFunctions(file, child, problems);
  }
}

function childNodes(node: SyntaxNode): SyntaxNode[] {
  return [...childrenOf(node)].map(({ child }) => child);
}

function isTestBlock(node: SyntaxNode): boolean {
  const callee = node.callee;
  return node.type === "CallExpression" && isNode(callee) && callee.value === "describe";
}

function testBlockStatements(node: SyntaxNode): SyntaxNode[] {
  return childNodes(node).flatMap(({ expression }) => (isNode(expression) ? childNodes(expression) : []));
}
