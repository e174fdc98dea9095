import { expect, test } from "vitest";
import { bodyStory, code, fld, p, r } from "../../../testing/documents.ts";
import { fieldsOf } from "./fields.ts";

/** Returns each field as its code and the paragraphs in which the field begins, its result begins, and the field ends. */
function fields(body: string): string[] {
  return fieldsOf(bodyStory(body)).map(
    ({ code: text, paragraphs: { begin, result, end } }) => `${text} ${begin}-${result}-${end}`,
  );
}

test.each([
  ["a complex field", p(fld("begin"), code("PA"), code("GE"), fld("separate"), "1", fld("end")), ["PAGE 0-0-0"]],
  ["a simple field", p(`<w:fldSimple w:instr="PAGE">${r("1")}${r("2")}</w:fldSimple>`), ["PAGE 0-0-0"]],
  [
    "a field over paragraphs",
    p("x") + p(fld("begin"), code("TOC")) + p(fld("separate"), "a") + p(fld("end")),
    ["TOC 1-2-3"],
  ],
  [
    "the code around a field holds its result",
    p(
      fld("begin"),
      code("IF "),
      fld("begin"),
      code("X"),
      fld("separate"),
      "1",
      fld("end"),
      code(" = 1"),
      fld("separate"),
      "y",
      fld("end"),
    ),
    ["X 0-0-0", "IF 1 = 1 0-0-0"],
  ],
  ["one that does not end is none", p(fld("begin"), code("A"), fld("begin"), code("B"), fld("end")), ["B 0-0-0"]],
  ["deleted ones are not shown", p(`<w:del>${fld("begin")}${code("A")}${fld("end")}</w:del>`), []],
])("%s", (_, body, expected) => {
  expect(fields(body)).toEqual(expected);
});
