// Represents the content of a paragraph as bytes, so that equal content is found by its bytes.
//
// Most paragraphs contain only text. Their text is copied from the bytes of the part without looking for anything else,
// because decoding it into strings would take longer than all other reading. Content that is read in another way is
// encoded, so that both ways give the same bytes.

import { TRACES } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { column, END, NAME, NEXT, PARENT, START, spanName, TEXT } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

/** Elements around text, and elements that show nothing. */
// policy: a paragraph with anything else is read in full
const SILENT = new NameSet([W.p, W.r, W.t, ...TRACES]);
const PROPERTIES = new NameSet([W.pPr, W.rPr]);

/**
 * Adds the text of a paragraph. Returns false if it contains anything else. The paragraph must be unchanged since
 * reading and have a fingerprint.
 */
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
/** Maximum number of UTF-8 bytes for one UTF-16 unit of a string. */
const BYTES_A_UNIT = 3;

/** Numbers content that is added piece by piece. */
export class ContentBytes {
  readonly #numbers = new ByteNumbers();
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(FIRST_BYTES);
  /** The range of the content that is being added. Content before it is numbered already. */
  #start = 0;
  #end = 0;
  #count = 0;
  #letters = 0;
  /** True if the last byte added was white space. */
  #isSpace = false;
  #isSeen = false;
  #isBeyondAscii = false;

  /** Begins new content with a byte for its kind, so that contents of different kinds are never equal. */
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
        // Counts UTF-16 units: a character of four bytes has two.
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

  /** String length of the bytes that `add` received. Adjacent white space counts once. */
  get letters(): number {
    return this.#letters;
  }

  /** True if the bytes that `add` received are empty or only white space. */
  get isBlank(): boolean {
    if (this.#isSeen || !this.#isBeyondAscii) return !this.#isSeen;
    return !/\S/.test(new TextDecoder().decode(this.#bytes.subarray(this.#start + 1, this.#end)));
  }

  /** Returns the number of the content. */
  number(): number {
    const number = this.#numbers.numberOf(this.#bytes, this.#start, this.#end);
    if (number > this.#count) {
      this.#count = number;
      this.#start = this.#end;
    }
    return number;
  }

  /** Numbered content stays in its array, so a larger array receives only the content that is being added. */
  #reserve(count: number): void {
    if (this.#end + count <= this.#bytes.length) return;
    const draft = this.#bytes.subarray(this.#start, this.#end);
    this.#bytes = new Uint8Array(Math.max(this.#bytes.length * 2, (draft.length + count) * 2));
    this.#bytes.set(draft);
    this.#start = 0;
    this.#end = draft.length;
  }
}
