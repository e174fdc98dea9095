import { expect, test } from "vitest";
import { caseSeed, Random } from "../../runner/random.ts";
import { Counts } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { bodyLines } from "./canonical-body.ts";
import { decidedOwn, paragraphTexts, settleBatch } from "./check-batch.ts";
import { editTarget } from "./edit-target.ts";
import { leavesDeleted } from "./left-behind.ts";
import { paragraphsTakingIn, withoutPlaces } from "./left-references.ts";
import { makeEdits } from "./make/make-edits.ts";
import { addressed, type Name, type NamedEdit } from "./names.ts";
import { Reading } from "./reading.ts";
import { hasStayingEnd } from "./staying-end.ts";
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

test("text that moved within its paragraph is named again where it stands", () => {
  const bytes = document(2, "formatted text");
  const reading = new Reading(bytes);
  const [key, { paragraph }] = [...reading.starts].find(([, one]) => /w\d{4} w\d{4}/.test(one.paragraph.text))!;
  const from = paragraph.text.search(/w\d{4}/);
  const text = { key, from, to: from + 5 };
  const point = { key, offset: from, anchor: { side: "before", text } } as const;
  const edits: NamedEdit[] = [
    {
      edit: { type: "insert", paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0001" },
      makes: [],
      lastWord: "n0001",
    },
    { edit: { type: "delete", paragraphs: { $: "home", of: text }, text: { $: "text", text, how: 0 } }, makes: [] },
  ];
  const sent = edits.map(({ edit }) => addressed(edit, new AsSent(reading)));
  expect(sent[1]).toMatchObject({ text: { match: paragraph.text.slice(from, from + 5) } });
  const turns = sendInTurn(bytes, edits, "docx");
  expect(turns.kind).toBe("done");
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

type MakeBody = (p: (key: string, text: string, properties?: string) => string) => string;

const named = (body: MakeBody): Uint8Array => documentBytes(written(body));

/** A document of paragraphs that are named by numbers, as those that are generated. */
function written(body: MakeBody): WrittenDocument {
  const mark = (name: string, id: number) =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
  const p = (key: string, text: string, properties = "") =>
    `<w:p>${properties}${mark(`K${key}`, Number(key) * 2)}<w:r><w:t>${text}</w:t></w:r>${mark(`E${key}`, Number(key) * 2 + 1)}</w:p>`;
  const rest = { footnotes: "", endnotes: "", comments: "", extensions: "", pages: {}, settings: "", features: [] };
  return { body: body(p), ...rest };
}

test("what moved to the end of a cell ends, in a redline, with what is left where it was", () => {
  const bytes = named(
    (p) =>
      `<w:tbl><w:tr><w:tc>${p("0001", "w0001")}${p("0002", "w0002")}</w:tc></w:tr></w:tbl>${p("0003", "w0003")}${p("0004", "w0004")}`,
  );
  const move = (key: string): NamedEdit => ({
    edit: {
      type: "move_paragraphs",
      paragraphs: { $: "paragraphs", items: [{ key }], isBlocks: true },
      destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
    },
    makes: [],
  });
  const turns = sendInTurn(bytes, [move("0002"), move("0003")], "redline");
  const document = turns.kind === "done" ? decidedOwn(turns.document, "accept") : new Uint8Array();
  expect(paragraphTexts(document)).toEqual(["w0001", "w0002", "w0003", "w0004"]);
});

test("what is put after a paragraph that moved stands right behind it, not behind what was put after it before", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002") + p("0003", "w0003"));
  const after = (key: string) => ({ $: "destination", beside: { paragraph: key }, position: "after" });
  const move = (key: string, beside: string): NamedEdit => ({
    edit: {
      type: "move_paragraphs",
      paragraphs: { $: "paragraphs", items: [{ key }], isBlocks: true },
      destination: after(beside),
    },
    makes: [],
  });
  const add: NamedEdit = {
    edit: { type: "insert_table", destination: after("0001"), rows: [["n0001"]] },
    makes: [],
    lastWord: "n0001",
  };
  const turns = sendInTurn(bytes, [move("0003", "0001"), move("0001", "0002"), add], "docx");
  const texts = turns.kind === "done" ? paragraphTexts(turns.document) : turns.kind;
  expect(texts).toEqual(["w0003", "w0002", "w0001", "n0001", ""]);
});

test("a new paragraph that moves to where it was put last stays there", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002"));
  const destination = { $: "destination", beside: { paragraph: "0001" }, position: "after" };
  const [first, last] = ["n0001", "n0002"].map((word) => ({ ref: word, kind: "paragraph", word }) as const);
  const add: NamedEdit = {
    edit: {
      type: "insert_paragraphs",
      destination,
      new_paragraphs: [first!, last!].map(({ ref }) => ({ content: ref, ref, style_id: "Normal" })),
    },
    makes: [first!, last!],
    lastWord: "n0002",
  };
  const move = (...items: readonly (typeof first)[]): NamedEdit => ({
    edit: {
      type: "move_paragraphs",
      paragraphs: {
        $: "paragraphs",
        items: items.map((one) => ({ ref: one!.ref, kind: "paragraph" })),
        isBlocks: true,
      },
      destination,
    },
    makes: [],
  });
  const texts = (...edits: readonly NamedEdit[]) => {
    const turns = sendInTurn(bytes, edits, "docx");
    return turns.kind === "done" ? paragraphTexts(turns.document) : turns.kind;
  };
  expect(texts(add, move(last))).toEqual(["w0001", "n0001", "n0002", "w0002"]);
  expect(texts(add, move(first))).toEqual(["w0001", "n0002", "n0001", "w0002"]);
  expect(texts(add, move(first, last))).toBe("untranslated");
});

test("a new break in a section whose own break goes, but is undecided, is not judged", () => {
  const section = "<w:pPr><w:sectPr/></w:pPr>";
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002", section) + p("0003", "w0003"));
  const edits: NamedEdit[] = [
    { edit: { type: "remove_section_break", section: { $: "section", number: 1 } }, makes: [] },
    {
      edit: {
        type: "insert_section_break",
        paragraphs: { $: "paragraph", key: "0001", isEnd: true },
        section_type: "next_page",
      },
      makes: [],
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("untranslated");
});

test("a last mark stays, in a redline, where there is no room before it and another deleted something in its paragraph", () => {
  const deleted = '<w:del w:id="90" w:author="Ann"><w:r><w:delText>w0009</w:delText></w:r></w:del></w:p>';
  const setting: NamedEdit = {
    edit: {
      type: "set_paragraph_format",
      paragraphs: { $: "paragraphs", items: [{ key: "0001" }] },
      paragraph_format: { alignment: "center" },
    },
    makes: [],
  };
  const deleting: NamedEdit = {
    edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0002" }], isBlocks: true } },
    makes: [],
  };
  const stays = (last: (text: string) => string, ...edits: NamedEdit[]): boolean | string => {
    const turns = sendInTurn(
      named((p) => p("0001", "w0001") + last(p("0002", "w0002"))),
      edits,
      "redline",
    );
    return turns.kind === "done" ? hasStayingEnd(new Reading(turns.document)) : turns.kind;
  };
  const withDeleted = (text: string): string => text.replace("</w:p>", deleted);
  expect(stays(withDeleted, setting, deleting)).toBe(true);
  expect(stays(withDeleted, deleting)).toBe(false);
  expect(stays((text) => text, setting, deleting)).toBe(false);
  const deletingNext: NamedEdit = {
    edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0003" }], isBlocks: true } },
    makes: [],
  };
  const withNext = (text: string): string => withDeleted(text) + text.replaceAll("0002", "0003");
  expect(stays(withNext, deleting, deletingNext)).toBe(true);
  expect(stays(withNext, deletingNext)).toBe(false);
});

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
  const add = (beside: string, position: string): NamedEdit => ({
    edit: {
      type: "insert_paragraphs",
      destination: { $: "destination", beside: { paragraph: beside }, position },
      new_paragraphs: [{ content: "n0001", style_id: "Normal" }],
    },
    makes: [],
    lastWord: "n0001",
  });
  const removing: NamedEdit = {
    edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0002" }], isBlocks: true } },
    makes: [],
  };
  const rest = { decisions: [], faults: { seed: 1, focus: undefined } };
  const excused = (document: WrittenDocument, adding: NamedEdit, output: "docx" | "redline"): boolean => {
    const counts = new Counts();
    editTarget.check({ document: { ...document, comments }, edits: [removing, adding], output, ...rest }, counts);
    return counts.byName.has("a comment that a deleted paragraph left, beside what moves or comes");
  };
  expect(excused(last, add("0001", "after"), "docx")).toBe(true);
  expect(excused(inner, add("0003", "before"), "redline")).toBe(true);
  expect(excused(inner, add("0003", "before"), "docx")).toBe(false);
  expect(excused(inner, add("0001", "after"), "redline")).toBe(false);
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

test("what another deleted in a last paragraph that goes may stand in a new one or in the old one before it", () => {
  const deleted = '<w:del w:id="90" w:author="Ann"><w:r><w:delText>w0009</w:delText></w:r></w:del></w:p>';
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002").replace("</w:p>", deleted));
  const upload = new Reading(bytes);
  const edits: NamedEdit[] = [
    {
      edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0002" }], isBlocks: true } },
      makes: [],
    },
    {
      edit: {
        type: "insert_paragraphs",
        destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
        new_paragraphs: [{ content: "n0001", style_id: "Normal" }],
      },
      makes: [],
      lastWord: "n0001",
    },
  ];
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

test("all text of the upload is none that a new table of contents shows", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002"));
  const edits: NamedEdit[] = [
    {
      edit: {
        type: "insert_table_of_contents",
        destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
        from_level: 1,
        to_level: 2,
      },
      makes: [],
    },
    {
      edit: {
        type: "format",
        paragraphs: { $: "all", kind: undefined, holds: "w" },
        text: { match: "w", occurrence: "all" },
        format: { bold: true },
      },
      makes: [],
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("done");
});

test("where nothing is left behind a break whose removal is undecided, a redline keeps a paragraph there", () => {
  const bytes = named((p) => p("0001", "w0001", "<w:pPr><w:sectPr/></w:pPr>") + p("0002", "w0002"));
  const unbreak: NamedEdit = {
    edit: { type: "remove_section_break", section: { $: "section", number: 1 } },
    makes: [],
  };
  const moving: NamedEdit = {
    edit: {
      type: "move_paragraphs",
      paragraphs: { $: "paragraphs", items: [{ key: "0002" }], isBlocks: true },
      destination: { $: "destination", beside: { paragraph: "0001" }, position: "before" },
    },
    makes: [],
  };
  const staying = (...edits: readonly NamedEdit[]): boolean => {
    const turns = sendInTurn(bytes, edits, "redline");
    if (turns.kind !== "done") throw new Error(turns.kind);
    return hasStayingEnd(new Reading(turns.document));
  };
  expect(staying(unbreak, moving)).toBe(true);
  expect(staying(unbreak)).toBe(false);
  expect(staying(moving)).toBe(false);
});

const LISTED = '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>';

test("a new column is not judged where it comes behind one that looks otherwise, or beside a mark that goes, which is undecided", () => {
  const bytes = named(
    (p) =>
      `<w:tbl><w:tr><w:tc>${p("0001", "w0001", LISTED)}${p("0002", "w0002")}</w:tc></w:tr><w:tr><w:tc>${p("0003", "w0003")}</w:tc></w:tr></w:tbl>${p("0004", "w0004")}`,
  );
  const column = (word: string): NamedEdit => ({
    edit: {
      type: "insert_table_column",
      destination: { column: { $: "line", axis: "column", keys: ["0001"], how: 0, isAfter: true }, position: "after" },
      cells: [word, "x"],
    },
    makes: [],
    lastWord: word,
  });
  const centring: NamedEdit = {
    edit: {
      type: "set_paragraph_format",
      paragraphs: { $: "paragraphs", items: [{ key: "0001" }] },
      paragraph_format: { alignment: "center" },
    },
    makes: [],
  };
  const joining: NamedEdit = {
    edit: { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0002" } },
    makes: [],
  };
  const restarting: NamedEdit = {
    edit: { type: "set_numbering", paragraphs: centring.edit.paragraphs, numbering: { action: "restart" } },
    makes: [],
  };
  const kind = (output: "docx" | "redline", ...edits: readonly NamedEdit[]) => sendInTurn(bytes, edits, output).kind;
  expect(kind("docx", column("n0001"), column("n0002"))).toBe("done");
  expect(kind("docx", column("n0001"), centring, column("n0002"))).toBe("untranslated");
  expect(kind("docx", column("n0001"), restarting, column("n0002"))).toBe("untranslated");
  expect(kind("docx", joining, column("n0001"))).toBe("done");
  expect(kind("redline", joining, column("n0001"))).toBe("untranslated");
  const deleting: NamedEdit = {
    edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0001" }], isBlocks: true } },
    makes: [],
  };
  expect(kind("redline", deleting, column("n0001"))).toBe("untranslated");
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

test("a comment on a paragraph that others are joined to, which is undecided, is sent as one on all of them", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002") + p("0003", "w0003") + p("0004", "w0004"));
  const join = { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0003" } };
  const on = (paragraphs: Name, before: readonly NamedEdit[] = [{ edit: join, makes: [] }]): string | undefined => {
    const comment = { type: "add_comment", paragraphs, content: "says n0001" };
    const turns = sendInTurn(bytes, [...before, { edit: comment, makes: [] }], "redline");
    if (turns.kind !== "done") throw new Error(turns.kind);
    return new Reading(decidedOwn(turns.document, "accept")).content.comments[0]?.anchor_text;
  };
  expect(on({ $: "paragraph", key: "0003" })).toBe("w0001w0002w0003");
  expect(on({ $: "range", from: "0003", through: "0004" })).toBe("w0001w0002w0003\nw0004");
  expect(on({ $: "paragraph", key: "0004" })).toBe("w0004");
  const [first, last] = ["n0002", "n0003"].map((word) => ({ ref: word, kind: "paragraph", word }) as const);
  const made: NamedEdit[] = [
    {
      edit: {
        type: "insert_paragraphs",
        destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
        new_paragraphs: [first!, last!].map(({ ref }) => ({ content: ref, ref, style_id: "Normal" })),
      },
      makes: [first!, last!],
      lastWord: "n0003",
    },
    { edit: { type: "join_paragraphs", paragraphs: { $: "madeRange", from: first, through: last } }, makes: [] },
  ];
  expect(on({ $: "ref", name: last! }, made)).toBe("n0002n0003");
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

test("an empty paragraph that stood behind the place of a new table does not belong to the table", () => {
  const document = written((p) => `${p("0001", "w0001")}<w:sectPr/>`);
  const beside = (edit: { readonly type: string }, word: string): NamedEdit => ({
    edit: { ...edit, destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" } },
    makes: [],
    lastWord: word,
  });
  const table = (word: string) => beside({ type: "insert_table", rows: [[word]] } as { type: string }, word);
  const added = { type: "insert_paragraphs", new_paragraphs: [{ content: "n0003", style_id: "Normal" }] };
  const broken: NamedEdit = {
    edit: {
      type: "insert_section_break",
      paragraphs: { $: "paragraph", key: "0001", isEnd: true },
      section_type: "next_page",
    },
    makes: [],
  };
  const texts = (...edits: readonly NamedEdit[]) => {
    const turns = sendInTurn(documentBytes(document), edits, "docx");
    return turns.kind === "done" ? paragraphTexts(turns.document).join("|") : turns.kind;
  };
  const two = [table("n0001"), table("n0002")];
  expect(texts(two[0]!, beside(added, "n0003"))).toBe("w0001|n0001||n0003");
  expect(texts(broken, two[0]!, beside(added, "n0003"))).toBe("w0001|n0001|n0003|");
  expect(texts(broken, ...two, beside(added, "n0003"))).toBe("w0001|n0001||n0002|n0003|");
  const named = { ref: "r1", kind: "table" } as const;
  const first: NamedEdit = { ...two[0]!, makes: [{ ...named, word: "n0001" }] };
  const between: NamedEdit = {
    ...two[1]!,
    edit: { ...two[1]!.edit, destination: { $: "destination", beside: { made: named }, position: "after" } },
  };
  expect(texts(first, between)).toBe("w0001|n0001||n0002|");
  expect(texts(first, between, beside(added, "n0003"))).toBe("untranslated");
  const rest = { document, output: "docx", decisions: [], faults: { seed: 1, focus: undefined } } as const;
  editTarget.check({ ...rest, edits: [broken, ...two, beside(added, "n0003")] }, new Counts());
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
  expect(turns.kind === "done" && paragraphTexts(turns.document)).toEqual(["w0001", "w0003", "w0002below"]);
  const rest = { document, edits, decisions: [], faults: { seed: 1, focus: undefined } };
  for (const output of ["docx", "redline"] as const) {
    expect(() => editTarget.check({ ...rest, output }, new Counts())).not.toThrow();
  }
});

test("the end of a link that is cut, which is undecided, is no place that is judged", () => {
  const link = (text: string) => `<w:hyperlink w:anchor="a"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`;
  const bytes = named((p) => p("0001", "w0001").replace("<w:r><w:t>w0001</w:t></w:r>", link("w0001 w0002")));
  const text = { key: "0001", from: 6, to: 11 };
  const point = { key: "0001", offset: 11, anchor: "end" } as const;
  const edits: NamedEdit[] = [
    { edit: { type: "delete", paragraphs: { $: "home", of: text }, text: { $: "text", text, how: 0 } }, makes: [] },
    {
      edit: { type: "insert", paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0001" },
      makes: [],
      lastWord: "n0001",
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("untranslated");
});

test("a case counts what it met", () => {
  const counts = new Counts();
  const input = editTarget.generate(new Random(caseSeed(1, 40)), "insert");
  editTarget.check(input, counts);
  expect([...counts.byName.keys()]).toContain("insert");
  expect(editTarget.show(input)).toContain('"type":"insert"');
});

test("a new table beside one that goes, which is undecided, is not judged", () => {
  const bytes = named((p) => `<w:tbl><w:tr><w:tc>${p("0001", "w0001")}</w:tc></w:tr></w:tbl>${p("0002", "w0002")}`);
  const edits: NamedEdit[] = [
    { edit: { type: "delete_table", table: { $: "table", keys: ["0001"] } }, makes: [] },
    {
      edit: {
        type: "insert_table",
        destination: { $: "destination", beside: { paragraph: "0002" }, position: "before" },
        rows: [["n0001"]],
      },
      makes: [],
      lastWord: "n0001",
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("untranslated");
});

test("a link on a paragraph that others were joined to is sent as one on the text that it had", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002"));
  const edits: NamedEdit[] = [
    { edit: { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0002" } }, makes: [] },
    { edit: { type: "add_hyperlink", paragraphs: { $: "paragraph", key: "0002" }, url: "https://e.org/" }, makes: [] },
  ];
  const turns = sendInTurn(bytes, edits, "docx");
  const content = turns.kind === "done" ? new Reading(turns.document).all[0]!.paragraph.content : [];
  expect(JSON.stringify(content)).toMatch(/w0001.*hyperlink.*w0002/);
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
  const removing: NamedEdit = {
    edit: { type: "delete_paragraphs", paragraphs: { $: "paragraphs", items: [{ key: "0001" }], isBlocks: true } },
    makes: [],
  };
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
