// Tests what the writer makes of scripts, on both carriers.

import { expect, test } from "vitest";
import { compare, compareWith } from "../../../testing/comparisons.ts";
import { p, r } from "../../../testing/documents.ts";
import { redlineText } from "../../../testing/redline-text.ts";
import type { WordDocument } from "../../document/open-document.ts";

function xmlOf({ document }: { readonly document: WordDocument }): string {
  return new TextDecoder().decode(document.package.bytes(document.main));
}

test("[RDL-10] a split gives the first part a new paragraph, on either carrier", () => {
  for (const carries of ["before", "after"] as const) {
    const { document } = compareWith(p("one two three") + p("End"), p("one two") + p("three") + p("End"), { carries });
    expect(redlineText(document)).toBe("one two[- -]¶+\nthree\nEnd");
  }
});

test("[RDL-11] text inserted into a link is copied into that link, other text beside it", () => {
  const link = (text: string): string => `<w:hyperlink w:anchor="Site">${r(text)}</w:hyperlink>`;
  const body = (...content: readonly string[]): string => p(...content) + p("End");
  const shown = (after: string): string =>
    redlineText(compareWith(body("see ", link("the site")), after, { carries: "before" }).document);
  expect(shown(body("see ", link("our the site")))).toBe("see ⟨{+our +}the site⟩\nEnd");
  expect(shown(body("see our ", link("the site")))).toBe("see {+our +}⟨the site⟩\nEnd");
});

test("[RDL-15] the record holds the old properties, whichever document is the carrier", () => {
  const [plain, bold] = [p(r("text")), p("<w:r><w:rPr><w:b/></w:rPr><w:t>text</w:t></w:r>")];
  for (const carries of ["before", "after"] as const) {
    const xml = xmlOf(compareWith(plain, bold, { carries }));
    expect(xml).toMatch(/<w:rPr><w:b\/><w:rPrChange [^>]*><w:rPr\/><\/w:rPrChange><\/w:rPr>/);
  }
});

test("[RDL-17] the grid has a column for inserted and for deleted cells", () => {
  const table = (...cells: readonly string[]): string => {
    const grid = cells.map(() => '<w:gridCol w:w="1000"/>').join("");
    const rows = ["a", "b"].map(
      (row) => `<w:tr>${cells.map((text) => `<w:tc>${p(text + row)}</w:tc>`).join("")}</w:tr>`,
    );
    return `<w:tbl><w:tblGrid>${grid}</w:tblGrid>${rows.join("")}</w:tbl>${p("End")}`;
  };
  const [narrow, wide] = [table("Item ", "Price "), table("Item ", "Quantity ", "Price ")];
  for (const [before, after] of [
    [narrow, wide],
    [wide, narrow],
  ] as const) {
    expect(xmlOf(compare(before, after)).match(/<w:gridCol /g)).toHaveLength(3);
  }
});
