import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { open } from "../../testing/documents.ts";
import { by, commented, deleted, inserted, merged, propertySpot, spot } from "../../testing/merges.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { cell, del, ins, para, range, row, run, table, tracked } from "../../testing/redlines.ts";
import { commentThreads } from "../document/marks/comments.ts";
import { readMergeRecord } from "../document/merge-record.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { Decisions } from "../revisions/choose/chosen-verdicts.ts";
import { listConflicts } from "../revisions/choose/conflicts.ts";
import type { DecisionProblem } from "../revisions/choose/decision-problems.ts";
import { decideTask } from "./decide-task.ts";

interface Decided {
  readonly text: string;
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
}

function decided(source: WordDocument, decisions: Decisions, revision?: string): Decided {
  const bytes = source.package.save(6);
  const outcome = decideTask({ bytes, codec: nodeZlib, decisions, ...(revision === undefined ? {} : { revision }) });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  const document = openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
  return { text: redlineText(document), document, notices: outcome.notices };
}

function problemsOf(source: WordDocument, decisions: Decisions): readonly DecisionProblem[] {
  const outcome = decideTask({ bytes: source.package.save(6), codec: nodeZlib, decisions });
  return outcome.kind === "refused" ? outcome.problems : [];
}

const A = "a, final.docx";
const B = "b.docx";

/**
 * Returns a merge with the conflict `in [30|60|30 business] days`, a deletion of A, an insertion of B, and the change
 * `[-old-]{+new+}` of both.
 */
function clash(): WordDocument {
  const thirty = deleted(1, "30 ", "AB") + inserted(2, "60 ", "A") + inserted(3, "30 business ", "B");
  const body = [
    para("00000001", ["in ", spot(1, 1, thirty), "days ", deleted(4, "x", "A"), inserted(5, "y", "B")]),
    para("00000002", [deleted(6, "old", "AB"), inserted(7, "new", "AB")]),
  ];
  return merged(body.join(""), { conflicts: [{ id: 1, kind: "text" }] });
}

test.each([
  ["one revision alone", { accept: { revisions: [A] }, rest: "reject" }, "in 60 days \nnew"],
  ["the other", { accept: { authors: ["Bea"] }, rest: "reject" }, "in 30 business days xy\nnew"],
  ["nobody", { rest: "reject" }, "in 30 days x\nold"],
  ["everybody: an open conflict goes to the first revision", { rest: "accept" }, "in 60 days y\nnew"],
  [
    "everybody, the conflict to one",
    { conflicts: [{ id: 1, choose: B }], rest: "accept" },
    "in 30 business days y\nnew",
  ],
  [
    "the original of a conflict, in spite of a selection",
    { accept: { revisions: [A] }, conflicts: [{ id: 1, choose: "original" }], rest: "reject" },
    "in 30 days \nnew",
  ],
  ["one id", { accept: { ids: ["4"] } }, "in [-30 -]{+60 30 business +}days {+y+}\n[-old-]{+new+}"],
  ["a kind of one author", { accept: { kinds: ["deletion"], authors: ["Ann, Ltd"] }, rest: "reject" }, "in days \n"],
  [
    "in both selections: accepted, for its label has an accepted source",
    { accept: { revisions: [B] }, reject: { revisions: [A] } },
    "in 30 business days xy\nnew",
  ],
  [
    "a conflict goes to the revision that the selections agree with",
    { accept: { ids: ["3"] }, rest: "accept" },
    "in 30 business days y\nnew",
  ],
  ["or to the original if they agree with none", { reject: { revisions: [A] }, rest: "accept" }, "in 30 days xy\nold"],
] satisfies [string, Decisions, string][])("decisions: %s", (_, decisions, expected) => {
  expect(decided(clash(), decisions).text).toBe(expected);
});

