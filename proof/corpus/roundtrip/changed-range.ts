// Finds what differs between a part before and after an edit, by its bytes alone.
//
// Both have the same beginning and end; the range between was changed. An edit of one text is right if it replaced
// only characters of that text. Then every tag, and so every other paragraph, is unchanged byte for byte. The
// comparison uses no parser, so it also detects a parser that is wrong about where elements begin and end.

export interface ChangedRange {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export function changedRange(before: Uint8Array, after: Uint8Array): ChangedRange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { before: before.subarray(start, before.length - end), after: after.subarray(start, after.length - end) };
}

const CDATA = /<!\[CDATA\[.*?\]\]>/gs;

/** True if all removed bytes are text: they contain no tag. A CDATA section is text too and may be removed whole. */
export function replacesTextOnly({ before }: ChangedRange): boolean {
  return !/[<>]/.test(new TextDecoder().decode(before).replace(CDATA, ""));
}

/** True if nothing was removed. `<w:p/>` loses its slash when content is inserted. */
export function onlyInserts({ before }: ChangedRange): boolean {
  return before.length === 0 || (before.length === 1 && before[0] === "/".charCodeAt(0));
}
