// Takes out a paragraph that the request itself inserted: nothing of it is left in the redline.

import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
import { endsSection } from "./blocks/remove-blocks.ts";
import { isTakenAway } from "./settle-ends.ts";
import { takeOut } from "./tables/new-cells.ts";
import type { StandingBlock, Workspace } from "./workspace.ts";

/** False, and nothing done, where something else of the request hangs on the paragraph. */
export function takeOutNew(work: Workspace, { story: { tree }, node }: StandingBlock): boolean {
  if (isNeeded(work, tree, node)) return false;
  const before = tree.previousSibling(node);
  // The block before it is then the last one that came behind that block.
  for (const [block, last] of work.afterIn(tree)) {
    if (last !== node) continue;
    if (before === block || before === NONE) work.afterIn(tree).delete(block);
    else work.afterIn(tree).set(block, before);
  }
  takeOut(work, tree, node);
  return true;
}

/** True if it has a mark that is not tracked, ends a section, is referred to, or stands between blocks that need it. */
function isNeeded(work: Workspace, tree: Tree, node: NodeId): boolean {
  const isReferredTo = work.references.some(({ target }) => work.paragraphOf(target).node === node);
  const isMarked = descendants(tree, node).some((one) => MARKS.has(tree.name(one)));
  const beside = [blockBeside(tree, node, "before"), blockBeside(tree, node, "after")].filter((one) => one !== NONE);
  const isBesideGone = beside.some((one) => isTakenAway(work, tree, one));
  const isAlone = !beside.some((one) => tree.name(one) === W.p);
  return isReferredTo || isMarked || endsSection(tree, node) || isBesideGone || isAlone;
}

// policy: what nothing tracks, and what must not go with a paragraph
const MARKS = new Set([W.commentRangeStart, W.commentRangeEnd, W.commentReference, W.bookmarkStart, W.bookmarkEnd]);

/** The paragraph or table beside a block in its container, or NONE. */
function blockBeside(tree: Tree, node: NodeId, side: "before" | "after"): NodeId {
  const step = (at: NodeId): NodeId => (side === "before" ? tree.previousSibling(at) : tree.nextSibling(at));
  let at = step(node);
  while (at !== NONE && tree.name(at) !== W.p && tree.name(at) !== W.tbl) at = step(at);
  return at;
}
