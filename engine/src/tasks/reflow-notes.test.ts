import { expect, test } from "vitest";
import { across, at, contentOf, full, LEFT, page } from "../../testing/pages.ts";
import type { PlacedText } from "../reflow/page.ts";

const text = [
  full(100, "Text"),
  at(LEFT, 112, "has a note"),
  at(LEFT + 52, 108, "i", { size: 6 }),
  full(140, "More"),
  at(LEFT, 152, "has one, too"),
  at(LEFT + 62, 148, "ii", { size: 6 }),
];

function note(y: number, mark: string, words: string): PlacedText[] {
  return [at(LEFT, y - 3, mark, { size: 5 }), at(LEFT + 8, y, words, { size: 9 })];
}

const noteTexts = (pages: Parameters<typeof contentOf>[0]): string[] =>
  contentOf(pages).notes.map(({ part, blocks }) => `${part.kind}: ${blocks.map((block) => block.text.trim()).join()}`);

test("[RFL-83] notes on a last page are endnotes, if their marks are raised in the text before", () => {
  const pages = [page(text), page([...note(72, "i", "The first."), ...note(84, "ii", "The second.")])];
  expect(noteTexts(pages)).toEqual(["endnote: The first.", "endnote: The second."]);
  const { blocks } = contentOf(pages);
  expect(blocks.map((block) => block.text)).toHaveLength(2);
  expect(blocks[0]!.content.some((segment) => "type" in segment && segment.type === "endnote")).toBe(true);
});

test("[RFL-83] endnotes stand below a short line, too, where text comes before them", () => {
  const last = [full(72, "Last"), ...note(510, "i", "The first."), ...note(522, "ii", "The second.")];
  expect(noteTexts([page(text), page(last, [across(LEFT, 216, 496)])])).toEqual([
    "endnote: The first.",
    "endnote: The second.",
  ]);
});

test("[RFL-83] a mark that the text before does not have makes no endnotes", () => {
  expect(noteTexts([page(text), page([...note(72, "i", "The first."), ...note(84, "iii", "Another.")])])).toEqual([]);
});
