// Renames a capitalized word, such as a defined term, throughout the body: one edit at many positions.

import { shuffle } from "../../runner/random.ts";
import type { Draft, EditFinder } from "../draft.ts";
import { canChange, changeText, matchesIn, type Place } from "../places.ts";
import { otherWord } from "../words.ts";

/** Minimum and maximum number of paragraphs that mention the term. */
const MENTIONED = { least: 3, most: 30 } as const;
const TERM = String.raw`(?<![\p{L}\p{M}\p{N}_'’\-])\p{Lu}\p{Ll}{4,}(?![\p{L}\p{M}\p{N}_'’\-])`;

interface Mention {
  readonly place: Place;
  /** Offsets of the term in the paragraph. */
  readonly starts: readonly number[];
}

export const renameTerm: EditFinder = (draft) => {
  const mentions = mentionsOf(draft);
  const known = new Set(mentions.keys());
  const terms = [...mentions].filter(
    ([, all]) =>
      all.length >= MENTIONED.least && all.length <= MENTIONED.most && all.every(({ place }) => draft.isFree(place)),
  );
  const [term, all] = draft.draw(terms) ?? [];
  const renamed = term === undefined ? undefined : newTerm(draft, term, known);
  if (term === undefined || all === undefined || renamed === undefined) return undefined;
  return () => {
    draft.touch(...all.map(({ place }) => place));
    const after = all.map((mention) => rename(mention, term, renamed));
    const [{ place, starts }] = all as [Mention];
    const count = all.reduce((sum, mention) => sum + mention.starts.length, 0);
    return {
      story: place.reference,
      paragraph: place.index,
      before: all.map((mention) => mention.place.text),
      after,
      offset: starts[0]!,
      removed: Array.from({ length: count }, () => term).join("\n"),
      inserted: Array.from({ length: count }, () => renamed).join("\n"),
      places: count,
    };
  };
};

/** Maps each term of the body to the paragraphs that mention it. Mentions that cannot be changed are left out. */
function mentionsOf(draft: Draft): Map<string, Mention[]> {
  const mentions = new Map<string, Mention[]>();
  for (const place of draft.body) {
    const matches = matchesIn(place, TERM).filter((match) => canChange(place, { ...match, inserted: "" }));
    for (const [term, own] of Map.groupBy(matches, ({ text }) => text)) {
      const known = mentions.get(term) ?? [];
      mentions.set(term, [...known, { place, starts: own.map(({ start }) => start) }]);
    }
  }
  return mentions;
}

/** Returns another term that is not one of the known ones; undefined if none of five drawn words is. */
function newTerm(draft: Draft, term: string, known: ReadonlySet<string>): string | undefined {
  const drawn = Array.from({ length: 5 }, () => otherWord(term, draft.random));
  return shuffle(drawn, draft.random).find((word) => !known.has(word));
}

/** Renames from the last mention to the first, so that the offsets of the others stay valid. */
function rename({ place, starts }: Mention, term: string, renamed: string): string {
  let text = place.text;
  for (const start of starts.toReversed()) {
    changeText(place, { start, end: start + term.length, inserted: renamed });
    text = text.slice(0, start) + renamed + text.slice(start + term.length);
  }
  return text;
}
