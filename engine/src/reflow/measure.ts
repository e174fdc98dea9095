// Measures a document's lines: the size of most text, the distance of lines, the page edges (RFL-3).

import type { TextLine } from "./lines.ts";
import type { PlacedPage } from "./page.ts";
import type { Bounds } from "./paragraphs.ts";
import { isInsideSentence } from "./signs/line-ends.ts";

export interface Measures {
  readonly size: number;
  readonly pages: readonly { readonly bounds: Bounds; readonly leading: number }[];
}

/** A page with fewer lines uses the edges of all pages of its width. */
const ENOUGH_LINES = 18;
/** Lines that start or end within this many points are at one edge. */
const NEAR = 14;
/** Minimum share of lines that end at the right edge. A few wide lines, of code or a table, do not set it. */
const SUPPORT = 0.06;
/**
 * The right margin may be wider than the left one by this share of the page's width. Beyond that, the lines are short.
 */
const SHORT = 0.15;
/** Distances of lines outside these multiples of the size are not the leading. */
const CLOSEST = 0.9;
const FARTHEST = 2.3;
/** The leading of a text whose lines do not show it. */
const LEADING = 1.2;

export function measure(pages: readonly PlacedPage[], bodies: readonly (readonly TextLine[])[]): Measures {
  const all = bodies.flat();
  const widths = Map.groupBy(pages.keys(), (at) => Math.round(pages[at]!.width));
  const shared = new Map(
    [...widths].map(([width, at]) => [
      width,
      edgesOf(
        [...at].flatMap((page) => bodies[page]!),
        width,
      ),
    ]),
  );
  const leading = leadingOf(all);
  return {
    size: commonSize(all),
    pages: pages.map((page, at) => {
      const width = Math.round(page.width);
      return { bounds: boundsOf(bodies[at]!, shared.get(width)!, width), leading };
    }),
  };
}

/** Minimum share of the lines of running text that end near the right edge. */
const RUNNING = 0.25;

/** Returns the edges of a page. If few of its lines end at its right edge, the right edge of all pages counts too. */
function boundsOf(lines: readonly TextLine[], shared: Bounds, width: number): Bounds {
  if (lines.length < ENOUGH_LINES) return shared;
  const own = edgesOf(lines, width);
  const ending = lines.filter(({ right }) => Math.abs(right - own.right) < NEAR);
  return ending.length < RUNNING * lines.length ? { ...own, right: Math.max(own.right, shared.right) } : own;
}

function commonSize(lines: readonly TextLine[]): number {
  const weights = new Map<number, number>();
  for (const { size, pieces } of lines) {
    const rounded = Math.round(size * 2) / 2;
    const weight = pieces.reduce((sum, { text }) => sum + text.length, 0);
    weights.set(rounded, (weights.get(rounded) ?? 0) + weight);
  }
  const [most] = [...weights].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return most?.[0] ?? 10;
}

function edgesOf(lines: readonly TextLine[], width: number): Bounds {
  if (lines.length === 0) return { left: 0.12 * width, right: 0.88 * width };
  const lefts = lines.map(({ left }) => left).sort((one, other) => one - other);
  const rights = lines.map(({ right }) => right).sort((one, other) => other - one);
  const [left, right] = [supported(lefts, 2), supported(rights, Math.max(2, SUPPORT * lines.length))];
  // Short lines do not show the right edge, so the page is assumed to be symmetric.
  return { left, right: right < width - left - SHORT * width ? width - left : right };
}

/** Returns the outermost value with enough other values near it. */
function supported(values: readonly number[], enough: number): number {
  const others = Math.ceil(enough) - 1;
  const at = values.findIndex((value, index) => {
    return Math.abs((values[index + others] ?? Number.POSITIVE_INFINITY) - value) < NEAR;
  });
  return values[Math.max(0, at)]!;
}

/**
 * Minimum number of line pairs inside sentences that show the leading. `SUPPORTED` is the minimum share of them with
 * that distance.
 */
const ENOUGH_WRAPS = 5;
const SUPPORTED = 0.1;

/**
 * Returns the most frequent distance of two lines of one size, as a multiple of the size. In a listing or a form most
 * lines are separate paragraphs, with space between them. So a distance that is rare inside sentences is not the
 * leading (RFL-84).
 */
function leadingOf(lines: readonly TextLine[]): number {
  const all = distancesOf(lines, () => true);
  const inside = distancesOf(lines, isInsideSentence);
  const sum = [...inside.values()].reduce((total, count) => total + count, 0);
  const most = mostFrequent(all) ?? LEADING;
  const isLeading = sum < ENOUGH_WRAPS || (inside.get(most) ?? 0) >= SUPPORTED * sum;
  return isLeading ? most : mostFrequent(inside)!;
}

/** Maps each distance of adjacent lines of one size to its number of occurrences. */
function distancesOf(
  lines: readonly TextLine[],
  isCounted: (line: TextLine, next: TextLine) => boolean,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (next === undefined || Math.abs(next.size - line.size) > 0.2) continue;
    const ratio = (next.y - line.y) / line.size;
    if (ratio < CLOSEST || ratio > FARTHEST || !isCounted(line, next)) continue;
    const rounded = Math.round(ratio * 20) / 20;
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
  }
  return counts;
}

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  const [most] = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return most?.[0];
}
