// Reads the horizontal pieces of text of a page, with the style of their fonts.

import type { PlacedText } from "@versus/engine/tasks";
import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { GlyphStretch } from "./glyph-stretch.ts";
import { type Matrix, times } from "./matrix.ts";
import type { DrawnSpace, PageGlyphs } from "./read-glyphs.ts";
import type { PageTags } from "./read-tags.ts";
import type { ReadStretch } from "./right-to-left.ts";

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;

export interface PageTexts {
  readonly texts: readonly PlacedText[];
  readonly turned: readonly string[];
}

export interface PageContent {
  readonly content: TextContent;
  readonly glyphs: PageGlyphs;
  readonly tags: PageTags;
  readonly viewport: readonly number[];
  /** Height of the page in points. */
  readonly height: number;
}

export function readTexts(
  page: PDFPageProxy,
  { content: { items }, glyphs, tags, viewport, height }: PageContent,
): PageTexts {
  const spaces = byBaseline(glyphs.spaces);
  const stretches = byBaseline(glyphs.rightToLeft);
  const used = new Set<ReadStretch>();
  const looks = new Map<string, FontLook>();
  const texts: PlacedText[] = [];
  const turned: string[] = [];
  const marked = new MarkedContent(tags);
  for (const item of items) {
    if (!("str" in item)) marked.pass(item);
    if (!("str" in item) || item.str === "") continue;
    const [a, b, c, d, x, y] = times(viewport as unknown as Matrix, item.transform as unknown as Matrix);
    const size = Math.hypot(c, d);
    // A drawing made of letters may claim a letter size larger than the page (RFL-78).
    if (Math.abs(b) > Math.abs(a) || size > height) {
      turned.push(item.str);
      continue;
    }
    const look = looks.get(item.fontName) ?? lookOf(page, item.fontName);
    looks.set(item.fontName, look);
    const stretch = stretchAround(stretches, { x, y, width: item.width, size });
    // The text read from the glyphs replaces all pieces that pdfjs returns in the same range (RFL-77).
    if (stretch !== undefined && (used.has(stretch) || !/[^\s\p{Mn}]/u.test(item.str))) continue;
    if (stretch !== undefined) used.add(stretch);
    const order = texts.length;
    const place =
      stretch === undefined
        ? { x, y, width: item.width, size, order }
        : { x: stretch.left, y: stretch.y, width: stretch.right - stretch.left, size, order };
    const isRightToLeft = stretch !== undefined || item.dir === "rtl";
    // No text begins with a combining mark; pdfjs placed it apart from its letter.
    const text = stretch?.text ?? (stretches.size > 0 ? item.str.replace(/^(\s*)\p{Mn}+/u, "$1") : item.str);
    const told = marked.paragraph === undefined ? {} : { paragraph: marked.paragraph };
    texts.push({ text, ...place, ...look, ...told, isRightToLeft, ...spacesOf(spaces, place, isRightToLeft) });
  }
  return { texts, turned };
}

/** Tracks the paragraph of the file to which the next text belongs. */
class MarkedContent {
  readonly #tags: PageTags;
  readonly #open: (number | undefined)[] = [];

  constructor(tags: PageTags) {
    this.#tags = tags;
  }

  get paragraph(): number | undefined {
    return this.#open.at(-1);
  }

  pass({ type, id }: { readonly type: string; readonly id?: string }): void {
    if (type === "endMarkedContent") this.#open.pop();
    else this.#open.push(id === undefined ? this.paragraph : this.#tags.get(id));
  }
}

type TextBounds = Pick<PlacedText, "x" | "y" | "width" | "size">;

/** Maps a baseline, rounded to points, to its stretches from left to right. */
type Baselines<Stretch extends GlyphStretch> = ReadonlyMap<number, readonly Stretch[]>;

function byBaseline<Stretch extends GlyphStretch>(stretches: readonly Stretch[]): Baselines<Stretch> {
  const baselines = Map.groupBy(stretches, ({ y }) => Math.round(y));
  for (const own of baselines.values()) own.sort((one, other) => one.left - other.left);
  return baselines;
}

/** Returns the stretches on a baseline that begin from `from` to `to`. */
function between<Stretch extends GlyphStretch>(
  baselines: Baselines<Stretch>,
  { y, from, to }: { y: number; from: number; to: number },
): Stretch[] {
  const rounded = Math.round(y);
  return [rounded - 1, rounded, rounded + 1].flatMap((at) => {
    const own = baselines.get(at) ?? [];
    const start = firstAt(own, from);
    let end = start;
    while (end < own.length && own[end]!.left <= to) end += 1;
    return own.slice(start, end);
  });
}

/**
 * Returns the index of the first stretch that begins at or after `from`. Uses binary search, because a line of a
 * hostile page can have 100,000 spaces.
 */
function firstAt(stretches: readonly GlyphStretch[], from: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (stretches[middle]!.left < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Maximum distance between the end of a text and the space after it, as a share of the font size. */
const BEHIND = 0.12;

/** Returns whether the file draws a space after the text, and the median stretch of the spaces inside it (RFL-46). */
function spacesOf(
  spaces: Baselines<DrawnSpace>,
  { x, y, width, size }: TextBounds,
  isRightToLeft: boolean,
): Pick<PlacedText, "isSpaceAfter" | "spaceStretch"> {
  const reach = BEHIND * size;
  const near = between(spaces, { y, from: x - size, to: x + width + size });
  const isSpaceAfter = near.some(({ left, right, stretch }) => {
    const distance = isRightToLeft ? x - right : left - x - width;
    // In justified text, a part of the gap precedes its space.
    return Math.abs(distance) < reach || (stretch !== undefined && distance > 0 && distance < size);
  });
  const inside = near.flatMap(({ left, stretch }) => (stretch === undefined || left < x - reach ? [] : [stretch]));
  if (inside.length === 0) return { isSpaceAfter };
  inside.sort((one, other) => one - other);
  return { isSpaceAfter, spaceStretch: inside[Math.floor(inside.length / 2)]! };
}

/** Maximum vertical distance of a mark from its line, as a share of the size, and in points. */
const RAISED = 0.45;
const MOST_RAISED = 12;

/** Returns the right-to-left stretch that contains the text. */
function stretchAround(stretches: Baselines<ReadStretch>, { x, y, width, size }: TextBounds): ReadStretch | undefined {
  if (stretches.size === 0) return undefined;
  const middle = x + width / 2;
  const reach = Math.min(RAISED * size, MOST_RAISED);
  for (let line = Math.round(y - reach); line <= Math.round(y + reach); line += 1) {
    const own = stretches.get(line) ?? [];
    const last = own[firstAt(own, middle + 0.5) - 1];
    const isInside = last !== undefined && x > last.left - BEHIND * size && x + width < last.right + BEHIND * size;
    if (isInside) return last;
  }
  return undefined;
}

interface FontLook {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Reads bold and italic from the name of the font: `AAAAAI+Calibri-BoldItalic`, `TimesNewRomanPS-BoldMT`. */
function lookOf(page: PDFPageProxy, id: string): FontLook {
  const font: { name?: string } | undefined = page.commonObjs.has(id) ? page.commonObjs.get(id) : undefined;
  const name = font?.name ?? "";
  return { isBold: /bold|black|heavy|demi/i.test(name), isItalic: /italic|oblique|kursiv/i.test(name) };
}
