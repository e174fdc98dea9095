// Checks the kind of text: w:delText and w:delInstrText in a deletion, w:t and w:instrText elsewhere.
//
// Moved text stays w:t on both sides. A text box in deleted text is a separate story and keeps w:t. White space at the
// ends of a text is lost without xml:space.

import { W } from "../../../document/word-names.ts";
import { XML_URI } from "../../../ooxml/xml/names.ts";
import { column, END, ESCAPED_TEXT, NAME, START } from "../../../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { type FoundElement, foundIn, IN_DELETION, type IndexedPart } from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";

export const textRules: readonly Rule[] = [
  {
    id: "deleted-text-as-text",
    severity: "repaired",
    says: "Text in a deletion is w:delText.",
    check: inStories((part) => nodesOf(foundIn(part, W.t).filter(isDeleted))),
  },
  {
    id: "text-as-deleted-text",
    severity: "repaired",
    says: "Text outside a deletion is not w:delText.",
    check: inStories((part) => nodesOf(foundIn(part, W.delText).filter((found) => !isDeleted(found)))),
  },
  {
    id: "deleted-code-as-code",
    severity: "odd",
    says: "The code of a field in a deletion is w:delInstrText.",
    check: inStories((part) => nodesOf(foundIn(part, W.instrText).filter(isDeleted))),
  },
  {
    id: "code-as-deleted-code",
    severity: "repaired",
    says: "The code of a field outside a deletion is not w:delInstrText.",
    check: inStories((part) => nodesOf(foundIn(part, W.delInstrText).filter((found) => !isDeleted(found)))),
  },
  {
    id: "text-space-lost",
    severity: "odd",
    says: "Text that begins or ends with white space says that it is to be kept.",
    check: inStories((part) => nodesOf([...foundIn(part, W.t), ...foundIn(part, W.delText)]).filter(losesSpace(part))),
  },
];

function nodesOf(found: readonly FoundElement[]): NodeId[] {
  return found.map(({ node }) => node);
}

function isDeleted({ within }: FoundElement): boolean {
  return (within & IN_DELETION) !== 0;
}

function losesSpace({ tree }: IndexedPart): (node: NodeId) => boolean {
  const space = tree.names.of(XML_URI, "space");
  const isKept = (node: NodeId): boolean => {
    for (let holder = node; holder !== NONE; holder = tree.parent(holder)) {
      const value = tree.attribute(holder, space);
      if (value !== undefined) return value === "preserve";
    }
    return false;
  };
  return (node) => hasSpaceAtEnds(tree, node) && !isKept(node);
}

/** Reads unchanged text as bytes, because there is much of it. */
function hasSpaceAtEnds(tree: Tree, element: NodeId): boolean {
  const text = tree.firstChild(element);
  if (text === NONE) return false;
  const isOwn = text < tree.span.count && tree.isClosed(text) && tree.nextSibling(text) === NONE;
  if (isOwn && column(tree.span, text, NAME) !== ESCAPED_TEXT) {
    const { bytes } = tree.span;
    return isSpace(bytes[column(tree.span, text, START)]) || isSpace(bytes[column(tree.span, text, END) - 1]);
  }
  const whole = tree
    .children(element)
    .map((child) => tree.text(child))
    .join("");
  return /^[ \t\r\n]|[ \t\r\n]$/.test(whole);
}

const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function isSpace(byte: number | undefined): boolean {
  return SPACES.has(byte);
}
