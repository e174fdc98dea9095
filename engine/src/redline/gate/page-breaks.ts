// Finds the section breaks of a view that begin pages, and the empty paragraphs that hold them (FMT-40).
//
// The gate reads these breaks apart from the planner, so that an error in one is found by the other. A break in an
// empty paragraph after another paragraph equals the same break in that paragraph. The type of a break is that of the
// section after it.

import type { Line } from "./line.ts";

/** The end of a section: its line, its empty paragraph, and the type of the section. */
interface SectionEnd {
  readonly line: Line;
  readonly paragraph: Line | undefined;
  /** The empty paragraph that ends the section, whatever is before it. */
  readonly bare: Line | undefined;
  readonly type: string | undefined;
}

/** Follows the blocks of a body in order. */
export class PageBreaks {
  readonly #ends: SectionEnd[] = [];
  #isAfterParagraph = false;
  /** The last block, if it is an empty paragraph directly after another one that ends no section. */
  #empty: Line | undefined;
  /** The last block, if it is an empty paragraph. */
  #bare: Line | undefined;

  passParagraph(line: Line, isEmpty: boolean): void {
    this.#bare = isEmpty ? line : undefined;
    this.#empty = isEmpty && this.#isAfterParagraph ? line : undefined;
    this.#isAfterParagraph = true;
  }

  passTable(): void {
    this.#empty = undefined;
    this.#bare = undefined;
    this.#isAfterParagraph = false;
  }

  /** `type` is the value of w:type in the view; undefined without one. */
  passSection(line: Line, type: string | undefined): void {
    this.#ends.push({ line, paragraph: this.#empty, bare: this.#bare, type });
    this.passTable();
  }

  /** Marks the lines of the breaks that begin pages. */
  finish(): void {
    for (const [index, { line, paragraph, bare }] of this.#ends.entries()) {
      const next = this.#ends[index + 1];
      if (next === undefined || SAME_PAGE.has(next.type ?? "")) continue;
      line.pageBreak = "section";
      if (bare !== undefined) bare.isUnseen = true;
      if (paragraph !== undefined) paragraph.pageBreak = "paragraph";
    }
  }
}

/** The types of sections that begin on the page of the section before. */
const SAME_PAGE: ReadonlySet<string> = new Set(["continuous", "nextColumn"]);
