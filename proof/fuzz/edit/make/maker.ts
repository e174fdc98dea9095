// What the makers of edits choose from: the paragraphs, words and tables of a generated document, and what earlier edits make.

import type { Random } from "../../../runner/random.ts";
import type { Key, MadeKind, Making, PointName, RefName, TextName } from "../names.ts";
import { keysOf, type Reading, type Standing, type TableStanding } from "../reading.ts";

export class Maker {
  readonly random: Random;
  readonly reading: Reading;
  /** What the edits made so far define. */
  readonly refs: RefName[] = [];
  /** By edit: its new paragraphs that have a name, where there are several. */
  readonly rows: RefName[][] = [];
  /** The splits that have a name, by their paragraph and place in it. */
  readonly halves: { readonly key: Key; readonly offset: number; readonly ref: RefName }[] = [];
  /** The uploaded paragraphs that something new was put beside. */
  readonly besides: Key[] = [];
  /** How often what the request makes is deleted, moved or joined, and not what the document has. */
  shareMade = 0.25;
  /** True while edits act on new paragraphs that are to go, or on what these were put beside. */
  isBeside = false;
  #words = 0;
  #names = 0;

  constructor(random: Random, reading: Reading) {
    this.random = random;
    this.reading = reading;
  }

  /** A word that no document has; no letter of it is one of the document's. */
  word(): string {
    this.#words += 1;
    return `n${String(this.#words).padStart(4, "0")}`;
  }

  /** A name for something new, in some of the cases. */
  names(kind: MadeKind, word: string, share = 0.5): Making[] {
    if (!this.random.chance(Math.max(share, this.shareMade))) return [];
    this.#names += 1;
    return [{ ref: `r${this.#names}`, kind, word }];
  }

  ref(kind: MadeKind): RefName | undefined {
    const fitting = this.refs.filter((one) => one.kind === kind);
    return fitting.length === 0 ? undefined : this.random.pick(fitting);
  }

  /** One of the uploaded paragraphs that fit. */
  paragraph(fits: (standing: Standing) => boolean = () => true): Standing | undefined {
    const fitting = [...new Set(this.reading.starts.values())].filter(fits);
    return fitting.length === 0 ? undefined : this.random.pick(fitting);
  }

  bodyParagraph(fits: (standing: Standing) => boolean = () => true): Standing | undefined {
    return this.paragraph((standing) => standing.part === undefined && fits(standing));
  }

  /** Some text of a paragraph: whole words with or without a space beside them, now and then part of one. */
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

  /** A place in a paragraph. */
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

/** The words of a paragraph, by where they stand. */
export function wordsOf({ paragraph }: Standing): { readonly from: number; readonly to: number }[] {
  return [...paragraph.text.matchAll(/w\d{4}/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }));
}
