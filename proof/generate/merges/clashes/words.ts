// Makes clashes over words of one paragraph.

import { type RandomNumbers, shuffle } from "../../../runner/random.ts";
import { canChange, changeText, isLoose, type Place } from "../../places.ts";
import { takeOut } from "../../relationships.ts";
import { otherWord, WORD } from "../../words.ts";
import { type Both, type Clash, type ClashForm, sameIn, tellingIn } from "./clash.ts";
import { neighbourOf } from "./neighbours.ts";

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Minimum number of words; a shorter paragraph counts as rewritten, not as edited. */
const LEAST_WORDS = 9;
const WORDS = new RegExp(WORD, "gu");

/** A paragraph, and some adjacent words of it with single spaces between them. */
interface Chosen {
  readonly place: Place;
  readonly words: readonly Word[];
  readonly isDistinctive: boolean;
}

/**
 * Returns `count` adjacent words that an edit can change, from a random paragraph. The paragraphs are those of the body
 * of the first copy (`one`) unless the caller passes others.
 */
function drawWords({ one }: Both, count: number, among = one.body): Chosen | undefined {
  const found = one.pick(among, (place) => one.draw(rowsIn(place, count)));
  if (found === undefined) return undefined;
  const [place, words] = found;
  return { place, words, isDistinctive: words.every(({ text }) => timesIn(place.text, text) === 1) };
}

function rowsIn(place: Place, count: number): Word[][] {
  const all = wordsIn(place.text);
  if (all.length < LEAST_WORDS || place.twin !== undefined) return [];
  const rows = all.slice(0, all.length - count + 1).map((_, at) => all.slice(at, at + count));
  return rows.filter((row) => {
    const isTight = row.every((word, at) => at === 0 || isOneSpace(place.text.slice(row[at - 1]!.end, word.start)));
    return isTight && canChange(place, { start: row[0]!.start, end: row.at(-1)!.end, inserted: "" });
  });
}

function isOneSpace(between: string): boolean {
  return between === " ";
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

function timesIn(text: string, word: string): number {
  return text.toLowerCase().split(word.toLowerCase()).length - 1;
}

/** Returns up to `count` different words that the paragraph does not contain. */
function newWords(place: Place, like: string, count: number, random: RandomNumbers): string[] {
  const words = new Set<string>();
  for (let tries = 0; words.size < count && tries < 200; tries += 1) {
    const word = otherWord(like, random);
    if (timesIn(place.text, word) === 0) words.add(word);
  }
  return [...words];
}

type TextEdit = readonly [from: Word, to: Word, inserted: string];

function write(place: Place, [from, to, inserted]: TextEdit): void {
  changeText(place, { start: from.start, end: to.end, inserted });
}

/** The number of words to draw, the number of new words, and the edits made from both. */
interface WordClash {
  readonly words: number;
  readonly news: number;
  readonly edits: (words: readonly Word[], news: readonly string[]) => readonly [one: TextEdit, other: TextEdit];
}

function wordForm(clash: WordClash, near: WordClash): ClashForm {
  return {
    conflict: "text",
    make: (both, isNear) => {
      const { words: count, news, edits } = isNear ? near : clash;
      const chosen = drawWords(both, count);
      if (chosen === undefined) return undefined;
      const { place, words, isDistinctive } = chosen;
      const drawn = newWords(place, words[0]!.text.toLowerCase(), news, both.random);
      if (drawn.length < news) return undefined;
      const [one, other] = edits(words, drawn);
      write(place, one);
      write(sameIn(both, place), other);
      return { paragraph: place.index, isDistinctive };
    },
  };
}

export const sameWord = wordForm(
  {
    words: 1,
    news: 2,
    edits: ([word], [x, y]) => [
      [word!, word!, x!],
      [word!, word!, y!],
    ],
  },
  {
    words: 3,
    news: 2,
    edits: ([first, , third], [x, y]) => [
      [first!, first!, x!],
      [third!, third!, y!],
    ],
  },
);

export const overlapping = wordForm(
  {
    words: 3,
    news: 4,
    edits: ([a, b, c], [w, x, y, z]) => [
      [a!, b!, `${w} ${x}`],
      [b!, c!, `${y} ${z}`],
    ],
  },
  {
    words: 5,
    news: 4,
    edits: ([a, b, , d, e], [w, x, y, z]) => [
      [a!, b!, `${w} ${x}`],
      [d!, e!, `${y} ${z}`],
    ],
  },
);

/** Near misses are insertions: one before a kept word, one after it. */
export const adjacent = wordForm(
  {
    words: 2,
    news: 2,
    edits: ([a, b], [x, y]) => [
      [a!, a!, x!],
      [b!, b!, y!],
    ],
  },
  {
    words: 2,
    news: 2,
    edits: ([a, b], [x, y]) => [
      [a!, a!, `${a!.text} ${x}`],
      [b!, b!, `${b!.text} ${y}`],
    ],
  },
);

/**
 * One copy deletes a paragraph; the other edits a word in it or, in a near miss, in the paragraph before or after it.
 */
export const deletionAndEdit: ClashForm = {
  conflict: "text",
  make: (both, isNear) => {
    const { one, random } = both;
    const isDistinctive = tellingIn(one);
    for (const place of shuffle(one.body, random)) {
      if (!isLoose(place) || !isDistinctive(place)) continue;
      const edited = isNear ? neighbourOf(one, place, random) : place;
      const chosen = edited === undefined || !isDistinctive(edited) ? undefined : drawWords(both, 1, [edited]);
      const made = chosen === undefined ? undefined : deleteAndEdit(both, place, chosen);
      if (made !== undefined) return made;
    }
    return undefined;
  },
};

function deleteAndEdit(both: Both, place: Place, { place: edited, words, isDistinctive }: Chosen): Clash | undefined {
  const [word] = words as [Word];
  const [inserted] = newWords(edited, word.text.toLowerCase(), 1, both.random);
  if (inserted === undefined) return undefined;
  takeOut(both.one.document, place.story, place.node);
  write(sameIn(both, edited), [word, word, inserted]);
  return { paragraph: place.index, isDistinctive };
}
