// Reads the words of XML: names, values, references and runs of characters.
//
// Each function takes the offset at which a word begins, and returns the offset at which it ends or throws a Failure. The loops
// need no check for the end of the bytes. The last byte of markup is always `>`, and no name, text or reference continues after
// it. Functions that may continue after it check `end`.

import { Failure } from "../../../failures/failure.ts";
import { decodeRange } from "../text.ts";
import {
  AMPERSAND,
  codePointOf,
  decodeAt,
  HASH,
  INVALID,
  isCharacter,
  isNameInside,
  isNameStart,
  isSpace,
  LESS,
  lengthOf,
  NAME_CLASS,
  SEMICOLON,
  VALUE_STOP,
} from "./characters.ts";

/** Values of NAME_CLASS. */
export const FIRST_IN_NAME = 2;
export const LONG_CHARACTER = 3;

export class Lexer {
  readonly bytes: Uint8Array;
  /** Offset after the last tag; only white space follows. 0 if there is no tag. */
  readonly end: number;
  /** Hash of the last name; equal names have equal hashes. */
  hash = 0;
  readonly #part: string;

  constructor(bytes: Uint8Array, part: string) {
    this.bytes = bytes;
    this.#part = part;
    this.end = endOfMarkup(bytes);
  }

  fail(rule: string, at: number): never {
    throw new Failure("XML_INVALID", rule, { part: this.#part, offset: at });
  }

  skipSpace(from: number): number {
    const { bytes } = this;
    let at = from;
    while (at < bytes.length && isSpace(bytes[at]!)) at += 1;
    return at;
  }

  name(from: number): number {
    const bytes = this.bytes;
    let kind = NAME_CLASS[bytes[from]!]!;
    if (kind < FIRST_IN_NAME) this.fail("A name starts with a character that is not allowed", from);
    let at = from;
    let hash = 0;
    while (kind > 0 && kind < LONG_CHARACTER) {
      hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
      at += 1;
      kind = NAME_CLASS[bytes[at]!]!;
    }
    if (kind === LONG_CHARACTER) return this.#longName(from, at);
    this.hash = hash;
    return at;
  }

  /** Reads a name with non-ASCII characters. The first of them is at `first`. */
  #longName(from: number, first: number): number {
    let at = first;
    let kind = LONG_CHARACTER;
    while (kind > 0) {
      at += kind === LONG_CHARACTER ? lengthOf(this.#longNameCharacter(at, from)) : 1;
      kind = NAME_CLASS[this.bytes[at]!]!;
    }
    this.hash = this.bytes.subarray(from, at).reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 0);
    return at;
  }

  #longNameCharacter(at: number, nameStart: number): number {
    const decoded = decodeAt(this.bytes, at);
    const isAllowed = at === nameStart ? isNameStart : isNameInside;
    if (decoded === INVALID || !isAllowed(codePointOf(decoded)))
      this.fail("A name contains a character that is not allowed", at);
    return decoded;
  }

  /** Returns the offset of the quote that ends a value. */
  value(from: number, quote: number): number {
    const bytes = this.bytes;
    let at = from;
    for (;;) {
      while (VALUE_STOP[bytes[at]!] === 0) at += 1;
      const byte = bytes[at]!;
      if (byte === quote) return at;
      if (byte === AMPERSAND) at = this.reference(at);
      else if (byte === LESS) this.fail("An attribute value contains a tag", at);
      else at = this.character(at);
    }
  }

  /** Reads one character of those that XML allows. */
  character(at: number): number {
    if (at >= this.end) this.fail("The part is cut short", at);
    const byte = this.bytes[at]!;
    if (byte < 0x80) {
      if (!isCharacter(byte)) this.fail("The text contains a control character", at);
      return at + 1;
    }
    const decoded = decodeAt(this.bytes, at);
    if (decoded === INVALID)
      this.fail("The part contains bytes that are not UTF-8, or a character that XML does not allow", at);
    return at + lengthOf(decoded);
  }

  /** Reads a reference: `&amp;` and the four like it, `&#10;`, `&#xA;`. Without a document type, no others are defined. */
  reference(at: number): number {
    const bytes = this.bytes;
    let end = at + 1;
    while (bytes[end] === HASH || (NAME_CLASS[bytes[end]!]! > 0 && bytes[end]! < 0x80)) end += 1;
    if (bytes[end] !== SEMICOLON) this.fail("A reference does not end", at);
    const word = decodeRange(bytes, at + 1, end);
    if (!isDefined(word)) this.fail("A reference names an undefined entity", at);
    return end + 1;
  }

  /** Reads characters to the end of the first `stop`. */
  runTo(from: number, stop: string): number {
    let at = from;
    while (!this.startsWith(at, stop)) at = this.character(at);
    return at + stop.length;
  }

  startsWith(at: number, ascii: string): boolean {
    for (let index = 0; index < ascii.length; index += 1) {
      if (this.bytes[at + index] !== ascii.charCodeAt(index)) return false;
    }
    return true;
  }
}

function isDefined(word: string): boolean {
  if (/^(?:amp|lt|gt|quot|apos)$/.test(word)) return true;
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(word) ?? [];
  if (hex === undefined && decimal === undefined) return false;
  return isCharacter(hex === undefined ? Number.parseInt(decimal!, 10) : Number.parseInt(hex, 16));
}

function endOfMarkup(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1]!)) end -= 1;
  return bytes[end - 1] === 0x3e ? end : 0;
}
