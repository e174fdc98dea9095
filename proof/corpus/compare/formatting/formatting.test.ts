// Tests which formatting counts as different, equivalent or carried.

import { acceptAll, rejectAll } from "@versus/engine/inside";
import { expect, test } from "vitest";
import { openCorpusDocument, SAVE_LEVEL } from "../../read-document.ts";
import { compareContents } from "../compare-contents.ts";
import { readContent } from "../read-content.ts";
import { compareDecided } from "../redline-checks.ts";
import { element, type RelatedPart, smallDocument } from "../testing/small-document.ts";
import type { FormattingComparison } from "./compare-formatting.ts";

const r = (rPr: string, text: string): string =>
  `<w:r>${rPr === "" ? "" : `<w:rPr>${rPr}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (pPr: string, ...runs: readonly string[]): string => `<w:p><w:pPr>${pPr}</w:pPr>${runs.join("")}</w:p>`;
const run = (rPr: string, text = "secret"): string => `<w:p>${r(rPr, text)}</w:p>`;
const val = (name: string, value: string): string => `<w:${name} w:val="${value}"/>`;

const style = (kind: string, id: string, inside: string, more = ""): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"${more}><w:name w:val="${id}"/>${inside}</w:style>`;
const styles = (...content: readonly string[]): RelatedPart => {
  return { id: "styles", kind: "styles", content: { xml: element("w:styles", content.join("")) } };
};
const DEFAULT = ' w:default="1"';

function looks(expected: Uint8Array, found: Uint8Array): FormattingComparison {
  const [one, other] = [expected, found].map((file) => readContent(file, { withFormatting: true }));
  const { difference, formatting } = compareContents(one!, other!);
  expect(difference).toBeUndefined();
  return formatting!;
}

/** Returns where two bodies with the same styles and lists differ. */
function place(expected: string, found: string, ...related: readonly RelatedPart[]): string | undefined {
  const [one, other] = [expected, found].map((body) => smallDocument(body, related));
  const [there, back] = [looks(one!, other!), looks(other!, one!)];
  expect(back.difference === undefined).toBe(there.difference === undefined);
  return there.difference?.place;
}

const cell = (tcPr: string): string => `<w:tc><w:tcPr>${tcPr}</w:tcPr><w:p/></w:tc>`;
const table = (tblPr: string, trPr = "", tcPr = "", before = ""): string =>
  `<w:tbl><w:tblPr>${tblPr}</w:tblPr><w:tblGrid/><w:tr>${before}<w:trPr>${trPr}</w:trPr>${cell(tcPr)}</w:tr></w:tbl><w:p/>`;

test.each([
  ["a run", run("<w:b/>"), run(""), "body, line 0, run 0: b"],
  ["part of a run", run("", "secret"), `<w:p>${r("", "se")}${r("<w:i/>", "cret")}</w:p>`, "body, line 0, run 0: i"],
  ["a second run", `<w:p>${r("<w:i/>", "a")}${r("", "b")}</w:p>`, run("<w:i/>", "ab"), "body, line 0, run 1: i"],
  ["two properties", run(`<w:b/>${val("sz", "20")}`), run(val("sz", "24")), "body, line 0, run 0: b, sz"],
  ["off is not on", run("<w:b/>"), run(val("b", "0")), "body, line 0, run 0: b"],
  ["a font", run('<w:rFonts w:ascii="A"/>'), run('<w:rFonts w:ascii="B"/>'), "body, line 0, run 0: rFonts"],
  ["a mark", p("<w:rPr><w:b/></w:rPr>"), p(""), "body, line 0, mark: b"],
  ["a paragraph", p(val("jc", "center")), p(""), "body, line 0, paragraph: jc"],
  ["an indent", p('<w:ind w:left="720"/>'), p('<w:ind w:left="360"/>'), "body, line 0, paragraph: ind"],
  [
    "a border",
    p('<w:pBdr><w:top w:val="single" w:sz="4"/></w:pBdr>'),
    p('<w:pBdr><w:top w:val="single" w:sz="8"/></w:pBdr>'),
    "body, line 0, paragraph: pBdr",
  ],
  [
    "one of two tabs",
    p('<w:tabs><w:tab w:val="left" w:pos="10"/><w:tab w:val="left" w:pos="20"/></w:tabs>'),
    p('<w:tabs><w:tab w:val="left" w:pos="10"/><w:tab w:val="right" w:pos="20"/></w:tabs>'),
    "body, line 0, paragraph: tabs",
  ],
  ["a style", p(val("pStyle", "One")), p(val("pStyle", "Two")), "body, line 0, paragraph: style"],
  ["a style or none", p(val("pStyle", "One")), p(""), "body, line 0, paragraph: style"],
  ["a character style", run(val("rStyle", "One")), run(""), "body, line 0, run 0: style"],
  ["a table", table(val("jc", "center")), table(""), "body, line 0, table: jc"],
  [
    "a table's borders",
    table('<w:tblBorders><w:top w:val="single"/></w:tblBorders>'),
    table(""),
    "body, line 0, table: tblBorders",
  ],
  ["a row", table("", "<w:cantSplit/>"), table(""), "body, line 1, row: cantSplit"],
  [
    "a row's exceptions",
    table("", "", "", `<w:tblPrEx>${val("jc", "right")}</w:tblPrEx>`),
    table(""),
    "body, line 1, row exceptions: jc",
  ],
  ["a cell", table("", "", val("vAlign", "center")), table(""), "body, line 2, cell: vAlign"],
  ["the last section", '<w:p/><w:sectPr><w:cols w:num="2"/></w:sectPr>', "<w:p/><w:sectPr/>", "the end, section: cols"],
  [
    "a section within",
    `${p('<w:sectPr><w:pgMar w:left="1"/></w:sectPr>')}<w:p/>`,
    `${p('<w:sectPr><w:pgMar w:left="2"/></w:sectPr>')}<w:p/>`,
    "body, line 1, section: pgMar",
  ],
  [
    "a symbol's font",
    '<w:p><w:r><w:sym w:char="F0B7" w:font="A"/></w:r></w:p>',
    '<w:p><w:r><w:sym w:char="F0B7" w:font="B"/></w:r></w:p>',
    "body, line 0, run 0: sym",
  ],
])("a difference is told by place and property: %s", (_, expected, found, told) => {
  expect(place(expected, found)).toBe(told);
});

