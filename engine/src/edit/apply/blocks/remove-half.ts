// Deletes a part of a paragraph that the request itself split: its text goes, and where it can the mark that came with the split goes again.
//
// The last part has the mark of the paragraph. Where something is left in it that goes into the next paragraph (bookmarks, what another
// deleted), or something else was put between the parts, that mark is deleted like any other; where it ends a section it stays.

import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { descendants, isAttached } from "../../../revisions/markup.ts";
import type { MadeParagraph } from "../../locate/refs.ts";
import type { UploadedPlace } from "../../locate/uploaded.ts";
import type { Problem } from "../../refusal.ts";
import { hasOthersChange, pourInto, takeOver } from "../settle-ends.ts";
import { isReferredTo, leaveOrder, needed } from "../take-out-new.ts";
import type { Workspace } from "../workspace.ts";
import { deleteMark, endsSection, removeContent } from "./remove-blocks.ts";

export interface RemovedHalf {
  readonly paragraph: MadeParagraph;
  /** The paragraph that it is a part of. */
  readonly place: UploadedPlace;
  readonly field: string;
}

/** Deletes a part; or tells why it cannot go, and nothing is done. */
export function removeHalf(work: Workspace, { paragraph: half, place, field }: RemovedHalf): Problem[] {
  const { story, node } = work.headOf(half);
  const { tree } = story;
  const isLast = node === place.paragraph.node;
  const next = tree.nextSibling(node);
  const isHeld = !isLast && (endsSection(tree, node) || !isPart(work, place, next));
  if (isHeld || isReferredTo(work, tree, node)) return [needed(field)];
  if (cutsField(tree, node)) {
    const message = "A field or link spans this part of the paragraph and one that stays.";
    return [{ field, reason: "PROTECTED_CONTENT", message }];
  }
  removeContent(work, story, node);
  forgetInserted(work, tree, place);
  if (isLast) removeLast(work, tree, place);
  else {
    leaveOrder(work, tree, node);
    pourInto(tree, node, next);
  }
  return [];
}

/** True if a field begins in a paragraph and ends elsewhere, or the other way round. */
function cutsField(tree: Tree, paragraph: NodeId): boolean {
  if (!tree.mayHave(W.fldChar)) return false;
  const marks = descendants(tree, paragraph).filter((node) => tree.name(node) === W.fldChar);
  let open = 0;
  for (const mark of marks) {
    const type = tree.attribute(mark, W.fldCharType);
    if (type === "begin") open += 1;
    else if (type === "end") open -= 1;
    if (open < 0) return true;
  }
  return open > 0;
}

/** True if parts of an uploaded paragraph stand in this one. */
function isPart({ heads, made, refs }: Workspace, place: UploadedPlace, node: NodeId): boolean {
  if (node === NONE) return false;
  const groups = refs.halves.groupsOf(place);
  return node === heads.get(place) || groups.some((group) => made.get(group)?.[0]?.node === node);
}

function removeLast(work: Workspace, tree: Tree, place: UploadedPlace): void {
  const { node } = place.paragraph;
  const before = tree.previousSibling(node);
  if (endsSection(tree, node)) return;
  const isRoom = isPart(work, place, before) && !endsSection(tree, before) && !hasOthersChange(work, tree, node);
  if (!isRoom || !isBare(work, tree, node)) {
    deleteMark(work, tree, node);
    return;
  }
  takeOver(work, tree, { paragraph: node, from: before });
  pourInto(tree, before, node);
  if (work.heads.get(place) === before) work.heads.delete(place);
  rename(work, tree, { from: before, to: node });
}

/** True if the request deletes everything that is in a paragraph. */
export function isBare(work: Workspace, tree: Tree, paragraph: NodeId): boolean {
  const children = tree.children(paragraph).filter((child) => tree.isElement(child) && tree.name(child) !== W.pPr);
  return children.every((child) => tree.name(child) === W.del && work.own.isOwn(tree, child));
}

/** Has the names of a paragraph lead to another. */
export function rename(
  work: Workspace,
  tree: Tree,
  { from, to }: { readonly from: NodeId; readonly to: NodeId },
): void {
  for (const blocks of work.made.values()) {
    for (const [at, block] of blocks.entries()) {
      if (block.story.tree === tree && block.node === from) blocks[at] = { ...block, node: to };
    }
  }
}

/** Later insertions find no text that was taken out to stand after. */
function forgetInserted(work: Workspace, tree: Tree, place: UploadedPlace): void {
  const { inserted, linkStarts, linkEnds } = work.textOf(place);
  for (const points of [inserted, linkStarts, linkEnds] as Map<unknown, NodeId>[]) {
    for (const [key, node] of points) if (!isAttached(tree, node)) points.delete(key);
  }
}
