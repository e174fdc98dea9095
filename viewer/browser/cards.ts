// Makes the content of a card: the action, the author and the text.
//
// Text of the document is only ever set as text.

import { type Entry, make, type PageData } from "./page-data.ts";
import { storedElement } from "./stored-blocks.ts";

const TITLES = {
  insert: "Inserted",
  delete: "Deleted",
  moveFrom: "Moved from here",
  moveTo: "Moved here",
  comment: "Comment",
} as const;

function entryTitle(entry: Entry): string {
  if (entry.kind === "merge_conflict") return "Conflict";
  if (entry.kind === "note") return "Note";
  return entry.type === null ? "Change" : TITLES[entry.type];
}

/** Returns the class that colours an entry. */
export function entryColor(entry: Entry): string {
  if (entry.kind === "merge_conflict") return "k-conflict";
  if (entry.kind === "comment") return "k-comment";
  if (entry.kind === "note") return "k-note";
  if (entry.move !== undefined) return "k-move";
  return entry.type === "insert" ? "k-insert" : "k-delete";
}

function dayOf(date: string | undefined): string {
  return date === undefined ? "" : date.slice(0, 10);
}

/** Returns the words that announce a selected entry. */
export function entryWords(entry: Entry, index: number, total: number): string {
  const shown = entry.kind === "note" ? "" : shownText(entry);
  const text = shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
  const place = index < 0 ? "" : `, ${index + 1} of ${total}`;
  return `${entryTitle(entry)}${entry.author === "" ? "" : ` by ${entry.author}`}: ${text}${place}`;
}

/** Returns the index of the other side of a move; -1 if the entry is not a move or the other side is missing. */
export function otherHalf(data: PageData, number: number): number {
  const entry = data.changes[number];
  if (entry?.move === undefined) return -1;
  const wanted = entry.type === "moveFrom" ? "moveTo" : "moveFrom";
  const halves = data.changes.flatMap((other, at) => (other.move === entry.move && other.type === wanted ? [at] : []));
  const own = data.changes.flatMap((other, at) => (other.move === entry.move && other.type === entry.type ? [at] : []));
  return halves[own.indexOf(number)] ?? halves[0] ?? -1;
}

/** Returns the content of a card. */
export function cardContent(data: PageData, number: number): Node[] {
  const entry = data.changes[number]!;
  const who = make("span", "c-who", entry.author);
  const content: Node[] = [
    make("span", "c-head", make("b", "", entryTitle(entry)), who, make("span", "c-day", dayOf(entry.date))),
  ];
  if (entry.kind === "comment") content.push(...thread(entry));
  else if (entry.sides !== undefined) {
    for (const { revisions, text } of entry.sides) {
      content.push(
        make("span", "c-side", make("b", "", `${revisions.join(", ")}: `), text === "" ? "(nothing)" : text),
      );
    }
  } else content.push(make("span", "c-text", shownText(entry)));
  return content;
}

/**
 * Returns a list of the button that goes to the other side of a move; an empty list without another side. The button is
 * beside the card, because a button cannot contain another.
 */
export function moveButton(data: PageData, number: number, onOther: (number: number) => void): HTMLElement[] {
  const other = otherHalf(data, number);
  if (other < 0) return [];
  const { clause } = data.changes[other]!;
  const where = clause === "" ? "the other place" : clause;
  const go = make("button", "c-go", data.changes[number]!.type === "moveFrom" ? `Now at ${where}` : `Was at ${where}`);
  go.type = "button";
  go.addEventListener("click", () => onOther(other));
  return [go];
}

function shownText(entry: Entry): string {
  const shown = entry.text.replace(/[\t\n\f]/g, " ");
  if (shown.trim() !== "") return shown;
  return entry.text === "" ? wordsWithoutText(entry) : "(white space)";
}

/** Descriptions of changes without text, by a selector of their element. The first match counts. */
const THINGS: readonly (readonly [selector: string, words: string])[] = [
  ["tr, .tm", "(table row)"],
  ["td", "(table cell)"],
  [".pm", "(paragraph break)"],
  [":has(img, .nopic)", "(picture)"],
  [":has(.box)", "(text box)"],
  [":has(.fn)", "(note)"],
  [":has(.math)", "(formula)"],
];

const knownThings = new Map<string, string>();

/** Reads the stored blocks, because the page of the change may not exist yet. */
function wordsWithoutText({ anchor }: Entry): string {
  const known = knownThings.get(anchor);
  if (known !== undefined) return known;
  const element = storedElement(anchor);
  const words = THINGS.find(([about]) => element?.matches(about) === true)?.[1] ?? "(no text)";
  knownThings.set(anchor, words);
  return words;
}

function thread(entry: Entry): Node[] {
  const said = entry.comment;
  if (said === undefined) return [];
  const replies = said.replies.map(({ author, text, date }) =>
    make("span", "c-reply", make("span", "c-head", make("b", "", author), make("span", "c-day", dayOf(date))), text),
  );
  return [make("span", "c-quote", entry.text), make("span", "c-text", said.text), ...replies];
}
