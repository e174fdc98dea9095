// Which elements of a paragraph are content, and which are only marks of something else.

import { MOVE_RANGES, RANGE_MARKS, TRACKED } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";

/** The ends of ranges, and what refers to a comment: all that exists once and goes where its text goes. */
export const PLACE_MARKS = new NameSet([...RANGE_MARKS, W.commentReference]);

const BETWEEN = new NameSet([W.pPr, W.proofErr, ...RANGE_MARKS, ...MOVE_RANGES]);

/** True for what may stand in a paragraph and as well between paragraphs, and for text between elements. */
export function isBetween(tree: Tree, node: NodeId): boolean {
  return !tree.isElement(node) || BETWEEN.has(tree.name(node));
}

/** Wrappers that are nothing without what they hold. */
export const EMPTIED = new NameSet([W.hyperlink, W.smartTag, ...TRACKED]);

/** True for a run that does nothing but refer to a comment: it holds no paragraph that is empty but for it. */
export function isReferenceRun(tree: Tree, node: NodeId): boolean {
  if (tree.name(node) !== W.r) return false;
  const content = tree.children(node).filter((child) => tree.isElement(child) && tree.name(child) !== W.rPr);
  return content.length > 0 && content.every((child) => tree.name(child) === W.commentReference);
}
