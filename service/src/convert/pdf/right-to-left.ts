// Right-to-left words as they are read, from the glyphs that show them (RFL-77).
//
// pdfjs turns the letters of a ligature round with the word they stand in, and takes each vowel mark that stands a little
// higher or lower for a text of its own. The glyphs tell more: a file draws them from left to right, each mark before its
// letter, so that a stretch of them is read from the last glyph to the first, and each glyph from its first letter.

import type { GlyphStretch } from "./glyph-stretch.ts";

export interface ReadGlyph extends GlyphStretch {
  readonly unicode: string;
  readonly size: number;
}

/** Glyphs side by side, in the order in which they are read. */
export interface ReadStretch extends GlyphStretch {
  readonly text: string;
}

/** The next glyph begins at most so many sizes behind the last, and at most so many before its end: marks overlap. */
const BESIDE = 1.1;
const OVERLAP = 0.7;
/** A mark stands at most this share of the size above or below its line. */
const RAISED = 0.45;

const MARK = /^\p{Mn}+$/u;
const DIGIT = /^\p{Nd}$/u;
const BETWEEN_DIGITS = /^[.,:/٫٬]$/u;
const LETTER = /\p{L}/u;

/** True for letters and marks of scripts that run from right to left. */
function isRightToLeft(unicode: string): boolean {
  const code = unicode.charCodeAt(0);
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff);
}

/** Takes the glyphs of a page as they are drawn. */
export class RightToLeftReader {
  readonly #read: ReadStretch[] = [];
  #open: ReadGlyph[] = [];
  #right = 0;
  /** The last glyph of a script that runs from left to right. */
  #other: ReadGlyph | undefined;

  add(glyph: ReadGlyph): void {
    const isOther = LETTER.test(glyph.unicode) && !isRightToLeft(glyph.unicode);
    const last = this.#open.at(-1);
    if (last !== undefined && (isOther || !this.#follows(glyph, last))) this.#end(isOther ? glyph : undefined);
    if (isOther) {
      this.#other = glyph;
      return;
    }
    this.#right = this.#open.length === 0 ? glyph.right : Math.max(this.#right, glyph.right);
    this.#open.push(glyph);
  }

  /** The stretches that pdfjs cannot read: those with marks or ligatures. */
  stretches(): readonly ReadStretch[] {
    this.#end(undefined);
    return this.#read;
  }

  #follows({ left, y, size }: ReadGlyph, last: ReadGlyph): boolean {
    const isBeside = left < this.#right + BESIDE * size && left > this.#right - OVERLAP * size;
    return isBeside && Math.abs(y - last.y) < RAISED * size;
  }

  #end(after: ReadGlyph | undefined): void {
    const open = this.#open;
    this.#open = [];
    if (!open.some(isHard)) return;
    const glyphs = trimmed(open, { before: isBeside(this.#other, open[0]!), after: isBeside(open.at(-1)!, after) });
    const line = glyphs.find(({ unicode }) => !MARK.test(unicode)) ?? glyphs[0]!;
    const right = glyphs.reduce((most, own) => Math.max(most, own.right), 0);
    const left = Math.min(glyphs[0]!.left, line.left);
    this.#read.push({ left, right, y: line.y, text: textOf(glyphs.map(({ unicode }) => unicode)) });
  }
}

/** True for a mark, or a glyph of several letters. */
function isHard({ unicode }: ReadGlyph): boolean {
  return isRightToLeft(unicode) && (unicode.length > 1 || MARK.test(unicode));
}

function isBeside(before: ReadGlyph | undefined, after: ReadGlyph | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return (
    Math.abs(after.left - before.right) < BESIDE * after.size && Math.abs(after.y - before.y) < RAISED * after.size
  );
}

/** Without the spaces at its ends, and without signs beside text that runs from left to right: they may belong to that. */
function trimmed(glyphs: readonly ReadGlyph[], other: { before: boolean; after: boolean }): readonly ReadGlyph[] {
  const isText = ({ unicode }: ReadGlyph): boolean => unicode.trim() !== "";
  const isOwn = ({ unicode }: ReadGlyph): boolean => isRightToLeft(unicode);
  const start = glyphs.findIndex(other.before ? isOwn : isText);
  const end = glyphs.findLastIndex(other.after ? isOwn : isText);
  return glyphs.slice(start, end + 1);
}

/** From the last glyph to the first; numbers run from left to right. */
function textOf(drawn: readonly string[]): string {
  const letters = withMarks(drawn);
  let text = "";
  for (let at = letters.length - 1; at >= 0; ) {
    let start = at;
    while (DIGIT.test(letters[at]!) && isNumberPart(letters, start - 1)) start -= 1;
    text += letters.slice(start, at + 1).join("");
    at = start - 1;
  }
  return text;
}

/** Each glyph with the marks drawn before it, behind its first letter: of a ligature, that one has them. */
function withMarks(drawn: readonly string[]): string[] {
  const letters: string[] = [];
  let marks = "";
  for (const unicode of drawn) {
    if (MARK.test(unicode)) {
      marks = unicode + marks;
      continue;
    }
    const [first = "", ...rest] = unicode;
    // A glyph may name its mark, too.
    const own = [...marks].filter((mark) => !unicode.includes(mark)).join("");
    letters.push(first + own + rest.join(""));
    marks = "";
  }
  if (marks !== "") letters.push(marks);
  return letters;
}

function isNumberPart(parts: readonly string[], at: number): boolean {
  const isDigit = (place: number): boolean => DIGIT.test(parts[place] ?? "");
  return isDigit(at) || (BETWEEN_DIGITS.test(parts[at] ?? "") && isDigit(at - 1));
}
