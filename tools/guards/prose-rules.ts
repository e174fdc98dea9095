// Defines the sentence patterns that `docs/english.md` refuses, and cuts a text into sentences.

/** A sentence of a comment, a page or a message. */
export interface Sentence {
  /** The line of the file on which its paragraph begins, from 1. */
  readonly line: number;
  readonly text: string;
  /** Cells of tables may be long. */
  readonly isCell: boolean;
}

/** A sentence that a rule refuses. */
export interface Hit extends Sentence {
  readonly rule: string;
}

/** Maximum number of words in a sentence. */
const MOST_WORDS = 30;

/**
 * One row for each rule of the language. Correct a false alarm here, with a case in `check-prose.test.ts`. A single
 * sentence cannot be exempted.
 */
const rules: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    "lead",
    /^(?:What(?! happens\b| to )(?=[^?]*$)|Whether|Such(?! as\b)|That which|Those (?:that|of)|Of (?:an?|the|what|its|all|two|three|four|each|these|those)|As many|So (?:do|is))\b/,
  ],
  ["stand", /\b(?:stands?(?! (?:alone|in for|for|still)\b)|stood)\b/i],
  ["told", /\btold\b|\b(?:tells?|telling) (?:of|what|which|how|no|it|whether|why|where|when|who)\b/i],
  ["old-words", /\b(?:but for|anew|otherwise than|alike in|as many(?! as)|nobody's)\b/i],
  [
    "came-went",
    /\b(?:what|that|which|rows?|columns?|cells?|text|marks?|notes?|paragraphs?|blocks?|comments?) (?:came|went)\b|\bcame or went\b/i,
  ],
  ["none", /\b(?:is|are|was|were) none\b(?! of (?:the|these|those|them|our)\b)|\b(?:in|as) none\b|\bthat is no \w/i],
  ["of-which", /\b(?:of|by|behind|around) which\b/i],
  ["by-then", /\b(?:by then|by now|any more)\b/i],
  ["becomes-of", /\b(?:becomes?|became|comes?|came) of\b/i],
  ["such-as", /\bsuch as (?:go|goes|are|is|have|has|had|do|does|were|was)\b/i],
];

/** Returns one hit for each rule that a sentence breaks. */
export function findHits(sentence: Sentence): Hit[] {
  const plain = sentence.text.replaceAll(/`[^`]*`/g, "X");
  const broken = rules.flatMap(([rule, pattern]) => (pattern.test(plain) ? [rule] : []));
  if (!sentence.isCell && countWords(plain) > MOST_WORDS) broken.push("long");
  return broken.map((rule) => ({ ...sentence, rule }));
}

function countWords(text: string): number {
  return text
    .replaceAll(/\]\([^)]*\)/g, "]")
    .split(/[\s/]+/)
    .filter((word) => /\w/.test(word)).length;
}

/**
 * Cuts prose into sentences. A blank line, a heading, a list item and a table row begin a new one; a code block is left
 * out. `line` is the line of the file on which `text` begins.
 */
export function sentencesOf(text: string, line = 1): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph: string[] = [];
  let start = line;
  let isCode = false;
  const flush = (): void => {
    const joined = paragraph.join(" ").trim();
    paragraph = [];
    for (const part of splitSentences(joined)) sentences.push({ line: start, text: part, isCell: false });
  };
  for (const [index, raw] of text.split("\n").entries()) {
    const current = raw.trim();
    if (/^(?:```|~~~)/.test(current)) {
      flush();
      isCode = !isCode;
    } else if (isCode || current === "" || /^[-=|: ]+$/.test(current)) flush();
    else if (current.startsWith("|")) {
      flush();
      for (const cell of current.split(/(?<!\\)\|/).slice(1, -1)) {
        for (const part of splitSentences(cell.trim())) {
          sentences.push({ line: line + index, text: part, isCell: true });
        }
      }
    } else {
      const item = /^(?:#+|[-*+]|\d+[.)]|>)\s+/.exec(current);
      if (item !== null) flush();
      if (paragraph.length === 0) start = line + index;
      paragraph.push(item === null ? current : current.slice(item[0].length));
      if (current.startsWith("#")) flush();
    }
  }
  flush();
  return sentences;
}

function splitSentences(text: string): string[] {
  const parts = text.split(/(?<=[.!?](?:["'”)*]|\*\*)*)\s+(?=["'“(*`]*[A-Z0-9`“"[*])/);
  return parts.map((part) => part.replace(/^[*_ ]+/, "").trim()).filter((part) => part !== "");
}
