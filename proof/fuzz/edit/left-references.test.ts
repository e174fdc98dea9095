// Tests which positions of the comments of deleted paragraphs are not judged.

import { expect, test } from "vitest";
import { Counts } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { bodyLines } from "./canonical-body.ts";
import { editTarget } from "./edit-target.ts";
import { paragraphsTakingIn, withoutPlaces } from "./left-references.ts";
import { addressed, type NamedEdit } from "./names.ts";
import { Reading } from "./reading.ts";
import { deleting, inserting, type MakeBody, named, written } from "./testing/named-paragraphs.ts";
import { send, sendInTurn } from "./turns/send-in-turn.ts";
import type { WrittenDocument } from "./write/written-document.ts";

test("where the comment of a deleted paragraph stands in the next is not judged, in which paragraph it is", () => {
  const reference = '<w:r><w:commentReference w:id="0"/></w:r></w:p>';
  const bytes = named((p) => p("0001", "w0001").replace("</w:p>", reference) + p("0002", "w0002") + p("0003", "w0003"));
  const upload = new Reading(bytes);
  const point = { key: "0002", offset: 0, anchor: "start" } as const;
  const [removing, inserting]: NamedEdit[] = [
    { edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0001" }] } }, makes: [] },
    {
      edit: { type: "insert", paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0001" },
      makes: [],
    },
  ];
  const together = send(
    bytes,
    [removing!, inserting!].map(({ edit }) => addressed(edit, new AsSent(upload))),
  );
  const inTurn = sendInTurn(bytes, [removing!, inserting!], "docx");
  if (together.kind !== "edited" || inTurn.kind !== "done") throw new Error("refused");
  const results = [together.docx, inTurn.document];
  const lines = (edits: readonly NamedEdit[]): string[][] =>
    results.map((one) =>
      bodyLines(one, { references: paragraphsTakingIn(upload, edits, new Reading(one)), isDeletedText: false }),
    );
  const [judged, strict] = [lines([removing!, inserting!]), lines([inserting!])];
  expect(judged[0]).toEqual(judged[1]);
  expect(strict[0]).not.toEqual(strict[1]);
  expect(judged[0]!.filter((line) => line.includes("references"))).toHaveLength(1);
});

test("in which paragraph the comment of a deleted one is, is not judged at an end or where the deletion is undecided", () => {
  const [start, end] = ['<w:commentRangeStart w:id="0"/>', '<w:commentRangeEnd w:id="0"/>'];
  const commented = (text: string): string =>
    text.replace("<w:r>", `${start}<w:r>`).replace("</w:r>", `</w:r>${end}<w:r><w:commentReference w:id="0"/></w:r>`);
  const comments = '<w:comment w:id="0" w:author="Cy"><w:p><w:r><w:t>said w0009</w:t></w:r></w:p></w:comment>';
  const last = written((p) => p("0001", "w0001") + commented(p("0002", "w0002")));
  const inner = written((p) => p("0001", "w0001") + commented(p("0002", "w0002")) + p("0003", "w0003"));
  const rest = { decisions: [], faults: { seed: 1, focus: undefined } };
  const excused = (document: WrittenDocument, adding: NamedEdit, output: "docx" | "redline"): boolean => {
    const counts = new Counts();
    editTarget.check(
      { document: { ...document, comments }, edits: [deleting("0002"), adding], output, ...rest },
      counts,
    );
    return counts.byName.has("a comment that a deleted paragraph left, beside what moves or comes");
  };
  expect(excused(last, inserting("n0001", "after", "0001"), "docx")).toBe(true);
  expect(excused(inner, inserting("n0001", "before", "0003"), "redline")).toBe(true);
  expect(excused(inner, inserting("n0001", "before", "0003"), "docx")).toBe(false);
  expect(excused(inner, inserting("n0001", "after", "0001"), "redline")).toBe(false);
});

test("where a comment stands is left out of its line, the uploaded text that it is on is not", () => {
  const line = (text: string, anchor: string, index: number): string =>
    `comment ${JSON.stringify({ text, paragraph: { index }, anchor_text: anchor })}`;
  const left = new Set(["a"]);
  const told = (...lines: readonly string[]) => withoutPlaces(lines, left);
  expect(told(line("a", "w0001 n0001", 0), line("b", "", 1))).toEqual(told(line("b", "", 1), line("a", "w0001", 2)));
  expect(told(line("a", "w0001", 0))).not.toEqual(told(line("a", "", 0)));
  expect(told(line("b", "", 0))).not.toEqual(told(line("b", "", 1)));
});

test("where the comment of a paragraph before a table stands is not judged if the table goes after it, and only then", () => {
  const table = (cell: string) =>
    `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="99"/></w:tblGrid><w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`;
  const document = (start: MakeBody) =>
    written((p) => start(p) + p("0001", "w0001") + table(p("0002", "w0002")) + p("0003", "w0003"));
  const commenting: NamedEdit = {
    edit: { type: "add_comment", paragraphs: { $: "paragraph", key: "0001" }, content: "says n0001" },
    makes: [],
  };
  const removing = deleting("0001");
  const removingTable: NamedEdit = { edit: { type: "delete_table", table: { $: "table", keys: ["0002"] } }, makes: [] };
  const unjudged = (start: MakeBody, edits: readonly NamedEdit[]): number => {
    const counts = new Counts();
    const rest = { output: "docx", decisions: [], faults: { seed: 1, focus: undefined } } as const;
    editTarget.check({ document: document(start), edits, ...rest }, counts);
    return counts.byName.get("a comment that a deleted paragraph left, beside what moves or comes") ?? 0;
  };
  const all = [commenting, removing, removingTable];
  const before: MakeBody = (p) => p("0009", "w0009");
  expect(unjudged(() => "", all)).toBe(1);
  expect(unjudged(before, all)).toBe(1);
  expect(unjudged(() => "", [commenting, removingTable, removing])).toBe(0);
  expect(unjudged(before, [commenting, removing])).toBe(0);
});

test("whether text at the start of a removed link stands in the range of a comment on it is not judged", () => {
  const link = (text: string): string =>
    text
      .replace("<w:r>", '<w:fldSimple w:instr=" HYPERLINK &quot;https://example.org/&quot; "><w:r>')
      .replace("</w:r>", "</w:r></w:fldSimple>");
  const [text, point] = [
    { key: "0001", from: 0, to: 5 },
    { key: "0001", offset: 0, anchor: "start" },
  ] as const;
  const removing = { type: "remove_hyperlink", paragraphs: { $: "paragraph", key: "0001" } };
  const saying = { paragraphs: { $: "home", of: text }, text: { $: "text", text, how: 0 }, content: "says n0001" };
  const adding = { paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0002" };
  const edits: NamedEdit[] = [
    { edit: removing, makes: [] },
    { edit: { type: "add_comment", ...saying }, makes: [] },
    { edit: { type: "insert", ...adding }, makes: [] },
  ];
  const rest = { output: "docx", decisions: [], faults: { seed: 1, focus: undefined } } as const;
  const counts = new Counts();
  editTarget.check({ document: written((p) => link(p("0001", "w0001"))), edits, ...rest }, counts);
  expect(counts.byName.get("docx sent on")).toBe(1);
});
