// Pieces of what went and of what came, and of both what moved.

import type { ParagraphItem } from "../../redline/content/items.ts";
import { placeOf } from "../../redline/content/tokens.ts";
import type { ChangeLabel, Marks, Piece } from "../../redline/script/script.ts";
import type { MovedHalf } from "../plan/plan.ts";

/** The words for something that is there on one side alone. */
export const CHANGES = {
  delete: { plain: "deletion", moved: "movedFrom", half: "from" },
  insert: { plain: "insertion", moved: "movedTo", half: "to" },
} as const;

/** Tokens of a paragraph. */
interface Stretch {
  readonly item: ParagraphItem;
  readonly from: number;
  readonly to: number;
}

export function pieceOf({ item, from, to }: Stretch, marks: Marks): Piece {
  return { kind: "piece", item, from: placeOf(item.tokens, from), to: placeOf(item.tokens, to), marks };
}

/** A stretch of a paragraph that moved: what it shares with its other half, and what came or went. */
export function movedPieces(
  { item, from, to }: Stretch,
  move: Pick<MovedHalf, "kept"> | undefined,
  { kind, label }: { readonly kind: "delete" | "insert"; readonly label: ChangeLabel },
): Piece[] {
  const { plain, moved } = CHANGES[kind];
  const changed = { text: { change: plain, label } as const };
  const borders = [from, ...(move?.kept ?? []).flatMap((kept) => [kept.from, kept.to]), to];
  return borders.slice(1).flatMap((end, at): Piece[] => {
    const marks = at % 2 === 1 ? { move: { change: moved, label } as const } : changed;
    const start = borders[at]!;
    return start < end ? [pieceOf({ item, from: start, to: end }, marks)] : [];
  });
}
