// Asks saxes about a document on which the engine and libxml2 disagree, to help the investigation.

import { SaxesParser } from "saxes";
import { decodeBytes, encodingOfBytes } from "./encode-text.ts";

/** Returns the verdict of saxes in one line. */
export function askSaxes(bytes: Uint8Array): string {
  const text = decodeBytes(bytes, encodingOfBytes(bytes));
  if (text === undefined) return "saxes: not asked, the bytes are not in their encoding";
  try {
    const parser = new SaxesParser({ xmlns: true });
    parser.write(text).close();
    return "saxes: accepted";
  } catch (problem) {
    return `saxes: ${problem instanceof Error ? problem.message : String(problem)}`;
  }
}
