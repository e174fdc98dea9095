import { expect, test } from "vitest";
import { across, at, down, filler, LEFT, page, RIGHT, shown } from "../../testing/pages.ts";
import type { PlacedBox, PlacedText } from "../reflow/page.ts";
import { reflow } from "../reflow/reflow.ts";

const rowsOf = (texts: readonly (readonly PlacedText[])[]): PlacedText[] => texts.flat();

test("[RFL-52] no column of a striped table begins where lines hang below the text of most rows", () => {
  const strokes = [100, 150, 200, 250].map((y) => across(LEFT, RIGHT, y));
  const rows = [115, 165, 215].map((y, row) => [
    ...[at(LEFT, y, `Term ${row}`), at(250, y, "A note that runs on here"), at(276, y + 12, "and hangs.")],
  ]);
  const table = shown([page([...rowsOf(rows), ...filler], strokes)]);
  expect(table.filter((text) => text.startsWith("1."))).toEqual([
    "1.1 Term 0",
    "1.2 A note that runs on here",
    "1.2 and hangs.",
  ]);
});

test("[RFL-53] text that runs across the columns of a striped table stands in a cell of several", () => {
  const strokes = [100, 124, 148, 172, 196].map((y) => across(LEFT, RIGHT, y));
  const pairs = [115, 163, 187].map((y, row) => [at(LEFT, y, `Name ${row}`), at(250, y, `Value ${row}`)]);
  const heading = [
    at(LEFT, 139, "[if it is included"),
    at(162, 139, "NonCompetitionOfEveryKind"),
    at(287, 139, "end]"),
  ];
  const table = shown([page([...rowsOf([pairs[0]!, heading, pairs[1]!, pairs[2]!]), ...filler], strokes)]);
  expect(table.filter((text) => text.startsWith("2."))).toEqual(["2.1 [if it is in…ndend]"]);
  const own = [at(LEFT, 139, "Urgent"), at(180, 139, "Please comment on it all"), at(340, 139, "Reply")];
  const other = shown([page([...rowsOf([pairs[0]!, own, pairs[1]!, pairs[2]!]), ...filler], strokes)]);
  expect(other.filter((text) => text.startsWith("2."))).toHaveLength(2);
});

test("[RFL-54] labels beside lines to write on are a table, with who signs above", () => {
  const lines = [160, 190, 220].map((y) => across(130, 350, y));
  const labels = [
    ...[at(LEFT, 130, "SUPPLIER"), at(130, 130, "Bolts Limited"), at(LEFT, 155, "Signature")],
    ...[at(LEFT, 173, "Signatory"), at(LEFT, 185, "Name"), at(130, 185, "Ann Smith"), at(LEFT, 215, "Date")],
  ];
  expect(shown([page([...labels, ...filler], lines)]).slice(0, -1)).toEqual([
    ...["1.1 SUPPLIER", "1.2 Bolts Limited", "2.1 Signature", "3.1 Signatory Name", "3.2 Ann Smith", "4.1 Date"],
  ]);
});

test("[RFL-54] an underline is no line to write on", () => {
  const lines = [156, 186].map((y) => across(150, 350, y));
  const texts = [at(LEFT, 155, "By"), at(150, 155, "Ann Smith"), at(LEFT, 185, "Name of"), at(150, 185, "who signs")];
  expect(shown([page([...texts, ...filler], lines)])[0]).toBe("1.1 By");
  const signed = [at(LEFT, 155, "Signed by"), at(150, 155, "Ann Smith and all the other parties of the first part")];
  expect(shown([page([...signed, ...filler], lines)])).toHaveLength(2);
});

/** Returns the texts in the drawing order of a file. */
function drawn(texts: readonly PlacedText[]): PlacedText[] {
  return texts.map((text, order) => ({ ...text, order }));
}

