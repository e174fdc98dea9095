// Tests the cases of docs/design/merge.md as a reader of the merge sees them.

import { describe, expect, test } from "vitest";
import { code, fld, p, r, tbl } from "../../testing/documents.ts";
import { mergeBodies, mergedText, mergeSources } from "../../testing/merged-text.ts";
import { readMergeRecord } from "../document/merge-record.ts";
import { writeTree } from "../ooxml/xml/write-tree.ts";
import { acceptAll } from "../revisions/decide/decide.ts";
import { listDecisions } from "../revisions/decisions.ts";

/** Returns the markup of paragraphs. */
function doc(...texts: readonly string[]): string {
  return texts.map((text) => p(text)).join("");
}

function merged(base: readonly string[], ...revisions: readonly (readonly string[])[]): string[] {
  return mergedText(mergeBodies(doc(...base), ...revisions.map((texts) => doc(...texts))));
}

function kindsOf(base: string, ...revisions: readonly string[]): string[] {
  return readMergeRecord(mergeBodies(base, ...revisions).document)!.conflicts.map(({ kind }) => kind);
}

const CLAUSES = ["The tenant pays the rent monthly.", "The landlord insures the building.", "This lease ends in May."];
const [RENT, INSURANCE, END] = CLAUSES as [string, string, string];

test("[MRG-3] a field that ends in a paragraph of its own ends in every view", () => {
  const before = p(fld("begin"), code('HYPERLINK "https://example.com/"'), fld("separate"), "Rent") + p(fld("end"));
  const body = (text: string): string => before + p(text);
  const merge = mergeBodies(body("in 30 days"), body("in 60 days"), body("in 30 weeks"));
  expect(merge.notices).toEqual([]);
  expect(mergedText(merge).at(-1)).toBe("in !1([-30 days-]AB{+60 days+}A{+30 weeks+}B)¶");
});

describe("text", () => {
  test("[MRG-10] edits with a word between them are two changes", () => {
    expect(merged(["in 30 calendar days"], ["in 60 calendar days"], ["in 30 calendar weeks"])).toEqual([
      "in [-30-]A{+60+}A calendar [-days-]B{+weeks+}B¶",
    ]);
  });

  test("[MRG-11] edits with nothing but white space between them compete", () => {
    expect(merged(["in 30 days"], ["in 60 days"], ["in 30 weeks"])).toEqual([
      "in !1([-30 days-]AB{+60 days+}A{+30 weeks+}B)¶",
    ]);
  });

  test("[MRG-10] the same edit is one change by both", () => {
    expect(merged(["30 days"], ["60 days"], ["60 days"])).toEqual(["[-30-]AB{+60+}AB days¶"]);
  });

  test("[MRG-11] agreement on a part is no agreement", () => {
    expect(merged(["30 days"], ["60 days"], ["60 business days"])).toEqual([
      "!1([-30-]AB{+60+}A{+60 business+}B) days¶",
    ]);
  });

  test("[MRG-11] deletions of different extent that overlap compete", () => {
    expect(merged(["one two three four"], ["one four"], ["one two"])).toEqual([
      "one !1([-two three four-]AB{+four+}A{+two+}B)¶",
    ]);
  });
});

test("the comment of a conflict tells text with breaks and tabs in one line", () => {
  const broken = (text: string): string =>
    `<w:p><w:r><w:br w:type="page"/><w:t>${text}</w:t><w:tab/><w:t>End</w:t></w:r></w:p>`;
  const { document } = mergeBodies(
    doc("First", "Last"),
    doc("First") + broken("Ann") + doc("Last"),
    doc("First") + broken("Bea") + doc("Last"),
  );
  const comments = document.package.tree(document.package.partNames.find((name) => name.endsWith("comments.xml"))!);
  expect(new TextDecoder().decode(writeTree(comments))).toContain("A  A: Ann End");
});

