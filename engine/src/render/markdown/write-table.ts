// Writes a table as Markdown: a pipe table if each cell has at most one paragraph, else HTML.
//
// A tag at the start of the first cell, before its paragraph, shows a changed row. A changed cell has such a tag in its
// own cell, with a scope, so the two differ (docs/design/render.md).

import type { Block, CellBlock, RowBlock, TableBlock } from "../redline.ts";
import { type Marking, markTags } from "./tags.ts";
import { type MarkdownWriting, writeParagraph } from "./write-paragraph.ts";

export function writeTable(table: TableBlock, marking: Marking): string {
  const isSimple = table.rows.every(({ cells }) => cells.every(isPlain));
  return isSimple ? writePipes(table, marking) : writeHtml(table, marking);
}

function isPlain({ blocks }: CellBlock): boolean {
  return blocks.length <= 1 && blocks.every(({ type }) => type !== "table");
}

/**
 * Writes a pipe table. The first row becomes the head and gets the cells of the widest row, because Markdown readers
 * drop cells beyond the head.
 */
function writePipes({ rows }: TableBlock, marking: Marking): string {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1);
  const lines = rows.map((row) => {
    const cells = row.cells.map(
      ({ blocks }, index) => changesOf(row, index, marking) + writeCellBlocks(blocks, { marking }),
    );
    return pipeLine([...cells, ...new Array<string>(columns - cells.length).fill("")]);
  });
  const [head = pipeLine([""]), ...others] = lines;
  return [head, pipeLine(new Array<string>(columns).fill("---")), ...others].join("\n");
}

function pipeLine(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${cell} |`).join("")}`;
}

function writeHtml({ rows }: TableBlock, marking: Marking): string {
  return ["<table>", ...rows.map((row) => writeHtmlRow(row, marking)), "</table>"].join("\n");
}

function writeHtmlRow(row: RowBlock, marking: Marking): string {
  const writing = { marking };
  const cells = row.cells.map(
    ({ blocks }, index) => `<td>${changesOf(row, index, marking)}${writeCellBlocks(blocks, writing)}</td>`,
  );
  return ["<tr>", ...cells, "</tr>"].join("\n");
}

function changesOf({ change, cells }: RowBlock, index: number, marking: Marking): string {
  return `${index === 0 ? markTags(change, marking) : ""}${markTags(cells[index]?.change, marking, "cell")}`;
}

function writeCellBlocks(blocks: readonly Block[], writing: MarkdownWriting): string {
  const written = blocks.map((block) =>
    block.type === "table" ? writeHtml(block, writing.marking) : writeParagraph(block, writing),
  );
  return written.join("\n");
}
