// Writes a document with tracked changes as Markdown, from the blocks of the JSON.
//
// The first line names who made the changes, so their tags can omit it, and counts them. An empty line separates
// blocks. Headers, footers, notes and text boxes with a change follow the body, in their own tags
// (docs/design/render.md).

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

/** Returns the Markdown of a redline that was already read. */
export function writeMarkdown({ summary, blocks, headers, footers, notes, text_boxes: boxes }: RedlineJson): string {
  const told = [{ blocks }, ...headers, ...footers, ...notes, ...boxes];
  const shared = sharedBy(told.flatMap((part) => part.blocks));
  const marking = redlineMarking(shared);
  const groups = [
    redlineTag(shared, summary),
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

/** Returns author, revision and date of the first change. In a comparison, all changes share them. */
function sharedBy(blocks: readonly Block[]): SharedAttributes {
  const { author, revision, date } = firstChange(blocks) ?? {};
  return {
    ...(author === undefined ? {} : { author }),
    ...(revision === undefined ? {} : { revision }),
    ...(date === undefined ? {} : { date }),
  };
}

/** Returns one group of lines per block. */
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
