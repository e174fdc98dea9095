// Finds the words of a text that a Word document lacks.
//
// Words are runs of letters and digits. A document may split or join words in other ways than the text (tabs,
// hyphens). So a word counts as present if the joined letters of the document contain it.
//
// Labels of lists and numbers of notes are not text of the document. So labels at the beginning of a line and digits
// at the end of a word are ignored. A field may show another name of the file, so the words in `unsought` (that name)
// are ignored too.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

/**
 * A bullet, or one to six letters or digits with optional brackets and dots, before white space. The pattern also
 * matches a short first word.
 */
const LABEL = /^\s*(?:[([]?[\p{L}\p{N}]{1,6}[.):\]]*[\s\t]|[^\p{L}\p{N}\s]+\s)/u;
const WORD = /[\p{L}\p{N}]+/gu;
const TEXT_OF_PART = /<w:(?:t|delText|instrText)(?: [^>]*)?>([^<]*)<|<a:t>([^<]*)</g;

export function lostWords(text: string, document: Uint8Array, unsought: string): string[] {
  const letters = lettersOf(document);
  const others = new Set(wordsOf(unsought));
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.flatMap((line) => {
    const isThere = (word: string): boolean =>
      letters.includes(word) || letters.includes(word.replace(/\p{N}+$/u, "")) || others.has(word);
    const lost = wordsOf(line).filter((word) => !isThere(word));
    return lost.length === 0 ? [] : wordsOf(line.replace(LABEL, "")).filter((word) => !isThere(word));
  });
}

function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/** Returns the letters and digits of the XML parts directly in `word/`, in the order of the parts. */
function lettersOf(document: Uint8Array): string {
  const { package: parts } = openDocument(document, { codec: nodeZlib, names: wordNames() });
  return parts.partNames
    .filter((name) => /^word\/[^/]+\.xml$/.test(name))
    .map((name) => {
      const xml = new TextDecoder().decode(parts.bytes(name));
      const texts = [...xml.matchAll(TEXT_OF_PART)].map(([, word = "", drawn = ""]) => plainText(word + drawn));
      return wordsOf(texts.join("")).join("");
    })
    .join(" ");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plainText(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return String.fromCodePoint(code);
  });
}
