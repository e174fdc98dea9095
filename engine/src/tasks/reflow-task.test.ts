import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { across, at, contentOf, down, filler, full, LEFT, page, RIGHT, shown } from "../../testing/pages.ts";
import type { PlacedPage, PlacedText } from "../reflow/page.ts";
import { reflow } from "../reflow/reflow.ts";
import { reflowTask } from "./reflow-task.ts";

test("[RFL-30] a line ends a paragraph when the next word would have fitted behind it", () => {
  expect(shown([page([full(100, "First"), at(LEFT, 112, "ends here."), at(LEFT, 124, "Second."), ...filler])])).toEqual(
    [expect.stringMatching(/^First .*here\.$/), "Second.", expect.stringMatching(/^Last but/)],
  );
});

test("[RFL-31] more space than between lines ends a paragraph, and so does another size", () => {
  const texts = [full(100, "One"), full(120, "Two"), at(LEFT, 140, "Small", { size: 7 }), ...filler];
  expect(shown([page(texts)])).toHaveLength(4);
});

test("[RFL-21] labels that are set apart become numbers that show the same", () => {
  const item = (y: number, label: string, text: string): PlacedText[] => [at(LEFT, y, label), at(LEFT + 30, y, text)];
  const texts = [
    ...item(100, "1.", "One"),
    ...item(112, "2.", "Two"),
    ...item(124, "2.1", "Under two"),
    ...item(136, "(c)", "Letter"),
    ...item(148, "(d)", "Next letter"),
    ...item(160, "iv)", "Roman"),
    ...item(172, "•", "Bullet"),
    at(LEFT, 190, "3. typed with one space"),
    ...filler,
  ];
  expect(shown([page(texts)]).slice(0, 8)).toEqual([
    "1.|One",
    "2.|Two",
    "2.1|Under two",
    "(c)|Letter",
    "(d)|Next letter",
    "iv)|Roman",
    "•|Bullet",
    "3. typed with one space",
  ]);
});

test("[RFL-10] drawn lines make cells, and a missing line a cell over two columns", () => {
  const boxes = [
    ...[100, 120, 140].map((y) => across(72, 372, y)),
    ...[72, 372].map((x) => down(x, 100, 140)),
    down(222, 120, 140),
  ];
  const texts = [at(78, 114, "Over both"), at(78, 134, "Left"), at(228, 134, "Right"), ...filler];
  const { blocks } = contentOf([page(texts, boxes)]);
  expect(blocks[0]).toMatchObject({ text: "Over both", table: { row: 1, column: 1, column_span: 2 } });
  expect(shown([page(texts, boxes)]).slice(1, 3)).toEqual(["2.1 Left", "2.2 Right"]);
});

test("[RFL-13] a table goes on over pages, and its head is not repeated", () => {
  const boxes = [...[100, 120, 140].map((y) => across(72, 372, y)), ...[72, 222, 372].map((x) => down(x, 100, 140))];
  const rows = (name: string): PlacedText[] => [
    at(78, 114, "Head"),
    at(228, 114, "Value"),
    at(78, 134, name),
    at(228, 134, "1"),
  ];
  const { tables } = contentOf([page([...rows("One")], boxes), page(rows("Two"), boxes)]);
  expect(tables).toMatchObject([{ rows: 3, columns: 2 }]);
});

test("[RFL-14] lines above and below rows make a table without vertical lines", () => {
  const boxes = [100, 120, 140, 160].map((y) => across(72, 540, y));
  const rows = [110, 130, 150].flatMap((y, row) => [at(72, y + 4, `Name ${row}`), at(250, y + 4, `Value ${row}`)]);
  expect(shown([page([...rows, ...filler], boxes)]).slice(0, 2)).toEqual(["1.1 Name 0", "1.2 Value 0"]);
});

test("[RFL-16] rows side by side without drawn lines are a table; one row alone has a tab", () => {
  const pair = (y: number, left: string, right: string): PlacedText[] => [at(LEFT, y, left), at(300, y, right)];
  const texts = [
    ...pair(100, "By", "By"),
    ...pair(130, "Name", "Title"),
    full(200, "Between"),
    ...pair(230, "Date", "Place"),
    ...filler,
  ];
  expect(shown([page(texts)])).toEqual([
    "1.1 By",
    "1.2 By",
    "2.1 Name",
    "2.2 Title",
    expect.stringMatching(/^Between/),
    "Date\tPlace",
    expect.stringMatching(/^Last/),
  ]);
});

