// Lists the names of the bookmarks that begin in each paragraph of a story.
//
// A start between blocks belongs to the paragraph after it, as in document/text/ranges.ts. The content of the range is
// not needed, so neither the text nor the ends are read.

import { elementsBelow } from "../../document/text/elements.ts";
import { parentInStory, type Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";

export function bookmarkNames(story: Story): ReadonlyMap<NodeId, readonly string[]> {
  const names = new Map<NodeId, string[]>();
  if (!story.tree.mayHave(W.bookmarkStart)) return names;
  let waiting: string[] = [];
  let paragraph = NONE;
  const give = (given: readonly string[]): void => {
    const known = names.get(paragraph) ?? [];
    for (const name of given) known.push(name);
    if (known.length > 0) names.set(paragraph, known);
  };
  for (const node of elementsBelow(story, story.root, WHOLE)) {
    const name = story.tree.name(node);
    if (name === W.p) {
      paragraph = node;
      give(waiting);
      waiting = [];
    } else if (name === W.bookmarkStart) {
      const bookmark = story.tree.attribute(node, W.name) ?? "";
      if (bookmark === "") continue;
      if (isBelow(story, node, paragraph)) give([bookmark]);
      else waiting.push(bookmark);
    }
  }
  return names;
}

/** Bookmarks are between runs. A run contains text, or a text box, which is a separate story. */
const WHOLE: ReadonlySet<NameId> = new Set([W.r]);

function isBelow(story: Story, node: NodeId, top: NodeId): boolean {
  for (let at = parentInStory(story, node); at !== NONE; at = parentInStory(story, at)) if (at === top) return true;
  return false;
}
