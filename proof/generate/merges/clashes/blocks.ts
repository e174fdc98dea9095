// Makes clashes in one gap: two copies insert different paragraphs, rows or columns there.

import { shuffle } from "../../../runner/random.ts";
import type { Draft } from "../../draft.ts";
import { type Column, columnsOf, putColumn } from "../../edits/columns.ts";
import { type Cell, gridsOf, isFreeCell, type Row, textsOf } from "../../edits/grids.ts";
import { hasRoomBehind } from "../../edits/paragraphs.ts";
import { putRow } from "../../edits/rows.ts";
import { makeParagraph } from "../../markup.ts";
import { firstRun, type Place } from "../../places.ts";
import { newSentence } from "../../words.ts";
import { type ClashForm, sameIn } from "./clash.ts";
import { nextOf } from "./neighbours.ts";

/** Two copies insert a paragraph after the same one; in a near miss, after neighbouring ones. */
export const paragraphsInGap: ClashForm = {
  conflict: "blocks",
  make: (both, isNear) => {
    const { one, random } = both;
    for (const place of shuffle(one.body, random)) {
      const second = isNear ? nextOf(one, place) : place;
      if (!hasRoomBehind(place) || second === undefined || !hasRoomBehind(second)) continue;
      const text = newSentence(place.text, random);
      const others = Array.from({ length: 20 }, () => newSentence(place.text, random));
      const other = others.find((sentence) => sentence !== text);
      if (other === undefined) continue;
      putParagraph(place, text);
      putParagraph(sameIn(both, second), other);
      const around = [place, second, nextOf(one, second)];
      const isDistinctive = around.every((each) => each === undefined || timesIn(one.body, each.text) === 1);
      return { paragraph: place.index, isDistinctive };
    }
    return undefined;
  },
};

function timesIn(places: readonly Place[], text: string): number {
  return places.filter((place) => place.text === text).length;
}

function putParagraph(place: Place, text: string): void {
  const { tree } = place.story;
  const made = makeParagraph(tree, { paragraph: place.node, run: firstRun(place) }, text);
  tree.insertBefore(tree.parent(place.node), made, tree.nextSibling(place.node));
}

/** Two copies insert a row after the same one; in a near miss, after neighbouring ones. */
export const rowsInGap: ClashForm = {
  conflict: "blocks",
  make: ({ one, other }, isNear) => {
    const [rows, twins] = [rowsIn(one), rowsIn(other)];
    const drawn = one.draw([...rows.keys()].filter((at) => !isNear || rows[at + 1]?.table === rows[at]!.table));
    if (drawn === undefined) return undefined;
    putRow(one, rows[drawn]!);
    putRow(other, twins[drawn + (isNear ? 1 : 0)]!);
    const { table, cells } = rows[drawn]!;
    return { paragraph: cells[0]!.places[0]!.index, isDistinctive: areDifferent(table.rows.map((row) => row.cells)) };
  },
};

/** Returns the rows of tables without merged cells. Rows with an anchor or a nested table are left out. */
function rowsIn(draft: Draft): Row[] {
  const plain = gridsOf(draft).filter(({ rows }) =>
    rows.every(({ cells }) => cells.every(({ isMerged }) => !isMerged)),
  );
  const rows = plain.flatMap((grid) => grid.rows);
  return rows.filter(
    ({ table, cells }) => cells.length > 0 && cells.every((cell) => isFreeCell(draft, table, cell) && !cell.holdsTable),
  );
}

/** Two copies insert a column after the same one; in a near miss, after neighbouring ones. */
export const columnsInGap: ClashForm = {
  conflict: "blocks",
  make: ({ one, other }, isNear) => {
    const [columns, twins] = [columnsIn(one), columnsIn(other)];
    const drawn = one.draw([...columns.keys()].filter((at) => !isNear || columns[at + 1]?.grid === columns[at]!.grid));
    if (drawn === undefined) return undefined;
    putColumn(one, columns[drawn]!);
    putColumn(other, twins[drawn + (isNear ? 1 : 0)]!);
    const { grid, cells } = columns[drawn]!;
    const lines = columns.filter((column) => column.grid === grid).map((column) => column.cells);
    return { paragraph: cells[0]!.places[0]!.index, isDistinctive: areDifferent(lines) };
  },
};

/**
 * True if all rows, or columns, have text and no two texts are equal. If two are equal, nobody knows which one an
 * insertion follows.
 */
function areDifferent(lines: readonly (readonly Cell[])[]): boolean {
  const texts = lines.map((cells) => textsOf(cells).join("\n"));
  return texts.every((text) => text.trim() !== "") && new Set(texts).size === texts.length;
}

function columnsIn(draft: Draft): Column[] {
  const columns = gridsOf(draft).flatMap((grid) => columnsOf(grid, 1));
  return columns.filter(({ grid, cells }) => cells.every((cell) => isFreeCell(draft, grid, cell) && !cell.holdsTable));
}
