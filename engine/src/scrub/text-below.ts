// Reads the characters below a node, including deleted ones and without field codes.

import { W } from "../document/word-names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { descendants } from "../revisions/markup.ts";

export function textBelow(tree: Tree, top: NodeId): string {
  return descendants(tree, top)
    .filter((node) => tree.name(node) === W.t || tree.name(node) === W.delText)
    .flatMap((node) => tree.children(node).map((child) => tree.text(child)))
    .join("");
}
