// Finds what fixes a paragraph to its position, and content that edits must not change.
//
// Other parts of a document refer to ranges, references, fields and drawings. So edits change the text of a paragraph
// or cell that contains one, but neither move nor delete it. They do not change text in alternatives, nor text in a
// content control that is bound to data or restricts its values.

import { type NameId, NONE, type NodeId, type Story, type Tree, W } from "@versus/engine/inside";
import { elementsIn, localName, walk } from "./markup.ts";

const ANCHORS: ReadonlySet<NameId> = new Set([
  W.sectPr,
  W.bookmarkStart,
  W.bookmarkEnd,
  W.commentRangeStart,
  W.commentRangeEnd,
  W.commentReference,
  W.footnoteReference,
  W.endnoteReference,
  W.fldChar,
  W.fldSimple,
  W.permStart,
  W.permEnd,
  W.drawing,
  W.pict,
  W.object,
  W.sdt,
  W.subDoc,
  W.altChunk,
  W.contentPart,
]);
const ALTERNATIVES = "AlternateContent";

export function holdsAnchor(tree: Tree, top: NodeId): boolean {
  for (const node of walk(tree, top)) {
    if (ANCHORS.has(tree.name(node)) || localName(tree, node) === ALTERNATIVES) return true;
  }
  return false;
}

/** True if edits may change the content of a block. */
export function isOpen({ tree, root }: Story, block: NodeId): boolean {
  for (let node = tree.parent(block); node !== root && node !== NONE; node = tree.parent(node)) {
    if (localName(tree, node) === ALTERNATIVES) return false;
    if (tree.name(node) === W.sdt && !isFreeControl(tree, node)) return false;
  }
  return true;
}

/** Properties of a content control that do not restrict its content. */
const FREE: ReadonlySet<string> = new Set([
  "rPr",
  "alias",
  "tag",
  "id",
  "placeholder",
  "lock",
  "temporary",
  "richText",
]);

function isFreeControl(tree: Tree, control: NodeId): boolean {
  const properties = tree.child(control, W.sdtPr);
  return properties === NONE || elementsIn(tree, properties).every((child) => FREE.has(localName(tree, child)));
}

/** Returns the number of open complex fields before and after each paragraph of a story. */
export function fieldDepths(tree: Tree, paragraphs: readonly NodeId[]): { before: number; after: number }[] {
  if (!tree.mayHave(W.fldChar)) return paragraphs.map(() => ({ before: 0, after: 0 }));
  let depth = 0;
  return paragraphs.map((paragraph) => {
    const before = depth;
    for (const node of walk(tree, paragraph, W.txbxContent)) {
      const type = tree.name(node) === W.fldChar ? tree.attribute(node, W.fldCharType) : undefined;
      if (type === "begin") depth += 1;
      else if (type === "end") depth = Math.max(0, depth - 1);
    }
    return { before, after: depth };
  });
}
