// Compares what every story shows in a view with its text after the changes are decided.
//
// A story is identified by its root element: deciding changes a tree in place, and remaining elements keep their
// nodes.

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

/** Maps a story to its paragraphs as a view shows them, text boxes included. */
export function shownTexts(document: WordDocument, view: View): ShownTexts {
  return new Map(allStories(document).map((story) => [keyOf(story), readView(story, view).map(({ text }) => text)]));
}

/** Returns the stories that still exist after deciding and whose text is not what the view showed. */
export function viewDifferences(decided: WordDocument, shown: ShownTexts): string[] {
  const stories = allStories(decided).filter((story) => shown.has(keyOf(story)));
  const different = stories.filter((story) => {
    const before = shown.get(keyOf(story))!;
    const after = storyText(story);
    return before.length !== after.length || before.some((text, index) => text !== after[index]);
  });
  return different.map(({ kind, part }) => `${kind} in ${part}`);
}

/** Returns a view that accepts the changes of random authors of a document and rejects those of the others. */
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
