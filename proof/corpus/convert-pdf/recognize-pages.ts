// Implements `corpus convert-pdf --ocr`: converts pages that are drawn as pictures.
//
// The pages are from English documents. The pictures have 300 and 150 dots per inch. The words of the page's own text
// are searched among the words from the picture. Each word counts as often as it occurs, and labels of lists are
// included. Without recognition, each picture must be refused. Last, documents in which every other page is a picture
// are converted as a whole.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, contentTask } from "@versus/engine/tasks";
import { convertPdf, findScanPrograms, onlyPage, scanPdf, scanReader } from "@versus/service/convert";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import type { CorpusRun } from "../command.ts";
import { type ChosenDocument, chooseDocuments } from "./choose-documents.ts";

const PAGES = 20;
const RESOLUTIONS = [300, 150] as const;
/** Number of documents of 3 to 6 pages in which every other page, from the second on, is a picture. */
const MIXED = 3;
/** Least share of right words, in per cent. */
const LEAST_RIGHT = 97;
/** Pages with fewer words prove nothing. */
const FEWEST_WORDS = 100;
/** Number of documents that are printed for each wanted page: some are not English or have no full page. */
const LOOKED_AT = 2;
/** The recognizer knows English alone. A page is English if at least `ENGLISH_SHARE` of its words match. */
const ENGLISH = /^(?:the|of|and|to|in|or|a|is|shall|by|for|be|this|that)$/i;
const ENGLISH_SHARE = 0.15;

interface ChosenPage {
  readonly path: string;
  readonly pdf: Uint8Array;
  readonly words: readonly string[];
}

export async function recognizePages(corpusRun: CorpusRun): Promise<Report> {
  const programs = findScanPrograms();
  if (programs === undefined) return notRun("tesseract or pdftoppm is not installed");
  const { selection } = corpusRun.options;
  const wanted = selection?.kind === "sample" ? selection.size : PAGES;
  const { documents } = await chooseDocuments(corpusRun, wanted * LOOKED_AT);
  const pages = await choosePages(documents, wanted);
  const progress = startProgress("recognize", pages.length * RESOLUTIONS.length);
  const lines: string[] = [];
  const shares: Record<string, number> = {};
  let refused = 0;
  for (const dotsPerInch of RESOLUTIONS) {
    const counts: WordCounts[] = [];
    for (const { path, pdf, words } of pages) {
      const scan = await scanPdf(pdf, { dotsPerInch, isScanned: () => true });
      if ((await convertPdf(scan)).kind === "no_text") refused += 1;
      const given = await recognizedWords(scan);
      const found = compareWords(words, given);
      counts.push(found);
      lines.push(
        `${path}, ${dotsPerInch} dpi: ${percentOf(found)} % of ${found.wanted}; lost: ${found.lost.join(" ")}`,
      );
      progress.advance();
    }
    shares[String(dotsPerInch)] = percentOf(sumOf(counts));
  }
  progress.finish();
  const mixed = await convertMixed(documents);
  const asked = pages.length * RESOLUTIONS.length;
  const isMet =
    Object.values(shares).every((share) => share >= LEAST_RIGHT) && refused === asked && mixed >= LEAST_RIGHT;
  return {
    text: [
      `${pages.length} pages; words right: ${RESOLUTIONS.map((dots) => `${shares[dots]} % at ${dots} dpi`).join(", ")}`,
      `Refused as scans without recognition: ${refused} of ${asked}`,
      `Documents with every other page scanned: ${mixed} % of the words`,
      ...lines,
    ],
    tally: { passed: refused, failed: asked - refused },
    figures: { pages: pages.length, ...shares, refused, mixed },
    bar: {
      wanted: `${LEAST_RIGHT} % of words at both resolutions, and in mixed documents; all refused without`,
      isMet,
    },
  };

  async function recognizedWords(scan: Uint8Array): Promise<string[]> {
    const told = await convertPdf(scan, "tell");
    if (told.kind !== "scanned") return told.kind === "converted" ? wordsOf(told.docx) : [];
    const reader = scanReader(programs!, "bubblewrap", { pages: 100, seconds: 900, memoryMegabytes: 1024 });
    const reading = await reader.read(scan, told.pages, new AbortController().signal);
    if (reading.kind !== "recognized") return [];
    const converted = await convertPdf(scan, reading.pages);
    return converted.kind === "converted" ? wordsOf(converted.docx) : [];
  }

  async function convertMixed(all: readonly ChosenDocument[]): Promise<number> {
    const counts: WordCounts[] = [];
    for (const { pdf } of all) {
      if (counts.length === MIXED) break;
      const converted = await convertPdf(pdf);
      if (converted.kind !== "converted" || converted.pages < 3 || converted.pages > 6) continue;
      const words = wordsOf(converted.docx);
      if (!isEnglish(words)) continue;
      const scan = await scanPdf(pdf, { dotsPerInch: 200, isScanned: (page) => page % 2 === 1 });
      counts.push(compareWords(words, await recognizedWords(scan)));
    }
    return percentOf(sumOf(counts));
  }
}

