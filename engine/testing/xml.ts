// Converts strings to trees and back, for tests.

import { readerLimits } from "../src/ooxml/limits.ts";
import { Names } from "../src/ooxml/xml/names.ts";
import { scanXml } from "../src/ooxml/xml/scan/scan.ts";
import { NONE, type NodeId, Tree } from "../src/ooxml/xml/tree.ts";
import { writeTree } from "../src/ooxml/xml/write-tree.ts";

export function parse(xml: string | Uint8Array, names = new Names()): Tree {
  const bytes = typeof xml === "string" ? new TextEncoder().encode(xml) : xml;
  return new Tree(scanXml(bytes, { names, limits: readerLimits, part: "part.xml" }));
}

export function write(tree: Tree): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(writeTree(tree));
}

/** Returns the first element with a local name, in document order. */
export function find(tree: Tree, local: string): NodeId {
  const open = [tree.root];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (tree.isElement(node) && tree.names.local(tree.name(node)) === local) return node;
    open.unshift(...tree.children(node));
  }
  return NONE;
}
