// What every story shows in a view, before anything is decided, held against what it says afterwards.
//
// A story is known again by its root element: deciding changes a tree in place, and what stays keeps its node.

import {
  listRevisions,
  readView,
  type Story,
  storiesOf,
  textBoxesOf,
  type View,
  type WordDocument,
} from "@versus/engine/inside";
import { storyText } from "./document-text.ts";

export type ShownTexts = ReadonlyMap<string, readonly string[]>;

/** The paragraphs of all stories, text boxes too, as a view shows them, by story. */
export function shownTexts(document: WordDocument, view: View): ShownTexts {
  return new Map(allStories(document).map((story) => [keyOf(story), readView(story, view).map(({ text }) => text)]));
}

/** The stories that are there after deciding and do not say what they showed. */
export function viewDifferences(decided: WordDocument, shown: ShownTexts): string[] {
  const stories = allStories(decided).filter((story) => shown.has(keyOf(story)));
  const different = stories.filter((story) => {
    const before = shown.get(keyOf(story))!;
    const after = storyText(story);
    return before.length !== after.length || before.some((text, index) => text !== after[index]);
  });
  return different.map(({ kind, part }) => `${kind} in ${part}`);
}

/** A view that accepts the changes of about half of a document's authors, by chance. */
export function viewOfSome(document: WordDocument, isChosen: () => boolean): View & object {
  const authors = [...new Set(listRevisions(document).map(({ author }) => author))].sort();
  const chosen = new Set(authors.filter(() => isChosen()));
  return { accepts: (author) => chosen.has(author) };
}

function allStories(document: WordDocument): Story[] {
  return storiesOf(document).flatMap((story) => [story, ...textBoxesOf(story).map((box) => box.story)]);
}

function keyOf({ part, root }: Story): string {
  return `${part} ${root}`;
}
