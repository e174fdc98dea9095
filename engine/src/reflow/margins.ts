// Headers and footers (RFL-5..7): lines at the head or foot of pages that come again at the same height, and page numbers.

import { middleOf } from "./extremes.ts";
import { type TextLine, textOf } from "./lines.ts";
import { isSureWrap } from "./signs/line-ends.ts";

export interface PageLines {
  readonly height: number;
  readonly lines: readonly TextLine[];
}

/** So many lines at each end of a page are looked at. */
const DEEPEST = 4;
/** Heads and feet lie within this share of the page's height. */
const ZONE = 0.16;
/** Heights that differ by this many points are the same. */
const SAME_HEIGHT = 4;

/** For each page the lines that are its header, and its footer. */
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

/** From the edge inwards: a line is taken while it comes again, or shows nothing but the page's number. */
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

/** Larger than most lines by this factor, a line is a title. */
const TITLE = 1.3;
/** Text has at least so many lines of one size, each at most so many sizes below the other. */
const TEXT_LINES = 4;
const CLOSE = 1.6;

/** True for a title, and for a line of running text: it happens to come again at one height (RFL-6). */
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

/** So many numbers of a line are tried as the page's number. */
const MOST_NUMBERS = 12;

/**
 * The text of a line with its height; near a border of heights a line has two keys. A number is left open if it counts with the
 * pages, as "Heading 3" above a chapter does not.
 */
function keysOf(line: TextLine, page: number): string[] {
  const text = textOf(line.pieces).replace(/\b[ivxl]+\b/g, "#");
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
    textOf(line.pieces),
  );
}
