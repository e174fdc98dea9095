// Finds the lead of a paragraph: its first words, if they identify it whatever follows.
//
// A lead is a defined term, a heading of its own, or the words before a colon.
//
// - term: “Affiliate” means …
// - heading: Governing Law. This Agreement …
// - colon: The Deliverables are: …

export interface Lead {
  readonly kind: "term" | "heading" | "colon";
  /** In lower case, without a typed label. */
  readonly text: string;
}

/**
 * Matches typed labels: `(a)`, `1.`, `iv)`, or a number of several parts alone: `15.2`. A bare number is not a label:
 * `30 days`.
 */
const LABEL = /^\s*(?:\p{N}+(?:\.\p{N}+)+\s+|\(?(?:\p{N}+(?:\.\p{N}+)*|\p{L}|[ivxIVX]+)[.)]\s*)*/u;
const TERM = /^["\u201c\u201e\u00ab]([^"\u201c\u201d\u00bb]{2,80})["\u201c\u201d\u00bb]/u;
const COLON = /^([^:.;\u2029\n]{3,80}):(?=\s|$)/u;
/** Up to six words, the first with a capital letter, and then the start of a sentence. */
const HEADING = /^(\p{Lu}[^.:;,\s]*(?:\s[^.:;,\s]+){0,5})\.\s+["\u201c(]?\p{Lu}/u;

/** Number of characters at the start of a paragraph that are searched for a lead. */
export const LEAD_LENGTH = 120;

/** Returns the lead of a paragraph's text, or undefined if its first words do not identify it. */
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

/**
 * True if two paragraphs may be versions of one. Both must define the same term or none, and two headings must share at
 * least half of their words.
 */
export function keepsLead(before: Lead | undefined, after: Lead | undefined): boolean {
  const isTerm = before?.kind === "term" || after?.kind === "term";
  if (isTerm) return before?.text === after?.text && before?.kind === after?.kind;
  if (before?.kind !== "heading" || after?.kind !== "heading") return true;
  const words = new Set(before.text.split(" "));
  const others = after.text.split(" ");
  return 2 * others.filter((word) => words.has(word)).length >= Math.max(words.size, others.length);
}
