// A paragraph in Markdown: its tag, its numeral, its text with the changes in it, and what became of its mark.

import type { ParagraphBlock, PlainSegment, Segment } from "../redline.ts";
import { escapeText, type Surroundings } from "./escapes.ts";
import { attribute, changeTag, markTags, paragraphTag } from "./tags.ts";

export function writeParagraph(block: ParagraphBlock, surroundings: Surroundings): string {
  const numeral = block.number === undefined ? "" : `${escapeText(block.number, surroundings)} `;
  return `${paragraphTag(block)}${numeral}${writeSegments(block.content, surroundings)}${markTags(block.mark)}`;
}

/** Segments of one change that follow each other share a tag. */
function writeSegments(segments: readonly Segment[], surroundings: Surroundings): string {
  let written = "";
  for (let start = 0, end = 0; start < segments.length; start = end) {
    const first = segments[start]!;
    end = start + 1;
    if (!("type" in first)) {
      written += writePlain(first, surroundings);
      continue;
    }
    while (end < segments.length && isSameChange(segments[end]!, first)) end += 1;
    const contents = segments.slice(start, end).map((segment) => writeContent(segment, surroundings));
    written += changeTag(first, contents.join(""));
  }
  return written;
}

function isSameChange(segment: Segment, change: { readonly type: string; readonly id: string }): boolean {
  return "type" in segment && segment.type === change.type && segment.id === change.id;
}

function writeContent(segment: Segment, surroundings: Surroundings): string {
  return "content" in segment ? writeSegments(segment.content, surroundings) : writePlain(segment, surroundings);
}

function writePlain({ text, object }: PlainSegment, surroundings: Surroundings): string {
  return object === undefined ? escapeText(text, surroundings) : `<object${attribute("type", object)}/>`;
}
