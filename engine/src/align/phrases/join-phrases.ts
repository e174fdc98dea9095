// Joins edits of one clause that only a word or two separate (CMP-100, CMP-101).
//
// A rewritten phrase shares a few words with the old one by chance. Kept one by one, they cut the phrase into crumbs. All
// decisions are made from the given edits, never from edits that already grew, so that a join does not cause the next one.
// Invariant: at most KEPT_SHARE of the letters of a joined edit is text that was kept.

import { type Gap, gapsBetween, type Match } from "../match.ts";

type Role = "before" | "after";

export interface PhraseTexts {
  readonly sizes: Readonly<Record<Role, number>>;
  /** Indexed by token of a side: the number of letters, or of words, before it. */
  readonly letters: Readonly<Record<Role, Int32Array>>;
  readonly words: Readonly<Record<Role, Int32Array>>;
  /** Map the index of one sign of a pair to the index of the other. */
  readonly pairs: Readonly<Record<Role, ReadonlyMap<number, number>>>;
  /** True if an edit may be joined with its neighbours: it holds no mark and no replacement that occurs again. */
  isOpen(edit: Gap): boolean;
  /** True if an edit replaces one term with another: a few words each, none of them common, and no signs. */
  isTermReplaced(edit: Gap): boolean;
  /** True if the kept text between two edits may be given up: it holds a word or a sign of a pair, and ends no clause. */
  isInClause(one: Gap, other: Gap): boolean;
}

/** Maximum number of words between two edits that are joined. */
const MOST_WORDS = 2;
/** The letters between two edits are at most one third of the smaller edit, or one sixth of both. */
const SMALLER_SHARE = 3;
const BOTH_SHARE = 6;
/** Maximum share of kept letters in a joined edit. */
const KEPT_SHARE = 0.3;
/** Two replacements of this number of words, or fewer, by the same number are not joined. */
const MOST_SIMPLE = 2;

/** Returns the matches without those inside phrases that are replaced as a whole. */
export function joinPhrases(matches: readonly Match[], texts: PhraseTexts): Match[] {
  const edits = gapsBetween(matches, texts.sizes);
  if (edits.length < 2) return [...matches];
  const given = new Set<number>();
  for (const phrase of phrasesIn(edits, texts)) {
    if (tearsPairs(phrase, texts)) continue;
    for (const edit of phrase.slice(0, -1)) given.add(edit.before.to);
  }
  return given.size === 0 ? [...matches] : matches.filter(({ before }) => !given.has(before));
}

/** Returns the edits of each phrase. The first and the last one replace text, so no word of a phrase is kept at its edge. */
function phrasesIn(edits: readonly Gap[], texts: PhraseTexts): Gap[][] {
  const phrases: Gap[][] = [];
  let run: Gap[] = [];
  let length = 0;
  let kept = 0;
  const begin = (edit: Gap): void => {
    if (length > 1) phrases.push(run.slice(0, length));
    run = isReplacement(edit) ? [edit] : [];
    length = run.length;
    kept = 0;
  };
  for (const edit of edits) {
    const last = run.at(-1);
    if (last === undefined || !isPhrase(last, edit, texts)) {
      begin(edit);
      continue;
    }
    run.push(edit);
    kept += lettersIn("before", last.before.to, edit.before.from, texts);
    if (!isReplacement(edit)) continue;
    if (isWithinShare({ first: run[0]!, last: edit }, kept, texts)) length = run.length;
    else begin(edit);
  }
  if (length > 1) phrases.push(run.slice(0, length));
  return phrases;
}

function isReplacement({ before, after }: Gap): boolean {
  return before.from < before.to && after.from < after.to;
}

function lettersIn(side: Role, from: number, to: number, { letters }: PhraseTexts): number {
  return letters[side][to]! - letters[side][from]!;
}

/** Returns the letters of the longer side of an edit. */
function sizeOfEdit({ before, after }: Gap, texts: PhraseTexts): number {
  return Math.max(lettersIn("before", before.from, before.to, texts), lettersIn("after", after.from, after.to, texts));
}

function isPhrase(one: Gap, other: Gap, texts: PhraseTexts): boolean {
  const [from, to] = [one.before.to, other.before.from];
  if (texts.words.before[to]! - texts.words.before[from]! > MOST_WORDS) return false;
  const [smaller, larger] = [sizeOfEdit(one, texts), sizeOfEdit(other, texts)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const between = lettersIn("before", from, to, texts);
  if (SMALLER_SHARE * between > smaller && BOTH_SHARE * between > smaller + larger) return false;
  if (isSimple(one, texts) && isSimple(other, texts)) return false;
  if (texts.isTermReplaced(one) && texts.isTermReplaced(other)) return false;
  return texts.isOpen(one) && texts.isOpen(other) && texts.isInClause(one, other);
}

/** True if an edit replaces one or two words by the same number of words. */
function isSimple({ before, after }: Gap, { words }: PhraseTexts): boolean {
  const [deleted, inserted] = [
    words.before[before.to]! - words.before[before.from]!,
    words.after[after.to]! - words.after[after.from]!,
  ];
  return deleted === inserted && deleted > 0 && deleted <= MOST_SIMPLE;
}

function isWithinShare(
  { first, last }: { readonly first: Gap; readonly last: Gap },
  kept: number,
  texts: PhraseTexts,
): boolean {
  const whole = Math.max(
    lettersIn("before", first.before.from, last.before.to, texts),
    lettersIn("after", first.after.from, last.after.to, texts),
  );
  return kept <= KEPT_SHARE * whole;
}

/** True if joining tears more pairs than its parts do: a sign between the edits has its other sign outside of all of them. */
function tearsPairs(run: readonly Gap[], { pairs }: PhraseTexts): boolean {
  const [first, last] = [run[0]!, run.at(-1)!];
  for (const side of ["before", "after"] as const) {
    const [from, to] = [first[side].from, last[side].to];
    let at = from;
    for (const edit of run) {
      for (; at < edit[side].from; at++) {
        const partner = pairs[side].get(at);
        if (partner !== undefined && (partner < from || partner >= to)) return true;
      }
      at = edit[side].to;
    }
  }
  return false;
}
