// Tests pairs of properties: the fields in which readers see a difference, or none.

import { describe, expect, test } from "vitest";
import { p, r, tbl } from "../../../testing/documents.ts";
import { opened, type Surrounding, textLook } from "../../../testing/looks.ts";
import { find } from "../../../testing/xml.ts";
import { W } from "../word-names.ts";
import { areShownOn, differentFields, type Look, PICTURE, showsOn, showsOnSpace } from "./look.ts";
import { readPropertyElements } from "./property-layers.ts";

const runIn = (properties: string, paragraph = ""): string =>
  `<w:p><w:pPr>${paragraph}</w:pPr><w:r><w:rPr>${properties}</w:rPr><w:t>Text</w:t></w:r></w:p>`;
const paragraphIn = (properties: string, content = r("Text")): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const style = (id: string, content: string, kind = "paragraph"): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${id}"/>${content}</w:style>`;
const normal = (content: string): string =>
  `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>${content}</w:style>`;
const defaults = (run: string, paragraph = ""): string =>
  `<w:docDefaults><w:rPrDefault><w:rPr>${run}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${paragraph}</w:pPr></w:pPrDefault></w:docDefaults>`;
const THEME =
  '<a:themeElements><a:clrScheme name="x"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme><a:fontScheme name="x"><a:majorFont><a:latin typeface="Calibri Light"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements>';

const SINGLE = 'w:val="single" w:sz="4" w:space="0" w:color="auto"';

type PairCase = readonly [name: string, one: string, other: string, fields: string];