describe("paragraphs", () => {
  test("a paragraph that one deletes and another edits is a conflict of its text, and its mark goes by the one", () => {
    expect(merged([RENT, END], [END], ["The tenant pays the rent yearly.", END])).toEqual([
      `!1([-${RENT}-]AB{+The tenant pays the rent yearly.+}B)¶-A`,
      `${END}¶`,
    ]);
  });

  test("[MRG-22] an edit inside what another moves is in both places", () => {
    const edited = "The tenant pays the full rent monthly.";
    expect(merged(CLAUSES, [INSURANCE, RENT, END], [edited, INSURANCE, END])).toEqual([
      "<-The tenant pays the ->A{+<-full ->A+}B<-rent monthly.->A¶<A",
      `${INSURANCE}¶`,
      "<+The tenant pays the {+full +}Brent monthly.+>A¶>A",
      `${END}¶`,
    ]);
  });

  test("[MRG-22] text that one of two movers takes away moves with the other", () => {
    const [long, edited] = [`${RENT} ${RENT} ${END}`, `${RENT} ${RENT} This lease ends in June.`];
    const merge = mergeBodies(
      doc(long, INSURANCE, ...CLAUSES),
      doc(INSURANCE, ...CLAUSES, edited, "x"),
      doc(INSURANCE, ...CLAUSES, long, "x"),
    );
    expect(merge.notices).toEqual([]);
    expect(mergedText(merge)).toMatchInlineSnapshot(`
      [
        "<-The tenant pays the rent monthly. The tenant pays the rent monthly. This lease ends in ->AB[-<-May->AB-]A<-.->AB¶<AB",
        "The landlord insures the building.¶",
        "The tenant pays the rent monthly.¶",
        "The landlord insures the building.¶",
        "This lease ends in May.¶+AB",
        "<+The tenant pays the rent monthly. The tenant pays the rent monthly. This lease ends in [-May-]A+>AB{+June+}A<+.+>AB¶>AB",
        "{+x+}AB¶",
      ]
    `);
  });

  test("a move between two clauses that another moves away is a decision of its own", () => {
    const [one, two, three] = ["The parties meet in Berlin.", "Notices are sent by letter.", "Pets need our consent."];
    const base = doc(RENT, INSURANCE, one!, two!, three!, END);
    const away = doc(RENT, two!, three!, END, INSURANCE, one!);
    const { document } = mergeBodies(base, away, doc(RENT, INSURANCE, three!, one!, two!, END));
    const moves = listDecisions(document).filter(({ kind }) => kind === "move");
    expect(moves.map(({ author }) => author)).toEqual(["A", "B"]);
  });

  test("[MRG-23] two moves to different places compete", () => {
    expect(merged(CLAUSES, [INSURANCE, RENT, END], [INSURANCE, END, RENT])).toEqual([
      `!1([-${RENT}-]AB)¶-AB`,
      `${INSURANCE}¶`,
      `!1({+${RENT}+}A)¶+A`,
      `${END}¶+B`,
      `!1({+${RENT}+}B)¶`,
    ]);
  });

  test("[MRG-20] different new paragraphs in one gap compete", () => {
    expect(merged([RENT, END], [RENT, "Pets are welcome.", END], [RENT, "Smoking is forbidden.", END])).toEqual([
      `${RENT}¶`,
      "!1({+Pets are welcome.+}A)¶+A",
      "!1({+Smoking is forbidden.+}B)¶+B",
      `${END}¶`,
    ]);
  });

  test("[MRG-24] new paragraphs at the end stand before the last mark", () => {
    expect(merged([RENT], [RENT, "Pets are welcome."], [RENT, "Smoking is forbidden."])).toEqual([
      `${RENT}¶+A`,
      "!1({+Pets are welcome.+}A)¶+B",
      "!1({+Smoking is forbidden.+}B)¶",
    ]);
  });

  test("[MRG-21] in one gap a new table comes before a new paragraph of another", () => {
    const base = doc(RENT, END);
    const merge = mergeBodies(base, doc(RENT, "Pets are welcome.", END), doc(RENT) + tbl([p("Deposit")]) + doc(END));
    expect(mergedText(merge).slice(1, 3)).toEqual(["row+B | !1({+Deposit+}B)¶+B |", "!1({+Pets are welcome.+}A)¶+A"]);
  });

  test("[MRG-20] a new paragraph between two that another deletes is a conflict", () => {
    const base = [RENT, INSURANCE, END];
    expect(kindsOf(doc(...base), doc(END), doc(RENT, "Pets are welcome.", INSURANCE, END))).toEqual(["blocks"]);
  });

  test("a split beside an edit is two changes", () => {
    expect(merged(["one two three four five"], ["one two", "three four five"], ["one two three four six"])).toEqual([
      "one two[- -]A¶+A",
      "three four [-five-]B{+six+}B¶",
    ]);
  });
});

