// The last paragraph mark before a table, or of a cell or story, cannot come or go: it has no next paragraph to join.
//
// So when all edits are written, where paragraphs were inserted at such an end the mark that comes is that of the paragraph before
// them, and where paragraphs were deleted the mark that goes is (docs/word-behaviour.md#marks-before-tables-and-at-cell-ends).
// The mark that stays keeps the properties of the one it stands for in the other view.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { fateOf } from "../../revisions/joins.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import { ancestor, removeEmptyProperties } from "../../revisions/markup.ts";
import { markParagraph, paragraphProperties, recordOld } from "../../revisions/write/mark-structure.ts";
import { recordIn } from "./own-revisions.ts";
import { endsSection } from "./remove-blocks.ts";
import type { Workspace } from "./workspace.ts";

type Change = "insertion" | "deletion";

const MARKS: Readonly<Record<Change, NameId>> = { insertion: W.ins, deletion: W.del };

export function settleEnds(work: Workspace): void {
  for (const { tree, node, place, kind } of listRevisions(work.document)) {
    if (place !== "mark" || !work.own.isOwn(tree, node)) continue;
    const paragraph = ancestor(tree, node, W.p);
    const isEnd = paragraph !== NONE && !hasNext(tree, paragraph);
    if (isEnd && (kind === "insertion" || kind === "deletion")) settleEnd(work, tree, { paragraph, change: kind });
  }
}

function hasNext(tree: Tree, paragraph: NodeId): boolean {
  return fateOf(tree, paragraph, { isGone: () => false, isEmpty: false }).kind === "joins";
}

interface End {
  /** The last paragraph. */
  readonly paragraph: NodeId;
  readonly change: Change;
}

function settleEnd(work: Workspace, tree: Tree, { paragraph, change }: End): void {
  let first = paragraph;
  let before = previousBlock(tree, first);
  while (before !== NONE && ownMark(work, tree, { paragraph: before, change }) !== NONE) {
    first = before;
    before = previousBlock(tree, first);
  }
  if (
    before === NONE ||
    tree.name(before) !== W.p ||
    endsSection(tree, before) ||
    hasOthersRecord(work, tree, before)
  ) {
    return;
  }
  const opposite = change === "insertion" ? "deletion" : "insertion";
  const isReplaced = ownMark(work, tree, { paragraph: before, change: opposite }) !== NONE;
  takeMark(work, tree, { paragraph, change });
  if (change === "insertion") keepAs(work, tree, { paragraph, old: before });
  else takeOver(work, tree, { paragraph, from: before });
  if (isReplaced) pourInto(tree, before, first);
  else markParagraph(tree, before, { change, maker: work.own });
}

/** Another's change of the properties has no room in what the other mark keeps. */
function hasOthersRecord(work: Workspace, tree: Tree, paragraph: NodeId): boolean {
  const record = recordIn(tree, tree.child(paragraph, W.pPr));
  return record !== NONE && !work.own.isOwn(tree, record);
}

function previousBlock(tree: Tree, node: NodeId): NodeId {
  let at = tree.previousSibling(node);
  while (at !== NONE && tree.name(at) !== W.p && !SOLID.has(tree.name(at))) at = tree.previousSibling(at);
  return at;
}

const SOLID: ReadonlySet<NameId> = new Set([W.tbl, W.sdt, W.customXml, W.ins, W.del, W.moveFrom, W.moveTo]);

function ownMark(work: Workspace, tree: Tree, { paragraph, change }: End): NodeId {
  const properties = tree.name(paragraph) === W.p ? tree.child(paragraph, W.pPr) : NONE;
  const mark = properties === NONE ? NONE : tree.child(properties, W.rPr);
  const found = mark === NONE ? NONE : tree.child(mark, MARKS[change]);
  return found !== NONE && work.own.isOwn(tree, found) ? found : NONE;
}

function takeMark(work: Workspace, tree: Tree, end: End): void {
  const mark = ownMark(work, tree, end);
  const properties = tree.parent(mark);
  tree.remove(mark);
  removeEmptyProperties(tree, properties);
}

/** Has a paragraph keep that its properties were those of another, as uploaded. */
function keepAs(work: Workspace, tree: Tree, { paragraph, old }: { paragraph: NodeId; old: NodeId }): void {
  const record = recordIn(tree, tree.child(old, W.pPr));
  const kept = record === NONE ? likeWhole(tree, old) : tree.graft(tree, tree.child(record, W.pPr));
  recordOld(tree, paragraphProperties(tree, paragraph), { old: kept, maker: work.own });
}

/** Gives a paragraph the properties of another, and has it keep its own, unless it keeps others already. */
export function takeOver(work: Workspace, tree: Tree, { paragraph, from }: { paragraph: NodeId; from: NodeId }): void {
  if (hasOthersRecord(work, tree, paragraph)) return;
  const properties = paragraphProperties(tree, paragraph);
  const record = recordIn(tree, properties);
  const kept = record === NONE ? likeWhole(tree, paragraph) : NONE;
  for (const child of tree.children(properties)) if (!KEPT.has(tree.name(child))) tree.remove(child);
  const model = likeWhole(tree, from);
  const first = tree.firstChild(properties);
  for (const child of tree.children(model)) {
    tree.remove(child);
    tree.insertBefore(properties, child, first);
  }
  if (kept !== NONE) recordOld(tree, properties, { old: kept, maker: work.own });
}

const KEPT: ReadonlySet<NameId> = new Set([W.rPr, W.sectPr, W.pPrChange]);

/** A copy of the properties of a paragraph, without those of its mark. */
function likeWhole(tree: Tree, paragraph: NodeId): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  if (properties === NONE) return tree.element(W.pPr);
  const copy = tree.graft(tree, properties);
  for (const child of tree.children(copy)) if (KEPT.has(tree.name(child))) tree.remove(child);
  return copy;
}

/** Puts the content of a paragraph at the start of another, which it then is part of. */
function pourInto(tree: Tree, paragraph: NodeId, next: NodeId): void {
  const properties = tree.child(next, W.pPr);
  const before = properties === NONE ? tree.firstChild(next) : tree.nextSibling(properties);
  for (const child of tree.children(paragraph)) {
    if (tree.name(child) === W.pPr) continue;
    tree.remove(child);
    tree.insertBefore(next, child, before);
  }
  tree.remove(paragraph);
}
