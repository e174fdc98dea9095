// Tests reading, writing and checking the `paragraph_format` object (EDT-60).

import { expect, test } from "vitest";
import { bodyStory } from "../../testing/documents.ts";
import { find, write } from "../../testing/xml.ts";
import {
  type ParagraphFormatChange,
  paragraphFormatProblems,
  readParagraphFormat,
  writeParagraphFormat,
} from "./paragraph-format.ts";

function properties(xml: string) {
  const story = bodyStory(`<w:p><w:pPr>${xml}</w:pPr></w:p>`);
  return { story, node: find(story.tree, "pPr") };
}

function read(xml: string): unknown {
  const { story, node } = properties(xml);
  return readParagraphFormat(story, node);
}

/** Returns the content of the properties after a change, without their own tags. */
function written(xml: string, change: ParagraphFormatChange): string {
  const { story, node } = properties(xml);
  writeParagraphFormat(story, node, change);
  return write(story.tree).replace(/^.*<w:pPr>|^.*<w:pPr\/>|<\/w:pPr>.*$|<\/w:p>.*$/gs, "");
}

const KEYS: readonly (readonly [string, ParagraphFormatChange])[] = [
  ['<w:jc w:val="both"/>', { alignment: "justify" }],
  ['<w:ind w:left="720"/>', { indent_left: 36 }],
  ['<w:ind w:right="10"/>', { indent_right: 0.5 }],
  ['<w:ind w:firstLine="720"/>', { indent_first_line: 36 }],
  ['<w:ind w:hanging="360"/>', { indent_first_line: -18 }],
  ['<w:spacing w:before="0"/>', { space_before: 0 }],
  ['<w:spacing w:after="120"/>', { space_after: 6 }],
  ['<w:spacing w:line="276" w:lineRule="auto"/>', { line_spacing: { rule: "multiple", value: 1.15 } }],
  ['<w:spacing w:line="240" w:lineRule="exact"/>', { line_spacing: { rule: "exact", value: 12 } }],
  ['<w:spacing w:line="250" w:lineRule="atLeast"/>', { line_spacing: { rule: "at_least", value: 12.5 } }],
  ["<w:keepNext/>", { keep_with_next: true }],
  ["<w:keepLines/>", { keep_lines_together: true }],
  ["<w:pageBreakBefore/>", { page_break_before: true }],
  ['<w:widowControl w:val="0"/>', { widow_control: false }],
  ["<w:contextualSpacing/>", { contextual_spacing: true }],
  ["<w:suppressLineNumbers/>", { suppress_line_numbers: true }],
  ["<w:bidi/>", { right_to_left: true }],
  ['<w:outlineLvl w:val="2"/>', { outline_level: 3 }],
  ['<w:outlineLvl w:val="9"/>', { outline_level: false }],
  [
    '<w:tabs><w:tab w:val="left" w:pos="720"/><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>',
    { tab_stops: [{ position: 36 }, { position: 450, alignment: "right", leader: "dots" }] },
  ],
  ['<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/>', { shading: "#FFFF00" }],
  [
    '<w:pBdr><w:top w:val="single" w:sz="4" w:space="1" w:color="auto"/><w:bottom w:val="nil"/></w:pBdr>',
    { borders: { top: { style: "single", width: 0.5, color: "auto", space: 1 }, bottom: false } },
  ],
];

test.each(KEYS)("%s is written and read", (xml, format) => {
  expect(read(xml)).toEqual(format);
  expect(written("", format)).toBe(xml);
  expect(paragraphFormatProblems(format)).toEqual({ unknown: [], invalid: [] });
  const removed = Object.fromEntries(Object.keys(format).map((key) => [key, null]));
  expect(written(xml, removed)).toBe("");
});

test.each([
  ["the names of the other dialect", '<w:ind w:start="720" w:end="360"/><w:jc w:val="end"/>', "36 18 right"],
  ["hanging before first line", '<w:ind w:left="720" w:right="360" w:hanging="20" w:firstLine="40"/>', "36 18 -1"],
])("reads %s", (_, xml, expected) => {
  expect(
    Object.values(read(xml) as object)
      .toSorted()
      .join(" "),
  ).toBe(expected.split(" ").toSorted().join(" "));
});

test.each([
  ["a space that the browser chooses", '<w:spacing w:before="100" w:beforeAutospacing="1"/>'],
  ["tab stops that are taken away", '<w:tabs><w:tab w:val="clear" w:pos="720"/></w:tabs>'],
  ["numbers that are none", '<w:ind w:left="much"/><w:spacing w:after="-5"/><w:outlineLvl w:val="10"/>'],
])("does not tell %s", (_, xml) => {
  expect(read(xml)).toBeUndefined();
});

test("keys that share an element leave each other alone", () => {
  const both = '<w:ind w:left="720" w:hanging="360"/>';
  expect(written(both, { indent_left: null })).toBe('<w:ind w:hanging="360"/>');
  expect(written(both, { indent_first_line: 9, space_after: 6 })).toBe(
    '<w:spacing w:after="120"/><w:ind w:left="720" w:firstLine="180"/>',
  );
});

test("a border is set among the others, and an empty list of tab stops takes all away", () => {
  const bottom = '<w:bottom w:val="double" w:sz="8" w:space="0" w:color="FF0000"/>';
  const border = { style: "double", width: 1, color: "#FF0000" } as const;
  expect(written("<w:pBdr><w:top/><w:right/></w:pBdr>", { borders: { bottom: border } })).toBe(
    `<w:pBdr><w:top/>${bottom}<w:right/></w:pBdr>`,
  );
  expect(written('<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>', { tab_stops: [] })).toBe("");
});

test("keys and values that are none are told", () => {
  const wrong = { align: "left", alignment: "both", borders: { top: { style: "single" } }, tab_stops: [{}] };
  expect(paragraphFormatProblems(wrong)).toEqual({
    unknown: ["align"],
    invalid: ["alignment", "borders", "tab_stops"],
  });
});
