// Checks bookmarks, comment anchors and permissions: untracked, but kept in order after rejecting.

import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { Tree } from "../../ooxml/xml/tree.ts";
import { PLACE_MARKS } from "../../revisions/paragraph-content.ts";

/** True if `after` has all marks of `before` in the same order. It may have more. */
export function keepsMarks(before: Tree, after: Tree): boolean {
  const wanted = marksIn(before);
  if (wanted.length === 0) return true;
  const known = new Set(wanted);
  const found = marksIn(after).filter((mark) => known.has(mark));
  return found.length === wanted.length && found.every((mark, index) => mark === wanted[index]);
}

function marksIn(tree: Tree): string[] {
  return elementsNamed(tree, PLACE_MARKS).map((node) => `${tree.name(node)} ${tree.attribute(node, W.id)}`);
}