test("[RFL-15] two columns of running text are read one after the other", () => {
  const column = (x: number, name: string): PlacedText[] =>
    Array.from({ length: 8 }, (_, line) => {
      return at(x, 100 + 12 * line, line === 7 ? `${name} ends.` : `${name} has lines of running text ${line}`);
    });
  const [text = ""] = reflow([page([...column(72, "One"), ...column(320, "Two")])]).blocks.flatMap((block) =>
    block.kind === "paragraph" ? [block.runs.map((run) => run.text).join("")] : ["table"],
  );
  expect(text.indexOf("Two")).toBe(-1);
});

test("[RFL-5] what comes again at the edge of pages is header and footer, and page numbers are", () => {
  const numbered = (number: number): PlacedPage =>
    page([
      at(LEFT, 40, "Supply Agreement"),
      full(100, number === 1 ? "Text" : "More"),
      at(300, 760, `Page ${number} of 2`),
    ]);
  const { blocks, headers, footers } = contentOf([numbered(1), numbered(2)]);
  expect(blocks.map(({ text }) => text.slice(0, 6))).toEqual([expect.stringMatching(/^Text/)]);
  expect(headers[0]?.blocks[0]?.text).toBe("Supply Agreement");
  expect(footers[0]?.blocks[0]?.text).toBe("Page 1 of 2");
});

test("[RFL-36] a paragraph goes on over the end of a page", () => {
  const pages = [
    page([full(650, "Begins")]),
    page([at(LEFT, 100, "and ends."), full(124, "Other"), at(LEFT, 136, "End.")]),
  ];
  expect(shown(pages)).toEqual([expect.stringMatching(/^Begins.*ends\.$/), expect.stringMatching(/^Other/)]);
});

test("[RFL-40] a soft hyphen is closed, and a hyphen keeps its word together", () => {
  const cut = (end: string): PlacedText => ({
    ...full(100, "Cut"),
    text: `${full(100, "Cut").text.slice(0, -6)}${end}`,
  });
  const [soft] = shown([page([cut("agree\u00ad"), at(LEFT, 112, "ment."), ...filler])]);
  const [hard] = shown([page([cut(" well-"), at(LEFT, 112, "known."), ...filler])]);
  expect([soft, hard]).toEqual([expect.stringMatching(/ement\.$/), expect.stringMatching(/-known\.?$|known\.$/)]);
});

test("[RFL-37] large and bold lines are headings, the largest the first level", () => {
  const texts = [
    at(LEFT, 80, "Title", { size: 18 }),
    at(LEFT, 110, "Clause", { isBold: true }),
    full(130, "Text"),
    ...filler,
  ];
  const { blocks } = contentOf([page(texts)]);
  expect(blocks.slice(0, 3).map(({ style_id }) => style_id)).toEqual(["Heading1", "Heading2", "Normal"]);
});

test("[RFL-42] bold and italic words, and raised numbers, keep their look", () => {
  const texts = [
    at(LEFT, 100, "Plain "),
    at(104, 100, "bold", { isBold: true }),
    at(124, 96, "2", { size: 6 }),
    ...filler,
  ];
  const [block] = reflow([page(texts)]).blocks;
  expect(block?.kind === "paragraph" && block.runs.map(({ text, isBold, raise }) => [text, isBold, raise])).toEqual([
    ["Plain ", false, "none"],
    ["bold", true, "none"],
    ["2", false, "superscript"],
  ]);
});

test("[RFL-50] a note below the short line is a footnote, and its mark in the text refers to it", () => {
  const texts = [
    full(100, "Text"),
    at(LEFT, 112, "with a note"),
    at(127, 108, "1", { size: 6 }),
    at(LEFT, 700, "1", { size: 6 }),
    at(78, 703, "The note.", { size: 8 }),
  ];
  const { blocks, notes } = contentOf([page(texts, [across(72, 216, 690)])]);
  expect(notes.map((note) => note.blocks.map(({ text }) => text.trim()))).toEqual([["The note."]]);
  expect(blocks.at(-1)?.content.some((segment) => "type" in segment && segment.type === "footnote")).toBe(true);
});

