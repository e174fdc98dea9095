// Tests which redlines show an edit as what it is, on small redlines written by hand.

import { expect, test } from "vitest";
import { docx, footnotes, p, r, tbl } from "../../generate/testing/small-documents.ts";
import type { Edit } from "../../generate/truth.ts";
import { judge } from "./judge-pair.ts";

const WHO = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
const ins = (text: string): string => `<w:ins ${WHO}>${r(text)}</w:ins>`;
const del = (text: string): string =>
  `<w:del ${WHO}>${r(text).replace("<w:t ", "<w:delText ").replace("</w:t>", "</w:delText>")}</w:del>`;
const from = (text: string): string => `<w:moveFrom ${WHO}>${r(text)}</w:moveFrom>`;
const to = (text: string): string => `<w:moveTo ${WHO}>${r(text)}</w:moveTo>`;
/** Returns the properties of a paragraph whose mark is inserted, deleted or moved. */
const mark = (name: string): string => `<w:pPr><w:rPr><w:${name} ${WHO}/></w:rPr></w:pPr>`;
const range = (name: string, content: string): string =>
  `<w:${name}RangeStart w:id="9" w:name="move1" w:author="A"/>${content}<w:${name}RangeEnd w:id="9"/>`;

const BODY = { part: "word/document.xml", kind: "body", index: 0 } as const;
const NOTHING = { story: BODY, paragraph: 0, before: [], after: [], offset: 0, removed: "", inserted: "" } as const;

const replaced: Edit = {
  ...NOTHING,
  ...{ kind: "replace_word", before: ["within thirty days"], after: ["within sixty days"] },
  ...{ offset: 7, removed: "thirty", inserted: "sixty" },
};

test("a word that is replaced is found, with as many characters as it has, in one island", () => {
  const { edits, ...judged } = judge(docx(p("within ", del("thirty"), ins("sixty"), " days")), [replaced]);
  expect(judged).toMatchObject({ islands: 1, marked: 11, truth: 11, falseMoves: [], strays: [] });
  expect(edits[0]).toMatchObject({ isFound: true, size: 11, marked: 11, left: 12, kept: 12 });
});

test("a paragraph that is struck and retyped for one word is not found", () => {
  const body = p(del("within thirty days"), ins("within sixty days"));
  expect(judge(docx(body), [replaced])).toMatchObject({ marked: 35, truth: 11, edits: [{ isFound: false }] });
  const whole = p(mark("del"), del("within thirty days")) + p(mark("ins"), ins("within sixty days")) + p("end");
  expect(judge(docx(whole), [replaced]).edits[0]).toMatchObject({ isFound: false, marked: 35 });
});

test("a change that no edit explains is a stray", () => {
  const body = p("within ", del("thirty"), ins("sixty"), " days") + p("other ", ins("words"));
  expect(judge(docx(body), [replaced])).toMatchObject({ islands: 2, strays: ["body 1: inserted 5"] });
});

const CLAUSE = "a clause that says enough to move";
const moved: Edit = { ...NOTHING, kind: "move_paragraph", before: [CLAUSE], after: [CLAUSE], to: 3 };
const others = p("one") + p("two");

test("a move is one island of its length, with both halves under one name", () => {
  const body =
    range("moveFrom", p(mark("moveFrom"), from(CLAUSE))) + others + range("moveTo", p(mark("moveTo"), to(CLAUSE)));
  const judged = judge(docx(body + p("end")), [moved]);
  expect(judged).toMatchObject({ islands: 1, marked: CLAUSE.length, truth: CLAUSE.length, edits: [{ isFound: true }] });
  expect(judge(docx(body + p("end")), []).falseMoves).toHaveLength(1);
});

test("a move shown as deletion and insertion is not found, and counts twice", () => {
  const body = p(mark("del"), del(CLAUSE)) + others + p(mark("ins"), ins(CLAUSE)) + p("end");
  expect(judge(docx(body), [moved])).toMatchObject({ marked: 2 * CLAUSE.length, edits: [{ isFound: false }] });
});

