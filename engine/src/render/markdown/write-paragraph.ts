// Writes a paragraph as Markdown: its tag, its number, its text with changes, and its mark.

import type { Change, ChangeSegment, ParagraphBlock, PlainSegment, Segment } from "../redline.ts";
import { escapeText } from "./escapes.ts";
import { changeTag, conflictTag, type Marking, markTags } from "./tags.ts";

export interface MarkdownWriting {
  readonly marking: Marking;
}

export function writeParagraph(block: ParagraphBlock, writing: MarkdownWriting): string {
  const { marking } = writing;
  const numeral = block.number === undefined ? "" : `${escapeText(block.number)} `;
  const text = writeSegments(block.content, writing);
  return `${marking.paragraph(block)}${numeral}${text}${markTags(block.mark, marking)}`;
}

/** Writes segments. Adjacent segments of one change share a tag. */
function writeSegments(segments: readonly Segment[], writing: MarkdownWriting): string {
  let written = "";
  for (let start = 0, end = 0; start < segments.length; start = end) {
    const first = segments[start]!;
    end = start + 1;
    if (!("type" in first)) {
      written += writePlain(first, writing);
      continue;
    }
    if (first.type === "conflict") {
      written += conflictTag(first.id, writeSegments(first.content, writing));
      continue;
    }
    while (end < segments.length && isSameChange(segments[end]!, first)) end += 1;
    const contents = segments.slice(start, end).map((segment) => writeContent(segment, writing));
    written += changeTag(first, contents.join(""), writing.marking);
  }
  return written;
}

function isSameChange(segment: Segment, change: Change): segment is ChangeSegment {
  return "type" in segment && segment.type === change.type && segment.id === change.id;
}

function writeContent(segment: Segment, writing: MarkdownWriting): string {
  return "content" in segment ? writeSegments(segment.content, writing) : writePlain(segment, writing);
}

function writePlain(segment: PlainSegment, { marking }: MarkdownWriting): string {
  return segment.object === undefined ? escapeText(segment.text) : marking.object(segment);
}
