// Reads the paragraphs that a tagged PDF declares (RFL-80).
//
// Word and PDFMaker write a tree of elements (paragraph, heading, list item, cell) beside the drawn content. Each drawn
// text has the number of its element. The API `getStructTree` of pdfjs returns the tree of one page at a time. Elements
// inside a line, such as links, belong to the paragraph around them. The label of a list item is beside the paragraph
// that it numbers, and its text gets no paragraph.

import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Maps the id of marked content to the number of its paragraph. */
export type PageTags = ReadonlyMap<string, number>;

export interface TagReading {
  readonly tags: PageTags;
  /**
   * Number of elements that pdfjs returned. It is limited, because pdfjs returns the elements of a list again on every
   * page.
   */
  readonly elements: number;
}

interface Element {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Element[];
}

/** Roles of elements inside a line (ISO 32000-1, 14.8.4.4). */
const INLINE: ReadonlySet<string> = new Set(
  "Span Link Reference Quote Annot Em Strong Sub Code BibEntry Ruby RB RT RP Warichu WT WP Note".split(" "),
);
/** Roles of elements around paragraphs. Text directly inside them gets no paragraph. */
const AROUND: ReadonlySet<string> = new Set(
  "Root Document Part Art Sect Div NonStruct Private BlockQuote TOC Index L LI Lbl Table THead TBody TFoot TR".split(
    " ",
  ),
);
/** Maximum depth of a tree. A deeper one is hostile. */
const DEEPEST = 60;

/** Returns the tags of the page. A tree that cannot be read counts as empty, because the text is still usable. */
export async function readTags(page: PDFPageProxy): Promise<TagReading> {
  const walk = new TagWalk();
  try {
    const root = (await page.getStructTree()) as Element | null;
    if (root !== null) walk.enter(root, undefined, 0);
  } catch {
    return { tags: new Map(), elements: walk.elements };
  }
  return { tags: walk.tags, elements: walk.elements };
}

class TagWalk {
  readonly tags = new Map<string, number>();
  elements = 0;
  #paragraphs = 0;

  enter({ role = "", children = [] }: Element, around: number | undefined, depth: number): void {
    this.elements += 1;
    if (depth > DEEPEST) return;
    const own = INLINE.has(role) ? around : AROUND.has(role) ? undefined : this.#paragraphs++;
    for (const child of children) {
      if (child.children !== undefined) this.enter(child, own, depth + 1);
      else if (child.type === "content" && child.id !== undefined && own !== undefined) this.tags.set(child.id, own);
    }
  }
}
