// Tests redlines that a careful lawyer would make: one probe for each fault that readers found.

import { describe, expect, test } from "vitest";
import { checkRedline, compare, compareWith } from "../../testing/comparisons.ts";
import { p, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { writeTree } from "../ooxml/xml/write-tree.ts";

/** Checks a redline of one paragraph. Its two texts are derived from the notation. */
function checkText(redline: string): void {
  const before = redline.replace(/\{\+.*?\+\}/g, "").replace(/\[-(.*?)-\]/g, "$1");
  const after = redline.replace(/\[-.*?-\]/g, "").replace(/\{\+(.*?)\+\}/g, "$1");
  checkRedline(p("First.") + p(before) + p("Last."), p("First.") + p(after) + p("Last."), `First.\n${redline}\nLast.`);
}

describe("[CMP-10] a compound is replaced whole when over half of its words changed (fault 4)", () => {
  test.each([
    "The lease begins on [-12/05/2026-]{+01/09/2026+} at noon.",
    "The agreement ([-Whole-of-Fund-]{+Deal-by-Deal+} Waterfall) applies.",
    "Payment within [-thirty (30)-]{+sixty (60)+} days of receipt.",
    "A fee of [-five percent (5%)-]{+six per cent (6%)+} of the price.",
    "Section [-4.1(a)(ii)-]{+5.1(a)(iii)+} applies to both parties.",
    "The meeting begins at [-10:00-]{+11:30+} in the office.",
    "This agreement is dated [-March 1, 2026-]{+April 15, 2027+} by both.",
    "This agreement is dated [-1 March 2026-]{+15 April 2027+} by both.",
    "The price is [-$21,400-]{+$13,000+} in all.",
    "Interest is [-4.5%-]{+5.25%+} per annum.",
    "A [-non-transferable-]{+royalty-free+} licence is granted.",
  ])("%s", checkText);
});

describe("[CMP-10] else the part alone is marked (fault 4)", () => {
  test.each([
    "As clause [-12.3-]{+13.3+}(b)(iv) says.",
    "Payment within thirty ([-30-]{+31+}) days of receipt.",
    "The lease begins on 12/05/[-2026-]{+2027+} at noon.",
    "A non-[-exclusive-]{+transferable+} licence is granted.",
    "Sent to [-legal-]{+notices+}@acme.com by the parties.",
    "See Section 1.5 ([-Customer Content-]{+Client Data+}) of the terms.",
    "The price is US$[-1,250,000.00-]{+1,375,000.00+} in all.",
    "The period 2020[---]{+\u2013+}2021 is covered.",
    "See clause 4.1{+(a)(ii)+} for details.",
  ])("%s", checkText);
});

describe("[CMP-14] an edit tears no pair of brackets or quotes that it need not (fault 11)", () => {
  test.each([
    "each investor (each, a \u201cPurchaser\u201d[- and together the \u201cPurchasers\u201d-]) agrees to purchase",
    "the rights in Section 1.5 (Customer Content){+ and 1.6 (Machine Learning)+}, Customer retains all right",
  ])("%s", checkText);

  test("it takes in up to three signs beside it", () => {
    checkText('All of the [-"Products"-]{+"Items" or the "Parts"+} are sold by the Seller.');
  });
});

describe("[CMP-15] common words between large edits are given up (fault 3)", () => {
  test("one deletion and one insertion", () => {
    checkText(
      "The Company owns any work that you create [-as its employee, but only if it was related to a product at the time you " +
        "invented or created it, (ii) developed for use by the Company, or (iii) promoted with the Company\u2019s endorsement-]" +
        "{+during the term of your employment or contract work, within the scope of your responsibilities+}.",
    );
  });

  test("terms that were each replaced by a term stay apart", () => {
    checkText(
      "Each [-accessory dwelling unit-]{+ADU+} or [-junior accessory dwelling unit-]{+JADU+} must comply with this section.",
    );
    checkText(
      "No [-accessory dwelling unit-]{+ADU+}, [-junior accessory dwelling unit-]{+JADU+}, or guest house is allowed.",
    );
  });

  test("words replaced one by one stay apart", () => {
    checkText("The [-Purchaser-]{+Customer+} and the [-Supplier-]{+Provider+} agree to these terms.");
  });

  test("pieces of two sentences are two edits", () => {
    checkText(
      "Nothing in this section binds the heirs of an employee who has left. The covenant [-is limited to a period of twelve months in the state-]{+binds each holder until the closing date+}. " +
        "[-Damages are payable on any later breach of it by a party-]{+Further remedies remain open under the general law+}.",
    );
  });
});

describe("[CMP-41] rows with the same label are pairs (fault 5)", () => {
  const row = (label: string, value: string): string[] => [p(label), p(value)];

  test("when the row above goes and the value is another", () => {
    checkRedline(
      tbl(
        row("Parties", "Acme"),
        row("Materials", "None will be used in the work"),
        row("Fees", "As described by project"),
      ) + p("End"),
      tbl(row("Parties", "Acme"), row("Fees", "Time and materials")) + p("End"),
      "row: Parties | Acme\nrow-: [-Materials-]¶- | [-None will be used in the work-]¶-\n" +
        "row: Fees | [-As described by project-]{+Time and materials+}\nEnd",
    );
  });

  test("when a row comes above", () => {
    checkRedline(
      tbl(row("Notice", "30 days"), row("Law", "Delaware")) + p("End"),
      tbl(row("Notice", "30 days"), row("Cap", "$1,000,000"), row("Law", "New York")) + p("End"),
      "row: Notice | 30 days\nrow+: {+Cap+}¶+ | {+$1,000,000+}¶+\nrow: Law | [-Delaware-]{+New York+}\nEnd",
    );
  });

  test("but not rows that were numbered anew", () => {
    checkRedline(
      tbl(row("No 1", "Apples and pears"), row("No 2", "Quinces and plums")) + p("End"),
      tbl(row("No 1", "Cherries in jars"), row("No 2", "Apples and pears"), row("No 3", "Quinces and plums")) +
        p("End"),
      "row+: {+No 1+}¶+ | {+Cherries in jars+}¶+\nrow: No [-1-]{+2+} | Apples and pears\nrow: No [-2-]{+3+} | Quinces and plums\nEnd",
    );
  });
});

describe("[CMP-18] paragraphs with the same lead are pairs (fault 6)", () => {
  test("between paragraphs that went", () => {
    checkRedline(
      p("Deliverables clause.") +
        p("[Drafting note: optional variable; delete this note.]") +
        p("The Deliverables are: {customer_owned_deliverables}") +
        p("[Drafting note: use the options below to add details.]") +
        p("Deliverables will meet the specification."),
      p("Deliverables clause.") +
        p("The Deliverables are: the Data Migration Plan and the Final Report") +
        p("Deliverables will meet the specification."),
      "Deliverables clause.\n[-[Drafting note: optional variable; delete this note.]-]¶-\n" +
        "The Deliverables are: [-{customer_owned_deliverables}-]{+the Data Migration Plan and the Final Report+}\n" +
        "[-[Drafting note: use the options below to add details.]-]¶-\nDeliverables will meet the specification.",
    );
  });

  test("by a defined term", () => {
    checkRedline(
      p("Start.") + p("“Gap” means one.") + p("“Secrets” has the sense given in the Arkansas Act.") + p("End."),
      p("Start.") + p("“Secrets” means information that qualifies under applicable law.") + p("End."),
      "Start.\n[-“Gap” means one.-]¶-\n“Secrets” [-has the sense given in the Arkansas Act-]" +
        "{+means information that qualifies under applicable law+}.\nEnd.",
    );
  });
});

describe("[CMP-18] one paragraph rewritten in its place keeps its mark (fault 7)", () => {
  const rewritten = [
    "Iteration. This is the first round of a project; rounds run five days after each prior production.",
    "Supplemental requests. The requesting party may issue more on reviewing what it has got.",
  ] as const;

  test("when it is the only one", () => {
    checkRedline(
      p("Title passes on delivery.") + p(rewritten[0]) + p("Payment is due."),
      p("Title passes on delivery.") + p(rewritten[1]) + p("Payment is due."),
      `Title passes on delivery.\n[-${rewritten[0].slice(0, -1)}-]{+${rewritten[1].slice(0, -1)}+}.\nPayment is due.`,
    );
  });

  test("not when its style is another", () => {
    const styled = `<w:p><w:pPr><w:pStyle w:val="Quote"/></w:pPr><w:r><w:t>${rewritten[1]}</w:t></w:r></w:p>`;
    checkRedline(
      p("Title passes on delivery.") + p(rewritten[0]) + p("Payment is due."),
      p("Title passes on delivery.") + styled + p("Payment is due."),
      `Title passes on delivery.\n[-${rewritten[0]}-]¶-\n{+${rewritten[1]}+}¶+\nPayment is due.`,
    );
  });
});

test("[CMP-30] a definition does not move onto another defined term (fault 13)", () => {
  const meaning =
    "means any entity that directly or indirectly controls, or is controlled by, a party to this agreement";
  const [one, other] = [`“Affiliate” ${meaning}.`, `“Group Company” ${meaning}.`];
  const between = [p("“Board” means the board of directors."), p("“Closing” means the closing of the sale.")].join("");
  checkRedline(
    p("Definitions.") + p(one) + between + p("End of the list."),
    p("Definitions.") + between + p(other) + p("End of the list."),
    `Definitions.\n[-${one}-]¶-\n“Board” means the board of directors.\n“Closing” means the closing of the sale.\n` +
      `{+${other}+}¶+\nEnd of the list.`,
  );
});

describe("[CMP-79] notices tell what a reader would look for, and nothing else (faults 9 and 10)", () => {
  const bookmark = (id: number, name: string, content: string): string =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const codes = (before: string, after: string): string[] => compare(before, after).notices.map(({ code }) => code);

  test("bookmarks that shifted, or in which something was edited, are none", () => {
    const [one, two] = [bookmark(1, "_Ref1", run("first clause")), bookmark(2, "Second", run("second clause of it"))];
    const edited = bookmark(2, "Second", run("second clause of this"));
    expect(codes(p("Intro.") + p("Gone.") + p(one) + p(two), p("Intro.") + p(one) + p(edited))).toEqual([]);
  });

  test("a bookmark that encloses other text is one", () => {
    const [before, after] = [
      p(bookmark(1, "Name", run("one ")), run("two")),
      p(run("one "), bookmark(1, "Name", run("two"))),
    ];
    expect(compare(before, after).notices).toEqual([
      { code: "BOOKMARKS_CARRIED", count: 1, part: "word/document.xml" },
    ]);
  });

  test.each(["before", "after"] as const)("carrying the %s document, an edited bookmark is none", (carries) => {
    const noticed = (one: string, other: string) =>
      compareWith(p(run("In "), one, run("of it.")), p(run("In "), other, run("of it.")), { carries }).notices;
    const [thirty, sixty] = [run("thirty days "), run("sixty days ")];
    expect(noticed(bookmark(1, "Term", thirty), bookmark(1, "Term", sixty))).toEqual([]);
    expect(noticed(bookmark(1, "Term", thirty), sixty)).toMatchObject([{ code: "BOOKMARKS_CARRIED" }]);
  });

  test("tracked changes of the inputs are told", () => {
    const tracked = p(run("Kept "), `<w:ins w:id="1" w:author="A">${run("new ")}</w:ins>`, run("text."));
    const notices = compare(tracked, p("Kept new text.")).notices;
    expect(notices).toEqual([
      { code: "TRACKED_CHANGES_ACCEPTED", source: "before", count: 1, insertions: 1, deletions: 0 },
    ]);
  });

  test("comments of the before side that are not brought in are told", () => {
    const comments = '<w:comment w:id="1" w:author="A"><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment>';
    const { notices } = compare({ body: p("Text."), parts: { comments } }, { body: p("Text.") });
    expect(notices).toEqual([{ code: "COMMENTS_LEFT_OUT", source: "before", count: 1 }]);
  });
});

test("[CMP-73] the colour of an underline that is none is not seen (fault 12)", () => {
  const run = (underline: string): string => `<w:p><w:r><w:rPr>${underline}</w:rPr><w:t>The text.</w:t></w:r></w:p>`;
  const isMarked = (before: string, after: string): boolean => {
    const { document } = compare(run(before), run(after));
    return new TextDecoder().decode(writeTree(document.package.tree(document.main))).includes("rPrChange");
  };
  expect(isMarked('<w:u w:val="none" w:color="FF0000"/>', "")).toBe(false);
  expect(isMarked('<w:u w:color="FF0000"/>', "")).toBe(false);
  expect(isMarked('<w:u w:val="single" w:color="FF0000"/>', '<w:u w:val="single"/>')).toBe(true);
});

describe("[CMP-46] cells stand under their headings (fault 14)", () => {
  const before = tbl(
    [p("Name"), p("City"), p("Year")],
    [p("Ann"), p("Rome"), p("1999")],
    [p("Bea"), p("Oslo"), p("2001")],
  );

  test("a row that went has a blank cell in a column that came", () => {
    const after = tbl([p("Name"), p("State"), p("City"), p("Year")], [p("Ann"), p("IT"), p("Rome"), p("1999")]);
    checkRedline(
      before,
      after,
      [
        "row: Name | (+){+State+}¶+ | City | Year",
        "row: Ann | (+){+IT+}¶+ | Rome | 1999",
        "row-: [-Bea-]¶- | (+)¶- | [-Oslo-]¶- | [-2001-]¶-",
      ].join("\n"),
    );
  });

  test("a row that came has one in a column that went", () => {
    const after = tbl([p("Name"), p("Year")], [p("Ann"), p("1999")], [p("Bea"), p("2001")], [p("Cy"), p("2004")]);
    checkRedline(
      before,
      after,
      [
        "row: Name | (-)[-City-]¶- | Year",
        "row: Ann | (-)[-Rome-]¶- | 1999",
        "row: Bea | (-)[-Oslo-]¶- | 2001",
        "row+: {+Cy+}¶+ | (-)¶+ | {+2004+}¶+",
      ].join("\n"),
    );
  });
});

describe("[CMP-77] cell widths that follow from a column that came or went are carried (fault 12)", () => {
  const table = (widths: readonly number[], ...rows: readonly (readonly string[])[]): string => {
    const cell = (text: string, at: number): string =>
      `<w:tc><w:tcPr><w:tcW w:w="${widths[at]}" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`;
    const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
    const lines = rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("");
    return `<w:tbl><w:tblGrid>${grid}</w:tblGrid>${lines}</w:tbl>${p("End")}`;
  };
  const narrow = table([4500, 4500], ["Item", "Price"], ["Steel beams", "1,200"]);
  const wide = table([3000, 3000, 3000], ["Item", "Quantity", "Price"], ["Steel beams", "40", "1,200"]);

  test("a column that came, and one that went", () => {
    const came = checkRedline(
      narrow,
      wide,
      "row: Item | (+){+Quantity+}¶+ | Price\nrow: Steel beams | (+){+40+}¶+ | 1,200\nEnd",
    );
    expect(came.notices.map(({ code }) => code)).toEqual(["GRID_CARRIED"]);
    checkRedline(wide, narrow, "row: Item | (-)[-Quantity-]¶- | Price\nrow: Steel beams | (-)[-40-]¶- | 1,200\nEnd");
  });

  test("but not widths that changed by themselves, nor other properties", () => {
    const other = table([3000, 6000], ["Item", "Price"], ["Steel beams", "1,200"]);
    checkRedline(narrow, other, "row: (~)Item | (~)Price\nrow: (~)Steel beams | (~)1,200\nEnd");
    const shaded = wide.replace('w:type="dxa"/>', 'w:type="dxa"/><w:shd w:val="clear" w:fill="FFFF00"/>');
    checkRedline(
      narrow,
      shaded,
      "row: (~)Item | (+){+Quantity+}¶+ | Price\nrow: Steel beams | (+){+40+}¶+ | 1,200\nEnd",
    );
  });
});

test("[CMP-42] a row without room for the cells that came and went is replaced alone", () => {
  const table = (letter: string, length: number): string => {
    const cells = Array.from({ length }, (_, at) => p(`${letter}${at}`));
    return p("First.") + tbl([p("Item"), ...cells], [p("Price"), ...cells]);
  };
  const { document, notices } = compare(table("a", 40), table("b", 41) + p("Last."));
  expect(notices.filter(({ code }) => code === "BLOCK_FALLBACK")).toEqual([]);
  expect(redlineText(document)).toMatch(/^First[.]/);
});

test("[CMP-18] a definition behind a typed number is known by its term (fault 6)", () => {
  const other = (text: string): string => p(`15.1 “Affiliate” ${text}`);
  checkRedline(
    p("First.") + other("went away.") + p("15.2 “Agreement” means these terms.") + p("Last."),
    p("First.") + p("15.2 “Agreement” is whatever both sides signed on paper.") + p("Last."),
    "First.\n[-15.1 “Affiliate” went away.-]¶-\n15.2 “Agreement” [-means these terms-]{+is whatever both sides signed on paper+}.\nLast.",
  );
});

describe("[CMP-12b] a content word is kept rather than a common one", () => {
  test.each([
    "The buyer may use it to develop a competing {+service or +}product; [-or -](viii) use it with any other goods.",
    "[-All-]{+The Corporation shall declare all+} dividends [-shall be declared -]pro rata on the Common Stock.",
    "Provider will send invoices for [-applicable -]fees {+applicable to the Product +}once per period.",
  ])("%s", checkText);
});
