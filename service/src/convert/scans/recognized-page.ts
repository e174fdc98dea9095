// The words that tesseract recognized on a page, as texts with places for the engine's rules (SCN-4..6).
//
// tesseract writes hOCR: HTML whose lines have a baseline and a size, and whose words have a box and a confidence. Its own
// paragraphs are not used: half of them are wrong, and the rules find better ones.

import type { PlacedBox, PlacedText } from "@versus/engine/tasks";
import type { DrawnLine, Point } from "./drawn-lines.ts";

/** A scanned page as tesseract read it. */
export interface RecognizedPage {
  /** Of the document, from 0. */
  readonly page: number;
  readonly hocr: string;
  readonly lines: readonly DrawnLine[];
  readonly dotsPerInch: number;
}

/** A page as a PDF reader gives it, in points. */
export interface RecognizedTexts {
  readonly texts: readonly PlacedText[];
  readonly boxes: readonly PlacedBox[];
}

interface RecognizedLine {
  readonly words: readonly RecognizedWord[];
  /** Of the baseline: how far it falls for each pixel to the right. */
  readonly slope: number;
  /** Where the baseline is at the left edge of the line. */
  readonly start: Point;
  readonly size: number;
}

interface RecognizedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Per cent. Words that tesseract is less sure of are mostly dust and the edges of pictures. */
const LEAST_CONFIDENCE = 15;
const POINTS_PER_INCH = 72;

export function textsOf({ hocr, lines, dotsPerInch }: RecognizedPage): RecognizedTexts {
  const found = linesIn(hocr);
  const slope = commonSlope(found);
  const scale = POINTS_PER_INCH / dotsPerInch;
  const upright = ({ x, y }: Point): Point => ({ x: (x + slope * y) * scale, y: (y - slope * x) * scale });
  const sizes = commonSizes(found);
  const texts = found.flatMap((line) => {
    const size = (sizes.get(line) ?? line.size) * scale;
    const { y } = upright(line.start);
    return line.words.map(({ text, left, right }, at): PlacedText => {
      const { x } = upright({ x: left, y: line.start.y });
      const width = (right - left) * scale;
      const space = at < line.words.length - 1 ? " " : "";
      return { text: text + space, x, y, width, size, isBold: false, isItalic: false, isRightToLeft: false };
    });
  });
  return { texts, boxes: lines.map(({ from, to }) => boxOf(upright(from), upright(to))) };
}

const LINE = /<span class='ocr_(?:line|header|caption|textfloat)'[^>]*? title="([^"]*)">/;
const WORD = /<span class='ocrx_word'[^>]*? title='bbox (\d+) \d+ (\d+) \d+; x_wconf (\d+)'[^>]*>(.*?)<\/span>/gs;

function linesIn(hocr: string): RecognizedLine[] {
  const [, ...parts] = hocr.split(new RegExp(LINE.source, "g"));
  const lines: RecognizedLine[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const title = parts[at]!;
    const box = /bbox (\d+) \d+ \d+ (\d+)/.exec(title);
    const baseline = /baseline (-?[\d.]+) (-?\d+)/.exec(title);
    const size = /x_size ([\d.]+)/.exec(title);
    const words = wordsIn(parts[at + 1]!);
    if (box === null || size === null || words.length === 0) continue;
    const [slope, offset] = baseline === null ? [0, 0] : [Number(baseline[1]), Number(baseline[2])];
    const start = { x: Number(box[1]), y: Number(box[2]) + offset };
    lines.push({ words, slope, start, size: Number(size[1]) });
  }
  return lines;
}

function wordsIn(html: string): RecognizedWord[] {
  return [...html.matchAll(WORD)].flatMap(([, left, right, confidence, inner]) => {
    const text = plainText(inner!);
    if (text === "" || Number(confidence) < LEAST_CONFIDENCE) return [];
    return [{ text, left: Number(left), right: Number(right) }];
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}

/** How much the page lies askew: the middle of the slopes of its longer lines. */
function commonSlope(lines: readonly RecognizedLine[]): number {
  const slopes = lines.filter(({ words }) => words.length >= 4).map(({ slope }) => slope);
  slopes.sort((one, other) => one - other);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

/** Sizes closer than this share are one: tesseract measures letters, and a line without tall ones seems smaller. */
const SAME_SIZE = 0.18;

/** For each line the size of most text that has about its size. */
function commonSizes(lines: readonly RecognizedLine[]): Map<RecognizedLine, number> {
  const sizes = new Map<RecognizedLine, number>();
  let left = [...lines];
  while (left.length > 0) {
    const size = commonestSize(left);
    for (const line of left) if (Math.abs(line.size - size) <= SAME_SIZE * size) sizes.set(line, size);
    left = left.filter((line) => !sizes.has(line));
  }
  return sizes;
}

function commonestSize(lines: readonly RecognizedLine[]): number {
  const weights = new Map<number, number>();
  for (const { size, words } of lines) {
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    const rounded = Math.round(size);
    weights.set(rounded, (weights.get(rounded) ?? 0) + letters);
  }
  const [[size] = [1]] = [...weights].sort(([oneSize, one], [otherSize, other]) => other - one || oneSize - otherSize);
  return Math.max(1, size);
}

function boxOf(from: Point, to: Point): PlacedBox {
  // A line that was nearly upright or level on paper is quite so.
  if (Math.abs(to.x - from.x) > Math.abs(to.y - from.y)) {
    const y = (from.y + to.y) / 2;
    return { left: from.x, right: to.x, top: y, bottom: y };
  }
  const x = (from.x + to.x) / 2;
  return { left: x, right: x, top: from.y, bottom: to.y };
}
