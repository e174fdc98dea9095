// Tests canonical lines: which markup differences count and which do not (EDT-101).

import { expect, test } from "vitest";
import { bodyStory, p, r } from "../../../testing/documents.ts";
import { ins } from "../../../testing/redlines.ts";
import { type CanonicalLine, linesBelow } from "./canonical-lines.ts";
import { keepsMarks } from "./kept-marks.ts";

function lines(body: string): CanonicalLine[] {
  const { tree, root } = bodyStory(body);
  return linesBelow({ tree, isKnown: () => false, isIgnored: () => false }, root);
}

test("[EDT-101] how runs and wrappers are cut, what they are called and empty properties make no difference", () => {
  const whole = lines(`<w:p w14:paraId="11111111">${r("one two")}${ins(1, "new text")}</w:p>`);
  const cut = lines(`<w:p><w:pPr><w:rPr/></w:pPr>${r("one ")}${r("two")}${ins(3, "new ")}${ins(4, "text")}</w:p>`);
  expect(cut).toEqual(whole);
});

test("[EDT-101] text, properties, authors and structure do", () => {
  const known = [
    p("a"),
    p("b"),
    p("a") + p(),
    `<w:p><w:pPr><w:jc w:val="left"/></w:pPr>${r("a")}</w:p>`,
    `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r></w:p>`,
    `<w:p>${ins(1, "a")}</w:p>`,
    `<w:p>${ins(1, "a", 'w:author="Bob" w:date="2026-01-02T03:04:05Z"')}</w:p>`,
    `<w:tbl><w:tr><w:tc>${p("a")}</w:tc></w:tr></w:tbl>`,
  ].map((body) => JSON.stringify(lines(body)));
  expect(new Set(known).size).toBe(known.length);
});

test("[EDT-101] bookmarks and comment anchors are all there, in their order, whatever else came", () => {
  const [one, two] = ["1", "2"].map((id) => `<w:bookmarkStart w:id="${id}" w:name="b${id}"/>`) as [string, string];
  const keeps = (before: string, after: string) => keepsMarks(bodyStory(before).tree, bodyStory(after).tree);
  expect(keeps(p("a"), p("a"))).toBe(true);
  expect(keeps(p(one, "a", two), p(one, "x", two))).toBe(true);
  expect(keeps(p(one), p(two, one))).toBe(true);
  expect(keeps(p(one, two), p(one))).toBe(false);
  expect(keeps(p(one, two), p(two, one))).toBe(false);
  expect(keeps(p(one), p(one, one))).toBe(false);
});

test("[EDT-101] a simple field reads as the complex one that says the same", () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const simple = `<w:p><w:fldSimple w:instr=" PAGE ">${r("1")}</w:fldSimple></w:p>`;
  const complex = `<w:p>${mark("begin")}<w:r><w:instrText> PAGE </w:instrText></w:r>${mark("separate")}${r("1")}${mark("end")}</w:p>`;
  expect(lines(simple)).toEqual(lines(complex));
});
