// Finds text of the upload in the document as it stands, by the words in it and beside it.

import { type TextName, Untranslated } from "../names.ts";
import { keysOf, type Reading, type Standing } from "../reading.ts";

/** Where text stands now. */
export interface Found {
  readonly standing: Standing;
  readonly from: number;
  readonly to: number;
}

const WORD = /w\d{4}/g;

/** Text that was not changed inside; undefined when it is not there as it was. */
export function findText(upload: Reading, now: Reading, { key, from, to }: TextName): Found | undefined {
  const text = upload.starts.get(key)?.paragraph.text ?? "";
  const [start, end] = withWords(text, from, to);
  const wanted = text.slice(start, end);
  if (wanted === "") return undefined;
  const hits = now
    .holding(wanted)
    .filter(({ paragraph }) => paragraph.text.indexOf(wanted) === paragraph.text.lastIndexOf(wanted));
  const own = hits.filter(({ paragraph }) => [...keysOf(paragraph), ...keysOf(paragraph, "E")].includes(key));
  const standing = hits.length === 1 ? hits[0] : own.length === 1 ? own[0] : undefined;
  if (standing === undefined) return undefined;
  const at = standing.paragraph.text.indexOf(wanted) + from - start;
  return { standing, from: at, to: at + to - from };
}

/** A range made wider so that it holds at least one word, and all of each. */
function withWords(text: string, from: number, to: number): [from: number, to: number] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }));
  const touched = words.filter((word) => word.from < to && word.to > from);
  const before = touched.length > 0 ? touched[0] : words.findLast((word) => word.to <= from);
  const after = touched.length > 0 ? touched.at(-1) : words.find((word) => word.from >= to);
  return [Math.min(from, before?.from ?? from), Math.max(to, after?.to ?? to)];
}

/** The pieces of a range between the places where it was cut. */
export function piecesOf({ key, from, to }: TextName, cuts: ReadonlySet<number> = new Set()): TextName[] {
  const inside = [...cuts].filter((offset) => offset > from && offset < to).sort((one, other) => one - other);
  return [from, ...inside].map((start, at) => ({ key, from: start, to: inside[at] ?? to }));
}

/** Where a range stands that may have been cut: from its first piece to its last, in one paragraph. */
export function findCutText(
  { upload, now }: { readonly upload: Reading; readonly now: Reading },
  text: TextName,
  cuts: ReadonlySet<number> | undefined,
): Found {
  const pieces = piecesOf(text, cuts);
  const first = findText(upload, now, pieces[0]!);
  const last = findText(upload, now, pieces.at(-1)!);
  if (first === undefined || last === undefined || first.standing !== last.standing) throw new Untranslated("text");
  return { standing: first.standing, from: first.from, to: last.to };
}
