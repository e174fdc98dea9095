// Reads the blocks of the document as the page contains them: text that no parser has read yet.
//
// A parser that reads five hundred pages at once would block the window for too long. So chunks, headers, footers and
// notes are data blocks (`<script type="text/html">`), and each is parsed where it is laid out (VEW-5).

import { markComments, OpenComments } from "./comment-marks.ts";

export type StoredKind = "ck" | "part" | "note";

/** Returns the data blocks of some kinds, in the order of the page. */
export function storedBlocks(...kinds: readonly StoredKind[]): HTMLScriptElement[] {
  const selector = kinds.map((kind) => `script.${kind}`).join(",");
  return [...document.querySelectorAll<HTMLScriptElement>(selector)];
}

/**
 * Returns new elements of a data block at each call. Nothing in them loads or runs before they are put on a page.
 * Chunks are parts of one story and share the open comments, so they are parsed in order; any other block has its own.
 */
export function parseStored(stored: HTMLScriptElement, open = new OpenComments()): DocumentFragment {
  const parser = document.createElement("template");
  parser.innerHTML = stored.text;
  markComments(parser.content, open);
  return parser.content;
}

const byName = new Map<string, HTMLScriptElement>();

/** Returns the data block of a header, a footer or a note by its number or name. */
export function namedBlock(kind: "part" | "note", name: string): HTMLScriptElement | undefined {
  if (byName.size === 0) {
    for (const stored of storedBlocks("part")) byName.set(`part ${stored.dataset.part}`, stored);
    for (const stored of storedBlocks("note")) byName.set(`note ${stored.dataset.n}`, stored);
  }
  return byName.get(`${kind} ${name}`);
}

/** Returns the element with an id, which may not be on a page yet. */
export function storedElement(id: string): Element | undefined {
  const stored = storedBlocks("ck", "part", "note").find(({ text }) => text.includes(`id="${id}"`));
  return stored === undefined ? undefined : (parseStored(stored).getElementById(id) ?? undefined);
}
