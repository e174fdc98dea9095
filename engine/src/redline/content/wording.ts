// How text is taken for the same.

export interface Wording {
  /** The size of the smallest mark. */
  readonly granularity: "word" | "character";
  /** Text that differs only so is the same; the spelling of the carrier is shown. */
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
  /** Quotes, dashes and blanks of all kinds: “ is ", – is -, and a no-break space or several spaces are one. */
  readonly ignoreTypography: boolean;
}

/** Text is the same letter by letter. */
export const exactWording: Wording = {
  granularity: "word",
  ignoreCase: false,
  ignoreWhitespace: false,
  ignoreTypography: false,
};

/** True if texts that are not the same letter by letter may count as the same. */
export function isFoldingText({ ignoreCase, ignoreWhitespace, ignoreTypography }: Wording): boolean {
  return ignoreCase || ignoreWhitespace || ignoreTypography;
}

/** Blanks on a line: all white space but tabs and breaks. */
const BLANKS = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u02bc\u2032]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u00ab\u00bb\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** True if a character is white space that the wording takes for one, however much of it there is. */
export function isFoldedBlank(character: string, { ignoreWhitespace, ignoreTypography }: Wording): boolean {
  return ignoreWhitespace || (ignoreTypography && character.replace(BLANKS, "") === "");
}

/** Where the text of a paragraph ends without blanks that do not count. Text of such blanks alone is kept. */
export function foldedEnd(text: string, wording: Wording): number {
  let end = text.length;
  while (end > 0 && /\s/.test(text[end - 1]!) && isFoldedBlank(text[end - 1]!, wording)) end -= 1;
  return end === 0 ? text.length : end;
}

/** Text without what is not to count. */
export function foldText(text: string, { ignoreCase, ignoreWhitespace, ignoreTypography }: Wording): string {
  const cased = ignoreCase ? text.toLowerCase() : text;
  const plain = ignoreTypography ? foldSigns(cased) : cased;
  return ignoreWhitespace ? plain.replace(/\s+/g, " ") : plain;
}

function foldSigns(text: string): string {
  return text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(DASHES, "-").replace(BLANKS, " ");
}
