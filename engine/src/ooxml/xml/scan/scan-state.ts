// What the two halves of the scanner share: the records written so far and the elements still open.

import type { QualifiedNames } from "../qualified-names.ts";
import { ATTRIBUTE_SIZE, NODE_SIZE } from "../span-tree.ts";

export interface ScanState {
  readonly bytes: Uint8Array;
  readonly names: QualifiedNames;
  nodes: Int32Array<ArrayBuffer>;
  count: number;
  attributes: Int32Array<ArrayBuffer>;
  attributeCount: number;
  /** The open elements, outermost first; the document itself lies below the root element. */
  readonly open: Int32Array;
  depth: number;
  /** The depth at which the innermost scope ends. */
  scopeDepth: number;
  /** By expanded attribute name: the last element that had it. */
  readonly lastElementWith: number[];
}

/** The depth at which only the document is open. */
export const DOCUMENT_DEPTH = 1;

/** Nodes in Word's XML are about 27 bytes apart, attributes about 40: a first guess that seldom has to grow. */
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

/** The bytes that the records written so far take. */
export function recordBytes({ count, attributeCount }: ScanState): number {
  return (count * NODE_SIZE + attributeCount * ATTRIBUTE_SIZE) * Int32Array.BYTES_PER_ELEMENT;
}

export function grownFor(records: Int32Array<ArrayBuffer>, needed: number, size: number): Int32Array<ArrayBuffer> {
  return resized(records, Math.ceil(needed * GROWTH + LEAST) * size);
}

/** Trims what was grown far past its need; a guess that fitted is kept, for a copy costs more than pages nobody touched. */
export function fitted(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return records.length > length * GROWTH ? resized(records, length) : records;
}

export function resized(records: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(records.buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
}
