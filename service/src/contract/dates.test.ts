// Tests that dates of tracked changes are written and read to the second.

import { expect, test } from "vitest";
import { documentDate, readDocumentDate } from "./dates.ts";

test("changes are dated when the comparison was asked for, to the second", () => {
  expect(documentDate(new Date("2026-03-04T05:06:07.999Z"))).toBe("2026-03-04T05:06:07Z");
});

test.each([
  ["2026-03-04T05:06:07Z", "2026-03-04T05:06:07Z"],
  ["2026-03-04t05:06:07.999z", "2026-03-04T05:06:07Z"],
  ["2026-03-04T05:06:07", "2026-03-04T05:06:07Z"],
  ["2026-03-04T05:06", "2026-03-04T05:06:00Z"],
  ["2024-02-29T23:59:59+14:00", "2024-02-29T23:59:59+14:00"],
  ["2026-03-04T05:06:07-03:30", "2026-03-04T05:06:07-03:30"],
])("the date %s of an edit is %s", (given, date) => {
  expect(readDocumentDate(given)).toBe(date);
});

test.each([
  "2026-03-04",
  "2026-02-29T00:00:00Z",
  "2026-03-04T24:00:00Z",
  "2026-03-04T05:06:60Z",
  "2026-03-04T05:06:07+15:00",
  "0000-03-04T05:06:07Z",
  "2026-03-04 05:06:07",
  "yesterday",
  "",
])("%j is no date of an edit", (given) => {
  expect(readDocumentDate(given)).toBeUndefined();
});
