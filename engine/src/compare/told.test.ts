// Tests the JSON, the Markdown and the summary of a comparison.
//
// There is one probe for each fault that readers found in them.

import { describe, expect, test } from "vitest";
import { renderComparison } from "../../testing/comparisons.ts";
import { p, r, tbl } from "../../testing/documents.ts";
import { abstractList, list } from "../../testing/lists.ts";

const FIRST = "The Seller shall deliver the goods within thirty days.";
const SECOND = "The Purchaser shall pay each invoice without deduction.";

describe("the JSON tells all that the summary counts, and the Markdown all of its text (fault 8)", () => {
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const footnotes = (text: string): string => `<w:footnote w:id="2">${p(text)}</w:footnote>`;

  test("what was edited in a note", () => {
    const source = (text: string) => ({ body: p(FIRST, note), parts: { footnotes: footnotes(text) } });
    const { redline, markdown } = renderComparison(source("See the policy."), source("See the plan."));
    expect(redline.summary).toMatchObject({ insertions: 1, deletions: 1 });
    expect(redline.notes).toMatchObject([{ kind: "footnote", number: 1 }]);
    expect(markdown).toContain("plan");
  });

  test("formatting, with its text and what differs", () => {
    const bold = `<w:r><w:rPr><w:b/></w:rPr><w:t>${FIRST}</w:t></w:r>`;
    const { redline } = renderComparison(p(r(FIRST)), p(bold));
    expect(redline.summary).toMatchObject({ insertions: 0, deletions: 0, formats: 1 });
    expect(redline.format_changes).toMatchObject([{ text: FIRST, property: "formatting", after: { bold: true } }]);
  });

  test("comments, and notices in words", () => {
    const comments = `<w:comment w:id="0" w:author="Bob">${p("Why?")}</w:comment>`;
    const about = `<w:commentRangeStart w:id="0"/>${r(FIRST)}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`;
    const commented = { body: p(about), parts: { comments } };
    expect(renderComparison(p(FIRST), commented).redline.comments).toMatchObject([
      { text: "Why?", anchor_text: FIRST },
    ]);
    const { redline } = renderComparison(commented, p(FIRST));
    expect(redline.notices).toMatchObject([{ code: "COMMENTS_LEFT_OUT", source: "original", count: 1 }]);
  });

  test("the number that a deleted clause had", () => {
    const numbering = abstractList(0, ["%1. decimal"]) + list(1, 0);
    const clause = (text: string): string => p('<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', r(text));
    const source = (...texts: readonly string[]) => ({
      body: texts.map(clause).join("") + p("End"),
      parts: { numbering },
    });
    const { redline } = renderComparison(source("One.", "Two.", "Three."), source("One.", "Three."));
    expect(redline.blocks.map((block) => ("number" in block ? block.number : ""))).toEqual(["1.", "2.", "2.", ""]);
  });
});

describe("the summary counts as a reader does (fault 15)", () => {
  test("an appended paragraph is one insertion", () => {
    expect(renderComparison(p(FIRST), p(FIRST) + p(SECOND)).redline.summary).toMatchObject({
      insertions: 1,
      deletions: 0,
    });
  });

  test("a column is one", () => {
    const rows = (...cells: readonly string[]): string =>
      tbl(...["Steel", "Wire", "Tools"].map((name) => [p(name), ...cells.map((text) => p(text))]));
    expect(renderComparison(rows("10") + p(""), rows("10", "20") + p("")).redline.summary).toMatchObject({
      insertions: 1,
      deletions: 0,
    });
  });

  test("white space at the end, quotes and dashes may be left out", () => {
    const unchanged = { insertions: 0, deletions: 0 };
    const spaced = renderComparison(p(`${FIRST} `), p(FIRST), { ignoreWhitespace: true });
    expect(spaced.redline.summary).toMatchObject(unchanged);
    const typed = renderComparison(p('The "Term" - two years'), p("The \u201cTerm\u201d \u2013 two years"), {
      ignoreTypography: true,
    });
    expect(typed.redline.summary).toMatchObject(unchanged);
  });

  test("the Markdown says who and when once, not at every change", () => {
    const words = FIRST.split(" ");
    const edited = words.map((word, at) => (at % 3 === 0 ? "Other" : word)).join(" ");
    const { markdown } = renderComparison(p(FIRST), p(edited));
    expect(markdown.match(/2026-01-02T03:04:05Z/g)).toHaveLength(1);
  });
});