test("what was moved past may move instead", () => {
  const first = range("moveTo", p(mark("moveTo"), to("one")) + p(mark("moveTo"), to("two")));
  const last = range("moveFrom", p(mark("moveFrom"), from("one")) + p(mark("moveFrom"), from("two")));
  const judged = judge(docx(first + p(CLAUSE) + last + p("end")), [moved]);
  expect(judged).toMatchObject({ marked: 6, truth: 6, falseMoves: [], edits: [{ isFound: true }] });
});

test("an edit inside of a move has to be marked inside of it", () => {
  const [before, after] = [`${CLAUSE} now`, `${CLAUSE} then`];
  const edit: Edit = {
    ...{ ...moved, kind: "move_with_edit", before: [before], after: [after] },
    ...{ offset: CLAUSE.length + 1, removed: "now", inserted: "then" },
  };
  const source = p(mark("moveFrom"), from(`${CLAUSE} `), del("now"));
  const target = p(mark("moveTo"), to(`${CLAUSE} `), ins("then"));
  const body = range("moveFrom", source) + others + range("moveTo", target) + p("end");
  expect(judge(docx(body), [edit]).edits[0]).toMatchObject({ isFound: true, size: before.length + 4 });
});

test("a column that came is one island, and found", () => {
  const cell = (text: string): string =>
    `<w:tc><w:tcPr><w:cellIns ${WHO}/></w:tcPr>${p(mark("ins"), ins(text))}</w:tc>`;
  const table = tbl(["a"], ["b"])
    .replace("</w:tc></w:tr>", `</w:tc>${cell("c")}</w:tr>`)
    .replace(/<\/w:tc><\/w:tr><\/w:tbl>$/, `</w:tc>${cell("d")}</w:tr></w:tbl>`);
  const edit: Edit = { ...NOTHING, kind: "insert_column", after: ["c", "d"], inserted: "c\nd" };
  expect(judge(docx(table + p("end")), [edit])).toMatchObject({ islands: 1, truth: 2, edits: [{ isFound: true }] });
});

test("a note that came is one island with its reference", () => {
  const reference = `<w:ins ${WHO}><w:r><w:footnoteReference w:id="2"/></w:r></w:ins>`;
  const notes = footnotes("").replace(/<w:r><w:t [^>]*><\/w:t><\/w:r>/, ins(" A note."));
  const edit: Edit = {
    ...{ ...NOTHING, kind: "insert_note", story: { part: "word/footnotes.xml", kind: "footnote", index: -1 } },
    ...{ paragraph: -1, after: [" A note."], inserted: " A note.", anchor: 0 },
  };
  const judged = judge(docx(p("text", reference), { footnotes: notes }), [edit]);
  expect(judged).toMatchObject({ islands: 1, truth: 8, marked: 8, edits: [{ isFound: true }] });
});

test("formatting is found by its property change, on the paragraph or the run, and only with the text unmarked", () => {
  const edit: Edit = { ...NOTHING, kind: "alignment", before: ["words"], after: ["words"] };
  const properties = `<w:pPr><w:jc w:val="center"/><w:pPrChange ${WHO}><w:pPr/></w:pPrChange></w:pPr>`;
  expect(judge(docx(p(properties, "words")), [edit])).toMatchObject({
    islands: 1,
    marked: 0,
    edits: [{ isFound: true }],
  });
  expect(judge(docx(p(properties, del("words"), ins("words"))), [edit]).edits[0]!.isFound).toBe(false);
  const bold = `<w:rPr><w:b/><w:rPrChange ${WHO}><w:rPr/></w:rPrChange></w:rPr>`;
  const toggled: Edit = { ...edit, kind: "toggle_bold" };
  expect(judge(docx(p(r("words", bold))), [toggled]).edits[0]!.isFound).toBe(true);
  expect(judge(docx(p(r("words", bold))), [edit]).edits[0]!.isFound).toBe(false);
});

