// Makes edits inside the text of one paragraph: words, sentences, spaces.

import type { Story } from "@versus/engine/inside";
import { drawIndex, type RandomNumbers } from "../../runner/random.ts";
import type { Draft, EditFinder, MadeEdit } from "../draft.ts";
import { canChange, changedText, changeText, matchesIn, type Place, type TextChange } from "../places.ts";
import { newSentence, otherWord, someWords, spaceIn, WORD } from "../words.ts";

/** A function that draws a change of a paragraph's text, or returns undefined if there is no position for it. */
export type TextLook = (place: Place, random: RandomNumbers) => TextChange | undefined;

type Match = ReturnType<typeof matchesIn>[number];

/** Returns a random match of a pattern if there are at least `least`. */
function drawMatch(place: Place, random: RandomNumbers, { pattern, least = 1 }: { pattern: string; least?: number }) {
  const matches = matchesIn(place, pattern).filter((match) => canChange(place, { ...match, inserted: "" }));
  return matches.length < least ? undefined : matches[drawIndex(random, matches.length)];
}

function changeMatch(match: Match | undefined, inserted: (match: Match) => string): TextChange | undefined {
  return match === undefined ? undefined : { start: match.start, end: match.end, inserted: inserted(match) };
}

export const replacedWord: TextLook = (place, random) =>
  changeMatch(drawMatch(place, random, { pattern: WORD }), ({ text }) => otherWord(text, random));

/** Inserts two new words after a word. */
const addedWords: TextLook = (place, random) =>
  changeMatch(
    drawMatch(place, random, { pattern: "(?<=[\\p{L}\\p{M}])(?![\\p{L}\\p{M}\\p{N}_'’\\-])" }),
    () => spaceIn(place.text) + someWords(place.text, 2, random),
  );

const insertedSentence: TextLook = (place, random) =>
  changeMatch(
    drawMatch(place, random, { pattern: "(?<=[.;:!?])(?=\\s|$)|(?<=[。；！？])" }),
    () => spaceIn(place.text) + newSentence(place.text, random),
  );

/** Deletes one of several sentences with the space after it. */
const deletedSentence: TextLook = (place, random) =>
  changeMatch(drawMatch(place, random, { pattern: "[^.;。；]+(?:[.;](?:\\s+|$)|[。；])", least: 2 }), () => "");

/** Inserts a second space between two words, or deletes one of two. */
const changedSpace: TextLook = (place, random) => {
  const double = drawMatch(place, random, { pattern: "(?<=\\S) {2}(?=\\S)" });
  if (double !== undefined) return { start: double.start + 1, end: double.end, inserted: "" };
  const single = drawMatch(place, random, { pattern: "(?<=\\S) (?=\\S)" });
  return single === undefined ? undefined : { start: single.end, end: single.end, inserted: " " };
};

/** A number that stands alone: not part of a name, a version or a date. */
const NUMBER = String.raw`(?<![\p{L}\p{M}\p{N}_.,/\-])\d+(?:[.,]\d+)*(?![\p{L}\p{M}\p{N}_/\-]|[.,]\d)`;

/** Returns another number in the same format. */
const changedNumber: TextLook = (place, random) =>
  changeMatch(drawMatch(place, random, { pattern: NUMBER }), ({ text }) => {
    const first = Number(/\d/.exec(text)![0]);
    return text.replace(/\d/, String(1 + ((first + drawIndex(random, 8)) % 9)));
  });

const MONTHS = (
  "January February March April May June July August September October November December " +
  "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
).split(" ");
const MONTH = `(?:${MONTHS.join("|")})`;
const DATE = String.raw`(?<!\d)\d{1,2} ${MONTH}|${MONTH} \d{1,2}(?!\d)|(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)`;

/**
 * Replaces the first number of one or two digits in a date, usually the day, by a number up to 28. A month without a
 * day becomes the next month.
 */
const changedDate: TextLook = (place, random) =>
  changeMatch(drawMatch(place, random, { pattern: `${DATE}|(?<!\\p{L})${MONTH}(?= \\d{4})` }), ({ text }) => {
    const day = String(10 + drawIndex(random, 19));
    const found = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
    if (found === undefined) return MONTHS[(MONTHS.indexOf(text) + 1) % MONTHS.length]!;
    return text.replace(/(?<!\d)\d{1,2}(?!\d)/, found === day ? "9" : day);
  });

/** Maps quotation marks and dashes to other forms of them. */
const SIGNS: Readonly<Record<string, string>> = {
  '"': "“",
  "“": '"',
  "”": '"',
  "„": "“",
  "«": "“",
  "»": "”",
  "-": "–",
  "–": "—",
  "—": "–",
};

const changedSigns: TextLook = (place, random) =>
  changeMatch(drawMatch(place, random, { pattern: '["“”„«»]|(?<=\\s)[-–—](?=\\s)' }), ({ text }) => SIGNS[text]!);

const HAN = "甲乙丙丁方款项条期限";

/** Replaces one character of a script in which a character is a word. */
const changedCjk: TextLook = (place, random) =>
  changeMatch(drawMatch(place, random, { pattern: "\\p{Script=Han}" }), ({ text }) => {
    const others = [...HAN].filter((other) => other !== text);
    return others[drawIndex(random, others.length)]!;
  });

/** Returns the edit that describes a change of a paragraph's text. */
function textEdit(place: Place, change: TextChange): MadeEdit {
  return {
    story: place.reference,
    paragraph: place.index,
    before: [place.text],
    after: [changedText(place, change)],
    offset: change.start,
    removed: place.text.slice(change.start, change.end),
    inserted: change.inserted,
  };
}

function finder(placesIn: (draft: Draft) => readonly Place[], looks: readonly TextLook[]): EditFinder {
  return (draft) => {
    const look = draft.draw(looks)!;
    const places = placesIn(draft);
    const other = looks.find((each) => each !== look) ?? look;
    const lookAt = (each: TextLook) => draft.pick(places, (place) => each(place, draft.random));
    const found = lookAt(look) ?? lookAt(other);
    if (found === undefined) return undefined;
    const [place, change] = found;
    return () => {
      draft.touch(place);
      changeText(place, change);
      return textEdit(place, change);
    };
  };
}

const inBody = (draft: Draft): readonly Place[] => draft.body;
const inStories =
  (...kinds: readonly Story["kind"][]) =>
  (draft: Draft): Place[] =>
    kinds.flatMap((kind) => draft.placesIn(kind));
const inCells = (draft: Draft): Place[] => draft.body.filter(({ isInCell }) => isInCell);

const ANY: readonly TextLook[] = [replacedWord, addedWords];

export const replaceWord = finder(inBody, [replacedWord]);
export const insertSentence = finder(inBody, [insertedSentence]);
export const deleteSentence = finder(inBody, [deletedSentence]);
export const changeWhiteSpace = finder(inBody, [changedSpace]);
export const changeCellText = finder(inCells, ANY);
export const changeNoteText = finder(inStories("footnote", "endnote"), ANY);
export const changeHeaderText = finder(inStories("header"), ANY);
export const changeFooterText = finder(inStories("footer"), ANY);
export const changeTextBox = finder(inStories("textbox"), ANY);
export const changeNumber = finder(inBody, [changedNumber]);
export const changeDate = finder(inBody, [changedDate]);
export const changeSigns = finder(inBody, [changedSigns]);
export const changeCjkCharacter = finder(inBody, [changedCjk]);