test("every property that differs is counted, the text of the document is told nowhere", () => {
  const comparison = looks(
    smallDocument(run("<w:b/>") + run("<w:b/>") + p(val("jc", "center"))),
    smallDocument(run("") + run(val("u", "single")) + p("")),
  );
  expect(comparison.counts).toEqual({ "run b": 2, "run u": 1, "paragraph jc": 1 });
  expect(JSON.stringify(comparison)).not.toContain("secret");
});

test("where runs begin and end, and the order of properties, do not matter", () => {
  expect(place(run("<w:b/>", "ab"), `<w:p>${r("<w:b/>", "a")}${r("<w:b/>", "b")}</w:p>`)).toBeUndefined();
  const [one, other] = [`<w:b/>${val("sz", "20")}`, `${val("sz", "20")}<w:b/>`].map((rPr) => smallDocument(run(rPr)));
  expect(looks(one!, other!)).toEqual({ difference: undefined, differences: [], counts: {}, decided: {} });
});

const fld = (rPr: string, type: string): string =>
  `<w:r><w:rPr>${rPr}</w:rPr><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (rPr: string, code: string, result: string): string =>
  `<w:p>${fld(rPr, "begin")}<w:r><w:rPr>${rPr}</w:rPr><w:instrText>${code}</w:instrText></w:r>${fld(rPr, "separate")}${result}${fld(rPr, "end")}</w:p>`;

test.each([
  ["properties that do not show", run(val("lang", "de-DE")), run(val("lang", "fr-FR"))],
  ["properties that do not show", run("<w:noProof/>"), run("")],
  ["properties that do not show", run('<w:rFonts w:hint="eastAsia"/>'), run("")],
  ["spelling of properties", run("<w:b/>"), run(val("b", "true"))],
  ["spelling of properties", run(val("b", "0")), run(val("b", "off"))],
  ["spelling of properties", run(val("color", "ff00aa")), run(val("color", "FF00AA"))],
  ["spelling of properties", p('<w:ind w:left="0720"/>'), p('<w:ind w:start="720"/>')],
  ["spelling of properties", p(val("jc", "end")), p(val("jc", "right"))],
  ["empty containers of properties = none", "<w:p/>", p("<w:ind/>")],
  ["empty containers of properties = none", p(""), "<w:p/>"],
  ["empty containers of properties = none", p("<w:tabs/><w:rPr/>"), p("<w:rPr/>")],
  ["formatting of white space alone", `<w:p>${r("<w:b/>", "a ")}</w:p>`, `<w:p>${r("<w:b/>", "a")}${r("", " ")}</w:p>`],
  [
    "formatting of field marks and codes, separators and ruby",
    field("<w:b/>", "REF a", r("", "x")),
    field("", "REF a", r("", "x")),
  ],
] as const)("what is the same by its effect is counted: %s", (name, one, other) => {
  const comparison = looks(smallDocument(one), smallDocument(other));
  expect(comparison.difference).toBeUndefined();
  expect(comparison.decided[name]).toBe(1);
  expect(looks(smallDocument(one), smallDocument(one)).decided).toEqual({});
});

test.each([
  ["a colour is not the automatic one", run(val("color", "000000")), run(val("color", "auto"))],
  ["digits of a colour are no number", run(val("color", "001122")), run(val("color", "1122"))],
  ["white space shows lines", run("<w:strike/>", " "), run("", " ")],
  ["white space shows shades", run('<w:shd w:val="clear" w:fill="FF0000"/>', "\u00a0"), run("", "\u00a0")],
  ["text is no white space", run("<w:b/>", "a "), run("", "a ")],
  ["a result of a field is text", field("", "REF a", r("<w:b/>", "x")), field("", "REF a", r("", "x"))],
  ["so is one that is left out", field("", "PAGE", r("<w:b/>", "1")), field("", "PAGE", r("", "2"))],
  ["a sum of nothing is not something", p('<w:ind w:left="1"/>'), p("<w:ind/>")],
])("but %s", (_, one, other) => {
  expect(place(one, other)).toBeDefined();
});

const NORMAL = style("paragraph", "Normal", "", DEFAULT);
const LOUD = style(
  "paragraph",
  "Loud",
  `<w:basedOn w:val="Normal"/><w:pPr>${val("jc", "center")}</w:pPr><w:rPr><w:b/></w:rPr>`,
);
const STRONG = style("character", "Strong", "<w:rPr><w:b/><w:i/></w:rPr>");
const TABLE = styles(
  `<w:docDefaults><w:rPrDefault><w:rPr>${val("sz", "22")}</w:rPr></w:rPrDefault></w:docDefaults>`,
  NORMAL,
  LOUD,
  STRONG,
);
const loud = (rPr: string): string => p(val("pStyle", "Loud"), r(rPr, "secret"));

test.each([
  ["the paragraph style", loud("<w:b/>"), loud("")],
  ["the character style", run(`${val("rStyle", "Strong")}<w:i/>`), run(val("rStyle", "Strong"))],
  ["the document", run(val("sz", "22")), run("")],
  ["the format: a switch", run(val("b", "0")), run("")],
  ["the format: no line", run(val("u", "none")), run("")],
  ["the format: an indent", p('<w:ind w:left="0" w:firstLine="0"/>'), p("")],
  ["the format: a line's height", p('<w:spacing w:line="240" w:lineRule="auto"/>'), p("")],
  ["the format: no shade", run('<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'), run("")],
  ["the style of the paragraph itself", p(`${val("pStyle", "Loud")}${val("jc", "center")}`), p(val("pStyle", "Loud"))],
  ["the style of the mark", p(`${val("pStyle", "Loud")}<w:rPr><w:b/></w:rPr>`), p(val("pStyle", "Loud"))],
])("a value that is given anyway: by %s", (_, one, other) => {
  const { difference, decided } = looks(smallDocument(one, [TABLE]), smallDocument(other, [TABLE]));
  expect(difference).toBeUndefined();
  expect(decided).toEqual({ "an explicit value that the styles give anyway": 1 });
  expect(place(other, one, TABLE)).toBeUndefined();
});

test.each([
  ["another value than the style's", loud(val("b", "0")), loud("")],
  [
    "switches of both styles cancel",
    p(val("pStyle", "Loud"), r(`${val("rStyle", "Strong")}<w:b/>`, "a")),
    p(val("pStyle", "Loud"), r(val("rStyle", "Strong"), "a")),
  ],
  [
    "tables have styles of their own",
    `<w:tbl><w:tr><w:tc>${run(val("sz", "22"))}</w:tc></w:tr></w:tbl><w:p/>`,
    `<w:tbl><w:tr><w:tc>${run("")}</w:tc></w:tr></w:tbl><w:p/>`,
  ],
  ["another style", loud(""), run("")],
])("nothing is given anyway: %s", (_, one, other) => {
  expect(place(one, other, TABLE)).toBeDefined();
});

test("[FMT-50] an unmarked Normal is no style if no style is the default", () => {
  expect(place(p(val("pStyle", "Normal")), "<w:p/>", styles(style("paragraph", "Normal", "")))).toBeUndefined();
});

test("an explicit default style is no style, any other is", () => {
  const documents = [p(val("pStyle", "Normal")), "<w:p/>"].map((body) => smallDocument(body, [TABLE]));
  const { difference, decided } = looks(documents[0]!, documents[1]!);
  expect(difference).toBeUndefined();
  expect(decided).toEqual({ "an explicit default style = no style": 1 });
  expect(place(p(val("pStyle", "Loud")), p(""), TABLE)).toBe("body, line 0, paragraph: style");
});

test("styles are known by their names, else by their ids", () => {
  const named = (id: string, name: string): RelatedPart =>
    styles(`<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`);
  const document = (id: string, name: string): Uint8Array => smallDocument(p(val("pStyle", id)), [named(id, name)]);
  expect(looks(document("a", "Clause"), document("b", "clause")).difference).toBeUndefined();
  expect(looks(document("a", "Clause"), document("b", "Other")).difference?.place).toContain("style");
  const renamed = looks(document("a", "Clause"), document("a", "Clause 1"));
  expect(renamed.difference).toBeUndefined();
  expect(renamed.decided).toEqual({ "a style of one id and two names (carried)": 1 });
});

const abstract = (id: number, format: string, more = ""): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:nsid w:val="${id}FF"/>${more}<w:lvl w:ilvl="0" w:tplc="${id}"><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum>`;
const num = (id: number, of: number, more = ""): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const lists = (...content: readonly string[]): RelatedPart => {
  return { id: "lists", kind: "numbering", content: { xml: element("w:numbering", content.join("")) } };
};
const item = (id: number, level: number | undefined = 0): string =>
  p(`<w:numPr>${level === undefined ? "" : val("ilvl", String(level))}${val("numId", String(id))}</w:numPr>`);
