// What deciding leaves behind that means nothing any more.

import type { WordDocument } from "../document/open-document.ts";
import { partsOf } from "../document/stories.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { isEmptyMath } from "./decide-content.ts";
import { trackedParts } from "./list-revisions.ts";
import { descendants } from "./markup.ts";
import { EMPTIED } from "./paragraph-content.ts";

/** Removes the ranges of moves that are decided. */
export function clearMoves(trees: ReadonlySet<Tree>): void {
  for (const tree of trees) clearMoveRanges(tree);
}

const MOVES: readonly { start: NameId; end: NameId; content: NameId }[] = [
  { start: W.moveFromRangeStart, end: W.moveFromRangeEnd, content: W.moveFrom },
  { start: W.moveToRangeStart, end: W.moveToRangeEnd, content: W.moveTo },
];

/** A move range stays for as long as there is something moved in it. */
function clearMoveRanges(tree: Tree): void {
  for (const { start, end, content } of MOVES) {
    if (!tree.mayHave(start) && !tree.mayHave(end)) continue;
    const nodes = descendants(tree, tree.root);
    const open = new Map<string, { start: NodeId; isUsed: boolean }>();
    for (const node of nodes) {
      const name = tree.name(node);
      const id = tree.attribute(node, W.id) ?? "";
      if (name === start) open.set(id, { start: node, isUsed: false });
      else if (name === content) for (const range of open.values()) range.isUsed = true;
      else if (name === end) closeRange(tree, node, open.get(id), () => open.delete(id));
    }
    for (const range of open.values()) if (!range.isUsed) tree.remove(range.start);
  }
}

function closeRange(
  tree: Tree,
  end: NodeId,
  range: { start: NodeId; isUsed: boolean } | undefined,
  close: () => void,
): void {
  if (range === undefined || !range.isUsed) tree.remove(end);
  if (range !== undefined && !range.isUsed) tree.remove(range.start);
  close();
}

/** Removes what stood around content that went, from the inside out, for as long as nothing is left in it. */
export function clearEmptied(tree: Tree, wrapper: NodeId): void {
  let at = wrapper;
  while (tree.parent(at) !== NONE && isNothing(tree, at)) {
    const parent = tree.parent(at);
    tree.remove(at);
    at = parent;
  }
}

/** Links and tracked wrappers around nothing, and equations of nothing. */
function isNothing(tree: Tree, node: NodeId): boolean {
  return (EMPTIED.has(tree.name(node)) && tree.firstChild(node) === NONE) || isEmptyMath(tree, node);
}

const NOTES: readonly { relationship: string; note: NameId; reference: NameId }[] = [
  { relationship: "footnotes", note: W.footnote, reference: W.footnoteReference },
  { relationship: "endnotes", note: W.endnote, reference: W.endnoteReference },
];

/** The ids of the notes that text refers to, by kind of reference. */
export type ReferredNotes = ReadonlyMap<NameId, ReadonlySet<string>>;

export function referredNotes(document: WordDocument): ReferredNotes {
  const kinds = NOTES.filter(({ relationship }) => partsOf(document, relationship).length > 0);
  return new Map(kinds.map(({ reference }) => [reference, referencesTo(document, reference)]));
}

/** Removes the notes whose reference went with deleted text. */
export function clearLostNotes(document: WordDocument, before: ReferredNotes): void {
  for (const { relationship, note, reference } of NOTES) {
    const after = before.has(reference) ? referencesTo(document, reference) : new Set<string>();
    const lost = new Set([...(before.get(reference) ?? [])].filter((id) => !after.has(id)));
    if (lost.size === 0) continue;
    const tree = document.package.tree(partsOf(document, relationship)[0]!);
    for (const node of tree.children(tree.root)) {
      if (tree.name(node) === note && lost.has(tree.attribute(node, W.id) ?? "")) tree.remove(node);
    }
  }
}

function referencesTo(document: WordDocument, reference: NameId): Set<string> {
  const ids = new Set<string>();
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    if (!tree.mayHave(reference)) continue;
    for (const node of descendants(tree, tree.root)) {
      if (tree.name(node) === reference) ids.add(tree.attribute(node, W.id) ?? "");
    }
  }
  return ids;
}