const RUNS: readonly PairCase[] = [
  ["font", '<w:rFonts w:ascii="Arial"/>', '<w:rFonts w:ascii="Verdana"/>', "font ascii"],
  ["font of other letters", '<w:rFonts w:hAnsi="Arial"/>', "", "font hAnsi"],
  ["font of East Asian letters", '<w:rFonts w:eastAsia="SimSun"/>', "", "font eastAsia"],
  ["font of complex scripts", '<w:rFonts w:cs="Arial"/>', "", "font cs"],
  ["capitals of a font's name", '<w:rFonts w:ascii="ARIAL"/>', '<w:rFonts w:ascii="Arial"/>', ""],
  ["the default font", '<w:rFonts w:ascii="Times New Roman"/>', "", ""],
  ["a hint", '<w:rFonts w:hint="default"/>', "", ""],
  ["size", '<w:sz w:val="22"/>', '<w:sz w:val="24"/>', "size"],
  ["the default size", '<w:sz w:val="20"/>', "", ""],
  ["size of complex scripts", '<w:szCs w:val="22"/>', "", "size cs"],
  ["bold", "<w:b/>", "", "bold"],
  ["bold off", '<w:b w:val="0"/>', "", ""],
  ["bold of complex scripts", "<w:bCs/>", "", "bold cs"],
  ["italic", "<w:i/>", "", "italic"],
  ["italic of complex scripts", "<w:iCs/>", "", "italic cs"],
  ["underline", '<w:u w:val="single"/>', "", "underline"],
  ["kind of underline", '<w:u w:val="single"/>', '<w:u w:val="double"/>', "underline"],
  ["colour of a line", '<w:u w:val="single" w:color="FF0000"/>', '<w:u w:val="single"/>', "underline"],
  ["colour without a line", '<w:u w:val="none" w:color="FF0000"/>', "", ""],
  ["strike", "<w:strike/>", "", "strike"],
  ["double strike", "<w:dstrike/>", "", "double-strike"],
  ["caps", "<w:caps/>", "", "caps"],
  ["small caps", "<w:smallCaps/>", "", "small-caps"],
  ["colour", '<w:color w:val="FF0000"/>', "", "color"],
  ["[FMT-2] black is automatic", '<w:color w:val="000000"/>', '<w:color w:val="auto"/>', ""],
  [
    "[FMT-2] black on a shaded ground",
    '<w:color w:val="000000"/><w:shd w:fill="111111"/>',
    '<w:shd w:fill="111111"/>',
    "color",
  ],
  ["capitals of a colour", '<w:color w:val="ff00aa"/>', '<w:color w:val="FF00AA"/>', ""],
  ["[FMT-2] colour of the theme", '<w:color w:themeColor="accent1"/>', '<w:color w:val="4472C4"/>', ""],
  [
    "[FMT-2] shade of a theme colour",
    '<w:color w:themeColor="accent1" w:themeShade="BF"/>',
    '<w:color w:val="2F5496"/>',
    "",
  ],
  [
    "[FMT-2] tint of a theme colour",
    '<w:color w:themeColor="accent1" w:themeTint="99"/>',
    '<w:color w:val="8EAADB"/>',
    "",
  ],
  ["[FMT-2] another theme colour", '<w:color w:themeColor="accent1"/>', '<w:color w:val="FF0000"/>', "color"],
  ["[FMT-2] the text colour of the theme", '<w:color w:themeColor="text1"/>', "", ""],
  ["[FMT-2] font of the theme", '<w:rFonts w:asciiTheme="minorHAnsi"/>', '<w:rFonts w:ascii="Calibri"/>', ""],
  ["[FMT-2] font of headings", '<w:rFonts w:asciiTheme="majorHAnsi"/>', '<w:rFonts w:ascii="Calibri"/>', "font ascii"],
  ["highlight", '<w:highlight w:val="yellow"/>', "", "highlight"],
  ["no highlight", '<w:highlight w:val="none"/>', "", ""],
  ["shading", '<w:shd w:val="clear" w:fill="FFFF00"/>', "", "shading"],
  ["[FMT-2] white shading", '<w:shd w:val="clear" w:fill="FFFFFF"/>', "", ""],
  ["shading without a fill", '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>', "", ""],
  ["a pattern", '<w:shd w:val="pct25" w:fill="auto"/>', "", "shading"],
  ["border", '<w:bdr w:val="single" w:sz="4"/>', "", "border"],
  ["no border", '<w:bdr w:val="nil"/>', "", ""],
  ["a border without width", '<w:bdr w:val="single" w:sz="0"/>', "", ""],
  ["raised", '<w:vertAlign w:val="superscript"/>', "", "raised"],
  ["on the baseline", '<w:vertAlign w:val="baseline"/>', "", ""],
  ["position", '<w:position w:val="6"/>', "", "position"],
  ["position of nothing", '<w:position w:val="0"/>', "", ""],
  ["letter spacing", '<w:spacing w:val="20"/>', '<w:spacing w:val="22"/>', "letter-spacing"],
  ["letter spacing within a twip", '<w:spacing w:val="20"/>', '<w:spacing w:val="21"/>', ""],
  ["scale", '<w:w w:val="90"/>', "", "scale"],
  ["whole scale", '<w:w w:val="100"/>', "", ""],
  ["hidden", "<w:vanish/>", "", "hidden"],
  ["outline", "<w:outline/>", "", "outline"],
  ["shadow", "<w:shadow/>", "", "shadow"],
  ["emboss", "<w:emboss/>", "", "emboss"],
  ["imprint", "<w:imprint/>", "", "imprint"],
  ["emphasis mark", '<w:em w:val="dot"/>', "", "emphasis-mark"],
  ["direction", "<w:rtl/>", "", "direction"],
  ["complex script", "<w:cs/>", "", "complex"],
  ["[FMT-1] language", '<w:lang w:val="de-DE"/>', "", ""],
  ["[FMT-1] proofing", "<w:noProof/>", "", ""],
  ["[FMT-1] grid", '<w:snapToGrid w:val="0"/>', "", ""],
  ["[FMT-1] an effect is compared as markup", '<w:effect w:val="lights"/>', "", "other effect"],
  ["[FMT-9] kerning", '<w:kern w:val="16"/>', "", "kerning"],
  ["[FMT-9] kerning from another size that the text reaches", '<w:kern w:val="16"/>', '<w:kern w:val="2"/>', ""],
  ["[FMT-9] kerning of larger text", '<w:kern w:val="28"/>', "", ""],
  ["[FMT-9] no kerning", '<w:kern w:val="0"/>', "", ""],
];

