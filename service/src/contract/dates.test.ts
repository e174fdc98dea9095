import { expect, test } from "vitest";
import { documentDate } from "./dates.ts";

test("changes are dated when the comparison was asked for, to the second", () => {
  expect(documentDate(new Date("2026-03-04T05:06:07.999Z"))).toBe("2026-03-04T05:06:07Z");
});
