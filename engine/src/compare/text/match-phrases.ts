// Joins the edits of two texts into phrases (CMP-100, CMP-101).

import { COMMON, MOST_TERM } from "../../align/clean-up.ts";
import type { Gap, Match } from "../../align/match.ts";
import { joinPhrases } from "../../align/phrases/join-phrases.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";
import { partnersIn } from "./match-texts.ts";
import { type Replacements, replacementIn } from "./replacements.ts";
import { countsIn } from "./text-counts.ts";
import { LIGHTEST_WORD, MARK, OBJECT, type TokenText } from "./token-text.ts";

type Source = "before" | "after";

/** A sign that ends a clause, and a space or the end of the text. */
const CLAUSE_END = /[.;:?!](?:\s|$)/;
/** A word, or a sign of a pair. */
const WORD_OR_SIGN = /[\p{L}\p{N}()[\]{}"\u201c-\u201e\u00ab\u00bb\u2018\u2019]/u;

/** Returns the matches without the words that are given up in rewritten phrases. */
export function matchPhrases(
  matches: readonly Match[],
  texts: Readonly<Record<Source, TokenText>>,
  { lexicon, replacements }: { readonly lexicon: Lexicon; readonly replacements: Replacements },
): Match[] {
  const { before, after } = texts;
  const isWord = (key: number): boolean => lexicon.weightOf(key) > LIGHTEST_WORD;
  const counts = { before: countsIn(before, isWord), after: countsIn(after, isWord) };
  return joinPhrases(matches, {
    sizes: { before: before.keys.length, after: after.keys.length },
    letters: { before: counts.before.letters, after: counts.after.letters },
    words: { before: counts.before.words, after: counts.after.words },
    pairs: { before: partnersIn(before), after: partnersIn(after) },
    isOpen: (edit) => isInParagraph(edit, texts) && !replacements.isRepeated(replacementIn(edit, texts)),
    isTermReplaced: (edit) => isTermReplaced(edit, texts, lexicon),
    isInClause: (one, other) => isInClause(one, other, texts),
  });
}

/** True if the text between two edits holds a word or a sign of a pair, and ends no clause on either side. */
function isInClause(one: Gap, other: Gap, texts: Readonly<Record<Source, TokenText>>): boolean {
  return (["before", "after"] as const).every((side) => {
    const { text, starts } = texts[side];
    const [from, to] = [starts[one[side].to]!, starts[other[side].from]!];
    const between = text.slice(from, to);
    const isPlain = WORD_OR_SIGN.test(between) && !between.includes(MARK) && !between.includes(OBJECT);
    return isPlain && !CLAUSE_END.test(text.slice(Math.max(0, from - 1), to + 1));
  });
}

function isTermReplaced(edit: Gap, texts: Readonly<Record<Source, TokenText>>, lexicon: Lexicon): boolean {
  return (["before", "after"] as const).every((side) => {
    const { from, to } = edit[side];
    if (to - from > 2 * MOST_TERM + 1) return false;
    const weights = Array.from(texts[side].keys.subarray(from, to), (key) => lexicon.weightOf(key)).filter(
      (weight) => weight > 0,
    );
    return weights.length > 0 && weights.length <= MOST_TERM && weights.every((weight) => weight > COMMON);
  });
}

function isInParagraph({ before, after }: Gap, texts: Readonly<Record<Source, TokenText>>): boolean {
  const edited = [
    texts.before.text.slice(texts.before.starts[before.from], texts.before.starts[before.to]),
    texts.after.text.slice(texts.after.starts[after.from], texts.after.starts[after.to]),
  ];
  return edited.every((text) => !text.includes(MARK) && !text.includes(OBJECT));
}
