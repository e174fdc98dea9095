// A copy of a document that LibreOffice without a user interface can open.
//
// That build ends when it lays out a comment, for want of the window that would show it. What is in comments matters to
// nobody who asks it here, so the copy goes without them. It is also a copy because LibreOffice leaves lock files beside
// what it opens.

import { type NameId, type NodeId, openDocument, type Tree, W, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

/** Relationships that lead to comments and to what is told about them. */
const COMMENTS: ReadonlySet<string> = new Set(["comments", "commentsExtended", "commentsExtensible", "commentsIds"]);
/** Relationships that lead to where comments may be anchored, beside the main part. */
const COMMENTED: ReadonlySet<string> = new Set(["footnotes", "endnotes"]);
const ANCHORS: ReadonlySet<NameId> = new Set([W.commentReference, W.commentRangeStart, W.commentRangeEnd]);
/** Deflate's level: the copy is read once. */
const LEVEL = 1;

/** The document without its comments. Throws the Failure of a file that is no document. */
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
