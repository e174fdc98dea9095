// Parses a source file into a syntax tree and walks it without knowledge of each kind of node.
//
// A guard names the kinds it checks and leaves the rest to the walk.

import { parseSync } from "@swc/core";

/** A node of the tree. Positions are byte offsets into the file, counted from one. */
export interface SyntaxNode {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}

/** A parsed file, with a function that converts a byte position to a line. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly module: SyntaxNode;
  readonly lineOf: (position: number) => number;
}

/** A violation that a guard found. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** Returns the parsed file; undefined if it is not valid TypeScript. */
export function parseSource(path: string, text: string): SourceFile | undefined {
  const syntax = { syntax: "typescript", target: "es2024", tsx: path.endsWith("x") } as const;
  try {
    const module = parseSync(text, syntax) as unknown as SyntaxNode;
    return { path, text, module, lineOf: lineCounter(text) };
  } catch {
    return undefined;
  }
}

/** A child of a node, and the field that contains it. */
interface Child {
  readonly field: string;
  readonly child: SyntaxNode;
}

/** Remembers the children of a node, because each guard walks the whole tree. */
const CHILDREN = Symbol("children");

/** Returns the child nodes of a node in the order of its fields. A field that contains a list gives its items. */
export function childrenOf(node: SyntaxNode): readonly Child[] {
  const walked = node as { [CHILDREN]?: readonly Child[] };
  walked[CHILDREN] ??= findChildren(node);
  return walked[CHILDREN];
}

function findChildren(node: SyntaxNode): Child[] {
  const children: Child[] = [];
  for (const field in node) {
    const value = node[field];
    if (typeof value !== "object" || value === null || field === "span") continue;
    if (!Array.isArray(value)) children.push({ field, child: value as SyntaxNode });
    else for (const child of value) if (isNode(child)) children.push({ field, child });
  }
  return children;
}

/** True if a value is a node, or one of the nameless records that swc puts between nodes. */
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
