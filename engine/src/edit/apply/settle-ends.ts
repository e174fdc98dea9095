// The last paragraph mark before a table, or of a cell or story, cannot come or go: it has no next paragraph to join.
//
// So when all edits are written, where paragraphs were inserted at such an end the mark that comes is that of the paragraph before
// them, and where paragraphs were deleted the mark that goes is (docs/word-behaviour.md#marks-before-tables-and-at-cell-ends).
// The mark that stays keeps the properties of the one it stands for in the other view.

import { BLOCKS, CELL_CHANGES, strangersIn, TRACKED, WRAPPERS } from "../../document/grammar.ts";
import { firstContent } from "../../document/text/elements.ts";
import { W } from "../../document/word-names.ts";
import { NameSet, type NameTest } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { fateOf } from "../../revisions/joins.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import { ancestor, markOf, removeEmptyProperties, saidBy } from "../../revisions/markup.ts";
import { classify, type RevisionKind } from "../../revisions/revision.ts";
import { keepProperties, oldCopy, paragraphProperties, recordOld } from "../../revisions/write/mark-structure.ts";
import { markInOrder } from "./blocks/mark-in-order.ts";
import { endsSection } from "./blocks/remove-blocks.ts";
import { recordIn } from "./own-revisions.ts";
import { changeProperties } from "./text/format-runs.ts";
import type { Workspace } from "./workspace.ts";

type Change = "insertion" | "deletion";

/** What records that a mark came or went; a moved one does both, each at its place. */
const MARKS: Readonly<Record<Change, readonly NameId[]>> = {
  insertion: [W.ins, W.moveTo],
  deletion: [W.del, W.moveFrom],
};
const CHANGES: Readonly<Partial<Record<RevisionKind, Change>>> = {
  insertion: "insertion",
  moveTo: "insertion",
  deletion: "deletion",
  moveFrom: "deletion",
};

export function settleEnds(work: Workspace): void {
  for (const { tree, node, place, kind } of listRevisions(work.document)) {
    if (place !== "mark" || !work.own.isOwn(tree, node)) continue;
    const paragraph = ancestor(tree, node, W.p);
    const change = CHANGES[kind];
    if (paragraph === NONE || change === undefined) continue;
    if (isEnd(work, tree, { paragraph, change })) settleEnd(work, tree, { paragraph, change });
  }
}

/**
 * Has paragraphs that an edit deletes or moves away stay, empty, where there must be one by then: later edits find them there. With
 * each one stands the paragraph that it is like, which is itself unless it moved.
 */
export function keepNeeded(work: Workspace, tree: Tree, paragraphs: readonly (readonly [NodeId, NodeId])[]): void {
  const all = new Set(paragraphs.map(([gone]) => gone));
  for (const [gone, from] of paragraphs.toReversed()) {
    // Of paragraphs that go together the last stands for the others.
    if (all.has(nextBlock(tree, gone))) continue;
    const paragraph = lastGoing(work, tree, gone);
    const end = { paragraph, change: "deletion" } as const;
    if (ownMark(work, tree, end) === NONE || !isEnd(work, tree, end)) continue;
    const { before, first } = changedBefore(work, tree, end);
    const isLeft = isSectionLeft(work, tree, { paragraph, before });
    const isMoved = before !== NONE && !isLeft && isRangeBetween(tree, before, first);
    if (isMoved || !isNeeded(work, tree, { paragraph, before, isLeft })) continue;
    const { stays, hasRoom } = stayingOf(work, tree, { kept: gone, last: paragraph });
    takeMark(work, tree, { ...end, paragraph: stays });
    const [own, wanted] = [stays, from].map((one) => [tree.child(one, W.pPr), markOf(tree, one)]);
    const isLike = own!.every((said, at) => isSame(tree, said, wanted![at]!));
    if (!isLike && (gone === paragraph || hasRoom)) takeOver(work, tree, { paragraph: stays, from });
  }
}

/** The last of the paragraphs behind one that go too: it stands at the end in place of all of them. */
function lastGoing(work: Workspace, tree: Tree, paragraph: NodeId): NodeId {
  let last = paragraph;
  let next = nextBlock(tree, last);
  while (next !== NONE && tree.name(next) === W.p && isTakenAway(work, tree, next)) {
    last = next;
    next = nextBlock(tree, last);
  }
  return last;
}

/** Whether a mark has no next paragraph to join. One that goes with its section's break is empty: there is nothing to settle. */
function isEnd(work: Workspace, tree: Tree, end: End): boolean {
  const { paragraph } = end;
  return !endsSection(tree, paragraph) && !goesWithRow(work, tree, paragraph) && !hasNext(work, tree, end);
}

