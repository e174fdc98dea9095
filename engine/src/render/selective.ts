// Renders a comparison of two ranges of paragraphs as JSON and Markdown (docs/design/render.md).

import { escapeText } from "./markdown/escapes.ts";
import { attribute } from "./markdown/tags.ts";

export interface SelectiveSegment {
  readonly type?: "insertion" | "deletion";
  readonly text: string;
}

export interface SelectiveParagraph {
  readonly status: "unchanged" | "modified" | "inserted" | "deleted";
  readonly original_id?: string;
  readonly modified_id?: string;
  readonly original_number?: string;
  readonly modified_number?: string;
  readonly content: readonly SelectiveSegment[];
}

/**
 * Returns the Markdown. Each paragraph begins with a tag that names it on both sides. Its number is text, and the tag
 * repeats it.
 */
export function selectiveMarkdown(paragraphs: readonly SelectiveParagraph[]): string {
  return `${paragraphs.map(writeParagraph).join("\n\n")}\n`;
}

function writeParagraph(paragraph: SelectiveParagraph): string {
  const { original_id, modified_id, original_number, modified_number, content } = paragraph;
  const tag = [
    given("original-unid", original_id),
    given("modified-unid", modified_id),
    given("original-label", original_number),
    given("modified-label", modified_number),
  ].join("");
  const shown = modified_id === undefined ? original_number : modified_number;
  const numeral = shown === undefined ? "" : `${escapeText(shown)} `;
  return `<p${tag}/>${numeral}${content.map(writeSegment).join("")}`;
}

function given(name: string, value: string | undefined): string {
  return value === undefined ? "" : attribute(name, value);
}

function writeSegment({ type, text }: SelectiveSegment): string {
  const written = escapeText(text);
  if (type === undefined) return written;
  return type === "insertion" ? `<ins>${written}</ins>` : `<del>${written}</del>`;
}
