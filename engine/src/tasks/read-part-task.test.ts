import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p, r, tbl } from "../../testing/documents.ts";
import { abstractList, list } from "../../testing/lists.ts";
import { contentTask } from "./content-task.ts";
import { type ReadPartRequest, readPartTask } from "./read-part-task.ts";

const made = 'w:author="A" w:date="2026-01-02T03:04:05Z"';
const noteMark = '<w:r><w:footnoteReference w:id="3"/></w:r>';
const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>';
const item = (text: string): string =>
  p(text).replace("<w:p>", '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>');
const comment = (text: string): string =>
  `<w:commentRangeStart w:id="7"/>${r(text)}<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r>`;

/** Paragraphs 0 to 9; 3 to 6 are the cells of two rows. */
const body = [
  p("Fee zero"),
  p("One", noteMark),
  item("Two"),
  tbl([p("Three"), p("Four")], [p("Five"), p("Six fee")]),
  p("Seven"),
  p(`<w:ins w:id="1" ${made}>${r("Eight")}</w:ins>`),
  p(comment("Nine")),
  section,
].join("");

const document = docx(body, {
  footnotes: `<w:footnote w:id="3">${p("Noted fee")}</w:footnote>`,
  header1: p("Fees draft"),
  numbering: abstractList(1, ["%1."]) + list(1, 1),
  comments: `<w:comment w:id="7" ${made}>${p("Why?")}</w:comment>`,
});

