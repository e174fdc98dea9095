// Tests that settling a conflict gives whole paragraphs and rows: merges as a person settles them.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { p, tbl } from "../../testing/documents.ts";
import { mergeBodies, mergedText } from "../../testing/merged-text.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { choices, doc, settled } from "../../testing/settled.ts";
import { commentThreads } from "../document/marks/comments.ts";
import { readMergeRecord } from "../document/merge-record.ts";
import { openDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import { wordNames } from "../document/word-names.ts";
import type { Decisions } from "../revisions/choose/chosen-verdicts.ts";
import { decideTask } from "./decide-task.ts";

const [FEES, CAP, LAW] = ["1. Fees are due.", "2. Cap of fifty a year.", "3. Law of Delaware."];
const CAPPED = "2. Cap of ninety a year.";

test("[MRG-44] a deleted clause that another copy edits is one conflict with its mark", () => {
  const merge = mergeBodies(doc(FEES, CAP, LAW), doc(FEES, LAW), doc(FEES, CAPPED, LAW));
  expect(choices(merge, "a.docx", "b.docx", "original")).toEqual({
    "a.docx, accept": [FEES, LAW],
    "a.docx, reject": [FEES, LAW],
    "b.docx, accept": [FEES, CAPPED, LAW],
    "b.docx, reject": [FEES, CAPPED, LAW],
    "original, accept": [FEES, CAP, LAW],
    "original, reject": [FEES, CAP, LAW],
  });
});

test("[MRG-40] a copy is chosen by its name or by its author", () => {
  const merge = mergeBodies(doc(FEES, CAP, LAW), doc(FEES, LAW), doc(FEES, CAPPED, LAW));
  expect(choices(merge, "B")["B, reject"]).toEqual(choices(merge, "b.docx")["b.docx, reject"]);
});

test("[MRG-44] at the end of the document the conflict owns the mark before the clause", () => {
  const merge = mergeBodies(doc(FEES, CAP), doc(FEES), doc(FEES, CAPPED));
  expect(mergedText(merge)).toEqual([`${FEES}¶-A`, `!1([-${CAP}-]AB{+${CAPPED}+}B)¶`]);
  expect(readMergeRecord(merge.document)!.conflicts).toMatchObject([{ scope: "paragraphs", marks: ["before"] }]);
  expect(choices(merge, "a.docx", "b.docx", "original")).toMatchObject({
    "a.docx, accept": [FEES],
    "b.docx, accept": [FEES, CAPPED],
    "original, accept": [FEES, CAP],
  });
});

describe("[MRG-45] paragraph marks that do not fit together", () => {
  const [first, second] = ["The seller pays.", "The buyer waits."];
  const both = `${first} ${second}`;

  test("a split against a deletion", () => {
    const merge = mergeBodies(doc(FEES, both, LAW), doc(FEES, first, second, LAW), doc(FEES, LAW));
    expect(choices(merge, "a.docx", "b.docx", "original")).toMatchObject({
      "a.docx, accept": [FEES, first, second, LAW],
      "b.docx, accept": [FEES, LAW],
      "original, accept": [FEES, both, LAW],
      "original, reject": [FEES, both, LAW],
    });
  });

  test.each([
    ["after the mark", "These payments", "The other payments"],
    ["before the mark", "days of delivery.", "days of the delivery."],
  ])("[MRG-45a] a join that replaces words %s, against an edit of these words", (_, words, edited) => {
    const one = "The seller repays all fees within thirty days of delivery.";
    const two = "These payments bear no interest before the end of the term.";
    const joined = `${one} ${two}`.replace(words, "Such amounts");
    const kept = [one, two].map((text) => text.replace(words, edited));
    const merge = mergeBodies(doc(one, two, LAW), doc(joined, LAW), doc(...kept, LAW));
    expect(readMergeRecord(merge.document)!.conflicts).toMatchObject([{ scope: "paragraphs" }]);
    expect(choices(merge, "a.docx", "b.docx", "original")).toEqual({
      "a.docx, accept": [joined, LAW],
      "a.docx, reject": [joined, LAW],
      "b.docx, accept": [...kept, LAW],
      "b.docx, reject": [...kept, LAW],
      "original, accept": [one, two, LAW],
      "original, reject": [one, two, LAW],
    });
  });

  test("[MRG-45a] a join against a deletion of the white space at the mark", () => {
    const [one, two] = ["The seller repays all fees within thirty days. ", "These payments bear no interest."];
    const merge = mergeBodies(doc(one, two, LAW), doc(one + two, LAW), doc(one.trim(), two, LAW));
    expect(choices(merge, "a.docx", "b.docx", "original")).toMatchObject({
      "a.docx, accept": [one + two, LAW],
      "b.docx, accept": [one.trim(), two, LAW],
      "original, accept": [one, two, LAW],
    });
  });

  test("a join against a deletion", () => {
    const merge = mergeBodies(doc(first, second, LAW), doc(both, LAW), doc(first, LAW));
    expect(choices(merge, "a.docx", "b.docx", "original")).toMatchObject({
      "a.docx, accept": [both, LAW],
      "b.docx, accept": [first, LAW],
      "original, accept": [first, second, LAW],
    });
  });

  test("a join against a sentence added at the joint", () => {
    const merge = mergeBodies(doc(first, second, LAW), doc(both, LAW), doc(`${first} Always.`, second, LAW));
    expect(choices(merge, "a.docx", "b.docx", "original")).toMatchObject({
      "a.docx, accept": [both, LAW],
      "b.docx, accept": [`${first} Always.`, second, LAW],
      "original, accept": [first, second, LAW],
    });
  });

  test("a split and an edit elsewhere in the paragraph are two changes", () => {
    const merge = mergeBodies(doc(both, LAW), doc(first, second, LAW), doc(`${first} The buyer pauses.`, LAW));
    expect(readMergeRecord(merge.document)!.conflicts).toEqual([]);
    expect(settled(merge, { rest: "accept" })).toEqual([first, "The buyer pauses.", LAW]);
  });

  test("the order of the copies changes nothing", () => {
    const copies = [doc(FEES, first, second, LAW), doc(FEES, LAW), doc(FEES, `${both} Always.`, LAW)] as const;
    const results = [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ].map((order) => {
      const merge = mergeBodies(doc(FEES, both, LAW), ...order.map((at) => copies[at]!));
      return order.map((at) => settled(merge, { conflicts: [{ id: 1, choose: `${"abc"[order.indexOf(at)]!}.docx` }] }));
    });
    const byCopy = results.map((lists, at) =>
      [
        [0, 1, 2],
        [2, 0, 1],
        [1, 2, 0],
      ]
        [at]!.map((copy, place) => [copy, lists[place]])
        .toSorted(),
    );
    expect(byCopy[1]).toEqual(byCopy[0]);
    expect(byCopy[2]).toEqual(byCopy[0]);
  });
});

test("[MRG-46] a deleted row that another copy edits is one conflict about the row", () => {
  const table = (...rows: readonly (readonly string[])[]): string =>
    tbl(...rows.map((cells) => cells.map((text) => p(text)))) + p("End");
  const [head, row, edited] = [
    ["Item", "Price"],
    ["Deposit", "2,000"],
    ["Deposit", "3,000"],
  ];
  const merge = mergeBodies(table(head!, row!), table(head!), table(head!, edited!));
  expect(readMergeRecord(merge.document)!.conflicts).toMatchObject([{ kind: "blocks", scope: "rows" }]);
  const text = (decisions: Decisions): string => settled(merge, decisions).join(" ");
  for (const rest of ["accept", "reject"] as const) {
    expect(text({ conflicts: [{ id: 1, choose: "a.docx" }], rest })).not.toContain("Deposit");
    expect(text({ conflicts: [{ id: 1, choose: "b.docx" }], rest })).toContain("3,000");
    expect(text({ conflicts: [{ id: 1, choose: "original" }], rest })).toContain("2,000");
  }
});

test("[MRG-42] all new rows of one gap are one conflict", () => {
  const table = (...rows: readonly string[]): string => tbl(...rows.map((text) => [p(text)])) + p("End");
  const base = table("Head", "Total");
  const merge = mergeBodies(base, table("Head", "a1", "a2", "a3", "Total"), table("Head", "b1", "b2", "Total"));
  expect(readMergeRecord(merge.document)!.conflicts).toMatchObject([{ id: 1, kind: "blocks", revisions: [0, 1] }]);
  expect(settled(merge, { conflicts: [{ id: 1, choose: "b.docx" }] }).join(" ")).toBe(
    "row: Head row: b1 row: b2 row: Total End",
  );
});

describe("[MRG-43] a selection of a member of a conflict", () => {
  const merge = () => mergeBodies(doc("in 30 days"), doc("in 60 days"), doc("in 90 days"));
  const only = { authors: ["A"], kinds: ["insertion"] } as const;

  test("decides that member alone", () => {
    expect(settled(merge(), { accept: only })).toEqual(["in [-30-]60{+90+} days"]);
    expect(settled(merge(), { reject: only })).toEqual(["in [-30-]{+90+} days"]);
  });

  test("is not contradicted by an accepting rest", () => {
    expect(settled(merge(), { reject: only, rest: "accept" })).toEqual(["in 90 days"]);
    expect(settled(merge(), { accept: only, rest: "accept" })).toEqual(["in 60 days"]);
  });
});

describe("[MRG-45] at the end of a story and before a table", () => {
  const table = (text: string): string => tbl([p(text)]);
  const [one, two] = ["The seller delivers the goods.", "The buyer pays the price."];

  test("a paragraph that moves behind a new table keeps the mark before the table", () => {
    const moved = p(two) + table("Prices") + p(one);
    const merge = mergeBodies(doc(one, two), doc(one, two, "Added."), moved);
    expect(choices(merge, "a.docx", "original")).toMatchObject({
      "a.docx, accept": [two, one, "Added."],
      "original, accept": [two, one],
    });
  });

  test("what replaces a paragraph that moves belongs to the conflict about it", () => {
    const [first, second] = [table("First"), table("Second")];
    const base = first + p("Middle.") + second + p(one);
    const moved = first + doc("Middle.", one) + second + p("Replaced.");
    const merge = mergeBodies(base, moved, `${first}<w:p/>${second}${p(one)}`);
    const texts = (choose: string) => settled(merge, { conflicts: [{ id: 1, choose }], rest: "accept" });
    expect(texts("original").at(-1)).toBe(one);
    expect(texts("a.docx").at(-1)).toBe("Replaced.");
  });

  test("copies that keep and that delete the table after a paragraph replace it apart", () => {
    const body = (...blocks: readonly string[]): string => p("Head.") + p(one) + blocks.join("") + p("End.");
    const merge = mergeBodies(
      body(p(two), table("Prices")),
      body(),
      body(table("New"), p(two), table("Prices")),
      body(table("Prices")),
    );
    expect(merge.notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
  });
});

test("[MRG-45] an empty paragraph that replaces another belongs to the conflict", () => {
  const [one, two] = ["The seller delivers the goods.", "The buyer pays the price."];
  const merge = mergeBodies(doc(one, two, LAW), doc(`${one} ${two}`, LAW), `${p(one)}<w:p/>${p(LAW)}`);
  expect(choices(merge, "a.docx", "b.docx", "original")).toMatchObject({
    "a.docx, accept": [`${one} ${two}`, LAW],
    "b.docx, reject": [one, "", LAW],
    "original, accept": [one, two, LAW],
  });
});

test("[MRG-45] a moved paragraph comes before new ones of other copies, in every order of the copies", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const [base, moved, added] = [doc(one, two), doc(two, one), doc(one, two, "Added.")];
  for (const copies of [
    [moved, added],
    [added, moved],
  ])
    expect(settled(mergeBodies(base, ...copies), { rest: "accept" })).toEqual([two, one, "Added."]);
});

test("[MRG-45d] a range that all copies change in the same way is no conflict", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const [base, moved] = [doc(one, two, LAW), doc(two, one)];
  for (const copies of [[moved, base] as const, [moved, moved] as const]) {
    const merge = mergeBodies(base, ...copies);
    expect(readMergeRecord(merge.document)!.conflicts).toEqual([]);
    expect(settled(merge, { rest: "accept" })).toEqual([two, one]);
    expect(settled(merge, { rest: "reject" })).toEqual([one, two, LAW]);
  }
});

