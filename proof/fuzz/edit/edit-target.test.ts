// Tests the cases of the edit target and how its results are judged.

import { expect, test } from "vitest";
import { caseSeed, Random } from "../../runner/random.ts";
import { Counts } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { bodyLines } from "./canonical-body.ts";
import { canonicalContent } from "./canonical-content.ts";
import { settleBatch } from "./check-batch.ts";
import type { DecisionEdit } from "./check-decisions.ts";
import { editTarget } from "./edit-target.ts";
import { leavesDeleted } from "./left-behind.ts";
import { makeEdits } from "./make/make-edits.ts";
import { addressed, type NamedEdit } from "./names.ts";
import { Reading } from "./reading.ts";
import { deleting, inserting, named, written } from "./testing/named-paragraphs.ts";
import { send, sendInTurn } from "./turns/send-in-turn.ts";
import { writeDocument } from "./write/write-document.ts";
import { documentBytes, type WrittenDocument } from "./write/written-document.ts";

const document = (seed: number, focus?: string) => documentBytes(writeDocument(new Random(caseSeed(1, seed)), focus));

test("the same seed makes the same case", () => {
  expect(editTarget.generate(new Random(3), undefined)).toEqual(editTarget.generate(new Random(3), undefined));
});

test("edits of a type are made when they are asked for", () => {
  const reading = new Reading(document(1, "table"));
  const edits = makeEdits(new Random(5), reading, { count: 1, first: "insert_table" });
  expect(edits.slice(0, 2).map(({ edit }) => edit.type)).toEqual(["insert_table", "insert_table"]);
});

test("the context of a selector ends at a break of pages, which has no characters", () => {
  const br = '<w:r><w:br w:type="page"/></w:r>';
  const bytes = named((p) =>
    p("0001", "w0001")
      .replace("<w:r>", `${br}<w:r>`)
      .replace('</w:r><w:bookmarkStart w:id="3"', `</w:r>${br}<w:bookmarkStart w:id="3"`),
  );
  const text = { key: "0001", from: 2, to: 4 };
  const selector = new AsSent(new Reading(bytes)).address({ $: "text", text, how: 1 });
  expect(selector).toEqual({ match: "00", prefix: "w", suffix: "01" });
});

test("what another deleted in a last paragraph that goes may stand in a new one or in the old one before it", () => {
  const deleted = '<w:del w:id="90" w:author="Ann"><w:r><w:delText>w0009</w:delText></w:r></w:del></w:p>';
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002").replace("</w:p>", deleted));
  const upload = new Reading(bytes);
  const edits = [deleting("0002"), inserting("n0001", "after", "0001")];
  const together = send(
    bytes,
    edits.map(({ edit }) => addressed(edit, new AsSent(upload))),
  );
  const inTurn = sendInTurn(bytes, edits, "docx");
  if (together.kind !== "edited" || inTurn.kind !== "done") throw new Error("refused");
  const lines = (isDeletedText: boolean): string[][] =>
    [together.docx, inTurn.document].map((one) => bodyLines(one, { references: new Set(), isDeletedText }));
  const [strict, judged] = [lines(false), lines(leavesDeleted(upload, edits))];
  expect(strict[0]).not.toEqual(strict[1]);
  expect(judged[0]).toEqual(judged[1]);
});

test("a cell that a refused edit would have put a paragraph into may be too empty for another without it", () => {
  const bytes = named(
    (p) => `<w:tbl><w:tr><w:tc>${p("0001", "w0001")}</w:tc></w:tr></w:tbl>${p("0002", "w0002")}${p("0003", "w0003")}`,
  );
  const reference = { type: "cross_reference", to: { $: "paragraph", key: "0003" }, show: "number" };
  const beside = (key: string) => ({ $: "destination", beside: { paragraph: key }, position: "before" });
  const edits: NamedEdit[] = [
    {
      edit: { type: "insert_paragraphs", destination: beside("0001"), new_paragraphs: [{ content: [reference] }] },
      makes: [],
    },
    {
      edit: {
        type: "move_paragraphs",
        paragraphs: { $: "paragraphs", items: [{ key: "0001" }], isBlocks: true },
        destination: beside("0003"),
      },
      makes: [],
    },
  ];
  expect(settleBatch(bytes, new Reading(bytes), edits, new Counts()).edits).toEqual([]);
});

