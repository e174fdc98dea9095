// Separates the elements of a paragraph that are content from those that only mark something else.

import { MOVE_RANGES, RANGE_MARKS, TRACES, TRACKED } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/** Starts and ends of ranges, and comment references: markers that exist once and belong to their text. */
export const PLACE_MARKS = new NameSet([...RANGE_MARKS, W.commentReference]);

const BETWEEN = new NameSet([W.pPr, W.proofErr, ...RANGE_MARKS, ...MOVE_RANGES]);

/**
 * True if a child of a paragraph or of its parent is not content: white space, w:pPr, a spelling mark, a range mark.
 */
export function isBetween(tree: Tree, node: NodeId): boolean {
  return !tree.isElement(node) || BETWEEN.has(tree.name(node));
}

/** Wrappers that mean nothing without content. */
export const EMPTIED = new NameSet([W.hyperlink, W.smartTag, ...TRACKED]);

/** Children of a run that show nothing. */
const UNSEEN = new NameSet([W.rPr, W.commentReference, ...TRACES]);
const TEXTS = new NameSet([W.t, W.delText]);

/**
 * True for a run that shows nothing: it is empty, or contains only empty text and references to comments. A paragraph with
 * only these runs counts as empty. Word drops empty runs when it opens a document.
 */
export function isBlankRun(tree: Tree, node: NodeId): boolean {
  if (tree.name(node) !== W.r) return false;
  return tree.children(node).every((child) => {
    if (!tree.isElement(child) || UNSEEN.has(tree.name(child))) return true;
    return TEXTS.has(tree.name(child)) && tree.firstChild(child) === NONE;
  });
}

/** True for a run that contains only references to comments. */
export function isReferenceRun(tree: Tree, node: NodeId): boolean {
  if (tree.name(node) !== W.r) return false;
  const content = tree.children(node).filter((child) => tree.isElement(child) && tree.name(child) !== W.rPr);
  return content.length > 0 && content.every((child) => tree.name(child) === W.commentReference);
}