test("[RFL-56] rows of an open table are told by the order of drawing, cell after cell", () => {
  const cells = [
    ...[at(LEFT, 100, "Business"), at(LEFT, 112, "Name"), at(300, 100, "Contact"), at(300, 112, "Person")],
    ...[at(LEFT, 136, "Address"), at(300, 136, "Phone")],
  ];
  const places = (texts: readonly PlacedText[]): string[] =>
    shown([page([...texts, ...filler])])
      .filter((text) => /^\d/.test(text))
      .map((text) => text.slice(0, 3));
  expect(places(drawn(cells))).toEqual(["1.1", "1.1", "1.2", "1.2", "2.1", "2.2"]);
  expect(places(cells)).toEqual(["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
});

test("[RFL-32] names below each other in an open table do not wrap", () => {
  const names = [0, 1, 2, 3].flatMap((line) => [
    at(LEFT, 100 + 12 * line, "A skill"),
    at(300, 100 + 12 * line, "A skill"),
  ]);
  expect(shown([page([...drawn(names), ...filler])])).toHaveLength(9);
});

test("[RFL-57] short lines side by side that a file draws row by row are a table, no columns of text", () => {
  const tier = (row: number): PlacedText[] => [
    at(LEFT, 100 + 14 * row, `Credit tier ${row}`),
    at(300, 100 + 14 * row, `99.${row} per cent`),
  ];
  const rows = [0, 1, 2, 3, 4, 5, 6].flatMap(tier);
  const first = (texts: readonly PlacedText[]): string[] => shown([page([...texts, ...filler])]).slice(0, 2);
  expect(first(drawn(rows))).toEqual(["1.1 Credit tier 0", "1.2 99.0 per cent"]);
  const byColumns = [...rows].sort((one, other) => one.x - other.x || one.y - other.y);
  expect(first(drawn(byColumns))[0]).not.toMatch(/^1\.1/);
});

test("[RFL-58] rows of a striped table may have a line on one side alone", () => {
  const strokes = [120, 145, 170].map((y) => across(LEFT, RIGHT, y));
  const row = (y: number, name: string): PlacedText[] => [at(LEFT, y, name), at(250, y, `The ${name}`)];
  const rows = [row(115, "To"), row(140, "Fax"), row(165, "Date"), row(190, "Re")].flat();
  const table = shown([page([...rows, ...filler], strokes)]);
  expect(table.slice(0, 2)).toEqual(["1.1 To", "1.2 The To"]);
  expect(table.slice(6, 8)).toEqual(["4.1 Re", "4.2 The Re"]);
});

test("[RFL-55] rows that are shaded in turn are a table, with the row between them and the head above", () => {
  const shade = (top: number): PlacedBox[] =>
    [72, 200, 330].map((left, at) => ({ left, right: [200, 330, 540][at]!, top, bottom: top + 14 }));
  const row = (y: number, name: string): PlacedText[] => [
    ...[at(76, y, name), at(200 + 130 - 4 - 5 * name.length, y, name), at(500, y, "1,000")],
  ];
  const rows = [row(110, "Planet"), row(124, "Mercury"), row(138, "Venus"), row(152, "Earth")].flat();
  const table = shown([page([...rows, ...filler], [...shade(114), ...shade(142)])]);
  expect(table.slice(0, 3)).toEqual(["1.1 Planet", "1.2 Planet", "1.3 1,000"]);
  expect(table.slice(6, 9)).toEqual(["3.1 Venus", "3.2 Venus", "3.3 1,000"]);
});

test("[RFL-55] marked words are no cells", () => {
  const marks = [100, 112].flatMap((y, line) => [
    { left: 72, right: 120 + line * 9, top: y - 10, bottom: y + 2 },
    { left: 120 + line * 9, right: 200, top: y - 10, bottom: y + 2 },
  ]);
  expect(shown([page([at(LEFT, 100, "Some marked words"), at(LEFT, 112, "and others."), ...filler], marks)])[0]).toBe(
    "Some marked words",
  );
});

test("[RFL-16] a gutter that the first line of an open table does not have is found, too", () => {
  const head = [at(LEFT, 100, "-"), at(220, 100, "Uptime"), at(400, 100, "Credit")];
  const rows = [1, 2, 3, 4].flatMap((row) => [
    ...[
      at(LEFT, 100 + 14 * row, `Tier ${row}`),
      at(220, 100 + 14 * row, `99.${row} %`),
      at(400, 100 + 14 * row, `${row} %`),
    ],
  ]);
  const table = shown([page([...drawn([...head, ...rows]), ...filler])]);
  expect(table.slice(-4, -1)).toEqual(["5.1 Tier 4", "5.2 99.4 %", "5.3 4 %"]);
});

test("[RFL-11] a drawing of one cell is a frame; the edges of shaded cells part the cells of a drawing", () => {
  const frame = [...[100, 140].map((y) => across(72, 372, y)), ...[72, 372].map((x) => down(x, 100, 140))];
  const texts = [at(78, 114, "Above"), at(78, 134, "Below"), ...filler];
  expect(shown([page(texts, frame)])[0]).toMatch(/^Above/);
  const shades = [72, 222].map((left) => ({ left, right: left + 150, top: 100, bottom: 120 }));
  expect(shown([page(texts, [...frame, ...shades])]).slice(0, 2)).toEqual(["1.1 Above", "2.1 Below"]);
});

test("[RFL-12] a text is in the smallest cell around its start, and a table in a cell is a table in that cell", () => {
  const outer = [...[100, 200].map((y) => across(72, 372, y)), ...[72, 222, 372].map((x) => down(x, 100, 200))];
  const inner = [...[120, 180].map((y) => across(232, 362, y)), ...[232, 297, 362].map((x) => down(x, 120, 180))];
  const texts = [at(78, 150, "Outer"), at(238, 150, "One"), at(303, 150, "Two"), ...filler];
  const tables = reflow([page(texts, [...outer, ...inner])]).blocks.filter((block) => block.kind === "table");
  expect(tables.map(({ rows }) => rows[0]!.map((cell) => cell!.blocks.map(({ kind }) => kind)))).toEqual([
    [["paragraph"], ["table"]],
  ]);
});

test("[RFL-18] a row of an open table begins after more space, or where every cell reads like a beginning", () => {
  const lines = [
    ...[at(LEFT, 100, "Delivery"), at(300, 100, "Within thirty"), at(LEFT, 112, "of goods"), at(300, 112, "days")],
    ...[at(LEFT, 124, "Price"), at(300, 124, "Ten euros"), at(LEFT, 148, "tax"), at(300, 148, "two euros")],
  ];
  const rows = shown([page([...lines, ...filler])]).map((text) => text.slice(0, 2));
  expect([...new Set(rows)].slice(0, 3)).toEqual(["1.", "2.", "3."]);
});
