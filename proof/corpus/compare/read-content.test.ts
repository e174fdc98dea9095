// Tests how the judge reads the content of documents.

import { expect, test } from "vitest";
import { compareContents } from "./compare-contents.ts";
import { plainText, readableLine } from "./content/line.ts";
import { readContent } from "./read-content.ts";
import { element, type RelatedPart, smallDocument } from "./testing/small-document.ts";

const r = (...content: readonly string[]): string =>
  `<w:r>${content.map((text) => (text.startsWith("<") ? text : `<w:t xml:space="preserve">${text}</w:t>`)).join("")}</w:r>`;
const p = (...content: readonly string[]): string => `<w:p>${content.join("")}</w:p>`;
const fld = (type: string, more = ""): string => `<w:r><w:fldChar w:fldCharType="${type}">${more}</w:fldChar></w:r>`;
const instr = (code: string): string => `<w:r><w:instrText>${code}</w:instrText></w:r>`;
const field = (code: string, result: string): string =>
  `${fld("begin")}${instr(code)}${fld("separate")}${result}${fld("end")}`;
const link = (target: string, ...content: readonly string[]): string =>
  `<w:hyperlink ${target.startsWith("#") ? `w:anchor="${target.slice(1)}"` : `r:id="${target}"`}>${content.join("")}</w:hyperlink>`;
const cell = (content: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: readonly string[]): string => `<w:tr>${cells.join("")}</w:tr>`;
const table = (...rows: readonly string[]): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>`;
const either = (requires: string, choice: string, fallback: string): string =>
  `<mc:AlternateContent><mc:Choice Requires="${requires}">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
const box = (content: string): string =>
  `<w:pict><v:shape><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict>`;
const drawing = (content: string): string => `<w:drawing>${content}</w:drawing>`;

const RELATED: readonly RelatedPart[] = [
  { id: "one", kind: "hyperlink", content: { url: "https://one.example" } },
  { id: "same", kind: "hyperlink", content: { url: "https://one.example" } },
  { id: "two", kind: "hyperlink", content: { url: "https://two.example" } },
  { id: "picture", kind: "image", content: { bytes: "dots" } },
  { id: "copy", kind: "image", content: { bytes: "dots" } },
  { id: "other", kind: "image", content: { bytes: "other dots" } },
  { id: "chart", kind: "chart", content: { xml: element("c:chartSpace", "<c:chart/>") } },
  { id: "spaced", kind: "chart", content: { xml: element("c:chartSpace", "\n  <c:chart/>\n") } },
  {
    id: "notes",
    kind: "footnotes",
    content: {
      xml: element(
        "w:footnotes",
        `<w:footnote w:id="3">${p(r("<w:footnoteRef/>", " third"))}</w:footnote><w:footnote w:id="4">${p(r("fourth"))}${p(r('<w:footnoteReference w:id="4"/>'))}</w:footnote>`,
      ),
    },
  },
  {
    id: "ends",
    kind: "endnotes",
    content: { xml: element("w:endnotes", `<w:endnote w:id="3">${p(r("end"))}</w:endnote>`) },
  },
];

function read(body: string): string[] {
  return readContent(smallDocument(body, RELATED)).stories[0]!.lines.map(readableLine);
}

test.each([
  ["runs run on", p(r("a"), r("b")), ["p: ab"]],
  [
    "tabs, breaks, hyphens, symbols",
    p(r("<w:tab/>", "<w:br/>", '<w:br w:type="page"/>', "<w:noBreakHyphen/>", '<w:sym w:char="F0B7"/>')),
    ["p: \t\\n\f\u2011\uf0b7"],
  ],
  [
    "wrappers are seen through",
    p(
      `<w:sdt><w:sdtContent><w:smartTag>${r("a")}</w:smartTag></w:sdtContent></w:sdt>`,
      '<w:bookmarkStart w:id="1" w:name="x"/>',
      r("b", '<w:commentReference w:id="1"/>'),
    ),
    ["p: ab"],
  ],
  [
    "blocks in controls are blocks",
    `<w:sdt><w:sdtContent>${p(r("a"))}${p()}</w:sdtContent></w:sdt>${p(r("b"))}`,
    ["p: a", "p", "p: b"],
  ],
  [
    "a section ends where a paragraph says so",
    `<w:p><w:pPr><w:sectPr/></w:pPr>${r("a")}</w:p>${p()}`,
    ["p: a", "section-break", "p"],
  ],
  [
    "a choice that is understood, else the fallback",
    p(either("wps", r("a"), r("b")), either("new", r("c"), r("d"))),
    ["p: ad"],
  ],
  [
    "ruby is text with what is read aloud behind it",
    p(r(`<w:ruby><w:rt>${r("aloud")}</w:rt><w:rubyBase>${r("text")}</w:rubyBase></w:ruby>`)),
    ["p: text[ruby:aloud]"],
  ],
])("%s", (_, body, lines) => {
  expect(read(body)).toEqual(lines);
});