describe("runs", () => {
  test.each(RUNS)("%s", (_, one, other, fields) => {
    const looks = [one, other].map((properties) => textLook("run", runIn(properties), { theme: THEME }));
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
    expect(differentFields(looks[1]!, looks[0]!).join()).toBe(fields);
  });

  const UNMARKED = style("N", "<w:rPr><w:i/></w:rPr>").replace('w:val="N"', 'w:val="normal"');
  const MARKED = normal("").replaceAll("Normal", "Other");
  const BOLD = style("Strong", "<w:rPr><w:b/></w:rPr>", "character");
  test.each([
    [
      "[FMT-3] a character style and its formatting",
      runIn('<w:rStyle w:val="Strong"/>'),
      BOLD,
      runIn("<w:b/>"),
      BOLD,
      "",
    ],
    ["[FMT-3] a missing style is none", runIn('<w:rStyle w:val="Gone"/>'), "", runIn(""), "", ""],
    [
      "document defaults and direct size",
      runIn(""),
      defaults('<w:sz w:val="24"/>'),
      runIn('<w:sz w:val="24"/>'),
      "",
      "",
    ],
    ["a default that changed", runIn(""), defaults('<w:sz w:val="24"/>'), runIn(""), "", "size"],
    [
      "[FMT-3] Normal and no style",
      runIn("", '<w:pStyle w:val="Normal"/>'),
      normal("<w:rPr><w:i/></w:rPr>"),
      runIn(""),
      normal("<w:rPr><w:i/></w:rPr>"),
      "",
    ],
    [
      "[FMT-50] Normal without a mark and no style",
      runIn("", '<w:pStyle w:val="N"/>'),
      UNMARKED,
      runIn(""),
      UNMARKED,
      "",
    ],
    ["[FMT-50] Normal beside a marked style", runIn(""), UNMARKED, runIn(""), `${UNMARKED}${MARKED}`, "italic"],
    [
      "toggles of two styles",
      runIn('<w:rStyle w:val="Strong"/>', '<w:pStyle w:val="B"/>'),
      BOLD + style("B", "<w:rPr><w:b/></w:rPr>"),
      runIn(""),
      "",
      "",
    ],
  ])("%s", (...[, one, styles, other, otherStyles, fields]) => {
    const looks = [textLook("run", one, { styles }), textLook("run", other, { styles: otherStyles })];
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });

  test("[FMT-2] black on a shaded paragraph is not automatic", () => {
    const shaded = '<w:shd w:val="clear" w:fill="000080"/>';
    const looks = ['<w:color w:val="000000"/>', ""].map((run) => textLook("run", runIn(run, shaded), {}));
    expect(differentFields(looks[0]!, looks[1]!)).toEqual(["color"]);
  });

  test.each([
    ["font cs", "Text", false],
    ["font cs", "\u05d0", true],
    ["font eastAsia", "Text", false],
    ["font eastAsia", "\u4e00", true],
    ["font hAnsi", "Text", false],
    ["font hAnsi", "\u00e9", true],
    ["font ascii", "\u00e9", false],
    ["bold", "Text", true],
    ["bold", " ", false],
    ["underline", " ", true],
    ["font ascii", PICTURE, false],
    ["size", PICTURE, false],
    ["color", PICTURE, false],
    ["position", PICTURE, true],
    ["border", PICTURE, true],
    ["hidden", PICTURE, true],
  ])("[FMT-45] %s shows on %j: %s", (field, text, isShown) => {
    expect(showsOn(field, text, textLook("run", runIn(""), {}))).toBe(isShown);
  });

  const HEBREW = '<w:rtl/><w:rFonts w:cs="David"/>';
  test.each([
    ["2014", "<w:rtl/>", "", false],
    ["$1.50", "<w:rtl/>", "", false],
    ["(a)", "<w:rtl/>", "", true],
    ["", "<w:rtl/>", "", false],
    ["", HEBREW, "", false],
    ["2014", HEBREW, "", true],
    ["2014", HEBREW, '<w:rFonts w:ascii="David"/>', false],
    ["2014", '<w:rtl/><w:szCs w:val="30"/>', "", true],
    ["", '<w:rtl/><w:szCs w:val="30"/>', "", true],
    ["", '<w:rtl/><w:szCs w:val="30"/>', '<w:sz w:val="30"/>', false],
    ["2014", "<w:rtl/><w:b/>", "", false],
    ["2014", "<w:rtl/><w:u w:val='single'/>", "", true],
    ["\u05d0", "<w:rtl/>", "", true],
    ["abc", "<w:cs/>", "", false],
  ])("[FMT-53] on %j, %j and %j differ: %s", (text, one, other, isShown) => {
    const looks = [textLook("run", runIn(one), {}), textLook("run", runIn(other), {})] as const;
    expect(areShownOn(text, differentFields(...looks), looks)).toBe(isShown);
    expect(areShownOn(text, differentFields(...looks), [looks[1], looks[0]])).toBe(isShown);
  });

  test("[CMP-72] white space shows lines, grounds and borders", () => {
    expect(["underline", "strike", "shading", "border", "highlight", "size"].map(showsOnSpace)).toEqual([
      ...[true, true, true, true, true, false],
    ]);
  });
});

