// Tests how options of a comparison are read from its form.

import { readFileSync } from "node:fs";
import { optionTable } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { givenOptions, optionRules } from "./compare-options.ts";

function optionsOf(fields: Readonly<Record<string, string>>) {
  return givenOptions({ texts: (name) => (Object.hasOwn(fields, name) ? [fields[name] ?? ""] : []) });
}

test("a form that says nothing leaves everything to the engine", () => {
  expect(optionsOf({})).toBeUndefined();
  expect(optionsOf({ author: "Counsel" })).toBeUndefined();
});

test("what a form says is told to the engine, and nothing else is", () => {
  expect(optionsOf({ granularity: "character", comments: "drop" })).toEqual({
    granularity: "character",
    comments: "drop",
  });
  const booleans = { detect_moves: "0", ignore_formatting: "true", ignore_case: "1", ignore_whitespace: "false" };
  expect(optionsOf(booleans)).toEqual({
    detectMoves: false,
    ignoreFormatting: true,
    ignoreCase: true,
    ignoreWhitespace: false,
  });
});

test("[FMT-11] a form with both names of an option and different meanings is refused", () => {
  const both = { formatting: "ignore", ignore_formatting: "true" };
  expect(optionsOf(both)).toEqual({ formatting: "ignore", ignoreFormatting: true });
  for (const formatting of ["visible", "all"]) {
    expect(() => optionsOf({ formatting, ignore_formatting: "true" })).toThrow(/`formatting=ignore`/);
  }
});

test("the rules name the values of every option", () => {
  expect(Object.entries(optionRules).map(([name, { values = [] }]) => `${name}: ${values.join(" ")}`)).toEqual([
    "granularity: word character",
    "detect_moves: true 1 false 0",
    "formatting: visible all ignore",
    "ignore_formatting: true 1 false 0",
    "ignore_case: true 1 false 0",
    "ignore_whitespace: true 1 false 0",
    "ignore_typography: true 1 false 0",
    "comments: keep drop",
    "pdf_legend: true 1 false 0",
  ]);
});

test("the guide lists every option with its default", () => {
  const guide = readFileSync(new URL("../../guides/compare.md", import.meta.url), "utf8");
  const listed = [...guide.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, name, usual]) => `${name}: ${usual}`);
  const rows = Object.entries(optionTable).map(([name, { default: usual }]) => `${name}: ${usual}`);
  expect(listed).toEqual(rows);
});
