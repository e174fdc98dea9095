// Defines clashes: two copies of one document that conflict on purpose at one position, or nearly do.
//
// Each kind is made in two ways. A clash is one conflict. A near miss is not a conflict: its edits change different
// things, or content that both copies keep separates them (a word, a paragraph mark, a row, a column).

import type { RandomNumbers } from "../../../runner/random.ts";
import type { Draft } from "../../draft.ts";
import type { Place } from "../../places.ts";

/** The kinds of conflicts, as the record of a merge names them. */
export type ConflictKind = "text" | "blocks" | "move" | "property";

/** Both copies during revision: drafts of the same bytes, in which the same paragraphs have the same indexes. */
export interface Both {
  readonly one: Draft;
  readonly other: Draft;
  readonly random: RandomNumbers;
}

/** A way to make a clash, and the kind of conflict that it gives. */
export interface ClashForm {
  readonly conflict: ConflictKind;
  readonly make: (both: Both, isNear: boolean) => Clash | undefined;
}

export interface Clash {
  /** Index in the body of the first copy's paragraph at the clash. */
  readonly paragraph: number;
  /**
   * False if the position is ambiguous. This is so if a word occurs twice in its paragraph, if an adjacent paragraph
   * has an equal, or if rows or columns of the table are equal or empty.
   */
  readonly isDistinctive: boolean;
}

/** Returns the paragraph of the other copy that corresponds to one of the first. */
export function sameIn({ one, other }: Both, place: Place): Place {
  return other.body[one.body.indexOf(place)]!;
}

/** Minimum number of letters; a shorter paragraph cannot be recognized. */
const LEAST_LETTERS = 40;

/** Returns a test for distinctive paragraphs: long enough, with a text that occurs once. */
export function tellingIn({ body }: Draft): (place: Place) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of body) counts.set(text, (counts.get(text) ?? 0) + 1);
  return ({ text }) => counts.get(text) === 1 && lettersIn(text) >= LEAST_LETTERS;
}

export function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
