// The tags of the Markdown: changes, paragraphs, objects.

import type { Change, ChangeType, MarkChange, ParagraphBlock, PlainSegment } from "../redline.ts";
import { escapeAttribute } from "./escapes.ts";

const NAMES: Readonly<Record<ChangeType, string>> = {
  insertion: "ins",
  deletion: "del",
  moved_from: "moved-from",
  moved_to: "moved-to",
};

/** What the Markdown says besides text and changes, for who reads it. */
export interface Marking {
  /** What opens a paragraph. */
  paragraph(block: ParagraphBlock): string;
  /** What stands for something that is no text. */
  object(segment: PlainSegment): string;
  /** Further attributes of a change. */
  change(change: Change): string;
}

/** The Markdown of a redline (spec 3, section 8). */
export const redlineMarking: Marking = {
  paragraph: (block) => paragraphTag(block, ""),
  object: ({ object = "other" }) => `<object${attribute("type", object)}/>`,
  change: () => "",
};

/** Text in the tag of a change. */
export function changeTag(change: Change, content: string, marking: Marking): string {
  return `<${openingOf(change, marking)}>${content}</${NAMES[change.type]}>`;
}

/** The self-closing tags of a changed mark, row or cell, the outer change first. */
export function markTags(change: MarkChange | undefined, marking: Marking, scope?: "cell"): string {
  if (change === undefined) return "";
  const inner = (change.content ?? []).map((nested) => markTags(nested, marking, scope)).join("");
  return `<${openingOf(change, marking)}${scope === undefined ? "" : attribute("scope", scope)}/>${inner}`;
}

/** A document that is no comparison has no name for the version that made a change. */
function openingOf(change: Change, marking: Marking): string {
  const { type, id, move_id, author, revision, date } = change;
  return [
    NAMES[type],
    move_id === undefined ? "" : attribute("move-id", `${move_id}`),
    attribute("id", id),
    marking.change(change),
    attribute("author", author),
    revision === "" ? "" : attribute("revision", revision),
    date === undefined ? "" : attribute("date", date),
  ].join("");
}

/** The tag that opens a paragraph. It says which numeral stands before the text, for that is no part of the text. */
export function paragraphTag({ id, number }: ParagraphBlock, further: string): string {
  return `<p${attribute("unid", id)}${further}${number === undefined ? "" : attribute("label", number)}/>`;
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}