test("a move past what moved the other way is shown, and is as large as what it passed", () => {
  const passed = p(mark("moveFrom"), from("some other clause"));
  const body = range("moveTo", p(mark("moveTo"), to("some other clause"))) + p(CLAUSE) + range("moveFrom", passed);
  const edit: Edit = { ...moved, to: 2 };
  expect(judge(docx(body + p("end")), [edit])).toMatchObject({ truth: 17, marked: 17, edits: [{ isFound: true }] });
});

test("what was passed counts for one move alone", () => {
  const passed = p(mark("moveFrom"), from("some other clause"));
  const body =
    range("moveTo", p(mark("moveTo"), to("some other clause"))) + p(CLAUSE) + p("two") + range("moveFrom", passed);
  const edits: Edit[] = [
    { ...moved, to: 3 },
    { ...moved, paragraph: 1, before: ["two"], after: ["two"], to: 3 },
  ];
  expect(judge(docx(body + p("end")), edits).truth).toBe(17);
});

test("a move past a longer clause that is struck and retyped is not shown", () => {
  const other = "some other clause, and a longer one than what moved";
  const body = p(mark("ins"), ins(other)) + p(CLAUSE) + p(mark("del"), del(other)) + p("end");
  expect(judge(docx(body), [{ ...moved, to: 2 }]).edits[0]).toMatchObject({ isFound: false });
  const short = p(mark("ins"), ins("a line")) + p(CLAUSE) + p(mark("del"), del("a line")) + p("end");
  expect(judge(docx(short), [{ ...moved, to: 2 }]).edits[0]).toMatchObject({ isFound: true });
});

test("paragraphs that had others between them may be several moves, neighbours may not", () => {
  const block: Edit = {
    ...moved,
    kind: "move_block",
    before: [CLAUSE, "another clause"],
    after: [CLAUSE, "another clause"],
  };
  const named = (name: string, number: number, content: string): string =>
    range(name, content).replaceAll('w:id="9"', `w:id="${number}"`).replace("move1", `move${number}`);
  const halves = (between: string): string =>
    named("moveFrom", 1, p(mark("moveFrom"), from(CLAUSE))) +
    between +
    named("moveFrom", 2, p(mark("moveFrom"), from("another clause"))) +
    others +
    named("moveTo", 1, p(mark("moveTo"), to(CLAUSE))) +
    named("moveTo", 2, p(mark("moveTo"), to("another clause"))) +
    p("end");
  expect(judge(docx(halves(p("between"))), [block]).edits[0]).toMatchObject({ isFound: true });
  expect(judge(docx(halves("")), [block]).edits[0]).toMatchObject({ isFound: false });
});

test("a paragraph that moved and kept no word of its own is one that went and one that came", () => {
  const edit: Edit = {
    ...moved,
    kind: "move_with_edit",
    before: ["Fees"],
    after: ["Costs"],
    removed: "Fees",
    inserted: "Costs",
  };
  const body = p(mark("del"), del("Fees")) + others + p(mark("ins"), ins("Costs")) + p("end");
  expect(judge(docx(body), [edit]).edits[0]).toMatchObject({ isFound: true });
});

test("moves past the same line are held to what they mark together", () => {
  const [line, two] = ["a line that is longer than either", "another clause of as many letters"];
  const body = p(mark("ins"), ins(line)) + p(CLAUSE) + p(two) + p(mark("del"), del(line)) + p("end");
  const first: Edit = { ...moved, to: 3 };
  const second: Edit = { ...moved, paragraph: 1, before: [two], after: [two], to: 3 };
  expect(judge(docx(body), [first]).edits[0]).toMatchObject({ isFound: false });
  expect(judge(docx(body), [first, second]).edits).toMatchObject([{ isFound: true }, { isFound: true }]);
});

test("an edit of what was passed goes along with it, and only with it", () => {
  const passed = p(mark("moveFrom"), from("some other clause"));
  const body = range("moveTo", p(mark("moveTo"), to("some other clause"))) + p(CLAUSE) + range("moveFrom", passed);
  const aligned: Edit = {
    ...{ ...NOTHING, kind: "alignment", paragraph: 1 },
    ...{ before: ["some other clause"], after: ["some other clause"] },
  };
  const judged = judge(docx(body + p("end")), [{ ...moved, to: 2 }, aligned]);
  expect(judged.edits[1]).toMatchObject({ isFound: true });
  expect(judge(docx(body + p("end")), [aligned]).edits[0]).toMatchObject({ isFound: false });
});

