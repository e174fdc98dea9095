// The artifacts of a document with tracked changes: the document itself, and what is read of it.

import { save } from "../library/documents.ts";
import { type Redline, toJson } from "../library/redline.ts";
import { renderHtml } from "../render/html/render-html.ts";
import { writeMarkdown } from "../render/markdown/render-markdown.ts";

/** `fragment` is the document's part of the embedded view (render/html), as JSON. */
export type RedlineFormat = "docx" | "json" | "md" | "fragment";

/** In the order of the formats. The JSON is made once, also for the Markdown, which is written from it, and with the fragment. */
export function renderRedline(redline: Redline, formats: readonly RedlineFormat[]): Map<RedlineFormat, Uint8Array> {
  const encoder = new TextEncoder();
  const isRead = formats.includes("json") || formats.includes("md");
  const html = formats.includes("fragment") ? renderHtml(redline.document, redline.about) : undefined;
  const json = html?.redline ?? (isRead ? toJson(redline) : undefined);
  const made: Record<RedlineFormat, () => Uint8Array> = {
    docx: () => save(redline.document),
    json: () => encoder.encode(`${JSON.stringify(json)}\n`),
    fragment: () => encoder.encode(JSON.stringify(html!.fragment)),
    md: () => encoder.encode(writeMarkdown(json!)),
  };
  return new Map(formats.map((format) => [format, made[format]()]));
}
