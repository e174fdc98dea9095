// Changes the order of attributes, which has no meaning in XML.

import type { Tree } from "@versus/engine/inside";
import { allElements, type Noisemaker, someOf } from "./noise-kinds.ts";

const SHARE = 0.3;
/** Namespaces whose attributes define how others are read, so they keep their position. */
const KEPT = ["http://www.w3.org/2000/xmlns/", "http://schemas.openxmlformats.org/markup-compatibility/2006"];

export const reorderAttributes: Noisemaker = (document, random) => {
  const carriers = [...allElements(document)].filter(({ tree, node }) => node !== tree.root && isFree(tree, node));
  const chosen = someOf(carriers, random, SHARE);
  for (const { tree, node } of chosen) {
    const [first] = tree.attributes(node) as [ReturnType<Tree["attributes"]>[number]];
    tree.setAttribute(node, first.name, undefined);
    tree.setAttribute(node, first.name, first.value);
  }
  return chosen.length;
};

function isFree(tree: Tree, node: Parameters<Tree["attributes"]>[0]): boolean {
  const attributes = tree.attributes(node);
  const kept = KEPT.map((uri) => tree.names.namespaceId(uri));
  return attributes.length > 1 && attributes.every(({ name }) => !kept.includes(tree.names.namespaceOf(name)));
}
