// Collects the new text of an edit, wherever it is in the edit, and the addresses of its links.
//
// Every string of an edit is new text, unless it selects content of the document or is one of a few values. A field
// that is added later is therefore checked until it is exempted here.

import { isObject } from "../read-answer.ts";

export interface NewText {
  /** Each text would be in one paragraph. */
  readonly texts: readonly string[];
  readonly urls: readonly string[];
}

/** Fields whose strings are not written into the document: selectors, locators, and values of a list. */
const unwrittenFields: ReadonlySet<string> = new Set([
  "type",
  "paragraphs",
  "paragraph",
  "text",
  "at",
  "to",
  "destination",
  "revision",
  "comment",
  "note",
  "row",
  "column",
  "table",
  "section",
  "part",
  "like",
  "ref",
  "style_id",
  "list_style",
  "action",
  "preset",
  "number_format",
  "suffix",
  "alignment",
  "rule",
  "kind",
  "show",
  "position",
  "section_type",
  "edit",
  "orientation",
  "underline",
  "color",
  "highlight",
]);

export function newTextOf(edit: unknown): NewText {
  const found = { texts: [] as string[], urls: [] as string[] };
  gather(edit, found);
  return found;
}

function gather(value: unknown, found: { readonly texts: string[]; readonly urls: string[] }): void {
  if (typeof value === "string") found.texts.push(value);
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isRun)) found.texts.push(value.map(shownText).join(""));
    for (const one of value) gather(one, found);
  }
  if (!isObject(value)) return;
  for (const [field, member] of Object.entries(value)) {
    if (field === "url" && typeof member === "string") found.urls.push(member);
    // In a run, `text` is new text; everywhere else it selects text of the document.
    else if (field === "text" && typeof member === "string") found.texts.push(member);
    else if (!unwrittenFields.has(field)) gather(member, found);
  }
}

type Run = Readonly<Record<string, unknown>>;

function isRun(value: unknown): value is Run {
  return isObject(value) && (typeof value.text === "string" || typeof value.type === "string");
}

/** Returns the visible text of a run; for a link, the linked text. */
function shownText({ text, type, content }: Run): string {
  if (typeof text === "string") return text;
  if (type === "hyperlink") return linkedText(content);
  return type === "tab" || type === "break" ? " " : "";
}

function linkedText(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) && content.every(isRun) ? content.map(shownText).join("") : "";
}
