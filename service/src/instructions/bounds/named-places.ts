// Finds the positions to which the sentences of an instruction limit its edits.
//
// A position is named by number ("clause 4.2", "table 2", "clauses 4 to 7"), as a header, footer or note, or by quoted
// words that the document contains. A sentence that extends further ("like clause 4", "accordingly", "all headings, and
// clause 4") names no position. Nor does a sentence whose numbers and words are not found. The edit may then be
// anywhere.

import type { DocumentText, TextParagraph } from "./document-text.ts";
import { effectVerbs, otherVerbs } from "./imperative-verbs.ts";

const reaching = /\b(?:throughout|everywhere|rest|remaining|elsewhere|accordingly|consequential|wherever)\b/;
/**
 * Words that extend a sentence beyond its position ("like clause 4"). They do not if the position begins the request:
 * "in clause 2, replace the reference to euros".
 */
const comparing =
  /\b(?:others?|like|same|match|matches|matching|mirror|mirrors|consistent|consistently|conform|conforming|references?|mentions?)\b|\band (?:all|every|each|any|both|the whole|the entire)\b/;
/** Words that extend as far as their object: "all prices in clause 4" stays in the clause, "all prices" does not. */
const quantifier = /\b(?:all|every|each|any|both|whole|entire|entirely)\b/;

const nouns =
  "clause|sub-?clause|section|sub-?section|article|paragraph|para|item|point|schedule|annex|appendix|exhibit|recital|chapter|part|heading|table|footnote|endnote";
// A single letter is excluded, because it is often a word: "add to the schedule a row".
const number = String.raw`\d+(?:\.\d+)*(?:\([a-z0-9]{1,4}\))*|\([a-z0-9]{1,4}\)`;
const numberedPlace = new RegExp(
  String.raw`\b(${nouns})(s?)\.? +((?:${number})(?:(?:, ?(?:and )?| and | or | & )(?:${number}))*)(?:(?: to | through | until |-)(${number}))?`,
  "g",
);
const typedNumber = new RegExp(String.raw`^(?:(?:${nouns}) )?(\d+(?:\.\d+)*|\([a-z0-9]{1,4}\))[.):]?(?: |$)`);

/** A pattern of the words "In clause 4" with which a request may begin. */
export const placeIntroduction = `(?:in|at|for|on|under|from|within|after|before) (?:the )?(?:${nouns})s? (?:${number})(?:(?:,| and| or) (?:${number}))*`;

const introduction = new RegExp(`^(?:(?:please|also|then|and),? )*${placeIntroduction},? `);

/** Words before a number that belongs to the new text: "subject to clause 7". */
const cited =
  /\b(?:subject to|pursuant to|in accordance with|in accord with|as defined in|referring to|refers? to|citing|see|notwithstanding|without prejudice to|as set out in|as described in)(?: the)? $/;

