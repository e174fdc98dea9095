// The blocks of a Markdown text that has only some paragraphs: those, and of tables the rows around them.
//
// A row is told whole, because a line of a table cannot have half of its cells. Blocks that do not follow each other in
// the document are apart, so whoever writes them can say so.

import type { Block, ParagraphBlock, RowBlock } from "../redline.ts";

export type IsChosenBlock = (block: ParagraphBlock) => boolean;

/** Each run of blocks between which nothing is left out. */
export function chosenRuns(blocks: readonly Block[], isChosen: IsChosenBlock): Block[][] {
  const runs: Block[][] = [];
  let follows = false;
  for (const piece of blocks.flatMap((block) => piecesOf(block, isChosen))) {
    if (piece !== undefined && !follows) runs.push([]);
    if (piece !== undefined) runs.at(-1)?.push(piece);
    follows = piece !== undefined;
  }
  return runs;
}

/** The chosen part of a block; undefined if the whole block is left out. */
function piecesOf(block: Block, isChosen: IsChosenBlock): (Block | undefined)[] {
  if (block.type !== "table") return [isChosen(block) ? block : undefined];
  const pieces: (Block | undefined)[] = [];
  let rows: RowBlock[] = [];
  for (const row of block.rows) {
    if (!row.cells.some(({ blocks }) => blocks.some((inner) => hasChosen(inner, isChosen)))) {
      pieces.push(undefined);
      rows = [];
      continue;
    }
    if (rows.length === 0) pieces.push({ ...block, rows });
    rows.push(row);
  }
  return pieces;
}

function hasChosen(block: Block, isChosen: IsChosenBlock): boolean {
  if (block.type !== "table") return isChosen(block);
  return block.rows.some(({ cells }) => cells.some(({ blocks }) => blocks.some((inner) => hasChosen(inner, isChosen))));
}
