// Writes what became of properties: one set stands, and what was there before is kept inside it.
//
// Where the carrier has the new properties the old ones are brought in as a record; where it has the old ones they
// become the record, and the new ones take their place.

import { RECORD_OF, strangersIn, UNRECORDED_BY } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { keepProperties, oldCopy, paragraphProperties, recordOld } from "../../revisions/write/mark-structure.ts";
import type { LookChange, PropertiesChange } from "../script/script.ts";
import type { CutParagraph } from "./cut-paragraph.ts";
import { cutAt, standing } from "./whole-blocks.ts";
import { adopt, treeOf, type Writing } from "./writing.ts";

/** Writes the looks of paragraphs of a part, by default the carrier's own; those that were cut already are known. */
export function writeLooks(
  looks: readonly LookChange[],
  writing: Writing,
  { known, part }: { readonly known?: ReadonlyMap<unknown, CutParagraph>; readonly part: string },
): void {
  for (const [item, changes] of Map.groupBy(looks, ({ item }) => item)) {
    const places = changes.flatMap(({ from, to }) => [from, to]);
    const cut = known?.get(item) ?? cutAt(writing, standing(writing, item), places);
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

/** The properties of a section; a body that ends without any gets some (CMP-80). */
export function sectionIn(tree: Tree, section: NodeId): NodeId {
  if (section !== NONE) return section;
  const body = tree.child(tree.root, W.body);
  const known = tree.child(body, W.sectPr);
  if (known !== NONE) return known;
  const made = tree.element(W.sectPr);
  tree.append(body, made);
  return made;
}

/** True if two places in lists are one: the importer knows which lists are. */
function isOneList({ lists, other }: PropertiesChange, { importer }: Writing): boolean {
  return lists !== undefined && importer.from(other.source).isSameList(lists.other, lists.own);
}

type Change = Pick<PropertiesChange, "owner" | "part" | "name" | "other" | "otherIs" | "label">;

function changeProperties(writing: Writing, tree: Tree, change: Change): void {
  const { owner, part, name, other, otherIs, label } = change;
  const place = { source: other.source, from: other.part, into: part };
  const maker = writing.maker.by(label);
  if (otherIs === "was") {
    const old = oldCopy(tree, { name, old: other.node, tree: other.tree });
    keep(tree, owner, { name, old, maker });
    adopt(writing, old, place);
    return;
  }
  const own = name === W.sectPr ? owner : tree.child(owner, name);
  const old = oldCopy(tree, { name, old: own, tree });
  keep(tree, owner, { name, old, maker });
  const properties = name === W.sectPr ? owner : tree.child(owner, name);
  replaceBy(tree, properties, {
    name,
    copy: oldCopy(tree, { name, old: other.node, tree: other.tree }),
    adoptCopy: (copy) => adopt(writing, copy, place),
  });
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

/** Puts the new properties in the place of the old ones; what no record holds stays. */
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