const listed = (body: string, ...content: readonly string[]): Uint8Array => smallDocument(body, [lists(...content)]);

test.each([
  ["ids", listed(item(1), abstract(0, "decimal"), num(1, 0)), listed(item(7), abstract(4, "decimal"), num(7, 4))],
  [
    "definitions nobody uses",
    listed(item(1), abstract(0, "decimal"), num(1, 0)),
    listed(item(1), abstract(0, "decimal"), num(1, 0), abstract(1, "bullet"), num(2, 1)),
  ],
  ["a list that does not exist", listed(item(0), abstract(0, "decimal")), listed(item(5), abstract(0, "decimal"))],
  ["none, where no style has one", listed(item(0), ""), listed(p(""), "")],
])("numbering is known by what it is: %s", (_, one, other) => {
  expect(looks(one, other).difference).toBeUndefined();
  expect(looks(other, one).difference).toBeUndefined();
});

const TWO = [abstract(0, "decimal"), abstract(1, "decimal"), num(1, 0), num(2, 1), num(3, 0)];
const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
test.each([
  [
    "the definition",
    listed(item(1), abstract(0, "decimal"), num(1, 0)),
    listed(item(1), abstract(0, "bullet"), num(1, 0)),
    "numbering definition",
  ],
  [
    "what the list changes of it",
    listed(item(1), abstract(0, "decimal"), num(1, 0)),
    listed(item(1), abstract(0, "decimal"), num(1, 0, restart)),
    "numbering definition",
  ],
  ["the level", listed(item(1, 0), ...TWO), listed(item(1, 1), ...TWO), "numbering level"],
  [
    "which list goes on",
    listed(item(1) + item(2) + item(1), ...TWO),
    listed(item(1) + item(2) + item(2), ...TWO),
    "numbering list",
  ],
  ["a definition in common", listed(item(1) + item(2), ...TWO), listed(item(1) + item(3), ...TWO), "numbering list"],
  ["a list or none", listed(item(1), ...TWO), listed(p(""), ...TWO), "numbering"],
])("numbering differs in %s", (_, one, other, name) => {
  expect(looks(one, other).difference?.place).toMatch(new RegExp(`paragraph: ${name}$`));
});

