// Tests how the output of tesseract becomes positioned text.

import { expect, test } from "vitest";
import { textsOf } from "./recognized-page.ts";

interface Line {
  readonly at: readonly [left: number, top: number, right: number, bottom: number];
  readonly baseline?: string;
  readonly size?: number;
  readonly words: readonly (readonly [text: string, left: number, right: number, confidence?: number])[];
}

function hocrOf(lines: readonly Line[]): string {
  const spans = lines.map(({ at, baseline = "0 -10", size = 50, words }) => {
    const title = `bbox ${at.join(" ")}; baseline ${baseline}; x_size ${size}; x_descenders 9; x_ascenders 11`;
    const inner = words.map(([text, left, right, confidence = 96]) => {
      return `<span class='ocrx_word' id='w' title='bbox ${left} ${at[1]} ${right} ${at[3]}; x_wconf ${confidence}'>${text}</span>`;
    });
    return `<span class='ocr_line' id='l' title="${title}">\n${inner.join("\n")}\n</span>`;
  });
  return `<div class='ocr_page'><p class='ocr_par'>${spans.join("\n")}</p></div>`;
}

function read(...lines: Line[]) {
  return textsOf({ page: 0, hocr: hocrOf(lines), lines: [], dotsPerInch: 300 }).texts;
}

test("[SCN-4] words are texts in points on the baseline of their line", () => {
  const texts = read({
    at: [300, 250, 800, 310],
    words: [
      ["Smith", 300, 500],
      ["&amp;", 520, 560],
      ["Sons", 580, 800],
    ],
  });
  expect(texts.map(({ text }) => text)).toEqual(["Smith ", "& ", "Sons"]);
  expect(texts[0]).toMatchObject({ x: 72, y: 72, width: 48, size: 12, isBold: false });
});

test("[SCN-4] words that tesseract hardly trusts are left out", () => {
  expect(
    read({
      at: [0, 0, 100, 50],
      words: [
        ["~", 0, 9, 7],
        ["text", 20, 90],
      ],
    }).map(({ text }) => text),
  ).toEqual(["text"]);
});

test("[SCN-5] a page that lies askew is set upright", () => {
  const words = [
    ["one", 0, 90],
    ["two", 500, 590],
    ["three", 1000, 1090],
    ["four", 1500, 1590],
  ] as const;
  const texts = read(
    { at: [0, 100, 1590, 180], baseline: "0.02 -40", words },
    { at: [1500, 200, 1590, 250], baseline: "0.02 0", words: [["alone", 1500, 1590]] },
  );
  const [first, second] = [texts[0]!.y, texts.at(-1)!.y];
  expect(second - first).toBeCloseTo((250 - 140 - 0.02 * 1500) * 0.24, 5);
});

test("[SCN-6] sizes that are nearly the same are one; a heading keeps its own", () => {
  const at = [0, 0, 100, 50] as const;
  const texts = read(
    { at, size: 75, words: [["Title", 0, 90]] },
    { at, size: 50, words: [["A long line of text", 0, 90]] },
    { at, size: 44, words: [["sea men", 0, 90]] },
  );
  expect(texts.map(({ size }) => size)).toEqual([18, 12, 12]);
});

test("[SCN-3] a line of the picture is a box without thickness", () => {
  const lines = [{ from: { x: 300, y: 300 }, to: { x: 600, y: 300 } }];
  expect(textsOf({ page: 0, hocr: "", lines, dotsPerInch: 300 }).boxes).toEqual([
    { left: 72, right: 144, top: 72, bottom: 72 },
  ]);
});
