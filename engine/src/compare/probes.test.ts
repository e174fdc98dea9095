// Tests one change each, and the redline that a person would make of it.

import { describe, expect, test } from "vitest";
import { checkRedline, compare, type Source } from "../../testing/comparisons.ts";
import { code, fld, p, r, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";

const FIRST = "The Seller shall deliver the goods within thirty days.";
const SECOND = "The Purchaser shall pay each invoice without deduction.";
const THIRD = "Neither party is liable for indirect or consequential loss.";

describe("text", () => {
  test("[CMP-1] the same document shows nothing", () => {
    checkRedline(p(FIRST) + p(SECOND), p(FIRST) + p(SECOND), `${FIRST}\n${SECOND}`);
  });

  test("[CMP-10] one word is one replacement", () => {
    checkRedline(
      p(FIRST),
      p(FIRST.replace("thirty", "sixty")),
      "The Seller shall deliver the goods within [-thirty-]{+sixty+} days.",
    );
  });

  test("[CMP-10] a letter in a word replaces the word", () => {
    checkRedline(
      p(SECOND),
      p(SECOND.replace("invoice", "invoices")),
      "The Purchaser shall pay each [-invoice-]{+invoices+} without deduction.",
    );
  });

  test("[CMP-10] a number with its points is one word", () => {
    checkRedline(
      p("The price is 1,200.50 euro."),
      p("The price is 1,300.50 euro."),
      "The price is [-1,200.50-]{+1,300.50+} euro.",
    );
  });

  test("[CMP-11] one Chinese character is one character", () => {
    checkRedline(p("甲方应在三十日内交付。"), p("甲方应在六十日内交付。"), "甲方应在[-三-]{+六+}十日内交付。");
  });

  test("[CMP-12] a doubled space is one space", () => {
    checkRedline(p("The goods are sold."), p("The goods  are sold."), "The goods {+ +}are sold.");
  });

  test("[CMP-13] words in other runs are the same words", () => {
    checkRedline(p("The goods are sold."), p(r("The go"), r("ods are"), r(" sold.")), "The goods are sold.");
  });

  test("[CMP-14] an inserted sentence is one insertion that begins where a sentence does", () => {
    checkRedline(
      p("Fees are due. Costs are shared."),
      p("Fees are due. Taxes are extra. Costs are shared."),
      "Fees are due. {+Taxes are extra. +}Costs are shared.",
    );
  });
});

describe("white space that Word drops", () => {
  const text = (space: string): string => p(`<w:r><w:t${space}>alpha </w:t></w:r>`, r("beta"));

  test("[CMP-81] an attribute alone makes a space disappear", () => {
    checkRedline(text(' xml:space="preserve"'), text(""), "[-alpha beta-]{+alphabeta+}");
  });

  test("[CMP-81] white space that neither side shows is no change", () => {
    checkRedline(text(""), p("alphabeta"), "alphabeta");
  });
});

describe("paragraphs", () => {
  test("[CMP-20] a paragraph that was split gains a mark", () => {
    checkRedline(p(`${FIRST} ${SECOND}`), p(FIRST) + p(SECOND), `${FIRST}[- -]¶+\n${SECOND}`);
  });

  test("[CMP-20] two paragraphs that were joined lose one", () => {
    checkRedline(p(FIRST) + p(SECOND), p(`${FIRST} ${SECOND}`), `${FIRST}¶-\n{+ +}${SECOND}`);
  });

  test("[CMP-20] a clause split into (a) and (b) keeps its words", () => {
    checkRedline(
      p("The Seller shall: deliver the goods; and insure the goods."),
      p("The Seller shall:") + p("(a) deliver the goods; and") + p("(b) insure the goods."),
      "The Seller shall:¶+\n{+(a)+} deliver the goods; and¶+\n{+(b)+} insure the goods.",
    );
  });

  test("[CMP-21] an inserted and a deleted paragraph are whole", () => {
    checkRedline(p(FIRST) + p(THIRD), p(FIRST) + p(SECOND) + p(THIRD), `${FIRST}\n{+${SECOND}+}¶+\n${THIRD}`);
    checkRedline(p(FIRST) + p(SECOND) + p(THIRD), p(FIRST) + p(THIRD), `${FIRST}\n[-${SECOND}-]¶-\n${THIRD}`);
  });

  test("[CMP-22] the last mark of a story stays when its last paragraph goes", () => {
    checkRedline(p(FIRST) + p(SECOND), p(FIRST), `${FIRST}¶-\n[-${SECOND}-]`);
    checkRedline(p(FIRST), p(FIRST) + p(SECOND), `${FIRST}¶+\n{+${SECOND}+}`);
  });

  test("[CMP-22] the last mark before a table stays", () => {
    const table = tbl([p("cell")]);
    checkRedline(
      p(FIRST) + p(SECOND) + table + p("End"),
      p(FIRST) + table + p("End"),
      `${FIRST}¶-\n[-${SECOND}-]\nrow: cell\nEnd`,
    );
  });

  test("[CMP-30] a moved paragraph is one move", () => {
    checkRedline(
      p(FIRST) + p(SECOND) + p(THIRD) + p("End."),
      p(SECOND) + p(THIRD) + p(FIRST) + p("End."),
      `<1-${FIRST}-1>¶<1\n${SECOND}\n${THIRD}\n<1+${FIRST}+1>¶>1\nEnd.`,
    );
  });

  test("[CMP-31] a moved paragraph shows what was edited in it", () => {
    checkRedline(
      p(FIRST) + p(SECOND) + p(THIRD) + p("End."),
      p(SECOND) + p(THIRD) + p(FIRST.replace("thirty", "sixty")) + p("End."),
      "<1-The Seller shall deliver the goods within -1>[-thirty-]<1- days.-1>¶<1\n" +
        `${SECOND}\n${THIRD}\n` +
        "<1+The Seller shall deliver the goods within +1>{+sixty+}<1+ days.+1>¶>1\nEnd.",
    );
  });

  test("[CMP-32] neighbours that moved together are one move", () => {
    checkRedline(
      p(FIRST) +
        p(SECOND) +
        p(THIRD) +
        p("A fourth clause about notices.") +
        p("A fifth clause about law.") +
        p("End."),
      p(THIRD) +
        p("A fourth clause about notices.") +
        p("A fifth clause about law.") +
        p(FIRST) +
        p(SECOND) +
        p("End."),
      `<1-${FIRST}-1>¶<1\n<1-${SECOND}-1>¶<1\n${THIRD}\nA fourth clause about notices.\nA fifth clause about law.\n` +
        `<1+${FIRST}+1>¶>1\n<1+${SECOND}+1>¶>1\nEnd.`,
    );
  });

  test("[CMP-33] the note of a moved paragraph is there in both views", () => {
    const note = '<w:footnote w:id="2"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote>';
    const noted = p(FIRST, '<w:r><w:footnoteReference w:id="2"/></w:r>');
    const parts = { footnotes: note };
    checkRedline(
      { body: noted + p(SECOND) + p(THIRD) + p("End."), parts },
      { body: p(SECOND) + p(THIRD) + noted + p("End."), parts },
      `<1-${FIRST}(fn)-1>¶<1\n${SECOND}\n${THIRD}\n<1+${FIRST}(fn)+1>¶>1\nEnd.\nfootnote: The note.\nfootnote: The note.`,
    );
  });
});

describe("tables", () => {
  const head = [p("Item"), p("Quantity"), p("Price")];
  const steel = [p("Steel beams"), p("40"), p("1,200")];
  const wire = [p("Copper wire"), p("15"), p("310")];

  test("[CMP-40] the text of a cell is marked in the cell", () => {
    checkRedline(
      tbl(head, steel) + p(""),
      tbl(head, [p("Steel beams"), p("45"), p("1,200")]) + p(""),
      "row: Item | Quantity | Price\nrow: Steel beams | [-40-]{+45+} | 1,200\n",
    );
  });

  test("[CMP-41] a row that came or went is one row", () => {
    const both = "row: Item | Quantity | Price\n";
    checkRedline(
      tbl(head, wire) + p(""),
      tbl(head, steel, wire) + p(""),
      `${both}row+: {+Steel beams+}¶+ | {+40+}¶+ | {+1,200+}¶+\nrow: Copper wire | 15 | 310\n`,
    );
    checkRedline(
      tbl(head, steel, wire) + p(""),
      tbl(head, wire) + p(""),
      `${both}row-: [-Steel beams-]¶- | [-40-]¶- | [-1,200-]¶-\nrow: Copper wire | 15 | 310\n`,
    );
  });

  test("[CMP-42] a column that came or went is its cells", () => {
    const narrow = [head, steel, wire].map(([item, , price]) => [item!, price!]);
    checkRedline(
      tbl(...narrow) + p(""),
      tbl(head, steel, wire) + p(""),
      "row: Item | (+){+Quantity+}¶+ | Price\nrow: Steel beams | (+){+40+}¶+ | 1,200\nrow: Copper wire | (+){+15+}¶+ | 310\n",
    );
    checkRedline(
      tbl(head, steel, wire) + p(""),
      tbl(...narrow) + p(""),
      "row: Item | (-)[-Quantity-]¶- | Price\nrow: Steel beams | (-)[-40-]¶- | 1,200\nrow: Copper wire | (-)[-15-]¶- | 310\n",
    );
  });

  test("[CMP-43] cells that were merged keep how they were", () => {
    const merged = `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p("Steel beams")}</w:tc><w:tc>${p("1,200")}</w:tc></w:tr></w:tbl>`;
    checkRedline(tbl(steel) + p(""), merged + p(""), "row: (~)Steel beams | (-)[-40-]¶- | 1,200\n");
  });

  test("[CMP-44] a table that came or went is its rows", () => {
    checkRedline(
      p(FIRST) + p(SECOND),
      p(FIRST) + tbl(wire) + p(SECOND),
      `${FIRST}\nrow+: {+Copper wire+}¶+ | {+15+}¶+ | {+310+}¶+\n${SECOND}`,
    );
    checkRedline(
      p(FIRST) + tbl(wire) + p(SECOND),
      p(FIRST) + p(SECOND),
      `${FIRST}\nrow-: [-Copper wire-]¶- | [-15-]¶- | [-310-]¶-\n${SECOND}`,
    );
  });

  test("[CMP-45] a table in a table is compared in its cell", () => {
    const nested = (price: string): string => tbl([tbl([p("Copper"), p(price)]) + p(""), p("Other")]) + p("");
    checkRedline(nested("310"), nested("320"), "row: row: Copper | [-310-]{+320+} /  | Other\n");
  });
});

describe("stories", () => {
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/><w:footerReference w:type="default" r:id="rIdfooter1"/></w:sectPr>';
  const shown = (header: string, footer: string): Source => ({
    body: p(FIRST) + section,
    parts: { header1: p(header), footer1: p(footer) },
  });

  test("[CMP-50] header and footer text is marked there", () => {
    checkRedline(
      shown("Draft one", "Page alpha"),
      shown("Draft two", "Page alpha"),
      `${FIRST}\nheader: Draft [-one-]{+two+}\nfooter: Page alpha`,
    );
    checkRedline(
      shown("Draft one", "Page alpha"),
      shown("Draft one", "Page beta"),
      `${FIRST}\nheader: Draft one\nfooter: Page [-alpha-]{+beta+}`,
    );
  });

  test("[CMP-51] a header that is new is inserted text, one that is gone is deleted text", () => {
    const none: Source = { body: `${p(FIRST)}<w:sectPr/>` };
    checkRedline(none, shown("Draft", "Page"), `${FIRST}\nheader: {+Draft+}\nfooter: {+Page+}`);
    checkRedline(shown("Draft", "Page"), none, `${FIRST}\nheader: [-Draft-]\nfooter: [-Page-]`);
  });

  const note = (id: number, text: string): string =>
    `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p></w:footnote>`;
  const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

  test("[CMP-52] the text of a note is marked in the note", () => {
    checkRedline(
      { body: p(FIRST, reference(2)), parts: { footnotes: note(2, "See clause one.") } },
      { body: p(FIRST, reference(7)), parts: { footnotes: note(7, "See clause two.") } },
      `${FIRST}(fn)\nfootnote: See clause [-one-]{+two+}.`,
    );
  });

  test("[CMP-52] the note of the last paragraph is compared though another paragraph came after it", () => {
    checkRedline(
      { body: p(FIRST, reference(2)), parts: { footnotes: note(2, "See clause one.") } },
      { body: p(FIRST, reference(2)) + p(SECOND), parts: { footnotes: note(2, "See clause two.") } },
      `${FIRST}(fn)¶+\n{+${SECOND}+}\nfootnote: See clause [-one-]{+two+}.`,
    );
  });

  test("[CMP-53] a note comes and goes with its reference", () => {
    const without: Source = { body: p("One", " two", reference(2)), parts: { footnotes: note(2, "Second.") } };
    const both: Source = {
      body: p("One", reference(2), " two", reference(3)),
      parts: { footnotes: note(2, "First.") + note(3, "Second.") },
    };
    checkRedline(without, both, "One{+(fn)+} two(fn)\nfootnote: {+First.+}\nfootnote: Second.");
    checkRedline(both, without, "One[-(fn)-] two(fn)\nfootnote: Second.\nfootnote: [-First.-]");
  });

  const box = (text: string): string =>
    p(
      FIRST,
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx></wps:wsp></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${p(text)}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    );

  test("[CMP-54] text in a text box is marked there", () => {
    checkRedline(box("Signed by one"), box("Signed by two"), `${FIRST}(image)\ntextbox: Signed by [-one-]{+two+}`);
  });

  test("[CMP-55] text in a content control is marked there", () => {
    const control = (text: string): string =>
      p("Name: ", `<w:sdt><w:sdtPr><w:alias w:val="n"/></w:sdtPr><w:sdtContent>${r(text)}</w:sdtContent></w:sdt>`, ".");
    checkRedline(control("the Seller"), control("the Buyer"), "Name: the [-Seller-]{+Buyer+}.");
  });

  test("[CMP-56] input with tracked changes is read with them accepted", () => {
    const tracked = p(
      "The term is ",
      '<w:ins w:id="1" w:author="x"><w:r><w:t>five</w:t></w:r></w:ins><w:del w:id="2" w:author="x"><w:r><w:delText>two</w:delText></w:r></w:del>',
      " years.",
    );
    checkRedline(tracked, p("The term is seven years."), "The term is [-five-]{+seven+} years.");
    checkRedline(p("The term is seven years."), tracked, "The term is [-seven-]{+five+} years.");
  });

  test("[CMP-24] [CMP-57] a section that came or went is the mark that ends it", () => {
    const ends = `<w:p><w:pPr><w:sectPr/></w:pPr>${r(FIRST)}</w:p>`;
    checkRedline(p(FIRST) + p(SECOND), ends + p(SECOND), `${FIRST}¶-\n§¶+\n${SECOND}`);
    checkRedline(ends + p(SECOND), p(FIRST) + p(SECOND), `${FIRST}§¶-\n¶+\n${SECOND}`);
  });
});

describe("inlines", () => {
  const link = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${r(text)}</w:hyperlink>`;

  test("[CMP-60] a link with another target is another link around the same text", () => {
    checkRedline(
      { body: p("See ", link("rId9", "our site"), "."), links: { rId9: "https://one.example" } },
      { body: p("See ", link("rId9", "our site"), "."), links: { rId9: "https://two.example" } },
      'See [-{HYPERLINK "https://one.example"}-]{+{HYPERLINK "https://two.example"}+}our site.',
    );
  });

  test("[CMP-60] words edited in a link are marked in the link", () => {
    checkRedline(
      { body: p("See ", link("rId8", "our old site"), "."), links: { rId8: "https://one.example" } },
      { body: p("See ", link("rId9", "our new site"), "."), links: { rId9: "https://one.example" } },
      "See ⟨our [-old-]{+new+} site⟩.",
    );
  });

  const image = (id: string): string =>
    `<w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="${id}"/></w:drawing></w:r>`;

  test("[CMP-61] a swapped image is the old one out and the new one in", () => {
    checkRedline(
      { body: p("Logo: ", image("rId9")), images: { rId9: "one" } },
      { body: p("Logo: ", image("rId9")), images: { rId9: "two" } },
      "Logo: [-(image)-]{+(image)+}",
    );
  });

  test("[CMP-61] the same image under another name is the same image", () => {
    checkRedline(
      { body: p("Logo: ", image("rId8")), images: { rId8: "one" } },
      { body: p("Logo: ", image("rId9")), images: { rId9: "one" } },
      "Logo: (image)",
    );
  });

  const field = (instruction: string, result: string): string =>
    fld("begin") + code(instruction) + fld("separate") + r(result) + fld("end");

  test("[CMP-62] a field with another result is replaced whole", () => {
    checkRedline(
      p("See clause ", field("REF a", "4.2"), "."),
      p("See clause ", field("REF a", "4.3"), "."),
      "See clause [-{REF a}4.2-]{+{REF a}4.3+}.",
    );
  });

  test("[CMP-62] pages and times that fields show are no changes", () => {
    const { document } = compare(p("Page ", field("PAGE", "4")), p("Page ", field("PAGE", "5")));
    expect(redlineText(document)).toBe("Page {PAGE}5");
  });

  test("[CMP-62] a field over paragraphs stays whole when its code changes", () => {
    const contents = (instruction: string): string =>
      p(fld("begin"), code(instruction), fld("separate"), "One") + p("Two", fld("end")) + p(FIRST);
    checkRedline(contents("TOC \\o"), contents("TOC \\u"), `[-{TOC \\o}-]{+{TOC \\u}+}One\nTwo[--]{++}\n${FIRST}`);
  });

  test("[CMP-63] an equation that changed is replaced whole", () => {
    const equation = (text: string): string => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`;
    checkRedline(p("Let ", equation("x"), "."), p("Let ", equation("y"), "."), "Let [-(math)-]{+(math)+}.");
  });
});
