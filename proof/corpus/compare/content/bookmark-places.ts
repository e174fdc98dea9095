// Finds where bookmarks begin in a body, so that references compare by position (FMT-41).
//
// A position is the text of the paragraph, its number among paragraphs with that text, and the offset.

import { type Element, elementsIn, textOf } from "../../../reading/xml-tree.ts";

/** Maps the names of bookmarks to their positions. */
export function bookmarkPlaces(body: Element): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const paragraph of paragraphsIn(body)) {
    const starts: { readonly name: string; readonly offset: number }[] = [];
    const text = readText(paragraph, "", starts);
    const number = counts.get(text) ?? 0;
    counts.set(text, number + 1);
    for (const { name, offset } of starts) {
      if (!places.has(name)) places.set(name, `${number} ${offset} ${text}`);
    }
  }
  return places;
}

function paragraphsIn(element: Element): Element[] {
  return elementsIn(element).flatMap((child) => (child.name === "w:p" ? [child] : paragraphsIn(child)));
}

/** Returns `text` with the text of an element, and adds the bookmarks that begin there. */
function readText(element: Element, text: string, starts: { name: string; offset: number }[]): string {
  let read = text;
  for (const child of elementsIn(element)) {
    if (child.name === "w:t") read += textOf(child);
    else if (child.name !== "w:bookmarkStart") read = readText(child, read, starts);
    else starts.push({ name: child.attributes.get("w:name") ?? "", offset: read.length });
  }
  return read;
}

/** Matches the name of a bookmark in the text of a line, after the start of a link or of a field. */
const NAMES = /(<link [^>]*?#|\{(?:REF|PAGEREF|NOTEREF) "?)([^\s"\\>|]+)/gi;

/** Returns the text of a line with positions instead of the names of bookmarks. */
export function withPlaces(text: string, places: ReadonlyMap<string, string>): string {
  return text.replace(NAMES, (_, start, name) => `${start}${places.get(name) ?? name}`);
}
