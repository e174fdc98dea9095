// The Markdown of a document with tracked changes, written from the same blocks as the JSON (spec 3, section 8).
//
// Blocks are lines apart by an empty one. Headers and footers that hold a change follow the body, in tags of their own.

import type { WordDocument } from "../../document/open-document.ts";
import { readRedline } from "../read-redline.ts";
import type { Block, PartBlocks, RedlineJson, RenderOptions } from "../redline.ts";
import { attribute, type Marking, redlineMarking } from "./tags.ts";
import { writeParagraph } from "./write-paragraph.ts";
import { writeTable } from "./write-table.ts";

export function renderMarkdown(document: WordDocument, options: RenderOptions): string {
  return writeMarkdown(readRedline(document, options));
}

/** For who has the JSON already: the same text as from the document. */
export function writeMarkdown({ blocks, headers, footers }: RedlineJson): string {
  const groups = [...writeBlocks(blocks, redlineMarking), ...[...headers, ...footers].flatMap(writePart)];
  return `${groups.join("\n\n")}\n`;
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

function writePart({ part, blocks }: PartBlocks): string[] {
  const { kind, type, section } = part;
  const tag = `<${kind}${attribute("type", type)}${attribute("section", `${section.number}`)}>`;
  return [tag, ...writeBlocks(blocks, redlineMarking), `</${kind}>`];
}
