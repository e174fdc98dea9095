// A source file as a syntax tree, walked without knowledge of each kind of node: a guard names the kinds it looks
// at and leaves the rest to the walk.

import { parseSync } from "@swc/core";

/** A node of the tree. Positions are byte offsets into the file, counted from one. */
export interface SyntaxNode {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}

/** A parsed file with the means to say on which line a byte lies. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly module: SyntaxNode;
  readonly lineOf: (position: number) => number;
}

/** One thing a guard objects to. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** Parses one file. Nothing comes back when it is not valid TypeScript. */
export function parseSource(path: string, text: string): SourceFile | undefined {
  const syntax = { syntax: "typescript", target: "es2024", tsx: path.endsWith("x") } as const;
  try {
    const module = parseSync(text, syntax) as unknown as SyntaxNode;
    return { path, text, module, lineOf: lineCounter(text) };
  } catch {
    return undefined;
  }
}

/** The child nodes of a node, in the order of its fields. A field that holds a list yields its items. */
export function* childrenOf(node: SyntaxNode): Generator<{ field: string; child: SyntaxNode }> {
  for (const [field, value] of Object.entries(node)) {
    if (field === "span") continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield { field, child };
    }
  }
}

/** Whether a value is a node, or one of the nameless records swc puts between nodes. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null;
}

function lineCounter(text: string): (position: number) => number {
  const bytes = Buffer.from(text);
  const starts = [0];
  for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) starts.push(index + 1);
  return (position) => {
    const after = starts.findIndex((start) => start > position - 1);
    return after < 0 ? starts.length : after;
  };
}
