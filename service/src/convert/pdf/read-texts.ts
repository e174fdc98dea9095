// The pieces of text of a page, upright, with the look of their fonts.

import type { PlacedText } from "@versus/engine/tasks";
import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type Matrix, times } from "./matrix.ts";
import type { DrawnSpace, GlyphStretch, LigatureWord, PageGlyphs } from "./read-glyphs.ts";
import type { PageTags } from "./read-tags.ts";

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
  /** Of the page, in points. */
  readonly height: number;
}

export function readTexts(
  page: PDFPageProxy,
  { content: { items }, glyphs, tags, viewport, height }: PageContent,
): PageTexts {
  const spaces = byBaseline(glyphs.spaces);
  const ligatures = byBaseline(glyphs.ligatures);
  const looks = new Map<string, FontLook>();
  const texts: PlacedText[] = [];
  const turned: string[] = [];
  const marked = new MarkedContent(tags);
  for (const item of items) {
    if (!("str" in item)) marked.pass(item);
    if (!("str" in item) || item.str === "") continue;
    const [a, b, c, d, x, y] = times(viewport as unknown as Matrix, item.transform as unknown as Matrix);
    const size = Math.hypot(c, d);
    // A shape made of letters may say that they are larger than the page (RFL-78).
    if (Math.abs(b) > Math.abs(a) || size > height) {
      turned.push(item.str);
      continue;
    }
    const look = looks.get(item.fontName) ?? lookOf(page, item.fontName);
    looks.set(item.fontName, look);
    const place = { x, y, width: item.width, size, order: texts.length };
    const isRightToLeft = item.dir === "rtl";
    const text = withLigatures(item.str, wordsInside(ligatures, place));
    const told = marked.paragraph === undefined ? {} : { paragraph: marked.paragraph };
    texts.push({ text, ...place, ...look, ...told, isRightToLeft, ...spacesOf(spaces, place, isRightToLeft) });
  }
  return { texts, turned };
}

/** Knows which paragraph of the file the text belongs to that is read next. */
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

type Place = Pick<PlacedText, "x" | "y" | "width" | "size">;

/** Stretches of each baseline, in whole points, from left to right. */
type Baselines<Stretch extends GlyphStretch> = ReadonlyMap<number, readonly Stretch[]>;

function byBaseline<Stretch extends GlyphStretch>(stretches: readonly Stretch[]): Baselines<Stretch> {
  const baselines = Map.groupBy(stretches, ({ y }) => Math.round(y));
  for (const own of baselines.values()) own.sort((one, other) => one.left - other.left);
  return baselines;
}

/** The stretches on a baseline that begin between two places. */
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

/** Halving: a line of a hostile page has 100,000 spaces. */
function firstAt(stretches: readonly GlyphStretch[], from: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (stretches[middle]!.left < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A space begins within this share of the size behind the text it follows. */
const BEHIND = 0.12;

/** Tells if the file draws a space where the text ends, and how far it stretches the spaces inside (RFL-46). */
function spacesOf(
  spaces: Baselines<DrawnSpace>,
  { x, y, width, size }: Place,
  isRightToLeft: boolean,
): Pick<PlacedText, "isSpaceAfter" | "spaceStretch"> {
  const reach = BEHIND * size;
  const near = between(spaces, { y, from: x - size, to: x + width + size });
  const isSpaceAfter = near.some(({ left, right, stretch }) => {
    const distance = isRightToLeft ? x - right : left - x - width;
    // Justified text has a part of the gap before its space.
    return Math.abs(distance) < reach || (stretch !== undefined && distance > 0 && distance < size);
  });
  const inside = near.flatMap(({ left, stretch }) => (stretch === undefined || left < x - reach ? [] : [stretch]));
  if (inside.length === 0) return { isSpaceAfter };
  inside.sort((one, other) => one - other);
  return { isSpaceAfter, spaceStretch: inside[Math.floor(inside.length / 2)]! };
}

function wordsInside(words: Baselines<LigatureWord>, { x, y, width }: Place): LigatureWord[] {
  if (words.size === 0) return [];
  return between(words, { y, from: x - 1, to: x + width }).filter(({ right }) => right < x + width + 1);
}

/** The text with the letters of its ligatures in the order in which they are read (RFL-77). */
function withLigatures(text: string, words: readonly LigatureWord[]): string {
  if (words.length === 0) return text;
  const meant = new Map(words.map((word) => [word.given, word.meant]));
  return text.replace(/[\p{Script=Arabic}\p{Script=Hebrew}\p{Mn}]+/gu, (word) => meant.get(word) ?? word);
}

interface FontLook {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Fonts say bold and italic in their names: `AAAAAI+Calibri-BoldItalic`, `TimesNewRomanPS-BoldMT`. */
function lookOf(page: PDFPageProxy, id: string): FontLook {
  const font: { name?: string } | undefined = page.commonObjs.has(id) ? page.commonObjs.get(id) : undefined;
  const name = font?.name ?? "";
  return { isBold: /bold|black|heavy|demi/i.test(name), isItalic: /italic|oblique|kursiv/i.test(name) };
}
