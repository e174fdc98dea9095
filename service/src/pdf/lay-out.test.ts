// Tests line breaks, fonts and directions of text in generated PDF pages.

import { expect, test } from "vitest";
import { type Line, layOut, type Measure, type StyledText } from "./lay-out.ts";

/** Every character has the width 1. */
const measure: Measure = (_, text) => text.length;

function plain(text: string): StyledText {
  return { text, style: "plain" };
}

function linesOf(spans: readonly StyledText[], width: number): string[] {
  return layOut(spans, width, measure).map(textOf);
}

function textOf({ pieces }: Line): string {
  return pieces.map(({ text }) => text).join("|");
}

test("lines break between words, inside a word only when it is wider than a line, and where a break is written", () => {
  expect(linesOf([plain("one two three")], 8)).toEqual(["one two", "three"]);
  expect(linesOf([plain("one abcdefghij")], 6)).toEqual(["one ab", "cdefgh", "ij"]);
  expect(linesOf([plain("a\nb\fc")], 8)).toEqual(["a", "b", "c"]);
  expect(linesOf([plain("")], 8)).toEqual([""]);
});

test("Chinese breaks between characters", () => {
  expect(linesOf([plain("本协议由双方签订")], 5)).toEqual(["本协议由双", "方签订"]);
});

test("a piece is of one style and one font", () => {
  const [line] = layOut(
    [plain("pay 甲"), { text: "方", style: "deleted" }, { text: " x", style: "inserted" }],
    20,
    measure,
  );
  expect(line?.pieces).toEqual([
    { text: "pay ", style: "plain", font: "latin", width: 4 },
    { text: "甲", style: "plain", font: "han", width: 1 },
    { text: "方", style: "deleted", font: "han", width: 1 },
    { text: " ", style: "inserted", font: "han", width: 1 },
    { text: "x", style: "inserted", font: "latin", width: 1 },
  ]);
});

test("text from right to left is put in order line by line; its signs are turned around, its letters are left to the font", () => {
  const [line] = layOut([plain("אבג (30) דה.")], 20, measure);
  expect(line?.isRightToLeft).toBe(true);
  // The visual order from left to right: the end of the sentence comes first.
  expect(line?.pieces.map(({ text, font }) => [text, font])).toEqual([
    [".", "latin"],
    ["דה", "hebrew"],
    [" (", "latin"],
    ["30", "latin"],
    [")", "latin"],
    ["אבג ", "hebrew"],
  ]);
});

test("Arabic digits run from left to right: their font, which draws the other way, is given them backwards", () => {
  const [line] = layOut([plain("المادة ٤٦")], 20, measure);
  expect(line?.pieces.map(({ text }) => text)).toEqual(["٦٤", "المادة "]);
});

test("what no font shows is a box, a tab is spaces, what is not to be seen is not there", () => {
  expect(linesOf([plain("a\tb \u{1f600}\u0007")], 40)).toEqual(["a    b |\u25a1"]);
});
