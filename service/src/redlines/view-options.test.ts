// Tests the query parameters of the embedded view.

import { wholePage } from "@versus/viewer";
import { describe, expect, test } from "vitest";
import { viewOptions as readOptions } from "./view-options.ts";

const viewOptions = (query: Readonly<Record<string, unknown>>) => readOptions(query, { webFonts: false });

test("[VEW-10] everything is on and silent by default", () => {
  expect(viewOptions({})).toEqual(wholePage);
});

test.each([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
])("a switch may be %s", (value, expected) => {
  expect(viewOptions({ navigator: value }).navigator).toBe(expected);
});

describe("[VEW-11] the origin that embeds the view", () => {
  test.each([
    ["https://app.example.com", "https://app.example.com"],
    ["https://APP.example.com:443", "https://app.example.com"],
    ["https://app.example.com:8443", "https://app.example.com:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1", "http://127.0.0.1"],
  ])("%s", (given, expected) => {
    expect(viewOptions({ embed_origin: given }).origin).toBe(expected);
  });

  test.each([
    "http://app.example.com",
    "https://app.example.com/",
    "https://app.example.com/page",
    "https://user@app.example.com",
    "https://app.example.com?x",
    "https://app.example.com#x",
    "https://",
    "null",
    "*",
    "javascript:alert(1)",
    "https://a b",
    "",
  ])("is not %s", (given) => {
    expect(() => viewOptions({ embed_origin: given })).toThrow(/embed_origin must be/);
  });
});

test("[VEW-36] fonts come with the page, unless the caller wants none or the installation has the provider asked", () => {
  expect(viewOptions({ fonts: "embedded" }).fonts).toBe("embedded");
  expect(viewOptions({ fonts: "none" }).fonts).toBe("none");
  expect(() => viewOptions({ fonts: "web" })).toThrow('fonts must be embedded or none, not "web".');
  const asking = { webFonts: true };
  expect(readOptions({}, asking).fonts).toBe("web");
  expect(["embedded", "none"].map((fonts) => readOptions({ fonts }, asking).fonts)).toEqual(["embedded", "none"]);
});

test("a switch with another value is refused by its name", () => {
  expect(() => viewOptions({ comment_cards: "yes" })).toThrow('comment_cards must be true, false, 1 or 0, not "yes".');
});
