// Explains why a selector matches nothing: the probable slip, and text that would have matched.
//
// Each usual slip is undone and searched for: a wrong prefix or suffix, an HTML entity, a leading list number, letter
// case. After that come text in another paragraph, text across two paragraphs, text that a tracked change deletes, and
// the range with the fewest wrong letters. Limits of paragraphs and steps bound the search for each selector.

import { ParagraphReader } from "../../../document/text/inlines.ts";
import { asSuggestion } from "../../../failures/nearest-name.ts";
import { type Lookup, type ParagraphName, type Problem, refuse } from "../../refusal.ts";
import { paragraphNameOf, type Uploaded, type UploadedPlace } from "../uploaded.ts";
import { foldText } from "./fold-text.ts";
import { matchesIn, type Selector, type TextRange } from "./match-text.ts";
import { nearestStretch } from "./nearest-stretch.ts";

/** Maximum number of paragraphs that a refusal names. */
const MOST_NAMED = 20;
/** Maximum number of characters of a paragraph that a refusal shows. */
const LONGEST_CONTEXT = 200;
/** Maximum number of named paragraphs that are searched for slips. */
const MOST_SEARCHED = 200;
/** Maximum number of characters that the search for the nearest range compares in total. */
const MOST_STEPS = 1_000_000;

interface Missing {
  readonly uploaded: Uploaded;
  /** The named paragraphs, in order. */
  readonly places: readonly UploadedPlace[];
  readonly selector: Selector & { readonly match: string };
  readonly field: string;
}

/** A slip, and the correction that it suggests. */
type Slip = Pick<Problem, "paragraphs" | "did_you_mean"> & {
  readonly says: string;
  /** The most similar text. */
  readonly near?: TextRange;
  /** The wrong field, if it is not `match`. */
  readonly member?: "prefix" | "suffix";
};

export function explainMissing(
  uploaded: Uploaded,
  places: readonly UploadedPlace[],
  { selector, field }: { readonly selector: Selector; readonly field: string },
): Lookup<never> {
  const start = `The text was found 0 times in ${inParagraphs(places.map((place) => ({ place })))}.`;
  const { match } = selector;
  if (typeof match !== "string") {
    const found = elsewhere(uploaded, places, selector);
    const { says = "", ...extras } = found ?? {};
    return refuse(field, "TEXT_NOT_FOUND", `${start}${says}`, extras);
  }
  const missing: Missing = { uploaded, places, selector: { ...selector, match }, field };
  const slip =
    wrongContext(missing) ??
    wrongForm(missing) ??
    elsewhere(uploaded, places, selector) ??
    acrossParagraphs(missing) ??
    deletedText(missing) ??
    wrongLetters(missing);
  const { says = "", near, member = "match", ...hints } = slip ?? {};
  const shown = near?.place ?? places.find((place) => uploaded.textOf(place).text !== "");
  const context = shown === undefined ? {} : { context: contextOf(uploaded, shown, near) };
  return refuse(`${field}.${member}`, "TEXT_NOT_FOUND", `${start}${says}`, { ...hints, ...context });
}

/** Returns the slip of a match that exists, but not between its prefix and suffix. */
function wrongContext({ uploaded, places, selector }: Missing): Slip | undefined {
  const { match, prefix, suffix } = selector;
  if (prefix === undefined && suffix === undefined) return undefined;
  const bare = places.flatMap((place) => matchesIn(uploaded, place, { match }));
  const [near, ...others] = bare;
  if (near === undefined) return undefined;
  const { text } = uploaded.textOf(near.place);
  const isBefore = prefix !== undefined && matchesIn(uploaded, near.place, { match, prefix }).length === 0;
  const member = isBefore || suffix === undefined ? "prefix" : "suffix";
  const says = ` Without prefix and suffix it was found ${times(bare.length)}.`;
  if (others.length > 0) return { says, near, member };
  const real =
    member === "prefix"
      ? text.slice(Math.max(0, near.from - (prefix ?? "").length), near.from)
      : text.slice(near.to, near.to + (suffix ?? "").length);
  return { says, near, member, ...(real === "" ? {} : { did_you_mean: real }) };
}