test("[MRG-45d] an edit of the last paragraph and its replacement by the same text are one change", () => {
  const [table, after] = [tbl([p("Schedule of the parties.")]), tbl([p("Prices."), p("Terms.")]) + p(LAW)];
  const [old, renamed] = [p("Deposit") + after, p("Surety bond") + after];
  const merge = mergeBodies(table + old, renamed, table + renamed);
  expect(readMergeRecord(merge.document)!.conflicts).toEqual([]);
  expect(mergedText(merge)[1]).toBe("[-Deposit-]AB{+Surety bond+}AB¶");
});

test("[MRG-45b] a join over a deleted table, against a new paragraph after the table", () => {
  const [one, two, three] = ["The seller delivers goods", "the buyer pays", "New terms apply."];
  const table = tbl([p("Prices."), p("Terms.")]);
  const merge = mergeBodies(
    p(FEES) + p(one) + table + p(two),
    p(FEES) + p(one) + table + p(three) + p(two),
    p(FEES) + p(`${one} ${two}`),
    p(FEES) + p(one) + table + p(`${two} soon`),
  );
  expect(readMergeRecord(merge.document)!.conflicts).toHaveLength(1);
  expect(settled(merge, { conflicts: [{ id: 1, choose: "a.docx" }], rest: "accept" })).toContain(three);
  expect(settled(merge, { conflicts: [{ id: 1, choose: "b.docx" }], rest: "accept" })).toEqual([FEES, `${one} ${two}`]);
});

