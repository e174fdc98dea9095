// Reads the text and the drawn lines of a PDF, page by page.
//
// The result is plain data for the engine's rules (docs/design/reflow.md). pdfjs-dist parses and nothing is rendered.
// It runs in this thread, compiles no code from a file (`isEvalSupported`), and reads character maps and standard fonts
// from its own package, so a hostile file reaches no network. A file with more pages, pieces of text or operators than
// the limits is refused before the rules read it.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PlacedPage } from "@versus/engine/tasks";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { readBoxes } from "./read-boxes.ts";
import { readGlyphs } from "./read-glyphs.ts";
import { type PageTags, readTags } from "./read-tags.ts";
import { readTexts } from "./read-texts.ts";

export interface PdfLimits {
  readonly pages: number;
  /** Pieces of text on all pages. */
  readonly pieces: number;
  /** Drawing operators on all pages. */
  readonly operators: number;
}

/** A contract of 1,000 pages has about 150,000 pieces and 600,000 operators. */
const pdfLimits: PdfLimits = { pages: 2_000, pieces: 1_000_000, operators: 4_000_000 };

export type PdfReading =
  | {
      readonly kind: "read";
      /** At least one page. */
      readonly pages: readonly PlacedPage[];
      /** Indexes, from 0, of the pages without text, and of those with a picture and little text. */
      readonly scanned: readonly number[];
      /** The creation date of the file, or a fixed day: ISO 8601 in UTC. */
      readonly date: string;
    }
  /** It does not open without a password. A PDF that only restricts printing or copying does open. */
  | { readonly kind: "protected" }
  /** The file is not a PDF, or too damaged to have pages. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "too_large"; readonly limit: keyof PdfLimits };

/** Reads every page. Throws the errors of pdfjs that are its own faults. */
export async function readPdf(bytes: Uint8Array, limits: PdfLimits = pdfLimits): Promise<PdfReading> {
  const reading = await withDocument(bytes, {}, (document, codes) => readPages(document, codes, limits));
  if (reading.kind !== "read") return reading;
  const counts = reading.pages.map(charactersOf);
  const few = [...counts.keys()].filter((page) => counts[page]! > 0 && counts[page]! < FEWEST_CHARACTERS);
  const pictured = new Set(few.length === 0 ? [] : await pagesWithPictures(bytes, few));
  const scanned = [...counts.keys()].filter((page) => counts[page] === 0 || pictured.has(page));
  return { ...reading, scanned };
}

/** Fewer characters and a picture make a page a scan, so a stamped page number does not make it text. */
const FEWEST_CHARACTERS = 20;
/** Maximum number of pages with little text that are searched for pictures. Further pages count as scans. */
const MOST_LOOKED_AT = 20;
const PICTURES = ["paintImageXObject", "paintInlineImageXObject", "paintImageMaskXObject", "paintImageXObjectRepeat"];

function charactersOf({ texts }: PlacedPage): number {
  return texts.reduce((sum, { text }) => sum + text.replace(/\s/g, "").length, 0);
}

/**
 * Returns the pages that have pictures. The reading of text skips pictures, because decoding them is most of the work,
 * so these pages are read again.
 */
async function pagesWithPictures(bytes: Uint8Array, pages: readonly number[]): Promise<number[]> {
  const found = pages.slice(MOST_LOOKED_AT);
  await withDocument(bytes, { maxImageSize: -1 }, async (document, codes) => {
    const pictures = new Set(PICTURES.map((name) => codes[name]));
    for (const index of pages.slice(0, MOST_LOOKED_AT)) {
      const page = await document.getPage(index + 1);
      const { fnArray } = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
      if (fnArray.some((code) => pictures.has(code))) found.push(index);
      page.cleanup();
    }
    return { kind: "unreadable" };
  });
  return found;
}

type Codes = Readonly<Record<string, number>>;
type PdfTask = (document: PDFDocumentProxy, codes: Codes) => Promise<PdfReading>;