test.each([
  ["code and result, white space collapsed", p(field("  REF   a ", r("one"))), ["p: {REF a|one}"]],
  [
    "a simple field reads as a complex one",
    p(`<w:fldSimple w:instr=" REF a ">${r("one")}</w:fldSimple>`),
    ["p: {REF a|one}"],
  ],
  ["no result is an empty one", p(fld("begin"), instr("TC x"), fld("end")), ["p: {TC x|}"]],
  [
    "a field in a code is part of it",
    p(fld("begin"), instr("IF "), field("REF a", r("1")), instr(" = 1"), fld("separate"), r("yes"), fld("end")),
    ["p: {IF {REF a|1} = 1|yes}"],
  ],
  [
    "a field over paragraphs",
    p(fld("begin"), instr("INDEX"), fld("separate"), r("a")) + p(r("b"), fld("end"), r("c")),
    ["p: {INDEX|a", "p: b}c"],
  ],
  ["a mark without its partner is none", p(fld("end"), r("a"), fld("begin"), r("b")), ["p: ab"]],
  [
    "a check box of a form is its result",
    p(
      fld("begin", '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>'),
      instr("FORMCHECKBOX"),
      fld("end"),
    ),
    ["p: {FORMCHECKBOX|[checked]}"],
  ],
  [
    "so is what a list of a form shows",
    p(
      fld(
        "begin",
        '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="x"/><w:listEntry w:val="y"/></w:ddList></w:ffData>',
      ),
      instr("FORMDROPDOWN"),
      fld("end"),
    ),
    ["p: {FORMDROPDOWN|[y]}"],
  ],
  [
    "page numbers and dates are not results",
    p(field("PAGE", r("3")), field('DATE \\@ "d"', r("4"))),
    ['p: {PAGE|}{DATE \\@ "d"|}'],
  ],
  [
    "nor are page numbers in a table of contents",
    p(fld("begin"), instr("TOC"), fld("separate"), r("A 7", "<w:tab/>", "12")) + p(fld("end")),
    ["p: {TOC|A 7\t", "p: }"],
  ],
  ["outside of one a number behind a tab is text", p(r("A", "<w:tab/>", "12")), ["p: A\t12"]],
])("fields: %s", (_, body, lines) => {
  expect(read(body)).toEqual(lines);
});

test.each([
  [
    "a field that is a link reads as the element, tips apart",
    p(field(' HYPERLINK "https://one.example" \\o "tip" ', r("a")), " ", field(' HYPERLINK \\l "there" ', r("b"))),
    ["p: <link https://one.example>a</link><link #there>b</link>"],
  ],
  [
    "a link has its target",
    p(link("one", r("a")), link("#there", r("b"))),
    ["p: <link https://one.example>a</link><link #there>b</link>"],
  ],
  [
    "ids do not matter, neighbours are one",
    p(link("one", r("a")), link("same", r("b"))),
    ["p: <link https://one.example>ab</link>"],
  ],
  [
    "other targets do",
    p(link("one", r("a")), link("two", r("b"))),
    ["p: <link https://one.example>a</link><link https://two.example>b</link>"],
  ],
  ["an empty one is none", p(r("a"), link("one"), r("b")), ["p: ab"]],
  [
    "none of that across text",
    p(link("one", r("a")), r(" "), link("one", r("b"))),
    ["p: <link https://one.example>a</link> <link https://one.example>b</link>"],
  ],
])("links: %s", (_, body, lines) => {
  expect(read(body)).toEqual(lines);
});

const shaOf = (body: string): string => /\[\w+:(\w+)\]/.exec(read(body)[0]!)![1]!;
const image = (id: string): string => p(r(drawing(`<a:blip r:embed="${id}"/>`)));
const chart = (id: string): string => p(r(drawing(`<c:chart r:id="${id}"/>`)));

test("pictures and charts are known by their content", () => {
  expect(read(image("picture"))[0]).toMatch(/^p: \[image:[0-9a-f]{16}\]$/);
  expect(shaOf(image("picture"))).toBe(shaOf(image("copy")));
  expect(shaOf(image("picture"))).not.toBe(shaOf(image("other")));
  expect(shaOf(chart("chart"))).toBe(shaOf(chart("spaced")));
  expect(read(p(r('<w:pict><v:imagedata r:id="picture"/></w:pict>')))).toEqual(read(image("picture")));
  expect(read(image("nothing"))).toEqual(["p: [image:missing]"]);
});

