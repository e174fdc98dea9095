// Compares what two documents say and finds their first difference.
//
// The report contains the position and the kind of the difference, and the differing lines separately for those who
// debug. If the documents are equal only because the measure defines something as equivalent, the equivalences that
// were needed are counted.

import { withPlaces } from "./content/bookmark-places.ts";
import type { Equivalence, EquivalenceName } from "./content/equivalences.ts";
import { type Line, readableLine } from "./content/line.ts";
import { compareFormatting, type FormattingComparison } from "./formatting/compare-formatting.ts";
import type { Content, StoryContent } from "./read-content.ts";

export interface ContentDifference {
  /** `body, line 12, paragraph: text` */
  readonly place: string;
  /** The two lines for debugging; the first is the expected one. */
  readonly lines: readonly [expected: string, found: string];
}

export interface ContentComparison {
  /** Undefined if both documents say the same. */
  readonly difference: ContentDifference | undefined;
  /** How often each equivalence was needed for that. */
  readonly decided: Readonly<Partial<Record<EquivalenceName, number>>>;
  /** Set only if both say the same and were read with their formatting. */
  readonly formatting?: FormattingComparison;
}

export function compareContents(wanted: Content, other: Content): ContentComparison {
  const [expected, found] = [withoutUnseen(wanted, other), withoutUnseen(other, wanted)];
  const isSameText = (one: string, other: string): boolean =>
    one === other || (found.isAsSeen && withPlaces(one, expected.places) === withPlaces(other, found.places));
  const difference = storyDifference(expected.stories, found.stories, isSameText);
  if (difference !== undefined) return { difference, decided: {} };
  const comparison = { difference, decided: countDecided(expected, found) };
  if (expected.formatting === undefined || found.formatting === undefined) return comparison;
  const both = [
    { ...expected, formatting: expected.formatting },
    { ...found, formatting: found.formatting },
  ] as const;
  return { ...comparison, formatting: compareFormatting(...both) };
}

/** Returns a content without the headers and footers that neither document shows, if only what readers see counts (FMT-48). */
function withoutUnseen(content: Content, other: Content): Content {
  if (!other.isAsSeen) return content;
  const shown = new Set(
    [content, other].flatMap(({ stories }) => stories.filter(({ isShown }) => isShown)).map(({ place }) => place),
  );
  return { ...content, stories: content.stories.filter(({ place }) => shown.has(place)) };
}

function storyDifference(
  expected: readonly StoryContent[],
  found: readonly StoryContent[],
  isSameText: SameText,
): ContentDifference | undefined {
  const places = [...new Set([...expected, ...found].map(({ place }) => place))];
  for (const place of places) {
    const linesOf = (stories: readonly StoryContent[]) => stories.find((story) => story.place === place)?.lines;
    const difference = differenceIn(place, { expected: linesOf(expected), found: linesOf(found), isSameText });
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** True if two texts of lines are equal, or differ only in names of bookmarks at equal positions. */
type SameText = (expected: string, found: string) => boolean;

interface ComparedLines {
  readonly expected: readonly Line[] | undefined;
  readonly found: readonly Line[] | undefined;
  readonly isSameText: SameText;
}

function differenceIn(place: string, { expected, found, isSameText }: ComparedLines): ContentDifference | undefined {
  if (expected === undefined) return { place: `${place}: should not be there`, lines: ["", told(found![0])] };
  if (found === undefined) return { place: `${place}: is missing`, lines: [told(expected[0]), ""] };
  const length = Math.max(expected.length, found.length);
  const at = Array.from({ length }, (_, index) => index).find((index) =>
    howDifferent(expected[index], found[index], isSameText),
  );
  if (at === undefined) return undefined;
  const [wanted, other] = [expected[at], found[at]];
  const kind = (wanted ?? other)!.kind;
  const counts = expected.length === found.length ? "" : ` (${expected.length} and ${found.length} lines)`;
  return {
    place: `${place}, line ${at}, ${kind}: ${howDifferent(wanted, other, isSameText)}${counts}`,
    lines: [told(wanted), told(other)],
  };
}

/** Returns the first aspect in which two lines differ; empty if they are equal. */
function howDifferent(expected: Line | undefined, found: Line | undefined, isSameText: SameText): string {
  if (expected === undefined) return "a line too many";
  if (found === undefined) return "a line too few";
  if (expected.kind !== found.kind) return `is a ${found.kind}`;
  if (expected.depth !== found.depth) return "depth";
  if (!isSameText(expected.text, found.text)) return "text";
  const names = [...new Set([...Object.keys(expected.fields), ...Object.keys(found.fields)])];
  return names.find((name) => expected.fields[name] !== found.fields[name]) ?? "";
}

function told(line: Line | undefined): string {
  return line === undefined ? "" : readableLine(line);
}

/**
 * Counts the equivalences that hide something in one document only. If both documents have it, the equivalence was
 * not needed.
 */
function countDecided(expected: Content, found: Content): Partial<Record<EquivalenceName, number>> {
  const counts: Partial<Record<EquivalenceName, number>> = {};
  const count = (ones: readonly Equivalence[], others: readonly Equivalence[]): void => {
    for (const name of differing(ones, others)) counts[name] = (counts[name] ?? 0) + 1;
  };
  count(expected.equivalences, found.equivalences);
  for (const [index, story] of expected.stories.entries()) {
    const others = found.stories[index]!.lines;
    for (const [at, line] of story.lines.entries()) count(line.equivalences, others[at]!.equivalences);
  }
  return counts;
}

/** Returns the names of the equivalences that only one side has. */
function differing(ones: readonly Equivalence[], others: readonly Equivalence[]): EquivalenceName[] {
  const keyOf = ({ name, detail }: Equivalence): string => `${name}\n${detail}`;
  const left = others.map(keyOf);
  const alone = ones.filter((one) => {
    const at = left.indexOf(keyOf(one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const names = [...alone.map(({ name }) => name), ...left.map((key) => key.split("\n")[0] as EquivalenceName)];
  // If both sides have items of their own, a replaced item must not count twice, so each name counts once.
  return alone.length > 0 && left.length > 0 ? [...new Set(names)] : names;
}
