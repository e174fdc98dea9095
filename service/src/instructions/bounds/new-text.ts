// The new text of an edit, wherever it stands in it, and the addresses that it links to.

import { isObject } from "../read-answer.ts";

export interface NewText {
  /** Each what would stand in one paragraph. */
  readonly texts: readonly string[];
  readonly urls: readonly string[];
}

/** Fields of an edit that hold new text. */
const textFields: readonly string[] = ["content", "new_paragraphs", "rows", "cells", "separator"];

export function newTextOf(edit: unknown): NewText {
  const found = { texts: [] as string[], urls: [] as string[] };
  if (!isObject(edit)) return found;
  if (typeof edit.url === "string") found.urls.push(edit.url);
  for (const field of textFields) gather(edit[field], found);
  return found;
}

function gather(value: unknown, found: { readonly texts: string[]; readonly urls: string[] }): void {
  if (typeof value === "string") found.texts.push(value);
  if (Array.isArray(value)) {
    if (value.every(isRun)) found.texts.push(value.map(shownText).join(""));
    for (const one of value) gather(one, found);
  }
  if (!isObject(value)) return;
  if (typeof value.url === "string") found.urls.push(value.url);
  gather(value.content, found);
  gather(value.new_paragraphs, found);
}

type Run = Readonly<Record<string, unknown>>;

function isRun(value: unknown): value is Run {
  return isObject(value) && (typeof value.text === "string" || typeof value.type === "string");
}

/** What a run shows; of a link, what it is put on. */
function shownText({ text, type, content }: Run): string {
  if (typeof text === "string") return text;
  if (type === "hyperlink") return typeof content === "string" ? content : "";
  return type === "tab" || type === "break" ? " " : "";
}
