// Finds the comments of deleted paragraphs whose position may differ between a batch and single edits.
//
// A comment stays when its paragraph is deleted (EDT-38). Its reference goes into the next paragraph, or into the
// previous one at the end of a cell or story, and covers no text there. In a batch, the reference stays outside text
// that is inserted at that end of the paragraph. Sent one by one, the reference is already in the paragraph, and an end
// is beyond items without characters (EDT-40). Readers see no difference: the comment is on the same paragraph and on
// no text, on either side.
//
// That paragraph is the one beside the deleted paragraph at the time of the deletion. A batch may have another one
// there, in three cases:
// - At an end, a new paragraph, or one that must follow a new section break, may be between the old one and the deleted
//   one. Sent one by one, the comment was already in the old one.
// - In a redline that is sent on, the deletion is undecided. A new paragraph or table is inserted directly before the
//   next one, and follows the deleted one.
// - The last paragraph before a table is at an end. If the batch deletes or moves the table later, the comment goes
//   into the paragraph after it. Sent one by one, the comment was already in the paragraph before. Without such a
//   paragraph, it was deleted with its text (JOIN-5).
//
// The specification permits deleting a comment with its text, so the position of a remaining comment is our choice.

import { keysOfItem, keysRemoved } from "./left-behind.ts";
import type { Key, Name, NamedEdit } from "./names.ts";
import { keysOf, type Reading, type Standing, sameContainer, samePart, type TableStanding } from "./reading.ts";

/** Returns the indexes of the body paragraphs that took over the rest of deleted ones. */
export function paragraphsTakingIn(upload: Reading, edits: readonly NamedEdit[], result: Reading): Set<number> {
  const removed = keysRemoved(upload, edits);
  const taking = result.content.blocks.filter((block) => keysOf(block).some((key) => removed.includes(key)));
  return new Set(taking.map(({ index }) => index));
}

/** The types of edit that may insert something beside the rest of a deleted paragraph. */
const PUTTING: ReadonlySet<string> = new Set([
  "insert_paragraphs",
  "insert_table",
  "insert_table_of_contents",
  "insert_section_break",
  "move_paragraphs",
  "add_comment",
]);

/**
 * Returns the texts of comments of deleted paragraphs that may be in another paragraph than when edits are sent one by
 * one.
 */
export function commentsLeft(
  upload: Reading,
  edits: readonly NamedEdit[],
  { batch, output }: { readonly batch: Reading; readonly output: "docx" | "redline" },
): Set<string> {
  const isPut = edits.some(({ edit }) => PUTTING.has(edit.type));
  const beforeTables = output === "redline" ? [] : leftBeforeTables(upload, edits).keys;
  const isOpen = (key: Key): boolean =>
    beforeTables.includes(key) || (isPut && (output === "redline" || isAtEnd(batch, key)));
  const removed = new Set(keysRemoved(upload, edits).filter(isOpen));
  const isIn = (name: unknown): boolean => markedBy(upload, name as Name).some((key) => removed.has(key));
  const old = upload.content.comments.filter(({ paragraph }) => {
    const standing = upload.all.find((one) => one.part === undefined && one.paragraph.index === paragraph?.index);
    return standing !== undefined && keysOf(standing.paragraph).some((key) => removed.has(key));
  });
  const made = edits.filter(({ edit }) => edit.type === "add_comment" && isIn(edit.paragraphs));
  const commented = [...made, ...commentsOnLinks(edits)];
  return new Set([...old.map(({ text }) => text), ...commented.map(({ edit }) => String(edit.content))]);
}

/**
 * Returns the edits that comment in a paragraph whose link the batch removes. The comment's range begins or ends inside
 * the link, so text that the batch inserts at that end is outside both (EDT-34). Sent one by one, the link is already
 * removed, and the text is in the range.
 */