test.each([
  ["a shape without anything is a shape", p(r(drawing("<a:ln/>"))), ["p: [shape]"]],
  [
    "a drawn word is text",
    p(r('<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>')),
    ["p: [text:DRAFT]"],
  ],
  [
    "a drawing that is a link tells so once",
    p(r(drawing('<a:hlinkClick r:id="one"/><a:blip r:link="two"/><a:hlinkClick r:id="same"/>'))),
    ["p: [image:https://two.example][link https://one.example]"],
  ],
  [
    "a box stands at its anchor, read once",
    p(r("a"), r(either("wps", box(p(r("b")) + p()), box(p(r("c"))))), r("d")),
    ["p: a[box]d", "  textbox", "    p: b", "    p"],
  ],
  [
    "a field is open in its own story alone",
    p(fld("begin"), r(box(p(fld("end"), r("b")))), instr("X"), fld("end")),
    ["p: {[box]X|}", "  textbox", "    p: b"],
  ],
])("drawings: %s", (_, body, lines) => {
  expect(read(body)).toEqual(lines);
});

test("notes are read where the text refers to them, whatever their ids", () => {
  const body =
    p(r("a", '<w:footnoteReference w:id="3"/>', "b", '<w:endnoteReference w:id="3"/>')) +
    p(r('<w:footnoteReference w:id="9"/>'));
  expect(read(body)).toEqual([
    "p: a[fn]b[en]",
    "  footnote",
    "    p: [footnoteRef] third",
    "  endnote",
    "    p: end",
    "p: [fn]",
    "  footnote: missing",
  ]);
  expect(read(p(r('<w:footnoteReference w:id="4"/>')))).toEqual([
    "p: [fn]",
    "  footnote",
    "    p: fourth",
    "    p: [fn]",
    "      footnote: missing",
  ]);
});

test("equations have their structure, not their looks", () => {
  const math = (inner: string): string => p(`<m:oMath>${inner}</m:oMath>`);
  const run = (text: string, look = ""): string => `<m:r>${look}<m:t>${text}</m:t></m:r>`;
  expect(read(math(`<m:sSup><m:e>${run("x")}</m:e><m:sup>${run("2")}${run("n")}</m:sup></m:sSup>`))).toEqual([
    "p: [math:sSup(e(x)sup(2n))]",
  ]);
  expect(read(math(`<w:bookmarkStart w:id="1" w:name="a"/>${run("x")}<w:bookmarkEnd w:id="1"/>`))).toEqual([
    "p: [math:x]",
  ]);
  expect(read(math(run("x", '<m:rPr><m:sty m:val="b"/></m:rPr>') + run("2")))).toEqual(["p: [math:x2]"]);
  expect(read(math('<m:nary><m:naryPr><m:chr m:val="∑"/><m:ctrlPr/></m:naryPr></m:nary>'))).toEqual([
    "p: [math:nary(naryPr(chr(=∑)))]",
  ]);
});

test("tables have rows, and cells with their reach", () => {
  const body = table(
    row(cell(p(r("a")), '<w:gridSpan w:val="2"/>'), cell(p(r("b")), '<w:vMerge w:val="restart"/>')),
    `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(table(row(cell(p()))) + p(), '<w:gridSpan w:val="1"/>')}${cell(p(), "<w:vMerge/>")}</w:tr>`,
  );
  expect(read(body + p())).toEqual([
    "table",
    "row",
    "cell span=2",
    "  p: a",
    "cell vmerge=restart",
    "  p: b",
    "row before=1",
    "cell",
    "  table",
    "  row",
    "  cell",
    "    p",
    "  p",
    "cell vmerge=continue",
    "  p",
    "p",
  ]);
});

const section = (...references: readonly string[]): string => `<w:sectPr>${references.join("")}</w:sectPr>`;
const header = (id: string, type = "default"): string => `<w:headerReference w:type="${type}" r:id="${id}"/>`;
const headerPart = (id: string, ...paragraphs: readonly string[]): RelatedPart => {
  return { id, kind: "header", content: { xml: element("w:hdr", paragraphs.map((text) => p(r(text))).join("")) } };
};

