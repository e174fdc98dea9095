// Holds the state that both halves of the scanner share: records and open elements.

import type { QualifiedNames } from "../qualified-names.ts";
import { ATTRIBUTE_SIZE, NODE_SIZE } from "../span-tree.ts";

export interface ScanState {
  readonly bytes: Uint8Array;
  readonly names: QualifiedNames;
  nodes: Int32Array<ArrayBuffer>;
  count: number;
  attributes: Int32Array<ArrayBuffer>;
  attributeCount: number;
  /** Open elements, outermost first. The document is at index 0, the root element at index 1. */
  readonly open: Int32Array;
  depth: number;
  /** Depth at which the innermost scope ends. */
  scopeDepth: number;
  /** Indexed by the first qualified name of an expanded name: last element with such an attribute. */
  readonly lastElementWith: number[];
}

/** Depth at which only the document is open. */
export const DOCUMENT_DEPTH = 1;

/**
 * Bytes per node and per attribute for the first size of the arrays. In Word's XML they are about 27 and 40 bytes apart, so the
 * arrays seldom grow.
 */
const BYTES_A_NODE = 24;
const BYTES_AN_ATTRIBUTE = 36;
const LEAST = 16;
const GROWTH = 1.5;

export function newState(bytes: Uint8Array, names: QualifiedNames, deepest: number): ScanState {
  return {
    bytes,
    names,
    nodes: new Int32Array(LEAST * NODE_SIZE + Math.ceil(bytes.length / BYTES_A_NODE) * NODE_SIZE),
    count: 0,
    attributes: new Int32Array(LEAST * ATTRIBUTE_SIZE + Math.ceil(bytes.length / BYTES_AN_ATTRIBUTE) * ATTRIBUTE_SIZE),
    attributeCount: 0,
    open: new Int32Array(deepest + DOCUMENT_DEPTH),
    depth: 0,
    scopeDepth: 0,
    lastElementWith: [],
  };
}

/** Returns the number of bytes that the records use. */
export function recordBytes({ count, attributeCount }: ScanState): number {
  return (count * NODE_SIZE + attributeCount * ATTRIBUTE_SIZE) * Int32Array.BYTES_PER_ELEMENT;
}

export function grownFor(records: Int32Array<ArrayBuffer>, needed: number, size: number): Int32Array<ArrayBuffer> {
  return resized(records, Math.ceil(needed * GROWTH + LEAST) * size);
}

/**
 * Returns the records, trimmed if they have grown far more than needed. A size that is about right is kept, because a copy
 * costs more than untouched memory pages.
 */
export function fitted(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return records.length > length * GROWTH ? resized(records, length) : records;
}

export function resized(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(records.buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
}
