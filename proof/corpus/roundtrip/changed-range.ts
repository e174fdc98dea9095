// Finds what differs between a part before and after an edit, by its bytes alone.
//
// Both begin and end alike; what lies between is what was changed. An edit of one text is right when nothing but
// characters of one text were replaced: then every tag, and with it every other paragraph, is where it was, byte for
// byte. This asks no parser, so it also catches one that is wrong about where things begin and end.

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

/** Whether all that was taken out is text: no tag, though a CDATA section, which is text too, may go as a whole. */
export function replacesTextOnly({ before }: ChangedRange): boolean {
  return !/[<>]/.test(new TextDecoder().decode(before).replace(CDATA, ""));
}

/** Whether nothing was taken out; `<w:p/>` loses its slash when something is put into it. */
export function onlyInserts({ before }: ChangedRange): boolean {
  return before.length === 0 || (before.length === 1 && before[0] === "/".charCodeAt(0));
}
