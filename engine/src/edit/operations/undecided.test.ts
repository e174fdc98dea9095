// Tests another author's undecided property changes: refused, or left out and listed (EDT-114).

import { expect, test } from "vitest";
import { p, r } from "../../../testing/documents.ts";
import { editSettled, refusals, refused } from "../../../testing/edits.ts";

const at = (index: number) => ({ index });
const made = 'w:id="7" w:author="Ann" w:date="2024-05-06T07:08:00Z"';
const changed = `<w:pPr><w:jc w:val="right"/><w:pPrChange ${made}><w:pPr/></w:pPrChange></w:pPr>`;
const open = (text: string) => `<w:p>${changed}${r(text)}</w:p>`;
/** Text that another author inserted and formatted cannot be deleted and inserted again. */
const look = `<w:rPr><w:b/><w:rPrChange ${made}><w:rPr/></w:rPrChange></w:rPr>`;
const openText = (text: string) => `<w:p><w:ins ${made}><w:r>${look}<w:t>${text}</w:t></w:r></w:ins></w:p>`;
const body = p("one") + open("two") + p("three");
const center = { type: "set_paragraph_format", paragraphs: "all", paragraph_format: { alignment: "center" } };

test("[EDT-114] without skip each place is refused by name", () => {
  expect(refusals(body, center)).toEqual(["0 paragraphs UNDECIDED_CHANGE"]);
  expect(refused(body, center).map(({ paragraphs }) => paragraphs)).toEqual([[at(1)]]);
  const split = { type: "split_paragraph", paragraphs: at(1), at: { before: { match: "w" } }, ref: "half" };
  for (const type of [{ ...center }, { type: "set_numbering", numbering: { action: "apply", preset: "decimal" } }]) {
    expect(refusals(body, split, { ...type, paragraphs: { ref: "half" } })).toEqual(["1 paragraphs UNDECIDED_CHANGE"]);
  }
});

test("[EDT-114] skip leaves paragraphs with undecided changes as they are, and lists them", () => {
  const { xml, results } = editSettled(body, center);
  expect(results).toEqual(["0: 2 in 0 2, not in 1"]);
  expect(xml.match(/"center"/g)).toHaveLength(2);
  expect(xml).toContain('<w:jc w:val="right"/><w:pPrChange><w:pPr/></w:pPrChange>');
  const numbering = { action: "apply", preset: "decimal" };
  expect(editSettled(body, { type: "set_numbering", paragraphs: "all", numbering }).results).toEqual([
    "0: 2 in 0 2, not in 1",
  ]);
  const parts = { styles: '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/></w:style>' };
  const style = { type: "set_paragraph_style", paragraphs: "all", style_id: "A", clear_direct_formatting: true };
  expect(editSettled({ body: body + openText("x"), parts }, style).results).toEqual(["0: 2 in 0 2, not in 1 3"]);
});

test("[EDT-114] an edit all of whose places are left out did nothing", () => {
  const only = { ...center, paragraphs: at(1) };
  expect(editSettled(body, only).results).toEqual(["0: 0 in, not in 1"]);
  const text = { type: "format", paragraphs: "all", text: { match: "x", occurrence: "all" }, format: { italic: true } };
  expect(editSettled(p("x y") + openText("x x"), text).results).toEqual(["0: 1 in 0, not in 1"]);
  expect(editSettled(openText("x"), text).results).toEqual(["0: 0 in, not in 0"]);
  const whole = { type: "format", paragraphs: "all", format: { italic: true } };
  const { xml, results } = editSettled(p("y") + openText("x"), whole);
  expect(results).toEqual(["0: 1 in 0, not in 1"]);
  expect(xml).toContain("<w:b/><w:rPrChange>");
});

test("[EDT-114] of sections the paragraph is listed that ends them", () => {
  const size = '<w:pgSz w:w="12240" w:h="15840"/>';
  const section = `<w:sectPr>${size}<w:sectPrChange ${made}><w:sectPr/></w:sectPrChange></w:sectPr>`;
  const source = `${p("a")}<w:p><w:pPr>${section}</w:pPr>${r("b")}</w:p>${p("c")}<w:sectPr>${size}</w:sectPr>`;
  const turn = { type: "set_page_setup", section: "all", page_setup: { orientation: "landscape" } };
  expect(refusals(source, turn)).toEqual(["0 section UNDECIDED_CHANGE"]);
  const { xml, results } = editSettled(source, turn);
  expect(results).toEqual(["0: 1 in, not in 1"]);
  expect(xml.match(/landscape/g)).toHaveLength(1);
});