test("a definition is found through the style that stands for it", () => {
  const linked = '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="List"/></w:abstractNum>';
  const listStyle = styles(style("numbering", "List", `<w:pPr><w:numPr>${val("numId", "1")}</w:numPr></w:pPr>`));
  const one = smallDocument(item(2), [lists(abstract(0, "decimal"), linked, num(1, 0), num(2, 1)), listStyle]);
  expect(looks(one, listed(item(1), abstract(0, "decimal"), num(1, 0))).difference).toBeUndefined();
  expect(looks(one, listed(item(1), abstract(0, "bullet"), num(1, 0))).difference).toBeDefined();
});

test("turned off numbering is not none where the style has one, nor are indents of lists given anyway", () => {
  const numbered = styles(NORMAL, style("paragraph", "Item", `<w:pPr><w:numPr>${val("numId", "1")}</w:numPr></w:pPr>`));
  const list = lists(abstract(0, "decimal"), num(1, 0));
  const itemStyle = val("pStyle", "Item");
  const off = `<w:numPr>${val("numId", "0")}</w:numPr>`;
  expect(place(p(itemStyle + off), p(itemStyle), numbered, list)).toBe("body, line 0, paragraph: numbering");
  expect(place(p(`${itemStyle}<w:ind w:left="0"/>`), p(itemStyle), numbered, list)).toBe(
    "body, line 0, paragraph: ind",
  );
});

