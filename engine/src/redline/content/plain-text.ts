// What a paragraph says as bytes, by which equal content is known.
//
// Most paragraphs are nothing but text. Their text is taken from the part as it lies there, and what else a paragraph may hold is
// not looked for; decoding it into strings would take longer than all other reading. Content that is read in another way is
// encoded, so both are told by the same bytes.

import { TRACES } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { column, END, NAME, NEXT, PARENT, START, spanName, TEXT } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

/** Elements around text, and such that show nothing. */
// policy: a paragraph with anything else is read in full
const SILENT = new NameSet([W.p, W.r, W.t, ...TRACES]);
const PROPERTIES = new NameSet([W.pPr, W.rPr]);

/** Adds the text of a paragraph; false when something else is in it. The paragraph is as it was read, and has a fingerprint. */
export function addPlainText({ span }: Tree, paragraph: NodeId, content: ContentBytes): boolean {
  for (let node: number = paragraph, end = column(span, paragraph, NEXT); node < end; ) {
    const written = column(span, node, NAME);
    if (written < 0) {
      if (spanName(span, column(span, node, PARENT)) === W.t) {
        if (written !== TEXT) return false;
        content.add(span.bytes, column(span, node, START), column(span, node, END));
      }
      node += 1;
      continue;
    }
    const name = span.qualifiedNames.name(written);
    if (PROPERTIES.has(name)) node = column(span, node, NEXT);
    else if (SILENT.has(name)) node += 1;
    else return false;
  }
  return true;
}

const FIRST_BYTES = 4096;
/** The most bytes UTF-8 needs for one unit of a string. */
const BYTES_A_UNIT = 3;

/** Numbers for content that is put together piece by piece. */
export class ContentBytes {
  readonly #numbers = new ByteNumbers();
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(FIRST_BYTES);
  /** Where the content that is being put together begins and ends; what lies before it is numbered. */
  #start = 0;
  #end = 0;
  #count = 0;
  #letters = 0;
  /** True if white space was added last. */
  #isSpace = false;
  #isSeen = false;
  #isBeyondAscii = false;

  /** Begins anew, with a byte that tells this kind of content from others. */
  begin(kind: number): void {
    this.#end = this.#start;
    this.#reserve(1);
    this.#bytes[this.#end] = kind;
    this.#end += 1;
    this.#letters = 0;
    this.#isSpace = false;
    this.#isSeen = false;
    this.#isBeyondAscii = false;
  }

  /** Adds UTF-8. */
  add(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    const bytes = this.#bytes;
    let end = this.#end;
    let letters = 0;
    let isSpace = this.#isSpace;
    for (let at = from; at < to; at += 1) {
      const byte = source[at]!;
      bytes[end] = byte;
      end += 1;
      if (byte <= 0x20) {
        if (!isSpace) letters += 1;
        isSpace = true;
        continue;
      }
      isSpace = false;
      if (byte < 0x80) {
        letters += 1;
        this.#isSeen = true;
      } else {
        this.#isBeyondAscii = true;
        // As a string counts: two units for what takes four bytes.
        if (byte >= 0xc0) letters += byte >= 0xf0 ? 2 : 1;
      }
    }
    this.#end = end;
    this.#isSpace = isSpace;
    this.#letters += letters;
  }

  addText(text: string): void {
    this.#reserve(text.length * BYTES_A_UNIT);
    this.#end += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written;
  }

  /** Of the bytes that were added: the length of the string that they are, in which white space in a row counts once. */
  get letters(): number {
    return this.#letters;
  }

  /** Whether the bytes that were added are nothing, or white space alone. */
  get isBlank(): boolean {
    if (this.#isSeen || !this.#isBeyondAscii) return !this.#isSeen;
    return !/\S/.test(new TextDecoder().decode(this.#bytes.subarray(this.#start + 1, this.#end)));
  }

  /** The number of the content. */
  number(): number {
    const number = this.#numbers.numberOf(this.#bytes, this.#start, this.#end);
    if (number > this.#count) {
      this.#count = number;
      this.#start = this.#end;
    }
    return number;
  }

  /** What is numbered stays in the array where it lies. */
  #reserve(count: number): void {
    if (this.#end + count <= this.#bytes.length) return;
    const draft = this.#bytes.subarray(this.#start, this.#end);
    this.#bytes = new Uint8Array(Math.max(this.#bytes.length * 2, (draft.length + count) * 2));
    this.#bytes.set(draft);
    this.#start = 0;
    this.#end = draft.length;
  }
}