/** True if a paragraph stands in a row or cell that the request deletes, whoever deleted its own mark. */
export function isInDeletedRow(work: Workspace, tree: Tree, paragraph: NodeId): boolean {
  return goesWithRow(work, tree, paragraph, DELETED);
}

/** In a row or cell that came or went as a whole the last mark did so with it. */
function goesWithRow(work: Workspace, tree: Tree, paragraph: NodeId, names: NameTest = WHOLE): boolean {
  // policy: rows and cells, each marked in its properties
  return [
    { around: W.tr, properties: W.trPr },
    { around: W.tc, properties: W.tcPr },
  ].some(({ around, properties }) => {
    const holder = ancestor(tree, paragraph, around);
    const marks = tree.child(holder, properties);
    if (marks === NONE) return false;
    return tree.children(marks).some((mark) => names.has(tree.name(mark)) && work.own.isOwn(tree, mark));
  });
}

const DELETED = new NameSet([...MARKS.deletion, W.cellDel]);
const WHOLE = new NameSet([...TRACKED, ...CELL_CHANGES.keys()]);

/** Whether a paragraph follows once the mark goes; a table that comes or goes as the mark does is then not there. */
function hasNext(work: Workspace, tree: Tree, { paragraph, change }: End): boolean {
  const isGone = (block: NodeId): boolean =>
    tree.name(block) === W.tbl && isChangedTable(work, tree, { table: block, change });
  return fateOf(tree, paragraph, { isGone, isEmpty: false }).kind === "joins";
}

/** Whether a block goes with the changes of the request. */
export function isTakenAway(work: Workspace, tree: Tree, block: NodeId): boolean {
  if (tree.name(block) === W.tbl) return isChangedTable(work, tree, { table: block, change: "deletion" });
  return ownMark(work, tree, { paragraph: block, change: "deletion" }) !== NONE;
}

/** Whether all rows of a table came or went by the request. */
function isChangedTable(
  work: Workspace,
  tree: Tree,
  { table, change }: { readonly table: NodeId; readonly change: Change },
): boolean {
  const isOwnMark = (mark: NodeId): boolean => MARKS[change].includes(tree.name(mark)) && work.own.isOwn(tree, mark);
  return rowMarks(tree, table).every((marks) => marks.some(isOwnMark));
}

/** What stands in the properties of each row of a table. */
function rowMarks(tree: Tree, table: NodeId): NodeId[][] {
  const rows = tree.children(table).filter((child) => tree.name(child) === W.tr);
  return rows.map((row) => {
    const properties = tree.child(row, W.trPr);
    return properties === NONE ? [] : tree.children(properties);
  });
}

interface End {
  /** The last paragraph. */
  readonly paragraph: NodeId;
  readonly change: Change;
}

function settleEnd(work: Workspace, tree: Tree, { paragraph, change }: End): void {
  const { before, first } = changedBefore(work, tree, { paragraph, change });
  const isLeft = change === "deletion" && isSectionLeft(work, tree, { paragraph, before });
  // What another moved there would leave its range with a mark of the request's.
  if (before !== NONE && !isLeft && isRangeBetween(tree, before, first)) return;
  if (change === "deletion" && isNeeded(work, tree, { paragraph, before, isLeft })) {
    keepOne(work, tree, { paragraph, first });
    return;
  }
  const isParagraph = before !== NONE && tree.name(before) === W.p && !endsSection(tree, before);
  if (!isParagraph || [before, paragraph].some((one) => hasOthersChange(work, tree, one))) return;
  const opposite = ownMark(work, tree, {
    paragraph: before,
    change: change === "insertion" ? "deletion" : "insertion",
  });
  // What moved there goes back when it is rejected: nothing else stands in its range.
  const isMoved = tree.name(ownMark(work, tree, { paragraph: first, change })) === W.moveTo;
  const isReplaced = opposite !== NONE && PLAIN.has(tree.name(opposite)) && !isMoved;
  takeMark(work, tree, { paragraph, change });
  if (change === "insertion") keepAs(work, tree, { paragraph, old: before });
  else takeOver(work, tree, { paragraph, from: before });
  if (isReplaced) pourInto(tree, before, first);
  else markInOrder(work, tree, before, change);
}

/** Of paragraphs that all go one stays: what is left is like the one that was there last. */
function keepOne(
  work: Workspace,
  tree: Tree,
  { paragraph, first }: { readonly paragraph: NodeId; readonly first: NodeId },
): void {
  const markIn = (one: NodeId): NodeId => ownMark(work, tree, { paragraph: one, change: "deletion" });
  const all = [paragraph];
  while (all[0] !== first) all.unshift(previousBlock(tree, all[0]!));
  // Nodes have higher numbers the later they are made.
  const kept = all.reduce((one, other) => (markIn(other) > markIn(one) ? other : one));
  const { stays, hasRoom } = stayingOf(work, tree, { kept, last: paragraph });
  takeMark(work, tree, { paragraph: stays, change: "deletion" });
  if (hasRoom && kept !== paragraph) takeOver(work, tree, { paragraph, from: kept });
}