function read(asked: Omit<ReadPartRequest, "document" | "codec">): string {
  const outcome = readPartTask({ document, codec: nodeZlib, ...asked });
  return outcome.kind === "part_read" ? new TextDecoder().decode(outcome.content) : `0 to ${outcome.paragraphs - 1}`;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON is what the tests look at.
const json = (asked: Omit<ReadPartRequest, "document" | "codec" | "reading">): any =>
  JSON.parse(read({ reading: "json", ...asked }));
// biome-ignore lint/suspicious/noExplicitAny: the same.
const indexes = (blocks: any): number[] => blocks.map(({ index }: { readonly index: number }) => index);

test("[CNT-22] a window has its paragraphs, with the indexes that they have in the document", () => {
  expect(indexes(json({ from: 1, through: 2 }).blocks)).toEqual([1, 2]);
  expect(indexes(json({ from: 8 }).blocks)).toEqual([8, 9]);
  expect(indexes(json({ through: 1 }).blocks)).toEqual([0, 1]);
  expect(indexes(json({ from: 9, through: 99 }).blocks)).toEqual([9]);
  expect(read({ reading: "json", from: 10 })).toBe("0 to 9");
});

test("[CNT-22] a window has the lists that point into it, and what its paragraphs name", () => {
  const early = json({ from: 0, through: 2 });
  expect([early.notes.length, early.list_styles.length, early.tables.length]).toEqual([1, 1, 0]);
  expect([early.comments, early.revisions, early.headers, early.footers]).toEqual([[], [], [], []]);
  const late = json({ from: 6 });
  expect([late.notes, late.list_styles, indexes(late.blocks)]).toEqual([[], [], [6, 7, 8, 9]]);
  expect([late.tables.length, late.comments.length, late.revisions.length, late.sections.length]).toEqual([1, 1, 1, 1]);
});

test("[CNT-23] a search has what contains the text, in every part and any case, with the neighbours of each", () => {
  const found = json({ search: "FEE" });
  expect(indexes(found.blocks)).toEqual([0, 1, 5, 6, 7]);
  expect([found.headers.length, found.notes.length, found.tables.length]).toEqual([1, 1, 1]);
  expect(indexes(json({ search: "fee", from: 5, through: 6 }).blocks)).toEqual([5, 6]);
  const noted = json({ search: "noted" });
  expect([noted.blocks, noted.notes[0].blocks[0].text]).toEqual([[], "Noted fee"]);
  expect(json({ search: "nowhere" }).blocks).toEqual([]);
});

test("[CNT-23] a search finds text as selectors do, also as it is copied from the Markdown", () => {
  const odd = docx(p("A_b \u201cquoted\u201d"));
  const hits = (search: string): number => {
    const outcome = readPartTask({ document: odd, codec: nodeZlib, reading: "json", search });
    return outcome.kind === "part_read" ? JSON.parse(new TextDecoder().decode(outcome.content)).blocks.length : -1;
  };
  expect(['"quoted"', "A\\_b", "a_b", "A\\b"].map(hits)).toEqual([1, 1, 1, 0]);
});

test("[CNT-24] Markdown has the same paragraphs, the rows around them whole, and a rule where something is left out", () => {
  expect(read({ reading: "md", from: 1, through: 2 })).toBe("One[^1]\n\n1. Two\n\n[^1]: Noted fee\n");
  expect(read({ reading: "md", from: 4, through: 4 })).toBe("| Three | Four |\n| --- | --- |\n");
  expect(read({ reading: "md", search: "fee" })).toBe(
    "Fee zero\n\nOne[^1]\n\n---\n\n| Five | Six fee |\n| --- | --- |\n\nSeven\n\n[^1]: Noted fee\n\n---\n\nFees draft\n",
  );
  const joined = p("a").replace("<w:p>", `<w:p><w:pPr><w:rPr><w:del w:id="1" ${made}/></w:rPr></w:pPr>`);
  const outcome = readPartTask({
    ...{ document: docx(p("x") + joined + p("b") + p("y")), codec: nodeZlib },
    ...{ reading: "md" as const, from: 1, through: 1 },
  });
  expect(outcome.kind === "part_read" && new TextDecoder().decode(outcome.content)).toBe("ab\n");
});

test("[CNT-22] a note is told with each paragraph that refers to it", () => {
  const twice = docx(p("a", noteMark) + p("b") + p("c", noteMark), {
    footnotes: `<w:footnote w:id="3">${p("n")}</w:footnote>`,
  });
  const md = (from: number): string => {
    const outcome = readPartTask({ document: twice, codec: nodeZlib, reading: "md", from, through: from });
    return outcome.kind === "part_read" ? new TextDecoder().decode(outcome.content) : "";
  };
  expect([md(0), md(1), md(2)]).toEqual(["a[^1]\n\n[^1]: n\n", "b\n", "c[^1]\n\n[^1]: n\n"]);
});

test("[CNT-24] the staged Markdown names the same paragraphs", () => {
  const told = (asked: Omit<ReadPartRequest, "document" | "codec" | "reading">): string[] =>
    [...read({ reading: "staged", ...asked }).matchAll(/index="(\d+)"(?: part="(\w+)")?/g)].map(
      ([, index, part = ""]) => `${part}${index}`,
    );
  expect(told({ from: 1, through: 2 })).toEqual(["1", "2", "footnote0"]);
  expect(told({ from: 4, through: 4 })).toEqual(["3", "4"]);
  expect(told({ search: "fee" })).toEqual(["0", "1", "5", "6", "7", "header0", "footnote0"]);
});

test("[CNT-24] without a window or a search every reading is that of the whole document", () => {
  const whole = contentTask({ document, codec: nodeZlib });
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  expect(read({ reading: "md" })).toBe(text(whole.markdown));
  expect(read({ reading: "staged" })).toBe(text(whole.staged));
  expect(read({ reading: "json" })).toBe(text(whole.json));
  const all = { from: 0, through: 9 };
  expect(json(all).blocks).toEqual(JSON.parse(text(whole.json)).blocks);
});

test("[CNT-25] fields of the document, of paragraphs, or of both narrow the JSON; versions and indexes stay", () => {
  expect(json({ fields: ["tables", "settings"] })).toEqual({
    schema_version: 1,
    tables: [expect.objectContaining({ number: 1 })],
    settings: expect.anything(),
  });
  expect(json({ fields: ["text"], through: 1 })).toEqual({
    schema_version: 1,
    blocks: [
      { index: 0, text: "Fee zero" },
      { index: 1, text: "One" },
    ],
  });
  const notes = json({ fields: ["text", "notes"] });
  expect(Object.keys(notes)).toEqual(["schema_version", "notes"]);
  expect(notes.notes[0].blocks).toEqual([{ index: 0, text: "Noted fee" }]);
  expect(Object.keys(json({ fields: ["blocks"] }).blocks[2])).toContain("list");
});