test("every section has its headers, or those of the one before", () => {
  const related = [headerPart("h1", "one"), headerPart("h2", "two"), headerPart("empty", "")];
  const body = `<w:p><w:pPr>${section(header("h1"), header("empty", "first"))}</w:pPr></w:p>${p()}${section(header("h2", "first"))}`;
  const { stories } = readContent(smallDocument(body, related));
  expect(stories.map(({ place, lines }) => [place, ...lines.map(readableLine)])).toEqual([
    ["body", "p", "section-break", "p"],
    ["section 1 header default", "p: one"],
    ["section 2 header default", "p: one"],
    ["section 2 header first", "p: two"],
  ]);
});

test("what is left of tracked changes is told by name", () => {
  const body = `<w:p><w:pPr><w:rPr><w:ins w:id="1"/></w:rPr></w:pPr><w:del w:id="2"><w:r><w:delText>a</w:delText></w:r></w:del></w:p>`;
  expect(readContent(smallDocument(body)).leftovers).toEqual(["w:del", "w:delText", "w:ins"]);
  expect(readContent(smallDocument(p(r("a")))).leftovers).toEqual([]);
});

test("the plain text of a line is without what stands in it", () => {
  const [line] = readContent(smallDocument(p(r("a"), field("REF x", r("b")), link("#c", r("d"))))).stories[0]!.lines;
  expect(plainText(line!)).toBe("abd");
});

function compare(expected: Uint8Array, found: Uint8Array): ReturnType<typeof compareContents> {
  return compareContents(readContent(expected), readContent(found));
}

test.each([
  ["text", p(r("secret")), p(r("secrets")), "body, line 0, paragraph: text"],
  ["a line too few", p() + p(), p(), "body, line 1, paragraph: a line too few (2 and 1 lines)"],
  ["another kind", table(row(cell(p()))) + p(), p(), "body, line 0, table: is a paragraph (5 and 1 lines)"],
  [
    "the shape of a cell",
    table(row(cell(p(), "<w:vMerge/>"))) + p(),
    table(row(cell(p()))) + p(),
    "body, line 2, cell: vmerge",
  ],
])("a difference is told by its place, never by what it says: %s", (_, expected, found, place) => {
  expect(compare(smallDocument(expected), smallDocument(found)).difference?.place).toBe(place);
});

test("a story that only one document has is a difference", () => {
  const withHeader = smallDocument(p() + section(header("h1")), [headerPart("h1", "one")]);
  const without = smallDocument(p() + section());
  expect(compare(withHeader, without).difference?.place).toBe("section 1 header default: is missing");
  expect(compare(without, withHeader).difference?.place).toBe("section 1 header default: should not be there");
});

test("[FMT-48] headers of pages that neither document has are not seen", () => {
  const settings: RelatedPart = {
    id: "s1",
    kind: "settings",
    content: { xml: element("w:settings", "<w:evenAndOddHeaders/>") },
  };
  const headed = (type: string, more = "", parts: readonly RelatedPart[] = []): Uint8Array =>
    smallDocument(p() + section(header("h1", type), more), [headerPart("h1", "one"), ...parts]);
  const place = (one: Uint8Array, isAsSeen: boolean): string | undefined => {
    const [expected, found] = [one, smallDocument(p() + section())].map((file) =>
      readContent(file, { withFormatting: false, isAsSeen }),
    );
    return compareContents(expected!, found!).difference?.place;
  };
  expect([place(headed("even"), true), place(headed("first"), true)]).toEqual([undefined, undefined]);
  expect(place(headed("even"), false)).toBe("section 1 header even: is missing");
  expect(place(headed("even", "", [settings]), true)).toBe("section 1 header even: is missing");
  expect(place(headed("first", "<w:titlePg/>"), true)).toBe("section 1 header first: is missing");
});

test.each([
  [
    "an empty header for none",
    smallDocument(p() + section(header("h1")), [headerPart("h1", "")]),
    smallDocument(p() + section()),
    { "no header = a header with one empty paragraph": 1 },
  ],
  [
    "another page number",
    smallDocument(p(field("PAGE", r("1")))),
    smallDocument(p(field("PAGE", r("2")))),
    { "results of PAGE, NUMPAGES, DATE and their like": 1 },
  ],
  ["an empty link", smallDocument(p(link("#a"))), smallDocument(p()), { "an empty link = none": 1 }],
  [
    "a link in two pieces",
    smallDocument(p(link("#a", r("b")), link("#a", r("c")))),
    smallDocument(p(link("#a", r("bc")))),
    { "neighbouring links to one target = one link": 1 },
  ],
  ["a table without rows", smallDocument(table() + p()), smallDocument(p()), { "a table without rows = none": 1 }],
  [
    "a table at the end",
    smallDocument(table(row(cell(p())))),
    smallDocument(table(row(cell(p()))) + p()),
    { "an end without a paragraph = an empty paragraph": 1 },
  ],
  [
    "nothing where both are alike",
    smallDocument(p(field("PAGE", r("1")))),
    smallDocument(p(field("PAGE", r("1")))),
    {},
  ],
])("what was decided by an equivalence is counted: %s", (_, one, other, decided) => {
  expect(compare(one, other)).toEqual({ difference: undefined, decided });
  expect(compare(other, one)).toEqual({ difference: undefined, decided });
});

