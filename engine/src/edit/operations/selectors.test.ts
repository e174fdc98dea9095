// Tests selectors of text: case, overlaps, occurrences and the order of counting.

import { expect, test } from "vitest";
import { p, r } from "../../../testing/documents.ts";
import { acceptedText, checkEdit, refusals } from "../../../testing/edits.ts";
import { del, ins } from "../../../testing/redlines.ts";

const at = { index: 0 };
const remove = (match: unknown, more = {}, paragraphs: unknown = at) => ({
  type: "delete",
  paragraphs,
  text: { match, ...more },
});
const insertAfter = (match: string, content: unknown, more = {}) => ({
  type: "insert",
  paragraphs: "all",
  at: { after: { match, ...more } },
  content,
});

test("[EDT-29] matching is case-sensitive and never crosses a paragraph", () => {
  expect(refusals(p("Seller"), remove("seller"))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
  expect(refusals(p("ab") + p("cd"), remove("bc", {}, "all"))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
  expect(refusals(p("ab") + p("cd"), remove("b\nc", {}, "all"))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
});

test("[EDT-29] tabs and line breaks are matched by their escapes", () => {
  const body = `<w:p>${r("a")}<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:br/></w:r></w:p>`;
  expect(acceptedText(body, remove("a\tb\nc"))).toBe("↵");
  expect(acceptedText(body, remove("b\r\nc\r"))).toBe("a→");
  const page = `<w:p>${r("a")}<w:r><w:br w:type="page"/></w:r></w:p>`;
  expect(refusals(page, remove("\n"))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
});

test("[EDT-29] only uploaded text is matched: insertions of others are, deletions and what the request inserts are not", () => {
  const body = `<w:p>${ins(1, "new ")}${del(2, "old ")}${r("text")}</w:p>`;
  checkEdit(body, [remove("new te")], "{+[-new -]+}[-old te-]xt");
  expect(refusals(body, remove("old"))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
  expect(refusals(p("a"), insertAfter("a", "b"), remove("b"))).toEqual(["1 text.match TEXT_NOT_FOUND"]);
  expect(refusals(p("a"), insertAfter("a", "b"), remove("ab"))).toEqual(["1 text.match TEXT_NOT_FOUND"]);
});

test("[EDT-40] an insert applies once for each paragraph at its start or end, and once for each match", () => {
  const body = p("a b a") + p("a") + p();
  const insert = (where: unknown) => ({ type: "insert", paragraphs: "all", at: where, content: "x" });
  checkEdit(body, [insert("start")], "{+x+}a b a\n{+x+}a\n{+x+}");
  checkEdit(body, [insert("end")], "a b a{+x+}\na{+x+}\n{+x+}");
  checkEdit(body, [insertAfter("a", "x", { occurrence: "all" })], "a{+x+} b a{+x+}\na{+x+}\n");
  checkEdit(body, [insertAfter("a", "x", { occurrence: 3 })], "a b a\na{+x+}\n");
});

test("[EDT-31] of matches that overlap the first counts; all needs one, N that many", () => {
  checkEdit(p("aaaa a"), [remove("aa", { occurrence: "all" })], "[-aaaa-] a");
  expect(refusals(p("aaa"), remove("aa", { occurrence: 2 }))).toEqual(["0 text.occurrence OCCURRENCE_OUT_OF_RANGE"]);
  expect(refusals(p("b"), remove("a", { occurrence: "all" }))).toEqual(["0 text.match TEXT_NOT_FOUND"]);
  expect(refusals(p("b"), remove("b", { occurrence: 0 }))).toHaveLength(1);
  expect(refusals(p("b"), remove("b", { occurrence: 1.5 }))).toHaveLength(1);
});

test("[EDT-31] headers and footers are counted by section, default, first, even; a shared one at its first section", () => {
  const references = (...given: readonly (readonly [string, string, number])[]) =>
    given.map(([kind, type, number]) => `<w:${kind}Reference w:type="${type}" r:id="rId${kind}${number}"/>`).join("");
  const own = references(["header", "first", 2], ["footer", "default", 1], ["header", "default", 1]);
  const later = references(["header", "default", 3], ["footer", "even", 4]);
  const source = {
    body: `<w:p><w:pPr><w:sectPr>${own}<w:titlePg/></w:sectPr></w:pPr>${r("x")}</w:p>${p("x")}<w:sectPr>${later}</w:sectPr>`,
    parts: {
      header1: p("x"),
      header2: p("x"),
      header3: p("x"),
      footer1: p("x"),
      footer4: p("x"),
      settings: "<w:evenAndOddHeaders/>",
    },
  };
  const changed = (occurrence: number) => {
    const text = acceptedText(source, { ...insertAfter("x", "!", { occurrence }) }).split("\n");
    return text.find((line) => line.includes("!"));
  };
  expect(changed(1)).toBe("x!§");
  expect(changed(2)).toBe("x!");
  expect([3, 4, 5].map(changed)).toEqual(["header: x!", "header: x!", "footer: x!"]);
  expect([6, 7].map(changed)).toEqual(["header: x!", "footer: x!"]);
  expect(refusals(source, insertAfter("x", "!", { occurrence: 8 }))).toHaveLength(1);
});

test("[EDT-110] comments, links, splits and notes with a ref select one range or point", () => {
  const text = { match: "a", occurrence: "all" };
  const url = "https://a.b/";
  const linked = `<w:p>${r("a a")}</w:p>`;
  const refusedAs = (edit: object) => refusals(linked, { paragraphs: at, ...edit });
  expect(refusedAs({ type: "add_comment", text, content: "?" })).toEqual(["0 text TEXT_NOT_UNIQUE"]);
  for (const type of ["add_hyperlink", "set_hyperlink"]) {
    expect(refusedAs({ type, text, url })).toEqual(["0 text TEXT_NOT_UNIQUE"]);
  }
  expect(refusedAs({ type: "remove_hyperlink", text })).toEqual(["0 text TEXT_NOT_UNIQUE"]);
  expect(refusedAs({ type: "split_paragraph", at: { after: text } })).toContain("0 at TEXT_NOT_UNIQUE");
  const note = [{ type: "footnote", content: "x", ref: "n" }];
  expect(refusedAs({ type: "insert", at: { after: text }, content: note })).toEqual(["0 at INVALID_VALUE"]);
  expect(refusals(p("a") + p("b"), { type: "insert", paragraphs: "all", at: "end", content: note })).toEqual([
    "0 at INVALID_VALUE",
  ]);
});

test("[EDT-28] text of a paragraph that the request makes cannot be selected; the paragraph can be named", () => {
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at, position: "after" },
    new_paragraphs: [{ ref: "n", content: "new" }],
  };
  const made = { ref: "n" };
  const text = { match: "new" };
  const refusedAs = (edit: object) => refusals(p("a"), add, { paragraphs: made, ...edit });
  const url = "https://a.b/";
  expect(refusedAs({ type: "delete", text })).toEqual(["1 paragraphs NOT_ALLOWED_HERE"]);
  expect(refusedAs({ type: "format", text, format: { bold: true } })).toEqual(["1 paragraphs NOT_ALLOWED_HERE"]);
  expect(refusedAs({ type: "insert", at: { after: text }, content: "x" })).toEqual(["1 paragraphs NOT_ALLOWED_HERE"]);
  expect(refusedAs({ type: "split_paragraph", at: { after: { match: "n" } } })).toEqual([
    "1 paragraphs NOT_ALLOWED_HERE",
  ]);
  expect(refusedAs({ type: "add_comment", text, content: "x" })).toEqual(["1 text NOT_ALLOWED_HERE"]);
  expect(refusedAs({ type: "add_hyperlink", text, url })).toHaveLength(1);
  for (const edit of [
    { type: "format", format: { bold: true } },
    { type: "set_paragraph_format", paragraph_format: { alignment: "center" } },
    { type: "set_numbering", numbering: { action: "apply", preset: "decimal" } },
    { type: "add_comment", content: "x" },
    { type: "add_hyperlink", url },
    { type: "insert_section_break", section_type: "next_page" },
    { type: "insert", at: "start", content: "x" },
    { type: "insert", at: "end", content: "x" },
  ]) {
    expect([edit.type, refusedAs(edit)]).toEqual([edit.type, []]);
  }
});
