// Takes out what the request itself put in: nothing of it is left in the redline.

import { CAME, COMMENT_MARKS } from "../../document/grammar.ts";
import { blocksOf } from "../../document/text/blocks.ts";
import { firstContent } from "../../document/text/elements.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants, isNodeInside, otherEnd, unwrap } from "../../revisions/markup.ts";
import type { NamedBlock } from "../locate/blocks.ts";
import { emptyCell, type Problem } from "../refusal.ts";
import { endsSection } from "./blocks/remove-blocks.ts";
import { isTakenAway } from "./settle-ends.ts";
import { takeOut } from "./tables/new-cells.ts";
import type { StandingBlock, Workspace } from "./workspace.ts";

/** False, and nothing done, where something else of the request hangs on the paragraph or table. */
export function takeOutNew(work: Workspace, { story: { tree }, node }: StandingBlock): boolean {
  const isParagraph = tree.name(node) === W.p;
  if (isParagraph ? isReferredTo(work, tree, node) : isUsed(work, tree, node)) return false;
  if (isParagraph && endsSection(tree, node)) {
    emptyParagraph(work, tree, node);
    return true;
  }
  if (isHeld(work, tree, node) || !leaveMarks(tree, node)) return false;
  leaveOrder(work, tree, node);
  takeOut(work, tree, node);
  return true;
}

/** Takes out what a new paragraph shows; the mark that ends a section stays, and so do comments. */
function emptyParagraph(work: Workspace, tree: Tree, paragraph: NodeId): void {
  const staying = new Set(marksIn(tree, paragraph));
  for (const child of tree.children(paragraph)) {
    if (tree.name(child) !== W.pPr && !staying.has(child)) takeOut(work, tree, child);
  }
}

/** The marks in a new paragraph that say which text a comment is about, each the child of the paragraph that holds it. */
function marksIn(tree: Tree, paragraph: NodeId): NodeId[] {
  return tree.children(paragraph).filter((child) => descendants(tree, child).some((one) => MARKS.has(tree.name(one))));
}

/**
 * Comments on a new paragraph stay without it, where they stay when it goes in a later request: in the next paragraph, or at the end of
 * the one before. False, and nothing done, if there is neither.
 */
function leaveMarks(tree: Tree, node: NodeId): boolean {
  const marks = tree.name(node) === W.p ? marksIn(tree, node) : [];
  if (marks.length === 0) return true;
  const next = tree.nextSibling(node);
  const before = tree.previousSibling(node);
  const isParagraph = (one: NodeId): boolean => one !== NONE && tree.name(one) === W.p;
  if (!isParagraph(next) && (!isParagraph(before) || !isEndOfRow(tree, next))) return false;
  const holder = isParagraph(next) ? next : before;
  const front = firstContent(tree, holder);
  for (const mark of marks) {
    tree.remove(mark);
    tree.insertBefore(holder, mark, holder === next ? front : NONE);
    // The text that it came with is gone.
    if (CAME.has(tree.name(mark))) unwrap(tree, mark);
  }
  return true;
}

/** True if no paragraph can follow before something: it is a table, or all that is left of a container. */
function isEndOfRow(tree: Tree, next: NodeId): boolean {
  return next === NONE || tree.name(next) === W.tbl || tree.name(next) === W.sectPr;
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
    return story.tree === tree && isNodeInside(tree, paragraph, node);
  });
}

// policy: what nothing tracks, and what must not go with a paragraph
const MARKS = new Set([...COMMENT_MARKS, W.bookmarkStart, W.bookmarkEnd]);

/** True if a comment is marked in something. */
export function holdsComment(tree: Tree, node: NodeId): boolean {
  return descendants(tree, node).some((one) => COMMENT_MARKS.has(tree.name(one)));
}

/** True if blocks hold one end of a range whose other end is elsewhere. */
export function holdHalfRange(tree: Tree, blocks: readonly NodeId[]): boolean {
  const inside = blocks.flatMap((block) => descendants(tree, block));
  return inside.some((mark) => {
    const other = otherEnd(tree.name(mark));
    const id = tree.attribute(mark, W.id);
    return other !== undefined && !inside.some((one) => tree.name(one) === other && tree.attribute(one, W.id) === id);
  });
}

/**
 * True if a block cannot leave its place: it ends a section, or is the last paragraph left where there must be one. Blocks that leave with
 * it, and such as the request takes away, are not there.
 */
export function isHeld(
  work: Workspace,
  tree: Tree,
  node: NodeId,
  leaving: ReadonlySet<NodeId> = new Set<NodeId>(),
): boolean {
  if (tree.name(node) !== W.p) return false;
  const standing = (side: "before" | "after"): NodeId => {
    let at = blockBeside(tree, node, side);
    while (at !== NONE && (leaving.has(at) || isTakenAway(work, tree, at))) at = blockBeside(tree, at, side);
    return at;
  };
  const isParagraph = (one: NodeId): boolean => one !== NONE && tree.name(one) === W.p;
  const [before, after] = [standing("before"), standing("after")];
  const isAlone = !isParagraph(after) && (!isParagraph(before) || endsSection(tree, before));
  return endsSection(tree, node) || isAlone;
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
    "Another edit of the request refers to this content, comments on it, leaves a comment there, ends a section with it or leaves no other paragraph. Delete or move this content in a separate request.";
  return { field, reason: "UNDEFINED_COMBINATION", message };
}
