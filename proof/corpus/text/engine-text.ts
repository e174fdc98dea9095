// Reads the text of a document with the engine.

import {
  ParagraphReader,
  paragraphsOf,
  type Story,
  storiesOf,
  textBoxesOf,
  type WordDocument,
} from "@versus/engine/inside";
import type { StoryText } from "./story-text.ts";

/** Returns every story, each followed by its text boxes. */
export function engineText(document: WordDocument): StoryText[] {
  return storiesOf(document)
    .flatMap((story) => [story, ...textBoxesOf(story).map((box) => box.story)])
    .map(readStory);
}

function readStory(story: Story): StoryText {
  const reader = new ParagraphReader(story);
  return { kind: story.kind, paragraphs: paragraphsOf(story).map((paragraph) => reader.read(paragraph).text) };
}
