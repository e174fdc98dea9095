// Makes the ranges that name a move: each half has a start and an end marker around the moved content.

import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { MoveBorder } from "../script/script.ts";
import type { Writing } from "./writing.ts";

/** Returns the start or end marker of a range, not yet inserted. Both are made together at the start. */
export function makeBorder(writing: Writing, tree: Tree, { move, half, isStart, label }: MoveBorder): NodeId {
  const key = `${half} ${move}`;
  if (!isStart) return writing.openMoves.get(key)!;
  const { start, end } = writing.maker.by(label).makeRange(tree, half, `move${move}`);
  writing.openMoves.set(key, end);
  return start;
}
