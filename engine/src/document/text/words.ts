// The words of a document, for the record of usage: maximal runs of letters and digits of the text that its stories show,
// Chinese, Japanese and Korean by character.

import type { WordDocument } from "../open-document.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import { type Story, storiesOf } from "./stories.ts";
import { textBoxesOf } from "./text-boxes.ts";

// A mark belongs to the letter that it stands on.
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{M}\p{Nd}])+/gu;

/** Text boxes are counted with the story that they stand in. */
export function countWords(document: WordDocument): number {
  let words = 0;
  for (const story of storiesOf(document)) {
    words += countStory(story);
    for (const box of textBoxesOf(story)) words += countStory(box.story);
  }
  return words;
}

function countStory(story: Story): number {
  const reader = new ParagraphReader(story);
  let words = 0;
  for (const paragraph of paragraphsOf(story)) words += wordsIn(reader.read(paragraph).text);
  return words;
}

export function wordsIn(text: string): number {
  return isPlain(text) ? plainWordsIn(text) : (text.match(word)?.length ?? 0);
}

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

/** The same for ASCII, ten times as fast. */
function plainWordsIn(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isPart = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
    if (isPart && !isInside) words += 1;
    isInside = isPart;
  }
  return words;
}
