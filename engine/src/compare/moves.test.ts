// Tests which content moves, which stays, and which items are paired by their position.

import { describe, expect, test } from "vitest";
import { checkRedline, checkSound, compare } from "../../testing/comparisons.ts";
import { p, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";

const FIRST = "The Seller shall deliver the goods within thirty days.";
const SECOND = "The Purchaser shall pay each invoice without deduction.";
const THIRD = "Neither party is liable for indirect or consequential loss.";
const FOURTH = "Notices are valid when they are given in writing.";
const TABLE = tbl([p("Steel beams"), p("40")]);

describe("the text of a paragraph moves though a mark beside it stays", () => {
  test("[CMP-35] from before a table", () => {
    checkRedline(
      p(FIRST) + p(SECOND) + TABLE + p(THIRD) + p("End."),
      p(FIRST) + TABLE + p(THIRD) + p(SECOND) + p("End."),
      `${FIRST}¶-\n<1-${SECOND}-1>\nrow: Steel beams | 40\n${THIRD}\n<1+${SECOND}+1>¶>1\nEnd.`,
    );
  });

  test("[CMP-35] to the end of the story, and from it", () => {
    checkRedline(
      p(FIRST) + p(SECOND) + p(THIRD),
      p(SECOND) + p(THIRD) + p(FIRST),
      `<1-${FIRST}-1>¶<1\n${SECOND}\n${THIRD}¶+\n<1+${FIRST}+1>`,
    );
    checkRedline(
      p(SECOND) + p(THIRD) + p(FIRST),
      p(FIRST) + p(SECOND) + p(THIRD),
      `<1+${FIRST}+1>¶>1\n${SECOND}\n${THIRD}¶-\n<1-${FIRST}-1>`,
    );
  });

  test("[CMP-35] with what was edited in it, and with its neighbour", () => {
    const edited = SECOND.replace("invoice", "bill");
    checkRedline(
      p(THIRD) + p(FIRST) + p(SECOND) + TABLE + p(FOURTH) + p("End."),
      p(THIRD) + TABLE + p(FOURTH) + p(FIRST) + p(edited) + p("End."),
      `${THIRD}¶-\n<1-${FIRST}-1>¶<1\n<1-The Purchaser shall pay each -1>[-invoice-]<1- without deduction.-1>\n` +
        `row: Steel beams | 40\n${FOURTH}\n` +
        `<1+${FIRST}+1>¶>1\n<1+The Purchaser shall pay each +1>{+bill+}<1+ without deduction.+1>¶>1\nEnd.`,
    );
  });

  test("[CMP-35] where another comes in its place", () => {
    checkRedline(
      p(FIRST) + p(SECOND) + TABLE + p(THIRD) + p("End."),
      p(FIRST) + p(FOURTH) + TABLE + p(THIRD) + p(SECOND) + p("End."),
      `${FIRST}\n<1-${SECOND}-1>{+${FOURTH}+}\nrow: Steel beams | 40\n${THIRD}\n<1+${SECOND}+1>¶>1\nEnd.`,
    );
  });

  test("[CMP-33] its note is there in both views", () => {
    const parts = { footnotes: '<w:footnote w:id="2"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote>' };
    const noted = p(SECOND, '<w:r><w:footnoteReference w:id="2"/></w:r>');
    const before = { body: p(FIRST) + noted + TABLE + p(THIRD) + p("End."), parts };
    const after = { body: p(FIRST) + TABLE + p(THIRD) + noted + p("End."), parts };
    const compared = compare(before, after);
    checkSound(before, after, compared);
    expect(redlineText(compared.document)).toContain("footnote: The note.\nfootnote: The note.");
  });
});

describe("what is short", () => {
  test("[CMP-30] moves when nothing else can be meant", () => {
    checkRedline(
      p("Closing Date.") + p(FIRST) + p(SECOND) + p(THIRD),
      p(FIRST) + p("Closing Date.") + p(SECOND) + p(THIRD),
      `<1-Closing Date.-1>¶<1\n${FIRST}\n<1+Closing Date.+1>¶>1\n${SECOND}\n${THIRD}`,
    );
  });

  test("[CMP-30] does not move when it stands there several times", () => {
    const { document } = compare(
      p("Total due") + p("Total due") + p(FIRST) + p(SECOND) + p(THIRD),
      p(FIRST) + p("Total due") + p(SECOND) + p("Total due") + p(THIRD),
    );
    expect(redlineText(document)).not.toContain("<1-");
  });
});

describe("a phrase that recurs", () => {
  test("[CMP-30] does not move out of a sentence that says much more", () => {
    const { document } = compare(
      p("Third-Party Materials") + p(FIRST) + p("Provider will then procure Third-Party Materials.") + p(SECOND),
      p("Fees") + p(FIRST) + p(SECOND) + p("Third-Party Materials") + p(THIRD),
    );
    expect(redlineText(document)).not.toContain("[-Provider will then procure -]<");
  });

  test("[CMP-36] does not move when all that stays of it are words that say nothing", () => {
    checkRedline(
      p("Here is a citation:") + p(FIRST) + p(SECOND) + p(THIRD),
      p(FIRST) + p(SECOND) + p("Here is a customer:") + p(THIRD),
      `[-Here is a citation:-]¶-\n${FIRST}\n${SECOND}\n{+Here is a customer:+}¶+\n${THIRD}`,
    );
  });

  test("[CMP-36] moves when the words that stay tell it, though one of them was edited", () => {
    checkRedline(
      p("The deposit is a guarantee:") + p(FIRST) + p(SECOND) + p(THIRD),
      p(FIRST) + p(SECOND) + p("The deposit is a payment:") + p(THIRD),
      `<1-The deposit is a -1>[-guarantee-]<1-:-1>¶<1\n${FIRST}\n${SECOND}\n<1+The deposit is a +1>{+payment+}<1+:+1>¶>1\n${THIRD}`,
    );
  });

  test("[CMP-20] is a piece of what was split beside it, though it stood elsewhere too", () => {
    checkRedline(
      p("INTRODUCTION") + p(FIRST) + p("CHAPTER 1 \u2013 INTRODUCTION") + p(SECOND),
      p("Purpose") + p(FIRST) + p("CHAPTER 1 \u2013") + p("INTRODUCTION") + p(SECOND),
      `[-INTRODUCTION-]¶-\n{+Purpose+}¶+\n${FIRST}\nCHAPTER 1 \u2013[- -]¶+\nINTRODUCTION\n${SECOND}`,
    );
  });
});

describe("[CMP-17] what keeps its place", () => {
  const passage = [FIRST, SECOND, THIRD, FOURTH];
  const all = (texts: readonly string[]): string => texts.map((text) => p(text)).join("");

  test("where passages repeat, one that moved to the end is the one that moved", () => {
    const [block, rest] = [passage.slice(0, 2), [...passage.slice(2), ...passage, ...passage]];
    const { document } = compare(all(["Begin", ...block, ...rest, "End"]), all(["Begin", ...rest, ...block, "End"]));
    expect(redlineText(document).match(/<1-/g)).toHaveLength(2);
    expect(redlineText(document)).not.toContain("<2-");
  });

  test("paragraphs that were joined weigh as much as before", () => {
    const mover = "A clause nearly as long as either of the two.";
    const { document } = compare(all(["Begin", FIRST, SECOND, mover]), all(["Begin", mover, `${FIRST} ${SECOND}`]));
    expect(redlineText(document)).toContain(`<1+${mover}+1>`);
  });

  test("rows of spaces do not make a line longer than the lines it moved past", () => {
    const form = `Year of the degree: doctor ${" ".repeat(160)}`;
    const { document } = compare(all(["Begin", FIRST, SECOND, form]), all(["Begin", form, FIRST, SECOND]));
    expect(redlineText(document)).toContain("<1-Year of the degree");
  });

  test("a table stays rather than the clause that moved past it", () => {
    const rows = (price: string): string => tbl([p("Steel beams"), p(price)], [p("Copper wire"), p("310")]);
    const { document } = compare(
      p("Begin") + rows("1,200") + p(FIRST) + p(SECOND) + p("End"),
      p("Begin") + p(FIRST) + p(SECOND) + rows("1,300") + p("End"),
    );
    expect(redlineText(document)).toContain("row: Steel beams | [-1,200-]{+1,300+}\nrow: Copper wire | 310");
  });

  test("tables of which all but one were edited keep their order", () => {
    const calendar = (...days: readonly string[]): string =>
      tbl(...days.map((day) => [p("May"), p(`Day ${day} of it`)]));
    const part = (table: string, text: string): string => p("") + p(text) + table;
    const whole = calendar("one", "two", "three", "four");
    const edited = [
      calendar("two", "three", "four"),
      calendar("one", "three", "four"),
      whole,
      calendar("one", "two", "four"),
    ];
    const before = [1, 2, 3, 4].map(() => part(whole, FIRST)).join("");
    const after = edited.map((table, at) => part(table, at === 1 ? SECOND : FIRST)).join("");
    const { document } = compare(before + p("End"), after + p("End"));
    expect(redlineText(document).match(/row-/g)).toHaveLength(3);
    expect(redlineText(document)).not.toContain("row+");
  });
});

describe("what has a better partner elsewhere", () => {
  test("[CMP-19] does not stand for what is in its place", () => {
    const [bulleted, numbered] = ["Third item of the bulleted list.", "Third item of the numbered list."];
    checkRedline(
      p(bulleted) + p(FIRST) + p(SECOND) + p(numbered) + p(THIRD) + p(FOURTH),
      p(FIRST) + p(SECOND) + p(bulleted) + p(THIRD) + p(numbered) + p(FOURTH),
      `<1-${bulleted}-1>¶<1\n${FIRST}\n${SECOND}\n<2-${numbered}-2>¶<2\n<1+${bulleted}+1>¶>1\n${THIRD}\n` +
        `<2+${numbered}+2>¶>2\n${FOURTH}`,
    );
  });

  test("[CMP-17] near-equal paragraphs that kept their order did not move", () => {
    const line = "Video provides a powerful way to help you prove your point.";
    const edits = ["way", "help", "point", "powerful", "prove"];
    const before = p(FIRST) + p(line).repeat(9) + p(SECOND);
    const lines = Array.from({ length: 9 }, (_, at) =>
      p(at % 2 === 0 ? line : line.replace(edits[(at - 1) / 2]!, "answer")),
    );
    const compared = compare(before, p(FIRST) + lines.join("") + p(SECOND));
    checkSound(before, p(FIRST) + lines.join("") + p(SECOND), compared);
    expect(redlineText(compared.document).match(/\{\+answer\+\}/g)).toHaveLength(4);
    expect(redlineText(compared.document)).not.toContain("<1");
  });
});

describe("places", () => {
  test("[CMP-18] blank paragraphs and what went elsewhere do not count", () => {
    checkRedline(
      p(FIRST) + p("Signed: Ann") + p(SECOND),
      p(FIRST) + p("Signed: Bob") + p("") + p("") + p(SECOND),
      `${FIRST}\nSigned: [-Ann-]{+Bob+}\n¶+\n¶+\n${SECOND}`,
    );
  });

  test("[CMP-18] a table of the same shape stands in the place of another", () => {
    checkRedline(
      tbl([p("Signature page")]) + p("End."),
      tbl([p("Delivery note")]) + p("End."),
      "row: [-Signature page-]{+Delivery note+}\nEnd.",
    );
  });

  test("[CMP-18] a table stands in the place of another whatever paragraphs came or went beside it, and so does a blank one", () => {
    checkRedline(
      p(FIRST) + tbl([p("Signature page")]) + p("End."),
      p(FIRST) + p(SECOND) + tbl([p("Delivery note")]) + p("End."),
      `${FIRST}¶+\n{+${SECOND}+}\nrow: [-Signature page-]{+Delivery note+}\nEnd.`,
    );
    const { document } = compare(
      p(FIRST) + tbl([p(""), p("")], [p(""), p("")]) + p("End."),
      p(FIRST) + tbl([p("")], [p(""), p("")], [p("Name"), p("Ann")]) + p("End."),
    );
    expect(redlineText(document)).not.toMatch(/row-.*\nrow-/);
  });

  test("[CMP-18] a table that kept a row whole stands in its own place, however little the row says", () => {
    checkRedline(
      p(FIRST) + tbl([p("A1"), p("B1")]) + p("End."),
      p(FIRST) + tbl([p("A1"), p("B1")], [p("termination indemnity"), p("performance waiver")]) + p("End."),
      `${FIRST}\nrow: A1 | B1\nrow+: {+termination indemnity+}¶+ | {+performance waiver+}¶+\nEnd.`,
    );
  });

  test("[CMP-18] a table that lost the column which said most is the same table, and its rows are the same rows", () => {
    const rows = (values: readonly string[]): string =>
      tbl(
        ...["Company", "Shares", "Term"].map((label, at) => [
          p(label),
          ...values.slice(at, at + 1).map((text) => p(text)),
        ]),
      );
    checkRedline(
      rows([FIRST, SECOND, THIRD]) + p("End."),
      rows([]).replace("Shares", "Price") + p("End."),
      `row: Company | (-)[-${FIRST}-]¶-\nrow: [-Shares-]{+Price+} | (-)[-${SECOND}-]¶-\nrow: Term | (-)[-${THIRD}-]¶-\nEnd.`,
    );
  });

  test("[CMP-42] a column that was rewritten between two that stay, or at the end, is the same column", () => {
    checkRedline(
      tbl([p("Item"), p("Price"), p("Reference")]) + p("End."),
      tbl([p("Item"), p("Quantity"), p("Price"), p("Consent")]) + p("End."),
      "row: Item | (+){+Quantity+}¶+ | Price | [-Reference-]{+Consent+}\nEnd.",
    );
  });

  test("[CMP-41] rows beside each other that were numbered anew keep their places", () => {
    const list = (numbers: readonly string[]): string =>
      tbl(
        ...["if set", "if not set", "if set", "if not set"].map((text, at) => [p(`Row ${numbers[at]} stays`), p(text)]),
      );
    checkRedline(
      list(["6", "7", "8", "9"]) + p("End."),
      list(["6", "2", "7", "9"]) + p("End."),
      "row: Row 6 stays | if set\nrow: Row [-7-]{+2+} stays | if not set\nrow: Row [-8-]{+7+} stays | if set\nrow: Row 9 stays | if not set\nEnd.",
    );
  });

  test("[CMP-20] paragraphs are joined though one between them went, or moved", () => {
    checkRedline(
      p(FIRST) + p("A clause to be struck.") + p(SECOND) + p(THIRD),
      p(`${FIRST} ${SECOND}`) + p(THIRD),
      `${FIRST}¶-\n[-A clause to be struck.-]¶-\n{+ +}${SECOND}\n${THIRD}`,
    );
    checkRedline(
      p(FIRST) + p(FOURTH) + p(SECOND) + p(THIRD) + p("End."),
      p(`${FIRST} ${SECOND}`) + p(THIRD) + p(FOURTH) + p("End."),
      `${FIRST}¶-\n<1-${FOURTH}-1>¶-\n{+ +}${SECOND}\n${THIRD}\n<1+${FOURTH}+1>¶>1\nEnd.`,
    );
  });

  test("[CMP-42] a column whose cells were all added to is the same column", () => {
    const rows = (more: readonly string[]): string =>
      tbl(...["Alpha", "Beta", "Gamma"].map((name, at) => [p(name), p(`None.${more[at] ?? ""}`)]));
    checkRedline(
      rows([]) + p("End."),
      rows([" The Agent shall maintain the records.", " Each party bears its own costs.", " Fees are due monthly."]) +
        p("End."),
      "row: Alpha | None.{+ The Agent shall maintain the records.+}\nrow: Beta | None.{+ Each party bears its own costs.+}\n" +
        "row: Gamma | None.{+ Fees are due monthly.+}\nEnd.",
    );
  });
});

test("[CMP-32] a line that repeats inside of what moved moves with it, and the equal one behind it stays", () => {
  const others = [
    "This agreement is governed by the law of England.",
    "It may be signed in counterparts by either party.",
  ];
  const passed = others.map((text) => p(text)).join("");
  checkRedline(
    p(FIRST) + p(SECOND) + p("{END-IF}") + p(THIRD) + p("{END-IF}") + p(FOURTH) + passed + p("End."),
    p(FIRST) + p("{END-IF}") + p(FOURTH) + passed + p(SECOND) + p("{END-IF}") + p(THIRD) + p("End."),
    `${FIRST}\n<1-${SECOND}-1>¶<1\n<1-{END-IF}-1>¶<1\n<1-${THIRD}-1>¶<1\n{END-IF}\n${FOURTH}\n${others.join("\n")}\n` +
      `<1+${SECOND}+1>¶>1\n<1+{END-IF}+1>¶>1\n<1+${THIRD}+1>¶>1\nEnd.`,
  );
});

test("[CMP-32] two stretches that went around a line that stays are one where that line repeats", () => {
  const [one, other] = ["Gone for good with all it said.", "And another sentence that went."];
  checkRedline(
    p(FIRST) + p(one) + p("* * *") + p(other) + p("* * *") + p(SECOND),
    p(FIRST) + p("* * *") + p(SECOND),
    `${FIRST}\n[-${one}-]¶-\n[-* * *-]¶-\n[-${other}-]¶-\n* * *\n${SECOND}`,
  );
  checkRedline(
    p(FIRST) + p("* * *") + p(SECOND),
    p(FIRST) + p("* * *") + p(one) + p("* * *") + p(other) + p(SECOND),
    `${FIRST}\n* * *\n{+${one}+}¶+\n{+* * *+}¶+\n{+${other}+}¶+\n${SECOND}`,
  );
});

test("[CMP-17] the only table stays where a paragraph moved past it, though every cell was edited", () => {
  const table = (...words: readonly string[]): string =>
    tbl([p(words[0]!), p(words[1]!)], [p(words[2]!), p(words[3]!)]);
  const { document } = compare(
    p(FIRST) + p(SECOND) + table("Steel beams", "Forty tons", "Iron rods", "Ten tons") + p(THIRD),
    p(FIRST) + table("Copper beams", "Forty pieces", "Brass rods", "Ten pieces") + p(SECOND) + p(THIRD),
  );
  expect(redlineText(document)).toContain("[-Steel-]{+Copper+} beams");
});

test("[CMP-32] a short line that was edited goes along with the paragraph it stands beside on both sides", () => {
  const passed = p(FIRST) + p(THIRD) + p(FOURTH);
  checkRedline(
    p("Fees and costs") + p(SECOND) + passed + p("End."),
    passed + p("Fees  and costs") + p(SECOND) + p("End."),
    `<1-Fees -1><1-and costs-1>¶<1\n<1-${SECOND}-1>¶<1\n${FIRST}\n${THIRD}\n${FOURTH}\n` +
      `<1+Fees +1>{+ +}<1+and costs+1>¶>1\n<1+${SECOND}+1>¶>1\nEnd.`,
  );
});

test("[CMP-17] a table that lost most of its rows stays where a paragraph moved past it", () => {
  const rows = ["Steel beams", "Iron rods", "Copper wire", "Brass fittings", "Zinc plates", "Tin cans", "Lead pipes"];
  const table = (names: readonly string[]): string => tbl(...names.map((name) => [p(name), p("40 tons")]));
  const { document } = compare(
    p(FIRST) + table(rows) + p(SECOND) + p(THIRD) + table(["One", "Two"]) + p(FOURTH),
    p(FIRST) + p(SECOND) + table(["Steel beams", "Bronze bars"]) + p(THIRD) + table(["Three", "Two"]) + p(FOURTH),
  );
  expect(redlineText(document)).toContain("row: Steel beams | 40 tons");
});

test("[CMP-30] what came from a merged cell is no edited twin of a paragraph that went", () => {
  const went = "Paragraph three stays untouched by the operator.";
  const inCell = "Paragraph four in a cell stays untouched by the operator.";
  const long = `${SECOND} ${THIRD} ${FOURTH}`;
  const merged = `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p(inCell)}${p(long)}</w:tc></w:tr></w:tbl>`;
  const { document } = compare(p(FIRST) + p(went) + tbl([p(inCell), p(long)]) + p(THIRD), p(FIRST) + merged + p(THIRD));
  expect(redlineText(document)).toContain(`[-${went}-]`);
});

test("[CMP-34] a paragraph that ends a section does not move, nor does a row", () => {
  const ends = `<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t>${FIRST}</w:t></w:r></w:p>`;
  const section = compare(ends + p(SECOND) + p(THIRD) + p("End."), p(SECOND) + p(THIRD) + ends + p("End."));
  expect(redlineText(section.document)).toContain(`\n${FIRST}§\n`);
  const rows = [FIRST, SECOND, THIRD].map((text) => [p(text), p("40")]);
  const table = compare(tbl(...rows) + p("End."), tbl(rows[1]!, rows[2]!, rows[0]!) + p("End."));
  expect(redlineText(table.document)).toContain(`row-: [-${FIRST}-]¶- | [-40-]¶-`);
});

test("[CMP-23] a new table comes before the paragraphs that were deleted in its place", () => {
  checkRedline(
    p("Start here.") + p(FIRST) + p("End here."),
    p("Start here.") + TABLE + p(SECOND) + p(THIRD) + p("End here."),
    `Start here.\nrow+: {+Steel beams+}¶+ | {+40+}¶+\n[-${FIRST}-]¶-\n{+${SECOND}+}¶+\n{+${THIRD}+}¶+\nEnd here.`,
  );
});