test("[MRG-24c] no copy claims the mark of a paragraph that others compete for", () => {
  const [one, two, three, four] = [
    "The seller delivers goods",
    "the buyer pays",
    "Notices are free.",
    "Costs are shared.",
  ];
  const merge = mergeBodies(
    doc(FEES, one, two, three, four),
    doc(FEES, `${one} ${two}`, three, four),
    doc(FEES, one, two, four),
    doc(FEES, one, two, three),
    doc(FEES, one, "New terms apply.", two, three, four),
  );
  expect(mergedText(merge).slice(-2)).toEqual([`[-${three}-]B¶-BC`, `[-${four}-]C¶`]);
  expect(settled(merge, { conflicts: [{ id: 1, choose: "original" }], rest: "reject" })).toEqual([
    FEES,
    one,
    two,
    three,
    four,
  ]);
});

test("[MRG-24c] no copy claims the mark of a paragraph that one copy deletes and another edits", () => {
  const table = tbl([p("Prices."), p("Terms.")]) + p("End.");
  const merge = mergeBodies(
    doc(CAP, FEES, LAW) + table,
    doc(CAPPED, FEES) + table,
    doc(FEES, LAW) + table,
    doc(CAP, LAW) + table,
  );
  expect(mergedText(merge).slice(1, 3)).toEqual([`[-${FEES}-]C¶-AC`, `[-${LAW}-]A¶`]);
  expect(settled(merge, { conflicts: [{ id: 1, choose: "b.docx" }], rest: "reject" }).slice(0, 2)).toEqual([FEES, LAW]);
});

