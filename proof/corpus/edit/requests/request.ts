// Defines the edits of a request, and the random draws that choose among what a document contains.

import type { EditTypeName } from "@versus/engine/tasks";
import { drawIndex, type RandomNumbers, shuffle } from "../../../runner/random.ts";
import type { Subject } from "./subject.ts";

export interface Edit {
  readonly type: EditTypeName;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes a request about one type of edit, by the content of the document alone. Other edits may be before and after
 * it. Returns undefined if such an edit cannot apply to the document.
 */
export type Maker = (subject: Subject, draw: Draw) => readonly Edit[] | undefined;

const WORDS =
  "notwithstanding the foregoing Seller shall deliver all goods “as is” on or before 30 days – subject to § 4.2 & any Müller 東京 שלום agreement".split(
    " ",
  );

export class Draw {
  readonly random: RandomNumbers;
  #named = 0;

  constructor(random: RandomNumbers) {
    this.random = random;
  }

  /** Draws an integer of at least 0 and less than `end`. */
  below(end: number): number {
    return drawIndex(this.random, end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  pickSome<Item>(items: readonly Item[], most: number): Item[] {
    return shuffle(items, this.random).slice(0, this.between(1, Math.min(most, items.length)));
  }

  /** Returns the fields with probability `share`, otherwise none: for optional fields. */
  maybe(share: number, fields: () => Fields): Fields {
    return this.chance(share) ? fields() : {};
  }

  words(most: number): string {
    return Array.from({ length: this.between(1, most) }, () => this.pick(WORDS)).join(" ");
  }

  /** Returns a ref that the request has not used. */
  name(): string {
    this.#named += 1;
    return this.chance(0.1) ? `a name, ${this.#named}` : `r${this.#named}`;
  }

  /** Returns the first result of up to `count` tries. */
  tries<Thing>(count: number, make: () => Thing | undefined): Thing | undefined {
    for (let at = 0; at < count; at += 1) {
      const made = make();
      if (made !== undefined) return made;
    }
    return undefined;
  }
}