const level = (properties: string, { text = "%1.", format = "decimal", more = "" } = {}): string =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/><w:pPr>${properties}</w:pPr></w:lvl>`;
const list = (id: number, content: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${content}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
const numbered = (id: number): string => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`;
const HANGING = '<w:ind w:left="720" w:hanging="360"/>';
const OTHER_LETTERS = '<w:rPr><w:rFonts w:hAnsi="Impact"/></w:rPr>';
const LISTS =
  list(1, level(HANGING)) +
  list(2, level(HANGING)) +
  list(3, level(HANGING, { text: "(%1)" })) +
  list(4, level(HANGING, { format: "lowerLetter" })) +
  list(5, level('<w:ind w:left="1440" w:hanging="360"/>')) +
  list(6, level(HANGING, { more: '<w:suff w:val="space"/>' })) +
  list(7, level(`<w:tabs><w:tab w:val="num" w:pos="720"/></w:tabs>${HANGING}`)) +
  list(8, level(HANGING, { more: '<w:lvlJc w:val="right"/>' })) +
  list(9, level(HANGING, { more: OTHER_LETTERS })) +
  list(10, level(HANGING, { format: "russianLower", more: OTHER_LETTERS })) +
  list(11, level(HANGING, { format: "russianLower" }));

const INLINE_FRAME = '<w:framePr w:hSpace="0" w:wrap="auto" w:xAlign="left" w:yAlign="inline"/>';
const BAR = (size: number): string => `<w:pBdr><w:top w:val="single" w:sz="${size}"/></w:pBdr>`;