test("[MRG-24c] a copy that cannot claim another mark is a side of the conflict about the next paragraph", () => {
  const rest = tbl([p("Prices.")]) + p("End.");
  const [first, other] = ["1. Fees are due now.", "3. Law of New York."];
  const merge = mergeBodies(
    doc(FEES, CAP, LAW) + rest,
    doc(first, CAP) + rest,
    doc(CAP, other) + rest,
    doc(FEES, LAW) + rest,
  );
  expect(readMergeRecord(merge.document)!.conflicts).toMatchObject([{ revisions: [0, 1, 2] }, { revisions: [0, 1] }]);
  const chosen = (choose: string, side: "accept" | "reject"): string[] =>
    settled(merge, { conflicts: [{ id: 1, choose }], rest: side }).slice(0, -2);
  expect(chosen("a.docx", "reject")).toEqual([FEES, CAP]);
  expect(chosen("b.docx", "accept")).toEqual([first, CAP, other]);
  expect(chosen("c.docx", "reject")).toEqual([FEES, LAW]);
  expect(chosen("original", "accept")).toEqual([first, CAP, LAW]);
  expect(settled(merge, { rest: "accept" }).slice(0, -2)).toEqual([first, CAP]);
});

test("[MRG-24c] no copy claims a mark before which another copy inserts a table", () => {
  const table = tbl([p("Prices.")]);
  const merge = mergeBodies(doc(FEES, CAP, LAW), doc(FEES, CAP), doc(FEES, LAW), doc(FEES) + table + doc(CAP, LAW));
  expect(mergedText(merge)).toEqual([`${FEES}¶`, "row+C | {+Prices.+}C¶+C |", `[-${CAP}-]B¶-AB`, `[-${LAW}-]A¶`]);
  const others = { accept: { revisions: ["b.docx", "c.docx"] }, rest: "reject" } as const;
  expect(settled(merge, others)).toEqual([FEES, "row: Prices.", LAW]);
});

