// Names the row of each block of the body, for a reader who sees both versions side by side (HTM-33).

import { isLeftOut } from "../../changes/changes.ts";
import type {
  Block,
  CellBlock,
  ChangeSegment,
  MarkChange,
  ParagraphBlock,
  Segment,
  TableBlock,
} from "../../redline.ts";

/**
 * The row of a block: `=` is unchanged and in both versions, `~` is changed, `-` is in the original alone, and `+` is in
 * the revised version alone.
 */
export type BlockRow = "=" | "~" | "-" | "+";

/** Returns one letter for each block. `formatted` are the ids of blocks with a unit that has no text of its own. */
export function blockRows(blocks: readonly Block[], formatted: ReadonlySet<string>): string {
  return blocks.map((block) => rowOf(block, formatted)).join("");
}

function rowOf(block: Block, formatted: ReadonlySet<string>): BlockRow {
  return block.type === "table" ? rowOfTable(block, formatted) : rowOfParagraph(block, formatted);
}

function rowOfParagraph({ id, content, mark }: ParagraphBlock, formatted: ReadonlySet<string>): BlockRow {
  const side = mark && sideOf(mark);
  if (side !== undefined && content.every((segment) => isChange(segment) && sideOf(segment) === side)) return side;
  return mark === undefined && !content.some((segment) => "type" in segment) && !formatted.has(id) ? "=" : "~";
}

function rowOfTable({ rows }: TableBlock, formatted: ReadonlySet<string>): BlockRow {
  const sides = new Set(rows.map(({ change }) => change && sideOf(change)));
  const [side] = sides;
  if (sides.size === 1 && side !== undefined) return side;
  const isSame = ({ change, blocks }: CellBlock): boolean =>
    change === undefined && blocks.every((block) => rowOf(block, formatted) === "=");
  return sides.size <= 1 && rows.every(({ cells }) => cells.every(isSame)) ? "=" : "~";
}

function isChange(segment: Segment): segment is ChangeSegment {
  return "type" in segment && segment.type !== "conflict";
}

/** Returns the only version that has a change. A change with changes of others in it counts by its own type. */
function sideOf({ type }: Pick<MarkChange, "type">): "-" | "+" {
  return isLeftOut(type, "rejected") ? "+" : "-";
}
