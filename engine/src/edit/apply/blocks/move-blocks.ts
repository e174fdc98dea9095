// Moves paragraphs and tables as tracked moves.
//
// The blocks themselves go to the new place, so that later edits find their text there; at the old place stands a copy of them
// as they were uploaded. What the request deleted from them before is not moved, what it inserted is an insertion at the new
// place: nothing is nested. A section break stays where it is. Format has no move of tables: their rows are deleted and inserted, and what is in
// them moves. The ranges of a move stand between blocks, so that their ends stay in order when a mark goes.

import { cellsOf, paragraphsOf, rowsOf } from "../../../document/text/blocks.ts";
import { partsOf, type Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import { NotePlaces } from "../../../language/content-runs/write-notes.ts";
import { RunWriter } from "../../../language/content-runs/write-runs.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { descendants, otherEnd, unwrap } from "../../../revisions/markup.ts";
import { isBetween, PLACE_MARKS } from "../../../revisions/paragraph-content.ts";
import { unfoldSimpleField, wrapContent } from "../../../revisions/write/mark-content.ts";
import { markRow } from "../../../revisions/write/mark-structure.ts";
import { type NamedBlock, placesIn } from "../../locate/blocks.ts";
import type { Destination } from "../../locate/destinations.ts";
import { forgetNames, renameShapes } from "../forget-names.ts";
import { keepNeeded, pour } from "../settle-ends.ts";
import { keepTablesApart } from "../tables/new-tables.ts";
import { leaveOrder } from "../take-out-new.ts";
import { emptyRun } from "../text/remove-text.ts";
import type { StandingBlock, Workspace } from "../workspace.ts";
import { putBlocks } from "./block-places.ts";
import { isBefore } from "./document-order.ts";
import { markInOrder } from "./mark-in-order.ts";
import { endsSection, isPlainTag } from "./remove-blocks.ts";

type Half = "from" | "to";

export interface MovedBlocks {
  readonly blocks: readonly NamedBlock[];
  /** Paragraphs that the request itself made: they stand inserted at the destination alone. */
  readonly made: readonly StandingBlock[];
}

/** Moves blocks of one story, in document order, to a destination in it. */
export function moveBlocks(work: Workspace, { blocks, made }: MovedBlocks, destination: Destination): void {
  const story = made[0]?.story ?? work.storyOf(blocks[0]!.part);
  const { tree } = story;
  const groups = withMade(tree, neighbours(tree, blocks), made);
  for (const { node } of made) {
    leaveOrder(work, tree, node);
    tree.remove(node);
  }
  // Later edits know the fields by their text.
  const holders = tree.mayHave(W.fldSimple) ? placesIn(blocks) : [];
  for (const place of holders) work.textOf(place).unfoldIn({ from: 0, to: Infinity }, () => true);
  const left: [NodeId, NodeId][] = [];
  const moved = groups.flatMap((group) => {
    if (made.some(({ node }) => node === group[0])) return group;
    const name = `move${work.own.nextId()}`;
    const blocksAndMarks = withMarks(tree, group);
    left.push(...leaveCopies(work, story, { group, name }).map((copy, at): [NodeId, NodeId] => [copy, group[at]!]));
    for (const node of blocksAndMarks) {
      tree.remove(node);
      work.afterIn(tree).delete(node);
    }
    for (const node of group) arrive(work, story, node);
    const { start, end } = work.own.makeRange(tree, "to", name);
    // What is placed after the last block is no part of the move.
    work.afterIn(tree).set(group.at(-1)!, end);
    return [start, ...blocksAndMarks, end];
  });
  putBlocks(work, destination, moved);
  if (blocks.length > 0) keepTablesApart(work, { story, first: moved[0]!, last: moved.at(-1)! });
  keepNeeded(
    work,
    tree,
    left.filter(([node]) => tree.name(node) === W.p),
  );
}

/** Blocks that follow each other directly are one move. */
function neighbours(tree: Tree, blocks: readonly NamedBlock[]): NodeId[][] {
  const groups: NodeId[][] = [];
  for (const { node } of blocks) {
    const group = groups.at(-1);
    if (group !== undefined && nextBlock(tree, group.at(-1)!) === node) group.push(node);
    else groups.push([node]);
  }
  return groups;
}

/** Groups of blocks with new paragraphs among them, each a group of its own, in document order. */
function withMade(tree: Tree, groups: NodeId[][], made: readonly StandingBlock[]): NodeId[][] {
  if (made.length === 0) return groups;
  const all = [...groups, ...made.map(({ node }) => [node])];
  return all.sort(([one], [other]) => (isBefore(tree, one!, other!) ? -1 : 1));
}

function nextBlock(tree: Tree, node: NodeId): NodeId {
  let at = tree.nextSibling(node);
  while (isBeside(tree, at)) at = tree.nextSibling(at);
  return at;
}

/** Blocks with the marks between and right beside them that start or end a range with something of the blocks in it. */
function withMarks(tree: Tree, group: readonly NodeId[]): NodeId[] {
  const near = stretch(tree, group);
  const blocks = new Set(group);
  const isPartner = (node: NodeId, mark: NodeId): boolean =>
    tree.name(node) === otherEnd(tree.name(mark)) && tree.attribute(node, W.id) === tree.attribute(mark, W.id);
  return near.filter((mark, index) => {
    if (blocks.has(mark)) return true;
    if (otherEnd(tree.name(mark)) === undefined) return false;
    const partner = near.findIndex((node) => descendants(tree, node).some((one) => isPartner(one, mark)));
    const [from, to] = [Math.min(index, partner), Math.max(index, partner)];
    return partner !== -1 && near.slice(from, to + 1).some((node) => blocks.has(node));
  });
}

/** What stands from the marks before the first block to those behind the last. */
function stretch(tree: Tree, group: readonly NodeId[]): NodeId[] {
  let first = group[0]!;
  while (isBeside(tree, tree.previousSibling(first))) first = tree.previousSibling(first);
  const nodes: NodeId[] = [];
  let isBehind = false;
  for (let at = first; at !== NONE && (!isBehind || isBeside(tree, at)); at = tree.nextSibling(at)) {
    nodes.push(at);
    isBehind ||= at === group.at(-1);
  }
  return nodes;
}

function isBeside(tree: Tree, node: NodeId): boolean {
  return node !== NONE && isBetween(tree, node);
}

/** Puts copies of blocks as they were uploaded where they stand, as what was moved away. */
function leaveCopies(
  work: Workspace,
  story: Story,
  { group, name }: { readonly group: readonly NodeId[]; readonly name: string },
): NodeId[] {
  const { tree } = story;
  const uploaded = work.uploaded.document.package.tree(story.part);
  const { start, end } = work.own.makeRange(tree, "from", name);
  const copies = group.map((node) => {
    const copy = work.own.copyUploaded(tree, uploaded, node);
    if (endsSection(tree, node)) leaveProperties(work, tree, { of: node, copy });
    // The run that referred to a comment stays, empty: that is where it goes back to.
    for (const one of descendants(tree, copy)) if (PLACE_MARKS.has(tree.name(one))) tree.remove(one);
    const rest = removedBreak(tree, uploaded, node);
    if (rest === NONE) markMoved(work, story, { node: copy, half: "from" });
    else leaveWithBreak(work, tree, { copy, rest });
    // Marks between blocks whose other end is elsewhere stay between their copies.
    if (rest === NONE) tree.insertBefore(tree.parent(node), copy, node);
    return rest === NONE ? copy : rest;
  });
  tree.insertBefore(tree.parent(copies[0]!), start, copies[0]!);
  tree.insertBefore(tree.parent(copies.at(-1)!), end, tree.nextSibling(copies.at(-1)!));
  return copies;
}

/** The paragraph that a break stands in by now which the request removed from another, or NONE. */
function removedBreak(tree: Tree, uploaded: Tree, paragraph: NodeId): NodeId {
  if (uploaded.name(paragraph) !== W.p || !endsSection(uploaded, paragraph)) return NONE;
  const holder = tree.parent(uploaded.child(paragraph, W.pPr));
  return holder === paragraph ? NONE : holder;
}

/** What moved away from a break that the request removed stood in one paragraph with it. */
function leaveWithBreak(
  work: Workspace,
  tree: Tree,
  { copy, rest }: { readonly copy: NodeId; readonly rest: NodeId },
): void {
  pour(tree, copy, rest);
  wrapContent(tree, movable(work, tree, rest), { change: "movedFrom", maker: work.own });
}

/** What stays with a section's end has the properties that the request gave the paragraph, and those of the section themselves. */
function leaveProperties(
  work: Workspace,
  tree: Tree,
  { of, copy }: { readonly of: NodeId; readonly copy: NodeId },
): void {
  const properties = tree.child(of, W.pPr);
  const kept = work.own.copy(tree, properties);
  tree.replace(tree.child(copy, W.pPr), kept);
  const section = tree.child(properties, W.sectPr);
  tree.remove(section);
  tree.replace(tree.child(kept, W.sectPr), section);
}

/** Marks a block that came, and sees to it that nothing in it is called like its copy. */
function arrive(work: Workspace, story: Story, block: NodeId): void {
  const { tree } = story;
  for (const node of descendants(tree, block)) {
    const name = tree.name(node);
    forgetNames(work, tree, node);
    if (name === W.sectPr && tree.name(tree.parent(node)) === W.pPr) tree.remove(node);
    else if (name === W.footnoteReference) moveNote(work, tree, { reference: node, kind: "footnote" });
    else if (name === W.endnoteReference) moveNote(work, tree, { reference: node, kind: "endnote" });
  }
  renameShapes(work, tree, block);
  dropNewMark(work, tree, block);
  markMoved(work, story, { node: block, half: "to" });
}

/** The mark that the request gave a paragraph in place of its section's end is moved like any other. */
function dropNewMark(work: Workspace, tree: Tree, block: NodeId): void {
  const insertion = work.own.onMark(tree, block, [W.ins]);
  if (insertion !== NONE) tree.remove(insertion);
}

/** Two references cannot share a note: the one that moved gets a copy of it. In a file where several do, they go on doing so. */
function moveNote(
  work: Workspace,
  tree: Tree,
  { reference, kind }: { readonly reference: NodeId; readonly kind: "footnote" | "endnote" },
): void {
  // One that the request made has no copy at the old place.
  if (reference >= tree.span.count) return;
  const id = tree.attribute(reference, W.id);
  const { notes } = work.uploaded.addresses;
  if (notes.some((one) => one.kind === kind && one.id === id && one.others.length > 0)) return;
  const original = noteOf(work, kind, id);
  if (original === NONE) {
    // It leads nowhere, and goes on doing so.
    tree.setAttribute(reference, W.id, `${NOWHERE + Number(work.own.nextId())}`);
    return;
  }
  const note = new NotePlaces(work.document).add(kind);
  const copyOf = new Map<NodeId, NodeId>();
  for (const child of note.tree.children(original)) {
    if (!note.tree.isElement(child)) continue;
    const copy = work.own.copy(note.tree, child);
    note.tree.append(note.root, copy);
    const copies = descendants(note.tree, copy);
    for (const [at, node] of descendants(note.tree, child).entries()) copyOf.set(node, copies[at]!);
    copyOf.set(child, copy);
  }
  goOnInCopy(work, note, copyOf);
  for (const node of descendants(note.tree, note.root)) {
    if (PLACE_MARKS.has(note.tree.name(node))) note.tree.remove(node);
    else forgetNames(work, note.tree, node);
  }
  tree.setAttribute(reference, W.id, note.id);
  // The writer of new text counts notes when it needs to: from here on there is one more.
  work.writer = new RunWriter(work.document, work.signature);
}

/** The copy of a note holds all that the request made in it: a cross-reference stands in both, and later edits go into the copy, which is read on. */
function goOnInCopy(
  work: Workspace,
  { tree, root }: { readonly tree: Tree; readonly root: NodeId },
  copyOf: ReadonlyMap<NodeId, NodeId>,
): void {
  for (const { reference, target } of [...work.references]) {
    const [code, result] = [copyOf.get(reference.code), copyOf.get(reference.result)];
    if (reference.tree !== tree || code === undefined || result === undefined) continue;
    work.references.push({ target, reference: { ...reference, code, result } });
  }
  const copyOfBlock = ({ story, node }: StandingBlock): StandingBlock | undefined => {
    const moved = story.tree === tree ? copyOf.get(node) : undefined;
    return moved === undefined ? undefined : { story: { ...story, root }, node: moved };
  };
  for (const blocks of work.made.values()) {
    for (const [at, block] of blocks.entries()) blocks[at] = copyOfBlock(block) ?? block;
  }
  for (const [ref, table] of work.tables) work.tables.set(ref, copyOfBlock(table) ?? table);
  for (const { tree: own, line } of work.lines) {
    if (own !== tree) continue;
    if ("gridColumn" in line) line.gridColumn = copyOf.get(line.gridColumn) ?? line.gridColumn;
    else line.node = copyOf.get(line.node) ?? line.node;
  }
  for (const last of [work.startsIn(tree), work.afterIn(tree)]) {
    for (const [node, behind] of [...last]) {
      const [moved, end] = [copyOf.get(node), copyOf.get(behind)];
      if (moved !== undefined && end !== undefined) last.set(moved, end);
    }
  }
}

/** Higher than the ids of notes that are there. */
const NOWHERE = 1_000_000;

/** The note with an id, or NONE. */
function noteOf({ document }: Workspace, kind: "footnote" | "endnote", id: string | undefined): NodeId {
  const [part] = partsOf(document, `${kind}s`);
  if (part === undefined) return NONE;
  const tree = document.package.tree(part);
  const isWanted = (node: NodeId): boolean => tree.name(node) === W[kind] && tree.attribute(node, W.id) === id;
  return tree.children(tree.root).find(isWanted) ?? NONE;
}

/** Marks all that is in a block, and its marks. */
function markMoved(
  work: Workspace,
  story: Story,
  { node, half }: { readonly node: NodeId; readonly half: Half },
): void {
  const { tree } = story;
  if (tree.name(node) === W.p) {
    markMovedParagraph(work, tree, { node, half });
    return;
  }
  const change = half === "from" ? "deletion" : "insertion";
  const mark = (row: NodeId): void => markRow(tree, row, { change, maker: work.own });
  for (const row of rowsOf(story, node)) {
    for (const cell of cellsOf(story, row)) {
      for (const paragraph of paragraphsOf(story, cell)) markMovedParagraph(work, tree, { node: paragraph, half });
    }
    mark(row);
  }
  // Tables in its cells.
  for (const inner of descendants(tree, node)) {
    if (tree.name(inner) === W.tbl && inner !== node) rowsOf(story, inner).forEach(mark);
  }
}

function markMovedParagraph(
  work: Workspace,
  tree: Tree,
  { node, half }: { readonly node: NodeId; readonly half: Half },
): void {
  const change = half === "from" ? "movedFrom" : "movedTo";
  const nodes = movable(work, tree, node);
  wrapContent(tree, nodes, { change, maker: work.own });
  // In a table that moves, a mark that the request inserted stays an insertion: rejecting the move tells by it what is new.
  const isNew = work.own.onMark(tree, node, [W.ins]) !== NONE;
  if (!isNew && !endsSection(tree, node)) markInOrder(work, tree, node, change);
}

/** What is to be wrapped in a paragraph. What the request deleted there is gone, what it inserted is not moved. */
function movable(work: Workspace, tree: Tree, holder: NodeId): NodeId[] {
  return tree.children(holder).flatMap((child) => {
    const name = tree.name(child);
    if (isBetween(tree, child) || name === W.smartTagPr) return [];
    // These hold tracked changes and do not stand in them.
    if (name === W.hyperlink || (name === W.smartTag && !isPlainTag(tree, child))) return movable(work, tree, child);
    if (name === W.fldSimple) return unfoldSimpleField(tree, child);
    if (!work.own.isOwn(tree, child)) return [child];
    return name === W.del ? released(work, tree, child) : [];
  });
}

/** The runs of a deletion, without what they held. */
function released(work: Workspace, tree: Tree, deletion: NodeId): NodeId[] {
  const runs = tree.children(deletion).filter((node) => tree.name(node) === W.r);
  for (const run of runs) emptyRun(work, tree, run);
  unwrap(tree, deletion);
  return runs;
}
