// Writes the attributes of tracked changes: unique ids, three authors and two dates.

import type { Random } from "../../runner/random.ts";

const AUTHORS = ["Ann", "Bo", "Cy"];
const DATES = ["2024-01-02T03:04:00Z", "2024-05-06T07:08:00Z"];

/** The tracked-change marks of one document. */
export class TrackedMarks {
  readonly #random: Random;
  #lastId = 100;

  constructor(random: Random) {
    this.#random = random;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Returns the attributes of a new change. */
  made(): string {
    const [author, date] = [this.#random.pick(AUTHORS), this.#random.pick(DATES)];
    return `w:id="${this.nextId()}" w:author="${author}" w:date="${date}"`;
  }

  /** Returns a mark in properties, such as `<w:ins …/>`. */
  mark(name: string): string {
    return `<w:${name} ${this.made()}/>`;
  }

  /** Returns `content` inside a tracked-change element. */
  around(name: string, content: string): string {
    return `<w:${name} ${this.made()}>${content}</w:${name}>`;
  }

  /** Returns the record of old properties: `rPr` with `<w:i/>` gives a `w:rPrChange` around them. */
  change(properties: string, old: string): string {
    return this.around(`${properties}Change`, `<w:${properties}>${old}</w:${properties}>`);
  }

  /** Returns the start and end of a range that marks its content as moved. */
  range(half: "moveFrom" | "moveTo", name: string): { readonly start: string; readonly end: string } {
    const made = this.made();
    const id = /w:id="\d+"/.exec(made)![0];
    return { start: `<w:${half}RangeStart ${made} w:name="${name}"/>`, end: `<w:${half}RangeEnd ${id}/>` };
  }
}
