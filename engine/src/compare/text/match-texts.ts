// Finds the parts that two texts share, as a person would mark them (CMP-10 to CMP-15, CMP-102, CMP-103).
//
// The smallest difference comes first. Then it is made readable:
// - small equal pieces between edits are dropped, and words that belong to different sentences;
// - an insertion or deletion with several possible positions goes where a sentence or clause begins;
// - a compound that mostly changed is replaced whole, and so is a short stretch in brackets or quotes;
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
import { countsIn, sentenceNumbers } from "./text-counts.ts";
import { LIGHTEST_WORD, MARK, OBJECT, type TokenText } from "./token-text.ts";

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
  const isWord = (key: number): boolean => weightOf(key) > LIGHTEST_WORD;
  const isInWords = lexicon.wording.granularity === "word";
  const meant = isInWords ? withoutStrays(readable, { texts, ends, isWord, isFixed }) : readable;
  const parted = partSentences(meant, texts, ends);
  const pairs = { before: partnersIn(texts.before), after: partnersIn(texts.after) };
  const borderScore = (side: Source, place: number): number => borderAfter(charactersBefore(texts[side], place));
  const placed = slideEdits(parted, { ...keys, borderScore, isFixed, pairs });
  const isBlank = (key: number): boolean => weightOf(key) === 0;
  const whole = isInWords
    ? replaceStretches(replaceCompounds(placed, texts, isWord), texts, { pairs, isWord, isBlank })
    : placed;
  return mendPairs(rejoinSigns(whole, { ...keys, pairs }), {
    ...keys,
    pairs,
    isFixed,
    isSign: (key) => !isWord(key),
    isBlank,
  });
}

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

/** Gives up words that belong to different sentences (CMP-103). */
function withoutStrays(matches: readonly Match[], { texts, ends, isWord, isFixed }: StrayTexts): Match[] {
  const counts = { before: countsIn(texts.before, isWord), after: countsIn(texts.after, isWord) };
  return dropStrays(matches, {
    sentences: {
      before: sentenceNumbers(texts.before, ends.before),
      after: sentenceNumbers(texts.after, ends.after),
    },
    letters: { before: counts.before.letters, after: counts.after.letters },
    words: { before: counts.before.words, after: counts.after.words },
    isFixed,
  });
}

interface StrayTexts {
  readonly texts: Readonly<Record<Source, TokenText>>;
  /** The tokens that end sentences. */
  readonly ends: Readonly<Record<Source, ReadonlySet<number>>>;
  isWord(key: number): boolean;
  isFixed(before: number): boolean;
}

/** Replaces words with their numbers, and short stretches in brackets or quotes, that are kept in part (CMP-102). */
function replaceStretches(
  matches: readonly Match[],
  texts: Readonly<Record<Source, TokenText>>,
  { pairs, isWord, isBlank }: StretchTexts,
): Match[] {
  const sideOf = (side: Source): Parameters<typeof replaceTorn>[1]["before"] => {
    return { tokens: texts[side].keys, pairs: pairs[side], stretches: shortStretchesIn(texts[side]) };
  };
  const isNumber = (side: Source, at: number): boolean =>
    /\p{N}/u.test(texts[side].text[texts[side].starts[at]!] ?? "");
  return replaceTorn(matches, { before: sideOf("before"), after: sideOf("after"), isWord, isBlank, isNumber });
}

interface StretchTexts {
  readonly pairs: Readonly<Record<Source, ReadonlyMap<number, number>>>;
  isWord(key: number): boolean;
  isBlank(key: number): boolean;
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