test("[RFL-2] dots that lead to a page number become a tab, and the line ends there", () => {
  const texts = [
    at(LEFT, 100, "Definitions...............................................................................4"),
    at(LEFT, 112, "Fees.......................................................................................6"),
    ...filler,
  ];
  expect(shown([page(texts)]).slice(0, 2)).toEqual(["Definitions\t4", "Fees\t6"]);
});

test("[RFL-4] a page that is read from right to left begins at the right", () => {
  const right = (y: number, x: number, text: string): PlacedText => at(x, y, text, { isRightToLeft: true });
  const [first] = shown([page([right(100, 500, "שלום"), right(100, 440, "עולם"), right(130, 500, "סוף")])]);
  expect(first).toMatch(/^שלום\s+עולם$/);
});

test("[RFL-66] the same pages give the same bytes", () => {
  const make = (): Uint8Array =>
    reflowTask({ pages: [page(filler)], date: "2026-01-02T03:04:05Z", codec: nodeZlib }).docx;
  expect(make()).toEqual(make());
});

test("[RFL-1] a shadow, and letters set apart, are read once and as a word", () => {
  expect(
    shown([
      page([at(LEFT, 100, "Title"), at(LEFT + 1, 100.5, "Title"), at(LEFT, 130, "C L A U S E"), ...filler]),
    ]).slice(0, 2),
  ).toEqual(["Title", "CLAUSE"]);
});

test("[RFL-25] a dash in the middle of a sentence is no list label", () => {
  const dash = [at(LEFT, 112, "–"), full(112, "it goes on", LEFT + 12)];
  expect(shown([page([full(100, "A sentence"), ...dash, at(LEFT, 124, "here."), ...filler])])).toHaveLength(2);
});

test("[RFL-25] i.e. at the start of a line is no list label", () => {
  const texts = [full(100, "The documents,").text.replace(/m$/, ","), "i.e. the texts of the agreement, are open."];
  const lines = texts.map((text, line) => at(LEFT, 100 + 12 * line, text));
  expect(shown([page([...lines, ...filler])])).toHaveLength(2);
});

test("[RFL-25] a label behind a line of justified text that is not its last is text", () => {
  const lines = ["The other party breaches it;", "(ii) it dissolves, or it stops", "its business."];
  const texts = lines.map((text, line) => at(LEFT, 72 + 12 * line, text, { spaceStretch: line < 2 ? 1.3 : 1 }));
  const list = Array.from({ length: 12 }, (_, item) =>
    at(LEFT, 200 + 20 * item, `${item + 1}) An item`, { spaceStretch: 1 }),
  );
  expect(shown([page([...texts, ...list])])[0]).toBe("The other pa…iness.");
});

test("[RFL-1] a mark above a letter is no word of its own", () => {
  expect(shown([page([at(LEFT, 100, "re \u0301sume \u0301 it"), ...filler])])[0]).toBe("re\u0301sume\u0301 it");
});

test("[RFL-32] names below each other stay paragraphs, however long they are", () => {
  const names = [32, 35, 36, 34, 33].map((length, line) => at(LEFT, 100 + 12 * line, `Part${"x".repeat(length)}`));
  expect(shown([page([...names, full(300, "Text"), full(312, "more"), ...filler])]).length).toBeGreaterThan(5);
});

test("[RFL-19] text below the line of a heading stays above the striped table", () => {
  const strokes = [150, 200, 220, 240, 260].map((y) => across(LEFT, RIGHT, y));
  const rows = [215, 235, 255].flatMap((y) => [at(LEFT, y, "Name"), at(200, y, "Value")]);
  const texts = [at(LEFT, 145, "Heading"), at(LEFT, 180, "These terms are part of this agreement."), ...rows];
  expect(shown([page([...texts, ...filler], strokes)])).toContain("These terms …ement.");
});

