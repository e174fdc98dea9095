// Defines texts that are cut into tokens, and the characters that represent marks and objects in them.

/** Tokens with the text that they were cut from. `starts` has one more entry than tokens: the end of the text. */
export interface TokenText {
  readonly keys: Int32Array;
  readonly text: string;
  readonly starts: Int32Array;
}

/** The character for a paragraph mark or a table in the text of several paragraphs. */
export const MARK = "\u2029";
/** The character for an object. */
export const OBJECT = "\ufffc";

/** A word weighs more than this. White space, signs and paragraph marks do not. */
export const LIGHTEST_WORD = 0.5;
