// Decides inserted, deleted and moved content: runs, equations, content controls.

import { OTHER_ENDS } from "../../document/grammar.ts";
import { M, W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { deletionAround, descendants, drop, isAttached, moveChildren, rename, unwrap } from "../markup.ts";
import { type Decided, isKept } from "../revision.ts";

/** Unwraps kept content and drops all other content. Deleted text that is kept becomes normal text. */
export function decideContent({ revision, verdict }: Decided): void {
  const { tree, node, kind } = revision;
  if (!isAttached(tree, node)) return;
  if (!isKept(revision, verdict)) {
    drop(tree, node);
    return;
  }
  const isText = (kind === "deletion" || kind === "moveFrom") && deletionAround(tree, node) === NONE;
  if (isText) restoreDeletedText(tree, node);
  unwrap(tree, node);
}

/** Renames deleted text (w:delText) to normal text. */
function restoreDeletedText(tree: Tree, deletion: NodeId): void {
  for (const node of descendants(tree, deletion)) {
    const name = tree.name(node);
    const isDeletedText = name === W.delText || name === W.delInstrText;
    const around = isDeletedText ? deletionAround(tree, node) : NONE;
    // Text in a nested deletion stays deleted. Some programs write moved text like deleted text.
    if (isDeletedText && (around === deletion || around === NONE)) {
      rename(tree, node, name === W.delText ? W.t : W.instrText);
    }
  }
}

/**
 * The property elements of an equation's object. All other children are arguments, which stay if the object around them
 * is dropped.
 */
const NOT_ARGUMENTS = /Pr$/;

/**
 * The revision is in the properties of an equation's object (its fraction bar, its root). It decides the object, not
 * its arguments.
 */
export function decideMath({ revision, verdict }: Decided): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  if (isKept(revision, verdict)) {
    unwrap(tree, node);
    return;
  }
  const properties = tree.parent(tree.parent(node));
  const object = tree.parent(properties);
  for (const argument of tree.children(object)) {
    const isArgument = tree.isElement(argument) && !NOT_ARGUMENTS.test(tree.names.local(tree.name(argument)));
    if (isArgument) moveChildren(tree, argument, { to: tree.parent(object), before: object });
  }
  tree.remove(object);
}

/**
 * Decides content controls and custom XML, which are tracked by one range around their start tag and one around their
 * end tag.
 */
export function decideControl({ revision, verdict }: Decided): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  const end = rangeEnd(tree, node);
  if (!isKept(revision, verdict)) {
    for (const control of controlsBetween(tree, node, end)) unwrapControl(tree, control);
  }
  tree.remove(node);
  if (end !== NONE) tree.remove(end);
}

function rangeEnd(tree: Tree, start: NodeId): NodeId {
  const name = OTHER_ENDS.get(tree.name(start));
  const id = tree.attribute(start, W.id);
  for (const node of following(tree, start)) {
    if (tree.name(node) === name && tree.attribute(node, W.id) === id) return node;
  }
  return NONE;
}

/** Returns the controls whose start tag is in the range. */
function controlsBetween(tree: Tree, start: NodeId, end: NodeId): NodeId[] {
  const controls: NodeId[] = [];
  if (end === NONE) return controls;
  for (const node of following(tree, start)) {
    if (node === end) break;
    if (tree.name(node) === W.sdt || tree.name(node) === W.customXml) controls.push(node);
  }
  return controls;
}

/** Yields the nodes that begin after a node, in document order. */
function* following(tree: Tree, start: NodeId): Generator<NodeId> {
  let node = start;
  while (node !== NONE) {
    let next = tree.firstChild(node);
    for (let at = node; next === NONE && at !== NONE; at = tree.parent(at)) next = tree.nextSibling(at);
    node = next;
    if (node !== NONE) yield node;
  }
}

function unwrapControl(tree: Tree, control: NodeId): void {
  const content = tree.name(control) === W.sdt ? tree.child(control, W.sdtContent) : control;
  if (content !== NONE) {
    for (const child of tree.children(content)) {
      if (tree.name(child) === W.customXmlPr) continue;
      tree.remove(child);
      tree.insertBefore(tree.parent(control), child, control);
    }
  }
  tree.remove(control);
}

/** True for an equation without runs, which shows nothing. */
export function isEmptyMath(tree: Tree, node: NodeId): boolean {
  const name = tree.name(node);
  if (name !== M.oMath && name !== M.oMathPara) return false;
  return descendants(tree, node).every((below) => tree.name(below) !== M.r && tree.name(below) !== W.r);
}