test("a paragraph that came where another went may be that paragraph written anew", () => {
  const body = p(del("One sentence"), ins("Quite another one"), ".") + p("end");
  const came: Edit = { ...NOTHING, kind: "insert_paragraph", after: ["Quite another one."] };
  const went: Edit = { ...NOTHING, kind: "delete_paragraph", before: ["One sentence."] };
  expect(judge(docx(body), [came, went]).edits).toMatchObject([{ isFound: true }, { isFound: true }]);
  const partly = p(del("One"), ins("Quite another"), " sentence.") + p("end");
  expect(judge(docx(partly), [went]).edits[0]).toMatchObject({ isFound: false });
});

test("formatting may stand on the mark that stays for one that went", () => {
  const properties = `<w:pPr><w:jc w:val="center"/><w:pPrChange ${WHO}><w:pPr/></w:pPrChange></w:pPr>`;
  const body = p(mark("del"), "words") + p(properties, del("what went"));
  const edit: Edit = { ...NOTHING, kind: "alignment", before: ["words"], after: ["words"] };
  expect(judge(docx(body), [edit]).edits[0]).toMatchObject({ isFound: true });
});

test("a list that starts over at its first paragraph shows that on its second, or nowhere", () => {
  const item = (id: number): string =>
    `<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr><w:pPrChange ${WHO}><w:pPr><w:numPr><w:numId w:val="${id}"/></w:numPr></w:pPr></w:pPrChange></w:pPr>`;
  const edit: Edit = { ...NOTHING, kind: "restart_numbering", before: ["one"], after: ["one"] };
  const isFoundIn = (body: string, seenAt?: readonly number[]): boolean =>
    judge(docx(body), [seenAt === undefined ? edit : { ...edit, seenAt }]).edits[0]!.isFound;
  expect(isFoundIn(p(item(1), "one") + p("two"))).toBe(true);
  expect(isFoundIn(p("one") + p(item(1), "two"))).toBe(false);
  expect(isFoundIn(p("one") + p(item(1), "two"), [1])).toBe(true);
  expect(isFoundIn(p("one") + p("two"), [1])).toBe(false);
  expect(isFoundIn(p("one") + p("two"), [])).toBe(true);
});

test("what moved and kept less than two thirds, or another term, may have gone here and come there", () => {
  const shown = (before: string, after: string): string =>
    p(mark("del"), del(before)) + others + p(mark("ins"), ins(after)) + p("end");
  const isFoundAs = (before: string, after: string, removed: string, inserted: string): boolean => {
    const edit: Edit = { ...moved, kind: "move_with_edit", before: [before], after: [after], removed, inserted };
    return judge(docx(shown(before, after)), [edit]).edits[0]!.isFound;
  };
  expect(isFoundAs("No Conflicting Obligations", "No Conflicting Fees", "Obligations", "Fees")).toBe(true);
  expect(isFoundAs("“Term” means a period of time", "“Cap” means a period of time", "Term", "Cap")).toBe(true);
  expect(isFoundAs(`${CLAUSE} now`, `${CLAUSE} then`, "now", "then")).toBe(false);
});

test("a link that leads elsewhere has its text left alone and its code marked", () => {
  const edit: Edit = {
    ...{ ...NOTHING, kind: "link_target", before: ["See here"], after: ["See here"], offset: 4 },
    ...{ removed: "here", inserted: "here", property: { name: "target", before: "#one", after: "#two" } },
  };
  const end = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const codes =
    `<w:del ${WHO}><w:r><w:delInstrText>HYPERLINK \\l one</w:delInstrText></w:r></w:del>` +
    `<w:ins ${WHO}><w:r><w:instrText>HYPERLINK \\l two</w:instrText></w:r></w:ins>`;
  const marked = p("See ", end("begin"), codes, end("separate"), r("here"), end("end"));
  expect(judge(docx(marked), [edit])).toMatchObject({ truth: 0, marked: 0, strays: [], edits: [{ isFound: true }] });
  const struck = p("See ", del("here"), ins("here"));
  expect(judge(docx(struck), [edit])).toMatchObject({ truth: 0, marked: 8, edits: [{ isFound: false }] });
  expect(judge(docx(p("See here")), [edit]).edits[0]).toMatchObject({ isFound: false });
});