test("the anchors of a conflict stay as long as something in it is open, and go with its comment and the replies to it", () => {
  const source = clash();
  const open = decided(source, { accept: { ids: ["2"] } }).document;
  expect(listConflicts(open).map(({ id }) => id)).toEqual([1]);
  expect(commentThreads(open, storiesOf(open))).toHaveLength(1);
  const settled = decided(source, { conflicts: [{ id: 1, choose: A }] }).document;
  expect(listConflicts(settled)).toEqual([]);
  expect(commentThreads(settled, storiesOf(settled))).toEqual([]);
  expect(new TextDecoder().decode(settled.package.bytes(settled.main))).not.toContain("_Vs");
  // Other changes are undecided, so their labels still need the record.
  expect(readMergeRecord(settled)).toMatchObject({ conflicts: [] });
});

test("the record goes with the last change of a revision", () => {
  const { document } = decided(clash(), { rest: "reject" });
  expect(readMergeRecord(document)).toBeUndefined();
  expect(document.package.partNames.filter((name) => name.startsWith("customXml"))).toEqual([]);
});

test("comments of others stay", () => {
  const body = para("00000001", [commented(8, spot(1, 1, deleted(1, "a", "AB") + inserted(2, "b", "A")))]);
  const source = merged(body, { conflicts: [{ id: 1, kind: "text" }], comments: { 8: "Cy" } });
  const { document } = decided(source, { rest: "accept" });
  expect(commentThreads(document, storiesOf(document)).map(({ comment }) => comment.author)).toEqual(["Cy"]);
});

test("a property conflict keeps the properties of the original and is told when the merge is settled", () => {
  const sides = [
    { revisions: [0], text: "bold" },
    { revisions: [1], text: "italic" },
  ];
  const body = para("00000001", [propertySpot(1, run("word")), inserted(1, "a", "A"), inserted(2, "b", "B")]);
  const source = merged(body, { conflicts: [{ id: 1, kind: "property", sides }] });
  const half = decided(source, { accept: { revisions: [A] } });
  expect(half.notices).toEqual([]);
  expect(readMergeRecord(half.document)?.conflicts).toHaveLength(1);
  const whole = decided(source, { accept: { revisions: [A] }, rest: "reject" });
  expect(whole.text).toBe("worda");
  expect(whole.notices).toEqual([{ code: "PROPERTY_CONFLICTS_KEPT", count: 1 }]);
  expect(listConflicts(whole.document)).toEqual([]);
  expect(commentThreads(whole.document, storiesOf(whole.document))).toEqual([]);
  const nothing = merged(para("00000001", [propertySpot(1, run("word"))]), {
    conflicts: [{ id: 1, kind: "property", sides }],
  });
  expect(decided(nothing, { rest: "reject" }).notices).toEqual([{ code: "PROPERTY_CONFLICTS_KEPT", count: 1 }]);
});

test("a conflict of blocks is decided with marks and rows", () => {
  const newRow = (id: number, label: "A" | "B", content: string): string =>
    row(
      [cell(para(`0000001${id}`, [content])), cell(para(`0000002${id}`, [inserted(id + 50, "c", label)]))],
      tracked("ins", id + 60, "", by(label)),
    );
  const body = [
    para("00000001", ["p"]),
    para("00000002", [spot(1, 1, inserted(1, "x", "A"))], tracked("ins", 2, "", by("A"))),
    para("00000003", [spot(1, 2, inserted(3, "y", "B"))], tracked("ins", 4, "", by("B"))),
    para("00000004", ["q"]),
    table(
      row([cell(para("00000009", ["r"])), cell(para("0000000B", []))]),
      newRow(5, "A", spot(2, 1, inserted(5, "s", "A"))),
      newRow(6, "B", spot(2, 2, inserted(6, "t", "B"))),
    ),
    para("0000000A", []),
  ];
  const conflicts = [1, 2].map((id) => ({ id, kind: "blocks" as const }));
  const choose = (revision: string): string =>
    decided(merged(body.join(""), { conflicts }), {
      conflicts: conflicts.map(({ id }) => ({ id, choose: revision })),
    }).text;
  expect(choose(A)).toBe("p\nx\nq\nrow: r | \nrow: s | c\n");
  expect(choose(B)).toBe("p\ny\nq\nrow: r | \nrow: t | c\n");
  expect(choose("original")).toBe("p\nq\nrow: r | \n");
});

