// Finds references to missing bookmarks: codes of REF, PAGEREF and NOTEREF fields, and internal links.
//
// The judge's own XML reader reads the XML parts that are directly in `word/`.

import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { descendantsOf, type Element, readXmlTree, textOf } from "../../reading/xml-tree.ts";

/** Returns the names, in lower case, of bookmarks that are referred to and do not exist. */
export function danglingReferences(docx: Uint8Array): ReadonlySet<string> {
  const names = new Set<string>();
  const referred = new Set<string>();
  for (const entry of openArchive(docx, readerLimits).entries) {
    if (!/^word\/[^/]*\.xml$/i.test(entry.name)) continue;
    const elements = [...descendantsOf(readXmlTree(readEntry(entry, nodeZlib)))];
    for (const { name, attributes } of elements) {
      if (name === "w:bookmarkStart") names.add((attributes.get("w:name") ?? "").toLowerCase());
    }
    for (const name of referencesIn(elements)) referred.add(name.toLowerCase());
  }
  return new Set([...referred].filter((name) => !names.has(name)));
}

function referencesIn(elements: readonly Element[]): string[] {
  const anchors = elements.flatMap(({ name, attributes }) => {
    const anchor = attributes.get("w:anchor");
    // With a relationship id, the anchor is a position in another document.
    return name === "w:hyperlink" && anchor !== undefined && !attributes.has("r:id") ? [anchor] : [];
  });
  return [...anchors, ...codesIn(elements).flatMap((code) => bookmarkIn(code))];
}

/** Returns the codes of all fields; a code may be in several runs. */
function codesIn(elements: readonly Element[]): string[] {
  const codes: string[] = [];
  const open: string[] = [];
  for (const element of elements) {
    const { name, attributes } = element;
    const type = name === "w:fldChar" ? attributes.get("w:fldCharType") : undefined;
    if (name === "w:fldSimple") codes.push(attributes.get("w:instr") ?? "");
    else if (name === "w:instrText" && open.length > 0) open[open.length - 1] += textOf(element);
    else if (type === "begin") open.push("");
    else if (type === "end") codes.push(open.pop() ?? "");
  }
  return codes;
}

function bookmarkIn(code: string): string[] {
  const reference = /^\s*(?:REF|PAGEREF|NOTEREF)\s+"?([^\s"\\]+)/i.exec(code)?.[1];
  const link = /^\s*HYPERLINK\s+\\l\s+"?([^\s"\\]+)/i.exec(code)?.[1];
  return [reference, link].filter((name) => name !== undefined);
}
