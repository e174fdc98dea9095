// Renders the artifacts of a document with tracked changes: the document, JSON, Markdown, fragment.

import type { OutputBudget } from "../failures/output-budget.ts";
import { saveWithin } from "../library/documents.ts";
import { type Redline, toJson } from "../library/redline.ts";
import { renderHtml } from "../render/html/render-html.ts";
import { writeMarkdown } from "../render/markdown/render-markdown.ts";
import { encodeLimited, jsonLimited } from "./output-limit.ts";

/** `fragment` is the document's part of the embedded view (render/html), as JSON. */
export type RedlineFormat = "docx" | "json" | "md" | "fragment";

/**
 * Renders the formats in their order. The JSON is made once and shared with the Markdown and the fragment. Throws a
 * Failure for an artifact that exceeds its budget.
 */
export function renderRedline(
  redline: Redline,
  { formats, newBudget }: { readonly formats: readonly RedlineFormat[]; readonly newBudget: () => OutputBudget },
): Map<RedlineFormat, Uint8Array> {
  const isRead = formats.includes("json") || formats.includes("md");
  const html = formats.includes("fragment") ? renderHtml(redline.document, redline.about, newBudget()) : undefined;
  const json = html?.redline ?? (isRead ? toJson(redline) : undefined);
  const made: Record<RedlineFormat, () => Uint8Array> = {
    docx: () => saveWithin(redline.document, newBudget()),
    json: () => jsonLimited(json, newBudget),
    // The fragment was counted while it was written, without its pictures.
    fragment: () => new TextEncoder().encode(JSON.stringify(html!.fragment)),
    md: () => encodeLimited(writeMarkdown(json!), newBudget()),
  };
  return new Map(formats.map((format) => [format, made[format]()]));
}