test("[RFL-36] a page whose lines are all indented takes up the paragraph of the page before", () => {
  const before = [at(LEFT, 88, "Edge one."), at(LEFT, 688, "Edge two."), ...[700, 712].map((y) => full(y, "in", 100))];
  const after = [100, 112, 124].map((y) => full(y, "on", 100));
  const lines = Array.from({ length: 20 }, (_, line) => full(200 + 12 * line, "more", 100));
  const texts = shown([page([...lines, ...before]), page([...after, ...lines])]);
  expect(texts.filter((text) => text.startsWith("on"))).toEqual([]);
});

test("[RFL-33] a larger word pushes its line down, and the paragraph goes on", () => {
  const texts = [
    ...[full(100, "One"), full(112, "Two")],
    ...[at(LEFT, 128, "Larger", { size: 14 }), full(128, "and smaller", LEFT + 46), at(LEFT, 140, "end."), ...filler],
  ];
  expect(shown([page(texts)])).toHaveLength(2);
});

test("[RFL-34] full lines at one distance are one paragraph, though other lines are closer", () => {
  const close = [0, 1, 2, 3, 4, 5].map((line) => full(400 + 12 * line, "Close"));
  const wide = [full(100, "Wide"), full(121, "and wide"), full(142, "and wide"), at(LEFT, 163, "end.")];
  expect(shown([page([...wide, ...close, ...filler])])[0]).toMatch(/^Wide.*end\.$/);
});

test("[RFL-35] a line that ends in the size of the next one goes on there", () => {
  const mixed = [full(100, "Small", LEFT + 100), at(LEFT, 100, "Large one", { size: 14 })];
  const first = [at(LEFT, 100, "Larger words that are most of this line", { size: 13 }), full(100, "small", 330)];
  const next = [at(LEFT, 114, "and small to the end.")];
  expect(shown([page([...mixed, ...next, ...filler])])).toHaveLength(2);
  expect(shown([page([...first, ...next, ...filler])])).toHaveLength(2);
});

test("[RFL-17] no column of a striped table begins behind a box to tick", () => {
  const strokes = [100, 150, 200, 250].map((y) => across(LEFT, RIGHT, y));
  const rows = [110, 160, 210].flatMap((y) => [
    at(LEFT, y + 5, "Term"),
    ...[at(230, y, "[ ]"), at(255, y, "First choice"), at(230, y + 15, "[ ]"), at(255, y + 15, "Second choice")],
  ]);
  const texts = shown([page([...rows, ...filler], strokes)]);
  expect(texts.slice(0, 3)).toEqual(["1.1 Term", "1.2 [ ] First choice", "1.2 [ ] Second choice"]);
});

test("[RFL-17] titles whose page numbers end at one place and never fall are a table of contents", () => {
  const entries = ["Scope", "Terms", "Fees", "Notices"].flatMap((title, line) => [
    at(LEFT, 100 + 20 * line, title),
    at(RIGHT - 5, 100 + 20 * line, String(2 + line)),
  ]);
  expect(shown([page([...entries, ...filler])]).slice(0, 2)).toEqual(["Scope\t2", "Terms\t3"]);
});

test("[RFL-16] a narrow gap is a gutter where most lines of a table go on at one place", () => {
  const rows = ["ALAC", "APEC", "ARIN", "ASEAN", "BSA"].flatMap((name, line) => [
    ...[at(LEFT, 100 + 25 * line, name), at(150, 100 + 25 * line, ":")],
    at(162, 100 + 25 * line, `What ${name} means`),
  ]);
  expect(shown([page([...rows, ...filler])]).slice(0, 3)).toEqual(["1.1 ALAC", "1.2 :", "1.3 What ALAC means"]);
});

/** Returns the texts in the drawing order of a file. */
function drawn(texts: readonly PlacedText[]): PlacedText[] {
  return texts.map((text, order) => ({ ...text, order }));
}

