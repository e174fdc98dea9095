// The ranges that name a move: each half has a start and an end around what moved.

import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { MoveBorder } from "../script/script.ts";
import type { Writing } from "./writing.ts";

/** The start or the end of a range, not yet anywhere. The end is made with the start. */
export function makeBorder(writing: Writing, tree: Tree, { move, half, isStart, label }: MoveBorder): NodeId {
  const key = `${half} ${move}`;
  if (!isStart) return writing.openMoves.get(key)!;
  const { start, end } = writing.maker.by(label).makeRange(tree, half, `move${move}`);
  writing.openMoves.set(key, end);
  return start;
}
