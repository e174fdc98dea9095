// Makes the content of a card: the action, the author, and the text before and after with its context.
//
// Text of the document is only ever set as text.

import type { Item } from "./items.ts";
import { type ConflictSide, type Entry, make, type PageData, type Unit } from "./page-data.ts";
import { storedElement } from "./stored-blocks.ts";

const TITLES: Readonly<Record<Item["kind"], string>> = {
  replace: "Replaced",
  insert: "Inserted",
  delete: "Deleted",
  move: "Moved",
  format: "Formatting",
  renumber: "Renumbered",
  style: "Style",
  conflict: "Conflict",
  check: "Check",
  comment: "Comment",
  note: "Note",
};

function titleOf({ kind, unit }: Item): string {
  return unit?.conflict === undefined || kind !== "conflict" ? TITLES[kind] : `${TITLES.conflict} ${unit.conflict}`;
}

/** Returns the class that colours an item. */
export function itemColor({ kind }: Pick<Item, "kind">): string {
  return kind === "renumber" || kind === "style" ? "k-format" : `k-${kind}`;
}

/** Returns the class that colours an entry on the map. */
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

/** Number of characters that a card shows of a text until it is expanded. */
const SHOWN = 240;
/** Characters in one line of a card. Counting is fast enough for thousands of cards; measuring their text is not. */
const LINE = 40;

/** Returns the authors of an item, as a card names them. */
function authorsOf(data: PageData, item: Item): string {
  return (item.unit?.authors ?? [data.changes[item.entries[0] ?? -1]?.author ?? ""]).join(", ");
}

/** Returns the words that announce a selected item. */
export function itemWords(data: PageData, item: Item, index: number, total: number): string {
  const text = cut(item.kind === "note" ? "" : spokenText(data, item), 120);
  const place = index < 0 ? "" : `, ${index + 1} of ${total}`;
  const author = authorsOf(data, item);
  return `${titleOf(item)}${author === "" ? "" : ` by ${author}`}: ${text}${place}`;
}

function spokenText(data: PageData, item: Item): string {
  const { unit } = item;
  if (unit === undefined) return plain(data.changes[item.entries[0] ?? -1]?.text ?? "");
  const { before, after } = shownTexts(data, item, unit);
  return [before, after].filter((text) => text !== "").join(" → ");
}

/** Returns all words of an item that the search looks through. */
export function searchText(data: PageData, { unit, entries, clause }: Item): string {
  const entry = data.changes[entries[0] ?? -1];
  const said = [entry?.comment?.text, ...(entry?.comment?.replies ?? []).map(({ text }) => text)];
  const of = unit === undefined ? [entry?.text, entry?.author] : [unit.before, unit.after, ...unit.authors, unit.style];
  const sides = (unit?.sides ?? []).map(({ text }) => text);
  return [...of, ...sides, ...said, clause].join(" ").toLowerCase();
}

/** Returns the content of a card. Long texts are cut unless it is expanded. */
export function cardContent(data: PageData, item: Item, isExpanded: boolean): Node[] {
  const { unit, entries } = item;
  const entry = data.changes[entries[0] ?? -1];
  const date = unit === undefined ? entry?.date : unit.date;
  const head = make(
    "span",
    "c-head",
    make("b", "", titleOf(item)),
    make("span", "c-who", authorsOf(data, item)),
    make("span", "c-day", dayOf(date)),
  );
  if (unit === undefined) return [head, ...(entry === undefined ? [] : thread(entry))];
  return [head, contextLine(data, item, unit, isExpanded)];
}

/** Returns the text before and after, between the text around them. */
function contextLine(data: PageData, item: Item, unit: Unit, isExpanded: boolean): HTMLElement {
  const { context, kind } = unit;
  const { before, after } = shownTexts(data, item, unit);
  const most = isExpanded ? Number.POSITIVE_INFINITY : SHOWN;
  const line = make("span", "c-text");
  line.style.setProperty("-webkit-line-clamp", String(cardLines(data, item, isExpanded)));
  if (kind === "style") line.append(make("b", "", `${unit.style}: `));
  if (context.before !== "") line.append(make("span", "c-around", plain(context.before, false)));
  if (kind === "conflict") line.append("…");
  else {
    if (before !== "") line.append(make("s", "", cut(before, most)));
    if (before !== "" && after !== "") line.append(make("span", "c-arrow", " → "));
    if (after !== "") line.append(make("u", "", cut(after, most)));
  }
  if (context.after !== "") line.append(make("span", "c-around", plain(context.after, false)));
  return line;
}

