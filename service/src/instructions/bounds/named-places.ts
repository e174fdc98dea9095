// The places that an instruction names so plainly that an edit it asks for belongs there and nowhere else: by number
// ("clause 4.2", "table 2") or by words in quotation marks that stand in the document.
//
// A sentence that reaches further ("every", "like clause 4", "accordingly") names no such place, nor does one whose numbers
// and words are not found: then the edit may be anywhere.

import type { DocumentText, TextParagraph } from "./document-text.ts";

const reaching =
  /\b(?:all|every|each|any|both|throughout|everywhere|whole|entire|entirely|rest|remaining|others?|elsewhere|like|same|match|matches|matching|mirror|mirrors|consistent|consistently|conform|conforming|accordingly|consequential|references?)\b/;

const nouns =
  "clause|sub-?clause|section|sub-?section|article|paragraph|para|item|point|schedule|annex|appendix|exhibit|recital|chapter|part|heading|table";
// A letter alone is too often a word: "add to the schedule a row".
const number = String.raw`\d+(?:\.\d+)*(?:\([a-z0-9]{1,4}\))*|\([a-z0-9]{1,4}\)`;
const numberedPlace = new RegExp(
  String.raw`\b(${nouns})(s?)\.? +((?:${number})(?:(?:, ?(?:and )?| and | or )(?:${number}))*)( to | through |-)?`,
  "g",
);
const typedNumber = new RegExp(String.raw`^(?:(?:${nouns}) )?(\d+(?:\.\d+)*|\([a-z0-9]{1,4}\))[.):]?(?: |$)`);

/** A sentence that names more of them reaches far. */
const mostNames = 20;

/** The paragraphs that the sentence limits itself to; undefined when it does not. */
export function namedPlaces(sentence: string, document: DocumentText): ReadonlySet<TextParagraph> | undefined {
  if (reaching.test(sentence)) return undefined;
  const numbers = [...sentence.matchAll(numberedPlace)].flatMap(([, noun = "", plural, list = "", range]) => {
    // "Clauses 4 to 7", but not "change clause 4 to say".
    const isRange = plural === "s" && range !== undefined;
    return [...list.matchAll(new RegExp(number, "g"))].map(([one]) => ({ noun, number: one, isRange }));
  });
  const quotations = [...sentence.matchAll(/"([^"]{2,})"/g)].map(([, words = ""]) => words);
  if (numbers.some(({ isRange }) => isRange) || numbers.length + quotations.length > mostNames) return undefined;
  const paths = numbers.length === 0 ? new Map() : pathsOf(document.paragraphs);
  const found = new Set([
    ...numbers.flatMap((one) => withNumber(one, document, paths)),
    ...quotations.flatMap((words) => withWords(words, document)),
  ]);
  return found.size === 0 ? undefined : found;
}

type Paths = ReadonlyMap<TextParagraph, string>;

/** The numbered paragraph and what belongs to it; and paragraphs that speak of it, where its number may have to change. */
function withNumber(place: { readonly noun: string; readonly number: string }, document: DocumentText, paths: Paths) {
  const path = pathWords(place.number);
  const value = Number(place.number);
  const mention = `${place.noun} ${place.number}`;
  return document.paragraphs.filter((one) => {
    const { paragraph, text, part } = one;
    if (isAtOrBelow(paths.get(one) ?? "", path) || text.includes(mention)) return true;
    if (part !== "body") return false;
    if (place.noun === "table") return paragraph.table?.number === value;
    if (place.noun === "section") return paragraph.section === value;
    // Counted from 0 in the content, from 1 by people.
    return place.noun.startsWith("para") && (paragraph.index === value || paragraph.index === value - 1);
  });
}

// A number is counted from the top; a letter may be anywhere.
function isAtOrBelow(path: string, place: string): boolean {
  const isFromTop = /^\d/.test(place);
  return isFromTop ? `${path}.`.startsWith(`${place}.`) : `.${path}.`.includes(`.${place}.`);
}

/** The paragraphs with the words; when those are all of one, it is a heading, and what follows it belongs to it. */
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
 * The number of each paragraph with those it lies under, "4.2.a": its own label, or the one that it begins with, or the
 * last before it.
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

// A letter alone is below a number, whatever list it is of.
function levelOf({ paragraph }: TextParagraph, own: string): number {
  const level = paragraph.list?.level ?? own.split(".").length;
  return /^\d/.test(own) ? level : Math.max(level, 2);
}

/** "2.1(a)" and "2.1.a." as "2.1.a", "Article IV." as "iv". */
function pathWords(label: string): string {
  const parts = label.match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.filter((word) => !new RegExp(`^(?:${nouns})$`).test(word)).join(".");
}
