// Which uploaded paragraphs an edit changes or takes away. Where it puts something new beside them it leaves them as they
// are: a destination is not acted on.

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

/** The paragraphs at the place where an edit puts new paragraphs or a table. */
export function destinationOf(edit: unknown, document: DocumentText): readonly TextParagraph[] {
  if (!isObject(edit) || !isObject(edit.destination)) return [];
  if (edit.type !== "insert_paragraphs" && edit.type !== "insert_table") return [];
  return [...document.named(edit.destination.paragraph), ...document.ofTable(edit.destination.table)];
}

/** Of several paragraphs, those that have the text that is looked for. */
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
