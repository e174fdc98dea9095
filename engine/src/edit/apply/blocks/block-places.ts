// Where blocks are put: directly before or after a paragraph or a table.
//
// What is placed after one block comes before what is placed before the next, and what is placed at one side of a block
// stands there in the order of the request.

import { WRAPPERS } from "../../../document/grammar.ts";
import type { Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import { ensure } from "../../../failures/failure.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { outermostBlock } from "../../../revisions/joins.ts";
import type { Destination } from "../../locate/destinations.ts";
import { isTakenAway } from "../settle-ends.ts";
import { holdsComment } from "../take-out-new.ts";
import { backOf, frontOf } from "../text/range-edges.ts";
import type { Workspace } from "../workspace.ts";
import type { Model } from "./new-paragraphs.ts";

/** The block that a destination names, as it stands now. */
export interface DestinationBlock {
  readonly story: Story;
  readonly node: NodeId;
}

export function destinationBlock(work: Workspace, destination: Destination): DestinationBlock {
  if (destination.beside === "paragraph") {
    const { paragraph, position } = destination;
    // Of a paragraph that was split, what comes after it comes after its second half.
    if (paragraph.kind === "uploaded" && position === "after") {
      return { story: work.storyOf(paragraph.place.part), node: paragraph.place.paragraph.node };
    }
    return position === "after" ? work.paragraphOf(paragraph) : work.headOf(paragraph);
  }
  const { table } = destination;
  if (table.kind === "uploaded") return { story: work.storyOf(table.part), node: table.table.table.node };
  const made = work.tables.get(table.made.name);
  ensure(made !== undefined, "a table is named after it was made");
  return made;
}

/** Puts blocks that are nowhere, in order, at a destination. */
export function putBlocks(work: Workspace, destination: Destination, blocks: readonly NodeId[]): void {
  const { story, node } = destinationBlock(work, destination);
  const { tree } = story;
  const last = work.afterIn(tree).get(node);
  const behind = (): NodeId => (last === undefined ? backOf(tree, node) : tree.nextSibling(last));
  const before = destination.position === "before" ? beforeJoining(work, tree, frontOf(tree, node)) : behind();
  const parent = tree.parent(node);
  for (const block of blocks) tree.insertBefore(parent, block, before);
  if (destination.position === "after") work.afterIn(tree).set(node, blocks.at(-1) ?? last ?? node);
}

/**
 * A new block before the first block of a move is no part of the move, whoever moved it. A new block before a paragraph also stands before
 * the paragraphs with comments, or with text that another deleted, that the request deleted there, and before tables that go with them: when
 * these go, their comments become part of the next paragraph, and the new block must not take them in (EDT-38).
 */
function beforeJoining(work: Workspace, tree: Tree, front: NodeId): NodeId {
  const start = tree.previousSibling(front);
  if (start !== NONE && MOVE_STARTS.has(tree.name(start))) return start;
  let first = front;
  let at = tree.name(front) === W.p ? start : NONE;
  for (; at !== NONE && isDeleted(work, tree, at); at = tree.previousSibling(at)) {
    if (tree.name(at) !== W.p) continue;
    if (work.own.isTextDeletedIn(tree, at, "another") || holdsComment(tree, at)) first = at;
  }
  return first;
}

function isDeleted(work: Workspace, tree: Tree, node: NodeId): boolean {
  if (tree.name(node) === W.p) return work.own.onMark(tree, node, [W.del]) !== NONE;
  return isTableTaken(work, tree, node);
}

/** True if the request deletes a table, or every block that a content control contains. */
export function isTableTaken(work: Workspace, tree: Tree, node: NodeId): boolean {
  const name = tree.name(node);
  const isGone = (block: NodeId): boolean => isTakenAway(work, tree, block);
  return (name === W.tbl || WRAPPERS.has(name)) && outermostBlock(tree, node, "before", isGone).kind === "none";
}

const MOVE_STARTS: ReadonlySet<NameId> = new Set([W.moveFromRangeStart, W.moveToRangeStart]);

/** The paragraph that new ones are like: none beside a table. Behind one that was split it is the second half, unless that goes (EDT-72). */
export function modelOf(work: Workspace, destination: Destination): Model | undefined {
  if (destination.beside === "table") return undefined;
  const { paragraph, position } = destination;
  const first = work.paragraphOf(paragraph);
  const { story } = first;
  const { node: text } = destinationBlock(work, destination);
  const isBehind = position === "after" && work.own.onMark(story.tree, text, [W.del]) === NONE;
  const node = isBehind ? text : first.node;
  return story.tree.name(node) === W.p ? { story, node, text, side: position } : undefined;
}
