// Defines the immutable tree of one parsed part; every node is a span of the part's bytes.
//
// Nodes are numbered in document order; node 0 is the document. A node is one record of a typed array, so a tree of a million
// nodes is a few allocations and costs the garbage collector nothing.
// Invariant: the children of a node cover its content without gaps. Text, comments and white space are nodes too, so copying
// spans reproduces the part byte for byte.
// The tree does not store what the bytes show, such as the end of a start tag or of a value.

import type { NameId, Names } from "./names.ts";
import type { QualifiedNames } from "./qualified-names.ts";
import { AMPERSAND, APOSTROPHE, GREATER, LESS, QUOTE, SLASH, SPACE } from "./scan/characters.ts";
import type { Scope } from "./scopes.ts";
import { decodeRange, unescapeText, unescapeValue } from "./text.ts";

/** Columns of a node's record: first byte, and the byte after the last one. */
export const START = 0;
export const END = 1;
/** First node after the subtree of this node. */
export const NEXT = 2;
export const PARENT = 3;
/** Number of the qualified name, or one of the negative kinds below if the node is not an element. */
export const NAME = 4;
/** First attribute. The attributes of a node end where those of the next node begin. */
export const ATTRIBUTES = 5;
export const NODE_SIZE = 6;

export const TEXT = -1;
/** Text that contains references or carriage returns. */
export const ESCAPED_TEXT = -2;
export const CDATA = -3;
export const COMMENT = -4;
export const INSTRUCTION = -5;
export const DOCUMENT = -6;

/** Columns of an attribute's record: its qualified name, and the offset of its value after the opening quote. */
export const ATTRIBUTE_NAME = 0;
export const ATTRIBUTE_VALUE = 1;
export const ATTRIBUTE_SIZE = 2;

export interface SpanTree {
  /** Encoded in UTF-8. */
  readonly bytes: Uint8Array;
  /** One record per node, and a last record that ends the attributes of the last node. */
  readonly nodes: Int32Array;
  readonly count: number;
  readonly attributes: Int32Array;
  readonly qualifiedNames: QualifiedNames;
  /** Maps an element with declarations to the scope that it opens. */
  readonly scopes: ReadonlyMap<number, Scope>;
  /** Elements that name ignorable namespaces. */
  readonly ignoring: ReadonlySet<number>;
  readonly names: Names;
}

export function column(tree: SpanTree, node: number, which: number): number {
  return tree.nodes[node * NODE_SIZE + which]!;
}

export function isElementSpan(tree: SpanTree, node: number): boolean {
  return column(tree, node, NAME) >= 0;
}

/** True if an element declares prefixes, or names ignorable namespaces. */
export function declaresSpan(tree: SpanTree, node: number): boolean {
  return tree.scopes.has(node) || (tree.ignoring.size > 0 && tree.ignoring.has(node));
}

/** Returns the root element. Comments and instructions may precede it. */
export function rootSpan(tree: SpanTree): number {
  let node = 1;
  while (!isElementSpan(tree, node)) node += 1;
  return node;
}

/** Returns the expanded name of an element. */
export function spanName(tree: SpanTree, node: number): NameId {
  return tree.qualifiedNames.name(column(tree, node, NAME));
}

/** Returns the offset at which the content of an element or of the document begins, after the start tag. */
export function contentStart(tree: SpanTree, node: number): number {
  if (column(tree, node, NEXT) > node + 1) return column(tree, node + 1, START);
  return isSelfClosed(tree, node) ? column(tree, node, END) : endTagStart(tree, node);
}

/** Returns the offset of the end tag. For an element without an end tag, and for the document, returns the end. */
export function endTagStart(tree: SpanTree, node: number): number {
  const end = column(tree, node, END);
  if (isSelfClosed(tree, node) || column(tree, node, NAME) === DOCUMENT) return end;
  let at = end - 1;
  while (tree.bytes[at] !== LESS) at -= 1;
  return at;
}

export function isSelfClosed(tree: SpanTree, node: number): boolean {
  const end = column(tree, node, END);
  return column(tree, node, NEXT) === node + 1 && tree.bytes[end - 1] === GREATER && tree.bytes[end - 2] === SLASH;
}

/** Returns the attributes of an element as indexes: `from` inclusive, `to` exclusive. */
export function attributeRange(tree: SpanTree, node: number): { from: number; to: number } {
  return { from: column(tree, node, ATTRIBUTES), to: column(tree, node + 1, ATTRIBUTES) };
}

export function attributeName(tree: SpanTree, attribute: number): NameId {
  return tree.qualifiedNames.name(tree.attributes[attribute * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!);
}

/**
 * Maximum bytes of a value that `plainValue` reads. Longer values, and values with references, white space or non-ASCII
 * characters, take the general path.
 */
const SHORT_VALUE = 32;

/**
 * Reads a short plain value character by character up to its quote. Returns undefined if the value is not plain or not short.
 */
function plainValue(bytes: Uint8Array, from: number): string | undefined {
  const quote = bytes[from - 1]!;
  let value = "";
  for (let at = from; at < from + SHORT_VALUE; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) return value;
    if (byte < SPACE || byte >= 0x80 || byte === AMPERSAND) return undefined;
    value += String.fromCharCode(byte);
  }
  return undefined;
}

/** Returns the range of a value between its quotes, as written. */
function attributeSpan(tree: SpanTree, attribute: number): { from: number; to: number } {
  const from = tree.attributes[attribute * ATTRIBUTE_SIZE + ATTRIBUTE_VALUE]!;
  const quote = tree.bytes[from - 1]! === APOSTROPHE ? APOSTROPHE : QUOTE;
  return { from, to: tree.bytes.indexOf(quote, from) };
}

export function attributeValue(tree: SpanTree, attribute: number): string {
  const plain = plainValue(tree.bytes, tree.attributes[attribute * ATTRIBUTE_SIZE + ATTRIBUTE_VALUE]!);
  if (plain !== undefined) return plain;
  const { from, to } = attributeSpan(tree, attribute);
  return unescapeValue(decodeRange(tree.bytes, from, to));
}

/** Returns the value of an element's attribute; undefined if the element does not have it. */
export function spanAttribute(tree: SpanTree, node: number, name: NameId): string | undefined {
  const { from, to } = attributeRange(tree, node);
  for (let attribute = from; attribute < to; attribute += 1) {
    if (attributeName(tree, attribute) === name) return attributeValue(tree, attribute);
  }
  return undefined;
}

/** Returns all attributes of an element, with written names and resolved values. */
export function spanAttributes(tree: SpanTree, node: number): { name: NameId; written: string; value: string }[] {
  const { from, to } = attributeRange(tree, node);
  return Array.from({ length: to - from }, (_, index) => ({
    name: attributeName(tree, from + index),
    written: tree.qualifiedNames.written(tree.attributes[(from + index) * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!),
    value: attributeValue(tree, from + index),
  }));
}

const CDATA_OPEN = "<![CDATA[".length;
const CDATA_CLOSE = "]]>".length;

/** Returns the characters of a text or CDATA node; an empty string for other nodes. */
export function spanText(tree: SpanTree, node: number): string {
  const start = column(tree, node, START);
  const end = column(tree, node, END);
  switch (column(tree, node, NAME)) {
    case TEXT:
      return decodeRange(tree.bytes, start, end);
    case ESCAPED_TEXT:
      return unescapeText(decodeRange(tree.bytes, start, end));
    case CDATA:
      return decodeRange(tree.bytes, start + CDATA_OPEN, end - CDATA_CLOSE).replace(/\r\n?/g, "\n");
    default:
      return "";
  }
}