/** Returns the lines of a document in mode `visible`. */
function seen(body: string): string[] {
  const content = readContent(smallDocument(body), { withFormatting: false, isAsSeen: true });
  return content.stories[0]!.lines.map(readableLine);
}

test("[FMT-40] a page break of a section in its own paragraph equals one in the paragraph before", () => {
  const end = (properties = ""): string => `<w:pPr>${properties}<w:sectPr/></w:pPr>`;
  const rest = (type: string): string =>
    `<w:p><w:r><w:t>two</w:t></w:r></w:p><w:sectPr><w:type w:val="${type}"/></w:sectPr>`;
  const attached = `<w:p>${end()}<w:r><w:t>one</w:t></w:r></w:p>`;
  const own = (properties = ""): string => `<w:p><w:r><w:t>one</w:t></w:r></w:p><w:p>${end(properties)}</w:p>`;
  for (const type of ["nextPage", "oddPage"]) {
    expect(seen(own() + rest(type))).toEqual(seen(attached + rest(type)));
    expect(seen(attached + rest(type))).toEqual(["p: one", "section-break", "p: two"]);
  }
  expect(seen(own() + rest("continuous"))).not.toEqual(seen(attached + rest("continuous")));
  const listed = own('<w:numPr><w:numId w:val="1"/></w:numPr>');
  expect(seen(listed + rest("nextPage"))).not.toEqual(seen(attached + rest("nextPage")));
});

test("[FMT-42] in mode visible a chart is its plots and values", () => {
  const chartOf = (chart: string, isAsSeen: boolean): string => {
    const drawn = `<w:p><w:r><w:drawing><c:chart r:id="c"/></w:drawing></w:r></w:p>`;
    const part = { id: "c", kind: "chart", content: { xml: element("c:chartSpace", chart) } } as const;
    return readContent(smallDocument(drawn, [part]), { withFormatting: false, isAsSeen }).stories[0]!.lines[0]!.text;
  };
  const one = "<c:barChart><c:v>8.8</c:v></c:barChart>";
  const same = "<c:barChart><c:varyColors/><c:v>8.8000000000000007</c:v></c:barChart>";
  expect(chartOf(same, true)).toBe(chartOf(one, true));
  expect(chartOf(same, false)).not.toBe(chartOf(one, false));
  expect(chartOf(one.replace("8.8", "8.9"), true)).not.toBe(chartOf(one, true));
});

test.each([
  ["the order of the switches of a table of contents", 'TOC \\o "1-3" \\h \\z \\u', 'TOC \\z \\o "1-3" \\u \\h', true],
  ["the levels of a table of contents", 'TOC \\o "1-3" \\h', 'TOC \\o "1-2" \\h', false],
  ["a link of a reference", "REF a \\h", "REF a", true],
  ["the number of a reference", "REF a \\r", "REF a", false],
  ["kept formatting", "AUTHOR \\* MERGEFORMAT", "AUTHOR", true],
  ["capitals", "AUTHOR \\* Upper", "AUTHOR", false],
])("[FMT-46] in mode visible codes compare by what they show: %s", (_, one, other, isSame) => {
  const [found, expected] = [one, other].map((code) => seen(p(field(code, r("x")))));
  expect(JSON.stringify(found) === JSON.stringify(expected)).toBe(isSame);
});

test("[FMT-41] in mode visible references compare by the position of their bookmark", () => {
  const named = (name: string, offset: string): string =>
    p(link(`#${name}`, r("Go")), field(`REF ${name}`, r("x"))) +
    p(
      r(offset),
      `<w:bookmarkStart w:id="1" w:name="${name}"/><w:bookmarkEnd w:id="1"/>`,
      r("Here".slice(offset.length)),
    );
  const differs = (one: string, other: string, isAsSeen: boolean): boolean => {
    const [expected, found] = [one, other].map((body) =>
      readContent(smallDocument(body), { withFormatting: false, isAsSeen }),
    );
    return compareContents(expected!, found!).difference !== undefined;
  };
  expect(differs(named("a", ""), named("b", ""), true)).toBe(false);
  expect(differs(named("a", ""), named("b", ""), false)).toBe(true);
  expect(differs(named("a", ""), named("b", "He"), true)).toBe(true);
});
