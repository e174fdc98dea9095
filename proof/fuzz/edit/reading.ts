// Finds paragraphs and tables in the content JSON of a generated document.
//
// The writer puts bookmarks at both ends of each paragraph, and uses each word once.

import { contentJson } from "@versus/engine/inside";
import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { openCorpusDocument } from "../../corpus/read-document.ts";

export type PartName = NonNullable<ContentJson["tables"][number]["part"]>;

/** A paragraph and its part; undefined means the body. */
export interface Standing {
  readonly part: PartName | undefined;
  readonly paragraph: ContentParagraph;
}

export interface TableStanding {
  readonly part: PartName | undefined;
  readonly table: ContentJson["tables"][number];
  /** The paragraphs of its own cells, without those of nested tables. */
  readonly cells: readonly ContentParagraph[];
}

export class Reading {
  readonly content: ContentJson;
  /** The paragraphs in the order in which matches are counted. */
  readonly all: readonly Standing[];
  /** Maps a key to the paragraph that contains the start (`starts`) or the end (`ends`) of the uploaded paragraph. */
  readonly starts: ReadonlyMap<string, Standing>;
  readonly ends: ReadonlyMap<string, Standing>;
  readonly tables: readonly TableStanding[];

  constructor(bytes: Uint8Array) {
    this.content = contentJson(openCorpusDocument(bytes));
    const { blocks, headers, footers, notes } = this.content;
    const parts = [{ part: undefined, blocks }, ...headers, ...footers, ...notes];
    this.all = parts.flatMap(({ part, blocks: own }) => own.map((paragraph) => ({ part, paragraph })));
    this.starts = this.#byBookmark("K");
    this.ends = this.#byBookmark("E");
    this.tables = this.content.tables.map((table) => {
      const own = this.all.filter(({ part }) => samePart(part, table.part)).map(({ paragraph }) => paragraph);
      return { part: table.part, table, cells: own.filter((one) => one.table?.number === table.number) };
    });
  }

  #byBookmark(letter: string): Map<string, Standing> {
    return new Map(
      this.all.flatMap((standing) => keysOf(standing.paragraph, letter).map((key) => [key, standing] as const)),
    );
  }

  /** Returns the paragraphs whose text contains `text`. */
  holding(text: string): Standing[] {
    return this.all.filter(({ paragraph }) => paragraph.text.includes(text));
  }

  /** Returns the table that contains a paragraph. */
  tableAround({ part, paragraph }: Standing): TableStanding | undefined {
    const { table } = paragraph;
    return table && this.tables.find((one) => samePart(one.part, part) && one.table.number === table.number);
  }
}

/** Returns the keys of the uploaded paragraphs that begin (letter `K`) or end (`E`) in a paragraph. */
export function keysOf({ bookmarks = [] }: ContentParagraph, letter = "K"): string[] {
  return bookmarks.filter((name) => name.startsWith(letter) && /^.\d{4}$/.test(name)).map((name) => name.slice(1));
}

/** True if both paragraphs are in the same part and cell, or in the same part outside tables. */
export function sameContainer(one: Standing, other: Standing): boolean {
  return (
    samePart(one.part, other.part) && JSON.stringify(one.paragraph.table) === JSON.stringify(other.paragraph.table)
  );
}

export function samePart(one: PartName | undefined, other: PartName | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
