// Takes out what the request itself put in: nothing of it is left in the redline.

import { blocksOf } from "../../document/text/blocks.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants, isIn, otherEnd } from "../../revisions/markup.ts";
import type { NamedBlock } from "../locate/blocks.ts";
import { emptyCell, type Problem } from "../refusal.ts";
import { endsSection } from "./blocks/remove-blocks.ts";
import { isTakenAway } from "./settle-ends.ts";
import { takeOut } from "./tables/new-cells.ts";
import type { StandingBlock, Workspace } from "./workspace.ts";

/** False, and nothing done, where something else of the request hangs on the paragraph or table. */
export function takeOutNew(work: Workspace, { story: { tree }, node }: StandingBlock): boolean {
  if (isUsed(work, tree, node) || isHeld(work, tree, node)) return false;
  leaveOrder(work, tree, node);
  takeOut(work, tree, node);
  return true;
}

/** The problem of an edit that would leave a cell with nothing in it: new paragraphs that filled it may be gone by then. */
export function checkEmptied(work: Workspace, blocks: readonly StandingBlock[], field: string): Problem[] {
  const leaving = new Set(blocks.map(({ node }) => node));
  const isEmptied = blocks.some(({ story, node }) => {
    const { tree } = story;
    const cell = tree.parent(node);
    if (cell === NONE || tree.name(cell) !== W.tc) return false;
    return blocksOf(story, cell).every((block) => leaving.has(block) || isTakenAway(work, tree, block));
  });
  return isEmptied ? [emptyCell(field)] : [];
}

/** Blocks of the upload where they stand. */
export function standingBlocks(work: Workspace, blocks: readonly NamedBlock[]): StandingBlock[] {
  return blocks.map(({ part, node }) => ({ story: work.storyOf(part), node }));
}

/** The block before one that goes is then the last one that came behind another. */
export function leaveOrder(work: Workspace, tree: Tree, node: NodeId): void {
  const before = tree.previousSibling(node);
  for (const [block, last] of work.afterIn(tree)) {
    if (last !== node) continue;
    if (before === block || before === NONE) work.afterIn(tree).delete(block);
    else work.afterIn(tree).set(block, before);
  }
  work.afterIn(tree).delete(node);
}

/** True if other edits of the request comment on something new or refer to it. */
export function isUsed(work: Workspace, tree: Tree, node: NodeId): boolean {
  return isReferredTo(work, tree, node) || descendants(tree, node).some((one) => MARKS.has(tree.name(one)));
}

/** True if a cross-reference of the request leads to a paragraph, or into something. */
export function isReferredTo(work: Workspace, tree: Tree, node: NodeId): boolean {
  return work.references.some(({ target }) => {
    const { story, node: paragraph } = work.paragraphOf(target);
    return story.tree === tree && isIn(tree, paragraph, node);
  });
}

// policy: what nothing tracks, and what must not go with a paragraph
const MARKS = new Set([W.commentRangeStart, W.commentRangeEnd, W.commentReference, W.bookmarkStart, W.bookmarkEnd]);

/** True if something holds one end of a range whose other end is elsewhere. */
export function holdsHalfRange(tree: Tree, node: NodeId): boolean {
  const inside = descendants(tree, node);
  return inside.some((mark) => {
    const other = otherEnd(tree.name(mark));
    const id = tree.attribute(mark, W.id);
    return other !== undefined && !inside.some((one) => tree.name(one) === other && tree.attribute(one, W.id) === id);
  });
}

/** True if a block cannot leave its place: it ends a section, or stands between blocks that need it. */
export function isHeld(work: Workspace, tree: Tree, node: NodeId): boolean {
  const beside = [blockBeside(tree, node, "before"), blockBeside(tree, node, "after")].filter((one) => one !== NONE);
  const isBesideGone = beside.some((one) => isTakenAway(work, tree, one));
  const isAlone = tree.name(node) === W.p && !beside.some((one) => tree.name(one) === W.p);
  return endsSection(tree, node) || isBesideGone || isAlone;
}

/** The paragraph or table beside a block in its container, or NONE. */
export function blockBeside(tree: Tree, node: NodeId, side: "before" | "after"): NodeId {
  const step = (at: NodeId): NodeId => (side === "before" ? tree.previousSibling(at) : tree.nextSibling(at));
  let at = step(node);
  while (at !== NONE && tree.name(at) !== W.p && tree.name(at) !== W.tbl) at = step(at);
  return at;
}

/** The problem of an edit that would take out what others need. */
export function needed(field: string): Problem {
  const message =
    "Other edits of the request use what this would take away: they comment on it, refer to it, end a section with it or delete what is beside it.";
  return { field, reason: "UNDEFINED_COMBINATION", message };
}
