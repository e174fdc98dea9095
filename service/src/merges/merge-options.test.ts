// Tests how options of a merge are read from its form.

import { expect, test } from "vitest";
import { givenOptions, optionRules } from "./merge-options.ts";

function optionsOf(fields: Readonly<Record<string, string>>) {
  return givenOptions({ texts: (name) => (Object.hasOwn(fields, name) ? [fields[name] ?? ""] : []) });
}

test("a merge has the fields of formatting and the legend, and `visible` is the default", () => {
  expect(Object.keys(optionRules)).toEqual(["formatting", "ignore_formatting", "pdf_legend"]);
  expect(Object.values(optionRules)[0]?.description).toContain("Default: visible.");
});

test("[MRG-34] other options of a comparison are not read", () => {
  expect(optionsOf({ granularity: "character" })).toBeUndefined();
  expect(optionsOf({ formatting: "all", ignore_case: "true" })).toEqual({ formatting: "all" });
});

test("[MRG-34] a form with both names of an option and different meanings is refused", () => {
  expect(optionsOf({ formatting: "ignore", ignore_formatting: "1" })).toEqual({
    formatting: "ignore",
    ignoreFormatting: true,
  });
  expect(() => optionsOf({ formatting: "visible", ignore_formatting: "true" })).toThrow(/`formatting=ignore`/);
});
