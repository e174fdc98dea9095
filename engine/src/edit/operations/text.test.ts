// Tests insert, replace, delete and format.

import { expect, test } from "vitest";
import { code, fld, p, r, tbl } from "../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, refusals, refused } from "../../../testing/edits.ts";
import { redlineText } from "../../../testing/redline-text.ts";
import { del, ins } from "../../../testing/redlines.ts";

const at = (index: number) => ({ index });
const insert = (index: number, where: unknown, content: unknown) => ({
  type: "insert",
  paragraphs: at(index),
  at: where,
  content,
});
const replace = (index: number, match: string, content: unknown, more = {}) => ({
  type: "replace",
  paragraphs: at(index),
  text: { match, ...more },
  content,
});
const remove = (index: number, match: string, more = {}) => ({
  type: "delete",
  paragraphs: at(index),
  text: { match, ...more },
});
const format = (index: number, match: string, given: object) => ({
  type: "format",
  paragraphs: at(index),
  text: { match },
  format: given,
});
const bold = "<w:rPr><w:b/></w:rPr>";
const boldRun = (text: string) => `<w:r>${bold}<w:t xml:space="preserve">${text}</w:t></w:r>`;

test("[EDT-40] text is inserted at a point as a tracked insertion", () => {
  const body = p("The Seller shall pay.");
  checkEdit(body, [insert(0, { after: { match: "Seller" } }, " and others")], "The Seller{+ and others+} shall pay.");
  checkEdit(body, [insert(0, { before: { match: "Seller" } }, "big ")], "The {+big +}Seller shall pay.");
  checkEdit(body, [insert(0, "start", "Now: ")], "{+Now: +}The Seller shall pay.");
  checkEdit(body, [insert(0, "end", "\tSoon.\nYes.")], "The Seller shall pay.{+→Soon.↵Yes.+}");
  checkEdit(p(), [insert(0, "end", "x")], "{+x+}");
});

test("[EDT-41] text is replaced: the old one is deleted, the new one stands behind it", () => {
  checkEdit(p("within thirty days"), [replace(0, "thirty", "sixty")], "within [-thirty-]{+sixty+} days");
  checkEdit(p("with", "in thir", "ty days"), [replace(0, "in thirty d", "x")], "with[-in thirty d-]{+x+}ays");
});

test("[EDT-42] text is deleted, also a page break", () => {
  checkEdit(p("a [Draft] b"), [remove(0, "[Draft] ")], "a [-[Draft] -]b");
  const page = `<w:p>${r("a")}<w:r><w:br w:type="page"/><w:t>b</w:t></w:r></w:p>`;
  const breaks = { type: "delete", paragraphs: at(0), text: { match: [{ type: "break", kind: "page" }] } };
  checkEdit(page, [breaks], "a[-↵-]b");
});

test("[EDT-2] edits without a change of the text leave every other byte", () => {
  const { redline } = edit(p("one two", "three"), remove(0, "two"));
  expect(bodyXml(redline)).toBe(
    "<w:p><w:r><w:t>one </w:t></w:r><w:del><w:r><w:delText>two</w:delText></w:r></w:del><w:r><w:t>three</w:t></w:r></w:p>",
  );
});

test("[EDT-91] edits apply in order, and what is inserted at one point stands in that order", () => {
  const edits = [
    insert(0, { after: { match: "a" } }, "1"),
    insert(0, { before: { match: "b" } }, "2"),
    insert(0, { after: { match: "a" } }, "3"),
  ];
  checkEdit(p("ab"), edits, "a{+123+}b");
  checkEdit(p("ab"), [insert(0, { after: { match: "a" } }, "X"), replace(0, "a", "c")], "[-a-]{+cX+}b");
  checkEdit(p("ab"), [replace(0, "b", "c"), insert(0, "end", "X")], "a[-b-]{+cX+}");
  checkEdit(p("ab"), [remove(0, "a"), insert(0, "start", "X")], "{+X+}[-a-]b");
});

