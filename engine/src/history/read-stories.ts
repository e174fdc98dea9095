// Reads the stories whose passages have a history.
//
// These are the body, the headers and footers that sections show, the notes that the body refers to, and the text boxes in
// all of them.

import type { WordDocument } from "../document/open-document.ts";
import { addressesOf } from "../document/text/addresses.ts";
import type { Story } from "../document/text/stories.ts";
import { textBoxesOf } from "../document/text/text-boxes.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";

/** A note or a text box. */
export interface HangingStory {
  readonly kind: "note" | "box";
  readonly story: Story;
}

export interface Stories {
  /** In the order of a redline: the body, headers, footers, notes, text boxes. */
  readonly all: readonly Story[];
  /** Returns the stories of a paragraph: the notes that it is the first to refer to, and the text boxes anchored in it. */
  hangingOn(tree: Tree, paragraph: NodeId): readonly HangingStory[];
}

export function readStories(document: WordDocument): Stories {
  const { parts, notes } = addressesOf(document);
  const body = parts.find(({ locator }) => locator.kind === "body");
  const boxes = parts.flatMap(({ story }) => textBoxesOf(story));
  const hanging = new Map<Tree, Map<NodeId, HangingStory[]>>();
  const hang = (tree: Tree, paragraph: NodeId, story: HangingStory): void => {
    const ofTree = hanging.get(tree) ?? new Map<NodeId, HangingStory[]>();
    hanging.set(tree, ofTree.set(paragraph, [...(ofTree.get(paragraph) ?? []), story]));
  };
  for (const { story, reference } of notes) hang(body!.story.tree, reference.paragraph, { kind: "note", story });
  for (const { story, anchor } of boxes) hang(anchor.story.tree, anchor.paragraph, { kind: "box", story });
  return {
    all: [...parts.map(({ story }) => story), ...boxes.map(({ story }) => story)],
    hangingOn: (tree, paragraph) => hanging.get(tree)?.get(paragraph) ?? [],
  };
}
