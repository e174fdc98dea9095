// Converts the words that tesseract recognized into texts with positions (SCN-4..6).
//
// tesseract writes hOCR: HTML in which each line has a baseline and a size, and each word a box and a confidence. Its
// paragraphs are not used: half of them are wrong, and the engine's rules for positioned texts find better ones.

import type { PlacedBox, PlacedText } from "@versus/engine/tasks";
import type { DrawnLine, Point } from "./drawn-lines.ts";

/** A scanned page as tesseract read it. */
export interface RecognizedPage {
  /** Index in the document, from 0. */
  readonly page: number;
  readonly hocr: string;
  readonly lines: readonly DrawnLine[];
  readonly dotsPerInch: number;
}

/** The content of a page in points, as a PDF reader returns it. */
export interface RecognizedTexts {
  readonly texts: readonly PlacedText[];
  readonly boxes: readonly PlacedBox[];
}

interface RecognizedLine {
  readonly words: readonly RecognizedWord[];
  /** Pixels that the baseline falls for each pixel to the right. */
  readonly slope: number;
  /** The point of the baseline at the left edge of the line. */
  readonly start: Point;
  readonly size: number;
}

interface RecognizedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Minimum confidence in per cent. Less certain words are mostly dust and edges of pictures. */
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

/** Returns the skew of the page: the median slope of its lines with at least four words. */
function commonSlope(lines: readonly RecognizedLine[]): number {
  const slopes = lines.filter(({ words }) => words.length >= 4).map(({ slope }) => slope);
  slopes.sort((one, other) => one - other);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

/**
 * Maximum relative difference of sizes that count as equal. tesseract measures letters, and a line without tall letters
 * seems smaller.
 */
const SAME_SIZE = 0.18;

/** Maps each line to the most common size among lines of about its size. */
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
  // A line that is nearly vertical or horizontal becomes exactly so.
  if (Math.abs(to.x - from.x) > Math.abs(to.y - from.y)) {
    const y = (from.y + to.y) / 2;
    return { left: from.x, right: to.x, top: y, bottom: y };
  }
  const x = (from.x + to.x) / 2;
  return { left: x, right: x, top: from.y, bottom: to.y };
}
