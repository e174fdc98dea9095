// Marks paragraph marks, rows and cells as inserted, deleted or moved, and records old properties.
//
// These changes are in properties, each at the position that the schema requires (ISO 29500-1, A.1). In the run
// properties of a mark they come first. In the properties of a row or cell they come after everything except the record
// of old properties.

import { PROPERTY_CHANGES, RECORD_OF, strangersIn } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { CHANGE_NAMES, type ContentChange } from "./mark-content.ts";
import type { RevisionMaker } from "./revision-maker.ts";

/** Records that the mark of a paragraph was inserted, deleted or moved. */
export function markParagraph(
  tree: Tree,
  paragraph: NodeId,
  how: { change: ContentChange; maker: RevisionMaker },
): void {
  const properties = paragraphProperties(tree, paragraph);
  const run = childOrMade(tree, properties, { name: W.rPr, isBefore: (name) => AFTER_MARK.has(name) });
  tree.insertBefore(run, how.maker.make(tree, CHANGE_NAMES[how.change]), tree.firstChild(run));
}

/** Returns the properties of a paragraph and creates them if necessary. */
export function paragraphProperties(tree: Tree, paragraph: NodeId): NodeId {
  return childOrMade(tree, paragraph, { name: W.pPr, isBefore: () => true });
}

const AFTER_MARK: ReadonlySet<NameId> = new Set([W.sectPr, W.pPrChange]);

export type StructureChange = "insertion" | "deletion";

/** Records that a row was inserted or deleted. */
export function markRow(
  tree: Tree,
  row: NodeId,
  how: { change: StructureChange; maker: Pick<RevisionMaker, "make"> },
): void {
  const properties = childOrMade(tree, row, { name: W.trPr, isBefore: (name) => name !== W.tblPrEx });
  insertLate(tree, properties, how.maker.make(tree, how.change === "insertion" ? W.ins : W.del));
}

/** Records that a cell was inserted or deleted with its column. */
export function markCell(tree: Tree, cell: NodeId, how: { change: StructureChange; maker: RevisionMaker }): void {
  const properties = childOrMade(tree, cell, { name: W.tcPr, isBefore: () => true });
  insertLate(tree, properties, how.maker.make(tree, how.change === "insertion" ? W.cellIns : W.cellDel));
}

/**
 * Returns a copy of properties for a change record, without elements that a record cannot contain. Empty if `old` is
 * `NONE`.
 */
export function oldCopy(
  tree: Tree,
  { name, old, tree: from }: { readonly name: NameId; readonly old: NodeId; readonly tree: Tree },
): NodeId {
  if (old === NONE) return tree.element(name);
  const copy = tree.graft(from, old);
  const strangers = strangersIn(name);
  for (const child of tree.children(copy)) if (strangers.has(tree.name(child))) tree.remove(child);
  return copy;
}

/** Adds a change record with the old properties; `old` is a copy of them. Creates the properties if necessary. */
export function keepProperties(
  tree: Tree,
  owner: NodeId,
  { name, old, maker }: { readonly name: NameId; readonly old: NodeId; readonly maker: RevisionMaker },
): void {
  const isBefore = (sibling: NameId): boolean =>
    name === W.trPr ? sibling !== W.tblPrEx : isAfterMark(tree, owner, sibling);
  const properties = childOrMade(tree, owner, { name, isBefore });
  recordOld(tree, properties, { old, maker });
}

/** Adds a change record to existing properties. */
export function recordOld(
  tree: Tree,
  properties: NodeId,
  { old, maker }: { readonly old: NodeId; readonly maker: RevisionMaker },
): void {
  const change = maker.make(tree, RECORD_OF.get(tree.name(properties))!);
  tree.append(change, old);
  tree.append(properties, change);
}

/** The properties of a paragraph mark precede only w:sectPr and w:pPrChange; all other properties come first. */
function isAfterMark(tree: Tree, owner: NodeId, sibling: NameId): boolean {
  return tree.name(owner) !== W.pPr || AFTER_MARK.has(sibling);
}

/** Inserts a mark after the properties and before the record of old ones. */
function insertLate(tree: Tree, properties: NodeId, mark: NodeId): void {
  const keeper = tree.children(properties).find((child) => PROPERTY_CHANGES.has(tree.name(child)));
  tree.insertBefore(properties, mark, keeper ?? NONE);
}

/** Returns the child with a name, or creates it before the first sibling for which `isBefore` is true. */
function childOrMade(
  tree: Tree,
  parent: NodeId,
  { name, isBefore }: { readonly name: NameId; readonly isBefore: (sibling: NameId) => boolean },
): NodeId {
  const known = tree.child(parent, name);
  if (known !== NONE) return known;
  const made = tree.element(name);
  const next = tree.children(parent).find((child) => tree.isElement(child) && isBefore(tree.name(child)));
  tree.insertBefore(parent, made, next ?? NONE);
  return made;
}
