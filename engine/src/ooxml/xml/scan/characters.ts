// Classifies the characters of XML 1.0 (fifth edition) by byte.
//
// The scanner classifies nearly every byte, so tables hold the results for ASCII. Other characters are decoded from UTF-8,
// strictly: no overlong forms, no surrogates, no U+FFFE.

const TAB = 0x09;
const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const DASH = 0x2d;
export const SLASH = 0x2f;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const BRACKET_CLOSE = 0x5d;

/** Role of a byte in a name: 0 not allowed, 1 inside, 2 also first, 3 part of a longer character. */
export const NAME_CLASS = byteTable((byte) => {
  if (byte >= 0x80) return 3;
  const char = String.fromCharCode(byte);
  if (/[A-Za-z_:]/.test(char)) return 2;
  return /[0-9.-]/.test(char) ? 1 : 0;
});

/**
 * Tables for text and for attribute values: 0 for bytes that the scanner may skip, 1 for bytes that it must check. Text must
 * check `>` because of `]]>`.
 */
export const TEXT_STOP = byteTable((byte) =>
  isPlainByte(byte) && byte !== GREATER && byte !== LESS && byte !== AMPERSAND ? 0 : 1,
);
export const VALUE_STOP = byteTable((byte) => {
  const isMarkup = byte === QUOTE || byte === APOSTROPHE || byte === LESS || byte === AMPERSAND;
  return isPlainByte(byte) && !isMarkup ? 0 : 1;
});

function isPlainByte(byte: number): boolean {
  return byte < 0x80 && (byte >= SPACE || byte === TAB || byte === LINE_FEED);
}

function byteTable(classify: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => classify(byte));
}

export function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === TAB || byte === RETURN;
}

/** True if XML allows the code point in a document. */
export function isCharacter(codePoint: number): boolean {
  if (codePoint < SPACE) return codePoint === TAB || codePoint === LINE_FEED || codePoint === RETURN;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return false;
  return codePoint <= 0x10ffff && codePoint !== 0xfffe && codePoint !== 0xffff;
}

const NAME_START_RANGES = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
] as const;
const NAME_INSIDE_RANGES = [[0xb7, 0xb7], [0x300, 0x36f], [0x203f, 0x2040], ...NAME_START_RANGES] as const;

/** True if a name may begin with the code point, for code points beyond ASCII. */
export function isNameStart(codePoint: number): boolean {
  return NAME_START_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** True if a name may contain the code point, for code points beyond ASCII. */
export function isNameInside(codePoint: number): boolean {
  return NAME_INSIDE_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** A decoded character: its code point times 4, plus its length in bytes minus 1. */
export type Decoded = number;
export const INVALID: Decoded = -1;

export function codePointOf(decoded: Decoded): number {
  return decoded >> 2;
}

export function lengthOf(decoded: Decoded): number {
  return (decoded & 3) + 1;
}

/** Decodes the non-ASCII character that begins at an offset. Returns INVALID if the bytes are not valid. */
export function decodeAt(bytes: Uint8Array, at: number): Decoded {
  const lead = bytes[at]!;
  if (lead >= 0xc2 && lead < 0xe0) return decodeTail(bytes, at, { bits: lead & 0x1f, tail: 1, least: 0x80 });
  if (lead >= 0xe0 && lead < 0xf0) return decodeTail(bytes, at, { bits: lead & 0x0f, tail: 2, least: 0x800 });
  if (lead >= 0xf0 && lead < 0xf5) return decodeTail(bytes, at, { bits: lead & 0x07, tail: 3, least: 0x10000 });
  return INVALID;
}

function decodeTail(bytes: Uint8Array, at: number, head: { bits: number; tail: number; least: number }): Decoded {
  if (at + head.tail >= bytes.length) return INVALID;
  let codePoint = head.bits;
  for (let index = 1; index <= head.tail; index += 1) {
    const byte = bytes[at + index]!;
    if ((byte & 0xc0) !== 0x80) return INVALID;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  return codePoint >= head.least && isCharacter(codePoint) ? codePoint * 4 + head.tail : INVALID;
}
