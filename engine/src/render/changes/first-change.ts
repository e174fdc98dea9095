// Finds the first change of some blocks.

import type { Block, Change, Segment } from "../redline.ts";

/** Returns the first change in reading order; undefined if nothing changed. */
export function firstChange(blocks: readonly Block[]): Change | undefined {
  for (const block of blocks) {
    const found = changeIn(block);
    if (found !== undefined) return found;
  }
  return undefined;
}

function changeIn(block: Block): Change | undefined {
  if (block.type !== "table") return changeAmong(block.content) ?? block.mark;
  for (const { change, cells } of block.rows) {
    if (change !== undefined) return change;
    for (const cell of cells) {
      const found = cell.change ?? firstChange(cell.blocks);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function changeAmong(segments: readonly Segment[]): Change | undefined {
  for (const segment of segments) {
    if (!("type" in segment)) continue;
    const found = segment.type === "conflict" ? changeAmong(segment.content) : segment;
    if (found !== undefined) return found;
  }
  return undefined;
}