test("what is carried is counted and no difference", () => {
  const bookmark = '<w:bookmarkStart w:id="1" w:name="x"/>';
  const grid = (width: number): string =>
    `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="${width}"/></w:tblGrid><w:tr>${cell("")}</w:tr></w:tbl>`;
  const red = style("paragraph", "Normal", `<w:rPr>${val("color", "FF0000")}</w:rPr>`, DEFAULT);
  const one = smallDocument(`${grid(1)}<w:p>${bookmark}${r("", "a")}</w:p>`, [styles(NORMAL)]);
  const other = smallDocument(`${grid(2)}<w:p>${r("", "a")}${bookmark}</w:p>`, [styles(red)]);
  expect(looks(one, other)).toEqual({
    difference: undefined,
    differences: [],
    counts: {},
    decided: {
      "grid widths (carried)": 1,
      "bookmark positions (carried)": 1,
      "definitions of a style that differ (carried)": 1,
    },
  });
});

const AUTHOR = 'w:id="1" w:author="x" w:date="2026-01-02T03:04:05Z"';
const change = (name: string, now: string, old: string): string =>
  `<w:${name}>${now}<w:${name}Change ${AUTHOR}><w:${name}>${old}</w:${name}></w:${name}Change></w:${name}>`;
const center = val("jc", "center");
const tracked: readonly (readonly [
  string,
  (properties: (name: string, now: string, old: string) => string) => string,
])[] = [
  ["rPr", (put) => `<w:p><w:r>${put("rPr", "<w:b/>", "<w:i/>")}<w:t>a</w:t></w:r></w:p>`],
  ["pPr", (put) => `<w:p>${put("pPr", center, val("jc", "right"))}<w:r><w:t>a</w:t></w:r></w:p>`],
  ["tblPr", (put) => `<w:tbl>${put("tblPr", center, "")}<w:tblGrid/><w:tr>${cell("")}</w:tr></w:tbl><w:p/>`],
  [
    "tblPrEx",
    (put) =>
      `<w:tbl><w:tblPr/><w:tblGrid/><w:tr>${put("tblPrEx", center, val("jc", "right"))}${cell("")}</w:tr></w:tbl><w:p/>`,
  ],
  [
    "trPr",
    (put) =>
      `<w:tbl><w:tblPr/><w:tblGrid/><w:tr>${put("trPr", "<w:cantSplit/>", "<w:tblHeader/>")}${cell("")}</w:tr></w:tbl><w:p/>`,
  ],
  [
    "tcPr",
    (put) =>
      `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>${put("tcPr", val("vAlign", "center"), val("vAlign", "top"))}<w:p/></w:tc></w:tr></w:tbl><w:p/>`,
  ],
  ["sectPr", (put) => `<w:p/>${put("sectPr", '<w:cols w:num="2"/>', '<w:cols w:num="3"/>')}`],
];

test.each(tracked)("a tracked change of %s is exact both ways, one that is not tracked is noticed", (_, body) => {
  const only = (which: "now" | "old"): Uint8Array =>
    smallDocument(body((name, now, old) => `<w:${name}>${which === "now" ? now : old}</w:${name}>`));
  const [after, before] = [only("now"), only("old")].map((file) => readContent(file, { withFormatting: true }));
  const redline = smallDocument(body(change));
  expect(compareDecided(redline, "accept", after!).formatting?.difference).toBeUndefined();
  expect(compareDecided(redline, "reject", before!).formatting?.difference).toBeUndefined();
  expect(compareDecided(only("now"), "reject", before!).formatting?.difference).toBeDefined();
  for (const [decide, wanted] of [
    [acceptAll, before],
    [rejectAll, after],
  ] as const) {
    const document = openCorpusDocument(redline);
    decide(document);
    const spoilt = document.package.save(SAVE_LEVEL);
    expect(compareDecided(spoilt, "accept", wanted!).formatting?.difference).toBeDefined();
  }
});

test("formatting is judged only where it was asked for", () => {
  const [one, other] = [run("<w:b/>"), run("")].map((body) => readContent(smallDocument(body)));
  expect(compareContents(one!, other!)).toEqual({ difference: undefined, decided: {} });
});