async function withDocument(bytes: Uint8Array, more: { maxImageSize?: number }, work: PdfTask): Promise<PdfReading> {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  // pdfjs takes ownership of the bytes, so pass a copy.
  const loading = pdfjs.getDocument({ ...settings(), ...more, data: new Uint8Array(bytes) });
  try {
    return await work(await loading.promise, pdfjs.OPS);
  } catch (problem) {
    return refusalOf(problem);
  } finally {
    await loading.destroy();
  }
}

function settings() {
  const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  return {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    // Otherwise fonts have no names, and only the name shows bold and italic.
    fontExtraProperties: true,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    maxImageSize: 1,
    cMapPacked: true,
    cMapUrl: join(folder, "cmaps/"),
    standardFontDataUrl: join(folder, "standard_fonts/"),
    verbosity: 0,
  };
}

async function readPages(document: PDFDocumentProxy, operators: Codes, limits: PdfLimits): Promise<PdfReading> {
  if (document.numPages > limits.pages) return { kind: "too_large", limit: "pages" };
  const pages: PlacedPage[] = [];
  const left = { pieces: limits.pieces, operators: limits.operators, elements: MOST_ELEMENTS };
  const isTagged = await saysTagged(document);
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height, transform } = page.getViewport({ scale: 1 });
    const list = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
    left.operators -= list.fnArray.length;
    if (left.operators < 0) return { kind: "too_large", limit: "operators" };
    const { tags, elements } = isTagged && left.elements > 0 ? await readTags(page) : NO_TAGS;
    left.elements -= elements;
    const content = await page.getTextContent({ includeMarkedContent: tags.size > 0 });
    left.pieces -= content.items.length;
    if (left.pieces < 0) return { kind: "too_large", limit: "pieces" };
    const glyphs = readGlyphs(page, list, operators, transform);
    const { texts, turned } = readTexts(page, { content, glyphs, tags, viewport: transform, height });
    pages.push({ width, height, texts, turned, boxes: readBoxes(list, operators, transform) });
    page.cleanup();
  }
  if (pages.length === 0) return { kind: "unreadable" };
  return { kind: "read", pages, scanned: [], date: await dateOf(document) };
}

/**
 * True if the file is tagged and does not declare its tags suspect. pdfjs returns a map, although its types name an
 * object.
 */
async function saysTagged(document: PDFDocumentProxy): Promise<boolean> {
  const marks = (await document.getMarkInfo()) as unknown as ReadonlyMap<string, boolean> | null;
  return marks?.get("Marked") === true && marks.get("Suspects") !== true;
}

const NO_TAGS = { tags: new Map() as PageTags, elements: 0 };
/**
 * Maximum number of elements in the trees of all pages. A contract of 100 pages has 100,000; pdfjs needs two seconds
 * for this maximum.
 */
const MOST_ELEMENTS = 300_000;

const NO_DATE = "2000-01-01T00:00:00Z";

/** Parses `D:20260102030405+01'00'` and ignores the zone. */
async function dateOf(document: PDFDocumentProxy): Promise<string> {
  const { info } = await document.getMetadata();
  const written = (info as { CreationDate?: unknown }).CreationDate;
  const match = typeof written === "string" ? /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(written) : null;
  if (match === null) return NO_DATE;
  const [, year, month, day, hours, minutes, seconds] = match;
  const date = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`;
  return Number.isNaN(Date.parse(date)) ? NO_DATE : date;
}

/** `AnnotationMode.DISABLE`. */
const NO_ANNOTATIONS = 0;
const UNREADABLE: ReadonlySet<string> = new Set(["InvalidPDFException", "FormatError", "UnknownErrorException"]);

function refusalOf(problem: unknown): PdfReading {
  const name = problem instanceof Error ? problem.name : "";
  if (name === "PasswordException") return { kind: "protected" };
  if (UNREADABLE.has(name)) return { kind: "unreadable" };
  throw problem;
}
