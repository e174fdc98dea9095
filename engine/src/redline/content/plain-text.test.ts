// Tests which content `ContentBytes` counts as equal.

import { expect, test } from "vitest";
import { ContentBytes } from "./plain-text.ts";

function content(...texts: readonly string[]): { content: ContentBytes; number: () => number } {
  const made = new ContentBytes();
  made.begin(0);
  for (const text of texts) addBytes(made, text);
  return { content: made, number: () => made.number() };
}

function addBytes(made: ContentBytes, text: string): void {
  const bytes = new TextEncoder().encode(text);
  made.add(bytes, 0, bytes.length);
}

test("content is the same however it is put together, and of another kind it is another", () => {
  const { content: made, number } = content("A party ", "may");
  const first = number();
  made.begin(0);
  made.addText("A party may");
  expect(made.number()).toBe(first);
  made.begin(1);
  made.addText("A party may");
  expect(made.number()).not.toBe(first);
});

test("letters are counted as a string counts them", () => {
  for (const text of ["", "plain", "Größe § 5", "契約", "a\u{1f600}b"])
    expect(content(text).content.letters).toBe(text.length);
});

test("white space in a row counts once, also where pieces meet", () => {
  expect(content("DrSc.:      ", "   ", " a  b").content.letters).toBe("DrSc.: a b".length);
});

test("content is blank when it is white space alone, also beyond ASCII", () => {
  expect(["", " \t", "\u00a0 \u2003"].map((text) => content(text).content.isBlank)).toEqual([true, true, true]);
  expect(["a", "\u00a0ß", " ."].map((text) => content(text).content.isBlank)).toEqual([false, false, false]);
});

test("what was numbered stays as it was when more is put in than there was room for", () => {
  const made = new ContentBytes();
  const texts = Array.from({ length: 50 }, (_, index) => `${index} `.repeat(200));
  const numbered = (): number[] =>
    texts.map((text) => {
      made.begin(0);
      addBytes(made, text);
      return made.number();
    });
  const first = numbered();
  expect(numbered()).toEqual(first);
});
