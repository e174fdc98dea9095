// Tests comparisons that are hard to write: the redline becomes coarser there, and is never wrong.

import { describe, expect, test } from "vitest";
import { checkSound, compare, type Source } from "../../testing/comparisons.ts";
import { p, r, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { bodyOf } from "../document/text/stories.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { readView } from "../revisions/view.ts";

const ONE = tbl([p("First table"), p("one")]);
const TWO = tbl([p("Second table"), p("two")]);

/** Returns the paragraphs of the redline after all its changes were accepted, and after all were rejected. */
function decided(
  before: string | Source,
  after: string | Source,
): { accepted: string[]; rejected: string[]; fallbacks: number } {
  const texts = (decide: typeof acceptAll): string[] => {
    const { document } = compare(before, after);
    decide(document);
    return readView(bodyOf(document)!, "accepted").map(({ text }) => text);
  };
  const { notices } = compare(before, after);
  const fallbacks = notices.filter(({ code }) => code === "BLOCK_FALLBACK").length;
  return { accepted: texts(acceptAll), rejected: texts(rejectAll), fallbacks };
}

describe("[CMP-25] a paragraph comes or goes between two tables that stay", () => {
  const SHORT = ONE + TWO;
  const LONG = ONE + p("Between") + TWO;

  test.each([
    ["inserted", SHORT + p("End"), LONG + p("End")],
    ["deleted", LONG + p("End"), SHORT + p("End")],
    ["deleted before the third of three tables", LONG + ONE + p("End"), SHORT + ONE + p("End")],
    ["deleted beside a deleted table", ONE + p("Between") + tbl([p("Other")]) + TWO + p("End"), SHORT + p("End")],
    ["inserted where a table is deleted", ONE + tbl([p("Other")]) + TWO + p("End"), LONG + p("End")],
  ])("%s", (_, before, after) => {
    const redline = compare(before, after);
    checkSound(before, after, redline);
    expect(redline.notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
  });

  test("the table after it is deleted and inserted, and the table before it stays", () => {
    const { document } = compare(LONG + p("End"), SHORT + p("End"));
    const rows = ["row: First table | one", "row+: {+Second table+}¶+ | {+two+}¶+", "[-Between-]¶-"];
    expect(redlineText(document)).toBe([...rows, "row-: [-Second table-]¶- | [-two-]¶-", "End"].join("\n"));
  });
});

describe("odd documents", () => {
  test.each(["<w:r/>", "<w:r><w:t></w:t></w:r>"])(
    "a paragraph with an empty run is deleted before a table: %s",
    (run) => {
      const [before, after] = [`<w:p>${r("Between")}${run}</w:p>${ONE}${p("End")}`, ONE + p("End")];
      for (const [one, other] of [
        [before, after],
        [after, before],
      ] as const) {
        const redline = compare(one, other);
        checkSound(one, other, redline);
        expect(redline.notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
      }
    },
  );

  test("a story without blocks is one with an empty paragraph", () => {
    expect(decided("", p("Text")).rejected.join("")).toBe("");
    expect(decided(p("Text"), "").accepted.join("")).toBe("");
  });

  test("[CMP-80] a body that ends without section properties, on either side", () => {
    const page = '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>';
    for (const [before, after] of [
      [p("One.") + page, p("One.")],
      [p("One."), p("One.") + page],
    ] as const) {
      const redline = compare(before, after);
      checkSound(before, after, redline);
      expect(redline.notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
    }
  });

  test("wholly different documents", () => {
    const before = p("Alpha beta gamma.") + p("Delta epsilon.") + ONE + p("");
    const after = p("Eins zwei drei.") + TWO + p("Vier.") + p("Sechs sieben.");
    checkSound(before, after, compare(before, after));
  });

  test("a paragraph joined in the middle of a content control", () => {
    const control = `<w:sdt><w:sdtContent>${r("delivers the goods and insures the goods")}</w:sdtContent></w:sdt>`;
    const before = p("The Seller delivers the goods") + p(" and insures the goods always.");
    const after = p("The Seller ", control, " always.");
    checkSound(before, after, compare(before, after));
  });

  test("block controls around what stays, came and went", () => {
    const control = (content: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const before =
      p("One clause of the contract.") + control(p("Two clauses of it.") + p("Three clauses of it.")) + p("End.");
    const after =
      p("One clause of the contract.") + control(p("Three clauses of it.") + p("A new one here.")) + p("End.");
    const compared = compare(before, after);
    checkSound(before, after, compared);
    expect(redlineText(compared.document)).toContain("[-Two clauses of it.-]¶-");
  });

  test("headers that two sections share on one side and not on the other", () => {
    const section = (id: string): string => `<w:sectPr><w:headerReference w:type="default" r:id="${id}"/></w:sectPr>`;
    const body = (first: string, second: string): string =>
      `<w:p><w:pPr>${section(first)}</w:pPr>${r("First section.")}</w:p>${p("Second section.")}${section(second)}`;
    const before: Source = {
      body: body("rIdheader1", "rIdheader2"),
      parts: { header1: p("Head one"), header2: p("Head two") },
    };
    const after: Source = { body: body("rIdheader1", "rIdheader1"), parts: { header1: p("Head three") } };
    const shown = redlineText(compare(before, after).document);
    expect(shown).toContain("header: Head [-one-]{+three+}");
    expect(shown).toContain("header: Head [-two-]{+three+}");
  });
});
