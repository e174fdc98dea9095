// Elements written as XML, for what is the same in every document: styles, separators of notes.

import { readerLimits } from "../ooxml/limits.ts";
import { scanXml } from "../ooxml/xml/scan/scan.ts";
import { NONE, type NodeId, Tree } from "../ooxml/xml/tree.ts";
import { wordNamespace } from "./word-names.ts";

/** The elements of some XML in which `w:` is WordprocessingML, as nodes of a tree that are not yet anywhere in it. */
export function graftSnippet(tree: Tree, xml: string): NodeId[] {
  const { names } = tree;
  const [uri] = names.namespace(wordNamespace).uris;
  const bytes = new TextEncoder().encode(`<w:snippet xmlns:w="${uri}">${xml}</w:snippet>`);
  const snippet = new Tree(scanXml(bytes, { names, limits: readerLimits, part: "snippet" }));
  const grafts: NodeId[] = [];
  for (let node = snippet.firstChild(snippet.root); node !== NONE; node = snippet.nextSibling(node)) {
    grafts.push(tree.graft(snippet, node));
  }
  return grafts;
}