function shownTexts(
  data: PageData,
  { entries }: Item,
  { kind, before, after }: Unit,
): { before: string; after: string } {
  const texts = { before: textOf(before), after: textOf(after) };
  // A move shows its text once, and its two places below it.
  if (kind === "move") return { before: "", after: texts.after === "" ? texts.before : texts.after };
  if (texts.before !== "" || texts.after !== "" || kind === "conflict") return texts;
  const entry = data.changes[entries[0] ?? -1];
  const words = entry === undefined ? "(no text)" : wordsWithoutText(entry);
  return kind === "delete" ? { before: words, after: "" } : { before: "", after: words };
}

/** A mark alone is no text: its words say what it is. */
function textOf(text: string): string {
  return text === "¶" ? "" : plain(text);
}

/** Returns text in one line. A paragraph mark inside it is shown. */
function plain(text: string, isWhole = true): string {
  const shown = text.replace(/\n+/g, " ¶ ").replace(/[\t\f]+/g, " ");
  return isWhole && text !== "" && shown.trim() === "" ? "(white space)" : shown;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** True if the card of an item cuts its text. */
export function isCut(data: PageData, item: Item): boolean {
  const { unit, kind } = item;
  if (unit === undefined || kind === "conflict") return false;
  const { before, after } = shownTexts(data, item, unit);
  return Math.max(before.length, after.length) > SHOWN;
}

/** Returns the number of lines of the text of a card. */
export function cardLines(data: PageData, item: Item, isExpanded: boolean): number {
  const { unit } = item;
  if (unit === undefined) return 1;
  const { before, after } = shownTexts(data, item, unit);
  const { context, kind, style = "" } = unit;
  const texts = kind === "conflict" ? "…" : `${before} → ${after}`;
  const words = [style, context.before, texts, context.after].join("");
  const lines = Math.max(1, Math.ceil(words.length / LINE));
  return isExpanded ? lines : Math.min(lines, MOST_LINES);
}

const MOST_LINES = 6;

/** Returns the action of a side in words, if its text does not say it. */
export function sideText({ action, text, destination }: ConflictSide): string {
  if (action === "deletes") return "deletes it";
  if (action === "moves") return `moves it ${destination ?? ""}`.trim();
  return text === "" ? "(nothing)" : plain(text);
}

/** Returns the letter of a side. Fragments of earlier versions have none. */
export function letterOf({ letter }: ConflictSide, index: number): string {
  return letter ?? String.fromCharCode(65 + index);
}

/**
 * Returns the number of the entry at the other position of a move: the new one, unless it is selected. Returns -1 for an
 * item with one position.
 */
export function otherHalf(data: PageData, item: Item | undefined, anchor: string): number {
  if (item?.kind !== "move") return -1;
  const of = (type: Entry["type"]): number => item.entries.find((entry) => data.changes[entry]!.type === type) ?? -1;
  const [from, to] = [of("moveFrom"), of("moveTo")];
  const selected = item.entries.find((entry) => data.changes[entry]!.anchor === anchor) ?? from;
  return from < 0 || to < 0 ? -1 : data.changes[selected]!.type === "moveFrom" ? to : from;
}

/** Returns the clauses of a move, as `6 Notices → 11 Notices`. Empty if there is one position. */
export function moveWords(data: PageData, { kind, entries }: Item): string {
  if (kind !== "move") return "";
  const [from, to] = [clauseOfEntry(data, entries, "moveFrom"), clauseOfEntry(data, entries, "moveTo")];
  return from === undefined || to === undefined ? "" : `From ${from} to ${to}`;
}

/** Returns the clause of the first entry of a type. Undefined if no entry has the type. */
export function clauseOfEntry(data: PageData, entries: readonly number[], type: Entry["type"]): string | undefined {
  const entry = entries.map((number) => data.changes[number]!).find((one) => one.type === type);
  return entry && (entry.clause === "" ? "the beginning" : entry.clause);
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
  return [make("span", "c-quote", entry.text), make("span", "c-text c-two", said.text), ...replies];
}
