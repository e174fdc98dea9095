// Tests set_paragraph_style and set_paragraph_format.

import { expect, test } from "vitest";
import { p, r } from "../../../../testing/documents.ts";
import { bodyXml, edit, refusals } from "../../../../testing/edits.ts";

const styles = ["A", "B"]
  .map((id) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`)
  .join("");
const at = (index: number) => ({ index });
const style = (paragraphs: unknown, style_id: string, more = {}) => ({
  type: "set_paragraph_style",
  paragraphs,
  style_id,
  ...more,
});
const shape = (paragraphs: unknown, paragraph_format: object) => ({
  type: "set_paragraph_format",
  paragraphs,
  paragraph_format,
});

test("[EDT-74] a style is set as a tracked change of the paragraph's properties", () => {
  const source = {
    body: `<w:p><w:pPr><w:pStyle w:val="A"/><w:jc w:val="center"/></w:pPr>${r("a")}</w:p>`,
    parts: { styles },
  };
  expect(bodyXml(edit(source, style(at(0), "B")).redline)).toBe(
    '<w:p><w:pPr><w:pStyle w:val="B"/><w:jc w:val="center"/><w:pPrChange><w:pPr><w:pStyle w:val="A"/><w:jc w:val="center"/></w:pPr></w:pPrChange></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
  );
  expect(refusals(source, style(at(0), "C"))).toEqual(["0 style_id STYLE_NOT_FOUND"]);
});

test("[EDT-75] clearing removes direct settings of the paragraph and of its text, tracked", () => {
  const run = "<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r>";
  const source = { body: `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run}</w:p>`, parts: { styles } };
  const { clean, redline } = edit(source, style(at(0), "B", { clear_direct_formatting: true }));
  expect(bodyXml(clean)).toBe('<w:p><w:pPr><w:pStyle w:val="B"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>');
  expect(bodyXml(redline)).toContain("<w:rPrChange><w:rPr><w:b/></w:rPr></w:rPrChange>");
});

test("[EDT-60] a value sets, null removes the direct setting, what is left out stays; the later edit wins", () => {
  const source = `<w:p><w:pPr><w:keepNext/><w:jc w:val="center"/></w:pPr>${r("a")}</w:p>`;
  const edits = [
    shape("all", { alignment: "left", keep_with_next: null }),
    shape("all", { alignment: "right", space_after: 6 }),
  ];
  const { clean, redline } = edit(source, ...edits);
  expect(bodyXml(clean)).toBe(
    '<w:p><w:pPr><w:spacing w:after="120"/><w:jc w:val="right"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
  );
  expect(bodyXml(redline).match(/<w:pPrChange>/g)).toHaveLength(1);
});

test("[EDT-52] a paragraph with an undecided change of its properties is not changed again", () => {
  const change =
    '<w:pPr><w:jc w:val="left"/><w:pPrChange w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:pPr/></w:pPrChange></w:pPr>';
  expect(refusals(`<w:p>${change}${r("a")}</w:p>`, shape(at(0), { alignment: "right" }))).toEqual([
    "0 paragraphs UNDECIDED_CHANGE",
  ]);
  const numbering =
    '<w:pPr><w:numPr><w:numId w:val="0"/><w:numberingChange w:id="1" w:author="A" w:original="%1:1:0:."/></w:numPr></w:pPr>';
  expect(refusals(`<w:p>${numbering}${r("a")}</w:p>`, shape(at(0), { alignment: "right" }))).toEqual([
    "0 paragraphs UNDECIDED_CHANGE",
  ]);
});

test("[EDT-52] nor is the second half of such a paragraph", () => {
  const change =
    '<w:pPr><w:jc w:val="left"/><w:pPrChange w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:pPr/></w:pPrChange></w:pPr>';
  const split = { type: "split_paragraph", paragraphs: at(0), at: { before: { match: "b" } }, ref: "half" };
  expect(refusals(`<w:p>${change}${r("ab")}</w:p>`, split, shape({ ref: "half" }, { alignment: "right" }))).toEqual([
    "1 paragraphs UNDECIDED_CHANGE",
  ]);
});

test("[EDT-27] a paragraph that the request makes is changed without a trace of what it was before", () => {
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "new", ref: "n" }],
  };
  const { redline } = edit(p("a") + p("b"), add, shape({ ref: "n" }, { alignment: "center" }), {
    type: "format",
    paragraphs: { ref: "n" },
    format: { bold: true },
  });
  expect(bodyXml(redline)).toContain(
    '<w:p><w:pPr><w:jc w:val="center"/><w:rPr><w:ins/><w:b/><w:bCs/></w:rPr></w:pPr><w:ins><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>new',
  );
});