/**
 * Returns the slip of the same text in another form: with an HTML entity, with a leading list number, or in other letter
 * case.
 */
function wrongForm(missing: Missing): Slip | undefined {
  const { match } = missing.selector;
  const decoded = decodeEntities(match);
  const forms = [
    { text: decoded, says: "HTML entities are not decoded: write the characters themselves" },
    { text: match.replace(LIST_NUMBER, ""), says: "A list number is not part of the text: leave it out" },
    {
      text: decoded.replace(LIST_NUMBER, ""),
      says: "Leave out the list number and write characters, not HTML entities",
    },
  ];
  for (const { text, says } of forms) {
    if (text === match || text === "") continue;
    const slip = slipTo(missing, text, says);
    if (slip !== undefined) return slip;
  }
  for (const text of new Set([match, decoded, decoded.replace(LIST_NUMBER, "")])) {
    const near = inOtherCase(missing, text);
    if (near === undefined) continue;
    const says = "Matching is case-sensitive; the document uses different capitals";
    return slipTo(missing, stretchOf(missing, near), says) ?? { says: ` ${says}.`, near };
  }
  return undefined;
}

/** A numeral or bullet as lists show them: `(a)`, `1.2`, `iv.`, `•`. */
const LIST_NUMBER =
  /^\s*(?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,8}|[a-z]{1,2}|[ivxlc]{1,7})[.)]{1,2}|\d{1,3}(?:\.\d{1,3}){1,8}|[•◦▪*–-])\s+(?=\S)/i;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Returns the slip to a text that the selector finds in the named paragraphs; undefined if it does not. */
function slipTo({ uploaded, places, selector }: Missing, text: string, says: string): Slip | undefined {
  const found = places.flatMap((place) => matchesIn(uploaded, place, { ...selector, match: text }));
  const [near] = found;
  if (near === undefined) return undefined;
  const isClear = found.length === 1 || selector.occurrence !== undefined;
  const suggestion = isClear ? asSuggestion(text) : undefined;
  return { says: ` ${says}.`, near, ...(suggestion === undefined ? {} : { did_you_mean: suggestion }) };
}

function inOtherCase({ uploaded, places }: Missing, text: string): TextRange | undefined {
  const wanted = lowered(foldText(text).text);
  for (const place of places.slice(0, MOST_SEARCHED)) {
    const folded = foldText(uploaded.textOf(place).text);
    const at = lowered(folded.text).indexOf(wanted);
    if (at >= 0) return { place, from: folded.placeOf(at), to: folded.placeOf(at + wanted.length) };
  }
  return undefined;
}

/** Returns the text in lower case if that does not change its length. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Returns the slip of text in paragraphs that the edit does not name. */
function elsewhere(uploaded: Uploaded, places: readonly UploadedPlace[], selector: Selector): Slip | undefined {
  const named = new Set(places);
  const found = uploaded.places
    .filter((place) => !named.has(place))
    .flatMap((place) => matchesIn(uploaded, place, selector));
  if (found.length === 0) return undefined;
  const says = ` It was found ${times(found.length)} elsewhere, in ${inParagraphs(found)}.`;
  return { says, paragraphs: paragraphNamesOf(found) };
}

/** Returns the slip of text that begins in one paragraph and ends in the next. */
function acrossParagraphs({ uploaded, places, selector }: Missing): Slip | undefined {
  const wanted = oneLine(selector.match);
  const seen = new Set<UploadedPlace>();
  for (const place of places.slice(0, MOST_SEARCHED)) {
    const around = uploaded.placesOf(place.part);
    for (const first of [around[place.paragraph.index - 1], place]) {
      const next = first && around[first.paragraph.index + 1];
      if (first === undefined || next === undefined || seen.has(first)) continue;
      seen.add(first);
      const both = oneLine(`${uploaded.textOf(first).text}\n${uploaded.textOf(next).text}`);
      if (!both.includes(wanted)) continue;
      const says = " It spans two paragraphs: a selector matches within one. Use one edit for each.";
      return { says, paragraphs: [paragraphNameOf(first), paragraphNameOf(next)] };
    }
  }
  return undefined;
}

