// Tests the later kinds of edits: numbers, dates, signs, terms, lists and formatting.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { checkRevision } from "./check-revision.ts";
import { measureEdit, sizeOf, wordDifference } from "./measure-edit.ts";
import { kindsPossible, reviseDocument } from "./revise-document.ts";
import { docx, p, r, SECTION, tbl } from "./testing/small-documents.ts";
import type { Edit, EditKind } from "./truth.ts";

/** Makes one edit of a kind and returns it with the main part as text. */
function revise(kind: EditKind, body: string): { edit: Edit; xml: string } {
  const bytes = docx(body);
  const { bytes: after, truth } = reviseDocument(bytes, { seed: 1, edits: 1, kinds: [kind] });
  expect(truth.edits.map((edit) => edit.kind)).toEqual([kind]);
  expect(checkRevision(bytes, after, truth)).toEqual([]);
  const { package: opened, main } = openDocument(after, { codec: nodeZlib, names: wordNames() });
  return { edit: truth.edits[0]!, xml: Buffer.from(opened.bytes(main)).toString() };
}

test("a number becomes another, written alike; one in a name or a version stays", () => {
  const { edit } = revise("change_number", p("The fee is 1,250.50 euros."));
  expect(edit.removed).toBe("1,250.50");
  expect(edit.inserted).toMatch(/^[2-9],250\.50$/);
  expect(kindsPossible(docx(p("A4 paper, v1.2-3 and B-12")))).not.toContain("change_number");
});

test("a date gets another day, or where it has none another month", () => {
  expect(revise("change_date", p("Signed on 3 March 2024.")).edit.inserted).toMatch(/^\d\d? March$/);
  expect(revise("change_date", p("Due in March 2024.")).edit).toMatchObject({ removed: "March", inserted: "April" });
  expect(revise("change_date", p("Due on 2024-03-31.")).edit.inserted).toMatch(/^2024-\d\d?-31$/);
});

test("a quotation mark or a dash is written otherwise", () => {
  expect(revise("change_signs", p("a - b")).edit).toMatchObject({ removed: "-", inserted: "–", offset: 2 });
  expect(kindsPossible(docx(p("co-owner’s")))).not.toContain("change_signs");
});

test("one Chinese character becomes another", () => {
  const { edit } = revise("cjk_character", p("本协议由双方签订"));
  expect([edit.removed.length, edit.inserted.length]).toEqual([1, 1]);
});

test("a term is renamed wherever it is mentioned, in one edit of many places", () => {
  const { edit, xml } = revise(
    "rename_term",
    [1, 2, 3].map((at) => p(`${at}. the Licensor and the Licensor`)).join(""),
  );
  expect(edit).toMatchObject({ paragraph: 0, places: 6, removed: Array(6).fill("Licensor").join("\n") });
  expect(edit.before).toHaveLength(3);
  expect(xml).not.toContain("Licensor");
  expect(measureEdit(edit).removed).toBe(6 * "Licensor".length);
});

test("a clause falls apart into (a) and (b)", () => {
  const { edit } = revise("split_list", p("pay the fees when they are due; ", "keep the secrets of the other"));
  expect(edit.after).toEqual(["(a) pay the fees when they are due;", "(b) keep the secrets of the other"]);
  // The space between the halves may stay, after the letter.
  expect(sizeOf(measureEdit(edit))).toBe("(a) (b)".length);
});

test("the size and the colour of a run, and an indent, are changed where the schema wants them", () => {
  const bold = r("words", '<w:rPr><w:b/><w:kern w:val="2"/></w:rPr>');
  expect(revise("run_size", p(bold)).xml).toMatch(/<w:b\/><w:kern w:val="2"\/><w:sz w:val="\d+"\/>/);
  expect(revise("run_color", p(bold)).xml).toMatch(/<w:b\/><w:color w:val="\w{6}"\/><w:kern/);
  const centred = '<w:pPr><w:keepNext/><w:jc w:val="center"/></w:pPr>';
  const { edit, xml } = revise("indent", p(centred, "words"));
  expect(xml).toMatch(/<w:keepNext\/><w:ind w:left="\d+"\/><w:jc/);
  expect(sizeOf(measureEdit(edit))).toBe(0);
});

test("a table, a row and a cell are formatted otherwise, and named by their first paragraph", () => {
  const table = p("before") + tbl(["a", "b"], ["c", "d"]) + p("behind");
  expect(revise("table_alignment", table)).toMatchObject({ edit: { paragraph: 1 } });
  expect(revise("table_alignment", table).xml).toContain('<w:tblPr><w:jc w:val="center"/></w:tblPr>');
  expect(revise("row_break", table).xml).toContain("<w:tr><w:trPr><w:cantSplit/></w:trPr><w:tc>");
  expect(revise("cell_shading", table).xml).toMatch(/<w:tcW [^>]*\/><w:shd w:val="clear"/);
});

test("a section gets columns", () => {
  expect(revise("section_columns", p("words") + SECTION).xml).toMatch(/<w:pgMar [^>]*\/><w:cols w:num="2"\/>/);
});

test("of what went and what came only the words that differ count", () => {
  expect(wordDifference("thirty days", "sixty days")).toEqual({ removed: 6, added: 5 });
  expect(wordDifference("1,000.00", "1,000.50")).toEqual({ removed: 8, added: 8 });
  expect(wordDifference("双方签订", "双方签署")).toEqual({ removed: 1, added: 1 });
  expect(wordDifference("one\ntwo", "")).toEqual({ removed: 6, added: 0 });
});

test("what moved counts once, and what was edited inside besides", () => {
  const move: Edit = {
    ...{ kind: "move_with_edit", story: { part: "", kind: "body", index: 0 }, paragraph: 0, to: 4 },
    ...{ before: ["one two three"], after: ["one four three"], offset: 4, removed: "two", inserted: "four" },
  };
  expect(measureEdit(move)).toEqual({ removed: 3, added: 4, moved: 10 });
});