test("dashes around a heading may stay where it was written anew, if they are fewer than what is marked", () => {
  const went = (text: string): Edit => ({ ...NOTHING, kind: "delete_paragraph", before: [text] });
  const isFoundIn = (dashes: string): boolean => {
    const body = p(dashes, del("Select Many"), ins("Min"), dashes) + p("end");
    return judge(docx(body), [went(`${dashes}Select Many${dashes}`)]).edits[0]!.isFound;
  };
  expect(isFoundIn("----")).toBe(true);
  expect(isFoundIn("--------------------")).toBe(false);
});

test("of a block whose paragraphs were no neighbours one may stand while the other moves to it", () => {
  const [one, two, between] = ["the first of two clauses", "the second of two clauses", "what stood between them"];
  const block: Edit = {
    ...{ ...NOTHING, kind: "move_block", before: [one, two], after: [one, two], to: 4 },
  };
  const moves = (name: string, half: "from" | "to", text: string): string =>
    range(
      half === "from" ? "moveFrom" : "moveTo",
      half === "from" ? p(mark("moveFrom"), from(text)) : p(mark("moveTo"), to(text)),
    )
      .replaceAll('w:id="9"', `w:id="${name}"`)
      .replace("move1", `move${name}`);
  // The second paragraph stays. The content that it passed moves before it, and the first paragraph moves to it.
  const shown = (first: readonly [string, string]): string =>
    first[0] +
    p(between) +
    moves("2", "to", "what was passed") +
    first[1] +
    p(two) +
    moves("2", "from", "what was passed") +
    p("end");
  const judged = judge(docx(shown([moves("1", "from", one), moves("1", "to", one)])), [block]);
  expect(judged).toMatchObject({ truth: one.length + 15, falseMoves: [], edits: [{ isFound: true }] });
  const struck = judge(docx(shown([p(mark("del"), del(one)), p(mark("ins"), ins(one))])), [block]);
  expect(struck.edits[0]).toMatchObject({ isFound: false });
});

test("the text of a box moves with the drawing that it is in", () => {
  const box = `<w:r><w:pict><w:txbxContent>${p("in a box")}</w:txbxContent></w:pict></w:r>`;
  const half = (name: "moveFrom" | "moveTo"): string =>
    range(name, p(mark(name), `<w:${name} ${WHO}>${r("one")}${box}</w:${name}>`));
  const judged = judge(docx(half("moveTo") + p(CLAUSE) + half("moveFrom") + p("end")), [moved]);
  expect(judged).toMatchObject({ islands: 1, falseMoves: [], edits: [{ isFound: true }] });
});

test("of a block with a line that repeats, the equal one may stand at the new place, if none is struck", () => {
  const line = "a line that repeats";
  const block: Edit = {
    ...{ ...NOTHING, kind: "move_block", before: [CLAUSE, line], after: [CLAUSE, line], to: 4 },
  };
  const moves = (half: "moveFrom" | "moveTo"): string =>
    range(half, p(mark(half), half === "moveFrom" ? from(CLAUSE) : to(CLAUSE)));
  const shown = moves("moveFrom") + p(line) + others + moves("moveTo") + p(line) + p("end");
  expect(judge(docx(shown), [block]).edits[0]).toMatchObject({ isFound: true });
  const struck =
    moves("moveFrom") + p(mark("del"), del(line)) + others + moves("moveTo") + p(line) + p(line) + p("end");
  expect(judge(docx(struck), [block]).edits[0]).toMatchObject({ isFound: false });
});