test("[RFL-45] a row of a striped table begins where the file draws its first cell, with or without a line", () => {
  const strokes = [100, 160, 220, 280].map((y) => across(LEFT, RIGHT, y));
  const rows = [115, 175, 235].flatMap((y, row) => [
    ...[at(LEFT, y, `Name ${row}`), at(250, y, "Value"), at(250, y + 12, "of two lines")],
    ...[at(LEFT, y + 30, `Other ${row}`), at(250, y + 30, "One")],
  ]);
  expect(shown([page([...drawn(rows), ...filler], strokes)]).slice(0, 5)).toEqual([
    "1.1 Name 0",
    "1.2 Value",
    "1.2 of two lines",
    "2.1 Other 0",
    "2.2 One",
  ]);
});

test("[RFL-19] text that runs across between two tables of one width makes neither a striped table", () => {
  const strokes = [100, 200, 400].map((y) => across(LEFT, RIGHT, y));
  const rows = [115, 135, 350, 370, 390].flatMap((y, row) => [at(LEFT, y, `Name ${row}`), at(250, y, "Value")]);
  const between = [full(240, "Between"), full(252, "the tables"), at(LEFT, 264, "ends.")];
  const texts = shown([page([...rows, ...between, ...filler], strokes)]);
  expect(texts.filter((text) => text.startsWith("Between"))).toHaveLength(1);
});

test("[RFL-3] a few wide lines do not move the right edge of a page", () => {
  const lines = [...Array(40).keys()].map((line) => full(100 + 12 * line, "Text"));
  const code = [600, 624].map((y) => at(LEFT, y, "c".repeat(100)));
  const texts = [...lines, at(LEFT, 580, "End."), ...code, full(650, "Last"), at(LEFT, 662, "End.")];
  expect(shown([page(texts)])).toHaveLength(4);
});

test("[RFL-38] an open sentence goes on in a column that is narrower than it seems", () => {
  const texts = [at(LEFT, 100, `${"many words ".repeat(6)}of which the last is`), at(LEFT, 112, "followed by more.")];
  expect(shown([page([...texts, ...filler])])[0]).toMatch(/^many words.*more\.$/);
  const spaced = [full(100, "Far"), at(LEFT, 118, "apart."), ...[300, 312, 324, 336].map((y) => full(y, "Near"))];
  expect(shown([page([...spaced, ...filler])])[0]).toMatch(/^Far.*apart\.$/);
  const names = [at(LEFT, 100, "Acme Holdings"), at(LEFT, 112, "a company of Delaware")];
  expect(shown([page([...names, ...filler])])).toHaveLength(3);
});

test("[RFL-39] boxes to tick, and amounts below each other, never go on in a line above", () => {
  const boxes = [100, 120, 160].map((y) => across(72, 372, y)).concat([72, 130, 372].map((x) => down(x, 100, 160)));
  const cells = [at(78, 114, "Sum"), at(136, 114, "Text"), at(78, 134, "1,000.00"), at(78, 146, "2,000.00")];
  expect(shown([page([...cells, ...filler], boxes)]).slice(2, 4)).toEqual(["2.1 1,000.00", "2.1 2,000.00"]);
  const choices = [full(100, "[x] One"), at(LEFT, 112, "[ ] Two")];
  expect(shown([page([...choices, ...filler])])).toHaveLength(3);
});

test("[RFL-43] a line of code, and a title above an address, end although the next word is long", () => {
  const code = [at(LEFT, 100, "panel.setSize(width, height);"), at(LEFT, 112, `panel.${"draw".repeat(20)}(a);`)];
  const title = [at(LEFT, 200, "NATIONAL REPORT"), at(LEFT, 212, `https://${"report.".repeat(9)}example`)];
  expect(shown([page([...code, ...title, ...filler])])).toHaveLength(5);
  const sentence = [at(LEFT, 100, "The report is at"), at(LEFT, 112, `https://${"report.".repeat(9)}example`)];
  expect(shown([page([...sentence, ...filler])])).toHaveLength(2);
});

test("[RFL-30] the part of a word up to a hyphen would have fitted", () => {
  const first = at(LEFT, 100, "x".repeat(80));
  const next = at(LEFT, 112, `co-${"operation".repeat(3)}`);
  expect(shown([page([first, next, ...filler])])).toHaveLength(3);
});

