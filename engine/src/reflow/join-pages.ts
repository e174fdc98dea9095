// Joins the blocks of pages: a paragraph or a table may continue on the next page (RFL-36, RFL-13).

import type { LaidBlock, PlacedCell, PlacedTable } from "./blocks.ts";
import { lineText } from "./lines.ts";
import { continues } from "./paragraphs.ts";

export function joinPages(pages: readonly (readonly LaidBlock[])[]): LaidBlock[] {
  const blocks: LaidBlock[] = [];
  for (const page of pages) {
    const [first, ...rest] = page;
    const last = blocks.at(-1);
    const whole = first === undefined || last === undefined ? undefined : joinBlocks(last, first);
    if (whole === undefined) for (const block of page) blocks.push(block);
    else {
      blocks[blocks.length - 1] = whole;
      for (const block of rest) blocks.push(block);
    }
  }
  return blocks;
}

function joinBlocks(before: LaidBlock, after: LaidBlock): LaidBlock | undefined {
  if (before.kind === "paragraph" && after.kind === "paragraph") {
    return continues(before, after) ? { ...before, lines: [...before.lines, ...after.lines] } : undefined;
  }
  if (before.kind !== "table" || after.kind !== "table" || !hasColumnsOf(before, after)) return undefined;
  return appended(before, withoutRepeatedHead(before, after));
}

/** Edges of columns that differ by fewer points are the same. */
const SAME_EDGE = 3;

function hasColumnsOf(before: PlacedTable, after: PlacedTable): boolean {
  const isSame = (one: number, at: number): boolean => Math.abs(one - after.xs[at]!) < SAME_EDGE;
  return before.hasBorders && after.hasBorders && before.xs.length === after.xs.length && before.xs.every(isSame);
}

/** Removes the head row that is printed again on a further page. */
function withoutRepeatedHead(before: PlacedTable, after: PlacedTable): PlacedTable {
  const heads = [before, after].map(({ cells }) =>
    cells
      .filter(({ row }) => row === 0)
      .map(cellText)
      .join("\n"),
  );
  const isAlone = after.cells.some(({ row, rows }) => row === 0 && rows > 1);
  if (heads[0] !== heads[1] || heads[0]!.trim() === "" || isAlone || after.rows < 2) return after;
  const cells = after.cells.filter(({ row }) => row > 0).map((cell) => ({ ...cell, row: cell.row - 1 }));
  return { ...after, rows: after.rows - 1, cells };
}

function cellText({ blocks, column }: PlacedCell): string {
  const texts = blocks.map((block) =>
    block.kind === "paragraph" ? block.lines.map(({ pieces }) => lineText(pieces)).join(" ") : "table",
  );
  return `${column} ${texts.join("\n")}`;
}

function appended(before: PlacedTable, after: PlacedTable): PlacedTable {
  const moved = after.cells.map((cell) => ({ ...cell, row: cell.row + before.rows }));
  return { ...before, rows: before.rows + after.rows, cells: [...before.cells, ...moved] };
}
