import { expect, test } from "vitest";
import { Misuse } from "../command.ts";
import { readCompareArguments } from "./compare-arguments.ts";

const now = () => new Date("2026-03-04T05:06:07.891Z");
const readWords = (...words: readonly string[]) => readCompareArguments(["a.docx", ...words], now);

test("what is left unsaid is the program's name, and now to the second", () => {
  const { author, date, isQuiet } = readWords("b.docx");
  expect({ author, date, isQuiet }).toEqual({ author: "Versus", date: "2026-03-04T05:06:07Z", isQuiet: false });
});

test.each([
  ["b.docx", "b-redline.docx"],
  ["folder/b.final.docx", "b.final-redline.docx"],
  ["b.DOCM", "b-redline.DOCM"],
  ["b.dotx", "b-redline.dotx"],
  ["b.zip", "b-redline.docx"],
  ["b", "b-redline.docx"],
])("the redline of %s is %s", (after, expected) => {
  expect(readWords(after).outputs.get("docx")).toBe(expected);
});

test.each([
  ["2026-01-31", "2026-01-31T00:00:00Z"],
  ["2026-01-31T09:30Z", "2026-01-31T09:30:00Z"],
  ["2026-01-31T09:30:59.999Z", "2026-01-31T09:30:59Z"],
  ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"],
])("the date %s is %s", (text, expected) => {
  expect(readWords("b.docx", "--date", text).date).toBe(expected);
});

test.each(["", "now", "2026", "2026-02-30", "2026-13-01", "2026-01-31T09:30:00", "2026-01-31T25:00:00Z", "31.1.2026"])(
  "the date %j is refused",
  (text) => {
    expect(() => readWords("b.docx", `--date=${text}`)).toThrow(Misuse);
  },
);

test.each(["", "  ", "a\u0001b", "a\nb", "a\ud800b"])("the author %j is refused", (author) => {
  expect(() => readWords("b.docx", `--author=${author}`)).toThrow(Misuse);
});

test.each([
  [["-"], "-o is required"],
  [["", "-o", "x"], "empty"],
  [["b.docx", "--json="], "empty"],
])("the words %j are refused", (words, message) => {
  expect(() => readWords(...words)).toThrow(message);
});

test("standard input cannot be both documents", () => {
  expect(() => readCompareArguments(["-", "-", "-o", "x"], now)).toThrow("standard input");
});

test("words after two dashes are names of files", () => {
  expect(readCompareArguments(["--", "-a.docx", "-b.docx"], now)).toMatchObject({
    before: "-a.docx",
    after: "-b.docx",
  });
});

test("an option that is not given has its default", () => {
  expect(readWords("b.docx").options).toEqual({});
});

test("--formatting takes one of its values", () => {
  expect(readWords("b.docx", "--formatting", "visible").options).toEqual({ formatting: "visible" });
  expect(() => readWords("b.docx", "--formatting", "some")).toThrow(
    "--formatting must be one of visible, all, ignore.",
  );
  expect(() => readWords("b.docx", "--formatting", "all", "--ignore-formatting")).toThrow("--ignore-formatting means");
});

test.each([
  ["--characters", { granularity: "character" }],
  ["--no-moves", { detectMoves: false }],
  ["--ignore-formatting", { ignoreFormatting: true }],
  ["--ignore-case", { ignoreCase: true }],
  ["--ignore-whitespace", { ignoreWhitespace: true }],
  ["--ignore-typography", { ignoreTypography: true }],
  ["--drop-comments", { comments: "drop" }],
])("%s is one option", (word, option) => {
  expect(readWords("b.docx", word).options).toMatchObject(option);
});
