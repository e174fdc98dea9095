// Finds the parts that two texts share, as a person would mark them (CMP-10 to CMP-15).
//
// The smallest difference comes first. Then it is made readable:
// - small equal pieces between edits are dropped;
// - an insertion or deletion with several possible positions goes where a sentence or clause begins;
// - a compound that mostly changed is replaced whole;
// - an edit takes in signs rather than separate a pair of brackets or quotes.

import { alignWords } from "../../align/align-words.ts";
import type { Budget } from "../../align/budget.ts";
import { dropConfetti } from "../../align/clean-up.ts";
import { extendMatches, gapsBetween, type Match } from "../../align/match.ts";
import { mendPairs } from "../../align/mend-pairs.ts";
import { rejoinSigns } from "../../align/phrases/rejoin-signs.ts";
import { dropStrays } from "../../align/phrases/sentence-islands.ts";
import { replaceTorn, type ShortStretch } from "../../align/phrases/torn-stretches.ts";
import { slideEdits } from "../../align/slide.ts";
import { replaceWhole } from "../../align/whole-stretches.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";
import { borderAfter, LOOK_BACK } from "./borders.ts";
import { bracketPairs } from "./bracket-pairs.ts";
import { compoundsIn, type SignRange } from "./compounds.ts";
import { sentenceEnds } from "./sentences.ts";
import { isShort, numberPairs } from "./short-stretches.ts";

/** Tokens with the text that they were cut from. `starts` has one more entry than tokens: the end of the text. */
export interface TokenText {
  readonly keys: Int32Array;
  readonly text: string;
  readonly starts: Int32Array;
}

/** The character for a paragraph mark or a table in the text of several paragraphs. */
export const MARK = "\u2029";
/** The character for an object. */
export const OBJECT = "\ufffc";

interface Matching {
  readonly lexicon: Lexicon;
  readonly budget: Budget;
  /** True if this token of the before text must keep its partner. */
  readonly isFixed?: (before: number) => boolean;
}

type Source = "before" | "after";

/** Returns the matches in order. They are not maximal: matches that would only confuse the reader are left out. */
export function matchTexts(
  texts: Readonly<Record<Source, TokenText>>,
  { lexicon, budget, isFixed = () => false }: Matching,
): Match[] {
  const keys = { before: texts.before.keys, after: texts.after.keys };
  const weightOf = (key: number): number => lexicon.weightOf(key);
  const smallest = alignWords(keys.before, keys.after, { weightOf, budget });
  if (smallest.length < 2 && isOneEdit(smallest, keys)) return smallest;
  const ends = { before: sentencesIn(texts.before), after: sentencesIn(texts.after) };
  const sizeOf = (side: Source, from: number, to: number): number =>
    texts[side].starts[to]! - texts[side].starts[from]!;
  const endsSentence = (place: number): boolean => ends.before.has(place);
  const readable = dropConfetti(smallest, { ...keys, weightOf, isFixed, sizeOf, endsSentence });
  const parted = partSentences(dropStrays(readable, { ...sentenceTexts(texts, ends, weightOf), isFixed }), texts, ends);
  const pairs = { before: partnersIn(texts.before), after: partnersIn(texts.after) };
  const borderScore = (side: Source, place: number): number => borderAfter(charactersBefore(texts[side], place));
  const placed = slideEdits(parted, { ...keys, borderScore, isFixed, pairs });
  const isWord = (key: number): boolean => weightOf(key) > LIGHTEST_WORD;
  const whole = lexicon.wording.granularity === "character" ? placed : replaceCompounds(placed, texts, isWord);
  const untorn = replaceTorn(whole, {
    before: { tokens: keys.before, pairs: pairs.before, stretches: shortStretchesIn(texts.before) },
    after: { tokens: keys.after, pairs: pairs.after, stretches: shortStretchesIn(texts.after) },
    isWord,
    isBlank: (key) => weightOf(key) === 0,
    isNumber: (side, at) => /\p{N}/u.test(texts[side].text[texts[side].starts[at]!] ?? ""),
  });
  return mendPairs(rejoinSigns(untorn, { ...keys, pairs }), {
    ...keys,
    pairs,
    isFixed,
    isSign: (key) => !isWord(key),
    isBlank: (key) => weightOf(key) === 0,
  });
}

/** A word weighs more than this. White space, signs and paragraph marks do not. */
export const LIGHTEST_WORD = 0.5;

/** True if no token matches, or every token of both texts does. Then there is at most one edit, and it is readable. */
function isOneEdit(matches: readonly Match[], { before, after }: Readonly<Record<Source, Int32Array>>): boolean {
  return matches.length === 0 || (matches[0]!.length === before.length && before.length === after.length);
}

function charactersBefore({ keys, text, starts }: TokenText, place: number): string {
  if (place >= keys.length) return "";
  const end = starts[place]!;
  const characters = text.slice(Math.max(0, end - LOOK_BACK), end);
  return characters.slice(characters.lastIndexOf(MARK) + 1);
}

