// Tests text that only the markup of another program changes (FMT-40 to FMT-42): in mode `visible` it is no change.
//
// Every pair is compared in both directions and in both modes.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { compareWith, type Source } from "../../testing/comparisons.ts";
import { code, fld, p, r, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { listRevisions } from "../revisions/list-revisions.ts";

/** Returns the lines of a redline that have a change of text. */
function changedLines(before: string | Source, after: string | Source, formatting: "visible" | "all"): string[] {
  const { document, notices } = compareWith(before, after, { formatting });
  expect(notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
  if (listRevisions(document).length === 0) return [];
  return redlineText(document)
    .split("\n")
    .filter((line) => /[¶§][-+]|\[-|\{\+/.test(line));
}

const sectPr = (type = ""): string => `<w:sectPr>${type === "" ? "" : `<w:type w:val="${type}"/>`}</w:sectPr>`;
const ending = (properties = ""): string => `<w:pPr>${properties}${sectPr()}</w:pPr>`;
/** Two sections. The break is at the end of the text, or in an empty paragraph of its own. */
const attached = (text = "One", last = ""): string => `<w:p>${ending()}${r(text)}</w:p>${p("Two")}${sectPr(last)}`;
const own = (text = "One", last = "", properties = ""): string =>
  `${p(text)}<w:p>${ending(properties)}</w:p>${p("Two")}${sectPr(last)}`;

interface Pair {
  readonly name: string;
  readonly one: string;
  readonly other: string;
  /** The changed lines of `one` to `other`, and of `other` to `one`. */
  readonly visible: readonly [readonly string[], readonly string[]];
}

const SAME: Pair["visible"] = [[], []];

describe("[FMT-40] section breaks", () => {
  const pairs: readonly Pair[] = [
    { name: "next page", one: attached(), other: own(), visible: SAME },
    { name: "odd page", one: attached("One", "oddPage"), other: own("One", "oddPage"), visible: SAME },
    {
      name: "an empty run",
      one: attached(),
      other: own().replace("</w:pPr></w:p>", "</w:pPr><w:r/></w:p>"),
      visible: SAME,
    },
    {
      name: "look of the empty paragraph",
      one: attached(),
      other: own("One", "", '<w:spacing w:after="400"/><w:jc w:val="center"/>'),
      visible: SAME,
    },
    { name: "after a blank paragraph", one: p("A") + attached(""), other: p("A") + own(""), visible: SAME },
    {
      name: "edited text",
      one: attached("One day"),
      other: own("One week"),
      visible: [["One [-day-]{+week+}"], ["One [-week-]{+day+}§"]],
    },
    {
      name: "continuous",
      one: attached("One", "continuous"),
      other: own("One", "continuous"),
      visible: [
        ["One§¶-", "¶+", "§¶+"],
        ["One¶-", "§¶+", "§¶-"],
      ],
    },
    {
      name: "in a list",
      one: attached(),
      other: own("One", "", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
      visible: [
        ["One§¶-", "¶+", "§¶+"],
        ["One¶-", "§¶+", "§¶-"],
      ],
    },
    {
      name: "after a table and a blank paragraph",
      one: `${tbl([p("a")])}<w:p>${ending()}</w:p>${p("Two")}${sectPr()}`,
      other: `${tbl([p("a")])}${p("")}<w:p>${ending()}</w:p>${p("Two")}${sectPr()}`,
      visible: SAME,
    },
    {
      name: "one of two blank paragraphs is the other form",
      one: own(),
      other: `${p("One")}${p("")}${p("")}<w:p>${ending()}</w:p>${p("Two")}${sectPr()}`,
      visible: [["¶+"], ["¶-"]],
    },
    {
      name: "no break on the other side",
      one: p("One") + p("Two") + sectPr(),
      other: own(),
      visible: [["§¶+"], ["§¶-"]],
    },
  ];
  test.each(pairs)("$name", ({ one, other, visible }) => {
    expect(changedLines(one, other, "visible")).toEqual(visible[0]);
    expect(changedLines(other, one, "visible")).toEqual(visible[1]);
    expect(changedLines(one, other, "all")).not.toEqual([]);
    expect(changedLines(other, one, "all")).not.toEqual([]);
  });

  test("accepting and rejecting keep the form of the modified document", () => {
    const { bytes, notices } = compareWith(attached("One day"), own("One week"), { formatting: "visible" });
    expect(notices.find(({ code }) => code === "FORMATTING_CARRIED")?.count).toBe(1);
    const textAfter = (decide: (document: WordDocument) => void): string => {
      const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
      decide(document);
      return redlineText(document);
    };
    expect(textAfter(acceptAll)).toBe("One week\n§\nTwo");
    expect(textAfter(rejectAll)).toBe("One day\n§\nTwo");
  });

  test("documents with other numbers of sections pair breaks after the same text", () => {
    const more = `<w:p>${ending()}${r("New")}</w:p>`;
    expect(changedLines(attached(), more + own(), "visible")).toEqual(["{+New+}§¶+"]);
    expect(changedLines(attached(), more + own("Other"), "visible")).not.toEqual(["{+New+}§¶+"]);
  });
});

describe("[FMT-42] drawings", () => {
  const NAMES = [
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  ].join(" ");
  const drawing = (content: string, { width = 1000, height = 500, name = "x" } = {}): string =>
    `<w:r><w:drawing ${NAMES}><wp:inline><wp:extent cx="${width}" cy="${height}"/><wp:docPr id="1" name="${name}"/><a:graphic><a:graphicData uri="u">${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const picture = (size = {}, more = ""): Source => ({
    body: p("A ", drawing(`<pic:pic><a:blip r:embed="rId1">${more}</a:blip></pic:pic>`, size)),
    images: { rId1: "one" },
  });
  const shape = (properties: string, size = {}): Source => ({
    body: p("A ", drawing(`<wps:wsp><wps:spPr>${properties}</wps:spPr></wps:wsp>`, size)),
  });
  const rect = '<a:prstGeom prst="rect"/>';
  const red = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
  const box = (text: string, size = {}): Source => ({
    body: p(drawing(`<wps:wsp><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx></wps:wsp>`, size)),
  });
  const replaced = (line = "A "): readonly string[] => [`${line}[-(image)-]{+(image)+}`];
  const cases: readonly (readonly [string, Source, Source, readonly string[], readonly string[]])[] = [
    ["sizes within 2 %", picture(), picture({ width: 1019, height: 491 }), [], []],
    ["another width", picture(), picture({ width: 1030 }), replaced(), []],
    ["another height", picture(), picture({ height: 480 }), replaced(), []],
    ["other bytes", picture(), { ...picture(), images: { rId1: "two" } }, replaced(), replaced()],
    ["names and extensions", picture(), picture({ name: "y" }, "<a:extLst><a:ext/></a:extLst>"), [], []],
    [
      "joins of the line",
      shape(`${rect}<a:ln w="9">${red}</a:ln>`),
      shape(`${rect}<a:ln w="9">${red}<a:round/></a:ln>`),
      [],
      replaced(),
    ],
    ["position of a shape", shape(rect), shape(`<a:xfrm><a:off x="1" y="1"/></a:xfrm>${rect}`), [], replaced()],
    ["case of colours", shape(rect + red), shape(rect + red.replace("FF0000", "ff0000")), [], replaced()],
    ["white space between elements", shape(`${rect}${red}`), shape(`\n  ${rect}\n  ${red}\n`), [], []],
    ["another geometry", shape(rect), shape('<a:prstGeom prst="ellipse"/>'), replaced(), replaced()],
    ["another fill", shape(rect + red), shape(`${rect}<a:noFill/>`), replaced(), replaced()],
    [
      "another width of the line",
      shape(`${rect}<a:ln w="9">${red}</a:ln>`),
      shape(`${rect}<a:ln w="99">${red}</a:ln>`),
      replaced(),
      replaced(),
    ],
    ["another size of a shape", shape(rect), shape(rect, { width: 2000 }), replaced(), replaced()],
    ["another size of a text box", box("one"), box("one", { height: 900 }), [], []],
  ];
  test.each(cases)("%s", (...[, one, other, visible, all]) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(changedLines(before, after, "visible")).toEqual(visible);
      expect(changedLines(before, after, "all")).toEqual(all);
    }
  });

  test("the text of a text box is compared inside the box", () => {
    expect(changedLines(box("one day"), box("one week"), "visible")).toEqual(["textbox: one [-day-]{+week+}"]);
  });

  test("a fallback of older markup is not compared", () => {
    const choice = drawing(`<wps:wsp><wps:spPr>${rect}</wps:spPr></wps:wsp>`).slice("<w:r>".length, -"</w:r>".length);
    const both = (fallback: string): string =>
      p(
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback><w:pict>${fallback}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      );
    expect(changedLines(both("<v:rect/>"), both('<v:shape fillcolor="red"/>'), "visible")).toEqual([]);
    expect(changedLines(both("<v:rect/>"), p(`<w:r>${choice}</w:r>`), "visible")).toEqual([]);
  });
});

describe("[FMT-41] references", () => {
  const mark = (name: string, text: string, offset = 0): string =>
    p(
      r(text.slice(0, offset)),
      `<w:bookmarkStart w:id="1" w:name="${name}"/><w:bookmarkEnd w:id="1"/>`,
      r(text.slice(offset)),
    );
  const link = (name: string, text: string): string => p(`<w:hyperlink w:anchor="${name}">${r(text)}</w:hyperlink>`);
  const field = (instruction: string, text: string): string =>
    p("See ", fld("begin"), code(instruction), fld("separate"), r(text), fld("end"));
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ["a link", link("a", "Go") + mark("a", "Here"), link("b", "Go") + mark("b", "Here"), []],
    ["REF", field("REF a \\h", "x") + mark("a", "Here"), field("REF b \\h", "x") + mark("b", "Here"), []],
    ["PAGEREF", field("PAGEREF a", "1") + mark("a", "Here"), field("PAGEREF b", "2") + mark("b", "Here"), []],
    [
      "HYPERLINK",
      field('HYPERLINK \\l "a"', "x") + mark("a", "Here"),
      field('HYPERLINK \\l "b"', "x") + mark("b", "Here"),
      [],
    ],
    [
      "a line whose words changed",
      link("a", "Old terms") + mark("a", "Old terms"),
      link("b", "New terms") + mark("b", "New terms"),
      ["⟨[-Old-]{+New+} terms⟩", "[-Old-]{+New+} terms"],
    ],
  ];
  test.each(cases)("%s", (...[, before, after, visible]) => {
    expect(changedLines(before, after, "visible")).toEqual(visible);
    expect(changedLines(after, before, "visible")).toHaveLength(visible.length);
    expect(changedLines(before, after, "all")).not.toEqual(visible);
  });

  test.each([
    [
      "another paragraph",
      link("a", "Go") + mark("a", "Here") + p("There"),
      link("b", "Go") + p("Here") + mark("b", "There"),
    ],
    ["another offset", link("a", "Go") + mark("a", "Here"), link("b", "Go") + mark("b", "Here", 2)],
    ["no bookmark", link("a", "Go") + mark("a", "Here"), link("b", "Go") + p("Here")],
  ])("%s is another reference", (_, before, after) => {
    expect(changedLines(before, after, "visible")).not.toEqual([]);
    expect(changedLines(after, before, "visible")).not.toEqual([]);
  });
});

describe("[FMT-40] the look of an empty paragraph before a page", () => {
  const formats = (before: string, after: string): number =>
    listRevisions(compareWith(before, after, { formatting: "visible" }).document).length;
  const look = '<w:spacing w:after="400"/><w:jc w:val="center"/>';
  test.each([
    ["after a paragraph", own(), own("One", "", look), 0],
    ["after a table", own(), own("One", "", look), 0],
    ["before a continuous section", own("One", "continuous"), own("One", "continuous", look), 1],
  ])("%s", (name, one, other, count) => {
    const start = name === "after a table" ? tbl([p("a")]) : "";
    const bodies = [one, other].map((body) => (start === "" ? body : start + body.slice(body.indexOf("</w:p>") + 6)));
    expect(formats(bodies[0]!, bodies[1]!)).toBe(count);
    expect(formats(bodies[1]!, bodies[0]!)).toBe(count);
  });
});

describe("[FMT-46] codes of fields", () => {
  const field = (instruction: string, text: string): string =>
    p("See ", fld("begin"), code(instruction), fld("separate"), r(text), fld("end"));
  const simple = (instruction: string): string => p(`<w:fldSimple w:instr="${instruction}">${r("1")}</w:fldSimple>`);
  const marked = (body: string): string =>
    `${body}<w:p><w:bookmarkStart w:id="1" w:name="a"/><w:bookmarkEnd w:id="1"/></w:p>`;
  test.each([
    ["MERGEFORMAT", field("PAGE \\* MERGEFORMAT", "1"), field(" PAGE ", "1"), true],
    ["MERGEFORMAT of a simple field", simple("AUTHOR \\* MERGEFORMAT"), simple("AUTHOR"), true],
    ["a code in two runs", field("PAGE \\* </w:instrText><w:instrText>MERGEFORMAT", "1"), field("PAGE", "1"), true],
    ["a link to the bookmark", marked(field("REF a \\h", "x")), marked(field("REF a", "x")), true],
    [
      "switches of a table of contents",
      field('TOC \\o "1-3" \\h \\z \\u', "x"),
      field('TOC \\z \\u \\o "1-3"', "x"),
      true,
    ],
    ["levels of a table of contents", field('TOC \\o "1-3"', "x"), field('TOC \\o "1-2"', "x"), false],
    ["a hidden sequence", field("SEQ a \\h", "1"), field("SEQ a", "1"), false],
    ["a format", field("PAGE \\* roman", "i"), field("PAGE", "1"), false],
  ])("%s", (_, one, other, isSame) => {
    expect(changedLines(one, other, "visible").length === 0).toBe(isSame);
    expect(changedLines(other, one, "visible").length === 0).toBe(isSame);
    expect(changedLines(one, other, "all")).not.toEqual([]);
  });

  const form = (content: string): string =>
    p(
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${content}</w:ffData></w:fldChar></w:r>`,
      code("FORMCHECKBOX"),
      fld("end"),
    );
  test.each([
    ["names", "<w:name w:val='a'/><w:checkBox/>", "<w:name w:val='b'/><w:calcOnExit w:val='0'/><w:checkBox/>", true],
    ["a ticked box", "<w:checkBox><w:checked/></w:checkBox>", "<w:checkBox/>", false],
    [
      "a box that is ticked by default",
      "<w:checkBox><w:default/></w:checkBox>",
      "<w:checkBox><w:checked/></w:checkBox>",
      true,
    ],
    ["the size of a box", "<w:checkBox><w:size w:val='40'/></w:checkBox>", "<w:checkBox/>", false],
    [
      "entries of a list",
      "<w:ddList><w:listEntry w:val='a'/></w:ddList>",
      "<w:ddList><w:listEntry w:val='b'/></w:ddList>",
      false,
    ],
    ["the first entry", "<w:ddList><w:result w:val='0'/></w:ddList>", "<w:ddList/>", true],
    ["another entry", "<w:ddList><w:result w:val='1'/></w:ddList>", "<w:ddList/>", false],
    ["limits of text", "<w:textInput><w:maxLength w:val='3'/></w:textInput>", "<w:textInput/>", true],
  ])("form fields: %s", (_, one, other, isSame) => {
    expect(changedLines(form(one), form(other), "visible").length === 0).toBe(isSame);
    expect(changedLines(form(other), form(one), "visible").length === 0).toBe(isSame);
  });
});

describe("[FMT-47] marks of fields", () => {
  const field = (instruction: string, ...content: readonly string[]): string =>
    p("See ", fld("begin"), code(instruction), fld("separate"), ...content, fld("end"));
  const links = { rId9: "https://a.example/x" };
  const element: Source = { body: p("See ", `<w:hyperlink r:id="rId9">${r("x")}</w:hyperlink>`), links };
  const marked = (body: string): string =>
    `${body}<w:p><w:bookmarkStart w:id="1" w:name="a"/><w:bookmarkEnd w:id="1"/></w:p>`;
  const page = fld("begin") + code("PAGEREF a \\h") + fld("separate");
  const tab = "<w:r><w:tab/></w:r>";
  const within = `<w:r><w:tab/><w:t>1</w:t></w:r>`;
  const forms = (one: string | Source, other: string | Source): void => {
    expect(changedLines(one, other, "visible")).toEqual([]);
    expect(changedLines(one, other, "all")).not.toEqual([]);
  };

  test("a link that ends in the next paragraph, and one that the carrier ends in its own", () => {
    const inNext = field('HYPERLINK "https://a.example/x"', r("x")).replace(fld("end"), `</w:p><w:p>${fld("end")}`);
    forms(inNext + p("End"), { body: `${element.body}<w:p/>${p("End")}`, links });
  });

  test("the tab before a page", () => {
    const [before, inside] = [p("Terms", tab, page, r("1"), fld("end")), p("Terms", page, within, fld("end"))];
    forms(marked(before), marked(inside));
    forms(marked(inside), marked(before));
  });

  test("another address is a change", () => {
    expect(changedLines({ body: field('HYPERLINK "https://a.example/y"', r("x")) }, element, "visible")).not.toEqual(
      [],
    );
  });
});

describe("[FMT-48] headers that no page shows", () => {
  const headed = (type: string, more = "", settings = ""): Source => ({
    body: `${p("One")}<w:sectPr><w:headerReference w:type="${type}" r:id="rIdheader1"/>${more}</w:sectPr>`,
    parts: { header1: p("Head"), settings },
  });
  const none: Source = { body: `${p("One")}<w:sectPr/>` };
  test.each([
    ["of the first page, without one", headed("first"), none, true],
    ["of the first page", headed("first", "<w:titlePg/>"), none, false],
    ["of even pages, without them", headed("even"), none, true],
    ["of even pages", headed("even", "", "<w:evenAndOddHeaders/>"), none, false],
    ["of all pages", headed("default"), none, false],
  ])("%s", (_, one, other, isSame) => {
    expect(changedLines(one, other, "visible").length === 0).toBe(isSame);
    expect(changedLines(other, one, "visible").length === 0).toBe(isSame);
    expect(changedLines(one, other, "all")).not.toEqual([]);
  });

  test("a first page that is shown now brings its header", () => {
    expect(changedLines(headed("first"), headed("first", "<w:titlePg/>"), "visible")).toEqual(["header: {+Head+}"]);
  });
});
