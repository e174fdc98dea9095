// The tags of the Markdown: changes, paragraphs, objects.

import type { Change, ChangeType, MarkChange, ParagraphBlock } from "../redline.ts";
import { escapeAttribute } from "./escapes.ts";

const NAMES: Readonly<Record<ChangeType, string>> = {
  insertion: "ins",
  deletion: "del",
  moved_from: "moved-from",
  moved_to: "moved-to",
};

/** Text in the tag of a change. */
export function changeTag(change: Change, content: string): string {
  return `<${openingOf(change)}>${content}</${NAMES[change.type]}>`;
}

/** The self-closing tags of a changed mark, row or cell, the outer change first. */
export function markTags(change: MarkChange | undefined, scope?: "cell"): string {
  if (change === undefined) return "";
  const inner = (change.content ?? []).map((nested) => markTags(nested, scope)).join("");
  return `<${openingOf(change)}${scope === undefined ? "" : attribute("scope", scope)}/>${inner}`;
}

function openingOf({ type, id, move_id, author, revision, date }: Change): string {
  return [
    NAMES[type],
    move_id === undefined ? "" : attribute("move-id", `${move_id}`),
    attribute("id", id),
    attribute("author", author),
    attribute("revision", revision),
    date === undefined ? "" : attribute("date", date),
  ].join("");
}

/** The tag that opens a paragraph. It says which numeral stands before the text, for that is no part of the text. */
export function paragraphTag({ id, number }: ParagraphBlock): string {
  return `<p${attribute("unid", id)}${number === undefined ? "" : attribute("label", number)}/>`;
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}
