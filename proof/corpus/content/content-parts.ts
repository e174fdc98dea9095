// Reads all parts of a content JSON in one form: body, headers, footers and notes.
//
// Each part has its locator and its paragraphs.

import type { PartLocator } from "@versus/engine/inside";
import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";

export interface PartContent {
  readonly locator: PartLocator;
  readonly blocks: readonly ContentParagraph[];
}

/** Returns the parts in the order of the engine's addresses, except that all headers precede all footers. */
export function contentParts({ blocks, headers, footers, notes }: ContentJson): PartContent[] {
  return [
    { locator: { kind: "body" }, blocks },
    ...[...headers, ...footers].map((part) => ({ locator: locatorOf(part.part), blocks: part.blocks })),
    ...notes.map((note) => ({ locator: locatorOf(note.part), blocks: note.blocks })),
  ];
}

type WrittenPart = NonNullable<ContentJson["tables"][number]["part"]>;

/** Returns a locator in the engine's form; the body if `part` is undefined. */
export function locatorOf(part: WrittenPart | undefined): PartLocator {
  if (part === undefined) return { kind: "body" };
  return "section" in part ? { ...part, section: part.section.number } : part;
}

/** Returns the joined text of the segments. */
export function segmentText(segments: ContentParagraph["content"]): string {
  return segments
    .map((segment) => {
      if ("content" in segment) return segmentText(segment.content);
      if ("text" in segment) return segment.text;
      if (segment.type === "tab") return "\t";
      if (segment.type === "break") return segment.kind === "line" ? "\n" : "\f";
      return "";
    })
    .join("");
}
