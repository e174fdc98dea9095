// Writes documents for tests of the judge. Paragraphs have numbers as names, as in generated ones.

import type { NamedEdit } from "../names.ts";
import { documentBytes, type WrittenDocument } from "../write/written-document.ts";

/** A function that writes a body; `p` writes a paragraph with its key and text. */
export type MakeBody = (p: (key: string, text: string, properties?: string) => string) => string;

/** Returns the bytes of a document with these paragraphs. */
export const named = (body: MakeBody): Uint8Array => documentBytes(written(body));

/** Returns a document whose paragraphs are named by numbers, as in generated documents. */
export function written(body: MakeBody): WrittenDocument {
  const mark = (name: string, id: number) =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
  const p = (key: string, text: string, properties = "") =>
    `<w:p>${properties}${mark(`K${key}`, Number(key) * 2)}<w:r><w:t>${text}</w:t></w:r>${mark(`E${key}`, Number(key) * 2 + 1)}</w:p>`;
  const rest = { footnotes: "", endnotes: "", comments: "", extensions: "", pages: {}, settings: "", features: [] };
  return { body: body(p), ...rest };
}

/** Returns an edit that deletes a paragraph. */
export const deleting = (key: string): NamedEdit => ({
  edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key }], isBlocks: true } },
  makes: [],
});

/** Returns an edit that inserts a paragraph of one word beside another paragraph. */
export const inserting = (word: string, position: "before" | "after", beside: string): NamedEdit => ({
  edit: {
    type: "insert_paragraphs",
    destination: { $: "destination", beside: { paragraph: beside }, position },
    new_paragraphs: [{ content: word, style_id: "Normal" }],
  },
  makes: [],
  lastWord: word,
});
