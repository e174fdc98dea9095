// Removes the white space that Word does not show: that at the ends of a text without `xml:space="preserve"`.
//
// Two documents can differ in this attribute alone. The reader then sees a space in one of them only.

import { NameSet } from "../../ooxml/xml/name-set.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { XML } from "../../ooxml/xml/names.ts";
import { column, END, ESCAPED_TEXT, NAME, NEXT, NODE_SIZE, START, TEXT } from "../../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { W } from "../word-names.ts";
import { storiesOf } from "./stories.ts";

const SHOWN_TEXTS = new NameSet([W.t, W.delText]);

/** Removes the lost white space of all stories, so that their texts are what Word shows. */
export function removeLostSpace(document: WordDocument): void {
  for (const tree of new Set(storiesOf(document).map((story) => story.tree))) {
    if (!mayLoseSpace(tree)) continue;
    for (const node of elementsNamed(tree, SHOWN_TEXTS)) if (losesSpace(tree, node)) trim(tree, node);
  }
}

/** False if no text of a tree loses white space. It is known from one pass over the records of an unchanged tree. */
function mayLoseSpace(tree: Tree): boolean {
  if (tree.isChanged) return true;
  const { span } = tree;
  const { nodes, bytes, count, qualifiedNames } = span;
  const isShown = qualifiedNames.all.map((name) => SHOWN_TEXTS.has(name));
  if (!isShown.includes(true)) return false;
  for (let node = 0, at = 0; node < count; node += 1, at += NODE_SIZE) {
    const name = nodes[at + NAME]!;
    if (name < 0 || isShown[name] !== true || nodes[at + NEXT] === node + 1) continue;
    const [start, end] = [nodes[at + NODE_SIZE + START]!, nodes[at + NODE_SIZE + END]!];
    if (nodes[at + NEXT] === node + 2 && nodes[at + NODE_SIZE + NAME] === TEXT) {
      const isAtEnds = isSpace(bytes[start]) || isSpace(bytes[end - 1]);
      if (!isAtEnds || endsWith(bytes, start, PRESERVED)) continue;
    }
    if (losesSpace(tree, node as NodeId)) return true;
  }
  return false;
}

/** The usual end of a start tag that keeps white space. */
const PRESERVED = new TextEncoder().encode(' xml:space="preserve">');

function endsWith(bytes: Uint8Array, end: number, suffix: Uint8Array): boolean {
  const start = end - suffix.length;
  return start >= 0 && suffix.every((byte, at) => bytes[start + at] === byte);
}

/** True if a text begins or ends with white space, and neither it nor an element around it has `xml:space="preserve"`. */
export function losesSpace(tree: Tree, text: NodeId): boolean {
  return hasSpaceAtEnds(tree, text) && !isKept(tree, text);
}

function isKept(tree: Tree, text: NodeId): boolean {
  for (let holder = text; holder !== NONE; holder = tree.parent(holder)) {
    const value = tree.attribute(holder, XML.space);
    if (value !== undefined) return value === "preserve";
  }
  return false;
}

/** True if a text begins or ends with white space. Unchanged text is read as bytes, because there is much of it. */
function hasSpaceAtEnds(tree: Tree, element: NodeId): boolean {
  const text = tree.firstChild(element);
  if (text === NONE) return false;
  const isOwn = text < tree.span.count && tree.isClosed(text) && tree.nextSibling(text) === NONE;
  if (isOwn && column(tree.span, text, NAME) !== ESCAPED_TEXT) {
    const { bytes } = tree.span;
    return isSpace(bytes[column(tree.span, text, START)]) || isSpace(bytes[column(tree.span, text, END) - 1]);
  }
  return textOf(tree, element).search(ENDS) >= 0;
}

const ENDS = /^[ \t\r\n]+|[ \t\r\n]+$/g;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function isSpace(byte: number | undefined): boolean {
  return SPACES.has(byte);
}

function trim(tree: Tree, element: NodeId): void {
  const text = textOf(tree, element).replace(ENDS, "");
  for (const child of tree.children(element)) tree.remove(child);
  if (text !== "") tree.append(element, tree.textNode(text));
}

function textOf(tree: Tree, element: NodeId): string {
  return tree
    .children(element)
    .map((child) => tree.text(child))
    .join("");
}