function oneLine(text: string): string {
  return foldText(text).text.replaceAll(/\s+/g, " ").trim();
}

/** Returns the slip of text that a tracked change deletes. */
function deletedText({ places, selector }: Missing): Slip | undefined {
  const wanted = foldText(selector.match).text;
  const parts = Map.groupBy(places.slice(0, MOST_SEARCHED), ({ part }) => part);
  for (const [part, own] of parts) {
    const reader = new ParagraphReader(part.story, "rejected");
    for (const { paragraph } of own) {
      if (!foldText(reader.readAt(paragraph.node, paragraph.index).text).text.includes(wanted)) continue;
      return { says: " A tracked change of the document deletes this text, so it cannot be selected." };
    }
  }
  return undefined;
}

/** Returns the slip of text with a few wrong letters or a wrong word. */
function wrongLetters(missing: Missing): Slip | undefined {
  const { uploaded, places, selector } = missing;
  const match = decodeEntities(selector.match).replace(LIST_NUMBER, "");
  const texts = places.slice(0, MOST_SEARCHED).map((place) => {
    const folded = foldText(uploaded.textOf(place).text);
    return { place, folded, text: lowered(folded.text) };
  });
  const nearest = nearestStretch(
    lowered(foldText(match).text),
    texts.map(({ text }) => text),
    MOST_STEPS,
  );
  if (nearest === undefined) return undefined;
  const { place, folded } = texts[nearest.text]!;
  const near = { place, from: folded.placeOf(nearest.from), to: folded.placeOf(nearest.to) };
  const says = "Some letters differ from the document";
  if (!nearest.isOnly) return { says: ` ${says}.`, near };
  return slipTo(missing, stretchOf(missing, near), says) ?? { says: ` ${says}.`, near };
}

function stretchOf({ uploaded }: Missing, { place, from, to }: TextRange): string {
  return uploaded.textOf(place).text.slice(from, to);
}

export function paragraphNamesOf(ranges: readonly { readonly place: UploadedPlace }[]): ParagraphName[] {
  return [...new Set(ranges.map(({ place }) => place))].slice(0, MOST_NAMED).map(paragraphNameOf);
}

/** Returns `paragraph 36`, or `paragraph 3 and paragraph 4`. More than three paragraphs are counted. */
export function inParagraphs(ranges: readonly { readonly place: UploadedPlace }[]): string {
  const places = [...new Set(ranges.map(({ place }) => place))];
  const [first] = places;
  if (first === undefined) return "no paragraph";
  if (places.length > MOST_SAID) return `${places.length} paragraphs`;
  return places.map(saidPlace).join(" and ");
}

/** Maximum number of paragraphs that a sentence names. */
const MOST_SAID = 3;

function saidPlace({ part: { locator }, paragraph }: UploadedPlace): string {
  const own = `paragraph ${paragraph.index}`;
  if (locator.kind === "body") return own;
  if ("number" in locator) return `${own} of ${locator.kind} ${locator.number}`;
  return `${own} of the ${locator.type} ${locator.kind} of section ${locator.section}`;
}

export function times(count: number): string {
  return `${count} ${count === 1 ? "time" : "times"}`;
}

/** Returns the characters of a paragraph that the caller sees: those around the range, or the first ones. */
export function contextOf(uploaded: Uploaded, place: UploadedPlace, near?: Pick<TextRange, "from" | "to">): string {
  const { text } = uploaded.textOf(place);
  if (text.length <= LONGEST_CONTEXT || near === undefined) return cut(text, 0);
  const middle = Math.floor((near.from + Math.min(near.to, near.from + LONGEST_CONTEXT)) / 2);
  return cut(text, Math.min(Math.max(0, middle - LONGEST_CONTEXT / 2), text.length - LONGEST_CONTEXT));
}

/** Returns a range of the text without half a surrogate pair. */
function cut(text: string, from: number): string {
  return text.slice(from, from + LONGEST_CONTEXT).replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}
