// Reads bookmarks: named ranges or points of a story.

import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { readMarks } from "../text/ranges.ts";
import type { Story } from "../text/stories.ts";
import { W } from "../word-names.ts";

export interface Bookmark {
  readonly name: string;
  readonly id: string;
  /** The w:bookmarkStart. */
  readonly start: NodeId;
  /** The next w:bookmarkEnd with the same id, or NONE. */
  readonly end: NodeId;
  /** Paragraph in which it begins; NONE after the last paragraph. */
  readonly paragraph: NodeId;
  readonly text: string;
}

/**
 * Returns the bookmarks of a story in the order in which they begin. A bookmark without a name is left out. Two bookmarks may
 * have the same name.
 */
export function bookmarksOf(story: Story): Bookmark[] {
  const { text, paragraphs, marks } = readMarks(story, MARKS);
  const ends = new Map<string, (typeof marks)[number]>();
  const bookmarks: Bookmark[] = [];
  for (const mark of marks.toReversed()) {
    if (mark.name === W.bookmarkEnd) ends.set(mark.id, mark);
    else {
      const name = story.tree.attribute(mark.node, W.name) ?? "";
      const end = ends.get(mark.id);
      const between = end === undefined ? "" : text.slice(mark.offset, end.offset);
      const paragraph = paragraphs[mark.paragraph] ?? NONE;
      if (name !== "")
        bookmarks.push({ name, id: mark.id, start: mark.node, end: end?.node ?? NONE, paragraph, text: between });
    }
  }
  return bookmarks.reverse();
}

const MARKS = new Set([W.bookmarkStart, W.bookmarkEnd]);
