// Cuts a specification into sentences, so that a sentence without a rule is noticed.
//
// A row of a table is one sentence; a step of a list, or a paragraph, is cut after each full stop. A sentence is
// identified by a digest and by its first words, because the specification itself is not kept here.

import { createHash } from "node:crypto";

export interface Sentence {
  /** Its first words, for the reader. */
  readonly begins: string;
  readonly digest: string;
}

export interface Section {
  /** The first line of the section. */
  readonly from: string;
  /** The line after the section. */
  readonly to: string;
}

/** Returns the sentences of a section of a Markdown text. */
export function sentencesOf(markdown: string, { from, to }: Section): Sentence[] {
  const lines = markdown.split("\n");
  const [first, end] = [lines.indexOf(from), lines.indexOf(to)];
  if (first < 0 || end < first) throw new Error(`The specification has no section from "${from}" to "${to}"`);
  return lines.slice(first, end).flatMap((line, at, all) => sentencesIn(line, all[at + 1] ?? "").map(sentence));
}

const RULE_OF_TABLE = /^\|\s*-{3}/;

function sentencesIn(line: string, next: string): string[] {
  if (line.trim() === "" || line.startsWith("#") || RULE_OF_TABLE.test(line)) return [];
  if (!line.startsWith("|")) return line.replace(/^(?:\d+\.|-)\s+/, "").split(/(?<=\.)\s+/);
  return RULE_OF_TABLE.test(next) ? [] : [line.slice(1, -1)];
}

const WORDS = 7;
const DIGITS = 8;

function sentence(text: string): Sentence {
  const words = text.trim().split(/\s+/);
  const digest = createHash("sha256").update(words.join(" ")).digest("hex").slice(0, DIGITS);
  return { begins: words.slice(0, WORDS).join(" "), digest };
}
