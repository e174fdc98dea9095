// Removes what deciding leaves without a meaning.

import { NOTES } from "../../document/grammar.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { trackedParts } from "../list-revisions.ts";
import { EMPTIED } from "../paragraph-content.ts";
import { isEmptyMath } from "./decide-content.ts";

/** Removes the wrappers around dropped content, from the inside out, as long as they are empty. */
export function clearEmptied(tree: Tree, wrapper: NodeId): void {
  let at = wrapper;
  while (tree.parent(at) !== NONE && isNothing(tree, at)) {
    const parent = tree.parent(at);
    tree.remove(at);
    at = parent;
  }
}

/** True for links and tracked wrappers without content, and for empty equations. */
function isNothing(tree: Tree, node: NodeId): boolean {
  return (EMPTIED.has(tree.name(node)) && isBlank(tree, node)) || isEmptyMath(tree, node);
}

/**
 * Some programs put each element on its own line, so white space does not count. Spelling marks of Word do not count
 * either.
 */
function isBlank(tree: Tree, node: NodeId): boolean {
  return tree
    .children(node)
    .every((child) => (tree.isElement(child) ? tree.name(child) === W.proofErr : tree.text(child).trim() === ""));
}

/** Maps the kind of reference to the ids of the notes that text refers to. */
export type ReferredNotes = ReadonlyMap<NameId, ReadonlySet<string>>;

export function referredNotes(document: WordDocument): ReferredNotes {
  const kinds = NOTES.filter(({ part }) => partsOf(document, part).length > 0);
  return new Map(kinds.map(({ reference }) => [reference, referencesTo(document, reference)]));
}

/** Removes the notes whose reference was deleted with text. */
export function clearLostNotes(document: WordDocument, before: ReferredNotes): void {
  for (const { part, note, reference } of NOTES) {
    const after = before.has(reference) ? referencesTo(document, reference) : new Set<string>();
    const lost = new Set([...(before.get(reference) ?? [])].filter((id) => !after.has(id)));
    if (lost.size === 0) continue;
    const tree = document.package.tree(partsOf(document, part)[0]!);
    for (const node of tree.children(tree.root)) {
      if (tree.name(node) === note && lost.has(tree.attribute(node, W.id) ?? "")) tree.remove(node);
    }
  }
}

function referencesTo(document: WordDocument, reference: NameId): Set<string> {
  const ids = new Set<string>();
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    for (const node of elementsNamed(tree, new Set([reference]))) ids.add(tree.attribute(node, W.id) ?? "");
  }
  return ids;
}
