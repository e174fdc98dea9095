// Writes a tree as bytes: copies closed nodes from their spans and writes all others.
//
// Adjacent spans are joined before they are copied. An unchanged document is therefore one copy, and a changed word costs three
// pieces. The walk keeps no stack, so the depth of a tree is not limited.

import type { Copied } from "../zip/stretches.ts";
import { column, contentStart, END, endTagStart, isSelfClosed, START } from "./span-tree.ts";
import { escapeText, escapeValue } from "./text.ts";
import { NONE, type NodeId, type Tree } from "./tree.ts";

export function writeTree(tree: Tree): Uint8Array {
  return writePieces(tree).join();
}

/** Returns the tree as bytes, and the ranges of them that are copies. */
export function writeCopied(tree: Tree): { readonly bytes: Uint8Array; readonly copied: readonly Copied[] } {
  const pieces = writePieces(tree);
  return { bytes: pieces.join(), copied: pieces.copied() };
}

function writePieces(tree: Tree): Pieces {
  const pieces = new Pieces();
  let node = tree.document;
  for (;;) {
    const child = enter(tree, node, pieces);
    if (child !== NONE) {
      node = child;
      continue;
    }
    while (node !== tree.document && tree.nextSibling(node) === NONE) {
      node = tree.parent(node);
      leave(tree, node, pieces);
    }
    if (node === tree.document) return pieces;
    node = tree.nextSibling(node);
  }
}

/**
 * Writes a closed node or a text whole, and of other elements only the start tag. Returns the first child to continue with, or
 * NONE.
 */
function enter(tree: Tree, node: NodeId, pieces: Pieces): NodeId {
  if (tree.isClosed(node)) {
    const source = tree.source(node);
    const span = tree.sourceNode(node);
    pieces.copy(source.bytes, column(source, span, START), column(source, span, END));
    return NONE;
  }
  if (tree.isText(node)) {
    pieces.put(escapeText(tree.text(node)));
    return NONE;
  }
  const first = tree.firstChild(node);
  if (first === NONE) writeEmpty(tree, node, pieces);
  else writeStartTag(tree, node, pieces);
  return first;
}

function writeStartTag(tree: Tree, node: NodeId, pieces: Pieces): void {
  if (tree.hasOwnStartTag(node)) {
    pieces.put(`${openTag(tree, node)}>`);
    return;
  }
  const source = tree.source(node);
  const span = tree.sourceNode(node);
  const start = column(source, span, START);
  if (!isSelfClosed(source, span)) pieces.copy(source.bytes, start, contentStart(source, span));
  else {
    pieces.copy(source.bytes, start, column(source, span, END) - "/>".length);
    pieces.put(">");
  }
}

/** Writes the end tag of an element that has content. */
function leave(tree: Tree, node: NodeId, pieces: Pieces): void {
  if (node === tree.document) return;
  const source = tree.isMade(node) ? undefined : tree.source(node);
  const span = tree.sourceNode(node);
  if (source === undefined || isSelfClosed(source, span)) pieces.put(`</${tree.writtenName(node)}>`);
  else pieces.copy(source.bytes, endTagStart(source, span), column(source, span, END));
}

/** Writes an element without content. It keeps the form of its span: one tag or two. */
function writeEmpty(tree: Tree, node: NodeId, pieces: Pieces): void {
  if (tree.hasOwnStartTag(node)) {
    pieces.put(`${openTag(tree, node)}/>`);
    return;
  }
  const source = tree.source(node);
  const span = tree.sourceNode(node);
  const end = column(source, span, END);
  pieces.copy(source.bytes, column(source, span, START), isSelfClosed(source, span) ? end : contentStart(source, span));
  if (!isSelfClosed(source, span)) pieces.copy(source.bytes, endTagStart(source, span), end);
}

function openTag(tree: Tree, node: NodeId): string {
  const attributes = tree.attributes(node).map(({ written, value }) => ` ${written}="${escapeValue(value)}"`);
  return `<${tree.writtenName(node)}${attributes.join("")}`;
}

const FIRST_MADE_BYTES = 4096;
/** Maximum characters for which copying single bytes is faster than the encoder. */
const SHORT = 128;
/** Maximum bytes of UTF-8 for one UTF-16 code unit. */
const BYTES_A_UNIT = 3;

/** The output as pieces: ranges of other arrays, and new bytes that are collected in their own array. */
class Pieces {
  readonly #arrays: Uint8Array[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #encoder = new TextEncoder();
  #made = new Uint8Array(FIRST_MADE_BYTES);
  #madeEnd = 0;

  copy(bytes: Uint8Array, from: number, to: number): void {
    const last = this.#arrays.length - 1;
    if (this.#arrays[last] === bytes && this.#to[last] === from) {
      this.#to[last] = to;
      return;
    }
    this.#arrays.push(bytes);
    this.#from.push(from);
    this.#to.push(to);
  }

  put(text: string): void {
    const most = text.length * BYTES_A_UNIT;
    if (this.#madeEnd + most > this.#made.length) {
      // The old array stays unchanged, because pieces refer to it.
      this.#made = new Uint8Array(Math.max(most, this.#made.length * 2));
      this.#madeEnd = 0;
    }
    const from = this.#madeEnd;
    this.#madeEnd += this.#encode(text, from);
    this.copy(this.#made, from, this.#madeEnd);
  }

  /** Encodes short ASCII text byte by byte. There are many tags, and a call of the platform's encoder costs more. */
  #encode(text: string, from: number): number {
    const made = this.#made;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x80 || at === SHORT) return this.#encoder.encodeInto(text, made.subarray(from)).written;
      made[from + at] = code;
    }
    return text.length;
  }

  /** Returns the pieces with their offsets in the output. New bytes count as copies too, although no other archive has them. */
  copied(): Copied[] {
    let at = 0;
    return this.#arrays.map((source, index) => {
      const piece = { source, from: this.#from[index]!, to: this.#to[index]!, at };
      at += piece.to - piece.from;
      return piece;
    });
  }

  join(): Uint8Array {
    let length = 0;
    for (let index = 0; index < this.#arrays.length; index += 1) length += this.#to[index]! - this.#from[index]!;
    const joined = new Uint8Array(length);
    let at = 0;
    for (let index = 0; index < this.#arrays.length; index += 1) {
      const piece = this.#arrays[index]!.subarray(this.#from[index], this.#to[index]);
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}