/** Of paragraphs that go, up to the last at an end, the one whose mark stays in place of another's. */
function stayingOf(
  work: Workspace,
  tree: Tree,
  { kept, last }: { readonly kept: NodeId; readonly last: NodeId },
): { readonly stays: NodeId; readonly hasRoom: boolean } {
  const hasRoom = ![kept, last].some((one) => hasOthersChange(work, tree, one));
  // Without room what went before stayed at the end if another deleted something in it, and the last that goes is part of it.
  let [at, isLast] = [last, hasRoom];
  for (; at !== kept && !isLast; at = previousBlock(tree, at)) isLast = work.own.isTextDeletedIn(tree, at, "another");
  return { stays: isLast ? last : kept, hasRoom };
}

/** The first of the paragraphs up to an end that came or went with it, and the block before them. */
function changedBefore(work: Workspace, tree: Tree, { paragraph, change }: End) {
  let first = paragraph;
  let before = previousBlock(tree, first);
  const isGoing = (block: NodeId): boolean =>
    change === "deletion" ? isTakenAway(work, tree, block) : ownMark(work, tree, { paragraph: block, change }) !== NONE;
  while (before !== NONE && isGoing(before)) {
    if (tree.name(before) === W.p) first = before;
    before = previousBlock(tree, before);
  }
  return { before, first };
}

function isRangeBetween(tree: Tree, before: NodeId, next: NodeId): boolean {
  for (let at = tree.nextSibling(before); at !== NONE && at !== next; at = tree.nextSibling(at)) {
    const isUploaded = at < tree.span.count;
    if (isUploaded && RANGES.has(tree.name(at))) return true;
  }
  return false;
}

const RANGES: ReadonlySet<NameId> = new Set([W.moveFromRangeEnd, W.moveToRangeEnd]);

/** Whether a last paragraph stays, empty: it keeps two tables apart, or nothing else is left of the story or the last section. */
function isNeeded(
  work: Workspace,
  tree: Tree,
  { paragraph, before, isLeft }: { readonly paragraph: NodeId; readonly before: NodeId; readonly isLeft: boolean },
): boolean {
  if (before !== NONE) return tree.name(before) !== W.p || isLeft;
  return fateOf(tree, paragraph, { isGone: (block) => isTakenAway(work, tree, block), isEmpty: true }).kind === "stays";
}

/** True if nothing else is left of the last section. Others' deletions count as accepted: what they take is no paragraph to count on. */
function isSectionLeft(
  work: Workspace,
  tree: Tree,
  { paragraph, before }: { readonly paragraph: NodeId; readonly before: NodeId },
): boolean {
  let at = before;
  while (at !== NONE && !endsSection(tree, at) && isMarkDeleted(tree, at)) at = previousBlock(tree, at);
  return at !== NONE && endsSection(tree, at) && isStoryEnd(work, tree, paragraph);
}

/** True if the mark of a paragraph is one that anybody deleted or moved away. */
export function isMarkDeleted(tree: Tree, block: NodeId): boolean {
  return tree.name(block) === W.p && MARKS.deletion.some((name) => tree.child(markOf(tree, block), name) !== NONE);
}

/** Whether no block follows another but such as go with the request's changes. */
function isStoryEnd(work: Workspace, tree: Tree, block: NodeId): boolean {
  let at = nextBlock(tree, block);
  while (at !== NONE && isTakenAway(work, tree, at)) at = nextBlock(tree, at);
  if (at !== NONE) return false;
  const parent = tree.parent(block);
  return !WRAPPERS.has(tree.name(parent)) || isStoryEnd(work, tree, parent);
}

const PLAIN: ReadonlySet<NameId> = new Set([W.ins, W.del]);

/** Another's change of a mark or its properties has no room in what the other mark keeps. */
export function hasOthersChange(work: Workspace, tree: Tree, paragraph: NodeId): boolean {
  const mark = markOf(tree, paragraph);
  const changes = [
    recordIn(tree, tree.child(paragraph, W.pPr)),
    ...(mark === NONE ? [] : tree.children(mark).filter((child) => classify(tree, child) !== undefined)),
  ];
  return changes.some((change) => change !== NONE && !work.own.isOwn(tree, change));
}

