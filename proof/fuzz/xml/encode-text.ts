// Converts text to and from the bytes of the encodings that a part may have.

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

export interface EncodedDocument {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
}

export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const bytes = Buffer.from(text, "utf16le");
  return Uint8Array.from(encoding === "utf-16le" ? bytes : bytes.swap16());
}

/**
 * Returns UTF-16 if the byte order mark or the first character shows it, otherwise UTF-8. A reader begins in the same
 * way.
 */
export function encodingOfBytes([first, second]: Uint8Array): Encoding {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

/** Returns the text of some bytes without the byte order mark; undefined if they are not valid in that encoding. */
export function decodeBytes(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
