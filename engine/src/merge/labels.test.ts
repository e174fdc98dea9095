// Tests the labels of a merge: their order, identity and length.

import { expect, test } from "vitest";
import { Labels } from "./labels.ts";

test("a label names its revisions in their order, and is one object", () => {
  const labels = new Labels(["Ann", "Bea", "Cy"], "2026-01-02T03:04:05Z");
  expect(labels.of([2, 0]).author).toBe("Ann, Cy");
  expect(labels.of([0, 2])).toBe(labels.of([2, 0]));
  expect(labels.includes("Ann, Cy", 2)).toBe(true);
  expect(labels.includes("Ann, Cy", 1)).toBe(false);
});

test("a label is not cut within a character", () => {
  const [author] = ["𝒜".repeat(200)];
  const labels = new Labels([author!, "Bea"], "2026-01-02T03:04:05Z");
  expect(labels.of([0, 1]).author).toBe("𝒜".repeat(127));
});

test("a label that Word could not keep names the first few", () => {
  const authors = Array.from({ length: 40 }, (_, at) => `Reviewer number ${at}`);
  const labels = new Labels(authors, "2026-01-02T03:04:05Z");
  const all = authors.map((_, at) => at);
  const { author } = labels.of(all);
  expect(author.length).toBeLessThanOrEqual(255);
  expect(author).toMatch(/^Reviewer number 0, .* and \d+ more \(1\)$/);
  expect(labels.of(all.slice(0, 39)).author).not.toBe(author);
  expect(labels.includes(author, 39)).toBe(true);
});
