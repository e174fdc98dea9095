// Counts the words of a document for the record of usage.
//
// A word is a maximal run of letters and digits in the text that the stories show. Chinese, Japanese and Korean characters
// count as one word each.

import type { WordDocument } from "../open-document.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import { type Story, storiesOf } from "./stories.ts";
import { textBoxesOf } from "./text-boxes.ts";

// Combining marks belong to the letter before them.
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{M}\p{Nd}])+/gu;

/** Returns the number of words. Text boxes are counted with the story that contains them. */
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

/** Counts the words of ASCII text, ten times as fast as the pattern. */
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
