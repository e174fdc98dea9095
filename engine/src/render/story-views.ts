// What a story shows with all its changes accepted, and with all rejected.
//
// The renderings put both into one text. Whether a paragraph keeps its mark, and whether a piece of text is there at
// all (the code of a field is not), is asked here, of readView, so they cannot say anything else than what accepting
// and rejecting give.

import type { Inline } from "../document/inlines.ts";
import type { Story } from "../document/stories.ts";
import type { WholeView } from "../document/views.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";
import { readView } from "../revisions/view.ts";

export interface Shown {
  /** The paragraphs that keep their mark. */
  readonly paragraphs: ReadonlySet<NodeId>;
  /** What stands in them, by the element that makes it. */
  readonly inlines: ReadonlyMap<NodeId, Inline>;
}

export type StoryViews = Readonly<Record<WholeView, Shown>>;

export const VIEWS: readonly WholeView[] = ["accepted", "rejected"];

/** The views in which a row or cell around a place is not there. */
export type Skipped = Readonly<Record<WholeView, boolean>>;

export function viewsOf(story: Story): StoryViews {
  return { accepted: shownIn(story, "accepted"), rejected: shownIn(story, "rejected") };
}

function shownIn(story: Story, view: WholeView): Shown {
  const read = readView(story, view);
  const inlines = read.flatMap((paragraph) => paragraph.inlines);
  return {
    paragraphs: new Set(read.map(({ node }) => node)),
    inlines: new Map(inlines.map((inline) => [inline.node, inline])),
  };
}
