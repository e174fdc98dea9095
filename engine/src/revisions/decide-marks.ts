// Paragraph marks that were inserted, deleted or moved.

import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { fateOf } from "./joins.ts";
import { ancestor, isAttached, removeEmptyProperties } from "./markup.ts";
import { BETWEEN } from "./paragraph-content.ts";
import { type Decided, isKept } from "./revision.ts";

export function decideMark({ revision, verdict }: Decided): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  const paragraph = ancestor(tree, node, W.p);
  const properties = tree.parent(node);
  tree.remove(node);
  removeEmptyProperties(tree, properties);
  if (paragraph !== NONE && !isKept(revision, verdict)) removeMark(tree, paragraph);
}

function removeMark(tree: Tree, paragraph: NodeId): void {
  const fate = fateOf(tree, paragraph, { isGone: () => false, isEmpty: isEmptyParagraph(tree, paragraph) });
  if (fate.kind === "stays") return;
  const content = tree.children(paragraph).filter((child) => tree.name(child) !== W.pPr);
  const place =
    fate.kind === "joins" ? startOf(tree, fate.next) : { parent: tree.parent(paragraph), before: paragraph };
  for (const child of content) {
    tree.remove(child);
    tree.insertBefore(place.parent, child, place.before);
  }
  tree.remove(paragraph);
}

export function isEmptyParagraph(tree: Tree, paragraph: NodeId): boolean {
  return tree.children(paragraph).every((child) => !isContent(tree, child));
}

function isContent(tree: Tree, node: NodeId): boolean {
  return tree.isElement(node) ? !BETWEEN.has(tree.name(node)) : false;
}

/** Where the content of a paragraph begins. */
function startOf(tree: Tree, paragraph: NodeId): { parent: NodeId; before: NodeId } {
  const properties = tree.child(paragraph, W.pPr);
  return { parent: paragraph, before: properties === NONE ? tree.firstChild(paragraph) : tree.nextSibling(properties) };
}
