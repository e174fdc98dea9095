// Text broken into lines, and each line into pieces that one font draws in one style, in the order in which the eye
// meets them from left to right.
//
// Lines break where Unicode lets them (UAX 14), and inside of a word only when it is longer than a line. Text that runs
// from right to left is put in order line by line (UAX 9). Fonts of such scripts lay out their own letters; signs
// between them are turned around here.

import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import { type FontName, fontFor, isRightToLeft } from "./fonts.ts";

export type Style = "plain" | "inserted" | "deleted" | "movedHere" | "movedAway";

export interface StyledText {
  readonly text: string;
  readonly style: Style;
}

export interface Piece extends StyledText {
  readonly font: FontName;
  readonly width: number;
}

export interface Line {
  readonly pieces: readonly Piece[];
  readonly width: number;
  readonly isRightToLeft: boolean;
}

/** The width of a text in a font. */
export type Measure = (font: FontName, text: string) => number;

const bidi = bidiFactory();

export type Direction = "ltr" | "rtl";

/** The direction of a text's first line, told by its first letter. */
export function directionOf(spans: readonly StyledText[]): Direction {
  const text = splitAtBreaks(spans)[0]!
    .map((span) => span.text)
    .join("");
  return isOdd(bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) ? "rtl" : "ltr";
}

/** At least one line, be it empty. Without a direction it is that of the first letter. */
export function layOut(spans: readonly StyledText[], width: number, measure: Measure, direction?: Direction): Line[] {
  return splitAtBreaks(spans).flatMap((line) => breakLine(new Paragraph(line, measure, direction), width));
}

/** Cut where a break is written; each part is put in order by itself. */
function splitAtBreaks(spans: readonly StyledText[]): StyledText[][] {
  const lines: StyledText[][] = [[]];
  for (const { text, style } of spans) {
    for (const [at, part] of showable(text).split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1)!.push({ text: part, style });
    }
  }
  return lines;
}

/** Stands for a character that no font shows. */
const UNKNOWN = "\u25a1";
/** What is drawn instead of characters that are no letters to draw. */
const REPLACED: Readonly<Record<string, string>> = {
  "\t": "    ",
  "\n": "\n",
  "\f": "\n",
  "\r": "\n",
  "\u00a0": " ",
  "\u2011": "-",
  "\u00ad": "",
};

function showable(text: string): string {
  return text.replaceAll(/[\s\S]/gu, (character) => {
    const replaced = REPLACED[character];
    if (replaced !== undefined) return replaced;
    if (/[\p{Cc}\p{Cf}]/u.test(character)) return "";
    return fontFor(character) === undefined && !/\p{M}/u.test(character) ? UNKNOWN : character;
  });
}

/** A text without breaks, with what is known of each of its characters. */
class Paragraph {
  readonly text: string;
  readonly #styles: Style[] = [];
  readonly #fonts: FontName[] = [];
  readonly #levels: ReturnType<typeof bidi.getEmbeddingLevels>;
  readonly #measure: Measure;

  constructor(spans: readonly StyledText[], measure: Measure, direction: Direction | undefined) {
    this.text = spans.map(({ text }) => text).join("");
    this.#measure = measure;
    this.#levels = bidi.getEmbeddingLevels(this.text, direction);
    for (const { text, style } of spans) {
      for (const character of text) this.#note(character, style);
    }
  }

  /** A mark and a space stay with what is before them, so that words are not cut into pieces. */
  #note(character: string, style: Style): void {
    const last = this.#fonts.at(-1);
    const own = last !== undefined && /[\p{M} ]/u.test(character) ? last : (fontFor(character) ?? "latin");
    for (let unit = 0; unit < character.length; unit += 1) {
      this.#styles.push(style);
      this.#fonts.push(own);
    }
  }

  get isRightToLeft(): boolean {
    return isOdd(this.#levels.paragraphs[0]?.level ?? 0);
  }

  widthOf(from: number, to: number): number {
    let width = 0;
    for (let start = from, end = from; start < to; start = end) {
      end = this.#endOfRun(start, to);
      width += this.#measure(this.#fonts[start]!, this.text.slice(start, end));
    }
    return width;
  }

  /** The end of the characters from a place on that are drawn alike. */
  #endOfRun(start: number, to: number): number {
    let end = start + 1;
    while (end < to && this.#isAlike(start, end)) end += 1;
    return end;
  }

  #isAlike(one: number, other: number): boolean {
    const { levels } = this.#levels;
    return (
      this.#styles[one] === this.#styles[other] &&
      this.#fonts[one] === this.#fonts[other] &&
      levels[one] === levels[other]
    );
  }

  /** The pieces of a line, as they stand from left to right. */
  pieces(from: number, to: number): Piece[] {
    const order = this.#visualOrder(from, to);
    const pieces: Piece[] = [];
    for (let start = 0, end = 0; start < order.length; start = end) {
      const first = order[start]!;
      const step = isOdd(this.#levels.levels[first]!) ? -1 : 1;
      end = start + 1;
      while (end < order.length && order[end] === order[end - 1]! + step && this.#isAlike(first, order[end]!)) end += 1;
      const last = order[end - 1]!;
      pieces.push(this.#piece(Math.min(first, last), Math.max(first, last) + 1));
    }
    return pieces;
  }

  #visualOrder(from: number, to: number): number[] {
    const order = Array.from({ length: to - from }, (_, at) => from + at);
    for (const [start, end] of bidi.getReorderSegments(this.text, this.#levels, from, to - 1)) {
      const turned = order.slice(start - from, end - from + 1).reverse();
      order.splice(start - from, turned.length, ...turned);
    }
    return order;
  }

  #piece(from: number, to: number): Piece {
    const font = this.#fonts[from]!;
    const written = this.text.slice(from, to);
    const isOwnWay = isOdd(this.#levels.levels[from]!) === isRightToLeft(font);
    const text = isOwnWay ? written : isRightToLeft(font) ? reverse(written) : mirror(reverse(written));
    return { text, style: this.#styles[from]!, font, width: this.#measure(font, text) };
  }
}

function isOdd(level: number): boolean {
  return level % 2 === 1;
}

/** For a font that draws the other way: digits of Arabic run from left to right in a font that does not. */
function reverse(text: string): string {
  return [...text].reverse().join("");
}

function mirror(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
}

function breakLine(paragraph: Paragraph, width: number): Line[] {
  const { isRightToLeft: fromRight, text } = paragraph;
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  const close = (): void => {
    const pieces = paragraph.pieces(start, start + text.slice(start, end).trimEnd().length);
    lines.push({ pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0), isRightToLeft: fromRight });
    start = end;
    used = 0;
  };
  for (const next of breaksOf(paragraph, width)) {
    const seen = end + text.slice(end, next).trimEnd().length;
    if (end > start && used + paragraph.widthOf(end, seen) > width) close();
    used += paragraph.widthOf(end, next);
    end = next;
  }
  if (end > start || lines.length === 0) close();
  return lines;
}

/** Where a line may end: where Unicode says so, and in a word that is wider than a line wherever it must. */
function* breaksOf(paragraph: Paragraph, width: number): Generator<number> {
  const { text } = paragraph;
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    if (paragraph.widthOf(from, next.position) > width) yield* placesInWord(text, from, next.position);
    yield next.position;
    from = next.position;
  }
  if (from < text.length) yield text.length;
}

function* placesInWord(text: string, from: number, to: number): Generator<number> {
  let at = from;
  for (const [character] of text.slice(from, to).matchAll(/\P{M}\p{M}*/gu)) {
    at += character.length;
    if (at < to) yield at;
  }
}
