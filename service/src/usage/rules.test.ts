// Tests months and the fit of a cost into the allowance.

import { expect, test } from "vitest";
import { fits, monthOf } from "./rules.ts";

test.each([
  ["2026-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
  ["2026-12-31T23:59:59.999Z", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
])("%s lies in the month from %s to %s", (time, start, end) => {
  expect(monthOf(new Date(time))).toEqual({ start: new Date(start), end: new Date(end) });
});

test("the whole cost must fit, and without a limit everything does", () => {
  expect(fits(2, { used: 8, limit: 10 })).toBe(true);
  expect(fits(2, { used: 9, limit: 10 })).toBe(false);
  expect(fits(2, { used: 0, limit: 0 })).toBe(false);
  expect(fits(2, { used: 1_000_000, limit: null })).toBe(true);
});
