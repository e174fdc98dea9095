// The ranges that name a move: each half has a start and an end around what moved.

import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { MovedHalf } from "../plan/plan.ts";
import type { Writing } from "./writing.ts";

/** One half of a move, and whether it is where something was or where it is. */
export interface Half {
  readonly move: MovedHalf;
  readonly half: "from" | "to";
}

/** The start of a range, not yet anywhere; its end is kept until the last paragraph of the move. */
export function openMove(writing: Writing, { tree, move, half }: Half & { readonly tree: Tree }): NodeId {
  const { start, end } = writing.maker.makeRange(tree, half, `move${move.number}`);
  writing.openMoves.set(`${half} ${move.number}`, end);
  return start;
}

/** The end of the range that was opened for a half. */
export function closeMove({ openMoves }: Writing, { move, half }: Half): NodeId {
  return openMoves.get(`${half} ${move.number}`)!;
}

/** Remembers the notes that came with moved text, those from a number on: what they say was not deleted. */
export function noteMoves({ adoption, movedNotes }: Writing, known: number): void {
  for (const { kind, id } of adoption.notes.slice(known)) movedNotes.add(`${kind} ${id}`);
}
