// Tests the rules of sentences, how text is cut into sentences, and the budget.

import { expect, test } from "vitest";
import { checkBudget, type FileHit, hitsOf, lowerBudget } from "./check-prose.ts";
import { findHits, sentencesOf } from "./prose-rules.ts";

const rulesOf = (text: string): string[] =>
  sentencesOf(text)
    .flatMap(findHits)
    .map(({ rule }) => rule);

const refused: readonly (readonly [rule: string, ...sentences: string[]])[] = [
  ["lead", "Whether no block follows.", "Of a failed job.", "What came first."],
  ["stand", "The mark stands here.", "Where it stood before."],
  ["told", "Each is told apart.", "It tells which part is meant."],
  ["old-words", "All but for one.", "The row is written anew."],
  ["came-went", "It joins what went.", "A column came or went."],
  ["none", "There is none and it is none.", "A mark that is no end."],
  ["of-which", "A file of which a part is read.", "The text behind which it is."],
  ["by-then", "All are gone by then.", "It has no row any more."],
  ["becomes-of", "It says what becomes of the row.", "What came of the merge."],
  ["such-as", "Such rows such as go with it.", "Marks such as are deleted with it."],
  [
    "long",
    "Every file must convert, with three exceptions: LibreOffice alone does not open it either (for example because of a password), it is not an OLE file, or it is under rights management.",
  ],
];

const accepted = [
  "What happens to the rows?",
  "Tell A from B.",
  "XML names stand for parts.",
  "The machine stands still, and the test stands alone.",
  "Whoever reads it decides.",
  "Files such as a.docx. Such as these.",
  "None of the rows matches, so it is none of the above.",
  "It takes as many as four rows.",
  "Text that `stands anew` in code is exempt.",
  "| the same, then the slow tests (listed in `vitest.config.ts`), the service on real parts, the API from outside, the service while its workers die, the corpus round trip, the hostile documents, samples of the corpus, a short growth bench and a short fuzz run. |",
  "The comment comes first, and the writer went on.",
];

test.each(refused)("the rule %s refuses its examples", (rule, ...sentences) => {
  for (const sentence of sentences) expect(rulesOf(sentence), sentence).toContain(rule);
});

test.each(accepted)("%s", (sentence) => {
  expect(rulesOf(sentence)).toEqual([]);
});

test("a sentence ends at a full stop, a blank line, a heading, a list item and a cell; code is left out", () => {
  const text =
    "# One\nTwo is\nlonger. Three, e.g. this.\n- Four\n- Five\n\n```\nsix\n```\n| Seven | Eight. Nine. |\n| --- | --- |\n";
  expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual([
    "One",
    "Two is longer.",
    "Three, e.g. this.",
    "Four",
    "Five",
    "Seven",
    "Eight.",
    "Nine.",
  ]);
});

test("comments of source files and the text of pages are read, with their lines", () => {
  const source = 'const text = "it stands";\n\n/** Told. */\nconst a = 1; // it stands\n// One.\n// It stands.\n';
  expect(hitsOf("a.ts", source).map(({ line, rule }) => `${line} ${rule}`)).toEqual(["3 told", "5 stand"]);
  expect(hitsOf("a.md", "Text.\n\nIt stands.\n").map(({ line, rule }) => `${line} ${rule}`)).toEqual(["3 stand"]);
});

const hit = (path: string): FileHit => ({ path, line: 1, rule: "stand", text: "It stands.", isCell: false });

test("more hits than the budget fail, fewer ask for a lower budget, and a path without a row has none", () => {
  const hits = [hit("a/b.ts"), hit("a/b.ts"), hit("a/c/d.ts")];
  expect(checkBudget(hits, { a: 2, "a/c": 1 })).toEqual([]);
  expect(checkBudget(hits, { a: 1, "a/c": 2 })).toEqual([
    "a: 2 hits, its budget is 1. List them with --list a",
    "a/c: 1 hits. Lower the budget with --write",
  ]);
  expect(checkBudget(hits, { a: 3, e: 0 })).toEqual(["e: 0 hits. Lower the budget with --write"]);
  expect(checkBudget([hit("a.ts")], {})).toEqual(["a.ts:1 stand: It stands."]);
});

test("budgets are lowered, never raised, and end with no row", () => {
  expect(lowerBudget([hit("a/b.ts"), hit("c/d.ts"), hit("c/d.ts")], { a: 2, b: 1, c: 1 })).toEqual({ a: 1, c: 1 });
});
