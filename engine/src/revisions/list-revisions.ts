// Lists every tracked change of a document, in all parts that can contain one.
//
// Parts are walked as written, with all branches of markup compatibility. A text box is in a choice and again in its
// fallback, and a change that is decided in one must be decided in the other.

import type { WordDocument } from "../document/open-document.ts";
import { W, wordNamespace } from "../document/word-names.ts";
import { reachableParts } from "../ooxml/parts/reachable-parts.ts";
import { NamedSpans } from "../ooxml/xml/named-spans.ts";
import { MC } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { ancestor } from "./markup.ts";
import { classify, REVISION_NAMES, type Revision } from "./revision.ts";

/** Returns all tracked changes, part by part in document order. */
export function listRevisions(document: WordDocument): Revision[] {
  return trackedParts(document).flatMap((part) => revisionsIn(document.package.tree(part), part));
}

/** Returns the parts of WordprocessingML, which can contain tracked changes, the main part first. */
export function trackedParts({ package: opened, main }: WordDocument): string[] {
  const others = reachableParts(opened).parts.filter((part) => part !== main && isWordType(opened.contentType(part)));
  return [main, ...others].filter((part) => {
    const tree = opened.tree(part);
    return tree.names.namespaceOf(tree.name(tree.root)) === wordNamespace;
  });
}

/** An embedded document (altChunk) may have the content type of a main part but is an archive itself. */
function isWordType(contentType: string | undefined): boolean {
  return /wordprocessingml\.(?!document\.main|template\.main).*\+xml$/.test(contentType ?? "");
}

export function revisionsIn(tree: Tree, part: string): Revision[] {
  const revisions: Revision[] = [];
  if (![...REVISION_NAMES].some((name) => tree.mayHave(name))) return revisions;
  const spans = new NamedSpans(tree.span, (name) => REVISION_NAMES.has(name));
  let isPassed: boolean;
  for (let node = tree.root; node !== NONE; node = spans.following(tree, node, isPassed)) {
    const found = classify(tree, node);
    // The old properties in a property change are history, so marks in them are not changes.
    isPassed = found?.place === "property";
    if (found !== undefined) revisions.push(revisionAt(tree, node, { ...found, part }));
  }
  return revisions;
}

type RevisionHead = Pick<Revision, "kind" | "place" | "part">;

function revisionAt(tree: Tree, node: NodeId, found: RevisionHead): Revision {
  return {
    ...found,
    tree,
    node,
    isTwin: tree.mayHave(MC.Fallback) && ancestor(tree, node, MC.Fallback) !== NONE,
    id: tree.attribute(node, W.id) ?? "",
    author: tree.attribute(node, W.author) ?? "",
    date: tree.attribute(node, W.date) ?? "",
  };
}