function commentsOnLinks(edits: readonly NamedEdit[]): NamedEdit[] {
  const keysOfEdit = ({ edit }: NamedEdit): string[] => JSON.stringify(edit).match(/(?<="key":")\d+/g) ?? [];
  const unlinked = new Set(edits.filter(({ edit }) => edit.type === "remove_hyperlink").flatMap(keysOfEdit));
  return edits.filter((one) => one.edit.type === "add_comment" && keysOfEdit(one).some((key) => unlinked.has(key)));
}

/**
 * Returns the paragraphs that are deleted before the table after them, and whether one of them has no paragraph before
 * it.
 */
export function leftBeforeTables(upload: Reading, edits: readonly NamedEdit[]) {
  const left = upload.tables.map((table) => {
    const cells = table.cells.flatMap((cell) => keysOf(cell));
    const last = edits.findIndex((one) => cells.every((key) => keysLeaving(upload, one).includes(key)));
    const removed = keysRemoved(upload, edits.slice(0, Math.max(last, 0)));
    const { keys, isStart } = directlyBefore(upload, table);
    const going = keys.slice(keys.findLastIndex((key) => !removed.includes(key)) + 1);
    return { keys: going, isStart: isStart && going.length > 0 && going.length === keys.length };
  });
  return { keys: left.flatMap(({ keys }) => keys), isStart: left.some(({ isStart }) => isStart) };
}

/** Returns the keys of the paragraphs that an edit deletes or moves. */
function keysLeaving(upload: Reading, named: NamedEdit): readonly Key[] {
  const { type, table, paragraphs } = named.edit as { readonly type: string; readonly table?: Name; paragraphs?: Name };
  if (type === "delete_table") return table?.$ === "table" ? table.keys : [];
  if (type !== "move_paragraphs" || paragraphs?.$ !== "paragraphs") return keysRemoved(upload, [named]);
  return paragraphs.items.flatMap((item) => keysOfItem(upload, item));
}

/** Returns the keys of the paragraphs between a table and the previous table, or the start of its cell or story. */
function directlyBefore({ all }: Reading, { part, table }: TableStanding) {
  const earlier = all.filter((one) => samePart(one.part, part) && one.paragraph.index < (table.first_index ?? 0));
  const holder = earlier.at(-1)?.paragraph.table;
  const isBeside = ({ paragraph }: Standing): boolean =>
    holder?.number === table.inside?.number && JSON.stringify(paragraph.table) === JSON.stringify(holder);
  const from = earlier.findLastIndex((one) => !isBeside(one)) + 1;
  return {
    keys: earlier.slice(from).flatMap(({ paragraph }) => keysOf(paragraph)),
    isStart: !earlier.slice(0, from).some(isBeside),
  };
}

/**
 * True if no paragraph follows the one that took over the rest of a deleted one. It is the last of its cell or story,
 * or is before a table.
 */
function isAtEnd({ all, starts }: Reading, key: Key): boolean {
  const standing = starts.get(key);
  if (standing === undefined) return true;
  const next = all[all.indexOf(standing) + 1];
  return next === undefined || !sameContainer(standing, next);
}

/**
 * Returns the keys of the uploaded paragraphs that contain the markers of a comment: the first and the last of its
 * range.
 */
function markedBy(upload: Reading, name: Name): Key[] {
  if (name.$ === "paragraph") return [name.key];
  if (name.$ === "home") return [name.of.key];
  if (name.$ !== "range") return [];
  const keys = keysOfItem(upload, name);
  return [keys[0]!, keys.at(-1)!];
}

/** The prefix of lines for comments whose position is left out. */
export const LEFT = "left comment ";

/**
 * Returns lines without the positions of some comments and without text inserted into their ranges. These comments are
 * last. The uploaded words that such a comment is on are kept.
 */
export function withoutPlaces(lines: readonly string[], left: ReadonlySet<string>): string[] {
  const told = lines.map((line) => ({ line, comment: commentOf(line) }));
  const isLeft = (one: (typeof told)[number]): boolean => one.comment !== undefined && left.has(one.comment.text);
  const apart = told.filter(isLeft).map(({ comment }) => {
    const { paragraph: _, anchor_text, ...rest } = comment!;
    return `${LEFT}${JSON.stringify({ ...rest, words: anchor_text.match(/w\d{4}/g) ?? [] })}`;
  });
  return [...told.filter((one) => !isLeft(one)).map(({ line }) => line), ...apart.sort()];
}

function commentOf(line: string) {
  if (!line.startsWith("comment {")) return undefined;
  return JSON.parse(line.slice("comment ".length)) as Pick<
    Reading["content"]["comments"][number],
    "text" | "paragraph" | "anchor_text"
  >;
}
