// Tests the rules of docs/design/history.md, each on a chain of small documents.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { code, docx, fld, type PartName, p, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { WrittenRedline } from "../redline/write/write-script.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { listRevisions } from "../revisions/list-revisions.ts";
import { type DocumentHistory, historyOf, type Version } from "./history.ts";

interface VersionParts {
  readonly body: string;
  readonly parts?: Partial<Record<PartName, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly parents?: readonly number[];
}

function chain(...versions: readonly (string | VersionParts)[]): DocumentHistory & WrittenRedline {
  const names = wordNames();
  const opened = versions.map((version, index): Version => {
    const { body, parts, links = {}, parents } = typeof version === "string" ? { body: version, parts: {} } : version;
    const document = openDocument(docx(body, parts, { links }), { codec: nodeZlib, names });
    const made = { name: `v${index}.docx`, author: `author ${index}`, date: `2026-01-0${index + 1}T00:00:00Z` };
    return { document, ...made, ...(parents === undefined ? {} : { parents }) };
  });
  const [root, ...others] = opened;
  const history = historyOf([root!, ...others]);
  return { ...history, ...history.write() };
}

/** Returns a line for each block, each passage after the version that added it. */
function told({ blocks }: Pick<DocumentHistory, "blocks">): string[] {
  return blocks.map(({ passages }) => passages.map(({ version, text }) => `${version}:${text}`).join("|"));
}

const LONG = "The tenant shall pay the rent for the premises monthly in advance";
const OTHER = "The landlord shall keep the building in good repair at all times";

describe("[HIS-10] a merge has the history of all that was merged", () => {
  const base = p(LONG) + p(OTHER) + p("End");
  const [ann, bea] = [p(`${LONG} and in full`) + p(OTHER), p(LONG) + p(`${OTHER} of the term`)];
  const row = (text: string): string => tbl([p("Item"), p("Price")], [p(text), p("40")]);

  test("a passage of a branch is of the version of that branch, not of the merge", () => {
    const history = chain(
      base,
      { body: ann + p("End"), parents: [0] },
      { body: bea + p("Both wrote this clause.") + p("End"), parents: [0] },
      {
        body: p(`${LONG} and in full`) + p(`${OTHER} of the term`) + p("Both wrote this clause.") + p("The End"),
        parents: [0, 1, 2],
      },
    );
    expect(told(history)).toEqual([
      `0:${LONG}|1: and in full`,
      `0:${OTHER}|2: of the term`,
      "2:Both wrote this clause.",
      "3:The |0:End",
    ]);
  });

  test("text that two branches have is of the first of them, and so is a row", () => {
    const both = base + row("Steel beams");
    const history = chain(
      base,
      { body: both, parents: [0] },
      { body: both, parents: [0] },
      { body: both, parents: [0, 2, 1] },
    );
    expect(told(history).at(-1)).toBe("1:40");
    expect(listRevisions(history.document).every(({ author }) => author === "author 1")).toBe(true);
  });
});

describe("[HIS-1] text is of the version that first had it", () => {
  test("words that came in two versions", () => {
    const history = chain(
      p("The fee is 10 euros."),
      p("The yearly fee is 10 euros."),
      p("The yearly fee is 20 euros."),
    );
    expect(told(history)).toEqual(["0:The |1:yearly |0:fee is |2:20|0: euros."]);
  });

  test("one version alone has brought everything", () => {
    const history = chain(p("One.") + p("Two."));
    expect(told(history)).toEqual(["0:One.", "0:Two."]);
    expect(listRevisions(history.document)).toEqual([]);
  });

  test("paragraphs that came, and words in them that came later", () => {
    const history = chain(
      p(LONG) + p("End"),
      p(LONG) + p("A new clause.") + p("End"),
      p(LONG) + p("A new short clause.") + p("End"),
    );
    expect(told(history)).toEqual([`0:${LONG}`, "1:A new |2:short |1:clause.", "0:End"]);
  });

  test("a paragraph that was split or joined keeps its words", () => {
    const history = chain(
      p("One two three. Four five six.") + p("End"),
      p("One two three. ") + p("Four five six.") + p("End"),
      p("One two three. ") + p("Four five six. End"),
    );
    expect(told(history)).toEqual(["0:One two three. ", "0:Four five six.|2: |0:End"]);
  });

  test("text that went and came back is of the version that brought it back", () => {
    const history = chain(p(LONG) + p(OTHER), p(LONG), p(LONG) + p(OTHER));
    expect(told(history)).toEqual([`0:${LONG}`, `2:${OTHER}`]);
  });
});

