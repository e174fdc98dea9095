// Where in a redline an edit is: the pieces of the paragraphs that it changed, took away, brought or moved.
//
// The truth numbers paragraphs as the base has them, and so does the redline, read with its changes rejected. What the
// edit made of them is looked for, by its text, near the same place of the redline read with its changes accepted.

import type { Edit } from "../../generate/truth.ts";
import { isAfter, isBefore, isChanged, type Piece, type RedlineStory, SYMBOL, textOf } from "./pieces.ts";

export interface Located {
  /** The paragraphs that the edit is about, as the redline has them before and after. */
  readonly before: readonly Paragraph[];
  readonly after: readonly Paragraph[];
  readonly story: IndexedStory;
}

export interface Paragraph {
  readonly number: number;
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A story with its paragraphs, both ways. */
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

/** Of equal texts so many are looked at, the nearest first: which of them an edit was made to, nobody can tell. */
const MOST_TWINS = 12;

/**
 * The places where the edit may be, the likeliest first; none when the redline has no story that reads as it says. An
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
    // What moved past its equals may be any of them.
    const told = edit.to === undefined ? ends.slice(0, 1) : ends.slice(0, MOST_TWINS);
    return told.map((end) => ({ before: found, after: end, story }));
  });
}

/** Rows of paragraphs with some texts in their order, others between them passed over: those nearest to a number. */
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

/** Texts in their order, from a paragraph on. */
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

/** A row from its first to its last paragraph, those between them as near to the last as their equals stand. */
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

/** Symbols are read as one sign here. */
function isSameText(one: string, other: string): boolean {
  if (one === other || one.length !== other.length || !one.includes(SYMBOL)) return one === other;
  return Array.from({ length: one.length }, (_, at) => at).every((at) => one[at] === SYMBOL || one[at] === other[at]);
}
