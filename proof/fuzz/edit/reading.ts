// The content JSON of a generated document, looked up by what its writer put there: bookmarks at both ends of each paragraph, and
// words that are there once.

import { contentOf } from "@versus/engine/inside";
import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import { openCorpusDocument } from "../../corpus/read-document.ts";

export type PartName = NonNullable<ContentJson["tables"][number]["part"]>;

/** A paragraph and the part that it stands in; no part is the body. */
export interface Standing {
  readonly part: PartName | undefined;
  readonly paragraph: ContentParagraph;
}

export interface TableStanding {
  readonly part: PartName | undefined;
  readonly table: ContentJson["tables"][number];
  /** The paragraphs of its own cells, not those of tables in them. */
  readonly cells: readonly ContentParagraph[];
}

export class Reading {
  readonly content: ContentJson;
  /** In the order in which matches are counted. */
  readonly all: readonly Standing[];
  /** By key: where the start and the end of an uploaded paragraph stand. */
  readonly starts: ReadonlyMap<string, Standing>;
  readonly ends: ReadonlyMap<string, Standing>;
  readonly tables: readonly TableStanding[];

  constructor(bytes: Uint8Array) {
    this.content = contentOf(openCorpusDocument(bytes));
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

  /** The paragraphs whose text holds something. */
  holding(text: string): Standing[] {
    return this.all.filter(({ paragraph }) => paragraph.text.includes(text));
  }

  /** The table that a paragraph stands in. */
  tableAround({ part, paragraph }: Standing): TableStanding | undefined {
    const { table } = paragraph;
    return table && this.tables.find((one) => samePart(one.part, part) && one.table.number === table.number);
  }
}

/** The keys of the uploaded paragraphs that begin (or end) in a paragraph. */
export function keysOf({ bookmarks = [] }: ContentParagraph, letter = "K"): string[] {
  return bookmarks.filter((name) => name.startsWith(letter) && /^.\d{4}$/.test(name)).map((name) => name.slice(1));
}

/** True if paragraphs stand in one part, and in one cell or in none. */
export function sameContainer(one: Standing, other: Standing): boolean {
  return (
    samePart(one.part, other.part) && JSON.stringify(one.paragraph.table) === JSON.stringify(other.paragraph.table)
  );
}

export function samePart(one: PartName | undefined, other: PartName | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
