// Counts how much text a redline marks, and in how many pieces, with one reader for all engines.
//
// The reader shares only the unzipping with any of them. It counts the characters inside insertions and deletions,
// including whole inserted and deleted rows, and those of moves once. The innermost mark around a text decides. Only
// visible text counts: the body, headers, footers and notes. Field codes, comments, and the second copy of a text box
// for old programs do not count. A piece is text of one paragraph under one kind of mark without other text in it,
// however many elements it has.

import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { SaxesParser, type SaxesTagNS } from "saxes";

const WORD: ReadonlySet<string> = new Set([
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
]);
const COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const STORIES: ReadonlySet<string> = new Set(["document", "hdr", "ftr", "footnotes", "endnotes"]);
const TEXTS: ReadonlySet<string> = new Set(["t", "delText"]);

const marks = ["ins", "del", "moveFrom", "moveTo"] as const;
type Mark = (typeof marks)[number];
type Counts = Record<Mark, number>;

/** The text that a redline marks; moved text counts once. */
export interface Marked {
  readonly characters: number;
  readonly pieces: number;
}

interface Tally {
  readonly characters: Counts;
  readonly pieces: Counts;
  /** The mark of the previous text in the same paragraph. */
  last: Mark | undefined;
}

/** An open element. */
interface Open {
  readonly name: string;
  mark: Mark | undefined;
  readonly isIgnored: boolean;
}

const decoder = new TextDecoder();

/** Counts the marked text of a .docx. Throws an error if it is not an archive, or if a story is not XML. */
export function countMarked(docx: Uint8Array): Marked {
  const none: Counts = { ins: 0, del: 0, moveFrom: 0, moveTo: 0 };
  const tally: Tally = { characters: { ...none }, pieces: { ...none }, last: undefined };
  const { entries } = openArchive(docx, readerLimits);
  for (const entry of entries.filter(({ name }) => name.endsWith(".xml"))) {
    addMarked(decoder.decode(readEntry(entry, nodeZlib)), tally);
  }
  return { characters: sumOf(tally.characters), pieces: sumOf(tally.pieces) };
}

function sumOf({ ins, del, moveFrom, moveTo }: Counts): number {
  return ins + del + Math.max(moveFrom, moveTo);
}

/** Adds the marked text of an XML part if it is a story. */
function addMarked(xml: string, tally: Tally): void {
  const open: Open[] = [];
  let isStory = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", (tag) => {
    if (open.length === 0) isStory = WORD.has(tag.uri) && STORIES.has(tag.local);
    if (WORD.has(tag.uri) && tag.local === "p") tally.last = undefined;
    open.push(openedBy(tag, open));
  });
  parser.on("closetag", () => void open.pop());
  const onText = (text: string): void => {
    const inside = open.at(-1);
    if (!isStory || inside === undefined || inside.isIgnored || !TEXTS.has(inside.name)) return;
    addText(text, inside.mark, tally);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  try {
    parser.write(xml).close();
  } catch (problem) {
    if (isStory) throw problem;
  }
}

function addText(text: string, mark: Mark | undefined, tally: Tally): void {
  if (mark !== undefined) {
    tally.characters[mark] += text.length;
    if (mark !== tally.last) tally.pieces[mark] += 1;
  }
  tally.last = mark;
}

function openedBy({ uri, local }: SaxesTagNS, open: readonly Open[]): Open {
  const parent = open.at(-1);
  const isFallback = uri === COMPATIBILITY && local === "Fallback";
  const isIgnored = isFallback || parent?.isIgnored === true;
  const own = WORD.has(uri) ? marks.find((mark) => mark === local) : undefined;
  // The mark of a row is an empty element in its properties, which come before its cells.
  const row = parent?.name === "trPr" ? open.at(-2) : undefined;
  if (own !== undefined && row !== undefined) row.mark = own;
  return { name: local, mark: own ?? parent?.mark, isIgnored };
}