test("[MRG-42] a new table and the paragraph that moves to the end after it are in one conflict", () => {
  const sale = "The seller delivers the goods to the buyer.";
  const merge = mergeBodies(
    doc(sale, FEES),
    doc(FEES) + tbl([p("Prices.")]) + p(sale),
    doc(FEES, CAP),
    doc(sale, FEES, "4. Notices."),
  );
  expect(readMergeRecord(merge.document)!.conflicts).toMatchObject([{ kind: "move", revisions: [0, 1, 2] }]);
  expect(choices(merge, "a.docx", "b.docx", "c.docx", "original")).toMatchObject({
    "a.docx, accept": [FEES, "row: Prices.", sale],
    "a.docx, reject": [FEES, "row: Prices.", sale],
    "b.docx, reject": [FEES, CAP],
    "c.docx, reject": [sale, FEES, "4. Notices."],
    "original, reject": [sale, FEES],
  });
});

describe("[MRG-21b] the order of the copies changes nothing", () => {
  const [one, two] = [
    "Warranty exclusions survive termination.",
    "The buyer pays the agreed price within thirty days.",
  ];
  const [plain, extended] = [doc(two, one), doc(two, one, "Added.")];

  test.each([
    ["first", [plain, extended, doc(one, two)], "a.docx"],
    ["second", [extended, plain, doc(one, two)], "b.docx"],
  ])("in competing moves with another block at the end: %s", (_, copies, choose) => {
    const merge = mergeBodies(doc(one, two), ...copies);
    expect(settled(merge, { conflicts: [{ id: 1, choose }], rest: "accept" })).toEqual([two, one, "Added."]);
  });
});

test("[MRG-21] a table after a paragraph that its copy and another move stays after it", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const merge = mergeBodies(doc(one, two), p(two) + tbl([p("Prices")]) + p(one), doc(two, one));
  expect(merge.notices).toEqual([]);
  expect(mergedText(merge).slice(0, 2)).toEqual([`<+${two}+>AB¶>AB`, "row+A | {+Prices+}A¶+A |"]);
});

test("[MRG-21] the order of the copies does not decide where a table is beside versions of a torn range", () => {
  const [one, two] = ["The seller delivers goods", "the buyer pays the price."];
  const [prices, costs] = [tbl([p("Prices")]), tbl([p("Costs")])];
  const [split, table] = [doc(one, two) + prices + p(LAW), p(`${one} ${two}`) + costs + p(LAW)];
  for (const copies of [
    [split, table, doc(two, LAW)],
    [doc(two, LAW), table, split],
  ]) {
    const merge = mergeBodies(doc(`${one} ${two}`, LAW), ...copies);
    const conflicts = [{ id: 1, choose: copies[0] === split ? "a.docx" : "c.docx" }];
    expect(settled(merge, { conflicts, rest: "accept" })).toEqual(["row: Costs", one, two, "row: Prices", LAW]);
  }
});

test("[MRG-25b] copies that move a paragraph with different formatting make one move", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const centred = p(two).replace("<w:p>", '<w:p><w:pPr><w:jc w:val="center"/></w:pPr>');
  const merge = mergeBodies(doc(one, two, LAW), centred + doc(one, LAW), doc(two, one, LAW));
  expect(merge.notices).toEqual([]);
  expect(mergedText(merge)[0]).toBe(`?1(<+${two}+>AB)¶>AB`);
});