describe("[HIS-2] text that moved keeps its history", () => {
  test("a paragraph, edited before and after its move", () => {
    const history = chain(
      p(LONG) + p(OTHER) + p("Middle one here") + p("End"),
      p(`${LONG} today`) + p(OTHER) + p("Middle one here") + p("End"),
      p(OTHER) + p("Middle one here") + p(`${LONG} today`) + p("End"),
      p(OTHER) + p("Middle one here") + p(`Note: ${LONG} today`) + p("End"),
    );
    expect(told(history)[2]).toBe(`3:Note: |0:${LONG}|1: today`);
  });

  test("a block of several paragraphs, with what was edited while it moved", () => {
    const history = chain(
      p(LONG) + p("Short one.") + p(OTHER) + p("Third text of the middle") + p("End"),
      p(OTHER) + p("Third text of the middle") + p(LONG.replace("monthly", "weekly")) + p("Short one.") + p("End"),
    );
    const [, , moved, short] = told(history);
    expect(moved).toBe("0:The tenant shall pay the rent for the premises |1:weekly|0: in advance");
    expect(short).toBe("0:Short one.");
  });

  test("a note goes with the paragraph that moved", () => {
    const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const notes = (text: string): Partial<Record<PartName, string>> => ({
      footnotes: `<w:footnote w:id="2">${p(text)}</w:footnote>`,
    });
    const history = chain(
      { body: p(LONG, reference) + p(OTHER) + p("End of all"), parts: notes("See below.") },
      { body: p(LONG, reference) + p(OTHER) + p("End of all"), parts: notes("See far below.") },
      { body: p(OTHER) + p("End of all") + p(LONG, reference) + p("x"), parts: notes("See far below.") },
    );
    expect(told(history).at(-1)).toBe("0:See |1:far |0:below.");
  });
});

