// Locates an edit in a redline: the pieces of the paragraphs that it changed.
//
// The truth numbers paragraphs as in the base, and so does the redline read with its changes rejected. The result of
// the edit is searched by its text, near the same position of the redline read with its changes accepted.

import type { Edit } from "../../generate/truth.ts";
import { isAfter, isBefore, isChanged, type Piece, type RedlineStory, SYMBOL, textOf } from "./pieces.ts";

export interface Located {
  /** The paragraphs of the edit in the redline, before and after. */
  readonly before: readonly Paragraph[];
  readonly after: readonly Paragraph[];
  readonly story: IndexedStory;
}

export interface Paragraph {
  readonly number: number;
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A story with its paragraphs before and after. */
export interface IndexedStory extends RedlineStory {
  readonly paragraphs: { readonly before: readonly Paragraph[]; readonly after: readonly Paragraph[] };
}

export function indexStory(story: RedlineStory): IndexedStory {
  const before = paragraphsOf(story.pieces.filter(isBefore), ({ before: number }) => number);
  const after = paragraphsOf(story.pieces.filter(isAfter), ({ after: number }) => number);
  return { ...story, paragraphs: { before, after } };
}

function paragraphsOf(pieces: readonly Piece[], numberOf: (piece: Piece) => number): Paragraph[] {
  return [...Map.groupBy(pieces, numberOf)].map(([number, own]) => ({ number, text: textOf(own), pieces: own }));
}

/** Maximum number of equal texts that are tried, the nearest first. They cannot be distinguished. */
const MOST_TWINS = 12;

/**
 * Returns the positions where the edit may be, the likeliest first; empty if no story of the redline has its text. An
 * edit of one of several equal paragraphs or rows may be shown on another of them.
 */
export function locateEdit(edit: Edit, stories: readonly IndexedStory[]): Located[] {
  const ofKind = stories.filter(({ kind }) => kind === edit.story.kind);
  const isOfPart = ({ part }: IndexedStory): boolean => part === edit.story.part.toLowerCase();
  const ordered = [...ofKind.filter(isOfPart), ...ofKind.filter((story) => !isOfPart(story))];
  return ordered.flatMap((story) => locateIn(edit, story));
}

function locateIn(edit: Edit, story: IndexedStory): Located[] {
  const { before, after } = story.paragraphs;
  const from = Math.max(0, edit.paragraph);
  const isInserted = edit.before.length === 0;
  const starts = isInserted ? [[]] : sequences(before, edit.before, from);
  return starts.flatMap((found) => {
    const pieces = found[0]?.pieces ?? before[from]?.pieces ?? [];
    const target = edit.to === undefined ? pieces : (before[edit.to]?.pieces ?? []);
    const expected = (target.at(-1)?.after ?? 0) + (isInserted ? 1 : 0);
    const ends = edit.after.length === 0 ? [[]] : sequences(after, edit.after, expected);
    // A paragraph that moved past equal ones may be any of them.
    const told = edit.to === undefined ? ends.slice(0, 1) : ends.slice(0, MOST_TWINS);
    return told.map((end) => ({ before: found, after: end, story }));
  });
}

/**
 * Returns sequences of paragraphs with these texts in order, those nearest to `near` first. Other paragraphs between
 * them are skipped.
 */
function sequences(paragraphs: readonly Paragraph[], texts: readonly string[], near: number): Paragraph[][] {
  const [first = "", ...further] = texts;
  const starts = paragraphs.flatMap(({ text }, at) => (isSameText(text, first) ? [at] : []));
  const isTouched = (at: number): boolean => paragraphs[at]!.pieces.some(isChanged);
  const distance = (at: number): number => Math.abs(paragraphs[at]!.number - near);
  const [touched, others] = [starts.filter(isTouched), starts.filter((at) => !isTouched(at))].map((all) =>
    all.sort((one, other) => distance(one) - distance(other)).slice(0, MOST_TWINS),
  );
  const nearest = [...touched!, ...others!];
  return nearest.flatMap((at) => {
    const rest = follow(paragraphs, further, at + 1);
    if (rest === undefined) return [];
    const found = [paragraphs[at]!, ...rest];
    const tight = tighten(paragraphs, found);
    return tight.every((paragraph, index) => paragraph === found[index]) ? [found] : [found, tight];
  });
}

/** Returns the next paragraphs with these texts in order, from an index on; undefined if one is missing. */
function follow(paragraphs: readonly Paragraph[], texts: readonly string[], from: number): Paragraph[] | undefined {
  const found: Paragraph[] = [];
  let at = from;
  for (const text of texts) {
    while (at < paragraphs.length && !isSameText(paragraphs[at]!.text, text)) at += 1;
    if (at >= paragraphs.length) return undefined;
    found.push(paragraphs[at]!);
    at += 1;
  }
  return found;
}

/**
 * Returns a sequence with the same first and last paragraph. Each paragraph between them is the equal one nearest to
 * the last.
 */
function tighten(paragraphs: readonly Paragraph[], row: readonly Paragraph[]): Paragraph[] {
  const found = [...row];
  let at = paragraphs.indexOf(row.at(-1)!);
  for (let index = row.length - 2; index > 0; index -= 1) {
    do at -= 1;
    while (!isSameText(paragraphs[at]!.text, row[index]!.text));
    found[index] = paragraphs[at]!;
  }
  return found;
}

/** The redline reader reads every symbol as the same character. */
function isSameText(one: string, other: string): boolean {
  if (one === other || one.length !== other.length || !one.includes(SYMBOL)) return one === other;
  return Array.from({ length: one.length }, (_, at) => at).every((at) => one[at] === SYMBOL || one[at] === other[at]);
}
