// Finds pieces of a split paragraph by the order of their words (CMP-104).

import type { ParagraphItem } from "../../../redline/content/items.ts";

/** An edge of a text: its first or its last tokens. */
export type Edge = "start" | "end";

/**
 * True if the tokens of a piece are the first, or the last, tokens of a paragraph, apart from white space. The piece
 * must have a token.
 */
export function isEdgeOf(whole: ParagraphItem, piece: ParagraphItem, edge: Edge): boolean {
  const [long, short] = [wordsOf(whole), wordsOf(piece)];
  if (short.length === 0 || short.length > long.length) return false;
  const from = edge === "start" ? 0 : long.length - short.length;
  return short.every((token, at) => token === long[from + at]);
}

/** Returns the tokens of a paragraph without white space. */
function wordsOf({ source: { lexicon }, tokens }: ParagraphItem): Int32Array {
  return tokens.kinds.filter((token) => lexicon.weightOf(token) > 0);
}