test("at the end of a story the marks of new paragraphs stand one paragraph earlier", () => {
  const body = [
    para("00000001", ["p"], tracked("ins", 1, "", by("A"))),
    para("00000002", [spot(1, 1, inserted(2, "x", "A"))], tracked("ins", 3, "", by("B"))),
    para("00000003", [spot(1, 2, inserted(4, "y", "B"))]),
  ];
  const source = merged(body.join(""), { conflicts: [{ id: 1, kind: "blocks" }] });
  expect(decided(source, { conflicts: [{ id: 1, choose: A }] }).text).toBe("p\nx");
  expect(decided(source, { conflicts: [{ id: 1, choose: B }] }).text).toBe("p\ny");
  expect(decided(source, { conflicts: [{ id: 1, choose: "original" }] }).text).toBe("p");
});

test("a conflict of moves is decided at the old place and the new ones", () => {
  const body = [
    para("00000001", [spot(1, 1, deleted(1, "P", "AB"))], tracked("del", 2, "", by("AB"))),
    para("00000002", ["Q"]),
    para("00000003", [spot(1, 2, inserted(3, "P", "A"))], tracked("ins", 4, "", by("A"))),
    para("00000004", ["R"]),
    para("00000005", [spot(1, 3, inserted(5, "P", "B"))], tracked("ins", 6, "", by("B"))),
    para("00000006", ["S"]),
  ];
  const source = merged(body.join(""), { conflicts: [{ id: 1, kind: "move" }] });
  expect(decided(source, { conflicts: [{ id: 1, choose: A }] }).text).toBe("Q\nP\nR\nS");
  expect(decided(source, { conflicts: [{ id: 1, choose: B }] }).text).toBe("Q\nR\nP\nS");
  expect(decided(source, { conflicts: [{ id: 1, choose: "original" }] }).text).toBe("P\nQ\nR\nS");
});

test("text that goes on over a new paragraph mark is decided with it", () => {
  const body = [
    para(
      "00000001",
      ["a ", spot(1, 1, deleted(1, "b ", "AB") + inserted(2, "c", "A"))],
      tracked("ins", 3, "", by("A")),
    ),
    para("00000002", [spot(1, 2, inserted(4, "d ", "A") + inserted(5, "e ", "B")), "f"]),
  ];
  const source = merged(body.join(""), { conflicts: [{ id: 1, kind: "text" }] });
  expect(decided(source, { conflicts: [{ id: 1, choose: A }] }).text).toBe("a c\nd f");
  expect(decided(source, { conflicts: [{ id: 1, choose: B }] }).text).toBe("a e f");
  expect(decided(source, { conflicts: [{ id: 1, choose: "original" }] }).text).toBe("a b f");
});

test("an id decides its block's part of a change, text and mark; of a move it decides both halves", () => {
  const body = [
    para("00000001", ["a", ins(1, "b")], tracked("ins", 2)),
    para("00000002", [ins(3, "c")], tracked("ins", 4)),
    para("00000003", ["d"]),
  ];
  expect(decided(open(body.join("")), { accept: { ids: ["1"] } }).text).toBe("ab\n{+c+}¶+\nd");
  expect(decided(open(body.join("")), { reject: { ids: ["3"] } }).text).toBe("a{+b+}¶+\nd");
  const from = para("00000001", [tracked("moveFrom", 1, run("m"))], tracked("moveFrom", 2));
  const to = para("00000003", [tracked("moveTo", 3, run("m"))], tracked("moveTo", 4));
  const moved = [range("moveFrom", "m", from), para("00000002", ["q"]), range("moveTo", "m", to), para("00000004", [])];
  expect(decided(open(moved.join("")), { accept: { ids: ["1"] } }).text).toBe("q\nm\n");
  expect(decided(open(moved.join("")), { reject: { ids: ["3"] } }).text).toBe("m\nq\n");
});