test("[RFL-51] notes with raised marks need no line above them", () => {
  const text = [full(100, "Some text"), at(LEFT, 112, "ends here"), at(LEFT + 45, 108, "1", { size: 6 })];
  const note = [at(LEFT, 746, "1", { size: 5 }), at(LEFT + 8, 750, "See section two.", { size: 8 })];
  const { notes } = contentOf([page([...text, ...filler, ...note])]);
  expect(notes.map(({ blocks }) => blocks.map((block) => block.text.trim()).join())).toEqual(["See section two."]);
});

test("[RFL-76] a line of 150,000 pieces is read", () => {
  const pieces = Array.from({ length: 150_000 }, (_, index) => at(20 * index, 100, `w${index}`));
  expect(reflow([page(pieces)]).blocks).toHaveLength(1);
});

/** Returns lines below each other from a height on. A `_` at the end means a space that the file draws. */
function spaced(y: number, texts: readonly string[], x = LEFT): PlacedText[] {
  return texts.map((text, line) => {
    return at(x, y + 12 * line, text.replace(/_$/, ""), { isSpaceAfter: text.endsWith("_"), spaceStretch: 1 });
  });
}

const wrapping = [
  "The supplier delivers every order within thirty days of the day on which the buyer has sent it to_",
  "the address that the parties have agreed on in writing before the end of the year, and the buyer_",
  "pays within ten days.",
];

test("[RFL-46] a line behind which the file draws no space ends its paragraph, though no word would fit", () => {
  const long = spaced(200, ["See annex", `Annex${"x".repeat(86)}`]);
  expect(shown([page([...spaced(72, wrapping), ...long])])).toHaveLength(3);
});

test("[RFL-46] a line behind which the file draws a space goes on, though its column seems wider", () => {
  const narrow = spaced(200, ["The buyer may return the goods to_", "the supplier."]);
  const names = spaced(300, ["Anna Example_", "Bert Sample"]);
  expect(shown([page([...spaced(72, wrapping), ...narrow, ...names])]).slice(1)).toEqual([
    "The buyer ma…plier.",
    "Anna Example",
    "Bert Sample",
  ]);
});

test("[RFL-46] spaces that a file draws behind every line tell nothing", () => {
  const ends = ["One.", "Two.", "Three."].flatMap((text, line) => spaced(200 + 40 * line, [`${text}_`]));
  const narrow = spaced(400, ["The buyer may return the goods to_", "the supplier."]);
  expect(shown([page([...spaced(72, wrapping), ...ends, ...narrow])]).slice(-2)).toEqual([
    "The buyer ma…ods to",
    "the supplier.",
  ]);
});

test("[RFL-40] where the file draws a space behind a line, neither a hyphen nor a cut word goes on", () => {
  const narrow = (texts: readonly string[]): PlacedText[] => spaced(200, texts, 100);
  const frame = [across(98, 122, 190), across(98, 122, 230), down(98, 190, 230), down(122, 190, 230)];
  const cell = [...frame, across(122, 160, 190), across(122, 160, 230), down(160, 190, 230)];
  const inCell = (texts: readonly string[]): string | undefined =>
    shown([page([...spaced(72, wrapping), ...narrow(texts)], cell)]).find((text) => text.startsWith("1.1"));
  expect(inCell(["Week_", "5"])).toBe("1.1 Week 5");
  expect(inCell(["Week", "5"])).toBe("1.1 Week5");
  const years = spaced(200, ["The buyer may return the goods of all of the years from 2005-_", "to the end."]);
  const { blocks } = contentOf([page([...spaced(72, wrapping), ...years])]);
  expect(blocks.at(-1)!.text).toContain("2005- to");
});

test("[RFL-41] a word that is too long for its column goes on where no space is drawn", () => {
  const boxes = [across(98, 202, 190), across(98, 202, 230), across(202, 300, 190), across(202, 300, 230)];
  const cells = [...boxes, ...[98, 202, 300].map((x) => down(x, 190, 230))];
  const cut = (rest: string): string[] =>
    shown([page([...spaced(72, wrapping), ...spaced(200, ["nonsolicit_include", rest], 100)], cells)]).slice(1);
  expect(cut("}Duration")).toEqual(["1.1 nonsolicit_include}Duration"]);
  expect(cut("Duration")).toEqual(["1.1 nonsolicit_include", "1.1 Duration"]);
});

