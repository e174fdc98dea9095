import { expect, test } from "vitest";
import { at, filler, full, LEFT, page, RIGHT, shown } from "../../testing/pages.ts";
import type { PlacedText } from "../reflow/page.ts";

/**
 * Returns lines of words below each other with the given numbers of characters. The file draws a space after all lines
 * except the last.
 */
function lines(x: number, lengths: readonly number[], ends: readonly string[] = []): PlacedText[] {
  return lengths.map((length, line) => {
    const text = "Rules ".concat("word ".repeat(20)).slice(0, length - 1);
    const end = ends[line] ?? "d";
    return at(x, 100 + 12 * line, text + end, { isSpaceAfter: line < lengths.length - 1, spaceStretch: 1 });
  });
}

test("[RFL-86] indented text that ends as far from the right edge is not centred", () => {
  const indent = 24;
  const length = (RIGHT - LEFT - 2 * indent) / 5;
  const texts = lines(LEFT + indent, [length, length - 1, 20]);
  expect(shown([page([...texts, full(688, "Another"), ...filler])])).toHaveLength(1 + 1);
});

test("[RFL-38] a line that begins with a) does not go on with a sentence", () => {
  const texts = [
    at(LEFT, 100, "The material that we name here is a substance of the supplier"),
    at(LEFT, 112, "a) its name"),
  ];
  expect(shown([page([...texts, ...filler])])).toHaveLength(2 + 1);
});

test("[RFL-46] a line with a space behind it goes on behind a comma before a word that begins small", () => {
  const wide = [300, 312, 324].map((y) => ({ ...full(y, "wide"), isSpaceAfter: true }));
  const first = {
    ...at(LEFT, 100, "The sources of water that we use here include rivers and also lakes,"),
    isSpaceAfter: true,
  };
  const rest = [
    at(LEFT, 112, "streams, ponds and the springs of every place in the whole valley of it"),
    at(LEFT, 124, "and more."),
  ];
  const drawn = [
    ...wide,
    at(LEFT, 336, "End."),
    first,
    { ...rest[0]!, isSpaceAfter: true },
    { ...rest[1]!, isSpaceAfter: false },
  ];
  expect(shown([page([...drawn, ...filler])])[0]).toMatch(/^The sources.*more\.$/);
});
