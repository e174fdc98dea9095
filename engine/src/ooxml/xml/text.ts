// Converts between characters and their form in XML.

import { ensure } from "../../failures/failure.ts";
import { isCharacter } from "./scan/characters.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Maximum bytes for which a loop is faster than a call of the platform's decoder. */
const SHORT = 24;

/** Returns the characters of a byte range. References and line ends stay as written. */
export function decodeRange(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > SHORT) return decoder.decode(bytes.subarray(from, to));
  let text = "";
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(from, to));
    text += String.fromCharCode(byte);
  }
  return text;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the text that a reader sees: each line end is one line feed, and references are resolved. */
export function unescapeText(raw: string): string {
  return resolveReferences(raw.replace(/\r\n?/g, "\n"));
}

/** Returns the attribute value that a reader sees: literal white space becomes blanks, and references are resolved. */
export function unescapeValue(raw: string): string {
  return resolveReferences(raw.replace(/\r\n|[\r\n\t]/g, " "));
}

function resolveReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-z]+));/g,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return decimal === undefined ? NAMED[name!]! : String.fromCodePoint(Number.parseInt(decimal, 10));
    },
  );
}

const WRITTEN: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (char) => WRITTEN[char]!);
}

export function escapeValue(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (char) => WRITTEN[char]!);
}

/** Throws a Fault if the text contains a character that XML does not allow. Callers have checked their text before. */
export function ensureCharacters(text: string): void {
  if (!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/.test(text)) return;
  for (const char of text) ensure(isCharacter(char.codePointAt(0)!), "text holds only characters that XML can write");
}
