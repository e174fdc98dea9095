import { expect, test } from "vitest";
import { isOnValue, twips, wholeNumber } from "./values.ts";

test.each([
  [undefined, true],
  ["1", true],
  ["true", true],
  ["on", true],
  ["0", false],
  ["false", false],
  ["off", false],
])("the switch %s", (value, expected) => {
  expect(isOnValue(value)).toBe(expected);
});

test.each([
  ["12", 12],
  ["-3", -3],
  ["+4", 4],
  ["1234567890", undefined],
  ["1.5", undefined],
  ["", undefined],
  [undefined, undefined],
])("the number %s", (value, expected) => {
  expect(wholeNumber(value)).toBe(expected);
});

test.each([
  ["720", 720],
  ["12.7mm", 720],
  ["2.54cm", 1440],
  ["0.5in", 720],
  ["36pt", 720],
  ["3pc", 720],
  ["1.6", 2],
  ["much", undefined],
])("the measure %s", (value, expected) => {
  expect(twips(value)).toBe(expected);
});