/** Words before a position that the sentence excludes: "do not touch clause 1", "except clause 3". */
const leftOut = /\b(?:not|don't|never|without|except|excluding|other than|apart from|leave)\b[^,;]*$/;

const clauseStart = new RegExp(`[,;:] | but | and (?=(?:${effectVerbs}|${otherVerbs}) )`);

/** Parts that are named without a number. "A header row" is part of a table. */
const partNames: readonly (readonly [kind: string, name: RegExp])[] = [
  ["header", /\b(?:page |running )?headers?\b(?! (?:row|rows|cell|cells|column|columns|line)\b)/],
  ["footer", /\bfooters?\b(?! (?:row|rows|cell|cells)\b)/],
];

/** Maximum number of named positions. A sentence with more extends everywhere. */
const mostNames = 20;
/**
 * Maximum size of a range of numbers, and of all numbers and quotations of a sentence. A larger one extends everywhere.
 */
const mostInRange = 50;

interface NumberedPlace {
  readonly noun: string;
  readonly number: string;
}

/** Returns the paragraphs to which the sentence limits itself, or undefined without a limit. */
export function namedPlaces(given: string, document: DocumentText): ReadonlySet<TextParagraph> | undefined {
  const sentence = inFull(given);
  if (isReaching(sentence)) return undefined;
  const numbers = numberedPlaces(sentence);
  const quotations = [...sentence.matchAll(/"([^"]{2,})"/g)].map(([, words = ""]) => words);
  if (numbers === undefined || numbers.length + quotations.length > mostInRange) return undefined;
  if (quantifier.test(sentence) && !isQuantifierPlaced(sentence)) return undefined;
  const paths = numbers.length === 0 ? new Map() : pathsOf(document.paragraphs);
  const kinds = partNames.flatMap(([kind, name]) => (name.test(sentence) ? [kind] : []));
  const found = new Set([
    ...numbers.flatMap((one) => withNumber(one, document, paths)),
    ...quotations.flatMap((words) => withWords(words, document)),
    ...document.paragraphs.filter(({ part }) => kinds.some((kind) => part.startsWith(`${kind} `))),
  ]);
  for (const paragraph of document.notesIn(found)) found.add(paragraph);
  return found.size === 0 ? undefined : found;
}

const fullNouns: Readonly<Record<string, string>> = {
  cl: "clause",
  cls: "clauses",
  sec: "section",
  secs: "sections",
  art: "article",
  arts: "articles",
  paras: "paragraphs",
  sch: "schedule",
  app: "appendix",
};
const numerals = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const shortNoun = new RegExp(String.raw`\b(${Object.keys(fullNouns).join("|")})\.? (?=${number})`, "g");
const spelledNumber = new RegExp(String.raw`\b((?:${nouns})s?) (${numerals.join("|")})\b`, "g");
const ordinalPlace = new RegExp(
  String.raw`\b(${ordinals.join("|")}) (clause|section|article|table|footnote|endnote)\b`,
  "g",
);

/**
 * Rewrites positions as a noun and a number: "cl. 2", "§ 2", "clause two" and "the second clause" become "clause 2".
 */
function inFull(sentence: string): string {
  return sentence
    .replace(/§§? ?(?=\d)/g, "clause ")
    .replace(shortNoun, (_, noun: string) => `${fullNouns[noun]} `)
    .replace(spelledNumber, (_, noun: string, numeral: string) => `${noun} ${numerals.indexOf(numeral) + 1}`)
    .replace(ordinalPlace, (_, ordinal: string, noun: string) => `${noun} ${ordinals.indexOf(ordinal) + 1}`);
}

function isReaching(sentence: string): boolean {
  if (reaching.test(sentence)) return true;
  if (!comparing.test(sentence)) return false;
  const begin = introduction.exec(sentence)?.[0];
  if (begin === undefined) return true;
  const [, ...further] = sentence.slice(begin.length).split(clauseStart);
  return further.some((part) => comparing.test(part));
}

/** True if the sentence names a header or a footer. */
export function namesHeaderOrFooter(sentence: string): boolean {
  return partNames.some(([, name]) => name.test(sentence));
}

/**
 * Returns the numbered positions. Undefined if the sentence has more than `mostNames`, or a range that cannot be
 * counted.
 */
function numberedPlaces(sentence: string): readonly NumberedPlace[] | undefined {
  const places: NumberedPlace[] = [];
  let names = 0;
  for (const match of sentence.matchAll(numberedPlace)) {
    const [, noun = "", plural, list = "", last] = match;
    const before = sentence.slice(0, match.index);
    if (cited.test(before) || leftOut.test(before)) continue;
    const own = [...list.matchAll(new RegExp(number, "g"))].map(([one]) => one);
    names += own.length;
    // "Clauses 4 to 7" is a range, but "change clause 4 to 7 days" is not.
    const further = plural === "s" && last !== undefined ? numbersThrough(own.at(-1) ?? "", last) : [];
    if (further === undefined) return undefined;
    places.push(...[...own, ...further].map((one) => ({ noun, number: one })));
  }
  return names > mostNames ? undefined : places;
}

/**
 * Returns the numbers after the first up to the last: "4.1" and "4.3" give "4.2" and "4.3". Undefined if they cannot be
 * counted.
 */
function numbersThrough(first: string, last: string): readonly string[] | undefined {
  const [, before, from] = /^((?:\d+\.)*)(\d+)$/.exec(first) ?? [];
  const [, same, to] = /^((?:\d+\.)*)(\d+)$/.exec(last) ?? [];
  const count = Number(to) - Number(from);
  if (before !== same || !(count >= 0 && count <= mostInRange)) return undefined;
  return Array.from({ length: count }, (_, at) => `${before ?? ""}${Number(from) + at + 1}`);
}

/** True if each part of the sentence with a word such as "all" also names a position. */
function isQuantifierPlaced(sentence: string): boolean {
  const parts = sentence.split(clauseStart);
  const isNamed = (part: string) => numberedPlaces(part)?.length !== 0 || partNames.some(([, name]) => name.test(part));
  // "In clause 4, change all prices": the position comes first.
  return isNamed(parts[0] ?? "") || parts.every((part) => !quantifier.test(part) || isNamed(part));
}

type Paths = ReadonlyMap<TextParagraph, string>;

/**
 * Returns the paragraphs of the numbered clause, table, section or note, those below it, and the paragraphs that
 * mention it, because its number may have to change there.
 */
function withNumber(place: NumberedPlace, document: DocumentText, paths: Paths) {
  const path = pathWords(place.number);
  const value = Number(place.number);
  const mention = `${place.noun} ${place.number}`;
  const ofNote = new Set(document.ofNote({ kind: place.noun, number: value }));
  return document.paragraphs.filter((one) => {
    const { paragraph, text, part } = one;
    if (isAtOrBelow(paths.get(one) ?? "", path) || text.includes(mention) || ofNote.has(one)) return true;
    if (part !== "body") return false;
    if (place.noun === "table") return paragraph.table?.number === value;
    if (place.noun === "section") return paragraph.section === value;
    // The content counts from 0, people count from 1.
    return place.noun.startsWith("para") && (paragraph.index === value || paragraph.index === value - 1);
  });
}

// A number is matched from the top level; a letter may be at any level.
function isAtOrBelow(path: string, place: string): boolean {
  const isFromTop = /^\d/.test(place);
  return isFromTop ? `${path}.`.startsWith(`${place}.`) : `.${path}.`.includes(`.${place}.`);
}

/**
 * Returns the paragraphs with the words. If a paragraph is a heading or consists of the words, the paragraphs below it
 * are returned too.
 */
function withWords(words: string, document: DocumentText): TextParagraph[] {
  const { paragraphs } = document;
  return paragraphs.flatMap((one, index) => {
    if (!one.text.includes(words)) return [];
    const isHeading = one.paragraph.outline_level !== undefined || one.text === words;
    return isHeading ? [one, ...belowHeading(paragraphs.slice(index + 1), one)] : [one];
  });
}

function belowHeading(following: readonly TextParagraph[], heading: TextParagraph): readonly TextParagraph[] {
  const { style_id: style, outline_level: level } = heading.paragraph;
  const end = following.findIndex(({ part, paragraph }) => {
    const isNext =
      level === undefined
        ? paragraph.style_id === style
        : paragraph.outline_level !== undefined && paragraph.outline_level <= level;
    return part !== heading.part || isNext;
  });
  return end < 0 ? following : following.slice(0, end);
}

/**
 * Maps each paragraph to its full number with the levels above it, "4.2.a". The number is its list label, or the number
 * at its start, or the last number before it. A heading without a number has none.
 */
function pathsOf(paragraphs: readonly TextParagraph[]): Paths {
  const paths = new Map<TextParagraph, string>();
  let levels: string[] = [];
  let part = "";
  let current = "";
  for (const one of paragraphs) {
    if (one.part !== part) [part, levels, current] = [one.part, [], ""];
    const own = ownNumber(one);
    if (own !== "") {
      const level = levelOf(one, own);
      const above = levels.slice(0, level - 1).findLast((path) => path !== undefined) ?? "";
      current = above === "" || own === above || own.startsWith(`${above}.`) ? own : `${above}.${own}`;
      levels = levels.slice(0, level - 1);
      levels[level - 1] = current;
    } else if (one.paragraph.outline_level !== undefined) current = "";
    paths.set(one, current);
  }
  return paths;
}

function ownNumber({ paragraph, text }: TextParagraph): string {
  return pathWords(paragraph.list?.number?.toLowerCase() ?? typedNumber.exec(text)?.[1] ?? "");
}

// A letter alone is below a number, whatever its list level.
function levelOf({ paragraph }: TextParagraph, own: string): number {
  const level = paragraph.list?.level ?? own.split(".").length;
  return /^\d/.test(own) ? level : Math.max(level, 2);
}

/** Returns "2.1(a)" and "2.1.a." as "2.1.a", and "article iv." as "iv". */
function pathWords(label: string): string {
  const parts = label.match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.filter((word) => !new RegExp(`^(?:${nouns})$`).test(word)).join(".");
}
