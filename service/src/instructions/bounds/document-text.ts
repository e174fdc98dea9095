// Provides the paragraphs of the document as one list, and finds them by the locators of edits.
//
// A locator finds nothing if it names something that the request creates or that does not exist. The engine reports
// such a locator.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { isObject } from "../read-answer.ts";
import { fold } from "./words.ts";

export interface TextParagraph {
  /** `body`, or the kind and position of a part. */
  readonly part: string;
  readonly paragraph: ContentParagraph;
  /** The folded text. */
  readonly text: string;
}

type Part = Readonly<Record<string, unknown>>;

export class DocumentText {
  readonly paragraphs: readonly TextParagraph[];
  readonly #content: ContentJson;
  /** Maps a part and an index to a position in the list. */
  readonly #positions: ReadonlyMap<string, number>;
  /** Maps the name of a header or footer in any of its sections to its own name. */
  readonly #parts = new Map<string, string>();

  constructor(content: ContentJson) {
    this.#content = content;
    const { headers, footers, notes } = content;
    this.paragraphs = [
      ...placed("body", content.blocks),
      ...[...headers, ...footers].flatMap(({ part, sections, blocks }) => {
        const own = partName(part);
        for (const number of sections) this.#parts.set(partName({ ...part, section: { number } }), own);
        return placed(own, blocks);
      }),
      ...notes.flatMap(({ part, blocks }) => placed(partName(part), blocks)),
    ];
    this.#positions = new Map(this.paragraphs.map((one, at) => [`${one.part}/${one.paragraph.index}`, at]));
  }

  /** Returns the addresses of the document's links. */
  links(): string[] {
    return this.paragraphs.flatMap(({ paragraph }) =>
      paragraph.content.flatMap((segment) => ("url" in segment ? [segment.url] : [])),
    );
  }

  /** Returns the paragraphs that the `paragraphs` field of an edit names. */
  named(value: unknown): readonly TextParagraph[] {
    if (value === "all") return this.paragraphs;
    if (Array.isArray(value)) return value.flatMap((one: unknown) => this.named(one));
    if (!isObject(value)) return [];
    if (value.all === true) return this.#inParts(value.part);
    if (value.from !== undefined) return this.#range(value.from, value.through);
    const position = this.#positionOf(value);
    return position === undefined ? [] : this.paragraphs.slice(position, position + 1);
  }

  #range(from: unknown, through: unknown): readonly TextParagraph[] {
    const [begin, end] = [this.#positionOf(from), this.#positionOf(through)];
    return begin === undefined || end === undefined ? [] : this.paragraphs.slice(begin, end + 1);
  }

  #positionOf(locator: unknown): number | undefined {
    return isObject(locator) ? this.#positions.get(`${this.#partOf(locator.part)}/${locator.index}`) : undefined;
  }

  #inParts(part: unknown): readonly TextParagraph[] {
    const kind = isObject(part) ? String(part.kind ?? "body") : "body";
    return this.paragraphs.filter((one) => one.part === kind || one.part.startsWith(`${kind} `));
  }

  /** Returns the paragraphs of a table, including those of nested tables. */
  ofTable(table: unknown): readonly TextParagraph[] {
    if (!isObject(table)) return [];
    const part = this.#partOf(table.part);
    const found = this.#content.tables.find(
      (one) => one.number === table.number && (one.part === undefined ? "body" : partName(one.part)) === part,
    );
    const { first_index: first, last_index: last } = found ?? {};
    if (first === undefined || last === undefined) return [];
    return this.paragraphs.filter(
      ({ part: own, paragraph: { index } }) => own === part && index >= first && index <= last,
    );
  }

  /**
   * Returns the paragraphs of rows or columns. A paragraph inside may name a row or column too; then only that
   * paragraph is returned.
   */
  ofLines(value: unknown, kind: "row" | "column"): readonly TextParagraph[] {
    if (Array.isArray(value)) return value.flatMap((one: unknown) => this.ofLines(one, kind));
    if (!isObject(value)) return [];
    if (value.table !== undefined) {
      return this.ofTable(value.table).filter(({ paragraph }) => paragraph.table?.[kind] === value.number);
    }
    return this.named(value);
  }

  /** Returns the paragraphs of a note, and the paragraph with its reference. */
  ofNote(note: unknown): readonly TextParagraph[] {
    if (!isObject(note)) return [];
    const found = this.#content.notes.find(({ part }) => part.kind === note.kind && part.number === note.number);
    if (found === undefined) return [];
    const name = partName(found.part);
    return [...this.paragraphs.filter(({ part }) => part === name), ...this.named(found.paragraph)];
  }

  /** Returns the paragraphs of the notes whose references are in the given paragraphs. */
  notesIn(paragraphs: ReadonlySet<TextParagraph>): readonly TextParagraph[] {
    return this.#content.notes
      .filter(({ paragraph }) => this.named(paragraph).some((one) => paragraphs.has(one)))
      .flatMap(({ part }) => this.paragraphs.filter((one) => one.part === partName(part)));
  }

  #partOf(part: unknown): string {
    if (!isObject(part)) return "body";
    const name = partName(part);
    return this.#parts.get(name) ?? name;
  }
}

function placed(part: string, blocks: readonly ContentParagraph[]): TextParagraph[] {
  return blocks.map((paragraph) => ({ part, paragraph, text: fold(paragraph.text) }));
}

function partName(part: Part): string {
  const { kind = "body", number, type = "default", section } = part;
  if (kind === "body") return "body";
  if (number !== undefined) return `${kind} ${number}`;
  return `${kind} ${type} ${isObject(section) ? section.number : ""}`;
}
