// Translates names into the addresses of a batch: refs, or addresses of the document as uploaded.

import { type Addresser, type Item, type Name, type PointName, type TextName, Untranslated } from "./names.ts";
import type { Reading, Standing } from "./reading.ts";

export class AsSent implements Addresser {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  address(name: Name): unknown {
    switch (name.$) {
      case "paragraph":
        return this.#paragraph(name.key);
      case "paragraphs": {
        const items = name.items.map((item) => this.#item(item));
        return items.length === 1 ? items[0] : items;
      }
      case "range":
        return { from: this.#paragraph(name.from), through: this.#paragraph(name.through) };
      case "madeRange":
        return { from: { ref: name.from.ref }, through: { ref: name.through.ref } };
      case "partRange":
        return {
          from: name.from === undefined ? this.#paragraph(name.key) : { ref: name.from.ref },
          through: { ref: name.through.ref },
        };
      case "all":
        return name.kind === undefined ? "all" : { all: true, part: { kind: name.kind } };
      case "home":
        return this.#paragraph(name.of.key);
      case "text":
        return this.#selector(name.text, name.how);
      case "at":
        return this.#at(name.point, name.how);
      case "destination":
        return { ...this.#beside(name.beside), position: name.position };
      case "ref":
        return { ref: name.name.ref };
      case "inPart":
        return { part: { ref: name.part.ref }, index: name.index };
      case "table":
        return this.#table(name.keys);
      case "line":
        return this.#line(name);
      case "lineOfMade":
        return { table: { ref: name.table }, number: name.number };
      case "section":
        return { number: name.number };
      case "note":
        return this.#standing(name.key).part;
      case "comment":
        return { number: this.#comment(name.text) };
    }
  }

  #standing(key: string): Standing {
    const standing = this.#reading.starts.get(key);
    if (standing === undefined) throw new Untranslated(`paragraph ${key}`);
    return standing;
  }

  #paragraph(key: string) {
    return locatorOf(this.#standing(key));
  }

  #item(item: Item): unknown {
    if ("ref" in item) return { ref: item.ref };
    if ("key" in item) return this.#paragraph(item.key);
    return { from: this.#paragraph(item.from), through: this.#paragraph(item.through) };
  }

  /**
   * Returns one of several selectors for the same text: bare, with context, or with an occurrence number. `how`
   * chooses. A text that is not unique in its paragraph always gets an occurrence number.
   */
  #selector({ key, from, to }: TextName, how: number): unknown {
    const { text } = this.#standing(key).paragraph;
    const match = text.slice(from, to);
    const isUnique = countMatches(text, match, text.length) === 1;
    if (isUnique && how % 3 === 0) return { match };
    if (how % 3 === 1) {
      // The context ends at a page break, which has no characters that a selector could match.
      const prefix = text
        .slice(Math.max(0, from - 3), from)
        .split("\f")
        .at(-1)!;
      const suffix = text.slice(to, to + 3).split("\f")[0]!;
      const context = { match, ...(prefix === "" ? {} : { prefix }), ...(suffix === "" ? {} : { suffix }) };
      if (isUnique) return context;
    }
    return { match, occurrence: countMatches(text, match, from) + 1 };
  }

  #at({ anchor }: PointName, how: number): unknown {
    return typeof anchor === "string" ? anchor : { [anchor.side]: this.#selector(anchor.text, how) };
  }

  #beside(beside: Extract<Name, { $: "destination" }>["beside"]): object {
    if ("paragraph" in beside) return { paragraph: this.#paragraph(beside.paragraph) };
    if ("table" in beside) return { table: this.#table(beside.table) };
    return beside.made.kind === "table" ? { table: { ref: beside.made.ref } } : { paragraph: { ref: beside.made.ref } };
  }

  #table([key = ""]: readonly string[]): unknown {
    const found = this.#reading.tableAround(this.#standing(key));
    if (found === undefined) throw new Untranslated(`table of ${key}`);
    return { number: found.table.number, ...(found.part === undefined ? {} : { part: found.part }) };
  }

  #line({ axis, keys, how }: Extract<Name, { $: "line" }>): unknown {
    const { paragraph } = this.#standing(keys[0] ?? "");
    if (how % 2 === 1) return this.#paragraph(keys[0]!);
    return { table: this.#table(keys), number: axis === "row" ? paragraph.table!.row : paragraph.table!.column };
  }

  #comment(text: string): number {
    const found = this.#reading.content.comments.find((comment) => comment.text === text);
    if (found === undefined) throw new Untranslated("comment");
    return found.number;
  }
}

export function locatorOf({ part, paragraph }: Standing): { readonly index: number; readonly part?: unknown } {
  return { ...(part === undefined ? {} : { part }), index: paragraph.index };
}

/** Returns the number of matches that start before the offset `before`. Of overlapping matches, the first counts. */
export function countMatches(text: string, match: string, before: number): number {
  if (match === "") throw new Untranslated("text");
  let count = 0;
  for (let at = text.indexOf(match); at >= 0 && at < before; at = text.indexOf(match, at + match.length)) count += 1;
  return count;
}
