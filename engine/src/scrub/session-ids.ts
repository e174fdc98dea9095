// Counts and removes the ids of editing sessions (rsids) (SCR-11).
//
// They are attributes that show which text was written together, and the list of sessions.

import type { WordDocument } from "../document/open-document.ts";
import { EDITING_TRACES, W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import { wordTrees } from "./word-parts.ts";

/** The elements with rsid attributes (ISO 29500-1, A.1). */
// policy: the elements of the schema with attributes of sessions
const STAMPED = new NameSet([W.p, W.r, W.tr, W.sectPr]);
const LISTED = new NameSet([W.rsids, W.rsid]);

/** Returns the number of elements with a session id, including the list of sessions and its entries. */
export function countSessionIds(document: WordDocument): number {
  let count = 0;
  for (const tree of wordTrees(document)) {
    count += elementsNamed(tree, LISTED).length;
    for (const node of elementsNamed(tree, STAMPED)) {
      if (tree.attributes(node).some(({ name }) => EDITING_TRACES.has(name))) count += 1;
    }
  }
  return count;
}

export function removeSessionIds(document: WordDocument): void {
  for (const tree of wordTrees(document)) {
    for (const node of elementsNamed(tree, STAMPED)) {
      for (const { name } of tree.attributes(node)) {
        if (EDITING_TRACES.has(name)) tree.setAttribute(node, name, undefined);
      }
    }
    // Removing the list also removes the ids inside it.
    for (const node of elementsNamed(tree, new NameSet([W.rsids]))) tree.remove(node);
    for (const node of elementsNamed(tree, new NameSet([W.rsid]))) tree.remove(node);
  }
}
