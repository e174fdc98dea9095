// Reads a story with all changes accepted, all rejected and, in a merge, those of each revision.
//
// The renderings combine all views into one text. They ask readView which paragraphs keep their mark and which text
// exists, so they agree with accepting and rejecting. The code of a field, for example, is not text.

import type { Inline } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import type { View } from "../document/text/views.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";
import { readView } from "../revisions/view.ts";

export interface VisibleContent {
  /** The paragraphs that keep their mark. */
  readonly paragraphs: ReadonlySet<NodeId>;
  /** Maps an element to the inline that it makes in these paragraphs. */
  readonly inlines: ReadonlyMap<NodeId, Inline>;
}

export type StoryViews = ReadonlyMap<View, VisibleContent>;

/** The views that lack the row or cell around a position. */
export type Skipped = ReadonlySet<View>;

/** Reads the accepted view, the rejected view, then the further views. */
export function viewsOf(story: Story, further: readonly View[]): StoryViews {
  const views: readonly View[] = ["accepted", "rejected", ...further];
  return new Map(views.map((view) => [view, shownIn(story, view)]));
}

function shownIn(story: Story, view: View): VisibleContent {
  const read = readView(story, view);
  const inlines = read.flatMap((paragraph) => paragraph.inlines);
  return {
    paragraphs: new Set(read.map(({ node }) => node)),
    inlines: new Map(inlines.map((inline) => [inline.node, inline])),
  };
}
