// Tests the `limit` parameter of lists.

import { expect, test } from "vitest";
import { PageQuery } from "./lists.ts";

test.each([
  [{}, 50],
  [{ limit: "1" }, 1],
  [{ limit: "200" }, 200],
])("%j asks for %i rows", (given, limit) => {
  expect(PageQuery.parse(given).limit).toBe(limit);
});

test.each(["0", "201", "-1", "1.5", "1e2", "", " 5", "five", ["5", "6"]])("limit %j is refused", (limit) => {
  expect(PageQuery.safeParse({ limit }).error?.issues).toMatchObject([
    { path: ["limit"], message: "must be a whole number from 1 to 200" },
  ]);
});