const PARAGRAPHS: readonly PairCase[] = [
  ["alignment", '<w:jc w:val="center"/>', "", "alignment"],
  ["alignment to the left", '<w:jc w:val="left"/>', "", ""],
  ["alignment in the strict dialect", '<w:jc w:val="end"/>', '<w:jc w:val="right"/>', ""],
  ["left", '<w:ind w:left="720"/>', "", "indent left"],
  ["left in the strict dialect", '<w:ind w:start="720"/>', '<w:ind w:left="720"/>', ""],
  ["left within tolerance", '<w:ind w:left="720"/>', '<w:ind w:left="714"/>', ""],
  ["left beyond tolerance", '<w:ind w:left="720"/>', '<w:ind w:left="700"/>', "indent left"],
  ["right", '<w:ind w:right="720"/>', "", "indent right"],
  ["first line", '<w:ind w:firstLine="720"/>', "", "indent first"],
  ["hanging", '<w:ind w:hanging="720"/>', '<w:ind w:firstLine="720"/>', "indent first"],
  ["hanging of nothing", '<w:ind w:hanging="0"/>', "", ""],
  ["indent in characters", '<w:ind w:leftChars="200"/>', "", "indent leftChars"],
  ["space before", '<w:spacing w:before="120"/>', "", "space before"],
  ["no space before", '<w:spacing w:before="0"/>', "", ""],
  ["space after", '<w:spacing w:after="120"/>', "", "space after"],
  [
    "[FMT-8] automatic spacing is 14 points",
    '<w:spacing w:after="100" w:afterAutospacing="1"/>',
    '<w:spacing w:after="280"/>',
    "",
  ],
  [
    "[FMT-8] automatic spacing that is off",
    '<w:spacing w:after="100" w:afterAutospacing="0"/>',
    '<w:spacing w:after="100"/>',
    "",
  ],
  ["line spacing", '<w:spacing w:line="360" w:lineRule="auto"/>', "", "line"],
  ["line spacing within a percent", '<w:spacing w:line="340" w:lineRule="auto"/>', '<w:spacing w:line="338"/>', ""],
  ["rule of lines", '<w:spacing w:line="240" w:lineRule="exact"/>', "", "line"],
  ["single lines", '<w:spacing w:line="240" w:lineRule="auto"/>', "", ""],
  ["page break", "<w:pageBreakBefore/>", "", "page-break"],
  ["direction", "<w:bidi/>", "", "direction"],
  ["contextual spacing", "<w:contextualSpacing/>", "", "contextual"],
  ["border", '<w:pBdr><w:top w:val="single" w:sz="4" w:space="1"/></w:pBdr>', "", "border top"],
  ["border on the left", '<w:pBdr><w:left w:val="single" w:sz="4"/></w:pBdr>', "", "border left"],
  ["no border", '<w:pBdr><w:top w:val="nil"/></w:pBdr>', "", ""],
  ["a border between", '<w:pBdr><w:between w:val="single" w:sz="4"/></w:pBdr>', "", "border between"],
  ["shading", '<w:shd w:val="clear" w:fill="DDDDDD"/>', "", "shading"],
  ["white shading", '<w:shd w:val="clear" w:fill="FFFFFF"/>', "", ""],
  ["outline level", '<w:outlineLvl w:val="0"/>', "", "outline"],
  ["outline level of text", '<w:outlineLvl w:val="9"/>', "", ""],
  ["[FMT-1] widow control", '<w:widowControl w:val="0"/>', "", ""],
  ["[FMT-1] keep with next", "<w:keepNext/>", "", ""],
  ["[FMT-1] keep lines", "<w:keepLines/>", "", ""],
  ["[FMT-1] spacing of scripts", '<w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/>', "", ""],
  ["[FMT-1] a place in HTML", '<w:divId w:val="1"/>', "", ""],
  ["[FMT-1] kinsoku", '<w:kinsoku w:val="0"/><w:adjustRightInd w:val="0"/>', "", ""],
  ["[FMT-1] a frame is compared as markup", '<w:framePr w:w="2000"/>', "", "other framePr"],
  ["[FMT-51] a frame in the line", INLINE_FRAME, "", ""],
  ["[FMT-51] a frame in the line with a width", INLINE_FRAME.replace("/>", ' w:w="900"/>'), "", "other framePr"],
  ["[FMT-51] a first letter in the line", INLINE_FRAME.replace("/>", ' w:dropCap="drop"/>'), "", "other framePr"],
  [
    "[FMT-1] attributes that other programs add",
    '<w:suppressLineNumbers xmlns:a="urn:a" a:id="7"/>',
    "<w:suppressLineNumbers/>",
    "",
  ],
  ["[FMT-52] width of a border, rounded", BAR(19), BAR(18), ""],
  ["[FMT-52] width of a border", BAR(19), BAR(17), "border top"],
  ["[FMT-1] line numbers are compared as markup", "<w:suppressLineNumbers/>", "", "other suppressLineNumbers"],
  ["[FMT-1] line numbers that are not suppressed", '<w:suppressLineNumbers w:val="0"/>', "", ""],
  ["[FMT-1] overflowing punctuation", '<w:overflowPunct w:val="0"/>', "", ""],
  ["[FMT-4] two lists with equal labels", numbered(1), numbered(2), ""],
  ["[FMT-4] another text", numbered(1), numbered(3), "label"],
  ["[FMT-4] another format", numbered(1), numbered(4), "label"],
  ["[FMT-4] another indent", numbered(1), numbered(5), "indent left"],
  ["[FMT-4] another suffix", numbered(1), numbered(6), "label-look"],
  ["[FMT-4] another alignment", numbered(1), numbered(8), "label-look"],
  ["[FMT-4] a font of letters that the label does not have", numbered(1), numbered(9), ""],
  ["[FMT-4] a font of letters that the label may have", numbered(11), numbered(10), "label-look"],
  ["[FMT-9] hyphens in a document without them", "<w:suppressAutoHyphens/>", "", ""],
  ["[FMT-4] no list", numbered(1), HANGING, "label"],
  ["[FMT-4] a list that is missing", numbered(99), "", ""],
  ["[FMT-4] no list by its number", numbered(0), "", ""],
  ["[FMT-4] indents of the list restated", `${numbered(1)}${HANGING}`, numbered(1), ""],
  ["[FMT-5] a tab stop of numbering", numbered(1), numbered(7), ""],
  ["[FMT-5] a tab stop without a tab", '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>', "", ""],
];

