// What saxes says of a document that the engine and libxml2 disagree on: a third opinion for whoever looks into it.

import { SaxesParser } from "saxes";
import { decodeBytes, encodingOfBytes } from "./encode-text.ts";

/** The opinion in one line. */
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
