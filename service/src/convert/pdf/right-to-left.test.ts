// Tests how right-to-left words are read from their glyphs.

import { expect, test } from "vitest";
import { RightToLeftReader } from "./right-to-left.ts";

/** Reads glyphs in the order of drawing. Each is 5 points wide, except marks; `_` is a space. */
function read(drawn: readonly string[], start = 100): string[] {
  const reader = new RightToLeftReader();
  let x = start;
  for (const unicode of drawn) {
    const isMark = /^\p{Mn}+$/u.test(unicode);
    const y = isMark ? 102 : 100;
    reader.add({ unicode: unicode === "_" ? " " : unicode, left: x, right: isMark ? x : x + 5, y, size: 10 });
    if (!isMark) x += 5;
  }
  return reader.stretches().map(({ text }) => text);
}

test.each([
  ["a mark is drawn before its letter", ["ا", "ُ", "ؤ", "َ", "ب", "ْ", "ع", "َ", "ي"], "يَعْبَؤُا"],
  ["the letters of a ligature stay in order, and the first one has its mark", ["ّ", "لا", "ا"], "الّا"],
  ["a mark that the glyph of its letter names is read once", ["ُ", "ؤُ", "ر"], "رؤُ"],
  ["signs and spaces belong to the words, numbers run from left to right", [".", "1", "2", "_", "ِ", "م"], "مِ 12."],
])("[RFL-77] %s", (_, drawn, text) => {
  expect(read(drawn)).toEqual([text]);
});

test("[RFL-77] words without marks and ligatures are left to pdfjs, and so is what stands beside Latin text", () => {
  expect(read(["ם", "ו", "ל", "ש"])).toEqual([]);
  expect(read(["a", "(", "ِ", "م", ")", "b"])).toEqual(["مِ"]);
});

test("[RFL-77] a glyph far away begins another stretch", () => {
  const reader = new RightToLeftReader();
  const glyph = (unicode: string, left: number) => ({ unicode, left, right: left + 5, y: 100, size: 10 });
  for (const each of [glyph("لا", 300), glyph("لا", 100), glyph("م", 105)]) reader.add(each);
  expect(reader.stretches()).toEqual([
    { left: 300, right: 305, y: 100, text: "لا" },
    { left: 100, right: 110, y: 100, text: "ملا" },
  ]);
});