describe("[HIS-3] a move that the format cannot say", () => {
  test("a row that stands elsewhere in its table", () => {
    const [rent, deposit, heating, water] = ["Rent", "Deposit", "Heating", "Water"].map((name, at) => [
      p(name),
      p(`${at}0`),
    ]);
    const history = chain(
      p("Costs") + tbl(rent!, deposit!, heating!, water!) + p("End"),
      p("Costs") + tbl(deposit!, heating!, water!, rent!) + p("End"),
    );
    expect(told(history).slice(7, 9)).toEqual(["0:Rent", "0:00"]);
  });

  test("a table that stands elsewhere", () => {
    const table = tbl([p("The deposit is three monthly rents"), p(OTHER)]);
    const history = chain(
      p(LONG) + table + p("Middle of the text") + p("Another one of the middle") + p("End"),
      p(LONG) + p("Middle of the text") + p("Another one of the middle") + table + p("End"),
    );
    expect(told(history).slice(3)).toEqual(["0:The deposit is three monthly rents", `0:${OTHER}`, "0:End"]);
  });

  test("what is too short to be known again is new", () => {
    const history = chain(p("Yes") + p(LONG) + p(OTHER) + p("x"), p(LONG) + p(OTHER) + tbl([p("Yes")]) + p("x"));
    expect(told(history)[2]).toBe("1:Yes");
  });

  test("a footer of a section that is no pair", () => {
    const section = (text: string): string =>
      `<w:p><w:pPr><w:sectPr><w:footerReference w:type="default" r:id="rIdfooter1"/></w:sectPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const parts = { footer1: p("Page") };
    const history = chain(
      { body: section("Alpha beta gamma") + p(LONG), parts },
      { body: p(LONG) + section("Something else entirely") + p("End"), parts },
    );
    expect(told(history).at(-1)).toBe("0:Page");
  });
});

describe("[HIS-4] cells, headers, notes and text boxes have their history", () => {
  test("cells in reading order, with rows that came and words that came into them", () => {
    const [one, two, three] = [
      [p("Rent"), p("10")],
      [p("Deposit"), p("20")],
      [p("Heating"), p("30")],
    ];
    const history = chain(
      p("Costs") + tbl(one!, three!) + p("End"),
      p("Costs") + tbl(one!, two!, three!) + p("End"),
      p("Costs") + tbl(one!, [p("Deposit paid"), p("20")], three!) + p("End"),
    );
    expect(told(history)).toEqual([
      "0:Costs",
      "0:Rent",
      "0:10",
      "1:Deposit|2: paid",
      "1:20",
      "0:Heating",
      "0:30",
      "0:End",
    ]);
  });

  test("a header, and a footer that came", () => {
    const body = (footer: string): string =>
      `${p("Text")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/>${footer}</w:sectPr>`;
    const reference = '<w:footerReference w:type="default" r:id="rIdfooter1"/>';
    const history = chain(
      { body: body(""), parts: { header1: p("Draft") } },
      { body: body(""), parts: { header1: p("Second draft") } },
      { body: body(reference), parts: { header1: p("Second draft"), footer1: p("Page") } },
    );
    expect(told(history)).toEqual(["0:Text", "1:Second draft", "2:Page"]);
  });

  test("a text box", () => {
    const box = (text: string): string =>
      p(
        "Before",
        `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${p(text)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
      );
    const history = chain(box("In the box"), box("In the small box"));
    expect(told(history)).toEqual(["0:Before", "0:In the |1:small |0:box"]);
    expect(redlineText(history.document)).toContain("In the {+small +}box");
  });

  test("a note whose reference came, with words that came later", () => {
    const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const notes = (text: string): Partial<Record<PartName, string>> => ({
      footnotes: `<w:footnote w:id="2">${p(text)}</w:footnote>`,
    });
    const history = chain(
      { body: p(LONG), parts: { footnotes: "" } },
      { body: p(LONG, reference), parts: notes("See below.") },
      { body: p(LONG, reference), parts: notes("See far below.") },
    );
    expect(told(history)).toEqual([`0:${LONG}`, "1:See |2:far |1:below."]);
    expect(listRevisions(history.document).map(({ author }) => author)).toEqual([
      "author 1",
      "author 1",
      "author 2",
      "author 1",
    ]);
  });
});

describe("[HIS-5] [HIS-6] the text is what a reader sees", () => {
  test("of a field its result, of a link its words, whichever way it leads", () => {
    const field = [fld("begin"), code(" DOCPROPERTY Name "), fld("separate"), "<w:r><w:t>Acme</w:t></w:r>", fld("end")];
    const link = '<w:hyperlink r:id="l1"><w:r><w:t>our site</w:t></w:r></w:hyperlink>';
    const body = p("See ", link, " of ", ...field, ".");
    const history = chain(
      { body, links: { l1: "https://one.example" } },
      { body, links: { l1: "https://two.example" } },
    );
    expect(told(history)).toEqual(["0:See our site of Acme."]);
  });
});

describe("[HIS-7] [HIS-8] [HIS-9] the document has one author for each version", () => {
  const versions = [
    p(LONG) + p("End"),
    p(LONG) + p("A new clause.") + p("End"),
    p(LONG) + p("A new short clause.") + p("End"),
  ] as const;

  test("passages are insertions by their version, at its date", () => {
    const { document } = chain(...versions);
    expect(redlineText(document)).toBe(`${LONG}\n{+A new short clause.+}¶+\nEnd`);
    expect(listRevisions(document).map(({ author, date }) => `${author} ${date}`)).toEqual([
      "author 1 2026-01-02T00:00:00Z",
      "author 1 2026-01-02T00:00:00Z",
      "author 2 2026-01-03T00:00:00Z",
      "author 1 2026-01-02T00:00:00Z",
    ]);
  });

  test("all accepted is the last version, all rejected what is left of the first", () => {
    const [accepted, rejected] = [chain(...versions).document, chain(...versions).document];
    acceptAll(accepted);
    expect(redlineText(accepted)).toBe(`${LONG}\nA new short clause.\nEnd`);
    rejectAll(rejected);
    expect(redlineText(rejected)).toBe(`${LONG}\nEnd`);
  });

  test("an author of two versions is told apart by their names", () => {
    const names = wordNames();
    const opened = ["One", "One two", "One two three"].map((text, index): Version => {
      const document = openDocument(docx(p(text)), { codec: nodeZlib, names });
      return { document, name: `v${index}`, author: index === 0 ? "" : "Ann", date: "2026-01-01T00:00:00Z" };
    });
    const { document } = historyOf([opened[0]!, ...opened.slice(1)]).write();
    expect(listRevisions(document).map(({ author }) => author)).toEqual(["Ann (v1)", "Ann (v2)"]);
  });

  test("a table and a column that came", () => {
    const history = chain(
      p("One") + tbl([p("Rent")], [p("Deposit")]) + p("End"),
      p("One") + tbl([p("Rent"), p("10")], [p("Deposit"), p("20")]) + p("End"),
      p("One") +
        tbl([p("Rent"), p("10")], [p("Deposit"), p("20")]) +
        p("Two") +
        tbl([p("New cell of a table")]) +
        p("End"),
    );
    acceptAll(history.document);
    expect(told(history)).toEqual([
      "0:One",
      "0:Rent",
      "1:10",
      "0:Deposit",
      "1:20",
      "2:Two",
      "2:New cell of a table",
      "0:End",
    ]);
  });
});