describe("paragraphs", () => {
  test.each(PARAGRAPHS)("%s", (_, one, other, fields) => {
    const looks = [one, other].map((properties) =>
      textLook("paragraph", paragraphIn(properties), { numbering: LISTS }),
    );
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
    expect(differentFields(looks[1]!, looks[0]!).join()).toBe(fields);
  });

  test("[FMT-9] hyphens in a document with them", () => {
    const parts = { settings: "<w:autoHyphenation/>" };
    const lookOf = (properties: string, around: Surrounding): Look =>
      textLook("paragraph", paragraphIn(properties), around);
    const [suppressed, hyphenated] = [lookOf("<w:suppressAutoHyphens/>", { parts }), lookOf("", { parts })];
    expect(differentFields(suppressed, hyphenated)).toEqual(["other suppressAutoHyphens"]);
    expect(differentFields(lookOf("<w:suppressAutoHyphens/>", {}), hyphenated)).toEqual(["other suppressAutoHyphens"]);
    expect(differentFields(suppressed, lookOf("", {}))).toEqual([]);
  });

  const tabs = (...stops: readonly string[]): string => `<w:tabs>${stops.join("")}</w:tabs>`;
  const stop = (pos: number, val = "left"): string => `<w:tab w:val="${val}" w:pos="${pos}"/>`;
  test.each([
    ["a tab stop", tabs(stop(720)), "", "tabs"],
    ["a tab stop within tolerance", tabs(stop(720)), tabs(stop(725)), ""],
    ["another kind", tabs(stop(720, "right")), tabs(stop(720)), "tabs"],
    ["a removed stop", tabs(stop(720, "clear")), "", ""],
    ["a stop of numbering", tabs(stop(720, "num")), "", ""],
    ["a stop before the text", `<w:ind w:left="1000"/>${tabs(stop(720))}`, '<w:ind w:left="1000"/>', ""],
  ])("[FMT-5] in text with a tab, %s", (_, one, other, fields) => {
    const content = "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>";
    const looks = [one, other].map((properties) => textLook("paragraph", paragraphIn(properties, content), {}));
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });

  test("[FMT-5] stops of styles and of the paragraph add up", () => {
    const styles = style("S", `<w:pPr>${tabs(stop(720), stop(1440))}</w:pPr>`);
    const content = "<w:r><w:tab/></w:r>";
    const cleared = `<w:pStyle w:val="S"/>${tabs(stop(720, "clear"), stop(2160))}`;
    const looks = [cleared, tabs(stop(1440), stop(2160))].map((properties) =>
      textLook("paragraph", paragraphIn(properties, content), { styles }),
    );
    expect(differentFields(looks[0]!, looks[1]!)).toEqual([]);
  });

  test.each([
    ["a style and its formatting", '<w:pStyle w:val="S"/>', '<w:jc w:val="center"/>', ""],
    ["an undefined style and none", '<w:pStyle w:val="Gone"/>', "", ""],
    ["a heading and its formatting without the outline", '<w:pStyle w:val="H"/>', '<w:jc w:val="center"/>', "outline"],
  ])("[FMT-3] %s", (_, one, other, fields) => {
    const centred = '<w:jc w:val="center"/>';
    const styles =
      style("S", `<w:pPr>${centred}</w:pPr>`) + style("H", `<w:pPr>${centred}<w:outlineLvl w:val="0"/></w:pPr>`);
    const looks = [one, other].map((properties) => textLook("paragraph", paragraphIn(properties), { styles }));
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });

  const AUTOMATIC = '<w:spacing w:afterAutospacing="1"/>';
  test.each([
    [
      "[FMT-8] between two items of a list",
      paragraphIn(numbered(1) + AUTOMATIC) + paragraphIn(numbered(1)),
      paragraphIn(numbered(1)),
      "",
    ],
    ["[FMT-8] after the last item", paragraphIn(numbered(1) + AUTOMATIC) + p("Text"), paragraphIn(numbered(1)), ""],
    ["[FMT-8] at the edge of a cell", tbl([paragraphIn(AUTOMATIC)]), tbl([paragraphIn("")]), ""],
    ["[FMT-8] within a cell", tbl([paragraphIn(AUTOMATIC) + p("b")]), tbl([paragraphIn("") + p("b")]), ""],
  ])("%s", (_, one, other, fields) => {
    const looks = [one, other].map((body) => textLook("paragraph", body, { numbering: LISTS }));
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });
});

interface TableXml {
  readonly table?: string;
  readonly cells: readonly (readonly string[])[];
}

function tableXml({ table = "", cells }: TableXml): string {
  const cell = (properties: string): string => `<w:tc><w:tcPr>${properties}</w:tcPr><w:p/></w:tc>`;
  const rows = cells.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("");
  return `<w:tbl><w:tblPr>${table}</w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="3000"/></w:tblGrid>${rows}</w:tbl>`;
}

