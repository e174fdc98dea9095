// Splits and joins paragraphs: a mark that comes, or marks that go.

import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { markParagraph } from "../../../revisions/write/mark-structure.ts";
import { type InsertPlace, splitWrapper } from "../text/cut-markup.ts";
import { plainLook } from "../text/write-content.ts";
import type { Workspace } from "../workspace.ts";

export interface SplitHalves {
  /** A new paragraph with what stands before the place. */
  readonly head: NodeId;
  /** The paragraph itself, with its mark. */
  readonly tail: NodeId;
}

/** Splits the paragraph that a place is in. */
export function splitAt(work: Workspace, tree: Tree, place: InsertPlace): SplitHalves {
  const { parent: tail, before } = liftToParagraph(work, tree, place);
  const head = tree.element(W.p);
  const properties = tree.child(tail, W.pPr);
  // In paragraphs that the request joined all of the text is like the mark that stays.
  const model = tree.child(work.joinedWith(tree, tail).at(-1)!, W.pPr);
  if (model !== NONE) tree.append(head, headProperties(tree, model));
  tree.insertBefore(tree.parent(tail), head, tail);
  for (const child of tree.children(tail)) {
    if (child === before) break;
    if (child === properties) continue;
    tree.remove(child);
    tree.append(head, child);
  }
  markParagraph(tree, head, { change: "insertion", maker: work.own });
  return { head, tail };
}

/** Splits all that stands between a place and its paragraph. */
function liftToParagraph(work: Workspace, tree: Tree, place: InsertPlace): InsertPlace {
  let { parent, before } = place;
  while (tree.name(parent) !== W.p) {
    const around = tree.parent(parent);
    if (before === NONE) before = tree.nextSibling(parent);
    else if (before === tree.firstChild(parent)) before = parent;
    else before = splitWrapper(tree, before, work.own);
    parent = around;
  }
  return { parent, before };
}

const NOT_COPIED: ReadonlySet<NameId> = new Set([W.sectPr, W.pPrChange]);

/** Properties for a first part that is like the paragraph; what belongs to the mark alone stays with it. */
export function headProperties(tree: Tree, properties: NodeId): NodeId {
  const copy = tree.graft(tree, properties);
  for (const child of tree.children(copy)) {
    if (NOT_COPIED.has(tree.name(child))) tree.remove(child);
    else if (tree.name(child) === W.rPr) tree.replace(child, plainLook(tree, child));
  }
  return copy;
}
