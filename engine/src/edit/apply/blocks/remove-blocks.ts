// Deletes whole paragraphs and tables as tracked deletions.
//
// All that a paragraph shows goes, with its mark; comment anchors and bookmarks stay. A mark that ends a section stays, and with
// it the section. What the request itself put into the paragraph is taken out. The text of notes goes with their references.

import { CAME, CONTROL_PARTS, CONTROL_PROPERTIES, NOTES, TRACKED, WENT } from "../../../document/grammar.ts";
import { cellsOf, rowsOf } from "../../../document/text/blocks.ts";
import { partsOf, type Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import { NameSet } from "../../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { deletionAround, descendants, isAttached, isNodeInside, markOf } from "../../../revisions/markup.ts";
import { isBetween } from "../../../revisions/paragraph-content.ts";
import { unfoldSimpleField, wrapContent } from "../../../revisions/write/mark-content.ts";
import { markRow } from "../../../revisions/write/mark-structure.ts";
import type { NamedBlock } from "../../locate/blocks.ts";
import { isCommentReference, isInOwn, removeWithWrapper } from "../text/remove-text.ts";
import type { Workspace } from "../workspace.ts";
import { markInOrder } from "./mark-in-order.ts";

export function removeBlock(work: Workspace, block: NamedBlock): void {
  const story = work.storyOf(block.part);
  if (block.kind === "table") removeTable(work, story, block.node);
  else removeParagraph(work, story, block.node);
}

function removeParagraph(work: Workspace, story: Story, paragraph: NodeId): void {
  removeContent(work, story, paragraph);
  if (!endsSection(story.tree, paragraph)) deleteMark(work, story.tree, paragraph);
}

/** Marks a mark as deleted, unless another did so already: there is room for one. */
export function deleteMark(work: Workspace, tree: Tree, paragraph: NodeId): void {
  const mark = markOf(tree, paragraph);
  const isDeleted = mark !== NONE && tree.child(mark, W.del) !== NONE;
  if (!isDeleted) markInOrder(work, tree, paragraph, "deletion");
}

/** Deletes all rows of a table with what is in them. */
function removeTable(work: Workspace, story: Story, table: NodeId): void {
  for (const row of rowsOf(story, table)) removeRow(work, story, row);
}

export function removeRow(work: Workspace, story: Story, row: NodeId): void {
  for (const cell of cellsOf(story, row)) removeCellContent(work, story, cell);
  markRow(story.tree, row, { change: "deletion", maker: work.own });
}

/** Deletes what stands in a cell, its last mark too: it goes with the cell. */
export function removeCellContent(work: Workspace, story: Story, cell: NodeId): void {
  const { tree } = story;
  for (const child of tree.children(cell)) {
    const name = tree.name(child);
    if (name === W.p) removeParagraph(work, story, child);
    else if (name === W.tbl) removeTable(work, story, child);
    else if (CONTROL_PARTS.has(name)) removeCellContent(work, story, child);
  }
}

/** Deletes what a paragraph shows. */
export function removeContent(work: Workspace, story: Story, paragraph: NodeId): void {
  const { tree } = story;
  const nodes = removable(tree, paragraph);
  const ours = nodes.filter((node) => isInOwn(work, tree, node));
  const others = nodes.filter((node) => !ours.includes(node));
  const takeOut = (node: NodeId): void => {
    dropNotes(work, tree, node);
    removeWithWrapper(tree, node);
  };
  // First, while it is as it was written: its references are settled all the same.
  for (const node of others.flatMap((holder) => ownRunsWithin(work, tree, holder))) takeOut(node);
  wrapContent(tree, others, { change: "deletion", maker: work.own });
  for (const node of ours) takeOut(node);
  removeNotes(work, story, paragraph);
}

/** What the request put into something that goes whole, such as a content control. */
function ownRunsWithin(work: Workspace, tree: Tree, holder: NodeId): NodeId[] {
  if (tree.name(holder) === W.r) return [];
  return descendants(tree, holder).filter((node) => tree.name(node) === W.r && isInOwn(work, tree, node));
}

/** What holds runs that are shown and is not to be wrapped itself: links and simple fields cannot be. */
const OPENED = new NameSet([W.hyperlink, W.smartTag, ...CAME]);

/** What is to be wrapped in a paragraph; a control goes with its text. */
function removable(tree: Tree, holder: NodeId): NodeId[] {
  return tree.children(holder).flatMap((child) => {
    const name = tree.name(child);
    if (isBetween(tree, child) || CONTROL_PROPERTIES.has(name) || WENT.has(name)) return [];
    if (name === W.fldSimple) return unfoldSimpleField(tree, child).filter((run) => !isCommentReference(tree, run));
    const isOpened = (OPENED.has(name) && !isPlainTag(tree, child)) || (name !== W.r && holdsReference(tree, child));
    if (isOpened) return removable(tree, child);
    return isCommentReference(tree, child) ? [] : [child];
  });
}

/** What does not stand in a tracked change, or is one. */
const UNWRAPPED = new NameSet([W.hyperlink, W.fldSimple, ...TRACKED]);

/** Whether something is a smart tag that can be wrapped whole: without its text it would be left as a tag around nothing. */
export function isPlainTag(tree: Tree, node: NodeId): boolean {
  return tree.name(node) === W.smartTag && !descendants(tree, node).some((one) => UNWRAPPED.has(tree.name(one)));
}

/** Whether a comment hangs on something inside: that stays. */
function holdsReference(tree: Tree, node: NodeId): boolean {
  return descendants(tree, node).some((one) => tree.name(one) === W.commentReference);
}

/** A note that the request itself made goes with its reference. */
export function dropNotes(work: Workspace, tree: Tree, run: NodeId): void {
  for (const { part: kind, reference, note } of NOTES) {
    const found = tree.name(run) === W.r ? tree.child(run, reference) : NONE;
    const [part] = found === NONE ? [] : partsOf(work.document, kind);
    if (part === undefined) continue;
    const notes = work.document.package.tree(part);
    const id = tree.attribute(found, W.id);
    const own = notes.children(notes.root).find((one) => notes.name(one) === note && notes.attribute(one, W.id) === id);
    // Where a note has several references, one that moved leads to the uploaded note.
    if (own !== undefined && own >= notes.span.count) notes.remove(own);
  }
}

/** What the notes say that a paragraph refers to, unless text that is left refers to them too. */
function removeNotes(work: Workspace, story: Story, paragraph: NodeId): void {
  const { notes, parts } = work.uploaded.addresses;
  if (story.kind !== "body") return;
  const { tree } = story;
  const isGone = (node: NodeId): boolean => !isAttached(tree, node) || deletionAround(tree, node) !== NONE;
  for (const { kind, number, reference, others } of notes) {
    const references = [reference, ...others];
    const isHere = (one: typeof reference): boolean => isReferenceOf(tree, one, paragraph);
    if (!references.some(isHere)) continue;
    if (!references.every((one) => isHere(one) || isGone(one.node))) continue;
    const part = parts.find(({ locator }) => locator.kind === kind && "number" in locator && locator.number === number);
    for (const { node } of part?.paragraphs ?? []) removeContent(work, work.storyOf(part!), node);
  }
}

/** True if a reference to a note goes with a paragraph: of one that was split each part has its own. */
function isReferenceOf(
  tree: Tree,
  { node, paragraph: uploaded }: { readonly node: NodeId; readonly paragraph: NodeId },
  paragraph: NodeId,
): boolean {
  const isPart = paragraph >= tree.span.count;
  if (uploaded !== paragraph && !isPart) return false;
  return isNodeInside(tree, node, paragraph) || (!isPart && !isAttached(tree, node));
}

export function endsSection(tree: Tree, paragraph: NodeId): boolean {
  const properties = tree.child(paragraph, W.pPr);
  return properties !== NONE && tree.child(properties, W.sectPr) !== NONE;
}
