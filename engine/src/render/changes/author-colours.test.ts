// Tests the colours of authors.

import { expect, test } from "vitest";
import { AUTHOR_COLOURS, authorColours, SHARED_COLOUR } from "./author-colours.ts";

/** Returns the contrast of a colour on white (WCAG 2.2). */
function contrastOf(colour: string): number {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05);
}

test("[PRN-23] each colour has a contrast of at least 4.5 on white, with every encoded story too", () => {
  const all = [...AUTHOR_COLOURS, SHARED_COLOUR];
  expect(new Set(all).size).toBe(9);
  for (const colour of all) {
    const value = Number.parseInt(colour, 16);
    expect(value & 0x070307, colour).toBe(0);
    expect(contrastOf((value | 0x070307).toString(16).padStart(6, "0")), colour).toBeGreaterThanOrEqual(4.5);
  }
});

test("[PRN-23] authors have colours in the order of the revisions; a change of several has a colour of its own", () => {
  const revisions = ["Ann", "Bea", "Ann"].map((author, index) => ({ name: `${index}.docx`, author }));
  const labels = [
    { author: "Ann", revisions: [0, 2] },
    { author: "Bea", revisions: [1] },
    { author: "Ann, Bea", revisions: [0, 1] },
  ];
  const { authors, colourOf } = authorColours({ revisions, labels });
  expect(authors).toEqual([
    { name: "Ann", colour: AUTHOR_COLOURS[0] },
    { name: "Bea", colour: AUTHOR_COLOURS[1] },
  ]);
  expect(["Ann", "Bea", "Ann, Bea", "Cy"].map(colourOf)).toEqual([
    ...[AUTHOR_COLOURS[0], AUTHOR_COLOURS[1], SHARED_COLOUR, SHARED_COLOUR],
  ]);
});
