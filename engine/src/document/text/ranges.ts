// Reads ranges: text between two empty elements with the same id, such as bookmarks and comments.
//
// The marks are among the runs of a paragraph or between blocks. Start and end are often in different paragraphs. The text of
// the story is one string, its paragraphs joined by line breaks, and a mark is an offset in this string. Any number of ranges
// therefore costs one reading of the story. A start between blocks belongs to the next paragraph, an end between blocks to the
// previous one.

import type { NameTest } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { W } from "../word-names.ts";
import { paragraphsOf } from "./blocks.ts";
import { elementsBelow } from "./elements.ts";
import { type Inline, ParagraphReader } from "./inlines.ts";
import type { Story } from "./stories.ts";

/** A start, end or reference of a range in a story. */
export interface RangeMark {
  readonly node: NodeId;
  readonly name: NameId;
  readonly id: string;
  /** Offset in the story's text. */
  readonly offset: number;
  /**
   * Index of the paragraph among those of the story. -1 for an end before the first paragraph; the number of paragraphs for a
   * start after the last one.
   */
  readonly paragraph: number;
}

export interface MarkedStory {
  readonly text: string;
  readonly paragraphs: readonly NodeId[];
  readonly marks: readonly RangeMark[];
}

/**
 * Returns the text of a story, and the marks with the given names in document order. Text boxes are other stories. Offsets
 * count characters, or the extent that `extentOf` returns for each inline.
 */
export function readMarks(story: Story, names: NameTest, extentOf: (inline: Inline) => number = lengthOf): MarkedStory {
  const walk = new MarkWalk(story, names, extentOf);
  for (const node of elementsBelow(story, story.root, WHOLE)) walk.pass(node);
  return walk.result();
}

const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent]);

function lengthOf({ text }: Inline): number {
  return text.length;
}

class MarkWalk {
  readonly #story: Story;
  readonly #names: NameTest;
  readonly #extentOf: (inline: Inline) => number;
  readonly #reader: ParagraphReader;
  readonly #paragraphs: readonly NodeId[];
  readonly #texts: string[] = [];
  readonly #marks: RangeMark[] = [];
  /** End of the last paragraph's text, including the break after it. */
  #total = 0;
  /** End of the last run that was passed. */
  #offset = 0;
  #current = NONE;
  #lengths: ReadonlyMap<NodeId, number> = new Map();

  constructor(story: Story, names: NameTest, extentOf: (inline: Inline) => number) {
    this.#story = story;
    this.#names = names;
    this.#extentOf = extentOf;
    this.#reader = new ParagraphReader(story);
    this.#paragraphs = paragraphsOf(story);
  }

  pass(node: NodeId): void {
    const name = this.#story.tree.name(node);
    if (name === W.p && node === this.#paragraphs[this.#texts.length]) this.#enter(node);
    else if (name === W.r) this.#offset += this.#lengths.get(node) ?? 0;
    else if (this.#names.has(name)) this.#mark(node, name);
  }

  result(): MarkedStory {
    return { text: this.#texts.join("\n"), paragraphs: this.#paragraphs, marks: this.#marks };
  }

  #enter(paragraph: NodeId): void {
    const { text, inlines } = this.#reader.read(paragraph);
    const lengths = new Map<NodeId, number>();
    let whole = 0;
    for (const inline of inlines) {
      const extent = this.#extentOf(inline);
      lengths.set(inline.run, (lengths.get(inline.run) ?? 0) + extent);
      whole += extent;
    }
    this.#lengths = lengths;
    this.#current = paragraph;
    this.#texts.push(text);
    this.#offset = this.#total;
    this.#total += whole + 1;
  }

  #mark(node: NodeId, name: NameId): void {
    const isBetween = !this.#isInside(node);
    const isStart = STARTS.has(name);
    const last = this.#texts.length - 1;
    this.#marks.push({
      node,
      name,
      id: this.#story.tree.attribute(node, W.id) ?? "",
      offset: isBetween ? Math.max(0, isStart ? this.#total : this.#total - 1) : this.#offset,
      paragraph: isBetween && isStart ? last + 1 : last,
    });
  }

  #isInside(node: NodeId): boolean {
    const { tree } = this.#story;
    let ancestor = tree.parent(node);
    while (ancestor !== NONE && ancestor !== this.#current && ancestor !== this.#story.root)
      ancestor = tree.parent(ancestor);
    return ancestor !== NONE && ancestor === this.#current;
  }
}

const STARTS: ReadonlySet<NameId> = new Set([W.bookmarkStart, W.commentRangeStart]);
