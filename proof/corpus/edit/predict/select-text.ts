// Resolves text selectors (EDT-29 to EDT-39): the characters of the upload that an edit names.

import { type NoteOf, uploadedItems } from "./items.ts";
import type { Item, Para } from "./model.ts";

export interface Selector {
  readonly match: string | readonly { readonly type?: string; readonly kind?: string }[];
  readonly prefix?: string;
  readonly suffix?: string;
  readonly occurrence?: number | "all";
}

export interface Selected {
  readonly para: Para;
  readonly items: readonly Item[];
}

/** Returns what a selector finds in the named paragraphs, in their order. A string says why nothing is selected. */
export function selectText(paras: readonly Para[], selector: Selector, noteOf: NoteOf): Selected[] | string {
  const found = paras.flatMap((para) => matchesIn(para, selector, noteOf));
  const { occurrence } = selector;
  if (found.length === 0) return "the selector matches nothing";
  if (occurrence === "all") return found;
  if (occurrence === undefined) return found.length === 1 ? found : `the selector matches ${found.length} times`;
  const one = found[occurrence - 1];
  return one === undefined ? `the selector matches ${found.length} times, not ${occurrence}` : [one];
}

function matchesIn(para: Para, { match, prefix = "", suffix = "" }: Selector, noteOf: NoteOf): Selected[] {
  if (typeof match !== "string") return breaksIn(para, match, noteOf);
  // A quick test before the paragraph is split into characters.
  const text = para.source?.text ?? "";
  if (isPlain(text) && isPlain(match) && !text.includes(match)) return [];
  const items = uploadedItems(para, noteOf).filter((item) => item.text !== "");
  const shown = items.map((item) => foldCharacter(item));
  const [wanted, before, after] = [match, prefix, suffix].map((part) => [...part].map(fold));
  const found: Selected[] = [];
  for (let at = 0; at + wanted!.length <= shown.length; ) {
    const end = at + wanted!.length;
    const isHere = isAt(shown, wanted!, at) && isAt(shown, before!, at - before!.length) && isAt(shown, after!, end);
    if (isHere) found.push({ para, items: items.slice(at, end) });
    at = isHere ? end : at + 1;
  }
  return found;
}

/** Finds consecutive breaks by their kinds, since they are not characters. */
function breaksIn(para: Para, runs: Exclude<Selector["match"], string>, noteOf: NoteOf): Selected[] {
  const items = uploadedItems(para, noteOf);
  const found: Selected[] = [];
  for (let at = 0; at + runs.length <= items.length; ) {
    const own = items.slice(at, at + runs.length);
    const isHere = runs.every(({ kind = "line" }, index) => own[index]?.breakKind === kind);
    if (isHere) found.push({ para, items: own });
    at += isHere ? runs.length : 1;
  }
  return found;
}

function isPlain(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

function isAt(shown: readonly string[], wanted: readonly string[], at: number): boolean {
  return at >= 0 && at + wanted.length <= shown.length && wanted.every((one, index) => shown[at + index] === one);
}

/** A page or column break is not a character that a string can match. */
function foldCharacter({ text }: Item): string {
  return text === "\f" ? "break" : fold(text);
}

const ALIKE: ReadonlyMap<string, string> = new Map([
  ...[..."\u2018\u2019\u201a\u201b"].map((quote) => [quote, "'"] as const),
  ...[..."\u201c\u201d\u201e\u201f"].map((quote) => [quote, '"'] as const),
  ...[..."\u2010\u2013\u2014"].map((dash) => [dash, "-"] as const),
]);

/** Returns the form of a character for matching. Characters that count as equal have the same form. */
function fold(character: string): string {
  const form = character.normalize("NFKC");
  const single = [...form].length === 1 ? form : character;
  return ALIKE.get(single) ?? single;
}
