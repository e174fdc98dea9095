// Compares two ranges of paragraphs as text: which paragraphs correspond, and which words changed.
//
// Identical paragraphs are anchors. Between anchors, paragraphs are paired in order by the words they share. Each pair is
// compared word by word and made readable, as in a redline. The cost is limited in advance: by the pairs of paragraphs
// between anchors, and by the characters of both ranges.

import { alignKeys } from "../../align/align-keys.ts";
import { bagOf, similarityOf } from "../../align/bags.ts";
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

/** Maximum size of one comparison. */
export const rangeLimits = { pairs: 40_000, characters: 300_000 } as const;

/** The name of the limit that two ranges exceed. */
export type RangeExcess = keyof typeof rangeLimits;

/** Minimum similarity of two paragraphs that are a pair; the same as in a redline. */
const LEAST_ALIKE = 0.4;
/** Enough for ranges within the limits. Only a fault could exceed it. */
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

/**
 * Returns the number of code points: a character outside the first plane counts as one, although it has two code units.
 */
function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Returns identical paragraphs in order. Blank ones count only beside others, or at both starts or both ends. */
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

interface AlignContext {
  readonly lexicon: Lexicon;
  readonly budget: Budget;
}

function pairGap(ranges: Ranges, gap: Gap, { lexicon, budget }: AlignContext): Match[] {
  const weightOf = (key: number): number => lexicon.weightOf(key);
  const bags = (["before", "after"] as const).map((side) =>
    ranges[side]
      .slice(gap[side].from, gap[side].to)
      .map(({ text }) => bagOf(tokensOfText(text, lexicon).keys, weightOf)),
  );
  const [before, after] = [bags[0]!, bags[1]!];
  const similarity = (one: number, other: number): number =>
    // Squared, so that one good pair counts for more than two poor ones.
    similarityOf(before[one]!, after[other]!, weightOf) ** 2;
  const pairs = pairAlike({ before: before.length, after: after.length, similarity, least: LEAST_ALIKE ** 2, budget });
  return pairs.map((pair) => ({
    before: gap.before.from + pair.before,
    after: gap.after.from + pair.after,
    length: 1,
  }));
}

/** Returns every paragraph once, in reading order. Between two that correspond, deleted ones come before inserted ones. */
function inOrder(ranges: Ranges, matches: readonly Match[], work: AlignContext): RangePair[] {
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
