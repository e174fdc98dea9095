// Writes and removes the version tags of a merge: `«A» ` before the first text of each side of a conflict (MRG-50).
//
// A tag is an insertion by an author of its own, so no view of a copy contains it. Everything that reads a merge, or
// decides it, removes the tags first. A decision writes those of the conflicts that are still open again.

import { readMergeRecord } from "../../document/merge-record.ts";
import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { type NameId, XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { trackedParts } from "../list-revisions.ts";
import { highestTrackedId, RevisionMaker } from "../write/revision-maker.ts";
import { isOpen, listConflicts } from "./conflicts.ts";

/** The author of version tags. A merge with a copy by this author has none. */
export const TAG_AUTHOR = "Versus tags";

/** Returns the letter of the side of a conflict whose changes have an author; undefined if it has no tag. */
export type LetterOf = (conflict: number, author: string) => string | undefined;

const INSERTIONS: ReadonlySet<NameId> = new Set([W.ins]);

/** Writes a tag before the first text of each side of each open conflict. `date` is that of the tags. */
export function writeVersionTags(document: WordDocument, letterOf: LetterOf, date: string): void {
  const conflicts = listConflicts(document).filter((one) => one.kind !== "property" && isOpen(one));
  const trees = trackedParts(document).map((part) => document.package.tree(part));
  const maker = new RevisionMaker({ author: TAG_AUTHOR, date }, trees, highestTrackedId(trees));
  for (const { id, spots } of conflicts) {
    const done = new Set<string>();
    for (const { tree, inside } of spots) {
      for (const node of inside) {
        const letter = isText(tree, node) ? letterOf(id, tree.attribute(node, W.author) ?? "") : undefined;
        if (letter === undefined || done.has(letter)) continue;
        done.add(letter);
        tree.insertBefore(tree.parent(node), tagOf(tree, { letter, like: node, maker }), node);
      }
    }
  }
}

/** Removes the tags of a merge. Returns the letters and the date that write them again; undefined without tags. */
export function takeVersionTags(
  document: WordDocument,
): { readonly letterOf: LetterOf; readonly date: string } | undefined {
  if (readMergeRecord(document)?.hasTags !== true) return undefined;
  const letters = new Map<string, string>();
  let date = "";
  for (const { id, spots } of listConflicts(document)) {
    for (const { tree, inside } of spots) {
      let letter: string | undefined;
      for (const node of inside) {
        if (!isText(tree, node)) continue;
        const author = tree.attribute(node, W.author) ?? "";
        if (author === TAG_AUTHOR) {
          letter = /«([A-Z]+)»/.exec(textOf(tree, node))?.[1];
          date = tree.attribute(node, W.date) ?? date;
        } else if (letter !== undefined) {
          letters.set(`${id} ${author}`, letter);
          letter = undefined;
        }
      }
    }
  }
  for (const part of trackedParts(document)) removeTags(document.package.tree(part));
  return { letterOf: (id, author) => letters.get(`${id} ${author}`), date };
}

/** Returns a copy of a merge without its version tags, or the document itself if it has none. */
export function withoutVersionTags(document: WordDocument): WordDocument {
  if (readMergeRecord(document)?.hasTags !== true) return document;
  const copy = forkDocument(document);
  takeVersionTags(copy);
  return copy;
}

function removeTags(tree: Tree): void {
  for (const node of elementsNamed(tree, INSERTIONS)) {
    if (tree.attribute(node, W.author) === TAG_AUTHOR && isText(tree, node)) tree.remove(node);
  }
}

/** True for an insertion of text. The insertions of marks, rows and cells are in properties. */
function isText(tree: Tree, node: NodeId): boolean {
  return tree.name(node) === W.ins && tree.children(node).some((child) => tree.name(child) === W.r);
}

function textOf(tree: Tree, node: NodeId): string {
  if (!tree.isElement(node)) return tree.text(node);
  return tree
    .children(node)
    .map((child) => textOf(tree, child))
    .join("");
}

interface NewTag {
  readonly letter: string;
  /** The insertion whose first run gives the tag its formatting. */
  readonly like: NodeId;
  readonly maker: RevisionMaker;
}

function tagOf(tree: Tree, { letter, like, maker }: NewTag): NodeId {
  const tag = maker.make(tree, W.ins);
  const run = tree.element(W.r);
  const properties = tree.child(tree.child(like, W.r), W.rPr);
  if (properties !== NONE) {
    const own = tree.graft(tree, properties);
    const change = tree.child(own, W.rPrChange);
    if (change !== NONE) tree.remove(change);
    tree.append(run, own);
  }
  const text = tree.element(W.t);
  tree.append(text, tree.textNode(`«${letter}» `));
  tree.setAttribute(text, XML.space, "preserve");
  tree.append(run, text);
  tree.append(tag, run);
  return tag;
}
