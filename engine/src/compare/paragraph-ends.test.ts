// Tests edits at the end of a paragraph and beside links, with every kind of inline content (CMP-21).
//
// No case may fall back to replacing the whole paragraph.

import { describe, expect, test } from "vitest";
import { checkRedline, compare, type Source } from "../../testing/comparisons.ts";
import { code, fld, p, r } from "../../testing/documents.ts";

const link = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${r(text)}</w:hyperlink>`;
const control = (content: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const run = (content: string): string => `<w:r>${content}</w:r>`;
const A = "http://schemas.openxmlformats.org/drawingml/2006/main";

/** Pieces that can end a paragraph. */
const PIECES: readonly (readonly [name: string, markup: string])[] = [
  ["text", r(" See below.")],
  ["link", link("rIdOne", "the policy")],
  ["other link", link("rIdTwo", "the terms")],
  ["anchor", `<w:hyperlink w:anchor="_Ref1">${r("clause 4.2")}</w:hyperlink>`],
  ["field", fld("begin") + code(" REF _Ref1 ") + fld("separate") + r("4.2") + fld("end")],
  ["simple field", `<w:fldSimple w:instr=" REF _Ref2 ">${r("5.1")}</w:fldSimple>`],
  ["control", control(r("the named person"))],
  ["link in a control", control(link("rIdOne", "the guide"))],
  ["note", run('<w:footnoteReference w:id="2"/>')],
  ["image", run(`<w:drawing><a:blip xmlns:a="${A}" r:embed="rIdImage"/></w:drawing>`)],
  ["break", run("<w:br/>")],
  ["tab", run("<w:tab/>")],
];

const NOTE = '<w:footnote w:id="2"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote>';
const START = r("The Seller delivers the goods.");

function source(...content: readonly string[]): Source {
  return {
    body: p("First.") + p(...content) + p("Last."),
    parts: { footnotes: NOTE },
    links: { rIdOne: "https://one.example", rIdTwo: "https://two.example" },
    images: { rIdImage: "image" },
  };
}

/** The positions of the pieces: at the end, after a link, before a link, inside a link. */
const PLACES: readonly (readonly [name: string, left: string, right: string])[] = [
  ["at the end", START, ""],
  ["after a link", START + link("rIdOne", "one"), ""],
  ["before a link", START, link("rIdOne", "one")],
  ["in a link", START + link("rIdOne", "one"), link("rIdOne", "two")],
];

function fallbacks(before: Source, after: Source): number {
  return compare(before, after).notices.filter(({ code: name }) => name === "BLOCK_FALLBACK").length;
}

describe("[CMP-21] an edit beside the end of a paragraph marks no more than itself (fault 1)", () => {
  // A sixth of all pairs: each piece is first in two of them and second in two. `corpus readability` tests all pairs.
  const couples = PIECES.flatMap(([one, first], at) =>
    PIECES.filter((_, place) => (at + place) % 6 === 0).map(([two, second]) => [`${one} and ${two}`, first, second]),
  );
  const tails = [...PIECES, ...couples.map(([name, first, second]) => [name!, first! + r(" and ") + second!] as const)];

  test.each(PLACES)("deleted and inserted %s", { timeout: 30_000 }, (_, left, right) => {
    const failed = tails.filter(([, tail]) => {
      const [long, short] = [source(left, tail, right), source(left, right)];
      return fallbacks(long, short) + fallbacks(short, long) > 0;
    });
    expect(failed.map(([name]) => name)).toEqual([]);
  });

  test.each(PLACES)("replaced %s", { timeout: 30_000 }, (_, left, right) => {
    const failed = couples.filter(([, first, second]) => {
      const [one, other] = [source(left, first!, right), source(left, second!, right)];
      const third = source(left, first!, r(" or "), second!, right);
      return fallbacks(one, other) + fallbacks(third, source(left, second!, first!, right)) > 0;
    });
    expect(failed.map(([name]) => name)).toEqual([]);
  });

  test("a sentence with a link at the end of the paragraph is deleted alone", () => {
    checkRedline(
      source(START, r(" See "), link("rIdOne", "the policy"), r(".")),
      source(START),
      "First.\nThe Seller delivers the goods.[- See -]⟨[-the policy-]⟩[-.-]\nLast.\nfootnote: The note.",
    );
  });
});
