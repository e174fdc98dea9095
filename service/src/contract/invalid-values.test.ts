// Tests the details that are made from issues of zod.

import { expect, test } from "vitest";
import { z } from "zod";
import { messageOf, refusalFor } from "./api-error.ts";
import { issueDetails } from "./invalid-values.ts";

const shape = z.strictObject({
  name: z.string().min(1).max(5),
  size: z.int().max(200).optional(),
  kind: z.enum(["header", "footer"]).optional(),
  items: z
    .array(z.strictObject({ index: z.number() }))
    .min(1)
    .max(2)
    .optional(),
});

function detailsOf(value: unknown) {
  return (shape.safeParse(value).error?.issues ?? []).flatMap((issue) => issueDetails(issue, shape));
}

test.each([
  [{}, "name", "MISSING_FIELD", "`name` is required."],
  [{ name: 1 }, "name", "INVALID_VALUE", "`name` must be a string."],
  [{ name: "" }, "name", "INVALID_VALUE", "`name` must not be empty."],
  [{ name: "abcdef" }, "name", "INVALID_VALUE", "`name` must be at most 5 characters long."],
  [{ name: "a", size: 201 }, "size", "INVALID_VALUE", "`size` must be at most 200."],
  [{ name: "a", kind: "body" }, "kind", "INVALID_VALUE", '`kind` must be "header" or "footer".'],
  [{ name: "a", items: [] }, "items", "INVALID_VALUE", "`items` must not be empty."],
  [{ name: "a", items: [1] }, "items[0]", "INVALID_VALUE", "Each item of `items` must be an object."],
  [{ name: "a", items: [{}] }, "items[0].index", "MISSING_FIELD", "`index` is required."],
])("%j is told as %s %s", (value, field, reason, message) => {
  expect(detailsOf(value)).toMatchObject([{ field, reason, message }]);
});

test("an unknown field is told with those that there are, wherever it stands", () => {
  expect(detailsOf({ name: "a", find: 1, items: [{ index: 1, at: 2 }] })).toEqual([
    {
      field: "items[0].at",
      reason: "UNKNOWN_FIELD",
      message: 'Unknown field "at". The fields are index.',
      allowed: ["index"],
    },
    {
      field: "find",
      reason: "UNKNOWN_FIELD",
      message: 'Unknown field "find". The fields are name, size, kind, items.',
      allowed: ["name", "size", "kind", "items"],
    },
  ]);
});

test("[SRV-89] values that are allowed are listed", () => {
  expect(detailsOf({ name: "a", kind: "body" })).toMatchObject([{ allowed: ["header", "footer"] }]);
});

test("a refusal says its first detail, the place of it and how many more there are", () => {
  const [first, second] = detailsOf({ name: "a", items: [{}, {}] });
  expect(refusalFor("INVALID_REQUEST", [first!]).message).toBe("items[0].index: `index` is required.");
  expect(messageOf([first!, second!])).toBe("items[0].index: `index` is required. 1 more problem in details.");
  expect(messageOf([])).toBeUndefined();
});
