// Makes replacements at positions spread evenly over a document that was made for a bench.

import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

/** Number of characters that an edit replaces in a document with few paragraphs. */
const MATCH = 6;

type Edit = Readonly<Record<string, unknown>>;

/** Returns `count` edits of type `replace`. A document with fewer paragraphs is edited in its longest one. */
export function editsFor(document: Uint8Array, count: number): readonly Edit[] {
  const paragraphs = paragraphsOf(document).filter(({ text }) => text.trim() !== "");
  if (paragraphs.length >= count) {
    return Array.from({ length: count }, (_, at) => {
      const { index, text } = paragraphs[Math.floor(((at + 0.5) * paragraphs.length) / count)]!;
      return replaceOf(index, text.split(" ")[0]!, 1);
    });
  }
  const longest = paragraphs.toSorted((one, other) => other.text.length - one.text.length)[0]!;
  return withinText(longest, count);
}

interface Paragraph {
  readonly index: number;
  readonly text: string;
}

/** Orders edits from the last to the first, so that each finds the text before it unchanged. */
function withinText({ index, text }: Paragraph, count: number): Edit[] {
  const edits = Array.from({ length: count }, (_, at) => {
    const place = Math.floor(((at + 0.5) * text.length) / count);
    const match = text.slice(place, place + MATCH);
    let occurrence = 1;
    for (let found = text.indexOf(match); found < place && found >= 0; found = text.indexOf(match, found + MATCH)) {
      occurrence += 1;
    }
    return replaceOf(index, match, occurrence);
  });
  return edits.reverse();
}

function replaceOf(index: number, match: string, occurrence: number): Edit {
  return { type: "replace", paragraphs: { index }, text: { match, occurrence }, content: "EDITED" };
}

/** Returns the paragraphs of the body, with their text when tracked changes are accepted. */
function paragraphsOf(document: Uint8Array): Paragraph[] {
  const entry = openArchive(document, readerLimits).entries.find(({ name }) => name === "word/document.xml")!;
  const xml = new TextDecoder().decode(readEntry(entry, nodeZlib));
  return xml
    .split(/<w:p[ >]/)
    .slice(1)
    .map((paragraph, index) => {
      const text = Array.from(paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)</g), ([, shown]) => shown!).join("");
      return { index, text };
    });
}
