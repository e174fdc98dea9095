// Tests that every result equals its expected text, and how differences are shown.

import { expect, test } from "vitest";
import { differenceOf, differingLines } from "./check-golden.ts";
import { allGoldens } from "./goldens.ts";

test.each(allGoldens())("$name is as expected", (golden) => {
  expect(differenceOf(golden)).toBeUndefined();
});

test("a difference is shown from its first line on, both sides", () => {
  expect(differingLines("a\nb\n", "a\nc\n")).toEqual(["line 2", "- b", "- ", "+ c", "+ "]);
});

test("a result that no file expects is a difference", () => {
  expect(differenceOf({ name: "none/such", make: () => "x" })?.lines).toContain("+ x");
});
