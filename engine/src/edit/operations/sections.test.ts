// Tests insert_section_break, remove_section_break and set_page_setup.

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../testing/documents.ts";
import { acceptedText, bodyXml, edit, refusals, refused } from "../../../testing/edits.ts";
import { sectionsOf } from "../../document/sections.ts";
import { bodyOf } from "../../document/text/stories.ts";

const at = (index: number) => ({ index });
const breakAfter = (index: number, section_type = "next_page", more = {}) => ({
  type: "insert_section_break",
  paragraphs: at(index),
  section_type,
  ...more,
});
const unbreak = (number: number) => ({ type: "remove_section_break", section: { number } });
const pages = (section: unknown, page_setup: object) => ({ type: "set_page_setup", section, page_setup });
const size = '<w:pgSz w:w="12240" w:h="15840"/>';
const last = `<w:sectPr>${size}</w:sectPr>`;
const ending = (text: string, section = size) => `<w:p><w:pPr><w:sectPr>${section}</w:sectPr></w:pPr>${r(text)}</w:p>`;

const sectionTypes = (document: Parameters<typeof sectionsOf>[0]) =>
  sectionsOf(document, bodyOf(document)!).map(({ type }) => type);

test("[EDT-77] a break is an inserted mark with the section before it; the old mark goes, so no paragraph comes", () => {
  const { redline, clean } = edit(`${p("a")}${p("b")}${last}`, breakAfter(0));
  expect(bodyXml(redline)).toBe(
    `<w:p><w:pPr><w:rPr><w:ins/></w:rPr><w:sectPr>${size}</w:sectPr></w:pPr>${plain("a")}</w:p><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:p>${p("b").replaceAll(' xml:space="preserve"', "")}${last}`,
  );
  expect(bodyXml(clean)).toBe(
    `<w:p><w:pPr><w:sectPr>${size}</w:sectPr></w:pPr>${plain("a")}</w:p><w:p>${plain("b")}</w:p>${last}`,
  );
});

test("[EDT-77] no paragraph comes at the end of a content control either, while something follows behind it", () => {
  const control = `<w:sdt><w:sdtContent>${p("a")}</w:sdtContent></w:sdt>`;
  const { clean } = edit(`${control}${tbl([p("x")])}${p("z")}${last}`, breakAfter(0));
  expect(bodyXml(clean)).toContain(`${plain("a")}</w:p></w:sdtContent></w:sdt><w:tbl>`);
});

const plain = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

test("[EDT-77] how the section behind the break begins is a tracked change of that section", () => {
  const { redline, clean } = edit(`${p("a")}${p("b")}${last}`, breakAfter(0, "continuous"));
  expect(sectionTypes(clean)).toEqual(["nextPage", "continuous"]);
  expect(bodyXml(redline)).toContain(
    `<w:sectPr><w:type w:val="continuous"/>${size}<w:sectPrChange><w:sectPr>${size}</w:sectPr></w:sectPrChange></w:sectPr>`,
  );
});

test("[EDT-77] behind the last paragraph, and behind one that ends a section, an empty paragraph is the new section", () => {
  expect(sectionTypes(edit(`${p("a")}${last}`, breakAfter(0, "odd_page")).clean)).toEqual(["nextPage", "oddPage"]);
  expect(sectionTypes(edit(`${ending("a")}${p("b")}${last}`, breakAfter(0, "even_page")).clean)).toEqual([
    "nextPage",
    "evenPage",
    "nextPage",
  ]);
  expect(sectionTypes(edit(`${p("a")}${tbl([p("c")])}${p("b")}`, breakAfter(0, "continuous")).clean)).toEqual([
    "nextPage",
    "continuous",
  ]);
});

test("[EDT-67] the section behind a new break has a paragraph, also where another deleted all that follows", () => {
  const going = (content: string) => `<w:p><w:pPr><w:rPr>${mark}</w:rPr></w:pPr>${content}</w:p>`;
  const mark = '<w:del w:id="90" w:author="Cy"/>';
  const deleted = '<w:del w:id="91" w:author="Cy"><w:r><w:delText>b</w:delText></w:r></w:del>';
  expect(acceptedText(`${p("a")}${going(deleted)}${going("")}${last}`, breakAfter(0))).toBe("a§\n");
  expect(acceptedText(`${p("a")}${going(deleted)}${going(r("c"))}${last}`, breakAfter(0))).toBe("a§\nc");
});