describe("tables", () => {
  const row = (...cells: readonly string[]): string[] => cells.map((text) => p(text));

  test("[MRG-30] a cell edited in a row that another deletes", () => {
    const base = tbl(row("Rent", "1,000"), row("Deposit", "2,000")) + p("End");
    const deleted = tbl(row("Rent", "1,000")) + p("End");
    const edited = tbl(row("Rent", "1,000"), row("Deposit", "3,000")) + p("End");
    expect(mergedText(mergeBodies(base, deleted, edited))[1]).toBe(
      "row-A | [-Deposit-]A¶-A | !1([-2,000-]AB{+3,000+}B)¶-A |",
    );
  });

  test("[MRG-30] different new rows in one gap are one conflict", () => {
    const base = tbl(row("Rent", "1,000"), row("Deposit", "2,000")) + p("End");
    const one = tbl(row("Rent", "1,000"), row("Heating", "100"), row("Deposit", "2,000")) + p("End");
    const other = tbl(row("Rent", "1,000"), row("Parking", "50"), row("Deposit", "2,000")) + p("End");
    expect(kindsOf(base, one, other)).toEqual(["blocks"]);
  });
});

test("a table in a cell that one copy aligns, and another aligns and edits, is aligned by both", () => {
  const inner = (alignment: string, text: string): string =>
    `<w:tbl><w:tblPr>${alignment}</w:tblPr><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>${p(text)}</w:tc></w:tr></w:tbl>`;
  const around = (table: string): string =>
    `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>${table}${p()}</w:tc></w:tr></w:tbl>${p("End")}`;
  const centred = '<w:jc w:val="center"/>';
  const merge = mergeBodies(
    around(inner("", "in 30 days")),
    around(inner(centred, "in 30 days")),
    around(inner(centred, "in 60 days")),
  );
  expect(merge.notices).toEqual([]);
  const [changed] = listDecisions(merge.document).filter(({ kind }) => kind === "property");
  expect(changed?.revisions.map(({ author }) => author)).toEqual(["A, B"]);
});

describe("formatting", () => {
  const bold = "<w:r><w:rPr><w:b/></w:rPr><w:t>word</w:t></w:r>";
  const italic = "<w:r><w:rPr><w:i/></w:rPr><w:t>word</w:t></w:r>";
  const around = (middle: string): string => `<w:p>${r("One ")}${middle}${r(" more")}</w:p>`;

  test("[MRG-33] different looks of one stretch are a conflict, and the base's stands", () => {
    expect(mergedText(mergeBodies(around(r("word")), around(bold), around(italic)))).toEqual(["One ?1(word) more¶"]);
  });

  test("[MRG-33] a conflict of looks says what each wants in plain words", () => {
    const record = readMergeRecord(mergeBodies(around(r("word")), around(bold), around(italic)).document)!;
    expect(record.conflicts[0]!.sides).toMatchObject([
      { revisions: [0], text: "bold" },
      { revisions: [1], text: "italic" },
    ]);
  });

  test("[MRG-33] a conflict of line spacing shows no markup and no JSON", () => {
    const spaced = (spacing: string): string => `<w:p><w:pPr><w:spacing ${spacing}/></w:pPr>${r("word")}</w:p>`;
    const { document } = mergeBodies(spaced('w:line="276"'), spaced('w:line="240"'), spaced('w:line="360"'));
    expect(readMergeRecord(document)!.conflicts[0]!.sides).toMatchObject([
      { text: "line spacing: single" },
      { text: "line spacing: 1.5 lines" },
    ]);
  });

  test("[MRG-33] the same look is one change", () => {
    expect(kindsOf(around(r("word")), around(bold), around(bold))).toEqual([]);
  });

  test("[MRG-12] the same new text with another look is one change by both, and a conflict of looks", () => {
    const merge = mergeBodies(around(""), around(r("word")), around(bold));
    expect(mergedText(merge)).toEqual(["One ?1({+word+}AB) more¶"]);
    expect(readMergeRecord(merge.document)!.conflicts.map(({ kind }) => kind)).toEqual(["property"]);
  });
});