test("a comparison is decided by ids, authors, kinds and the name of its revision; format changes too", () => {
  const bold =
    '<w:r><w:rPr><w:b/><w:rPrChange w:id="9" w:author="Ann"><w:rPr/></w:rPrChange></w:rPr><w:t>w</w:t></w:r>';
  const source = (): WordDocument => open(para("00000001", [del(1, "a"), ins(2, "b", 'w:author="Bob"'), bold]));
  expect(decided(source(), { accept: { authors: ["Bob"] }, rest: "reject" }).text).toBe("abw");
  expect(decided(source(), { accept: { revisions: ["v2.docx"] } }, "v2.docx").text).toBe("bw");
  const xml = ({ document }: Decided): string => new TextDecoder().decode(document.package.bytes(document.main));
  expect(xml(decided(source(), { reject: { ids: ["9"] } }))).not.toContain("<w:b/>");
  expect(xml(decided(source(), { accept: { kinds: ["property"] } }))).not.toContain("rPrChange");
});

test("names that the document does not know are refused, each with what was probably meant", () => {
  const problems = problemsOf(clash(), {
    accept: { ids: ["2", "77"], revisions: ["b.dcx"] },
    reject: { authors: ["bea"] },
    conflicts: [
      { id: 9, choose: B },
      { id: 1, choose: "c.docx" },
    ],
  });
  expect(problems.map(({ field, reason, did_you_mean }) => [field, reason, did_you_mean])).toEqual([
    ["accept.ids[1]", "NOT_FOUND", undefined],
    ["accept.revisions[0]", "NOT_FOUND", "b.docx"],
    ["reject.authors[0]", "NOT_FOUND", "Bea"],
    ["conflicts[0].id", "NOT_FOUND", undefined],
    ["conflicts[1].choose", "NOT_FOUND", "b.docx"],
  ]);
  expect(problems[1]?.message).toBe('There is no revision "b.dcx".');
});

test.each([
  ["the same id in both", { accept: { ids: ["2"] }, reject: { ids: ["2"] } }, "reject.ids[0]", "CONTRADICTION"],
  ["an empty selection", { accept: {} }, "accept", "EMPTY_SELECTION"],
  ["a selection of empty lists", { reject: { ids: [] } }, "reject", "EMPTY_SELECTION"],
  [
    "a conflict decided in two ways",
    { conflicts: [A, B].map((choose) => ({ id: 1, choose })) },
    "conflicts[1].choose",
    "CONTRADICTION",
  ],
] satisfies [string, Decisions, string, string][])("refused: %s", (_, decisions, field, reason) => {
  expect(problemsOf(clash(), decisions)).toMatchObject([{ field, reason }]);
});

test("a property conflict without recorded properties cannot be chosen", () => {
  const source = merged(para("00000001", [propertySpot(1, run("word"))]), { conflicts: [{ id: 1, kind: "property" }] });
  expect(problemsOf(source, { conflicts: [{ id: 1, choose: A }] })).toMatchObject([{ reason: "PROPERTY_CONFLICT" }]);
});

test("[JOIN-6] an empty last paragraph waits for the one before it, whose mark another deleted and which has another look", () => {
  const signed = (id: number, author: string) => `w:id="${id}" w:author="${author}" w:date="2026-01-01T00:00:00Z"`;
  const going = (id: number, author: string, content: string, look = "") =>
    `<w:p><w:pPr>${look}<w:rPr><w:del ${signed(id, author)}/></w:rPr></w:pPr>${content}</w:p>`;
  const centred = '<w:jc w:val="center"/>';
  const text = "<w:r><w:t>b</w:t></w:r>";
  const cells = cell(`<w:p/>${going(1, "Ann", text)}${going(2, "Bob", "", centred)}`);
  const source = open(`${table(row([cells]))}<w:p/>`);
  const first = decided(source, { accept: { authors: ["Bob"] } }).document;
  const inTurn = decided(first, { accept: { authors: ["Ann"] } }).document;
  const atOnce = decided(source, { rest: "accept" }).document;
  expect(xmlOf(inTurn)).toContain(`<w:p><w:pPr>${centred}</w:pPr>${text}</w:p></w:tc>`);
  expect(xmlOf(inTurn)).toBe(xmlOf(atOnce));
});

function xmlOf(document: WordDocument): string {
  return new TextDecoder().decode(document.package.bytes(document.main));
}
