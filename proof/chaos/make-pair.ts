// Makes two versions of a contract of about ten pages, or of the requested number of pages.
//
// Each number gives another text, so a redline that belongs to another comparison is detected. The mark occurs in no
// other document, so searches can find its remains.

import { randomBytes } from "node:crypto";
import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { seededRandom } from "../runner/random.ts";

export interface Pair {
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
}

const PARAGRAPHS_A_PAGE = 20;
const WORDS_A_PARAGRAPH = 33;
const DEFLATE_LEVEL = 1;
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

const WORDS =
  "the of and to in or shall any by this Agreement Party for such be with as Company which Services other under not from Section that may all notice written date Term Supplier Customer each applicable law payment Fees rights".split(
    " ",
  );

const SIMILAR =
  "the supplier shall deliver goods to the customer within days of the order and invoice it accordingly under clause".split(
    " ",
  );
const GOODS = SIMILAR.indexOf("goods");

export function makePair(number: number, mark: string, pages = 10): Pair {
  const random = seededRandom("chaos", number);
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
  const before = Array.from({ length: pages * PARAGRAPHS_A_PAGE }, (_, index) => [
    `${index + 1}.`,
    ...Array.from({ length: WORDS_A_PARAGRAPH }, word),
    mark,
  ]);
  const after = before.flatMap((words, index) => {
    if (index % 40 === 13) return [];
    if (index % 40 === 27) return [words, ["Added", ...Array.from({ length: WORDS_A_PARAGRAPH }, word), mark]];
    return [index % 7 === 3 ? words.with(5 + (index % 20), `revised-${number}`) : words];
  });
  return { before: documentOf(before), after: documentOf(after) };
}

/**
 * Returns paragraphs that differ in a few digits, and the same in another order. Each of those has one word replaced or
 * added.
 */
export function makeShuffled(paragraphs: number, random: () => number): Pair {
  const digit = () => String(Math.floor(random() * 10));
  const before = Array.from({ length: paragraphs }, () => [...SIMILAR, digit(), digit(), digit(), digit()]);
  const after = before
    .map((words) => (random() < 0.5 ? words.with(GOODS, "wares") : [...words, `x${digit()}`]))
    .map((words) => ({ words, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ words }) => words);
  return { before: documentOf(before), after: documentOf(after) };
}

/** A contract and copies of it that each change other words. */
export interface Revised {
  readonly base: Uint8Array<ArrayBuffer>;
  readonly revisions: readonly Uint8Array<ArrayBuffer>[];
  /** The document with the changes of all copies. */
  readonly all: Uint8Array<ArrayBuffer>;
}

/** Returns a contract with its copies. Of every `copies + 1` paragraphs, each copy changes one and one is unchanged. */
export function makeRevised(number: number, mark: string, { pages = 3, copies = 4 } = {}): Revised {
  const random = seededRandom("chaos-merge", number);
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
  const base = Array.from({ length: pages * PARAGRAPHS_A_PAGE }, (_, index) => [
    `${index + 1}.`,
    ...Array.from({ length: WORDS_A_PARAGRAPH }, word),
    mark,
  ]);
  const revise = (isRevised: (index: number) => boolean) =>
    documentOf(
      base.map((words, index) =>
        isRevised(index) ? words.with(5 + (index % 20), `revised-${number}-${index}`) : words,
      ),
    );
  const copyOf = (index: number) => index % (copies + 1);
  return {
    base: documentOf(base),
    revisions: Array.from({ length: copies }, (_, copy) => revise((index) => copyOf(index) === copy)),
    all: revise((index) => copyOf(index) < copies),
  };
}

/** Returns a document of one paragraph. */
export function makeShort(text: string): Uint8Array<ArrayBuffer> {
  return documentOf([text.split(" ")]);
}

/** Returns a short document with a part of this size that cannot be compressed. */
export function makeLarge(bytes: number): Uint8Array<ArrayBuffer> {
  return documentOf([["Large"]], { kind: "made", name: "word/media/noise.bin", bytes: randomBytes(bytes) });
}

interface Part {
  readonly kind: "made";
  readonly name: string;
  readonly bytes: Uint8Array;
}

function documentOf(paragraphs: readonly (readonly string[])[], ...more: readonly Part[]): Uint8Array<ArrayBuffer> {
  const body = paragraphs.map((words) => `<w:p><w:r><w:t>${words.join(" ")}</w:t></w:r></w:p>`).join("");
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/octet-stream"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(parts).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(xml) }) as const,
  );
  return new Uint8Array(writeArchive([...entries, ...more], nodeZlib, DEFLATE_LEVEL));
}
