// Removes comments whose reference was deleted with text.
//
// Their range markers and their entries in the extended comments part are removed too.

import { EXTENDED } from "../../document/marks/comments.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { W, W14, W15 } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { Tree } from "../../ooxml/xml/tree.ts";
import { trackedParts } from "../list-revisions.ts";
import { descendants } from "../markup.ts";
import { clearEmptied } from "./clear-leftovers.ts";

/** Returns the ids of the comments that text refers to. */
export function referredComments(document: WordDocument): ReadonlySet<string> {
  if (partsOf(document, "comments").length === 0) return new Set();
  const found = storyTrees(document).flatMap((tree) =>
    elementsNamed(tree, REFERENCE).map((node) => tree.attribute(node, W.id) ?? ""),
  );
  return new Set(found);
}

const REFERENCE: ReadonlySet<NameId> = new Set([W.commentReference]);
const RANGE: ReadonlySet<NameId> = new Set([W.commentRangeStart, W.commentRangeEnd]);

function storyTrees(document: WordDocument): Tree[] {
  return trackedParts(document).map((part) => document.package.tree(part));
}

/** Removes the comments that had a reference before and have none now. */
export function clearLostComments(document: WordDocument, before: ReadonlySet<string>): void {
  if (before.size === 0) return;
  const after = referredComments(document);
  const lost = new Set([...before].filter((id) => !after.has(id)));
  const [part] = partsOf(document, "comments");
  if (lost.size === 0 || part === undefined) return;
  for (const tree of storyTrees(document)) clearRanges(tree, lost);
  const tree = document.package.tree(part);
  const gone = tree
    .children(tree.root)
    .filter((node) => tree.name(node) === W.comment && lost.has(tree.attribute(node, W.id) ?? ""));
  const ids = gone
    .flatMap((comment) => descendants(tree, comment))
    .map((node) => tree.attribute(node, W14.paraId)?.toUpperCase());
  for (const comment of gone) tree.remove(comment);
  clearExtensions(document, new Set(ids));
}

function clearRanges(tree: Tree, lost: ReadonlySet<string>): void {
  for (const mark of elementsNamed(tree, RANGE)) {
    if (!lost.has(tree.attribute(mark, W.id) ?? "")) continue;
    const holder = tree.parent(mark);
    tree.remove(mark);
    clearEmptied(tree, holder);
  }
}

function clearExtensions(document: WordDocument, ids: ReadonlySet<string | undefined>): void {
  const [part] = partsOf(document, EXTENDED);
  if (part === undefined) return;
  const tree = document.package.tree(part);
  for (const node of tree.children(tree.root)) {
    const id = tree.attribute(node, W15.paraId)?.toUpperCase();
    const parent = tree.attribute(node, W15.paraIdParent)?.toUpperCase();
    if (id !== undefined && ids.has(id)) tree.remove(node);
    // A reply that stays begins its own thread.
    else if (parent !== undefined && ids.has(parent)) tree.setAttribute(node, W15.paraIdParent, undefined);
  }
}