test("[EDT-100] an end of a paragraph is beside what still shows, on whichever side of another's deletion that is", () => {
  const bo = del(7, "BO");
  const clean = (body: string, ...edits: readonly Record<string, unknown>[]) => redlineText(edit(body, ...edits).clean);
  const around = `<w:p>${r("abc")}${bo}${r("def")}</w:p>`;
  expect(clean(around, remove(0, "def"), insert(0, "end", "X"))).toBe("abcX[-BO-]");
  expect(clean(around, remove(0, "abc"), insert(0, "start", "X"))).toBe("[-BO-]Xdef");
  const before = `<w:p>${ins(6, "abc")}${bo}</w:p>`;
  expect(clean(before, remove(0, "abc"), insert(0, "end", "X"))).toBe("[-BO-]X");
  expect(clean(before, remove(0, "abc"), insert(0, "start", "X"), insert(0, "end", "Y"))).toBe("[-BO-]XY");
  expect(clean(before, remove(0, "abc"), insert(0, "end", "X"), insert(0, "start", "Y"))).toBe("[-BO-]YX");
  checkEdit(p("abc def"), [remove(0, " def"), insert(0, "end", "X")], "abc[- def-]{+X+}");
});

test("[EDT-92] an edit whose target an earlier one removed or rewrote is refused", () => {
  const body = p("one two three");
  expect(refusals(body, remove(0, "two"), replace(0, "two three", "x"))).toEqual(["1 text TARGET_REMOVED"]);
  expect(refusals(body, remove(0, "two"), insert(0, { after: { match: "two" } }, "x"))).toEqual([
    "1 at TARGET_REMOVED",
  ]);
  expect(refusals(body, remove(0, "two"), remove(0, "two"))).toEqual(["1 text TARGET_REMOVED"]);
  expect(refusals(body, insert(0, { after: { match: "tw" } }, "x"), remove(0, "two"))).toEqual(["1 text OVERLAP"]);
});

test("[EDT-36] ranges that touch do not overlap", () => {
  checkEdit(
    p("one two three"),
    [remove(0, "one "), replace(0, "two", "2"), remove(0, " three")],
    "[-one two-]{+2+}[- three-]",
  );
});

test("[EDT-44] plain new text takes the formatting of the text before it, at the start of the text after it", () => {
  const body = `<w:p>${boldRun("bold")}${r(" plain")}</w:p>`;
  expect(bodyXml(edit(body, insert(0, { after: { match: "bold" } }, "X")).redline)).toContain(
    `<w:ins><w:r>${bold}<w:t>X`,
  );
  expect(bodyXml(edit(body, insert(0, { before: { match: " plain" } }, "X")).redline)).toContain(
    `<w:ins><w:r>${bold}<w:t>X`,
  );
  expect(bodyXml(edit(body, insert(0, "start", "X")).redline)).toContain(`<w:ins><w:r>${bold}<w:t>X`);
  expect(bodyXml(edit(body, insert(0, "end", "X")).redline)).toContain("<w:ins><w:r><w:t>X");
  const empty = `<w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr></w:p>`;
  expect(bodyXml(edit(empty, insert(0, "end", "X")).redline)).toContain(`<w:ins><w:r>${bold}<w:t>X`);
  const plain = [{ text: "X", format: { bold: false } }];
  expect(bodyXml(edit(body, insert(0, { after: { match: "bold" } }, plain)).redline)).toContain('<w:b w:val="0"/>');
});

test("[EDT-45] replacing text takes the formatting of the first replaced character", () => {
  const body = `<w:p>${boldRun("bold")}${r(" plain")}</w:p>`;
  expect(bodyXml(edit(body, replace(0, "old pl", "X")).redline)).toContain(`<w:ins><w:r>${bold}<w:t>X`);
});

test("[EDT-43] a signature line keeps its underlined tab, or lends it its formatting", () => {
  const line = `<w:p>${r("Name:")}<w:r><w:tab/></w:r><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:tab/></w:r></w:p>`;
  const kept = bodyXml(edit(line, insert(0, { after: { match: "Name:\t" } }, "Ann")).redline);
  expect(kept).toContain("<w:r><w:tab/></w:r><w:ins><w:r><w:t>Ann</w:t></w:r></w:ins><w:r><w:rPr><w:u");
  const taken = bodyXml(edit(line, replace(0, "\t", "Ann", { prefix: "Name:\t" })).redline);
  expect(taken).toContain('<w:ins><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>Ann</w:t>');
});

