// Numbers for what is compared: equal content has an equal number on both sides.
//
// Tokens, paragraphs, rows and tables are compared as numbers. A token's weight says how much it can
// hold two texts together: white space nothing, a sign or a very common word little, a word as much as
// it has letters.

import { type Fingerprint, NO_PRINT } from "./fingerprints.ts";
import { ContentBytes } from "./plain-text.ts";
import { foldedEnd, foldText, isFoldingText, type Wording } from "./wording.ts";

/** The number of a token, of a paragraph's content, or of a row's or table's. */
export type Key = number & { readonly brand: "Key" };

/** Words so common that they hold no two texts together. */
const COMMON: ReadonlySet<string> = new Set(
  "a an and any are as at be been but by for from has have he if in is it its may no not of on or shall she such than that the their there these they this to was were which who will with would".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{N}]/u;
const COMMON_WEIGHT = 1;
const SIGN_WEIGHT = 0.25;
/** The weight of a word of one letter, or of a digit: it says more than a very common word. */
const LEAST_WEIGHT = 1.5;
/** The weight of an object (an image, a note, a field): as much as a longer word. */
const OBJECT_WEIGHT = 8;

/** The content of a paragraph. */
export interface ParagraphContent {
  readonly key: Key;
  readonly isBlank: boolean;
  readonly letters: number;
}

export class Lexicon {
  /** By fingerprint. */
  readonly #paragraphs: (ParagraphContent | undefined)[] = [];
  readonly wording: Wording;
  readonly #isFolding: boolean;
  readonly #keys = new Map<string, Key>();
  readonly #weights: number[] = [];
  readonly #contents = new ContentBytes();
  /** By number of what a paragraph says. */
  readonly #contentKeys: Key[] = [];

  constructor(wording: Wording) {
    this.wording = wording;
    this.#isFolding = isFoldingText(wording);
  }

  /** Whether texts that are not the same letter by letter may have the same number. */
  get isFolding(): boolean {
    return this.#isFolding;
  }

  /** Text without what is not to count. */
  fold(text: string): string {
    return this.#isFolding ? foldText(text, this.wording) : text;
  }

  /** The text of a whole paragraph without what is not to count, blanks at its end too. */
  foldParagraph(text: string): string {
    return this.#isFolding ? this.fold(text.slice(0, foldedEnd(text, this.wording))) : text;
  }

  /** The number of some content, the same for equal content; its weight is given when it is first met. */
  key(content: string, weight = 0): Key {
    const known = this.#keys.get(content);
    if (known !== undefined) return known;
    const key = this.#weights.length as Key;
    this.#keys.set(content, key);
    this.#weights.push(weight);
    return key;
  }

  /** The number of a token of text, in a link or not. */
  text(text: string, link: string): Key {
    const folded = this.fold(text);
    const content = link === "" ? folded : `${folded}\u0001${link}`;
    const known = this.#keys.get(content);
    return known ?? this.key(content, weightOfText(text));
  }

  object(content: string, link: string): Key {
    return this.key(`\u0002${content}\u0001${link}`, OBJECT_WEIGHT);
  }

  /** The content of a paragraph, to be put together and then numbered; those that end a section are a kind of their own. */
  newContent({ endsSection }: { readonly endsSection: boolean }): ContentBytes {
    this.#contents.begin(endsSection ? 1 : 0);
    return this.#contents;
  }

  /** The number of the content that was put together. */
  contentKey(): Key {
    const number = this.#contents.number();
    const known = this.#contentKeys[number];
    if (known !== undefined) return known;
    const key = this.#weights.push(0) - 1;
    this.#contentKeys[number] = key as Key;
    return key as Key;
  }

  /** What paragraphs of a fingerprint say, if one was read. */
  paragraph(print: Fingerprint): ParagraphContent | undefined {
    return print === NO_PRINT ? undefined : this.#paragraphs[print];
  }

  rememberParagraph(print: Fingerprint, content: ParagraphContent): void {
    if (print !== NO_PRINT) this.#paragraphs[print] = content;
  }

  weightOf(key: number): number {
    return this.#weights[key]!;
  }
}

function weightOfText(text: string): number {
  if (text.trim() === "") return 0;
  if (!WORD.test(text)) return SIGN_WEIGHT;
  return COMMON.has(text.toLowerCase()) ? COMMON_WEIGHT : Math.max(LEAST_WEIGHT, text.length);
}
