// The effect of each edit of a request: places, and paragraphs of the uploaded document.

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../testing/documents.ts";
import { results } from "../../../testing/edits.ts";

const at = (index: number) => ({ index });
const all = "all" as const;
const made = 'w:author="A" w:date="2026-01-02T03:04:05Z"';
const inserted = (id: number, text: string): string => `<w:ins w:id="${id}" ${made}>${r(text)}</w:ins>`;

test("[EDT-112] text edits count their matches, and name each paragraph once", () => {
  const body = p("a b a") + p("c") + p("a");
  expect(
    results(
      body,
      { type: "replace", paragraphs: all, text: { match: "a", occurrence: all }, content: "x" },
      { type: "insert", paragraphs: at(1), at: "end", content: "!" },
      { type: "format", paragraphs: { from: at(0), through: at(2) }, format: { bold: true } },
    ),
  ).toEqual(["0: 3 in 0 2", "1: 1 in 1", "2: 3 in 0 1 2"]);
  expect(results(body, { type: "delete", paragraphs: at(0), text: { match: "a", occurrence: 2 } })).toEqual([
    "0: 1 in 0",
  ]);
});

test("[EDT-112] a comment and a link are one place, however long", () => {
  const range = { from: at(0), through: at(2) };
  expect(
    results(
      p("a") + p("b") + p("c"),
      { type: "add_comment", paragraphs: range, content: "why" },
      { type: "add_hyperlink", paragraphs: at(1), text: { match: "b" }, url: "https://example.com/" },
      { type: "add_comment", paragraphs: at(2), text: { match: "c" }, content: "so", ref: "q" },
      { type: "reply_comment", comment: { ref: "q" }, content: "no" },
    ),
  ).toEqual(["0: 1 in 0 1 2", "1: 1 in 1", "2: 1 in 2", "3: 1 in"]);
});

test("[EDT-112] paragraphs that go or move are named as they were uploaded, new ones by what they stand beside", () => {
  const destination = { paragraph: at(4), position: "after" };
  expect(
    results(
      ["a", "b", "c", "d", "e"].map((text) => p(text)).join(""),
      { type: "delete_paragraphs", paragraphs: [at(0), at(1)] },
      { type: "move_paragraphs", paragraphs: at(2), destination },
      { type: "insert_paragraphs", destination, new_paragraphs: [{ content: "x", ref: "x" }, { content: "y" }] },
      { type: "format", paragraphs: { ref: "x" }, format: { bold: true } },
      { type: "set_document_settings", settings: { track_changes: true } },
    ),
  ).toEqual(["0: 2 in 0 1", "1: 1 in 2", "2: 1 in 4", "3: 1 in", "4: 1 in"]);
  expect(
    results(p("a") + p("b") + p("c"), { type: "join_paragraphs", paragraphs: { from: at(0), through: at(2) } }),
  ).toEqual(["0: 2 in 0 1 2"]);
});

test("[EDT-112] tables count rows, columns or themselves", () => {
  const body = p("x") + tbl([p("a"), p("b")], [p("c"), p("d")], [p("e"), p("f")]) + p("y");
  const row = (number: number) => ({ table: { number: 1 }, number });
  expect(results(body, { type: "delete_table_row", row: [row(1), row(2)] })).toEqual(["0: 2 in 1 2 3 4"]);
  expect(results(body, { type: "delete_table_column", column: row(1) })).toEqual(["0: 1 in 1 3 5"]);
  expect(results(body, { type: "delete_table", table: { number: 1 } })).toEqual(["0: 1 in 1 2 3 4 5 6"]);
  expect(results(body, { type: "insert_table_row", destination: { row: row(1), position: "after" } })).toEqual([
    "0: 1 in",
  ]);
});

test("[EDT-112] a decision counts the tracked changes, and names where they stand", () => {
  const body = p("a ", inserted(1, "b")) + p("c") + p(inserted(2, "d"));
  expect(results(body, { type: "accept_revision", revision: all })).toEqual(["0: 2 in 0 2"]);
});

test("[EDT-112] a hundred paragraphs are named, and all are counted", () => {
  const body = Array.from({ length: 150 }, () => p("a")).join("");
  const [told] = results(body, { type: "format", paragraphs: all, format: { bold: true } });
  expect([told?.split(" ").slice(0, 2).join(" "), told?.split(" ").length]).toEqual(["0: 150", 103]);
});
