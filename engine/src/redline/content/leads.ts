// The lead of a paragraph: the words it begins with, if a reader recognizes the paragraph by them, whatever follows.
// It is a defined term, a heading of its own, or the words before a colon.
//
// - term: “Affiliate” means …
// - heading: Governing Law. This Agreement …
// - colon: The Deliverables are: …

export interface Lead {
  readonly kind: "term" | "heading" | "colon";
  /** In small letters, without a typed label. */
  readonly text: string;
}

/** `(a)`, `1.`, `iv)`, and a number of several parts with nothing behind it: `15.2`. A bare number is none: `30 days`. */
const LABEL = /^\s*(?:\p{N}+(?:\.\p{N}+)+\s+|\(?(?:\p{N}+(?:\.\p{N}+)*|\p{L}|[ivxIVX]+)[.)]\s*)*/u;
const TERM = /^["\u201c\u201e\u00ab]([^"\u201c\u201d\u00bb]{2,80})["\u201c\u201d\u00bb]/u;
const COLON = /^([^:.;\u2029\n]{3,80}):(?=\s|$)/u;
/** A few words, the first of which begins large, and then a sentence. */
const HEADING = /^(\p{Lu}[^.:;,\s]*(?:\s[^.:;,\s]+){0,5})\.\s+["\u201c(]?\p{Lu}/u;

/** How much of a paragraph is looked at. */
export const LEAD_LENGTH = 120;

/** The lead of a paragraph's text; undefined for one that begins like any other. */
export function leadOf(text: string): Lead | undefined {
  const start = text.slice(0, LEAD_LENGTH).replace(LABEL, "");
  for (const [kind, pattern] of [
    ["term", TERM],
    ["colon", COLON],
    ["heading", HEADING],
  ] as const) {
    const found = pattern.exec(start)?.[1];
    if (found !== undefined && /\p{L}{2}/u.test(found)) return { kind, text: found.trim().toLowerCase() };
  }
  return undefined;
}

/** True if two paragraphs may be one: they define the same term, or none; and two headings share half their words. */
export function keepsLead(before: Lead | undefined, after: Lead | undefined): boolean {
  const isTerm = before?.kind === "term" || after?.kind === "term";
  if (isTerm) return before?.text === after?.text && before?.kind === after?.kind;
  if (before?.kind !== "heading" || after?.kind !== "heading") return true;
  const words = new Set(before.text.split(" "));
  const others = after.text.split(" ");
  return 2 * others.filter((word) => words.has(word)).length >= Math.max(words.size, others.length);
}
