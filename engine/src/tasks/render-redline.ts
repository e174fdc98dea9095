// The artifacts of a document with tracked changes: the document itself, and what is read of it.

import type { WordDocument } from "../document/open-document.ts";
import { renderJson } from "../render/json/render-json.ts";
import { writeMarkdown } from "../render/markdown/render-markdown.ts";
import type { RenderOptions } from "../render/redline.ts";

export type RedlineFormat = "docx" | "json" | "md";

/** Deflate's level for the parts that changed. */
const LEVEL = 6;

/** In the order of the formats. The JSON is made once, also for the Markdown, which is written from it. */
export function renderRedline(
  document: WordDocument,
  formats: readonly RedlineFormat[],
  options: RenderOptions,
): Map<RedlineFormat, Uint8Array> {
  const encoder = new TextEncoder();
  const isRead = formats.includes("json") || formats.includes("md");
  const redline = isRead ? renderJson(document, options) : undefined;
  const made: Record<RedlineFormat, () => Uint8Array> = {
    docx: () => document.package.save(LEVEL),
    json: () => encoder.encode(`${JSON.stringify(redline)}\n`),
    md: () => encoder.encode(writeMarkdown(redline!)),
  };
  return new Map(formats.map((format) => [format, made[format]()]));
}