describe("[MRG-25] formatting of a paragraph that another moves", () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl>' +
    '<w:lvl w:ilvl="1"><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const level = (number: number): string =>
    `<w:pPr><w:numPr><w:ilvl w:val="${number}"/><w:numId w:val="1"/></w:numPr></w:pPr>`;
  const centred = '<w:pPr><w:jc w:val="center"/></w:pPr>';
  const look = (name: string): string => `<w:r><w:rPr><w:${name}/></w:rPr><w:t>pays the rent</w:t></w:r>`;
  const rent = (properties: string, middle = r("pays the rent")): string =>
    p(properties, r("The tenant "), middle, r(" monthly."));
  const stays = (first: string): string => first + doc(INSURANCE, END);
  const moved = (first: string): string => doc(INSURANCE) + first + doc(END);

  const plain = (markup: string): string =>
    markup.replaceAll(/ xml:space="preserve"|<w:r><w:t[^>]*><\/w:t><\/w:r>/g, "");

  /** Returns the paragraphs of a merge after all changes are accepted. */
  function accepted(...bodies: readonly [string, ...string[]]): string[] {
    const [base, ...copies] = bodies.map((body) => ({ body, parts: { numbering } }));
    const { document, notices } = mergeSources(base!, ...copies);
    expect(notices).toEqual([]);
    expect(readMergeRecord(document)!.conflicts).toEqual([]);
    acceptAll(document);
    const written = new TextDecoder().decode(writeTree(document.package.tree(document.main)));
    return written.match(/<w:p>.*?<\/w:p>/g)!.map(plain);
  }

  test.for([
    ["runs", rent("", look("b"))],
    ["the paragraph", rent(centred)],
    ["both", rent(centred, look("b"))],
  ] as const)("of %s is that of the paragraph at its new place too", ([, formatted]) => {
    expect(accepted(stays(rent("")), moved(rent("")), stays(formatted))[1]).toBe(plain(formatted));
    expect(accepted(stays(rent("")), stays(formatted), moved(rent("")))[1]).toBe(plain(formatted));
    expect(accepted(stays(rent("")), moved(rent("")), moved(rent("")), stays(formatted), stays(formatted))[1]).toBe(
      plain(formatted),
    );
  });

  test("its place in a list too", () => {
    expect(accepted(stays(rent(level(0))), moved(rent(level(0))), stays(rent(level(1))))[1]).toBe(
      plain(rent(level(1))),
    );
  });

  test("of the text that those who move it have in common, where one of them edits it", () => {
    const edited = (middle: string): string => p("", r("The tenant "), middle, r(" monthly, in advance."));
    // Inserted text is a run of its own.
    const joined = (markup: string): string => markup.replaceAll("</w:t></w:r><w:r><w:t>", "");
    const copies = [moved(rent("")), moved(edited(r("pays the rent"))), stays(rent("", look("b")))] as const;
    for (const [one, other] of [copies, [copies[1], copies[0]]]) {
      const [, paragraph] = accepted(stays(rent("")), one!, other!, copies[2]);
      expect(joined(paragraph!)).toBe(joined(plain(edited(look("b")))));
    }
  });

  test("of the halves that somebody splits it into too", () => {
    for (const [first, second] of [
      [r("The tenant ") + look("b"), r(" monthly.")],
      [r("The tenant "), look("b") + r(" monthly.")],
    ] as const) {
      const { document } = mergeBodies(stays(rent("")), moved(rent("")), stays(p("", first) + p("", second)));
      acceptAll(document);
      const written = new TextDecoder().decode(writeTree(document.package.tree(document.main)));
      expect(plain(written)).toContain(plain(look("b")));
    }
  });

  test("and stays at the old place alone where the mover formats it too", () => {
    const italic = rent("", look("i"));
    expect(accepted(stays(rent("")), moved(italic), stays(rent("", look("b"))))[1]).toBe(plain(italic));
  });
});

test("[MRG-30] a cell that one formats goes with the column that another takes away", () => {
  const cell = (text: string, properties = ""): string =>
    `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${properties}</w:tcPr>${p(text)}</w:tc>`;
  const table = (...rows: readonly (readonly string[])[]): string => {
    const columns = rows[0]!.map(() => '<w:gridCol w:w="2000"/>').join("");
    const inside = rows.map((cells) => `<w:tr>${cells.join("")}</w:tr>`).join("");
    return `<w:tbl><w:tblPr/><w:tblGrid>${columns}</w:tblGrid>${inside}</w:tbl>${p("End")}`;
  };
  const [rent, pets, yes, no] = ["Rent", "Pets", "Monthly", "Forbidden"].map((text) => cell(text)) as [
    string,
    string,
    string,
    string,
  ];
  const shaded = cell("Forbidden", '<w:shd w:val="clear" w:fill="FFFF00"/>');
  const merge = mergeBodies(table([rent, pets], [yes, no]), table([rent], [yes]), table([rent, pets], [yes, shaded]));
  expect(merge.notices.filter(({ code }) => code === "BLOCK_FALLBACK")).toEqual([]);
  expect(readMergeRecord(merge.document)!.conflicts).toEqual([]);
  const changes = listDecisions(merge.document).filter(({ kind }) => kind === "property");
  expect(changes.map(({ author }) => author)).toContain("B");
});

