// Reads a written redline with its own reader and parser, so that the content of the file is measured.

import { ContentPackage } from "../../reading/content-package.ts";
import { childNamed, type Element, elementsIn } from "../../reading/xml-tree.ts";
import { shownParts } from "../compare/content/read-sections.ts";
import type { RedlineStory } from "./pieces.ts";
import { type Around, StoryReader } from "./read-story.ts";

/**
 * Returns the visible stories: the body, headers and footers, notes. Text boxes are after the story that contains
 * them.
 */
export function readRedline(file: Uint8Array): RedlineStory[] {
  const parts = new ContentPackage(file);
  const root = parts.tree(parts.main);
  const body = childNamed(root, "w:body") ?? root;
  const stories = readStory(body, { kind: "body", part: parts.main, id: "" });
  const read = new Set<string>();
  for (const { place, id } of shownParts(body)) {
    const part = parts.relationship(parts.main, id)?.part;
    if (part === undefined || read.has(part)) continue;
    read.add(part);
    const kind = place.includes("header") ? "header" : "footer";
    stories.push(...readStory(parts.tree(part), { kind, part, id: "" }));
  }
  return [...stories, ...(["footnote", "endnote"] as const).flatMap((kind) => readNotes(parts, kind))];
}

function readNotes(parts: ContentPackage, kind: "footnote" | "endnote"): RedlineStory[] {
  const part = parts.related(parts.main, `${kind}s`);
  const notes = part === undefined ? [] : elementsIn(parts.tree(part)).filter(({ name }) => name === `w:${kind}`);
  const ordinary = notes.filter(({ attributes }) => (attributes.get("w:type") ?? "normal") === "normal");
  return ordinary.flatMap((note) => readStory(note, { kind, part: part!, id: note.attributes.get("w:id") ?? "" }));
}

function readStory(root: Element, story: Omit<RedlineStory, "pieces">, around?: Around): RedlineStory[] {
  const reader = new StoryReader(around);
  reader.readBlocks(root);
  const boxes = reader.boxes.flatMap((box) => readStory(box.content, { ...story, kind: "textbox" }, box));
  return [{ ...story, pieces: reader.pieces }, ...boxes];
}
