// Tests how labels of three readings are compared.

import type { Label } from "@versus/engine/inside";
import { expect, test } from "vitest";
import { compareLabels } from "./compare-labels.ts";
import type { OurParagraph } from "./our-labels.ts";

const place = { level: 0, pattern: "%1.", numId: "1", abstractNumId: "0" };

/**
 * Makes paragraphs from labels: `1.` is a label, `•` a bullet, a dash no label. The text of a paragraph is its index.
 */
function ours(labels: string): OurParagraph[] {
  return labels.split(" ").map((text, index) => {
    const isBullet = text === "•";
    const label: Label = { ...place, text, format: isBullet ? "bullet" : "decimal", isBullet };
    return { text: `${index}`, label: text === "-" ? undefined : label, language: undefined };
  });
}

function theirs(labels: string): { ok: [string, string][] } {
  return { ok: labels.split(" ").map((label, index) => [label === "-" ? "" : label, `${index}`]) };
}

test.each([
  ["all agree", ["1. 2.", "1. 2.", "1. 2."], "equal equal"],
  ["what nobody labels does not count", ["- 1.", "- 1.", "- 1."], "equal"],
  ["the two agree and we do not", ["2. -", "1. 1.", "1. 1."], "wrong wrong"],
  ["we agree with one of them", ["1. 1.", "1. 2.", "2. 1."], "with office with docxodus"],
  ["or with neither", ["1.", "2.", "3."], "alone"],
  ["bullets do not count", ["• 1.", "- 1.", "o 1."], "equal"],
] as const)("%s", (_, [our, office, docxodus], expected) => {
  const { judged } = compareLabels(ours(our), { office: theirs(office), docxodus: theirs(docxodus) });
  expect(judged.map(({ verdict }) => verdict).join(" ")).toBe(expected);
});

test("labels that a program does not have a paragraph for are counted, not judged", () => {
  const answers = { office: theirs("1. 2. 3."), docxodus: theirs("1.") };
  expect(compareLabels(ours("1. 2. 3."), answers)).toMatchObject({ judged: [{ verdict: "equal" }], unmatched: 2 });
  const error = { error: "it took too long" };
  expect(compareLabels(ours("1. 2."), { office: error, docxodus: error })).toEqual({ judged: [], unmatched: 2 });
});

test("spaces and marks of direction around a label do not matter", () => {
  const answers = { office: theirs("\u200e1.\u00a0"), docxodus: theirs("1.") };
  expect(compareLabels(ours("1."), answers).judged[0]?.verdict).toBe("equal");
});
