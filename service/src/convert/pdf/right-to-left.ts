// Reads right-to-left words in reading order from the glyphs that show them (RFL-77).
//
// pdfjs reverses the letters of a ligature together with its word, and returns each vowel mark that is slightly higher
// or lower as a separate text. A file draws glyphs from left to right, each mark before its letter. So a stretch is
// read from its last glyph to its first, and each glyph from its first letter.

import type { GlyphStretch } from "./glyph-stretch.ts";

export interface ReadGlyph extends GlyphStretch {
  readonly unicode: string;
  readonly size: number;
}

/** Adjacent glyphs, with their text in reading order. */
export interface ReadStretch extends GlyphStretch {
  readonly text: string;
}

/**
 * The next glyph begins at most `BESIDE` times the font size after the end of the last one. It begins at most `OVERLAP`
 * times the font size before that end, because marks overlap.
 */
const BESIDE = 1.1;
const OVERLAP = 0.7;
/** Maximum vertical distance of a mark from its line, as a share of the size. */
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

/** Collects the glyphs of a page in the order of drawing. */
export class RightToLeftReader {
  readonly #read: ReadStretch[] = [];
  #open: ReadGlyph[] = [];
  #right = 0;
  /** The last glyph of a left-to-right script. */
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

  /** Returns the stretches that pdfjs cannot read: those with marks or ligatures. */
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
    this.#read.push({ left, right, y: line.y, text: visualText(glyphs.map(({ unicode }) => unicode)) });
  }
}

/** True for a right-to-left vowel mark or ligature, which pdfjs reads incorrectly. */
function isHard({ unicode }: ReadGlyph): boolean {
  return isRightToLeft(unicode) && (unicode.length > 1 || MARK.test(unicode));
}

function isBeside(before: ReadGlyph | undefined, after: ReadGlyph | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return (
    Math.abs(after.left - before.right) < BESIDE * after.size && Math.abs(after.y - before.y) < RAISED * after.size
  );
}

/**
 * Removes the spaces at both ends. Beside left-to-right text, signs are removed too, because they may belong to that
 * text.
 */
function trimmed(glyphs: readonly ReadGlyph[], other: { before: boolean; after: boolean }): readonly ReadGlyph[] {
  const isText = ({ unicode }: ReadGlyph): boolean => unicode.trim() !== "";
  const isOwn = ({ unicode }: ReadGlyph): boolean => isRightToLeft(unicode);
  const start = glyphs.findIndex(other.before ? isOwn : isText);
  const end = glyphs.findLastIndex(other.after ? isOwn : isText);
  return glyphs.slice(start, end + 1);
}

/** Returns the text from the last glyph to the first; numbers are read from left to right. */
function visualText(drawn: readonly string[]): string {
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

/**
 * Returns each glyph with the marks drawn before it, which follow its first letter: in a ligature, that letter has
 * them.
 */
function withMarks(drawn: readonly string[]): string[] {
  const letters: string[] = [];
  let marks = "";
  for (const unicode of drawn) {
    if (MARK.test(unicode)) {
      marks = unicode + marks;
      continue;
    }
    const [first = "", ...rest] = unicode;
    // A glyph may already contain its mark.
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
