// Chooses targets of edits: paragraphs, words and tables of a document, and what earlier edits make.

import type { Random } from "../../../runner/random.ts";
import type { Key, MadeKind, Making, PointName, RefName, TextName } from "../names.ts";
import { keysOf, type Reading, type Standing, type TableStanding } from "../reading.ts";

export class Maker {
  readonly random: Random;
  readonly reading: Reading;
  /** The refs that the edits made so far define. */
  readonly refs: RefName[] = [];
  /** One list per edit that makes several named paragraphs. */
  readonly rows: RefName[][] = [];
  /** The named splits, with the key of the paragraph and the offset. */
  readonly halves: { readonly key: Key; readonly offset: number; readonly ref: RefName }[] = [];
  /** The uploaded paragraphs that are the destinations of edits. */
  readonly besides: Key[] = [];
  /**
   * Probability that an edit deletes, moves or joins content that the request makes, instead of content of the
   * document.
   */
  shareMade = 0.25;
  /** True while edits act on new paragraphs that will be deleted, or on the paragraphs beside them. */
  isBeside = false;
  #words = 0;
  #names = 0;

  constructor(random: Random, reading: Reading) {
    this.random = random;
    this.reading = reading;
  }

  /** Returns a word that no document contains; it shares no letter with the document's words. */
  word(): string {
    this.#words += 1;
    return `n${String(this.#words).padStart(4, "0")}`;
  }

  /** Returns, with the probability `share` or more, a ref for something new. */
  names(kind: MadeKind, word: string, share = 0.5): Making[] {
    if (!this.random.chance(Math.max(share, this.shareMade))) return [];
    this.#names += 1;
    return [{ ref: `r${this.#names}`, kind, word }];
  }

  ref(kind: MadeKind): RefName | undefined {
    const fitting = this.refs.filter((one) => one.kind === kind);
    return fitting.length === 0 ? undefined : this.random.pick(fitting);
  }

  /** Returns one of the uploaded paragraphs that fit. */
  paragraph(fits: (standing: Standing) => boolean = () => true): Standing | undefined {
    const fitting = [...new Set(this.reading.starts.values())].filter(fits);
    return fitting.length === 0 ? undefined : this.random.pick(fitting);
  }

  bodyParagraph(fits: (standing: Standing) => boolean = () => true): Standing | undefined {
    return this.paragraph((standing) => standing.part === undefined && fits(standing));
  }

  /** Returns some text of a paragraph: whole words with or without a space beside them, sometimes a part of a word. */
  text(standing: Standing): TextName | undefined {
    const words = wordsOf(standing);
    if (words.length === 0) return undefined;
    const first = this.random.below(words.length);
    const last = Math.min(words.length - 1, first + this.random.pick([0, 0, 0, 1, 2]));
    const { text } = standing.paragraph;
    let [from, to] = [words[first]!.from, words[last]!.to];
    if (text[from - 1] === " " && this.random.chance(0.2)) from -= 1;
    if (text[to] === " " && this.random.chance(0.2)) to += 1;
    if (this.random.chance(0.1)) from = words[first]!.from + this.random.between({ least: 1, most: 3 });
    return { key: keyOf(standing), from, to };
  }

  /** Returns a random position in a paragraph. */
  point(standing: Standing): PointName {
    const key = keyOf(standing);
    const { text } = standing.paragraph;
    const anchor = this.text(standing);
    if (anchor === undefined || this.random.chance(0.3)) {
      return this.random.chance(0.5)
        ? { key, offset: 0, anchor: "start" }
        : { key, offset: text.length, anchor: "end" };
    }
    const side = this.random.pick(["after", "before"] as const);
    return { key, offset: side === "after" ? anchor.to : anchor.from, anchor: { side, text: anchor } };
  }

  table(): TableStanding | undefined {
    const named = this.reading.tables.filter(({ cells }) => cells.every((cell) => keysOf(cell).length > 0));
    return named.length === 0 ? undefined : this.random.pick(named);
  }
}

export function keyOf({ paragraph }: Standing): Key {
  return keysOf(paragraph)[0]!;
}

/** Returns the ranges of the uploaded words in a paragraph. */
export function wordsOf({ paragraph }: Standing): { readonly from: number; readonly to: number }[] {
  return [...paragraph.text.matchAll(/w\d{4}/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }));
}
