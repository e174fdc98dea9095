// Two ranges of paragraphs, compared as text: which paragraphs correspond, and which words of those that do.
//
// Identical paragraphs are anchors. Between them paragraphs are paired in order by how many words they share, and each
// pair is compared word by word and made readable, as in a redline. How much that may cost is limited before it is
// done: by the pairs of paragraphs between anchors, and by the characters of both ranges.

import { alignKeys } from "../../align/align-keys.ts";
import { bagOf, likenessOf } from "../../align/bags.ts";
import { Budget } from "../../align/budget.ts";
import { type Gap, gapsBetween, type Match } from "../../align/match.ts";
import { pairAlike } from "../../align/pair-alike.ts";
import { Lexicon } from "../../redline/content/lexicon.ts";
import { exactWording } from "../../redline/content/wording.ts";
import { compareWords, tokensOfText, type WordSegment } from "./compare-words.ts";
import type { RangeParagraph } from "./range.ts";

/** A paragraph of both ranges, or of one. */
export interface RangePair {
  readonly before: RangeParagraph | undefined;
  readonly after: RangeParagraph | undefined;
  readonly segments: readonly WordSegment[];
}

export interface Ranges {
  readonly before: readonly RangeParagraph[];
  readonly after: readonly RangeParagraph[];
}

/** The most that is compared at once. */
export const rangeLimits = { pairs: 40_000, characters: 300_000 } as const;

/** Which limit two ranges are over. */
export type RangeExcess = keyof typeof rangeLimits;

/** Two paragraphs less alike than this are two paragraphs; as for the paragraphs of a redline. */
const LEAST_ALIKE = 0.4;
/** Ample for ranges within the limits: it bounds nothing but a fault. */
const STEPS = 100_000_000;

export function compareRanges(ranges: Ranges): readonly RangePair[] | RangeExcess {
  if (charactersIn(ranges.before) + charactersIn(ranges.after) > rangeLimits.characters) return "characters";
  const budget = new Budget(STEPS);
  const anchors = anchorsOf(ranges, budget);
  const sizes = { before: ranges.before.length, after: ranges.after.length };
  const gaps = gapsBetween(anchors, sizes);
  if (gaps.reduce((pairs, gap) => pairs + pairsIn(gap), 0) > rangeLimits.pairs) return "pairs";
  const lexicon = new Lexicon(exactWording);
  const paired = gaps.flatMap((gap) => pairGap(ranges, gap, { lexicon, budget }));
  const matches = [...anchors, ...paired].sort((one, other) => one.before - other.before);
  return inOrder(ranges, matches, { lexicon, budget });
}

function charactersIn(paragraphs: readonly RangeParagraph[]): number {
  return paragraphs.reduce((sum, { text }) => sum + codePoints(text), 0);
}

/** Characters as people count them: one outside of the first plane is one, though it takes two units. */
function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Identical paragraphs, in order; blank ones where they follow or precede others. */
function anchorsOf({ before, after }: Ranges, budget: Budget): Match[] {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const keyOf = ({ text }: RangeParagraph): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return alignKeys(Int32Array.from(before, keyOf), Int32Array.from(after, keyOf), {
    isAnchor: (key) => texts[key]!.trim() !== "",
    weightOf: (key) => texts[key]!.length,
    budget,
  });
}

function pairsIn({ before, after }: Gap): number {
  return (before.to - before.from) * (after.to - after.from);
}

interface Work {
  readonly lexicon: Lexicon;
  readonly budget: Budget;
}

function pairGap(ranges: Ranges, gap: Gap, { lexicon, budget }: Work): Match[] {
  const weightOf = (key: number): number => lexicon.weightOf(key);
  const bags = (["before", "after"] as const).map((side) =>
    ranges[side]
      .slice(gap[side].from, gap[side].to)
      .map(({ text }) => bagOf(tokensOfText(text, lexicon).keys, weightOf)),
  );
  const [before, after] = [bags[0]!, bags[1]!];
  const likeness = (one: number, other: number): number =>
    // Squared, so that one good pair counts for more than two poor ones.
    likenessOf(before[one]!, after[other]!, weightOf) ** 2;
  const pairs = pairAlike({ before: before.length, after: after.length, likeness, least: LEAST_ALIKE ** 2, budget });
  return pairs.map((pair) => ({
    before: gap.before.from + pair.before,
    after: gap.after.from + pair.after,
    length: 1,
  }));
}

/** Every paragraph once, in reading order: between two that correspond first what went, then what came. */
function inOrder(ranges: Ranges, matches: readonly Match[], work: Work): RangePair[] {
  const pairs: RangePair[] = [];
  let before = 0;
  let after = 0;
  const end = { before: ranges.before.length, after: ranges.after.length, length: 0 };
  for (const match of [...matches, end]) {
    for (; before < match.before; before += 1) pairs.push(deleted(ranges.before[before]!));
    for (; after < match.after; after += 1) pairs.push(inserted(ranges.after[after]!));
    for (let at = 0; at < match.length; at += 1, before += 1, after += 1) {
      const pair = { before: ranges.before[before]!, after: ranges.after[after]! };
      const texts = { before: pair.before.text, after: pair.after.text };
      pairs.push({ ...pair, segments: compareWords(texts, work) });
    }
  }
  return pairs;
}

function deleted(before: RangeParagraph): RangePair {
  return { before, after: undefined, segments: segmentOf(before.text, "deletion") };
}

function inserted(after: RangeParagraph): RangePair {
  return { before: undefined, after, segments: segmentOf(after.text, "insertion") };
}

function segmentOf(text: string, kind: WordSegment["kind"]): WordSegment[] {
  return text === "" ? [] : [{ kind, text }];
}
