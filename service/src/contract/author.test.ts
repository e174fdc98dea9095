// Tests how the authors of comparisons and edits are derived from what callers send.

import { expect, test } from "vitest";
import { authorOf, editAuthorOf } from "./author.ts";

const sources = { address: "acme@api.example.com", modifiedName: "Lease (2).docx" };
const byDefault = "acme@api.example.com-Lease (2).docx";

test.each([[undefined], [""], ["   "], ["\t\n"], ["\u0000\u0007"], ["\u00a0\u2003"]])(
  "given %j, changes are by the service account and the revised file",
  (given) => {
    expect(authorOf({ ...sources, given })).toBe(byDefault);
  },
);

test.each([
  ["Jane Doe", "Jane Doe"],
  [" Jane  Doe ", " Jane  Doe "],
  ['<b>&amp; "quoted"</b>', '<b>&amp; "quoted"</b>'],
  ["Jane\u0000\r\n\u0085\u007fDoe", "JaneDoe"],
  ["Zoë 契約 👩‍⚖️", "Zoë 契約 👩‍⚖️"],
  ["x\uffff", "x"],
])("the author %j is written as %j", (given, author) => {
  expect(authorOf({ ...sources, given })).toBe(author);
});

test("an author has at most 100 characters, none cut in two", () => {
  expect(authorOf({ ...sources, given: "x".repeat(101) })).toBe("x".repeat(100));
  expect(authorOf({ ...sources, given: "𝒳".repeat(150) })).toBe("𝒳".repeat(100));
});

test.each([
  [undefined, "Versus AI"],
  ["", "Versus AI"],
  [" \u00a0", "Versus AI"],
  [" Ada ", "Ada"],
  ["😀".repeat(255), "😀".repeat(255)],
  ["😀".repeat(256), undefined],
  ["a\nb", undefined],
  ["a\t", undefined],
  ["a\ud800", undefined],
  ["a\uffff", undefined],
])("the author of an edit, given as %j, is trimmed, and refused where it is no line", (given, author) => {
  expect(editAuthorOf(given)).toBe(author);
});
