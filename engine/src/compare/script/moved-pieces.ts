// Makes the pieces of deleted, inserted and moved text.

import type { ParagraphItem } from "../../redline/content/items.ts";
import { tokenStart } from "../../redline/content/tokens.ts";
import type { ChangeLabel, Marks, Piece } from "../../redline/script/script.ts";
import type { MovedHalf } from "../plan/plan.ts";

/** The names of changes for content that only one side has. */
export const CHANGES = {
  delete: { plain: "deletion", moved: "movedFrom", half: "from" },
  insert: { plain: "insertion", moved: "movedTo", half: "to" },
} as const;

/** Tokens of a paragraph. */
interface ParagraphRange {
  readonly item: ParagraphItem;
  readonly from: number;
  readonly to: number;
}

export function pieceOf({ item, from, to }: ParagraphRange, marks: Marks): Piece {
  return { kind: "piece", item, from: tokenStart(item.tokens, from), to: tokenStart(item.tokens, to), marks };
}

/** Returns the pieces of a range of a moved paragraph: shared tokens as moved, the others as deleted or inserted. */
export function movedPieces(
  { item, from, to }: ParagraphRange,
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
