// Who changed what and when, as attributes: ids that are not used twice, three authors, two dates.

import type { Random } from "../../runner/random.ts";

const AUTHORS = ["Ann", "Bo", "Cy"];
const DATES = ["2024-01-02T03:04:00Z", "2024-05-06T07:08:00Z"];

/** The marks of tracked changes of one document. */
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

  /** The attributes of a new change. */
  made(): string {
    const [author, date] = [this.#random.pick(AUTHORS), this.#random.pick(DATES)];
    return `w:id="${this.nextId()}" w:author="${author}" w:date="${date}"`;
  }

  /** A mark in properties, such as `<w:ins …/>`. */
  mark(name: string): string {
    return `<w:${name} ${this.made()}/>`;
  }

  /** A wrapper around content. */
  around(name: string, content: string): string {
    return `<w:${name} ${this.made()}>${content}</w:${name}>`;
  }

  /** The record of old properties: `rPr` with `<w:i/>` gives a w:rPrChange around them. */
  change(properties: string, old: string): string {
    return this.around(`${properties}Change`, `<w:${properties}>${old}</w:${properties}>`);
  }

  /** A range that says that what is in it was moved. */
  range(half: "moveFrom" | "moveTo", name: string): { readonly start: string; readonly end: string } {
    const made = this.made();
    const id = /w:id="\d+"/.exec(made)![0];
    return { start: `<w:${half}RangeStart ${made} w:name="${name}"/>`, end: `<w:${half}RangeEnd ${id}/>` };
  }
}