test("a reference to a paragraph that is joined with others, which is undecided, is not judged", () => {
  const document = written((p) => p("0001", "") + p("0002", "w0002") + p("0003", "w0003"));
  const point = { key: "0003", offset: 5, anchor: "end" } as const;
  const reference = { type: "cross_reference", to: { $: "paragraph", key: "0001" }, show: "text" };
  const edits: NamedEdit[] = [
    { edit: { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0002" } }, makes: [] },
    {
      edit: {
        type: "insert",
        paragraphs: { $: "home", of: point },
        at: { $: "at", point, how: 0 },
        content: [reference],
      },
      makes: [],
    },
  ];
  const counts = new Counts();
  const rest = { decisions: [], faults: { seed: 1, focus: undefined } };
  for (const output of ["docx", "redline"] as const) editTarget.check({ document, edits, output, ...rest }, counts);
  expect(counts.byName.get("no room beside an undecided change")).toBe(1);
});

test("a new column beside a merged cell whose row is deleted, which is undecided, is not judged", () => {
  const cell = (content: string, properties = "") => `<w:tc>${properties}${content}</w:tc>`;
  const wide = '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>';
  const document = written(
    (p) =>
      `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>${cell(p("0001", "w0001"), wide)}</w:tr><w:tr>${cell(p("0002", "w0002"))}${cell(p("0003", "w0003"))}</w:tr></w:tbl>${p("0004", "w0004")}`,
  );
  const line = (axis: "row" | "column", key: string) => ({ $: "line", axis, keys: [key], how: 0 });
  const edits: NamedEdit[] = [
    { edit: { type: "delete_table_row", row: line("row", "0001") }, makes: [] },
    {
      edit: { type: "insert_table_column", destination: { column: line("column", "0003"), position: "before" } },
      makes: [],
    },
  ];
  const counts = new Counts();
  const rest = { decisions: [], faults: { seed: 1, focus: undefined } };
  for (const output of ["docx", "redline"] as const) editTarget.check({ document, edits, output, ...rest }, counts);
  expect(counts.byName.get("no room beside an undecided change")).toBe(1);
});

test("what a reference shows is not judged in the text of a change of its paragraph either", () => {
  const changed = '<w:pPr><w:jc w:val="right"/><w:pPrChange w:id="90" w:author="Bo"><w:pPr/></w:pPrChange></w:pPr>';
  const document = written((p) => p("0001", "w0001") + p("0002", "w0002", changed) + p("0003", "w0003"));
  const point = { key: "0002", offset: 5, anchor: "end" } as const;
  const reference = { type: "cross_reference", to: { $: "paragraph", key: "0003" }, show: "above_below" };
  const edits: NamedEdit[] = [
    {
      edit: {
        type: "insert",
        paragraphs: { $: "home", of: point },
        at: { $: "at", point, how: 0 },
        content: [reference],
      },
      makes: [],
    },
    {
      edit: {
        type: "move_paragraphs",
        paragraphs: { $: "paragraphs", items: [{ key: "0003" }], isBlocks: true },
        destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
      },
      makes: [],
    },
  ];
  const turns = sendInTurn(documentBytes(document), edits, "docx");
  const texts = turns.kind === "done" ? new Reading(turns.document).all.map(({ paragraph }) => paragraph.text) : [];
  expect(texts).toEqual(["w0001", "w0003", "w0002below"]);
  const rest = { document, edits, decisions: [], faults: { seed: 1, focus: undefined } };
  for (const output of ["docx", "redline"] as const) {
    expect(() => editTarget.check({ ...rest, output }, new Counts())).not.toThrow();
  }
});

test("nor in a part of the paragraph that a comment is on, where the comment holds the reference either way", () => {
  const range = '</w:r><w:commentRangeStart w:id="0"/><w:r><w:t>w0004w0005</w:t></w:r><w:commentRangeEnd w:id="0"/>';
  const document = {
    ...written((p) => p("0001", "w0001") + p("0002", "w0002").replace("</w:r>", range) + p("0003", "w0003w0006")),
    comments: '<w:comment w:id="0" w:author="Cy"><w:p><w:r><w:t>said w0009</w:t></w:r></w:p></w:comment>',
  };
  const beside = { key: "0002", from: 10, to: 15 };
  const point = { key: "0002", offset: 10, anchor: { side: "before", text: beside } } as const;
  const gone = { key: "0003", from: 0, to: 5 };
  const reference = { type: "cross_reference", to: { $: "paragraph", key: "0003" }, show: "text" };
  const edits: NamedEdit[] = [
    {
      edit: {
        type: "insert",
        paragraphs: { $: "home", of: point },
        at: { $: "at", point, how: 0 },
        content: [reference],
      },
      makes: [],
    },
    {
      edit: { type: "delete", paragraphs: { $: "home", of: gone }, text: { $: "text", text: gone, how: 0 } },
      makes: [],
    },
  ];
  const turns = sendInTurn(documentBytes(document), edits, "docx");
  const commented = (bytes: Uint8Array) =>
    canonicalContent(new Reading(bytes).content).filter((line) => /^comment/.test(line));
  if (turns.kind !== "done") throw new Error("refused");
  expect(new Reading(turns.document).content.comments[0]?.anchor_text).toBe("w0004w0003w0006w0005");
  expect(commented(turns.document)[0]).toContain('"anchor_text":"w0004\u2192w0005"');
  expect(commented(documentBytes(document))[0]).toContain('"anchor_text":"w0004w0005"');
  const rest = { document, edits, decisions: [], faults: { seed: 1, focus: undefined } };
  for (const output of ["docx", "redline"] as const) {
    expect(() => editTarget.check({ ...rest, output }, new Counts())).not.toThrow();
  }
});

const signed = (id: number, author: string, year = 2024) =>
  `w:id="${id}" w:author="${author}" w:date="${year}-01-01T00:00:00Z"`;

function decidedCounts(document: WrittenDocument, type: DecisionEdit["type"], revision: DecisionEdit["revision"]) {
  return Array.from({ length: 6 }, (_, seed) => {
    const counts = new Counts();
    const rest = { edits: [], output: "docx", faults: { seed, focus: undefined } } as const;
    editTarget.check({ document, decisions: [{ type, revision }], ...rest }, counts);
    return counts.byName.get("decisions that hang on rows which are still undecided") ?? 0;
  });
}

test("a decision that waits for a table is sent after that on the table, and is not judged without it", () => {
  const document = written((p) => {
    const mark = `<w:pPr><w:rPr><w:del ${signed(90, "Ann")}/></w:rPr></w:pPr>`;
    const row = `<w:tr><w:trPr><w:del ${signed(91, "Bo")}/></w:trPr><w:tc>${p("0002", "w0002")}</w:tc></w:tr>`;
    return `${p("0001", "w0001", mark)}<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid>${row}</w:tbl>${p("0003", "w0003")}`;
  });
  expect(decidedCounts(document, "accept_revision", "all")).toEqual([0, 0, 0, 0, 0, 0]);
  expect(decidedCounts(document, "accept_revision", { author: "Ann" })).toEqual([1, 1, 1, 1, 1, 1]);
});

test("changes are found again where joined paragraphs put them into another order", () => {
  const document = written((p) => {
    const mark = `<w:pPr><w:rPr><w:ins ${signed(90, "Cy", 2023)}/></w:rPr></w:pPr>`;
    const inserted = `<w:ins ${signed(91, "Cy")}><w:r><w:t>w0009</w:t></w:r></w:ins></w:p>`;
    const changed = `<w:pPr><w:pPrChange ${signed(92, "Ann")}><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange></w:pPr>`;
    return p("0001", "w0001", mark).replace("</w:p>", inserted) + p("0002", "w0002", changed);
  });
  expect(() => decidedCounts(document, "reject_revision", { kind: "insertion" })).not.toThrow();
});

test("a case counts what it met", () => {
  const counts = new Counts();
  const input = editTarget.generate(new Random(caseSeed(1, 40)), "insert");
  editTarget.check(input, counts);
  expect([...counts.byName.keys()]).toContain("insert");
  expect(editTarget.show(input)).toContain('"type":"insert"');
});

test("a join that undoes a split in a paragraph that another moved is carried out in a batch, and need not be alone", () => {
  const [start, end] = ['<w:moveToRangeStart w:id="90" w:author="Cy" w:name="a"/>', '<w:moveToRangeEnd w:id="90"/>'];
  const moved = (text: string): string =>
    text.replace(/<w:r>.*<\/w:r>/, '<w:moveTo w:id="91" w:author="Cy">$&</w:moveTo>');
  const document = written((p) => `${start}${moved(p("0001", "w0001 w0002"))}${end}${p("0002", "w0003")}`);
  const text = { key: "0001", from: 6, to: 11 };
  const point = { key: "0001", offset: 6, anchor: { side: "before", text } } as const;
  const part = { ref: "r1", kind: "paragraph" } as const;
  const at = { paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 } };
  const edits: NamedEdit[] = [
    { edit: { type: "split_paragraph", ...at, ref: "r1" }, makes: [{ ...part, word: "" }] },
    { edit: { type: "join_paragraphs", paragraphs: { $: "partRange", key: "0001", through: part } }, makes: [] },
  ];
  const counts = new Counts();
  const rest = { output: "docx", decisions: [], faults: { seed: 1, focus: undefined } } as const;
  editTarget.check({ document, edits, ...rest }, counts);
  expect(counts.byName.get("no room beside an undecided change")).toBe(1);
});