test("[RFL-47] a line whose spaces are stretched goes on, and one below it whose spaces are not ends", () => {
  const lines = ["The buyer may return Goods to", "Supplier Limited when they fail", "and are broken."];
  const texts = lines.map((text, line) => at(LEFT, 72 + 12 * line, text, { spaceStretch: line < 2 ? 1.3 : 1 }));
  const next = at(LEFT, 108, "which is rare.", { spaceStretch: 1 });
  expect(shown([page([...texts, next])])).toEqual(["The buyer ma…roken.", "which is rare."]);
});

test("[RFL-5] a number that does not count with the pages is no page number", () => {
  const pages = ["Heading 3", "Heading 7", "Heading 9"].map((title, number) => {
    const head = at(LEFT, 60, title, { size: 14 });
    return page([head, full(100, "Text"), at(LEFT, 112, "of a page."), at(300, 740, `Terms 2.0, page ${number + 1}`)]);
  });
  expect(shown(pages).filter((text) => /Heading|Terms/.test(text))).toEqual(["Heading 3", "Heading 7", "Heading 9"]);
});

test("[RFL-6] a title or running text that comes again at one height on few pages is no header", () => {
  const lines = (start: string): PlacedText[] => [0, 12, 24, 36].map((y) => full(124 + y, y === 0 ? start : "lorem"));
  const headed = (head: PlacedText[], text: string): PlacedPage =>
    page([at(LEFT, 40, "Terms"), ...head, ...lines(text)]);
  const title = [at(LEFT, 70, "Cover Page", { size: 20 })];
  const running = [full(100, "The same clause"), full(112, "lorem")];
  const heads = [title, running, [], title, running, []];
  const { blocks, headers } = contentOf(heads.map((head, at) => headed(head, `Text ${at}`)));
  const text = blocks.map((block) => block.text).join("\n");
  expect(text.match(/Cover Page|The same clause/g)).toHaveLength(4);
  expect(headers[0]?.blocks.map((block) => block.text)).toEqual(["Terms"]);
});

test("[RFL-50] a note whose mark is not in the text stays text; the others are notes", () => {
  const note = (y: number, mark: string, text: string): PlacedText[] => [
    at(LEFT, y - 3, mark, { size: 5 }),
    at(LEFT + 6, y, text, { size: 9 }),
  ];
  const body = [at(LEFT, 500, "Terms apply"), at(LEFT + 56, 496, "2", { size: 6 }), at(LEFT + 64, 500, "and end")];
  const end = at(LEFT + 100, 496, "3", { size: 6 });
  const notes = [...note(700, "1", "From before."), ...note(712, "2", "As agreed."), ...note(724, "3", "Soon.")];
  const { blocks, notes: found } = contentOf([
    page([full(100, "Text"), ...body, end, ...notes], [across(LEFT, 200, 690)]),
  ]);
  expect(found.map((own) => own.blocks.map(({ text }) => text.trim()).join())).toEqual(["As agreed.", "Soon."]);
  expect(blocks.at(-1)!.text).toMatch(/From before\.$/);
});

/** Returns the texts of a column, one after the other in drawing order. */
function column(x: number, top: number, texts: readonly string[]): PlacedText[] {
  return texts.map((text, line) => at(x, top + 12 * line, text));
}

test("[RFL-48] columns are told by the order of drawing, whatever the heights of their lines", () => {
  const one = "words of the first column";
  const two = "words of another column s";
  const texts = [
    at(LEFT, 72, "A title across"),
    ...column(LEFT, 100, ["First begins in a column", one, one, one, one, one]),
    ...column(230, 107, ["and ends in the next one.", two, two, two, two, two]),
    ...column(390, 104, ["Last column."]),
    at(LEFT, 200, "Below them all."),
  ];
  const found = shown([page(drawn(texts))]);
  expect(found[0]).toBe("A title across");
  expect(found.slice(-2)).toEqual(["Last column.", "Below them all."]);
  const text = contentOf([page(drawn(texts))])
    .blocks.map((block) => block.text)
    .join(" ");
  expect(text).toContain(`${one} and ends in the next one.`);
});

