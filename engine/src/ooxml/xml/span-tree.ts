// The immutable tree of one parsed part: every node is a span of the part's own bytes.
//
// Nodes are numbered in document order; node 0 is the document. A node is one record of a typed
// array, so a tree of a million nodes is a few allocations and costs the collector nothing. The
// children of a node cover its content without a gap: text, comments and white space are nodes
// too, which is why copying spans writes the part back to the byte. What can be told from the
// bytes is not stored: where a start tag ends, where a value ends.

import type { NameId, Names } from "./names.ts";
import type { QualifiedNames } from "./qualified-names.ts";
import { AMPERSAND, APOSTROPHE, GREATER, LESS, QUOTE, SLASH, SPACE } from "./scan/characters.ts";
import type { Scope } from "./scopes.ts";
import { decodeRange, unescapeText, unescapeValue } from "./text.ts";

/** Columns of a node's record. */
export const START = 0;
export const END = 1;
/** The first node after this one's subtree. */
export const NEXT = 2;
export const PARENT = 3;
/** The number of the qualified name, or what else it is (negative, below). */
export const NAME = 4;
/** The first of its attributes; they end where the next node's begin. */
export const ATTRIBUTES = 5;
export const NODE_SIZE = 6;

export const TEXT = -1;
/** Text with references or carriage returns in it. */
export const ESCAPED_TEXT = -2;
export const CDATA = -3;
export const COMMENT = -4;
export const INSTRUCTION = -5;
export const DOCUMENT = -6;

/** Columns of an attribute's record: its qualified name, and where its value begins (past the quote). */
export const ATTRIBUTE_NAME = 0;
export const ATTRIBUTE_VALUE = 1;
export const ATTRIBUTE_SIZE = 2;

export interface SpanTree {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** One record a node, and one more that closes the last node's attributes. */
  readonly nodes: Int32Array;
  readonly count: number;
  readonly attributes: Int32Array;
  readonly qualifiedNames: QualifiedNames;
  /** The scope that each declaring element opens. */
  readonly scopes: ReadonlyMap<number, Scope>;
  /** The elements that name namespaces to be ignored below them. */
  readonly ignoring: ReadonlySet<number>;
  readonly names: Names;
}

export function column(tree: SpanTree, node: number, which: number): number {
  return tree.nodes[node * NODE_SIZE + which]!;
}

export function isElementSpan(tree: SpanTree, node: number): boolean {
  return column(tree, node, NAME) >= 0;
}

/** Whether an element declares prefixes, or names namespaces to be ignored. */
export function declaresSpan(tree: SpanTree, node: number): boolean {
  return tree.scopes.has(node) || (tree.ignoring.size > 0 && tree.ignoring.has(node));
}

/** The root element: comments and instructions may come before it. */
export function rootSpan(tree: SpanTree): number {
  let node = 1;
  while (!isElementSpan(tree, node)) node += 1;
  return node;
}

/** The expanded name of an element. */
export function spanName(tree: SpanTree, node: number): NameId {
  return tree.qualifiedNames.name(column(tree, node, NAME));
}

/** Where the content of an element (or of the document) begins: past its start tag. */
export function contentStart(tree: SpanTree, node: number): number {
  if (column(tree, node, NEXT) > node + 1) return column(tree, node + 1, START);
  return isSelfClosed(tree, node) ? column(tree, node, END) : endTagStart(tree, node);
}

/** Where the end tag begins; for an element without one, and for the document, its end. */
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

/** The attributes of an element: indexes from `from` up to, not including, `to`. */
export function attributeRange(tree: SpanTree, node: number): { from: number; to: number } {
  return { from: column(tree, node, ATTRIBUTES), to: column(tree, node + 1, ATTRIBUTES) };
}

export function attributeName(tree: SpanTree, attribute: number): NameId {
  return tree.qualifiedNames.name(tree.attributes[attribute * ATTRIBUTE_SIZE + ATTRIBUTE_NAME]!);
}

/** A value between its quotes, as written. */
/** Longer values, and those with references, white space or characters beyond ASCII, are read with more care. */
const SHORT_VALUE = 32;

/** A short plain value, character by character up to its quote; undefined when it is not plain or not short. */
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

/** The value of an element's attribute, if it has it. */
export function spanAttribute(tree: SpanTree, node: number, name: NameId): string | undefined {
  const { from, to } = attributeRange(tree, node);
  for (let attribute = from; attribute < to; attribute += 1) {
    if (attributeName(tree, attribute) === name) return attributeValue(tree, attribute);
  }
  return undefined;
}

/** All attributes of an element, each as it is written and as it means. */
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

/** The characters of a text or CDATA node; nothing for other nodes. */
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
