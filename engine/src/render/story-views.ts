// The text of a story with all its changes accepted, with all rejected, and in a merge with those of each revision alone.
//
// The renderings put all of them into one text. Whether a paragraph keeps its mark, and whether a piece of text is there at
// all (the code of a field is not), is asked here, of readView, so they cannot say anything else than what accepting
// and rejecting give.

import type { Inline } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import type { View } from "../document/text/views.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";
import { readView } from "../revisions/view.ts";

export interface Shown {
  /** The paragraphs that keep their mark. */
  readonly paragraphs: ReadonlySet<NodeId>;
  /** What stands in them, by the element that makes it. */
  readonly inlines: ReadonlyMap<NodeId, Inline>;
}

export type StoryViews = ReadonlyMap<View, Shown>;

/** The views in which a row or cell around a place is not there. */
export type Skipped = ReadonlySet<View>;

/** Everything accepted, everything rejected, then the further views. */
export function viewsOf(story: Story, further: readonly View[]): StoryViews {
  const views: readonly View[] = ["accepted", "rejected", ...further];
  return new Map(views.map((view) => [view, shownIn(story, view)]));
}

function shownIn(story: Story, view: View): Shown {
  const read = readView(story, view);
  const inlines = read.flatMap((paragraph) => paragraph.inlines);
  return {
    paragraphs: new Set(read.map(({ node }) => node)),
    inlines: new Map(inlines.map((inline) => [inline.node, inline])),
  };
}
