// Finds headers and footers (RFL-5..7): lines that repeat at the same height, and page numbers.

import { middleOf } from "./extremes.ts";
import { lineText, type TextLine } from "./lines.ts";
import { isSureWrap } from "./signs/line-ends.ts";

export interface PageLines {
  readonly height: number;
  readonly lines: readonly TextLine[];
}

/** Number of lines at each end of a page that are candidates. */
const DEEPEST = 4;
/** Headers and footers are within this share of the page's height. */
const ZONE = 0.16;
/** Heights that differ by fewer points are the same. */
const SAME_HEIGHT = 4;

/** Returns the lines of the header and of the footer, for each page. */
export function marginLines(pages: readonly PageLines[]): { header: Set<TextLine>; footer: Set<TextLine> }[] {
  const heads = repeated(pages, headOf);
  const feet = repeated(pages, footOf);
  return pages.map((_, at) => ({ header: heads[at]!, footer: feet[at]! }));
}

function headOf({ lines, height }: PageLines): TextLine[] {
  return lines.slice(0, DEEPEST).filter(({ y }) => y < ZONE * height);
}

function footOf({ lines, height }: PageLines): TextLine[] {
  return lines
    .slice(-DEEPEST)
    .reverse()
    .filter(({ y }) => y > (1 - ZONE) * height);
}

/**
 * Takes lines from the edge inwards, as long as a line repeats or shows only the page number, and is no running text.
 */
function repeated(pages: readonly PageLines[], endOf: (page: PageLines) => TextLine[]): Set<TextLine>[] {
  const ends = pages.map(endOf);
  const counts = new Map<string, Set<number>>();
  for (const [page, lines] of ends.entries()) {
    for (const line of lines) {
      for (const key of keysOf(line, page)) counts.set(key, (counts.get(key) ?? new Set()).add(page));
    }
  }
  const size = middleSize(pages);
  return ends.map((lines, page) => {
    const taken = new Set<TextLine>();
    for (const line of lines) {
      const times = Math.max(...keysOf(line, page).map((key) => counts.get(key)!.size));
      if (times < 2 && !isPageNumber(line)) break;
      if (times < pages.length / 2 && looksLikeText(line, pages[page]!.lines, size)) break;
      taken.add(line);
    }
    return taken;
  });
}

/** A line that is larger than most lines by this factor is a title. */
const TITLE = 1.3;
/**
 * Running text has at least this many lines of one size. `CLOSE` is their maximum distance, in multiples of the size.
 */
const TEXT_LINES = 4;
const CLOSE = 1.6;

/** True for a title or a line of running text. Both may repeat at one height by chance (RFL-6). */
function looksLikeText(line: TextLine, lines: readonly TextLine[], size: number): boolean {
  if (line.size > TITLE * size) return true;
  const at = lines.indexOf(line);
  let [start, end] = [at, at];
  while (start > 0 && isClose(lines[start - 1]!, lines[start]!)) start -= 1;
  while (end < lines.length - 1 && isClose(lines[end]!, lines[end + 1]!)) end += 1;
  const block = lines.slice(start, end + 1);
  return block.length >= TEXT_LINES && block.some((own, index) => index > 0 && isSureWrap(block[index - 1]!, own));
}

function isClose(before: TextLine, after: TextLine): boolean {
  return after.y - before.y < CLOSE * before.size && Math.abs(after.size - before.size) < 0.3;
}

function middleSize(pages: readonly PageLines[]): number {
  return middleOf(pages.flatMap(({ lines }) => lines.map((line) => line.size))) ?? 0;
}

/** Maximum number of numbers in a line that are tried as the page number. */
const MOST_NUMBERS = 12;

/**
 * Returns keys of the text of a line and its height. A line near a border of heights has two heights. A number that
 * counts with the pages is left open; the number in "Heading 3" above a chapter does not count with them.
 */
function keysOf(line: TextLine, page: number): string[] {
  const text = lineText(line.pieces).replace(/\b[ivxl]+\b/g, "#");
  const numbers = [...text.matchAll(/\d+/g)].slice(0, MOST_NUMBERS);
  const counting = numbers.map(({ index, 0: { length }, 0: number }) => {
    return `${text.slice(0, index)}#${Number(number) - page}#${text.slice(index + length)}`;
  });
  const height = line.y / SAME_HEIGHT;
  const heights = [...new Set([Math.floor(height), Math.round(height), Math.ceil(height)])];
  return heights.flatMap((at) => [text, ...counting].map((shown) => `${at} ${shown}`));
}

function isPageNumber(line: TextLine): boolean {
  return /^[-–—|\s]*(?:page\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|\/|von|de)\s*\d{1,4})?[-–—|\s]*$/i.test(
    lineText(line.pieces),
  );
}
