// Removes the comments of a document and their marks in the text.

import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { COMMENT_MARKS } from "../grammar.ts";
import type { WordDocument } from "../open-document.ts";
import { storiesOf } from "../text/stories.ts";
import { W } from "../word-names.ts";

/**
 * Relationship types of the comment parts: texts, threads, ids and other data. The part of the authors is not among
 * them.
 */
const COMMENTS = /\/comments[a-z]*$/i;

export function dropComments(document: WordDocument): void {
  const trees = new Set(
    storiesOf(document)
      .filter(({ kind }) => kind !== "comment")
      .map(({ tree }) => tree),
  );
  for (const tree of trees) dropCommentMarks(tree);
  dropCommentParts(document);
}

/** Removes the comment parts that the main part relates to. */
export function dropCommentParts({ package: opened, main }: WordDocument): void {
  for (const { part, type } of opened.relationships(main)) {
    if (part !== undefined && COMMENTS.test(type) && opened.has(part)) opened.remove(part);
  }
}

/** Removes the comment marks of one part, and runs that contain nothing else. */
export function dropCommentMarks(tree: Tree): void {
  for (const node of elementsNamed(tree, COMMENT_MARKS)) {
    const holder = tree.parent(node);
    tree.remove(node);
    if (tree.name(holder) === W.r && isBare(tree, holder)) tree.remove(holder);
  }
}

/** True if a run contains only properties. */
function isBare(tree: Tree, run: NodeId): boolean {
  for (let child = tree.firstChild(run); child !== NONE; child = tree.nextSibling(child)) {
    if (tree.isElement(child) && tree.name(child) !== W.rPr) return false;
  }
  return true;
}
