// Detects the encoding of a part and converts UTF-16 to UTF-8.
//
// A package may contain XML in UTF-8 or UTF-16 (ISO 29500-2, 8.1.3). The scanner refuses other encodings when it reads the
// declaration. UTF-16 is marked by a byte order mark or by its declaration (XML 1.0, 4.3.3). The converted bytes declare UTF-8,
// so content that is later written from them has a correct declaration. An unchanged part keeps its own bytes.

import { Failure } from "../../../failures/failure.ts";

/** Returns the bytes as UTF-8: the same array unless they are UTF-16. */
export function toUtf8(bytes: Uint8Array, part: string): Uint8Array {
  const encoding = detectUtf16(bytes);
  if (encoding === undefined) return bytes;
  const text = decodeUtf16(bytes, encoding, part);
  const isMarked = bytes[0]! >= 0xfe;
  if (!isMarked && !DECLARED_ENCODING.test(text))
    throw new Failure("XML_INVALID", "The part does not say its encoding", { part });
  return new TextEncoder().encode(declareUtf8(text, part));
}

type Utf16 = "utf-16le" | "utf-16be";

/** Detects UTF-16 by the byte order mark, or by the first character, which in XML is always `<`. */
function detectUtf16(bytes: Uint8Array): Utf16 | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return undefined;
}

function decodeUtf16(bytes: Uint8Array, encoding: Utf16, part: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Failure("XML_INVALID", "The part is not in the encoding its first bytes promise", { part });
  }
}

const DECLARED_ENCODING = /^(<\?xml\s[^>]*?\sencoding\s*=\s*)(["'])([A-Za-z][A-Za-z0-9._-]*)\2/;

function declareUtf8(text: string, part: string): string {
  const [whole = "", before, quote, name = ""] = DECLARED_ENCODING.exec(text) ?? [];
  if (whole === "") return text;
  if (!/^utf-?16(le|be)?$/i.test(name))
    throw new Failure("XML_INVALID", "The declared encoding is not the real one", { part });
  return `${before}${quote}UTF-8${quote}${text.slice(whole.length)}`;
}
