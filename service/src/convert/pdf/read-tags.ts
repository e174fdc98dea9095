// The paragraphs that a tagged PDF tells (RFL-80).
//
// Word and PDFMaker write a tree of elements (paragraph, heading, list item, cell) beside what they draw; each drawn text has
// the number of its element. pdfjs gives the tree of one page at a time. Elements inside a line, such as links, belong to the
// paragraph around them. The label of a list item stands beside the paragraph that it numbers, and tells nothing.

import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** By the id of marked content: the paragraph that it belongs to. */
export type PageTags = ReadonlyMap<string, number>;

export interface TagReading {
  readonly tags: PageTags;
  /** The elements of the tree that pdfjs gave: their number is limited, for it gives those of a list on every page again. */
  readonly elements: number;
}

interface Element {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Element[];
}

/** Elements inside a line (ISO 32000-1, 14.8.4.4). */
const INLINE: ReadonlySet<string> = new Set(
  "Span Link Reference Quote Annot Em Strong Sub Code BibEntry Ruby RB RT RP Warichu WT WP Note".split(" "),
);
/** Elements around paragraphs: text directly in them belongs to none that we know. */
const AROUND: ReadonlySet<string> = new Set(
  "Root Document Part Art Sect Div NonStruct Private BlockQuote TOC Index L LI Lbl Table THead TBody TFoot TR".split(
    " ",
  ),
);
/** A tree that is deeper was made to do harm. */
const DEEPEST = 60;

/** A file whose tree cannot be read has none: its text is still there. */
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
