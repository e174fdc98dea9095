// Breaks text into lines, and each line into pieces of one font and style in visual order.
//
// Lines break where Unicode permits it (UAX 14), and inside a word only if the word is longer than a line.
// Right-to-left text is reordered line by line (UAX 9). Fonts of such scripts arrange their own letters; signs between
// the letters are mirrored here.

import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import { type FontName, fontFor, isRightToLeft } from "./fonts.ts";

export type Style = "plain" | "inserted" | "deleted" | "movedHere" | "movedAway";

export interface StyledText {
  readonly text: string;
  readonly style: Style;
  /** `#rrggbb`; undefined means the colour of the style. */
  readonly colour?: string;
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

/** Returns the width of a text in a font. */
export type Measure = (font: FontName, text: string) => number;

const bidi = bidiFactory();

export type Direction = "ltr" | "rtl";

/** Returns the direction of the first line, which its first letter determines. */
export function directionOf(spans: readonly StyledText[]): Direction {
  const text = splitAtBreaks(spans)[0]!
    .map((span) => span.text)
    .join("");
  return isOdd(bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) ? "rtl" : "ltr";
}

/** Returns at least one line, which may be empty. Without `direction`, the first letter determines it. */
export function layOut(spans: readonly StyledText[], width: number, measure: Measure, direction?: Direction): Line[] {
  return splitAtBreaks(spans).flatMap((line) => breakLine(new Paragraph(line, measure, direction), width));
}

/** Cuts the text at its line breaks. Each part is reordered separately. */
function splitAtBreaks(spans: readonly StyledText[]): StyledText[][] {
  const lines: StyledText[][] = [[]];
  for (const { text, ...look } of spans) {
    for (const [at, part] of showable(text).split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1)!.push({ ...look, text: part });
    }
  }
  return lines;
}

/** Replaces a character that no font contains. */
const UNKNOWN = "\u25a1";
/** Maps a character without a glyph to its replacement. */
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

/** A text without line breaks, with the look, font and bidi level of each character. */
class Paragraph {
  readonly text: string;
  readonly #looks: Omit<StyledText, "text">[] = [];
  readonly #fonts: FontName[] = [];
  readonly #levels: ReturnType<typeof bidi.getEmbeddingLevels>;
  readonly #measure: Measure;

  constructor(spans: readonly StyledText[], measure: Measure, direction: Direction | undefined) {
    this.text = spans.map(({ text }) => text).join("");
    this.#measure = measure;
    this.#levels = bidi.getEmbeddingLevels(this.text, direction);
    for (const { text, ...look } of spans) {
      for (const character of text) this.#note(character, look);
    }
  }

  /**
   * Records look and font of a character. A combining mark or a space gets the font of the preceding character, so
   * that words are not cut into pieces.
   */
  #note(character: string, look: Omit<StyledText, "text">): void {
    const last = this.#fonts.at(-1);
    const own = last !== undefined && /[\p{M} ]/u.test(character) ? last : (fontFor(character) ?? "latin");
    for (let unit = 0; unit < character.length; unit += 1) {
      this.#looks.push(look);
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

  /** Returns the end of the range from `start` whose characters have the same look, font and level. */
  #endOfRun(start: number, to: number): number {
    let end = start + 1;
    while (end < to && this.#isAlike(start, end)) end += 1;
    return end;
  }

  #isAlike(one: number, other: number): boolean {
    const { levels } = this.#levels;
    return (
      this.#looks[one]?.style === this.#looks[other]?.style &&
      this.#looks[one]?.colour === this.#looks[other]?.colour &&
      this.#fonts[one] === this.#fonts[other] &&
      levels[one] === levels[other]
    );
  }

  /** Returns the pieces of a line from left to right. */
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
    return { ...this.#looks[from]!, text, font, width: this.#measure(font, text) };
  }
}

function isOdd(level: number): boolean {
  return level % 2 === 1;
}

/**
 * Reverses the text, for a font that does not run in the direction of the text. Arabic digits, for example, run from
 * left to right, although their font does not.
 */
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

/**
 * Yields the positions at which a line may end: where Unicode permits it, and after every character of a word that is
 * wider than a line.
 */
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
