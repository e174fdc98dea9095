// Tests that a generated case reads as its script says, and how a document is shrunk.

import { expect, test } from "vitest";
import { bodyOf, nestedCase, shrunk, textsAs } from "./nested-case.ts";

test("a case reads as its script says, and some have changes inside of changes", () => {
  const cases = Array.from({ length: 8 }, (_, number) => nestedCase(1, number));
  for (const { document, wanted } of cases) {
    for (const decision of ["accept", "reject"] as const) expect(textsAs(document, decision)).toEqual(wanted[decision]);
  }
  expect(cases.some(({ features }) => features.has("ins in moveTo"))).toBe(true);
});

test("a document is made as small as still does what is asked", async () => {
  const { document } = nestedCase(1, 0);
  const least = await shrunk(document, async (smaller) => bodyOf(smaller).includes("w:ins "));
  expect(bodyOf(least).match(/<w:ins /g)).toHaveLength(1);
  expect(bodyOf(least).match(/<w:p[ >]/g)).toHaveLength(1);
});