test("[MRG-25b] a move has the formatting of the first copy if the second moves an empty paragraph with it", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price."];
  const centred = p(one).replace("<w:p>", '<w:p><w:pPr><w:jc w:val="center"/></w:pPr>');
  const both = doc(FEES, two, "") + centred + p(LAW);
  const merge = mergeBodies(doc(FEES, "", one, two, LAW), doc(FEES, "", two, one, LAW), both);
  expect(merge.notices).toEqual([]);
  expect(mergedText(merge).slice(1, -1)).toEqual(["¶<B", `<-${one}->AB¶<AB`, `${two}¶`, "¶>B", `?1(<+${one}+>AB)¶>AB`]);
});

test("[MRG-45c] a paragraph whose mark a block of the conflict takes belongs to the conflict", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const [prices, costs] = [tbl([p("Prices")]), tbl([p("Costs")])];
  const base = doc(FEES, one, two) + prices + doc(CAP, LAW);
  const moved = doc(FEES, two, one, LAW) + prices + p(CAP);
  const merge = mergeBodies(base, moved, doc(FEES, one, two) + prices + p(CAP) + costs + p(LAW));
  const texts = [FEES, two, one, LAW, "row: Prices", CAP];
  expect(settled(merge, { conflicts: [{ id: 1, choose: "a.docx" }], rest: "reject" })).toEqual(texts);
});

test("[MRG-44b] a paragraph before a table that another copy deletes owns both marks", () => {
  const both = "The seller delivers. The buyer pays.";
  const [prices, end] = [tbl([p("Prices")]), doc(LAW, "End.")];
  const base = `${doc(FEES, both)}<w:p/>${prices}${end}`;
  const split = `${doc(FEES, "The seller delivers.", "The buyer pays.")}<w:p/>${end}`;
  const merge = mergeBodies(base, p(FEES) + prices + end, split);
  expect(settled(merge, { conflicts: [{ id: 1, choose: "a.docx" }], rest: "accept" })).toEqual([FEES, LAW, "End."]);
});

describe("[MRG-24b] a copy deletes the table before which another changes paragraphs", () => {
  const prices = tbl([p("Prices")]);
  const [base, without] = [doc(FEES, CAP) + prices + p(LAW), doc(FEES, LAW)];

  test("both delete the paragraph before it, so they delete the same mark", () => {
    const merge = mergeBodies(base, p(FEES) + prices + p(LAW), without);
    expect(mergedText(merge)[0]).toBe(`${FEES}¶-AB`);
    expect(readMergeRecord(merge.document)!.conflicts).toEqual([]);
    expect(settled(merge, { rest: "accept" })).toEqual([FEES, LAW]);
  });

  test("one adds a paragraph after the deleted one", () => {
    const merge = mergeBodies(base, doc(FEES, CAP, "Added.") + prices + p(LAW), without);
    expect(choices(merge, "a.docx", "b.docx")).toMatchObject({
      "a.docx, accept": [FEES, "Added.", LAW],
      "b.docx, accept": [FEES, LAW],
    });
  });
});

test.each([
  ["a table", tbl([p("Prices")]) + p("End.")],
  ["the end", ""],
])("[MRG-24c] copies that each delete one of two paragraphs before %s leave no empty one", (_, rest) => {
  const after = rest === "" ? [] : ["row: Prices", "End."];
  const merge = mergeBodies(doc(FEES, CAP, LAW) + rest, doc(FEES, LAW) + rest, doc(FEES, CAP) + rest);
  expect(mergedText(merge).slice(0, 3)).toEqual([`${FEES}¶-A`, `[-${CAP}-]A¶-B`, `[-${LAW}-]B¶`]);
  expect(settled(merge, { rest: "accept" })).toEqual([FEES, ...after]);
});

test("[MRG-24c] a move and a deletion of two paragraphs before a table do not compete", () => {
  const rest = tbl([p("Prices")]) + p("End.");
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const merge = mergeBodies(doc(FEES, one, two) + rest, doc(FEES, two) + rest + p(one), doc(FEES, one) + rest);
  expect(readMergeRecord(merge.document)!.conflicts).toEqual([]);
  expect(settled(merge, { rest: "accept" })).toEqual([FEES, "row: Prices", "End.", one]);
});

test("[MRG-44b] a paragraph in a deletion up to the end owns only the mark before it", () => {
  const merge = mergeBodies(doc(FEES, CAP, LAW), doc(FEES), doc(FEES, CAPPED, LAW));
  expect(choices(merge, "a.docx", "b.docx")).toEqual({
    "a.docx, accept": [FEES],
    "a.docx, reject": [FEES, LAW],
    "b.docx, accept": [FEES, CAPPED],
    "b.docx, reject": [FEES, CAPPED, LAW],
  });
});