test("[RFL-3] a page on which few lines end at one place takes its right edge from the others", () => {
  const text = [...Array.from({ length: 40 }, (_, line) => full(72 + 12 * line, "Text")), at(LEFT, 552, "ends.")];
  const code = Array.from({ length: 20 }, (_, line) => {
    const rest = line % 10 === 0 ? "= first + second".padEnd(74, " + third") : "y".repeat(line);
    return at(LEFT, 72 + 12 * line, `Set x ${rest}`);
  });
  expect(shown([page(text), page(text), page(code)])).toHaveLength(2 + 20);
});

test("[RFL-39] a line of dashes is a paragraph", () => {
  const texts = [at(LEFT, 72, "Developers"), at(LEFT, 84, "-".repeat(90)), at(LEFT, 96, "Names")];
  expect(shown([page(texts)])).toEqual(["Developers", "------------…------", "Names"]);
});

test("[RFL-49] words that spaces part from others begin no column of a striped table", () => {
  const strokes = [90, 180, 204, 228, 252].map((y) => across(LEFT, RIGHT, y));
  const words = [at(LEFT, 120, "WHEREAS"), at(117, 120, "both now,")].map((text) => ({ ...text, isSpaceAfter: true }));
  const body = [at(172, 120, "agree on all the terms of this page,"), full(132, "the")];
  const rows = ["Company", "Founder", "Shares"].flatMap((name, row) => [
    at(LEFT, 196 + 24 * row, name),
    at(LEFT + 100, 196 + 24 * row, `The value of ${name}`),
  ]);
  expect(shown([page([...words, ...body, ...rows], strokes)])).toEqual([
    "WHEREAS both… page,",
    "the lorem ip… lorem",
    "1.1 Company",
    "1.2 The value of Company",
    "2.1 Founder",
    "2.2 The value of Founder",
    "3.1 Shares",
    "3.2 The value of Shares",
  ]);
});

test("[RFL-84] lines of a listing with space between them do not set the distance of lines", () => {
  const prose = [0, 1, 2, 3, 4].map((line) => full(72 + 12 * line, "on and"));
  const listing = Array.from({ length: 20 }, (_, line) => full(160 + 23 * line + (line % 2), `Set ${line}`));
  expect(shown([page([...prose, at(LEFT, 132, "at last."), ...listing])])).toHaveLength(1 + 20);
});

test("[RFL-24] labels that count in words are labels", () => {
  const labels = ["1st.", "Second)", "1.a.Three)", "Twenty-first:", "10th"];
  const items = labels.flatMap((label, line) => [
    at(LEFT, 100 + 12 * line, label),
    at(172, 100 + 12 * line, "An item"),
  ]);
  expect(shown([page([...items, ...filler])]).slice(0, 5)).toEqual(labels.map((label) => `${label}|An item`));
});

test("[RFL-85] items that end with the same words at one place are no running text", () => {
  const items = ["Sand", "Iron", "Coal", "Gold", "And zinc"].map((name, line) => {
    return at(LEFT, 100 + 12 * line, `${name} is one more of the goods on the list`, { isSpaceAfter: false });
  });
  expect(shown([page([...items, ...filler])])).toHaveLength(5 + 1);
});

test("[RFL-22] a label that cannot be counted is a list of its own that shows the label", () => {
  const items = ["01.", "02."].flatMap((label, line) => [
    at(LEFT, 100 + 12 * line, label),
    at(102, 100 + 12 * line, "An item"),
  ]);
  expect(shown([page([...items, ...filler])]).slice(0, 2)).toEqual(["01.|An item", "02.|An item"]);
});

test("[RFL-23] a bullet of a symbol font becomes a character that every font has", () => {
  expect(shown([page([at(LEFT, 100, "\uf0b7"), at(102, 100, "An item"), ...filler])])[0]).toBe("•|An item");
});

test("[RFL-60] page size and side margins are those of the first page", () => {
  const first = page([full(100, "Text"), ...filler]);
  const { page: shape, size } = reflow([first, { ...first, width: 800, height: 600 }]);
  expect(shape).toMatchObject({ width: first.width, height: first.height, left: LEFT });
  expect(size).toBe(10);
});
