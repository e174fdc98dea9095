// Measures the share of the words of two documents that a comparison marks.
//
// Marked words are those inside insertions, deletions and moves. They are divided by the words of both documents.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { countWords, wordsIn } from "@versus/engine/tasks";
import { childNamed, descendantsOf, type Element, readXmlTree, textOf } from "../../reading/xml-tree.ts";
import { comparers } from "../compare/comparer.ts";

const MARKS: ReadonlySet<string> = new Set(["w:ins", "w:del", "w:moveFrom", "w:moveTo"]);
const TEXTS: ReadonlySet<string> = new Set(["w:t", "w:delText"]);

/** Returns per cent; undefined if the comparison is refused. */
export async function markedShare(before: Uint8Array, after: Uint8Array): Promise<number | undefined> {
  const redline = await comparers.versus(before, after);
  if ("refusal" in redline) return undefined;
  const opened = openDocument(redline.docx, { codec: nodeZlib, names: wordNames() });
  const body = childNamed(readXmlTree(opened.package.bytes(opened.main)), "w:body");
  const marked = body === undefined ? 0 : markedWords(body);
  const all = [before, after].reduce((sum, bytes) => {
    return sum + countWords(openDocument(bytes, { codec: nodeZlib, names: wordNames() }));
  }, 0);
  return Math.round((1000 * marked) / Math.max(1, all)) / 10;
}

function markedWords(element: Element): number {
  if (MARKS.has(element.name)) {
    const texts = [...descendantsOf(element)].filter(({ name }) => TEXTS.has(name));
    return wordsIn(texts.map(textOf).join(""));
  }
  return element.children.reduce((sum, child) => sum + (typeof child === "string" ? 0 : markedWords(child)), 0);
}
