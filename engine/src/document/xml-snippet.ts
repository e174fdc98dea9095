// Creates nodes from XML that is the same in every document: styles, separators of notes.

import { readerLimits } from "../ooxml/limits.ts";
import { scanXml } from "../ooxml/xml/scan/scan.ts";
import { NONE, type NodeId, Tree } from "../ooxml/xml/tree.ts";
import { wordNamespace } from "./word-names.ts";

/** Returns the elements of an XML string as nodes of the tree without a parent. The prefix `w:` is WordprocessingML. */
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
