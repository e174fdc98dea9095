// Finds the uploaded paragraphs that an edit changes or deletes, and those beside its insertions.

import { isObject } from "../read-answer.ts";
import type { DocumentText, TextParagraph } from "./document-text.ts";
import { fold } from "./words.ts";

export function actedOn(edit: unknown, document: DocumentText): readonly TextParagraph[] {
  if (!isObject(edit)) return [];
  const { paragraphs, table, row, column, note } = edit;
  return [
    ...withMatch(document.named(paragraphs), matchOf(edit)),
    ...document.ofTable(table),
    ...document.ofLines(row, "row"),
    ...document.ofLines(column, "column"),
    ...document.ofNote(note),
  ];
}

/** Returns the paragraphs beside which an edit inserts or moves paragraphs, tables, rows or columns. */
export function besideOf(edit: unknown, document: DocumentText): readonly TextParagraph[] {
  if (!isObject(edit) || !isObject(edit.destination)) return [];
  const { paragraph, table, row, column } = edit.destination;
  return [
    ...document.named(paragraph),
    ...document.ofTable(table),
    ...document.ofLines(row, "row"),
    ...document.ofLines(column, "column"),
  ];
}

/** Returns the paragraphs of the sections that an edit changes. */
export function ofSections(edit: unknown, document: DocumentText): readonly TextParagraph[] {
  if (!isObject(edit)) return [];
  const { section } = edit;
  const sections = Array.isArray(section) ? section : [section];
  const numbers = sections.map((one: unknown) => (isObject(one) ? one.number : undefined));
  return document.paragraphs.filter(
    ({ part, paragraph }) => part === "body" && (section === "all" || numbers.includes(paragraph.section)),
  );
}

/** Returns the paragraphs at the destination of new paragraphs or a new table. */
export function destinationOf(edit: unknown, document: DocumentText): readonly TextParagraph[] {
  if (!isObject(edit) || !isObject(edit.destination)) return [];
  if (edit.type !== "insert_paragraphs" && edit.type !== "insert_table") return [];
  return [...document.named(edit.destination.paragraph), ...document.ofTable(edit.destination.table)];
}

/**
 * Returns the named paragraphs that contain the text to match. Without such a text all of them are returned, and a
 * single paragraph always is.
 */
function withMatch(named: readonly TextParagraph[], match: string | undefined): readonly TextParagraph[] {
  if (match === undefined || named.length < 2) return named;
  const words = fold(match);
  return named.filter(({ text }) => text.includes(words));
}

function matchOf({ text, at }: Readonly<Record<string, unknown>>): string | undefined {
  const point = isObject(at) ? (at.after ?? at.before) : undefined;
  const selector = isObject(text) ? text : point;
  return isObject(selector) && typeof selector.match === "string" ? selector.match : undefined;
}
