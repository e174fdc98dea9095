// Writes property changes: one set of properties applies, and a change record keeps the old ones.
//
// If the carrier has the new properties, the old ones are added as the record. If the carrier has the old properties,
// they become the record and the new ones replace them (RDL-15).

import { RECORD_OF, SHOWN_ON_CELLS, strangersIn, UNRECORDED_BY } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { keepProperties, oldCopy, paragraphProperties, recordOld } from "../../revisions/write/mark-structure.ts";
import { writeExplicit } from "../formatting/explicit-properties.ts";
import type { LookChange, PropertiesChange, PropertiesRef } from "../script/script.ts";
import type { CutParagraph } from "./cut-paragraph.ts";
import { carrierParagraph, cutAt } from "./whole-blocks.ts";
import { adopt, treeOf, type Writing } from "./writing.ts";

/**
 * Writes the format changes of paragraphs in a part. `known` has the paragraphs that were cut already; all others are
 * the carrier's.
 */
export function writeLooks(
  formatChanges: readonly LookChange[],
  writing: Writing,
  { known, part }: { readonly known?: ReadonlyMap<unknown, CutParagraph>; readonly part: string },
): void {
  for (const [item, changes] of Map.groupBy(formatChanges, ({ item }) => item)) {
    const places = changes.flatMap(({ from, to }) => [from, to]);
    const cut = known?.get(item) ?? cutAt(writing, carrierParagraph(writing, item), places);
    for (const change of changes) {
      const runs = cut.between(change.from, change.to).filter(({ node }) => cut.tree.name(node) === W.r);
      for (const { node } of runs) changeProperties(writing, cut.tree, { ...change, owner: node, part, name: W.rPr });
    }
  }
}

export function writeProperties(changes: readonly PropertiesChange[], writing: Writing): void {
  for (const change of changes) {
    if (isOneList(change, writing)) continue;
    const tree = treeOf(writing, change.part);
    changeProperties(writing, tree, { ...change, owner: ownerIn(tree, change) });
  }
}

function ownerIn(tree: Tree, { name, owner }: PropertiesChange): NodeId {
  if (name === W.sectPr) return sectionIn(tree, owner);
  return name === W.rPr ? paragraphProperties(tree, owner) : owner;
}

/** Returns the properties of a section. A body without w:sectPr gets one (CMP-80). */
export function sectionIn(tree: Tree, section: NodeId): NodeId {
  if (section !== NONE) return section;
  const body = tree.child(tree.root, W.body);
  const known = tree.child(body, W.sectPr);
  if (known !== NONE) return known;
  const made = tree.element(W.sectPr);
  tree.append(body, made);
  return made;
}

/** True if both sides name the same level of the same list, which the importer knows, or show the same label. */
function isOneList({ lists, other }: PropertiesChange, { importer }: Writing): boolean {
  if (lists === undefined) return false;
  return importer.from(other.source).isSameList(lists.other, lists.own) || !lists.isShown();
}

type Change = Pick<PropertiesChange, "owner" | "part" | "name" | "other" | "direction" | "label" | "areCellsCarried">;

function changeProperties(writing: Writing, tree: Tree, change: Change): void {
  const { owner, part, name, other, direction, label, areCellsCarried = false } = change;
  const place = { source: other.source, from: other.part, into: part };
  const maker = writing.maker.by(label);
  if (direction === "old") {
    const old = copyOf(tree, name, other);
    if (areCellsCarried) carryCells(tree, old, tree.child(owner, name));
    keep(tree, owner, { name, old, maker });
    adopt(writing, old, place);
    return;
  }
  const own = name === W.sectPr ? owner : tree.child(owner, name);
  const old = oldCopy(tree, { name, old: own, tree });
  keep(tree, owner, { name, old, maker });
  const properties = name === W.sectPr ? owner : tree.child(owner, name);
  const copy = copyOf(tree, name, other);
  if (areCellsCarried) carryCells(tree, copy, own);
  replaceBy(tree, properties, {
    name,
    copy,
    adoptCopy: (copy) => adopt(writing, copy, place),
  });
}

/** Returns a copy of properties of another source, with the values that it must set itself. */
function copyOf(tree: Tree, name: NameId, { node, tree: from, explicit }: PropertiesRef): NodeId {
  const copy = oldCopy(tree, { name, old: node, tree: from });
  if (explicit !== undefined) writeExplicit(tree, copy, explicit);
  return copy;
}

/** Gives a copy of table properties the margins, borders and shading of others (FMT-54). */
function carryCells(tree: Tree, copy: NodeId, own: NodeId): void {
  for (const [name, earlier] of SHOWN_ON_CELLS) {
    const [old, carried] = [copy, own].map((holder) => (holder === NONE ? NONE : tree.child(holder, name)));
    if (old !== NONE) tree.remove(old!);
    if (carried === NONE) continue;
    const next = tree.children(copy).find((child) => tree.isElement(child) && !earlier.has(tree.name(child))) ?? NONE;
    tree.insertBefore(copy, tree.graft(tree, carried!), next);
  }
}

function keep(tree: Tree, owner: NodeId, how: Parameters<typeof keepProperties>[2]): void {
  if (how.name === W.sectPr) recordOld(tree, owner, how);
  else keepProperties(tree, owner, how);
}

interface Replacement {
  readonly name: NameId;
  readonly copy: NodeId;
  readonly adoptCopy: (copy: NodeId) => void;
}

/** Replaces the old properties with the new ones. Children that a change record cannot contain stay. */
function replaceBy(tree: Tree, properties: NodeId, { name, copy, adoptCopy }: Replacement): void {
  const strangers = strangersIn(name);
  for (const child of tree.children(properties)) if (!strangers.has(tree.name(child))) tree.remove(child);
  adoptCopy(copy);
  for (const { name: own } of tree.attributes(properties)) tree.setAttribute(properties, own, undefined);
  for (const { name: its, value } of tree.attributes(copy)) tree.setAttribute(properties, its, value);
  const record = RECORD_OF.get(name)!;
  const isLast = UNRECORDED_BY.get(record)?.side === "before";
  const place = isLast ? tree.child(properties, record) : tree.firstChild(properties);
  for (const child of tree.children(copy)) {
    tree.remove(child);
    tree.insertBefore(properties, child, place);
  }
}