function previousBlock(tree: Tree, node: NodeId): NodeId {
  let at = tree.previousSibling(node);
  while (at !== NONE && !SOLID.has(tree.name(at))) at = tree.previousSibling(at);
  return at;
}

function nextBlock(tree: Tree, node: NodeId): NodeId {
  let at = tree.nextSibling(node);
  while (at !== NONE && !SOLID.has(tree.name(at))) at = tree.nextSibling(at);
  return at;
}

const SOLID = new NameSet([...BLOCKS, ...TRACKED, W.sdt, W.customXml]);

function ownMark(work: Workspace, tree: Tree, { paragraph, change }: End): NodeId {
  return work.own.onMark(tree, paragraph, MARKS[change]);
}

function takeMark(work: Workspace, tree: Tree, end: End): void {
  const mark = ownMark(work, tree, end);
  const properties = tree.parent(mark);
  tree.remove(mark);
  removeEmptyProperties(tree, properties);
}

/** Has a paragraph keep that its properties, and those of its mark, were those of another, as uploaded. */
function keepAs(work: Workspace, tree: Tree, { paragraph, old }: { paragraph: NodeId; old: NodeId }): void {
  const kept = {
    paragraph: uploadedCopy(tree, tree.child(old, W.pPr), W.pPr),
    mark: uploadedCopy(tree, markOf(tree, old), W.rPr),
  };
  const properties = paragraphProperties(tree, paragraph);
  for (const record of [recordIn(tree, properties), recordIn(tree, markOf(tree, paragraph))]) {
    if (record !== NONE) tree.remove(record);
  }
  if (!isSame(tree, markOf(tree, paragraph), kept.mark)) {
    keepProperties(tree, properties, { name: W.rPr, old: kept.mark, maker: work.own });
  }
  if (!isSame(tree, properties, kept.paragraph)) recordOld(tree, properties, { old: kept.paragraph, maker: work.own });
}

/** Gives a paragraph the properties of another, its mark's too, and has it keep its own; those that another changed stay as they are. */
export function takeOver(work: Workspace, tree: Tree, { paragraph, from }: { paragraph: NodeId; from: NodeId }): void {
  const models = {
    paragraph: oldCopy(tree, { name: W.pPr, old: tree.child(from, W.pPr), tree }),
    mark: oldCopy(tree, { name: W.rPr, old: markOf(tree, from), tree }),
  };
  const properties = paragraphProperties(tree, paragraph);
  for (const { owner, name, model } of [
    { owner: paragraph, name: W.pPr, model: models.paragraph },
    { owner: properties, name: W.rPr, model: models.mark },
  ]) {
    if (isSame(tree, tree.child(owner, name), model)) continue;
    changeProperties(work, { tree, owner, name, change: (own) => become(tree, own, model) });
  }
}

/** Whether two kinds of properties say the same, but for what belongs to the mark, the section or a change. */
function isSame(tree: Tree, one: NodeId, other: NodeId): boolean {
  const [said, wanted] = [one, other].map((properties) =>
    properties === NONE
      ? []
      : tree
          .children(properties)
          .filter((child) => !KEPT.has(tree.name(child)))
          .map((child) => saidBy(tree, child)),
  );
  return said!.join() === wanted!.join();
}

/** Puts properties in the place of others; what belongs to the mark, the section or a change stays. */
function become(tree: Tree, properties: NodeId, model: NodeId): void {
  for (const child of tree.children(properties)) if (!KEPT.has(tree.name(child))) tree.remove(child);
  // Marks stand first.
  const rest = tree.children(properties).find((child) => !TRACKED.has(tree.name(child))) ?? NONE;
  for (const child of tree.children(model)) {
    tree.remove(child);
    tree.insertBefore(properties, child, rest);
  }
}

const KEPT = new NameSet([...strangersIn(W.pPr), ...strangersIn(W.rPr)]);

/** A copy of some properties as they were before the request changed them. */
function uploadedCopy(tree: Tree, properties: NodeId, name: NameId): NodeId {
  const record = recordIn(tree, properties);
  return record === NONE ? oldCopy(tree, { name, old: properties, tree }) : tree.graft(tree, tree.child(record, name));
}

/** Puts the content of a paragraph at the start of another, which it then is part of. */
export function pourInto(tree: Tree, paragraph: NodeId, next: NodeId): void {
  pour(tree, paragraph, next, firstContent(tree, next));
  tree.remove(paragraph);
}

/** Puts the content of a paragraph into another, before something of it or last. */
export function pour(tree: Tree, paragraph: NodeId, into: NodeId, before: NodeId = NONE): void {
  for (const child of tree.children(paragraph)) {
    if (tree.name(child) === W.pPr) continue;
    tree.remove(child);
    tree.insertBefore(into, child, before);
  }
}
