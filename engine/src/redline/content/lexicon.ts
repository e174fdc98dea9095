// Gives numbers to content, so that equal content has the same number on both sides.
//
// Tokens, paragraphs, rows and tables are compared as numbers. The weight of a token is its share in the similarity of
// two texts. White space weighs 0, a sign or a very common word little, an object 8, and any other word the number of
// its letters, at least 1.5.

import { type Fingerprint, NO_PRINT } from "./fingerprints.ts";
import { ContentBytes } from "./plain-text.ts";
import { foldedEnd, foldText, isFoldingText, type Wording } from "./wording.ts";

/** The number of a token, of a paragraph's content, or of a row or table. */
export type Key = number & { readonly brand: "Key" };

/** Words that are too common to make two texts similar. */
const COMMON: ReadonlySet<string> = new Set(
  "a an and any are as at be been but by for from has have he if in is it its may no not of on or shall she such than that the their there these they this to was were which who will with would".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{N}]/u;
const COMMON_WEIGHT = 1;
const SIGN_WEIGHT = 0.25;
/** The weight of a word of one letter, or of a digit. It is more than that of a very common word. */
const LEAST_WEIGHT = 1.5;
/** The weight of an object, for example an image, a note or a field: that of a word with eight letters. */
const OBJECT_WEIGHT = 8;

export interface ParagraphContent {
  readonly key: Key;
  readonly isBlank: boolean;
  readonly letters: number;
}

export class Lexicon {
  /** Indexed by fingerprint. */
  readonly #paragraphs: (ParagraphContent | undefined)[] = [];
  readonly wording: Wording;
  readonly #isFolding: boolean;
  readonly #keys = new Map<string, Key>();
  readonly #weights: number[] = [];
  readonly #contents = new ContentBytes();
  /** Indexed by the number that `ContentBytes` gives to the content of a paragraph. */
  readonly #contentKeys: Key[] = [];

  constructor(wording: Wording) {
    this.wording = wording;
    this.#isFolding = isFoldingText(wording);
  }

  /** True if two different texts may have the same number. */
  get isFolding(): boolean {
    return this.#isFolding;
  }

  /** Returns the text without the differences that the options ignore. */
  fold(text: string): string {
    return this.#isFolding ? foldText(text, this.wording) : text;
  }

  /** Returns the text of a whole paragraph without the differences that the options ignore, including trailing blanks. */
  foldParagraph(text: string): string {
    return this.#isFolding ? this.fold(text.slice(0, foldedEnd(text, this.wording))) : text;
  }

  /** Returns the number of some content, the same for equal content. The weight is used only if the content is new. */
  key(content: string, weight = 0): Key {
    const known = this.#keys.get(content);
    if (known !== undefined) return known;
    const key = this.#weights.length as Key;
    this.#keys.set(content, key);
    this.#weights.push(weight);
    return key;
  }

  /** Returns the number of a token of text. `link` is empty outside of links. */
  text(text: string, link: string): Key {
    const folded = this.fold(text);
    const content = link === "" ? folded : `${folded}\u0001${link}`;
    const known = this.#keys.get(content);
    return known ?? this.key(content, weightOfText(text));
  }

  object(content: string, link: string): Key {
    return this.key(`\u0002${content}\u0001${link}`, OBJECT_WEIGHT);
  }

  /**
   * Begins the content of a paragraph, which `contentKey` then numbers. A paragraph that ends a section never equals
   * one that does not.
   */
  newContent({ endsSection }: { readonly endsSection: boolean }): ContentBytes {
    this.#contents.begin(endsSection ? 1 : 0);
    return this.#contents;
  }

  /** Returns the number of the content that was added since `newContent`. */
  contentKey(): Key {
    const number = this.#contents.number();
    const known = this.#contentKeys[number];
    if (known !== undefined) return known;
    const key = this.#weights.push(0) - 1;
    this.#contentKeys[number] = key as Key;
    return key as Key;
  }

  /** Returns the content of the paragraphs with a fingerprint, or undefined if none was read. */
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
