// Folds text for the options of a comparison that make different texts equal.
//
// Where two different texts count as equal, the redline shows the text of the carrier.

import { allDefaults, type CompareOptions, type TextOption } from "../../language/option-table.ts";

/** The options that decide which texts are equal and how small a change may be. */
export type Wording = Pick<CompareOptions, "granularity" | TextOption>;

/** The wording in which only identical texts are equal. */
export const exactWording: Wording = allDefaults;

/** Maps each option to its fold. The folds apply in this order. */
const folds: Readonly<Record<TextOption, (text: string) => string>> = {
  ignoreCase: (text) => text.toLowerCase(),
  ignoreTypography: foldSigns,
  ignoreWhitespace: (text) => text.replace(/\s+/g, " "),
};

const textOptions = Object.keys(folds) as readonly TextOption[];

/** True if two different texts may count as equal. */
export function isFoldingText(wording: Wording): boolean {
  return textOptions.some((option) => wording[option]);
}

/** White space on a line: all white space except tabs and breaks. */
const BLANKS = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u02bc\u2032]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u00ab\u00bb\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** True if the wording treats any amount of this white space character as one. */
export function isFoldedBlank(character: string, { ignoreWhitespace, ignoreTypography }: Wording): boolean {
  return ignoreWhitespace || (ignoreTypography && character.replace(BLANKS, "") === "");
}

/**
 * Returns the position after the last character that is not an ignored blank. Text that consists only of ignored blanks
 * is kept.
 */
export function foldedEnd(text: string, wording: Wording): number {
  let end = text.length;
  while (end > 0 && /\s/.test(text[end - 1]!) && isFoldedBlank(text[end - 1]!, wording)) end -= 1;
  return end === 0 ? text.length : end;
}

/** Returns the text without the differences that the options ignore. Two texts are equal if they fold to the same text. */
export function foldText(text: string, wording: Wording): string {
  let folded = text;
  for (const option of textOptions) if (wording[option]) folded = folds[option](folded);
  return folded;
}

/** “ becomes ", – becomes -, and several spaces, or a no-break space, become one space. */
function foldSigns(text: string): string {
  return text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(DASHES, "-").replace(BLANKS, " ");
}
