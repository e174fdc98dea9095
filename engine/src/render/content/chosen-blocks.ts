// Selects the blocks of a Markdown text that shows only some paragraphs.
//
// A row with a chosen paragraph is kept whole, because a line of a Markdown table cannot have half of its cells. Blocks
// that are not adjacent in the document are in separate runs, so the writer can show the gap.

import type { Block, ParagraphBlock, RowBlock } from "../redline.ts";

export type IsChosenBlock = (block: ParagraphBlock) => boolean;

/** Returns the chosen blocks in runs. Blocks of one run are adjacent in the document. */
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

/** Returns the chosen parts of a block. `undefined` marks a part that is left out. */
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
