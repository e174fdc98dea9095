// Removes the pieces of fields that a verdict breaks (REV-6).
//
// A field has a begin, a code, a separator, a result and an end, and Word does not always track all of them. Rejecting
// an inserted field may leave its separator. A mark that loses its partner is removed, and so is the code of a field
// that lost its end; the result stays as text. Code that remains of a removed field is removed too. Marks without a
// partner before stay.

import { ENCLOSED_STORIES } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isEmptyRun } from "../markup.ts";

/** Returns the field marks of a tree that lack a partner, the code of their fields, and the code outside of fields. */
export function brokenFields(tree: Tree): Set<NodeId> {
  const broken = new Set<NodeId>();
  if (tree.mayHave(W.fldChar)) walkStory(tree, tree.root, broken);
  return broken;
}

/** Removes what is broken now and was not broken before. */
export function removeBroken(tree: Tree, before: ReadonlySet<NodeId>): void {
  for (const node of brokenFields(tree)) {
    if (before.has(node)) continue;
    const run = tree.parent(node);
    tree.remove(node);
    if (isEmptyRun(tree, run) && tree.parent(run) !== NONE) tree.remove(run);
  }
}

interface Field {
  /** The marks and pieces of code so far. */
  readonly pieces: NodeId[];
  isInCode: boolean;
}

function walkStory(tree: Tree, root: NodeId, broken: Set<NodeId>): void {
  const open: Field[] = [];
  const visit = (parent: NodeId): void => {
    for (let node = tree.firstChild(parent); node !== NONE; node = tree.nextSibling(node)) {
      const name = tree.name(node);
      // A field does not cross the border of a story.
      if (ENCLOSED_STORIES.has(name)) walkStory(tree, node, broken);
      else if (name === W.fldChar) meetMark(tree, node, { open, broken });
      else if (name === W.instrText || name === W.delInstrText) meetCode(node, { open, broken });
      else visit(node);
    }
  };
  visit(root);
  for (const { pieces } of open) for (const piece of pieces) broken.add(piece);
}

function meetMark(tree: Tree, mark: NodeId, { open, broken }: { open: Field[]; broken: Set<NodeId> }): void {
  const type = tree.attribute(mark, W.fldCharType);
  const field = open.at(-1);
  if (type === "begin") open.push({ pieces: [mark], isInCode: true });
  else if (field === undefined) broken.add(mark);
  else if (type === "end") open.pop();
  else {
    field.pieces.push(mark);
    field.isInCode = false;
  }
}

/** Code outside of fields is broken: it belonged to a removed field. */
function meetCode(node: NodeId, { open, broken }: { open: readonly Field[]; broken: Set<NodeId> }): void {
  const field = open.at(-1);
  if (field === undefined) broken.add(node);
  else if (field.isInCode) field.pieces.push(node);
}
