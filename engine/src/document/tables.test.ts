import { expect, test } from "vitest";
import { bodyStory } from "../../testing/documents.ts";
import { NONE } from "../ooxml/xml/tree.ts";
import { readTable, type Table } from "./tables.ts";
import { blocksOf } from "./text/blocks.ts";

const cell = (properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr><w:p/></w:tc>`;
const span = (columns: number | string, more = ""): string => cell(`<w:gridSpan w:val="${columns}"/>${more}`);
const down = (val = ""): string => cell(val === "" ? "<w:vMerge/>" : `<w:vMerge w:val="${val}"/>`);
const right = (val: string): string => cell(`<w:hMerge w:val="${val}"/>`);
const row = (...cells: readonly string[]): string => `<w:tr>${cells.join("")}</w:tr>`;
const late = (before: number, after: number, ...cells: readonly string[]): string =>
  `<w:tr><w:trPr><w:gridBefore w:val="${before}"/><w:gridAfter w:val="${after}"/></w:trPr>${cells.join("")}</w:tr>`;

function read(...content: readonly string[]): Table {
  const story = bodyStory(`<w:tbl>${content.join("")}</w:tbl>`);
  return readTable(story, blocksOf(story)[0]!);
}

/** Returns each cell as its column and the area that it covers, `-` if it is merged into another cell. */
function layout(...rows: readonly string[]): string {
  const { rows: read_ } = read(...rows);
  return read_
    .map(({ cells }) =>
      cells
        .map(({ column, columnSpan, rowSpan, mergedInto }) =>
          mergedInto === NONE ? `${column}:${columnSpan}x${rowSpan}` : `${column}:-`,
        )
        .join(" "),
    )
    .join(" | ");
}

test.each([
  ["cells take grid columns", [row(cell(), span(2), cell())], "0:1x1 1:2x1 3:1x1"],
  ["a row may begin late", [late(2, 0, cell())], "2:1x1"],
  [
    "cells merge downwards",
    [row(down("restart"), cell()), row(down(), cell()), row(down())],
    "0:1x3 1:1x1 | 0:- 1:1x1 | 0:-",
  ],
  [
    "a merge that restarts is another",
    [row(down("restart")), row(down("restart")), row(down())],
    "0:1x1 | 0:1x2 | 0:-",
  ],
  [
    "a merge continues in its own column only",
    [row(down("restart"), cell()), late(1, 0, down())],
    "0:1x1 1:1x1 | 1:1x1",
  ],
  ["a merge ends where a row has none", [row(down("restart")), row(cell()), row(down())], "0:1x1 | 0:1x1 | 0:1x1"],
  ["cells merge to the right in older files", [row(right("restart"), right("continue"), cell())], "0:2x1 1:- 2:1x1"],
  ["what continues nothing is a cell", [row(right("continue"), cell())], "0:1x1 1:1x1"],
  ["absurd spans are cut", [row(span("999999999"), span("-4"), span("x"), cell())], "0:63x1 63:1x1 64:1x1 65:1x1"],
])("%s", (_, rows, expected) => {
  expect(layout(...rows)).toBe(expected);
});

test("the columns are those that the widest row reaches, whatever the grid says", () => {
  const grid = '<w:tblGrid><w:gridCol w:w="100"/><w:gridCol w:w="2in"/><w:gridCol/></w:tblGrid>';
  expect(read(grid, row(cell()))).toMatchObject({ columns: 1, grid: [100, 2880, undefined] });
  expect(read(row(cell(), cell()), late(1, 3, cell())).columns).toBe(5);
  expect(read()).toMatchObject({ columns: 0, rows: [] });
});
