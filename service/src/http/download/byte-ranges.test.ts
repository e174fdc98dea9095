// Tests reading the Range header.

import { expect, test } from "vitest";
import { readRange } from "./byte-ranges.ts";

test.each([
  [undefined, "whole"],
  ["", "whole"],
  ["bytes=0-0", "0 1"],
  ["bytes=0-9", "0 10"],
  ["bytes=5-", "5 10"],
  ["bytes=5-100", "5 10"],
  ["bytes=-3", "7 10"],
  ["bytes=-30", "0 10"],
  ["bytes = 1 - 2", "1 3"],
  ["bytes=10-", "outside"],
  ["bytes=10-20", "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-4", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,3-4", "whole"],
  ["items=0-1", "whole"],
  ["bytes=a-b", "whole"],
])("of ten bytes, %j asks for %s", (header, expected) => {
  const range = readRange(header, 10);
  expect(typeof range === "string" ? range : `${range.from} ${range.to}`).toBe(expected);
});

test("an empty file has no range", () => {
  expect(readRange("bytes=0-", 0)).toBe("outside");
  expect(readRange(undefined, 0)).toBe("whole");
});
