// Finds list labels at the start of lines: "1.", "1.2.3", "(a)", "iv)", "Article 5", bullets.
//
// The rules are RFL-20..23.

import type { PagePiece, TextLine } from "./lines.ts";
import { gapBetween, lineText } from "./lines.ts";

export interface FoundLabel {
  readonly text: string;
  /** The number of pieces that the label takes, and the position at which the text after it begins. */
  readonly pieces: number;
  readonly textLeft: number;
}

const BULLETS = "•·◦▪▫■□●○◆◇‣⁃∙➢➤✓✔❖–—-*o§\uf020-\uf0ff";
const bullet = new RegExp(`^[${BULLETS.replace("-*", "\\-*")}]$`, "u");
const counter = "(?:\\d{1,3}|[a-zA-Z]{1,2}|[ivxlcdmIVXLCDM]{1,7})";
const number = new RegExp(
  `^[(\\[]?(?:${counter}[.)\\]:]|${counter}(?:\\.${counter})+[.)\\]:]?|\\(${counter}\\)|\\[${counter}\\])$`,
  "u",
);
const plain = /^\d{1,3}(?:\.\d{1,3})*$/;
const named =
  /^(?:Article|Section|Clause|Schedule|Exhibit|Annex|Appendix|Chapter|Part|ARTICLE|SECTION|CLAUSE|SCHEDULE|EXHIBIT|ANNEX|APPENDIX|CHAPTER|PART|§)\s?[0-9A-Z]{1,5}(?:\.\d{1,3})*[.:)]?$/;

const tens = "twent|thirt|fort|fift|sixt|sevent|eight|ninet";
const ones = "one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth";
const teens = "ten|eleven|twelve|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teen";
/** Matches labels that count in words, as Word can: "1st.", "Second)", "1.a.Three)", "Twenty-first:" (RFL-24). */
const worded = new RegExp(
  `^(?:${counter}\\.)*(?:\\d{1,3}(?:st|nd|rd|th)[.)\\]:]?|(?:${ones}|(?:${teens})(?:th)?|(?:${tens})(?:ieth|y(?:-(?:${ones}))?))[.)\\]:])$`,
  "iu",
);

/** True for text that is usually a list label. */
export function isLabel(text: string): boolean {
  return bullet.test(text) || number.test(text) || plain.test(text) || named.test(text) || worded.test(text);
}

/** True for a box to tick, drawn with characters, or its beginning: "[", "[ ]", "[x]", "☐". */
export function isBox(text: string): boolean {
  return /^(?:[[(]|[[(]\s?[xX✓_ ]?\s?[\])]|[☐☑☒□■_])$/.test(text.trim());
}

export function isBullet(text: string): boolean {
  return bullet.test(text);
}

/** Gaps larger than this share of the size are more than a space between two words. */
const STOP = 0.45;

/**
 * Returns the label of a line if more than a space separates it from the text (RFL-20). A typed "1. Text" with a single
 * space stays text, because its author typed it as text.
 */
export function labelOf(line: TextLine): FoundLabel | undefined {
  const { pieces } = line;
  for (let count = 1; count <= Math.min(4, pieces.length - 1); count += 1) {
    const [before, after] = [pieces[count - 1]!, pieces[count]!];
    const gap = after.x - before.x - before.width;
    const isApart = gapBetween(before, after) !== "none" && gap > STOP * line.size;
    if (!isApart) continue;
    const text = lineText(pieces.slice(0, count)).replace(/\t/g, " ");
    return isLabel(text) && before.raise === "none" ? { text, pieces: count, textLeft: after.x } : undefined;
  }
  return undefined;
}

/**
 * True if `labelOf` finds a label, or if the first word is a bullet or a number such as "1." or "(a)", with any gap
 * after it. One or two letters with a period ("No."), words with a colon ("to:") and "e.g." do not count.
 */
export function startsWithLabel(line: TextLine): boolean {
  const [word = ""] = lineText(line.pieces).split(/[\s\t]/, 1);
  return (
    labelOf(line) !== undefined ||
    bullet.test(word) ||
    (number.test(word) && !/^[a-zA-Z]{1,2}\.$|^[a-zA-Z]+:$|^(?:i\.e|e\.g)\.$/i.test(word))
  );
}

/** Maps bullets of symbol fonts to characters that every font has. */
const SYMBOLS: Readonly<Record<string, string>> = {
  "\uf0b7": "•",
  "\uf0a7": "▪",
  "\uf0a8": "□",
  "\uf0d8": "➢",
  "\uf0fc": "✓",
  "\uf06f": "□",
  "\uf02d": "-",
  "\uf076": "❖",
};

export function readableLabel(text: string): string {
  return SYMBOLS[text] ?? text;
}

/** Returns the pieces of a line after its label. */
export function afterLabel(line: TextLine, label: FoundLabel): readonly PagePiece[] {
  return line.pieces.slice(label.pieces);
}
