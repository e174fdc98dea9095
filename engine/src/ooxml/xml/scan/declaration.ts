// Reads the byte order mark and the XML declaration of a part.

import { decodeRange } from "../text.ts";
import type { Lexer } from "./lexer.ts";

const SPACE = "[ \\t\\r\\n]";
const quoted = (value: string) => `(?:"${value}"|'${value}')`;
const DECLARATION = new RegExp(
  `^<\\?xml${SPACE}+version${SPACE}*=${SPACE}*${quoted("1\\.0")}` +
    `(?:${SPACE}+encoding${SPACE}*=${SPACE}*(${quoted("[A-Za-z][A-Za-z0-9._-]*")}))?` +
    `(?:${SPACE}+standalone${SPACE}*=${SPACE}*${quoted("(?:yes|no)")})?${SPACE}*\\?>`,
);
/** Maximum bytes of a declaration; longer than any that programs write. */
const LONGEST = 1024;
const BYTE_ORDER_MARK = 3;

/**
 * Returns the end of the declaration. Without one, returns the end of the byte order mark, or 0. Refuses versions other than
 * 1.0 and encodings other than UTF-8.
 */
export function readDeclaration(lexer: Lexer): number {
  const { bytes } = lexer;
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? BYTE_ORDER_MARK : 0;
  const isDeclared = lexer.startsWith(start, "<?xml") && /[ \t\r\n]/.test(String.fromCharCode(bytes[start + 5] ?? 0));
  if (!isDeclared) return start;
  const declared = DECLARATION.exec(decodeRange(bytes, start, Math.min(bytes.length, start + LONGEST)));
  if (declared === null) lexer.fail("The XML declaration is not one of XML 1.0", start);
  const encoding = declared[1]?.slice(1, -1) ?? "UTF-8";
  if (!/^utf-?8$/i.test(encoding)) lexer.fail("The declared encoding is neither UTF-8 nor UTF-16", start);
  return start + declared[0].length;
}
