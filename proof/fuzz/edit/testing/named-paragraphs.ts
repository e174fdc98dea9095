// Documents for tests of the judge: their paragraphs are named by numbers, as those that are generated.

import { documentBytes, type WrittenDocument } from "../write/written-document.ts";

/** Writes a body, each paragraph with its key and text. */
export type MakeBody = (p: (key: string, text: string, properties?: string) => string) => string;

/** The bytes of a document of such paragraphs. */
export const named = (body: MakeBody): Uint8Array => documentBytes(written(body));

/** A document of paragraphs that are named by numbers, as those that are generated. */
export function written(body: MakeBody): WrittenDocument {
  const mark = (name: string, id: number) =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
  const p = (key: string, text: string, properties = "") =>
    `<w:p>${properties}${mark(`K${key}`, Number(key) * 2)}<w:r><w:t>${text}</w:t></w:r>${mark(`E${key}`, Number(key) * 2 + 1)}</w:p>`;
  const rest = { footnotes: "", endnotes: "", comments: "", extensions: "", pages: {}, settings: "", features: [] };
  return { body: body(p), ...rest };
}
