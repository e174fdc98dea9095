// Makes a copy of a document that LibreOffice without a user interface can open.
//
// That build crashes when it lays out a comment, because the window for it is missing. The callers do not need
// comments, so the copy has none.

import { type NameId, type NodeId, openDocument, type Tree, W, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

/** Relationships to comments and to data about them. */
const COMMENTS: ReadonlySet<string> = new Set(["comments", "commentsExtended", "commentsExtensible", "commentsIds"]);
/** Relationships to other parts that may contain comment anchors, beside the main part. */
const COMMENTED: ReadonlySet<string> = new Set(["footnotes", "endnotes"]);
const ANCHORS: ReadonlySet<NameId> = new Set([W.commentReference, W.commentRangeStart, W.commentRangeEnd]);
/** Compression level. Low, because the copy is read once. */
const LEVEL = 1;

/** Returns the document without its comments; the same bytes if it has none. Throws a Failure if it does not open. */
export function copyForOffice(bytes: Uint8Array): Uint8Array {
  const { package: opened, main } = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  const related = (kinds: ReadonlySet<string>): string[] =>
    opened.relationships(main).flatMap(({ kind, part }) => (kinds.has(kind) && part && opened.has(part) ? [part] : []));
  const comments = new Set(related(COMMENTS));
  if (comments.size === 0) return bytes;
  for (const part of comments) opened.remove(part);
  for (const part of [main, ...new Set(related(COMMENTED))]) removeAnchors(opened.tree(part));
  return opened.save(LEVEL);
}

function removeAnchors(tree: Tree): void {
  const open: NodeId[] = [tree.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ANCHORS.has(tree.name(node))) tree.remove(node);
    else open.push(...tree.children(node));
  }
}
