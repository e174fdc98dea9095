// Removes from a copied definition everything that has no meaning in the new document.
//
// These are elements that refer to another part, picture bullets, tracked changes and traces of editing.

import { RECORDS, TRACKED } from "../document/grammar.ts";
import { R, W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/** The elements to remove. A level with a picture bullet also has a character, which the list then shows. */
const DROPPED = new NameSet([W.lvlPicBulletId, W.rsid, ...TRACKED, ...RECORDS]);

export function cleanDefinition(tree: Tree, top: NodeId): void {
  const links = tree.names.namespaceOf(R.id);
  const isLink = (name: NameId): boolean => tree.names.namespaceOf(name) === links;
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const leadsElsewhere = tree.attributes(node).some(({ name }) => isLink(name));
    if (node !== top && (DROPPED.has(tree.name(node)) || leadsElsewhere)) tree.remove(node);
    else {
      for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.isElement(child)) open.push(child);
      }
    }
  }
}