function notRun(reason: string): Report {
  return {
    text: [`Not run: ${reason}`],
    tally: { passed: 0, failed: 0 },
    figures: {},
    bar: { wanted: "tesseract and pdftoppm are installed", isMet: false },
  };
}

/** Returns one page of each document: the first full one. */
async function choosePages(documents: readonly ChosenDocument[], wanted: number): Promise<ChosenPage[]> {
  const pages: ChosenPage[] = [];
  for (const { path, pdf } of documents) {
    if (pages.length === wanted) break;
    const found = await fullPage(pdf);
    if (found !== undefined) pages.push({ path, ...found });
  }
  return pages;
}

/** Number of pages of a document that are tried. */
const FIRST_PAGES = 3;

async function fullPage(pdf: Uint8Array): Promise<Omit<ChosenPage, "path"> | undefined> {
  const whole = await convertPdf(pdf);
  const count = whole.kind === "converted" ? whole.pages : 0;
  for (let index = 0; index < Math.min(count, FIRST_PAGES); index += 1) {
    const single = await onlyPage(pdf, index);
    const converted = await convertPdf(single);
    const words = converted.kind === "converted" ? wordsOf(converted.docx) : [];
    if (words.length >= FEWEST_WORDS && isEnglish(words)) return { pdf: single, words };
  }
  return undefined;
}

function isEnglish(words: readonly string[]): boolean {
  return words.filter((word) => ENGLISH.test(word)).length >= ENGLISH_SHARE * words.length;
}

function wordsOf(docx: Uint8Array): string[] {
  const { json } = contentTask({ document: docx, codec: nodeZlib });
  const { blocks, notes } = JSON.parse(new TextDecoder().decode(json)) as ContentJson;
  const all = [...blocks, ...notes.flatMap((note) => note.blocks)];
  const text = all.map((block) => `${block.list?.number ?? ""} ${block.text}`).join("\n");
  return text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
}

interface WordCounts {
  readonly wanted: number;
  readonly lost: readonly string[];
}

function compareWords(wanted: readonly string[], given: readonly string[]): WordCounts {
  const left = new Map<string, number>();
  for (const word of given) left.set(word, (left.get(word) ?? 0) + 1);
  const lost = wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return { wanted: wanted.length, lost };
}

function sumOf(counts: readonly WordCounts[]): WordCounts {
  return {
    wanted: counts.reduce((sum, { wanted }) => sum + wanted, 0),
    lost: counts.flatMap(({ lost }) => lost),
  };
}

function percentOf({ wanted, lost }: WordCounts): number {
  return wanted === 0 ? 0 : Math.round((1000 * (wanted - lost.length)) / wanted) / 10;
}