function replaceCompounds(
  matches: readonly Match[],
  texts: Readonly<Record<Source, TokenText>>,
  isWord: (key: number) => boolean,
): Match[] {
  const stretchesOf = (text: TokenText): ReturnType<typeof compoundsIn> =>
    compoundsIn(text.text).map(({ from, to }) => ({ from: tokenAt(text, from), to: tokenAt(text, to) }));
  const stretches = stretchesOf(texts.before);
  if (stretches.length === 0) return [...matches];
  return replaceWhole(matches, {
    before: { tokens: texts.before.keys, stretches },
    after: { tokens: texts.after.keys, stretches: stretchesOf(texts.after) },
    isPart: isWord,
  });
}

/** Maps a token that is one sign of a pair of brackets or quotes to the other sign. */
export function partnersIn(text: TokenText): Map<number, number> {
  const partners = new Map<number, number>();
  for (const { from, to } of bracketPairs(text.text)) {
    const [open, close] = [tokenAt(text, from), tokenAt(text, to)];
    partners.set(open, close).set(close, open);
  }
  return partners;
}

function shortStretchesIn(text: TokenText): ShortStretch[] {
  const signs = bracketPairs(text.text)
    .map(({ from, to }) => ({ from, to: to + 1 }))
    .filter((range) => isShort(text.text, range) && !text.text.slice(range.from, range.to).includes(OBJECT));
  const tokens = ({ from, to }: SignRange): TokenRange => ({ from: tokenAt(text, from), to: tokenAt(text, to) });
  return [
    ...numberPairs(text.text).map((range) => ({ ...tokens(range), kind: "number" as const })),
    ...signs.map((range) => ({ ...tokens(range), kind: "signs" as const })),
  ];
}

interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the tokens that end sentences. */
function sentencesIn(text: TokenText): Set<number> {
  return new Set(sentenceEnds(text.text).map((offset) => tokenAt(text, offset)));
}

/** Returns the sentence of each token, and the letters before it. A sentence ends with its sign, or with its paragraph. */
function sentenceTexts(
  texts: Readonly<Record<Source, TokenText>>,
  ends: Readonly<Record<Source, ReadonlySet<number>>>,
  weightOf: (key: number) => number,
): { sentences: Record<Source, Int32Array>; letters: Record<Source, Int32Array> } {
  const read = (side: Source): { sentences: Int32Array; letters: Int32Array } => {
    const { keys, starts, text } = texts[side];
    const sentences = new Int32Array(keys.length);
    const letters = new Int32Array(keys.length + 1);
    let sentence = 0;
    for (let at = 0; at < keys.length; at++) {
      sentences[at] = sentence;
      const isWord = weightOf(keys[at]!) > LIGHTEST_WORD;
      letters[at + 1] = letters[at]! + (isWord ? starts[at + 1]! - starts[at]! : 0);
      if (ends[side].has(at) || (text[starts[at]!] === MARK && at + 1 < keys.length)) sentence++;
    }
    return { sentences, letters };
  };
  const [before, after] = [read("before"), read("after")];
  return {
    sentences: { before: before.sentences, after: after.sentences },
    letters: { before: before.letters, after: after.letters },
  };
}

/**
 * Keeps the ends of sentences in edits that begin inside a sentence and contain the same number of ends on both sides. A
 * piece of one sentence and the next sentence are then two edits.
 */
function partSentences(
  matches: readonly Match[],
  texts: Readonly<Record<Source, TokenText>>,
  ends: Readonly<Record<Source, ReadonlySet<number>>>,
): Match[] {
  if (ends.before.size === 0 || ends.after.size === 0) return [...matches];
  const sizes = { before: texts.before.keys.length, after: texts.after.keys.length };
  const kept = gapsBetween(matches, sizes).flatMap(({ before, after }): Match[] => {
    if (!isInSentence(texts.before, before.from)) return [];
    const ones = Array.from(ends.before).filter((at) => at >= before.from && at < before.to);
    const others = Array.from(ends.after).filter((at) => at >= after.from && at < after.to);
    const isSame = ones.every((at, index) => texts.before.keys[at] === texts.after.keys[others[index] ?? -1]);
    if (ones.length !== others.length || !isSame) return [];
    return ones.map((at, index) => ({ before: at, after: others[index]!, length: 1 }));
  });
  if (kept.length === 0) return [...matches];
  const all = [...matches, ...kept].sort((one, other) => one.before - other.before);
  return extendMatches(all, { before: texts.before.keys, after: texts.after.keys });
}

/** Characters read to decide if a sentence has begun. White space may follow the last one. */
const SENTENCE_LOOK_BACK = 40;

/** True if the sentence of a token begins before it. */
function isInSentence({ text, starts }: TokenText, token: number): boolean {
  const end = starts[token]!;
  const before = text.slice(Math.max(end - SENTENCE_LOOK_BACK, text.lastIndexOf(MARK, end - 1) + 1), end).trimEnd();
  return before !== "" && !/[.!?]["\u201d\u2019)\]]*$/.test(before);
}

/** Returns the token that begins at a character or contains it. */
function tokenAt({ keys, starts }: TokenText, offset: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle + 1]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