/** Returns the look of the first cell. */
function cellLookIn(xml: TableXml, styles = ""): Look {
  const { looks, story, tree } = opened(tableXml(xml), { styles });
  const cell = find(tree, "tc");
  const place = looks.cellPlace(story, cell, "accepted")!;
  return looks.cell(readPropertyElements(tree, tree.child(cell, W.tcPr)), place);
}

describe("cells", () => {
  const one = (properties: string, table = ""): TableXml => ({
    table,
    cells: [
      [properties, ""],
      ["", ""],
    ],
  });
  const borders = (...sides: readonly string[]): string =>
    `<w:tcBorders>${sides.map((side) => `<w:${side} ${SINGLE}/>`).join("")}</w:tcBorders>`;
  const STYLED = '<w:tblStyle w:val="U"/><w:tblLook w:val="0020"/>';
  const UNDERLINED = style(
    "U",
    `<w:tblStylePr w:type="firstRow"><w:tcPr>${borders("bottom")}</w:tcPr></w:tblStylePr>`,
    "table",
  );
  const LAST = '<w:tblStyle w:val="L"/><w:tblLook w:val="0040"/>';
  const LINED = style(
    "L",
    `<w:tblPr><w:tblBorders><w:insideH w:val="single" w:sz="4" w:color="FF0000"/></w:tblBorders></w:tblPr><w:tblStylePr w:type="lastRow"><w:tcPr>${borders("top")}</w:tcPr></w:tblStylePr>`,
    "table",
  );
  const BLUE = '<w:tcBorders><w:right w:val="single" w:sz="4" w:color="4472C4"/></w:tcBorders>';
  const filled = (border: string, ...fills: readonly string[]): TableXml => ({
    cells: [
      fills.map(
        (fill, at) => `${at === 0 ? border : ""}${fill === "" ? "" : `<w:shd w:val="clear" w:fill="${fill}"/>`}`,
      ),
    ],
  });
  const pages = (first: number, second: number, table = '<w:tblW w:w="5000" w:type="pct"/>'): TableXml => ({
    table,
    cells: [[first, second].map((width) => `<w:tcW w:w="${width}" w:type="dxa"/>`)],
  });
  const GRID = `<w:tblBorders>${["top", "left", "bottom", "right", "insideH", "insideV"].map((side) => `<w:${side} ${SINGLE}/>`).join("")}</w:tblBorders>`;
  test.each([
    ["a border", one(borders("top")), one(""), "cell-border top"],
    [
      "[FMT-6] borders of the table on the cell",
      one(borders("top", "left", "bottom", "right"), GRID),
      one("", GRID),
      "",
    ],
    ["[FMT-6] inside borders", one(borders("top", "left", "bottom", "right")), one("", GRID), ""],
    [
      "[FMT-6] a neighbour's border",
      {
        cells: [
          ["", borders("left")],
          ["", ""],
        ],
      },
      one(borders("right")),
      "",
    ],
    ["[FMT-6] a border that is nil", one('<w:tcBorders><w:top w:val="nil"/></w:tcBorders>'), one(""), ""],
    [
      "[FMT-6] a nil border under a table with borders",
      one('<w:tcBorders><w:top w:val="nil"/></w:tcBorders>', GRID),
      one("", GRID),
      "cell-border top",
    ],
    [
      "[FMT-6] a border of the style beside a neighbour without one",
      {
        table: STYLED,
        cells: [
          ["", ""],
          ['<w:tcBorders><w:top w:val="nil"/></w:tcBorders>', ""],
        ],
      },
      one("", STYLED),
      "",
    ],
    ["[FMT-6] the border of the part that the next row has", one("", LAST), one(borders("bottom"), LAST), ""],
    [
      "[FMT-57] a border in the colour of both cells",
      filled(BLUE, "4472C4", "4472C4"),
      filled("", "4472C4", "4472C4"),
      "",
    ],
    [
      "[FMT-57] in another colour",
      filled(BLUE, "4472C5", "4472C5"),
      filled("", "4472C5", "4472C5"),
      "cell-border right",
    ],
    [
      "[FMT-57] beside another fill",
      filled(BLUE, "4472C4", "D9E2F3"),
      filled("", "4472C4", "D9E2F3"),
      "cell-border right",
    ],
    [
      "[FMT-57] a border that shows on one side",
      filled(BLUE, "4472C4", "4472C4"),
      filled("", "", ""),
      "cell-border right,shading",
    ],
    ["a diagonal", one(`<w:tcBorders><w:tl2br ${SINGLE}/></w:tcBorders>`), one(""), "cell-border tl2br"],
    ["margins", one('<w:tcMar><w:left w:w="300" w:type="dxa"/></w:tcMar>'), one(""), "cell-margin left"],
    ["margins within tolerance", one('<w:tcMar><w:left w:w="115" w:type="dxa"/></w:tcMar>'), one(""), ""],
    [
      "margins of the table",
      one("", '<w:tblCellMar><w:left w:w="300" w:type="dxa"/></w:tblCellMar>'),
      one('<w:tcMar><w:left w:w="300" w:type="dxa"/></w:tcMar>'),
      "",
    ],
    ["shading", one('<w:shd w:val="clear" w:fill="EEEEEE"/>'), one(""), "shading"],
    ["vertical alignment", one('<w:vAlign w:val="center"/>'), one(""), "vertical"],
    ["vertical alignment at the top", one('<w:vAlign w:val="top"/>'), one(""), ""],
    ["text direction", one('<w:textDirection w:val="btLr"/>'), one(""), "text-direction"],
    ["the usual text direction", one('<w:textDirection w:val="lrTb"/>'), one(""), ""],
    ["width", one('<w:tcW w:w="2500" w:type="dxa"/>'), one('<w:tcW w:w="2000" w:type="dxa"/>'), "cell-width"],
    ["width within tolerance", one('<w:tcW w:w="1413" w:type="dxa"/>'), one('<w:tcW w:w="1412" w:type="dxa"/>'), ""],
    ["width of the column", one('<w:tcW w:w="0" w:type="auto"/>'), one('<w:tcW w:w="2000" w:type="dxa"/>'), ""],
    ["[FMT-49] width of a cell in a table of the page's width", pages(3000, 6000), pages(3100, 6200), ""],
    ["[FMT-49] another part of such a table", pages(3000, 6000), pages(4000, 5000), "cell-share"],
    ["[FMT-49] a table that is no longer such a table", pages(3000, 6000), pages(3100, 6200, ""), "cell-width"],
    ["spans", one('<w:vMerge w:val="restart"/>'), one(""), "spans"],
    ["one column", one('<w:gridSpan w:val="1"/>'), one(""), ""],
    ["[FMT-1] a hidden mark", one("<w:hideMark/>"), one(""), ""],
    ["[FMT-1] no wrapping is compared as markup", one("<w:noWrap/>"), one(""), "other noWrap"],
  ] as const)("%s", (_, before, after, fields) => {
    const looks = [before, after].map((xml) => cellLookIn(xml, UNDERLINED + LINED));
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
    expect(differentFields(looks[1]!, looks[0]!).join()).toBe(fields);
  });

  const FILL = '<w:shd w:val="clear" w:fill="AACCEE"/>';
  const part = (type: string): string => `<w:tblStylePr w:type="${type}"><w:tcPr>${FILL}</w:tcPr></w:tblStylePr>`;
  test.each([
    ["firstRow", "0020", FILL],
    ["firstCol", "0080", FILL],
    ["nwCell", "00A0", FILL],
    ["band1Horz", "0000", FILL],
    ["band2Horz", "0000", ""],
    ["band1Vert", "0000", FILL],
    ["lastRow", "0040", ""],
    ["firstRow", "0000", ""],
    ["wholeTable", "0000", FILL],
  ])("[FMT-7] the part %s with the look %s", (type, look, shown) => {
    const styles = style("T", part(type), "table");
    const styled = one("", `<w:tblStyle w:val="T"/><w:tblLook w:val="${look}"/>`);
    expect(differentFields(cellLookIn(styled, styles), cellLookIn(one(shown)))).toEqual([]);
  });

  test("[FMT-7] text in a cell has the formatting of the part", () => {
    const bold = '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr>';
    const table = (style: string, run: string): string =>
      `<w:tbl><w:tblPr>${style}<w:tblLook w:val="0020"/></w:tblPr><w:tr><w:tc>${runIn(run)}</w:tc></w:tr></w:tbl>`;
    const styled = textLook("run", table('<w:tblStyle w:val="T"/>', ""), { styles: style("T", bold, "table") });
    expect(differentFields(styled, textLook("run", table("", "<w:b/>"), {}))).toEqual([]);
  });
});
