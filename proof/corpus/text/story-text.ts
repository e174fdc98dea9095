// Defines the text of a document for both readers, and compares two readings.
//
// The text is a list of stories, each a list of paragraphs.

import type { StoryKind } from "@versus/engine/inside";

export interface StoryText {
  readonly kind: StoryKind;
  readonly paragraphs: readonly string[];
}

/** Returns the differences of two readings by position and length, without any text; at most five. */
export function compareTexts(engine: readonly StoryText[], reference: readonly StoryText[]): string[] {
  const kinds = (stories: readonly StoryText[]): string => stories.map(({ kind }) => kind).join(" ");
  if (kinds(engine) !== kinds(reference)) {
    return [`${engine.length} stories in the engine, ${reference.length} in the reference, or of other kinds`];
  }
  return engine.flatMap((story, index) => compareStory(story, reference[index]!, index)).slice(0, MOST_DIFFERENCES);
}

const MOST_DIFFERENCES = 5;

function compareStory({ kind, paragraphs }: StoryText, reference: StoryText, index: number): string[] {
  const place = `story ${index} (${kind})`;
  const others = reference.paragraphs;
  if (paragraphs.length !== others.length) return [`${place}: ${paragraphs.length} paragraphs, not ${others.length}`];
  return paragraphs.flatMap((text, at) =>
    text === others[at]
      ? []
      : [`${place}: paragraph ${at} has ${text.length} characters, the reference's ${others[at]!.length}`],
  );
}
