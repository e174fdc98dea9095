// The artifacts of a document with tracked changes: the document itself, and what is read of it.

import { save } from "../library/documents.ts";
import { type Redline, toJson } from "../library/redline.ts";
import { writeMarkdown } from "../render/markdown/render-markdown.ts";

export type RedlineFormat = "docx" | "json" | "md";

/** In the order of the formats. The JSON is made once, also for the Markdown, which is written from it. */
export function renderRedline(redline: Redline, formats: readonly RedlineFormat[]): Map<RedlineFormat, Uint8Array> {
  const encoder = new TextEncoder();
  const isRead = formats.includes("json") || formats.includes("md");
  const json = isRead ? toJson(redline) : undefined;
  const made: Record<RedlineFormat, () => Uint8Array> = {
    docx: () => save(redline.document),
    json: () => encoder.encode(`${JSON.stringify(json)}\n`),
    md: () => encoder.encode(writeMarkdown(json!)),
  };
  return new Map(formats.map((format) => [format, made[format]()]));
}