test("[MRG-23] copies that move a paragraph alike with different formatting are two sides against a deletion", () => {
  const [one, two] = ["The seller delivers the goods to the buyer.", "The buyer pays the price of the goods."];
  const bold = p(two).replace("<w:r>", "<w:r><w:rPr><w:b/></w:rPr>");
  const [base, moved] = [doc(FEES, one, CAP, two), (text: string) => p(FEES) + text + doc(one, CAP)];
  const merge = mergeBodies(base, moved(bold), moved(p(two)), doc(FEES, one, CAP));
  expect(merge.notices).toEqual([]);
  expect(choices(merge, "a.docx", "b.docx", "c.docx", "original")).toMatchObject({
    "a.docx, accept": [FEES, two, one, CAP],
    "b.docx, accept": [FEES, two, one, CAP],
    "c.docx, accept": [FEES, one, CAP],
    "original, accept": [FEES, one, CAP, two],
  });
});

describe("[MRG-41] an edit of a paragraph that others move", () => {
  const LAWS = "The laws of Delaware govern this agreement in every respect.";
  const [NOTICES, COSTS, PARTS] = [
    "Notices are sent by registered post to the seat of the party.",
    "Each party bears its own costs and those of its advisers.",
    "If one clause is void, the other clauses of this agreement stay.",
  ];
  const EDITED = LAWS.replace("Delaware", "New York");
  const base = doc(LAWS, NOTICES, COSTS, PARTS, "End.");
  const ann = doc(NOTICES, LAWS, COSTS, PARTS, "End.");
  const bea = doc(NOTICES, COSTS, LAWS, PARTS, "End.");
  const cy = doc(EDITED, NOTICES, COSTS, PARTS, "End.");
  const carriedText = "The laws of [-Delaware-]{+New York+} govern this agreement in every respect.";

  test("is tracked at the position that is chosen, and only there", () => {
    const merge = mergeBodies(base, ann, bea, cy);
    expect(settled(merge, { conflicts: [{ id: 1, choose: "A" }] })).toEqual([
      NOTICES,
      carriedText,
      COSTS,
      PARTS,
      "End.",
    ]);
    expect(settled(merge, { conflicts: [{ id: 1, choose: "B" }] })).toEqual([
      NOTICES,
      COSTS,
      carriedText,
      PARTS,
      "End.",
    ]);
    expect(settled(merge, { conflicts: [{ id: 1, choose: "C" }] })).toEqual([EDITED, NOTICES, COSTS, PARTS, "End."]);
    expect(settled(merge, { conflicts: [{ id: 1, choose: "original" }] })[0]).toBe(LAWS);
  });

  test("is decided with the rest and by selections", () => {
    const merge = mergeBodies(base, ann, bea, cy);
    const choose = [{ id: 1, choose: "A" }];
    expect(settled(merge, { conflicts: choose, rest: "accept" })[1]).toBe(EDITED);
    expect(settled(merge, { conflicts: choose, rest: "reject" })[1]).toBe(LAWS);
    expect(settled(merge, { conflicts: choose, accept: { revisions: ["c.docx"] }, rest: "reject" })[1]).toBe(EDITED);
  });

  test("is quoted in a comment if another editor changed the same words", () => {
    const dee = doc(LAWS.replace("Delaware", "Ohio"), NOTICES, COSTS, PARTS, "End.");
    const merge = mergeBodies(base, ann, bea, cy, dee);
    const bytes = merge.document.package.save(6);
    const conflicts = (readMergeRecord(merge.document)?.conflicts ?? []).map(({ id }) => ({ id, choose: "A" }));
    const outcome = decideTask({ bytes, codec: nodeZlib, decisions: { conflicts } });
    if (outcome.kind === "refused") throw new Error("The decisions are refused");
    const document = openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
    const threads = commentThreads(document, storiesOf(document));
    expect(redlineText(document).split("\n")[1]).toBe(LAWS);
    expect(threads.map(({ comment }) => comment.author)).toEqual(["Versus check", "Versus check"]);
  });
});
