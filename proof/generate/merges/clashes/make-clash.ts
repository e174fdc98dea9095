// Makes a clash, or a near miss of it, in a document.

import { openCorpusDocument, SAVE_LEVEL } from "../../../corpus/read-document.ts";
import { seededRandom } from "../../../runner/random.ts";
import { Draft } from "../../draft.ts";
import { withoutChanges } from "../make-merge.ts";
import { columnsInGap, paragraphsInGap, rowsInGap } from "./blocks.ts";
import type { Clash, ClashForm } from "./clash.ts";
import { moveAndDeletion, twoMoves } from "./moves.ts";
import { sameProperty } from "./properties.ts";
import { adjacent, deletionAndEdit, overlapping, sameWord } from "./words.ts";

export const clashForms = {
  same_word: sameWord,
  overlapping,
  adjacent,
  deletion_and_edit: deletionAndEdit,
  two_moves: twoMoves,
  move_and_deletion: moveAndDeletion,
  paragraphs_in_gap: paragraphsInGap,
  rows_in_gap: rowsInGap,
  columns_in_gap: columnsInGap,
  same_property: sameProperty,
} as const satisfies Readonly<Record<string, ClashForm>>;

export type ClashKind = keyof typeof clashForms;
export const clashKinds = Object.keys(clashForms) as ClashKind[];

export interface MadeClash extends Clash {
  readonly base: Uint8Array;
  readonly copies: readonly [one: Uint8Array, other: Uint8Array];
}

export interface ClashPlan {
  readonly kind: ClashKind;
  readonly isNear: boolean;
  readonly seed: number;
}

const MOST_ATTEMPTS = 5;

/**
 * Returns undefined if the document has no position for the clash, or if all attempts gave two equal copies. Throws a
 * Failure if the file is not a Word document.
 */
export function makeClash(bytes: Uint8Array, { kind, isNear, seed }: ClashPlan): MadeClash | undefined {
  const base = withoutChanges(bytes);
  const random = seededRandom("clash", kind, seed);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const [one, other] = [new Draft(openCorpusDocument(base), random), new Draft(openCorpusDocument(base), random)];
    const clash = clashForms[kind].make({ one, other, random }, isNear);
    if (clash === undefined) return undefined;
    const copies = [one.document.package.save(SAVE_LEVEL), other.document.package.save(SAVE_LEVEL)] as const;
    // By chance both copies may have inserted the same word, and then they agree.
    if (Buffer.compare(...copies) !== 0) return { ...clash, base, copies };
  }
  return undefined;
}