test("[EDT-77] a section ends in the body outside tables, and not with a mark that another deletes", () => {
  expect(refusals(`${tbl([p("c")])}${p("b")}`, breakAfter(0))).toEqual(["0 paragraphs NOT_ALLOWED_HERE"]);
  const source = {
    body: `${p("a")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: p("h") },
  };
  const inHeader = { index: 0, part: { kind: "header", section: { number: 1 } } };
  expect(refusals(source, { ...breakAfter(0), paragraphs: inHeader })).toEqual(["0 paragraphs NOT_ALLOWED_HERE"]);
  const deleted = `<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="B"/></w:rPr></w:pPr>${r("a")}</w:p>${p("b")}`;
  expect(refusals(deleted, breakAfter(0))).toEqual(["0 paragraphs UNDEFINED_COMBINATION"]);
  const half = { type: "split_paragraph", paragraphs: at(0), at: { after: { match: "a" } }, ref: "n" };
  const behindHalf = { ...breakAfter(0), paragraphs: { ref: "n" } };
  expect(refusals(deleted.replace(r("a"), r("ab")), half, behindHalf)).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(p("ab") + p("b"), half, behindHalf)).toEqual([]);
  const cell = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  };
  expect(refusals(`${tbl([p("c")])}${p("b")}`, cell, { ...breakAfter(0), paragraphs: { ref: "n" } })).toEqual([
    "1 paragraphs NOT_ALLOWED_HERE",
  ]);
});

test("[EDT-77] a new paragraph can end a section; repeating a break repeats it", () => {
  const added = (index: number) => ({
    type: "insert_paragraphs",
    destination: { paragraph: at(index), position: "after" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  });
  const named = { ...breakAfter(0, "continuous"), paragraphs: { ref: "n" } };
  expect(sectionTypes(edit(`${p("a")}${p("b")}${last}`, added(0), named).clean)).toEqual(["nextPage", "continuous"]);
  expect(sectionTypes(edit(`${p("a")}${p("b")}${last}`, added(1), named).clean)).toEqual(["nextPage", "continuous"]);
  expect(sectionTypes(edit(`${p("a")}${p("b")}${last}`, breakAfter(0), breakAfter(0, "odd_page")).clean)).toEqual([
    "nextPage",
    "nextPage",
    "oddPage",
  ]);
});

test("[EDT-5] the new section is named by its ref, the one before by the number; both show the same header", () => {
  const source = {
    body: `${p("a")}${p("b")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/>${size}</w:sectPr>`,
    parts: { header1: p("h") },
  };
  const { clean } = edit(
    source,
    breakAfter(0, "next_page", { ref: "annex" }),
    pages({ ref: "annex" }, { orientation: "landscape" }),
    pages({ number: 1 }, { margins: { left: 54 } }),
  );
  const [first, second] = sectionsOf(clean, bodyOf(clean)!);
  expect([first!.pageSetup.orientation, second!.pageSetup.orientation]).toEqual(["portrait", "landscape"]);
  expect([first!.pageSetup.margins.left, second!.pageSetup.margins.left]).toEqual([1080, undefined]);
  expect([first!.shown[0]!.part, second!.shown[0]!.part]).toEqual(["word/header1.xml", "word/header1.xml"]);
});

test("[EDT-5] of two breaks in one section each names the section behind it, in any order", () => {
  const body = `${p("a")}${p("b")}${p("c")}${last}`;
  const wide = (ref: string) => pages({ ref }, { margins: { left: ref === "x" ? 10 : 20 } });
  const lefts = (...edits: object[]) => {
    const { clean } = edit(body, ...(edits as Record<string, unknown>[]));
    return sectionsOf(clean, bodyOf(clean)!).map(({ pageSetup }) => pageSetup.margins.left);
  };
  const [x, y] = [breakAfter(0, "next_page", { ref: "x" }), breakAfter(1, "next_page", { ref: "y" })];
  expect(lefts(x, y, wide("x"), wide("y"))).toEqual([undefined, 200, 400]);
  expect(lefts(y, x, wide("x"), wide("y"))).toEqual([undefined, 200, 400]);
});

test("[EDT-78] removing a break deletes its mark behind a new one; the text stays and takes the next section's setup", () => {
  const body = `${ending("a")}${p("b")}<w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr>`;
  const { redline, clean } = edit(body, unbreak(1));
  expect(bodyXml(redline)).toContain(
    `<w:p><w:pPr><w:rPr><w:ins/></w:rPr></w:pPr>${plain("a")}</w:p><w:p><w:pPr><w:rPr><w:del/></w:rPr><w:sectPr>${size}</w:sectPr></w:pPr></w:p>`,
  );
  expect(bodyXml(clean)).toBe(
    `<w:p>${plain("a")}</w:p><w:p>${plain("b")}</w:p><w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr>`,
  );
  expect(sectionTypes(edit(`${ending("a")}${tbl([p("c")])}${p("b")}${last}`, unbreak(1)).clean)).toHaveLength(1);
});

test("[EDT-78] the last section is refused, and what is said of a removed section", () => {
  const body = `${ending("a")}${p("b")}${last}`;
  expect(refusals(body, unbreak(2))).toEqual(["0 section NOT_ALLOWED_HERE"]);
  expect(refusals(body, unbreak(3))).toEqual(["0 section SECTION_NOT_FOUND"]);
  expect(refusals(body, unbreak(1), unbreak(1))).toEqual(["1 section TARGET_REMOVED"]);
  expect(refusals(body, unbreak(1), pages({ number: 1 }, { different_first_page: true }))).toEqual([
    "1 section TARGET_REMOVED",
  ]);
});

test("[EDT-78] of a paragraph that is deleted the end of a section stays, and when that goes an empty paragraph", () => {
  const body = `${p("x")}${ending("a")}${p("b")}${last}`;
  const gone = { type: "delete_paragraphs", paragraphs: at(1) };
  const moved = { type: "move_paragraphs", paragraphs: at(1), destination: { paragraph: at(2), position: "after" } };
  expect(acceptedText(body, gone, unbreak(1))).toBe("x\n\nb");
  expect(acceptedText(body, unbreak(1), gone)).toBe("x\nb");
  expect(acceptedText(body, moved, unbreak(1))).toBe("x\n\nb\na");
  expect(acceptedText(body, unbreak(1), moved)).toBe("x\nb\na");
  expect(sectionTypes(edit(body, gone, unbreak(1)).clean)).toHaveLength(1);
  expect(sectionTypes(edit(body, unbreak(1), gone).clean)).toHaveLength(1);
});

test("[EDT-78] a break that the request puts into a section goes again", () => {
  const { clean } = edit(`${p("a")}${p("b")}${ending("c")}${p("d")}${last}`, breakAfter(0), unbreak(1));
  expect(sectionTypes(clean)).toHaveLength(2);
});

test("[EDT-79] pages are set as a tracked change of the section", () => {
  const body = `${p("a")}<w:sectPr>${size}<w:titlePg/></w:sectPr>`;
  const change = pages({ number: 1 }, { orientation: "landscape", page_numbering: { start: 3 } });
  expect(bodyXml(edit(body, change).redline)).toContain(
    `<w:sectPr><w:pgSz w:w="15840" w:h="12240" w:orient="landscape"/><w:pgNumType w:start="3"/><w:titlePg/><w:sectPrChange><w:sectPr>${size}<w:titlePg/></w:sectPr></w:sectPrChange></w:sectPr>`,
  );
});

test("[EDT-79] all and lists name several sections; a body without properties of its section gets them", () => {
  const body = `${ending("a")}${p("b")}${last}`;
  const setup = { different_first_page: true };
  for (const section of ["all", [{ number: 1 }, { number: 2 }, { number: 1 }]]) {
    const { clean } = edit(body, pages(section, setup));
    expect(sectionsOf(clean, bodyOf(clean)!).map(({ hasTitlePage }) => hasTitlePage)).toEqual([true, true]);
  }
  expect(bodyXml(edit(p("a"), pages("all", { orientation: "landscape" })).clean)).toContain(
    '<w:sectPr><w:pgSz w:w="15840" w:h="12240" w:orient="landscape"/></w:sectPr>',
  );
  expect(refusals(body, pages([{ number: 1 }, { number: 4 }], setup))).toEqual(["0 section[1] SECTION_NOT_FOUND"]);
});

test("[EDT-79] a section with an undecided change is not changed again; the request's own changes are one", () => {
  const kept = '<w:sectPrChange w:id="1" w:author="B"><w:sectPr/></w:sectPrChange>';
  const body = `${p("a")}<w:sectPr>${size}${kept}</w:sectPr>`;
  expect(refusals(body, pages("all", { orientation: "landscape" }))).toEqual(["0 section UNDECIDED_CHANGE"]);
  expect(refusals(body, breakAfter(0))).toEqual(["0 paragraphs UNDECIDED_CHANGE"]);
  const added = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "before" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  };
  expect(refusals(body, added, { ...breakAfter(0), paragraphs: { ref: "n" } })).toEqual([
    "1 paragraphs UNDECIDED_CHANGE",
  ]);
  const twice = edit(`${p("a")}${last}`, pages("all", { paper: "a4" }), pages("all", { paper: "legal" }));
  expect(bodyXml(twice.redline).match(/sectPrChange>/g)).toHaveLength(2);
});

test("[EDT-78] the break that ends a new section goes, wherever it came from", () => {
  const body = `${p("a")}${p("b")}${ending("c")}${p("d")}${last}`;
  const removal = (ref: string) => ({ type: "remove_section_break", section: { ref } });
  const cut = breakAfter(0, "continuous", { ref: "x" });
  expect(acceptedText(body, cut, removal("x"))).toBe("a§\nb\nc\nd");
  expect(acceptedText(body, cut, breakAfter(1, "next_page", { ref: "y" }), removal("x"))).toBe("a§\nb\nc§\nd");
  expect(acceptedText(body, cut, unbreak(1))).toBe("a\nb\nc§\nd");
  expect(refusals(body, breakAfter(3, "next_page", { ref: "x" }), removal("x"))).toEqual([
    "1 section NOT_ALLOWED_HERE",
  ]);
  expect(refusals(body, cut, removal("x"), removal("x"))).toEqual(["2 section TARGET_REMOVED"]);
});

test("[EDT-5] a new section names the parts that it shows with the one it was split from", () => {
  const reference = '<w:headerReference w:type="default" r:id="rIdheader1"/>';
  const source = {
    body: `${ending("x", size)}${p("a")}${p("b")}<w:sectPr>${reference}</w:sectPr>`,
    parts: { header1: p("head") },
  };
  const cut = breakAfter(1, "next_page", { ref: "s" });
  const part = { kind: "header", type: "default", section: { ref: "s" } };
  const insert = { type: "insert", paragraphs: { index: 0, part }, at: "end", content: "er" };
  expect(acceptedText(source, cut, insert)).toBe("x§\na§\nb\nheader: header");
  expect(acceptedText(source, cut, { ...insert, paragraphs: { all: true, part } })).toBe("x§\na§\nb\nheader: header");
  const inFirst = { ...part, type: "first" };
  expect(refusals(source, cut, { ...insert, paragraphs: { index: 0, part: inFirst } })).toEqual([
    "1 paragraphs.part PART_NOT_FOUND",
  ]);
  const news = {
    type: "insert_paragraphs",
    destination: { paragraph: { index: 2 }, position: "before" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  };
  const behindNew = { ...breakAfter(0, "next_page", { ref: "s" }), paragraphs: { ref: "n" } };
  expect(acceptedText(source, news, behindNew, insert)).toBe("x§\na\nn§\nb\nheader: header");
});

test("[EDT-13] a break whose mark another inserted is not removed before that is decided", () => {
  const mark = '<w:rPr><w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"/></w:rPr>';
  const body = `<w:p><w:pPr>${mark}<w:sectPr/></w:pPr></w:p>${p("b")}`;
  expect(refusals(body, { type: "remove_section_break", section: { number: 1 } })).toEqual([
    "0 section UNDEFINED_COMBINATION",
  ]);
});

test("[EDT-77] behind a break that ends what is left of the body comes a paragraph", () => {
  const remove = (index: number) => ({ type: "delete_paragraphs", paragraphs: at(index) });
  const move = { type: "move_paragraphs", paragraphs: at(1), destination: { paragraph: at(0), position: "before" } };
  const body = `${p("a")}${p("b")}${last}`;
  const ends = (...edits: readonly Record<string, unknown>[]) =>
    bodyXml(edit(body, ...edits).clean)
      .replaceAll(`<w:pPr><w:sectPr>${size}</w:sectPr></w:pPr>`, "|")
      .replaceAll("<w:pPr/>", "");
  expect(ends(remove(1), breakAfter(0))).toBe(`<w:p>|${plain("a")}</w:p><w:p></w:p>${last}`);
  expect(ends(breakAfter(0), remove(1))).toBe(`<w:p>|${plain("a")}</w:p><w:p></w:p>${last}`);
  expect(ends(move, breakAfter(0))).toBe(`<w:p>${plain("b")}</w:p><w:p>|${plain("a")}</w:p><w:p></w:p>${last}`);
});

test("[EDT-67] the last section keeps a paragraph", () => {
  const { clean } = edit(`${ending("a")}${p("b")}${last}`, { type: "delete_paragraphs", paragraphs: at(1) });
  expect(bodyXml(clean)).toMatch(/<\/w:p><w:p><\/w:p><w:sectPr>/);
  const table = `${ending("a")}${p("b")}${tbl([p("c")])}${p("d")}${last}`;
  expect(acceptedText(table, { type: "delete_paragraphs", paragraphs: at(1) })).toBe("a§\nrow: c\nd");
});

test.each(["del", "moveFrom"])(
  "[EDT-67] the last section keeps a paragraph where another's undecided %s takes the others",
  (name) => {
    const by = 'w:author="Bo" w:date="2024-01-02T03:04:00Z"';
    const text = name === "del" ? r("b").replaceAll("w:t>", "w:delText>").replace("<w:t ", "<w:delText ") : r("b");
    const gone = `<w:p><w:pPr><w:rPr><w:${name} w:id="81" ${by}/></w:rPr></w:pPr><w:${name} w:id="82" ${by}>${text}</w:${name}></w:p>`;
    const moved = `<w:moveFromRangeStart w:id="83" w:name="m" ${by}/>${gone}<w:moveFromRangeEnd w:id="83"/>`;
    const body = `${p("x")}${ending("a")}${name === "del" ? gone : moved}${p("c")}${last}`;
    const move = { type: "move_paragraphs", paragraphs: at(3), destination: { paragraph: at(0), position: "after" } };
    expect(acceptedText(body, { type: "delete_paragraphs", paragraphs: at(3) })).toBe("x\na§\n");
    expect(acceptedText(body, move)).toBe("x\nc\na§\n");
  },
);

test.each(["left", "right", "header", "footer", "gutter"])(
  "[EDT-79] a negative %s margin is refused in words",
  (side) => {
    const [refusal] = refused(`${p("a")}${last}`, pages("all", { margins: { [side]: -1 } }));
    expect(refusal).toEqual({
      edit: 0,
      field: `edits[0].page_setup.margins.${side}`,
      reason: "INVALID_VALUE",
      message: `\`${side}\` must be a number of points from 0 to 1584.`,
    });
  },
);

test("[EDT-79] a negative margin at the top and bottom is written", () => {
  const { clean } = edit(`${p("a")}${last}`, pages("all", { margins: { top: -36, bottom: -18 } }));
  expect(bodyXml(clean)).toContain('w:top="-720" w:right="1440" w:bottom="-360"');
});
