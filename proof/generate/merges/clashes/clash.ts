// Two copies of one document that clash on purpose in one place, or nearly do.
//
// Each kind of clash is made in two ways: as a clash, which is one conflict, and as a near miss, which is none because something
// that both copies keep stands between their edits: a word, a paragraph mark, a row, a column, or that they change other things.

import type { RandomNumbers } from "../../../runner/random.ts";
import type { Draft } from "../../draft.ts";
import type { Place } from "../../places.ts";

/** The kinds of conflicts, as the record of a merge names them. */
export type ConflictKind = "text" | "blocks" | "move" | "property";

/** Both copies while they are revised: drafts of the same bytes, whose places have the same numbers. */
export interface Both {
  readonly one: Draft;
  readonly other: Draft;
  readonly random: RandomNumbers;
}

/** How a clash is made, and as what. */
export interface ClashForm {
  readonly conflict: ConflictKind;
  readonly make: (both: Both, isNear: boolean) => Clash | undefined;
}

export interface Clash {
  /** The paragraph of the body. */
  readonly paragraph: number;
  /** True if each word, row or column that is edited or stands beside the edits is the only one that says what it says. */
  readonly isTelling: boolean;
}

/** The place of the other copy that is the same as one of the first. */
export function sameIn({ one, other }: Both, place: Place): Place {
  return other.body[one.body.indexOf(place)]!;
}

/** Paragraphs of fewer letters are too short to be known again. */
const LEAST_LETTERS = 40;

/** True if a paragraph says enough, and no other says the same. */
export function tellingIn({ body }: Draft): (place: Place) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of body) counts.set(text, (counts.get(text) ?? 0) + 1);
  return ({ text }) => counts.get(text) === 1 && lettersIn(text) >= LEAST_LETTERS;
}

export function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
