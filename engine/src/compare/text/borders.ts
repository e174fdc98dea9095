// Rates a position in a text as the beginning or end of an edit, by the characters before it.
//
// Readers expect edits at sentences, then clauses, then words (CMP-14).

const PARAGRAPH_EDGE = 6;
const SENTENCE_EDGE = 5;
const CLAUSE_EDGE = 4;
const SPACED_EDGE = 3;
const WORD_EDGE = 2;

/** The number of characters before a position that decide its rate. */
export const LOOK_BACK = 4;

export function borderAfter(left: string): number {
  if (left === "") return PARAGRAPH_EDGE;
  if (/[.!?]["'\u2019\u201d)\]]?\s+$/.test(left)) return SENTENCE_EDGE;
  if (/[,;:]\s+$/.test(left) || /[.!?]["'\u2019\u201d)\]]?$/.test(left)) return CLAUSE_EDGE;
  if (/\s$/.test(left)) return SPACED_EDGE;
  return /[\p{L}\p{N}]$/u.test(left) ? WORD_EDGE : 0;
}
