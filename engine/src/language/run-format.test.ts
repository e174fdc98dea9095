// Tests reading, writing and checking the `format` object of text (EDT-60).

import { expect, test } from "vitest";
import { bodyStory } from "../../testing/documents.ts";
import { find, write } from "../../testing/xml.ts";
import { type RunFormatChange, readRunFormat, runFormatProblems, writeRunFormat } from "./run-format.ts";

function properties(xml: string) {
  const story = bodyStory(`<w:p><w:r><w:rPr>${xml}</w:rPr></w:r></w:p>`);
  return { story, node: find(story.tree, "rPr") };
}

function read(xml: string): unknown {
  const { story, node } = properties(xml);
  return readRunFormat(story, node);
}

/** Returns the content of the properties after a change, without their own tags. */
function written(xml: string, change: RunFormatChange): string {
  const { story, node } = properties(xml);
  writeRunFormat(story, node, change);
  return write(story.tree).replace(/^.*<w:rPr>|^.*<w:rPr\/>|<\/w:rPr>.*$|<\/w:r><\/w:p>.*$/gs, "");
}

const KEYS: readonly (readonly [string, RunFormatChange])[] = [
  ["<w:b/><w:bCs/>", { bold: true }],
  ['<w:i w:val="0"/><w:iCs w:val="0"/>', { italic: false }],
  ["<w:strike/>", { strikethrough: true }],
  ["<w:dstrike/>", { double_strikethrough: true }],
  ["<w:smallCaps/>", { small_caps: true }],
  ["<w:caps/>", { all_caps: true }],
  ["<w:vanish/>", { hidden: true }],
  ['<w:u w:val="dash"/>', { underline: "dashed" }],
  ['<w:u w:val="none"/>', { underline: false }],
  ['<w:vertAlign w:val="superscript"/>', { vertical_align: "superscript" }],
  ['<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>', { font: "Arial" }],
  ['<w:sz w:val="21"/><w:szCs w:val="21"/>', { size: 10.5 }],
  ['<w:color w:val="FF0000"/>', { color: "#FF0000" }],
  ['<w:color w:val="auto"/>', { color: "auto" }],
  ['<w:highlight w:val="darkGray"/>', { highlight: "gray" }],
  ['<w:highlight w:val="none"/>', { highlight: false }],
  ['<w:shd w:val="clear" w:color="auto" w:fill="D9D9D9"/>', { shading: "#D9D9D9" }],
  ['<w:shd w:val="clear" w:color="auto" w:fill="auto"/>', { shading: false }],
  ['<w:spacing w:val="-5"/>', { character_spacing: -0.25 }],
  ['<w:rStyle w:val="Strong"/>', { character_style: "Strong" }],
  ['<w:lang w:val="pt-BR"/>', { language: "pt-BR" }],
];

test.each(KEYS)("%s is written and read", (xml, format) => {
  expect(read(xml)).toEqual(format);
  expect(written("", format)).toBe(xml);
  expect(runFormatProblems(format)).toEqual({ unknown: [], invalid: [] });
  const removed = Object.fromEntries(Object.keys(format).map((key) => [key, null]));
  expect(written(xml, removed)).toBe("");
});

test.each([
  ["a switch with a value", '<w:b w:val="off"/>', { bold: false }],
  ["an underline without a word of its own", '<w:u w:val="dotDotDash"/>', { underline: "dashed" }],
  ["the colour of a solid pattern", '<w:shd w:val="solid" w:color="ff0000" w:fill="auto"/>', { shading: "#FF0000" }],
  ["no font of the theme", '<w:rFonts w:asciiTheme="minorHAnsi" w:ascii="Arial"/>', undefined],
  ["no values that are none", '<w:sz w:val="0"/><w:color w:val="red"/><w:u w:val="x"/><w:lang w:val=""/>', undefined],
  ["nothing of what has no key", '<w:kern w:val="2"/><w:noProof/>', undefined],
])("reads %s", (_, xml, expected) => {
  expect(read(xml)).toEqual(expected);
});

test("an element takes its place in the order of the schema, before what others put behind", () => {
  const before = '<w:rStyle w:val="A"/><w:kern w:val="2"/><w:lang w:val="en"/><w14:x/><w:rPrChange w:id="1"/>';
  expect(written(before, { underline: true, bold: true })).toBe(
    '<w:rStyle w:val="A"/><w:b/><w:bCs/><w:kern w:val="2"/><w:u w:val="single"/><w:lang w:val="en"/><w14:x/><w:rPrChange w:id="1"/>',
  );
});

test("a key touches its own attributes alone", () => {
  const fonts = '<w:rFonts w:asciiTheme="minorHAnsi" w:eastAsia="SimSun"/>';
  expect(written(fonts, { font: "Arial" })).toBe(
    '<w:rFonts w:eastAsia="SimSun" w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>',
  );
  expect(written(fonts, { font: null })).toBe('<w:rFonts w:eastAsia="SimSun"/>');
});

test("keys and values that are none are told", () => {
  expect(
    runFormatProblems({ bold: 1, colour: "red", color: "red", size: 10.25, font: null, highlight: "gray" }),
  ).toEqual({
    unknown: ["colour"],
    invalid: ["bold", "color", "size"],
  });
});

test("a property that stands there twice is set once", () => {
  expect(written('<w:i/><w:i w:val="false"/>', { italic: true })).toBe("<w:i/><w:iCs/>");
});
