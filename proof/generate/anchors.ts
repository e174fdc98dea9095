// What keeps a paragraph where it is, and what must not be written into.
//
// Ranges, references, fields and drawings are spoken of elsewhere: a paragraph or a cell that holds one is changed in
// its text but neither moved nor deleted. Text that stands in alternatives, or in a content control that is bound to
// something or may hold only some values, is left alone.

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

/** Whether what stands in a block may be written into. */
export function isOpen({ tree, root }: Story, block: NodeId): boolean {
  for (let node = tree.parent(block); node !== root && node !== NONE; node = tree.parent(node)) {
    if (localName(tree, node) === ALTERNATIVES) return false;
    if (tree.name(node) === W.sdt && !isFreeControl(tree, node)) return false;
  }
  return true;
}

/** What the properties of a content control may say without limiting what it holds. */
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

/** How many complex fields are open before and behind each of the paragraphs of a story. */
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
