import { expect, test } from "vitest";
import { at, filler, full, LEFT, page, shown } from "../../testing/pages.ts";
import type { PlacedText } from "../reflow/page.ts";

const told = (paragraph: number, text: PlacedText): PlacedText => ({ ...text, paragraph });

test("[RFL-80] the paragraphs that a file tells are its paragraphs", () => {
  const broken = [told(0, at(LEFT, 100, "Signed on behalf of")), told(0, at(LEFT, 112, "The Supplier"))];
  const joined = [told(1, full(150, "One definition")), told(2, full(162, "Another one"))];
  const labelled = [at(LEFT, 200, "1."), told(3, full(200, "A clause", LEFT + 30)), told(3, at(LEFT, 212, "ends."))];
  expect(shown([page([...broken, ...joined, ...labelled, ...filler])])).toEqual([
    "Signed on be…pplier",
    "One definiti…loremm",
    "Another one …em ipm",
    "1.|A clause lor… ends.",
    "Last but one…m End.",
  ]);
});

test("[RFL-81] tags are not believed in a file where they contradict its lines", () => {
  const wrapped = (y: number, paragraph: number): PlacedText[] => [
    told(paragraph, full(y, "Some clause")),
    told(paragraph + 1, at(LEFT, y + 12, "goes on here.")),
  ];
  expect(shown([page([...wrapped(100, 0), ...wrapped(150, 2), ...filler])])).toHaveLength(3);
  const listed = [1, 2, 3, 4].map((number) => told(0, at(LEFT, 100 + 12 * number, `${number}.   An item.`)));
  expect(shown([page([...listed, ...filler])])).toHaveLength(5);
});

test("[RFL-82] a gap inside of a paragraph that a file tells is no gutter", () => {
  const gap = (y: number, paragraph?: number): PlacedText[] =>
    [at(LEFT, y, "I,"), at(LEFT + 100, y, "grant all I own to")].map((text) =>
      paragraph === undefined ? text : told(paragraph, text),
    );
  expect(shown([page([...gap(100, 0), ...gap(112, 0), ...filler])])[0]).toBe("I,\tgrant all…own to");
  expect(shown([page([...gap(100), ...gap(112), ...filler])])[0]).toBe("1.1 I,");
});