describe("[MRG-31] a note that several put at one place", () => {
  const note = (text: string) => ({
    footnotes: `<w:footnote w:type="separator" w:id="0">${p()}</w:footnote><w:footnote w:id="1">${p(text)}</w:footnote>`,
  });
  const reference = '<w:r><w:footnoteReference w:id="1"/></w:r>';
  const kinds = (one: string, other: string, body: string, base: string): string[] => {
    const copies = [one, other].map((text) => ({ body, parts: note(text) }));
    const { document, notices } = mergeSources({ body: base, parts: note("unused") }, ...copies);
    expect(notices.filter(({ code }) => code === "BLOCK_FALLBACK")).toEqual([]);
    return readMergeRecord(document)!.conflicts.map(({ kind }) => kind);
  };

  test("is one change where it says the same", () => {
    expect(kinds("As amended", "As amended", p("Rent", reference, " is due"), p("Rent is due"))).toEqual([]);
  });

  test("competes where it says something else", () => {
    expect(kinds("As amended", "As agreed", p("Rent", reference, " is due"), p("Rent is due"))).toEqual(["text"]);
    const added = p("Rent is due") + p("Interest", reference) + p("End");
    expect(kinds("As amended", "As agreed", added, p("Rent is due") + p("End"))).toEqual(["blocks"]);
  });
});

test("[MRG-32] headers that the base has not compete in one", () => {
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>';
  const { document, notices } = mergeSources(
    { body: `${p("Text")}<w:sectPr/>` },
    { body: p("Text") + section, parts: { header1: p("Draft of Ann") } },
    { body: p("Text") + section, parts: { header1: p("Draft of Bea") } },
  );
  expect(notices.filter(({ code }) => code === "BLOCK_FALLBACK")).toEqual([]);
  expect(readMergeRecord(document)!.conflicts.map(({ kind }) => kind)).toEqual(["blocks"]);
});

test("[MRG-32] a header of a section that all give up is kept until then, with the table in it", () => {
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc>${p("Draft")}</w:tc></w:tr></w:tbl>`;
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>';
  const parts = { header1: table + p("Header") };
  const two = { body: `${p(`<w:pPr>${section}</w:pPr>`, r("One"))}${p("Two")}<w:sectPr/>`, parts };
  const one = { body: `${p("One")}${p("Two")}<w:sectPr/>`, parts };
  const { document, notices } = mergeSources(two, one, one);
  expect(notices.filter(({ code }) => code === "BLOCK_FALLBACK")).toEqual([]);
  expect(readMergeRecord(document)!.conflicts).toEqual([]);
});

test("a paragraph that ends a section and that some edit keeps its section for all", () => {
  const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  const body = (first: string, last: string): string => `${p(`<w:pPr>${section}</w:pPr>`, first)}${p(last)}${section}`;
  const merge = mergeSources(
    { body: body("in 30 days", "End") },
    { body: body("in 60 days", "End") },
    { body: body("in 30 days", "End of text") },
  );
  expect(merge.notices).toEqual([]);
  expect(mergedText(merge)).toEqual(["in [-30-]A{+60+}A days¶", "End{+ of text+}B¶"]);
});

test("[MRG-3] copies that are the base give the base", () => {
  expect(merged(CLAUSES, CLAUSES, CLAUSES)).toEqual(CLAUSES.map((text) => `${text}¶`));
});

test("[MRG-2] the order of the copies changes nothing but labels", () => {
  const one = mergedText(
    mergeBodies(doc("in 30 calendar days"), doc("in 60 calendar days"), doc("in 30 calendar weeks")),
  );
  const other = mergedText(
    mergeBodies(doc("in 30 calendar days"), doc("in 30 calendar weeks"), doc("in 60 calendar days")),
  );
  const swapped = other.map((line) => line.replaceAll("A", "?").replaceAll("B", "A").replaceAll("?", "B"));
  expect(swapped).toEqual(one);
});

test("[CMP-25] a copy that deletes the paragraph between two tables replaces one table, and keeps the others' edits", () => {
  const [one, two] = [tbl([p("First table")]), tbl([p("Second table")])];
  const base = one + p("Between the tables.") + two + doc(RENT, END);
  const merge = mergeBodies(base, one + two + doc(RENT, END), base.replace("monthly", "yearly"));
  expect(merge.notices).toEqual([]);
  expect(mergedText(merge)).toEqual([
    "| First table¶ |",
    "row+A | {+Second table+}A¶+A |",
    "[-Between the tables.-]A¶-A",
    "row-A | [-Second table-]A¶-A |",
    "The tenant pays the rent [-monthly-]B{+yearly+}B.¶",
    `${END}¶`,
  ]);
});
