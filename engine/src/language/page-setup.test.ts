// Tests reading, writing and checking the `page_setup` object of a section (EDT-60).

import { expect, test } from "vitest";
import { bodyStory } from "../../testing/documents.ts";
import { find, write } from "../../testing/xml.ts";
import { type PageSetupChange, pageSetupProblems, readPageSetupJson, writePageSetup } from "./page-setup.ts";

function section(xml: string) {
  const story = bodyStory(`<w:p/><w:sectPr>${xml}</w:sectPr>`);
  return { story, node: find(story.tree, "sectPr") };
}

function read(xml: string): unknown {
  const { story, node } = section(xml);
  return readPageSetupJson(story, node);
}

function written(xml: string, change: PageSetupChange): string {
  const { story, node } = section(xml);
  writePageSetup(story, node, change);
  return write(story.tree).replace(/^.*<w:sectPr>|^.*<w:sectPr\/>|<\/w:sectPr>.*$|<\/w:body>.*$/gs, "");
}

const UPRIGHT = '<w:pgSz w:w="11906" w:h="16838"/>';
const ACROSS = '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>';

test.each([
  [UPRIGHT, { paper: "a4", orientation: "portrait" }],
  [ACROSS, { paper: "a4", orientation: "landscape" }],
  ['<w:pgSz w:w="11900" w:h="16840"/>', { paper: "a4", orientation: "portrait" }],
  ['<w:pgSz w:w="10000" w:h="14000"/>', { paper: { width: 500, height: 700 }, orientation: "portrait" }],
  ['<w:pgSz w:w="12240" w:h="15840"/>', { paper: "letter", orientation: "portrait" }],
  ['<w:pgMar w:top="1440" w:left="720"/>', { margins: { top: 72, left: 36 } }],
  ['<w:pgMar w:top="-1440" w:left="-720"/>', { margins: { top: -72 } }],
  ["<w:titlePg/>", { different_first_page: true }],
  ['<w:pgNumType w:start="0" w:fmt="lowerRoman"/>', { page_numbering: { start: 0, number_format: "lower_roman" } }],
  ['<w:pgNumType w:fmt="cardinalText"/>', undefined],
  ['<w:type w:val="continuous"/>', undefined],
])("reads %s", (xml, expected) => {
  expect(read(xml)).toEqual(expected);
});

test.each<[string, string, PageSetupChange, string]>([
  ["an orientation turns the paper", UPRIGHT, { orientation: "landscape" }, ACROSS],
  ["and back", ACROSS, { orientation: "portrait" }, UPRIGHT],
  [
    "a paper lies as the page does",
    ACROSS,
    { paper: "letter" },
    ACROSS.replace("16838", "15840").replace("11906", "12240"),
  ],
  ["both at once", "", { orientation: "landscape", paper: "a4" }, ACROSS],
  ["sides say how a page lies", ACROSS, { paper: { width: 500, height: 700 } }, '<w:pgSz w:w="10000" w:h="14000"/>'],
  [
    "a paper lies as the sides do",
    '<w:pgSz w:w="16838" w:h="11906"/>',
    { paper: "letter" },
    '<w:pgSz w:w="15840" w:h="12240"/>',
  ],
  ["a size of one's own", UPRIGHT, { paper: { width: 200, height: 100 } }, '<w:pgSz w:w="4000" w:h="2000"/>'],
  [
    "margins that are not said are the usual ones",
    "",
    { margins: { left: 54 } },
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1080" w:header="720" w:footer="720" w:gutter="0"/>',
  ],
  ["a switch", "<w:cols/>", { different_first_page: true }, "<w:cols/><w:titlePg/>"],
  [
    "numbers that go on",
    '<w:pgNumType w:fmt="decimal" w:start="3"/>',
    { page_numbering: { start: null } },
    '<w:pgNumType w:fmt="decimal"/>',
  ],
  ["the last of them", '<w:pgNumType w:start="3"/>', { page_numbering: { start: null } }, ""],
  ["nothing left", '<w:pgNumType w:start="3" w:fmt="decimal"/>', { page_numbering: null }, ""],
  [
    "a new format",
    "",
    { page_numbering: { start: 1, number_format: "upper_letter" } },
    '<w:pgNumType w:start="1" w:fmt="upperLetter"/>',
  ],
])("writes %s", (_, xml, change, expected) => {
  expect(written(xml, change)).toBe(expected);
  expect(pageSetupProblems(change)).toEqual({ unknown: [], invalid: [] });
});

test.each(["left", "right", "header", "footer", "gutter"])("a %s margin is not negative", (side) => {
  expect(pageSetupProblems({ margins: { top: 72, [side]: -1 } })).toEqual({ unknown: [], invalid: ["margins"] });
  expect(pageSetupProblems({ margins: { [side]: 0 } })).toEqual({ unknown: [], invalid: [] });
});

test.each(["top", "bottom"])("a %s margin may be negative", (side) => {
  expect(pageSetupProblems({ margins: { [side]: -36 } })).toEqual({ unknown: [], invalid: [] });
});

test("keys and values that are none are told", () => {
  const wrong = { size: "a4", paper: "a6", orientation: "across", page_numbering: { start: -1 } };
  expect(pageSetupProblems(wrong)).toEqual({ unknown: ["size"], invalid: ["paper", "orientation", "page_numbering"] });
});
