// The Markdown of a document with tracked changes, written from the same blocks as the JSON (docs/design/render.md).
//
// The first line says who made the changes, so that their tags need not. Blocks are lines apart by an empty one. Headers,
// footers, notes and text boxes that hold a change follow the body, in tags of their own.

import type { WordDocument } from "../../document/open-document.ts";
import { firstChange } from "../changes/first-change.ts";
import { readRedline } from "../read-redline.ts";
import type { Block, RedlineJson, RenderOptions } from "../redline.ts";
import { attribute, type Marking, redlineMarking, redlineTag, type SharedAttributes } from "./tags.ts";
import { writeParagraph } from "./write-paragraph.ts";
import { writeTable } from "./write-table.ts";

export function renderMarkdown(document: WordDocument, options: RenderOptions): string {
  return writeMarkdown(readRedline(document, options));
}

/** For who has the JSON already: the same text as from the document. */
export function writeMarkdown({ blocks, headers, footers, notes, text_boxes: boxes }: RedlineJson): string {
  const told = [{ blocks }, ...headers, ...footers, ...notes, ...boxes];
  const shared = sharedBy(told.flatMap((part) => part.blocks));
  const marking = redlineMarking(shared);
  const groups = [
    redlineTag(shared),
    ...writeBlocks(blocks, marking),
    ...[...headers, ...footers].flatMap(({ part: { kind, type, section }, blocks: own }) =>
      wrap(kind, `${attribute("type", type)}${attribute("section", `${section.number}`)}`, writeBlocks(own, marking)),
    ),
    ...notes.flatMap(({ kind, number, blocks: own }) =>
      wrap(kind, attribute("number", `${number}`), writeBlocks(own, marking)),
    ),
    ...boxes.flatMap(({ blocks: own }) => wrap("text-box", "", writeBlocks(own, marking))),
  ];
  return `${groups.join("\n\n")}\n`;
}

function wrap(name: string, attributes: string, groups: readonly string[]): string[] {
  return [`<${name}${attributes}>`, ...groups, `</${name}>`];
}

/** Who made the first change: in a comparison, all of them. */
function sharedBy(blocks: readonly Block[]): SharedAttributes {
  const { author, revision, date } = firstChange(blocks) ?? {};
  return {
    ...(author === undefined ? {} : { author }),
    ...(revision === undefined ? {} : { revision }),
    ...(date === undefined ? {} : { date }),
  };
}

/** One group of lines for each block. */
export function writeBlocks(blocks: readonly Block[], marking: Marking): string[] {
  const writing = { marking };
  return blocks.map((block) => {
    if (block.type === "table") return writeTable(block, marking);
    return `${block.type === "heading" ? headingSigns(block.level ?? 1) : ""}${writeParagraph(block, writing)}`;
  });
}

/** Markdown has six levels of headings. */
function headingSigns(level: number): string {
  return `${"#".repeat(Math.min(level, 6))} `;
}