test("[EDT-31] a match is counted over all named paragraphs, and must be unique without an occurrence", () => {
  const body = p("a b a") + p("a");
  const all = { type: "delete", paragraphs: "all", text: { match: "a", occurrence: "all" } };
  checkEdit(body, [all], "[-a-] b [-a-]\n[-a-]");
  checkEdit(body, [{ ...all, text: { match: "a", occurrence: 3 } }], "a b a\n[-a-]");
  expect(refusals(body, { ...all, text: { match: "a" } })).toEqual(["0 text TEXT_NOT_UNIQUE"]);
  expect(refusals(body, { ...all, text: { match: "a", occurrence: 4 } })).toEqual([
    "0 text.occurrence OCCURRENCE_OUT_OF_RANGE",
  ]);
});

test("[EDT-32] prefix and suffix must stand right beside the match and are not acted on", () => {
  checkEdit(p("a1 b1 a2"), [remove(0, "1", { prefix: "b" })], "a1 b[-1-] a2");
  checkEdit(p("aaa"), [remove(0, "aa", { prefix: "a" })], "a[-aa-]");
  checkEdit(p("x1y x1z"), [remove(0, "1", { suffix: "z" })], "x1y x[-1-]z");
});

test("[EDT-30] spaces, quotes and dashes are read alike; case and an ellipsis are not", () => {
  const body = p("the\u00a0\u201cSeller\u201d \u2013 it\u2019s \uff21\u2026");
  checkEdit(
    body,
    [remove(0, `the "Seller" - it's A`)],
    "[-the\u00a0\u201cSeller\u201d \u2013 it\u2019s \uff21-]\u2026",
  );
  expect(refusals(body, remove(0, "seller"))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
  expect(refusals(body, remove(0, "..."))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
});

test("[EDT-39] a selector that matches nothing tells how often and where else the text stands", () => {
  const [problem] = refused(p("a") + p("needle") + tbl([p("needle")]), remove(0, "needle"));
  expect(problem).toMatchObject({ reason: "TEXT_NOT_FOUND", paragraphs: [{ index: 1 }, { index: 2 }] });
  expect(problem!.message).toMatch(/ 0 times .* 2 times /);
});

test("[EDT-37] text with a note reference or an image between its characters is not replaced or deleted", () => {
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const source = {
    body: `<w:p>${r("see")}${note}${r("there")}</w:p>`,
    parts: { footnotes: `<w:footnote w:id="2">${p("note")}</w:footnote>` },
  };
  expect(refusals(source, remove(0, "seethere"))).toEqual(["0 text PROTECTED_CONTENT"]);
  checkEdit(source, [remove(0, "there")], "see(fn)[-there-]\nfootnote: note");
  checkEdit(source, [insert(0, { after: { match: "see" } }, "x")], "see{+x+}(fn)there\nfootnote: note");
  checkEdit(source, [format(0, "seethere", { bold: true })], "see(fn)there\nfootnote: note");
});

test("[EDT-38] comment anchors and bookmarks in deleted text stay", () => {
  const body = `<w:p>${r("a")}<w:bookmarkStart w:id="1" w:name="b"/>${r("b")}<w:bookmarkEnd w:id="1"/>${r("c")}</w:p>`;
  const xml = bodyXml(edit(body, remove(0, "abc")).clean);
  expect(xml).toContain("bookmarkStart");
  expect(xml).toContain("bookmarkEnd");
});

const FIELD = `${fld("begin")}${code(" PAGE ")}${fld("separate")}${r("12")}${fld("end")}`;

test("[EDT-35] a field goes with its whole result and is not cut", () => {
  const body = `<w:p>${r("page ")}${FIELD}${r(" of")}</w:p>`;
  expect(refusals(body, remove(0, "1"))).toEqual(["0 text PROTECTED_CONTENT"]);
  expect(refusals(body, remove(0, "page 1"))).toEqual(["0 text PROTECTED_CONTENT"]);
  expect(refusals(body, insert(0, { after: { match: "1" } }, "x"))).toEqual(["0 at PROTECTED_CONTENT"]);
  expect(refusals(body, format(0, "2", { bold: true }))).toEqual(["0 text PROTECTED_CONTENT"]);
  const gone = bodyXml(edit(body, remove(0, "page 12")).clean);
  expect(gone).toBe("<w:p><w:r><w:t> of</w:t></w:r></w:p>");
  expect(acceptedText(body, replace(0, "12", "13"))).toBe("page 13 of");
  const beside = bodyXml(edit(body, insert(0, { after: { match: "12" } }, "x")).redline);
  expect(beside).toContain('w:fldCharType="end"/></w:r><w:ins><w:r><w:t>x');
  const before = bodyXml(edit(body, insert(0, { before: { match: "12" } }, "x")).redline);
  expect(before).toContain('<w:t>x</w:t></w:r></w:ins><w:r><w:fldChar w:fldCharType="begin"/>');
});

test("[EDT-35] a simple field goes with its whole result", () => {
  const body = `<w:p>${r("page ")}<w:fldSimple w:instr=" PAGE ">${r("12")}</w:fldSimple>${r(" of")}</w:p>`;
  expect(refusals(body, remove(0, "1"))).toEqual(["0 text PROTECTED_CONTENT"]);
  expect(bodyXml(edit(body, remove(0, "12 ")).clean)).toBe(
    "<w:p><w:r><w:t>page </w:t></w:r><w:r><w:t>of</w:t></w:r></w:p>",
  );
  expect(acceptedText(body, insert(0, { after: { match: "12" } }, "x"))).toBe("page 12x of");
});

test("[EDT-40] start and end are before and behind a field without a result", () => {
  const field = `${fld("begin")}${code(" PAGE ")}${fld("end")}`;
  const body = `<w:p>${field}${r("a")}${field}</w:p><w:p>${field}</w:p>`;
  const marks = (index: number, where: string) =>
    bodyXml(edit(body, insert(index, where, "X")).clean)
      .split("</w:p>")
      [index]!.replaceAll(/<w:(t|instrText)>([^<]*)<[^>]*>|<w:fldChar w:fldCharType="(.)[^>]*>|<[^>]*>/g, "$2$3");
  expect([marks(0, "start"), marks(0, "end")]).toEqual(["Xb PAGE eab PAGE e", "b PAGE eab PAGE eX"]);
  expect([marks(1, "start"), marks(1, "end")]).toEqual(["Xb PAGE e", "b PAGE eX"]);
});

test("[EDT-91] right beside the result of a field at an end of a paragraph is the end itself", () => {
  const body = p(`${fld("begin")}${code(" PAGE ")}${fld("separate")}${r("12")}${fld("end")}`);
  const [beside, end] = [insert(0, { after: { match: "12" } }, "X"), insert(0, "end", "Y")];
  expect(acceptedText(body, beside, end)).toBe("12XY");
  expect(acceptedText(body, end, beside)).toBe("12YX");
  const link = { type: "add_hyperlink", paragraphs: at(0), url: "https://a.b/" };
  expect(bodyXml(edit(body, link, end).clean)).toMatch(/"end"\/><\/w:r><w:r><w:t>Y<\/w:t><\/w:r><\/w:p>/);
  expect(bodyXml(edit(body, link, insert(0, "start", "Y")).clean)).toMatch(/^<w:p><w:r><w:t>Y<\/w:t><\/w:r>/);
});

test("[EDT-34] the text of a link is ordinary text", () => {
  const link = `${fld("begin")}${code(' HYPERLINK "https://a.b/" ')}${fld("separate")}${r("the site")}${fld("end")}`;
  const body = `<w:p>${r("see ")}${link}${r(".")}</w:p>`;
  expect(acceptedText(body, replace(0, "site", "page"))).toBe("see the page.");
  expect(bodyXml(edit(body, replace(0, "the site", "it")).clean)).toContain("HYPERLINK");
  expect(bodyXml(edit(body, remove(0, "the site")).clean)).not.toContain("HYPERLINK");
  const element = `<w:p>${r("see ")}<w:hyperlink w:anchor="a">${r("the site")}</w:hyperlink>${r(".")}</w:p>`;
  expect(bodyXml(edit(element, replace(0, "the site", "it")).clean)).toContain("<w:t>it</w:t></w:r></w:hyperlink>");
  expect(bodyXml(edit(element, insert(0, { after: { match: "site" } }, "s")).clean)).toContain("</w:hyperlink><w:r>");
  expect(bodyXml(edit(element, remove(0, "the site")).clean)).not.toContain("hyperlink");
});

test("[EDT-34] what replaces text is in the link of the first replaced character, or in none as that", () => {
  const link = `<w:hyperlink w:anchor="a">${r("link")}</w:hyperlink>`;
  const field = `${fld("begin")}${code(' HYPERLINK "https://a.b/" ')}${fld("separate")}${r("link")}${fld("end")}`;
  for (const linked of [link, field]) {
    const body = `<w:p>${r("a ")}${linked}${r(" z")}</w:p>`;
    const isLink = (match: string) => /hyperlink|HYPERLINK/.test(bodyXml(edit(body, replace(0, match, "N")).clean));
    expect(["a link", "link", "link z", "a link z", "a li", "nk z"].map(isLink)).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
    ]);
  }
  const clean = (match: string) =>
    bodyXml(edit(`<w:p>${r("a ")}${link}${r(" z")}</w:p>`, replace(0, match, "N")).clean);
  const n = "<w:r><w:t>N</w:t></w:r>";
  expect(clean("a li")).toContain(`<w:p>${n}<w:hyperlink`);
  expect(clean("nk z")).toContain(`${n}</w:hyperlink></w:p>`);
});

test("[EDT-34] text put beside a link is outside it, whatever else begins or ends the link", () => {
  const marks = '<w:proofErr w:type="spellStart"/><w:bookmarkStart w:id="1" w:name="b"/><w:bookmarkEnd w:id="1"/>';
  const page = `${fld("begin")}${code(" PAGEREF a ")}${fld("separate")}${r("1")}${fld("end")}`;
  const body = `<w:p><w:hyperlink w:anchor="a">${marks}${r("link")}${page}${marks}</w:hyperlink></w:p>`;
  const at = (where: unknown) =>
    bodyXml(edit(body, insert(0, where, "X")).clean).replaceAll(/<w:(?!hyperlink)[^>]*>|<\/w:(?!hyperlink)[^>]*>/g, "");
  expect(at("end")).toMatch(/<\/w:hyperlink>X$/);
  expect(at("start")).toMatch(/^X<w:hyperlink/);
  expect(at({ before: { match: "link1" } })).toMatch(/^X<w:hyperlink/);
});

test("[EDT-34] behind a link whose last words were replaced is behind the link", () => {
  const style = '<w:rPr><w:rStyle w:val="Hyperlink"/><w:b/></w:rPr>';
  const run = (text: string) => `<w:r>${style}<w:t>${text}</w:t></w:r>`;
  const field = `${fld("begin")}${code(' HYPERLINK "https://a.b/" ')}${fld("separate")}${run("one")}${run("two")}${fld("end")}`;
  for (const link of [`<w:hyperlink w:anchor="a">${run("one")}${run("two")}</w:hyperlink>`, field]) {
    const { clean } = edit(`<w:p>${link}</w:p>`, replace(0, "two", "2"), insert(0, "end", "X"), insert(0, "end", "Y"));
    const xml = bodyXml(clean);
    expect(xml).toMatch(/(<\/w:hyperlink>|"end"\/><\/w:r>)<w:r>.*X.*Y<\/w:t><\/w:r><\/w:p>$/);
    expect(xml.slice(xml.indexOf("X") - 40)).not.toContain("rStyle");
  }
});

test("[EDT-40] beside a note's own mark nothing comes between it and its reference", () => {
  const noted =
    '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:sym w:font="Symbol" w:char="F02A"/></w:r>';
  const source = {
    body: `<w:p>${noted}${r("a")}</w:p>`,
    parts: { footnotes: `<w:footnote w:id="2">${p("x")}</w:footnote>` },
  };
  const { clean } = edit(source, insert(0, "start", "X"));
  expect(bodyXml(clean)).toMatch(/<w:t>X<\/w:t><\/w:r><w:r><w:footnoteReference[^>]*\/><w:sym/);
});

test("[EDT-34] white space between the elements of a run makes no difference", () => {
  const body = `<w:p>\n<w:hyperlink w:anchor="a">\n<w:r>\n<w:t>link</w:t>\n</w:r>\n</w:hyperlink>\n</w:p>`;
  expect(bodyXml(edit(body, insert(0, "end", "X")).clean)).toMatch(/<\/w:hyperlink>\s*<w:r><w:t>X/);
});

test("[EDT-40] a point found by text is right beside it, start and end are beyond what has no characters", () => {
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const source = {
    body: `<w:p>${note}${r("ab")}${note.replace("2", "3")}</w:p>`,
    parts: { footnotes: `<w:footnote w:id="2">${p("x")}</w:footnote><w:footnote w:id="3">${p("y")}</w:footnote>` },
  };
  const first = (...edits: Parameters<typeof edit> extends [unknown, ...infer Edits] ? Edits : never) =>
    acceptedText(source, ...edits).split("\n")[0];
  expect(first(insert(0, { after: { match: "b" } }, "X"))).toBe("(fn)abX(fn)");
  expect(first(insert(0, { before: { match: "a" } }, "X"))).toBe("(fn)Xab(fn)");
  expect(first(insert(0, "end", "X"), insert(0, { after: { match: "b" } }, "Y"), insert(0, "end", "Z"))).toBe(
    "(fn)abY(fn)XZ",
  );
  expect(first(insert(0, "start", "X"))).toBe("X(fn)ab(fn)");
});

test("[EDT-13] tracked changes of others are kept, around and inside what is edited", () => {
  const body = `<w:p>${r("a ")}${ins(1, "new text")}${del(2, "old")}${r(" z")}</w:p>`;
  checkEdit(body, [replace(0, "text", "word")], "a {+new [-text-]word+}[-old-] z");
  checkEdit(body, [insert(0, { after: { match: "new" } }, "er")], "a {+newer text+}[-old-] z");
  const { clean } = edit(body, replace(0, "text", "word"));
  expect(bodyXml(clean)).toContain("<w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:r><w:t>word</w:t></w:r><w:del>");
});

test("[EDT-50] formatting is a tracked change of properties, the later one wins", () => {
  const body = p("plain text");
  const { redline, clean } = edit(
    body,
    format(0, "plain", { bold: true }),
    format(0, "lain", { bold: false, italic: true }),
  );
  expect(bodyXml(clean)).toBe(
    '<w:p><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>p</w:t></w:r><w:r><w:rPr><w:b w:val="0"/><w:bCs w:val="0"/><w:i/><w:iCs/></w:rPr><w:t>lain</w:t></w:r><w:r><w:t> text</w:t></w:r></w:p>',
  );
  expect(bodyXml(redline).match(/rPrChange>/g)).toHaveLength(4);
});

test("[EDT-51] formatting without text is of whole paragraphs, marks included", () => {
  const { clean } = edit(p("one", "two") + p(), { type: "format", paragraphs: "all", format: { italic: true } });
  const run = (text: string) => `<w:r><w:rPr><w:i/><w:iCs/></w:rPr><w:t>${text}</w:t></w:r>`;
  const mark = "<w:pPr><w:rPr><w:i/><w:iCs/></w:rPr></w:pPr>";
  expect(bodyXml(clean)).toBe(`<w:p>${mark}${run("one")}${run("two")}</w:p><w:p>${mark}</w:p>`);
});

test("[EDT-51] text with a reading aid is formatted with its paragraph, the aid is not", () => {
  const body = `<w:p>${r("a")}<w:r><w:ruby><w:rubyPr/><w:rt>${r("aid")}</w:rt><w:rubyBase>${r("b")}</w:rubyBase></w:ruby></w:r></w:p>`;
  const { clean } = edit(body, { type: "format", paragraphs: at(0), format: { italic: true } });
  const italic = [...bodyXml(clean).matchAll(/<w:i\/><w:iCs\/><\/w:rPr><w:t>(\w+)/g)].map(([, text]) => text);
  expect(italic).toEqual(["a", "b"]);
});

test("[EDT-52] text with an undecided change of formatting is inserted again with that change and the new look", () => {
  const change = '<w:rPr><w:b/><w:rPrChange w:id="1" w:author="A"><w:rPr/></w:rPrChange></w:rPr>';
  const body = `<w:p><w:r>${change}<w:t>text</w:t></w:r></w:p>`;
  const { redline, clean } = edit(body, format(0, "ex", { italic: true }), format(0, "x", { bold: false }));
  expect(redlineText(redline)).toBe("t[-ex-]{+ex+}t");
  const looks = [...bodyXml(clean).matchAll(/<w:rPr>(.*?)<w:rPrChange><w:rPr\/><\/w:rPrChange><\/w:rPr><w:t>(\w)/g)];
  expect(looks.map(([, look, text]) => `${text} ${look}`)).toEqual([
    "t <w:b/>",
    "e <w:b/><w:i/><w:iCs/>",
    'x <w:b w:val="0"/><w:bCs w:val="0"/><w:i/><w:iCs/>',
    "t <w:b/>",
  ]);
  const marked = `<w:p><w:pPr>${change}</w:pPr><w:r>${change}<w:footnoteReference w:id="2"/></w:r>${r("a")}</w:p>`;
  const whole = { type: "format", paragraphs: at(0), format: { italic: true } };
  expect(bodyXml(edit(marked, whole).clean).match(/<w:i\/>/g)).toHaveLength(1);
  const inserted = `<w:p><w:ins w:id="2" w:author="B"><w:r>${change}<w:t>text</w:t></w:r></w:ins></w:p>`;
  expect(refusals(inserted, format(0, "text", { italic: true }))).toEqual(["0 text UNDECIDED_CHANGE"]);
  expect(acceptedText(body, replace(0, "ex", "as"))).toBe("tast");
});

test("[EDT-48] notes are inserted with their text, fields with their result", () => {
  const source = { body: p("see here"), parts: { settings: "" } };
  const note = [{ type: "footnote", content: "Said so." }];
  checkEdit(source, [insert(0, { after: { match: "see" } }, note)], "see{+(fn)+} here\nfootnote: {+ Said so.+}");
  expect(acceptedText(p("Page "), insert(0, "end", [{ type: "field", code: "PAGE" }]))).toBe("Page 1");
});

test("[EDT-49] page breaks and notes are for the body", () => {
  const source = {
    body: `${p("a")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: p("head") },
  };
  const inHeader = { index: 0, part: { kind: "header", type: "default", section: { number: 1 } } };
  const edits = (content: unknown) => ({ type: "insert", paragraphs: inHeader, at: "end", content });
  expect(refusals(source, edits([{ type: "break", kind: "page" }]))).toEqual(["0 content[0].kind NOT_ALLOWED_HERE"]);
  expect(refusals(source, edits([{ type: "footnote", content: "x" }]))).toEqual(["0 content[0] NOT_ALLOWED_HERE"]);
  checkEdit(source, [edits("er")], "a\nheader: head{+er+}");
});

test("[EDT-93] every refusal of a request is told at once, and nothing is done", () => {
  const edits = [remove(0, "nothing"), { type: "conjure" }, remove(7, "a"), remove(0, "a")];
  expect(refusals(p("a"), ...edits)).toEqual([
    "0 text.match TEXT_NOT_FOUND",
    "1 type UNKNOWN_TYPE",
    "2 paragraphs PARAGRAPH_NOT_FOUND",
  ]);
});

test("[EDT-102] a control whose text is edited loses its binding, which would undo the edit", () => {
  const control = (text: string) =>
    `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/></w:sdtPr><w:sdtContent>${r(text)}</w:sdtContent></w:sdt>`;
  const { clean } = edit(`<w:p>${control("one")}${control("two")}</w:p>`, replace(0, "one", "1"));
  expect(bodyXml(clean).match(/dataBinding/g)).toHaveLength(1);
});

test("[EDT-40] [EDT-100] text at an end whose text was deleted is not in the control or link that held it", () => {
  const control = (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const gone = del(1, "g");
  const atEnds = (body: string): string[] =>
    ["start", "end"].map((end) =>
      bodyXml(edit(`<w:p>${body}</w:p>`, remove(0, "a"), insert(0, end, "N")).clean).replaceAll(
        /<\/?w:([prt]|del|delText|sdtContent)>| w:anchor="x"|w:/g,
        "",
      ),
    );
  expect(atEnds(control(r("a")))).toEqual(["<sdt></sdt>N", "<sdt></sdt>N"]);
  expect(atEnds(`${control(r("a"))}${r("b")}`)).toEqual(["<sdt></sdt>Nb", "<sdt></sdt>bN"]);
  expect(atEnds(`${r("b")}${control(r("a"))}`)).toEqual(["Nb<sdt></sdt>", "bN<sdt></sdt>"]);
  expect(atEnds(`${control(r("a"))}${control(r("b"))}`)).toEqual([
    "<sdt></sdt><sdt>Nb</sdt>",
    "<sdt></sdt><sdt>bN</sdt>",
  ]);
  expect(atEnds(control(`${gone}${r("a")}`))).toEqual(["<sdt>g</sdt>N", "<sdt>g</sdt>N"]);
  const link = `<w:hyperlink w:anchor="x">${gone}${r("a")}</w:hyperlink>`;
  expect(atEnds(`${link}${r("b")}`)).toEqual(["<hyperlink>g</hyperlink>Nb", "<hyperlink>g</hyperlink>bN"]);
});

test("[EDT-44] the text before is that which stands there by then", () => {
  const body = `<w:p>${r("a ")}${boldRun("b")}${r(" c")}</w:p><w:p>${boldRun("d")}</w:p>`;
  const looks = (...edits: readonly Record<string, unknown>[]) =>
    bodyXml(edit(body, ...edits).clean).replaceAll(/<\/?w:[rpt]( [^>]*)?>/g, "");
  const italic = [{ text: "I", format: { italic: true } }];
  const slanted = "<w:rPr><w:i/><w:iCs/></w:rPr>";
  expect(
    looks(insert(0, { after: { match: "a " } }, italic), remove(0, "b"), insert(0, { before: { match: " c" } }, "X")),
  ).toContain(`${slanted}I${slanted}X c`);
  expect(looks(replace(1, "d", italic), insert(1, "start", "X"))).toContain("X");
  const join = { type: "join_paragraphs", paragraphs: { from: at(0), through: at(1) } };
  expect(looks(join, insert(1, { before: { match: "d" } }, "X"))).toContain(" cX<");
});

test("[EDT-34] a link goes when its text was deleted piece by piece", () => {
  const link = `${fld("begin")}${code(' HYPERLINK "https://example.org/" ')}${fld("separate")}${r("one two")}${fld("end")}`;
  const body = `<w:p>${r("a ")}${link}${r(" b")}</w:p>`;
  expect(bodyXml(edit(body, remove(0, "one "), remove(0, "two")).clean)).not.toContain("HYPERLINK");
  expect(bodyXml(edit(body, remove(0, "one "), replace(0, "two", "X")).clean)).toContain("HYPERLINK");
  const add = { type: "add_hyperlink", paragraphs: at(0), text: { match: "x y" }, url: "https://example.org/" };
  expect(refusals(p("x y z"), add, remove(0, "x"), remove(0, " y"))).toEqual(["2 text UNDEFINED_COMBINATION"]);
});
