// Tests how the changed range of a part is found and judged.

import { expect, test } from "vitest";
import { changedRange, onlyInserts, replacesTextOnly } from "./changed-range.ts";

function rangeOf(before: string, after: string): ReturnType<typeof changedRange> {
  return changedRange(Buffer.from(before), Buffer.from(after));
}

test.each([
  ["<p>one two</p>", "<p>one 2</p>", true],
  ["<p>one one</p>", "<p>one</p>", true],
  ["<p>größer</p>", "<p>grüßer &amp;</p>", true],
  ["<p><![CDATA[one < two]]></p>", "<p>one</p>", true],
  ["<p>one &gt; two</p>", "<p>one</p>", true],
  ["<p>one</p><p>two</p>", "<p>1</p><p>2</p>", false],
  ["<p>one</p><p/>", "<p>1</p>", false],
  ["<p>one</p>", "<p>one</p>", true],
])("%s to %s: text alone is replaced: %s", (before, after, expected) => {
  expect(replacesTextOnly(rangeOf(before, after))).toBe(expected);
});

test.each([
  ["<p></p>", "<p><r>x</r></p>", true],
  ["<p/>", "<p><r>x</r></p>", true],
  ["<p>a</p>", "<p>a<r>x</r></p>", true],
  ["<p>a</p>", "<p>b<r>x</r></p>", false],
  ["<p>a</p>", "<p>a</p>", true],
])("%s to %s: nothing is taken out: %s", (before, after, expected) => {
  expect(onlyInserts(rangeOf(before, after))).toBe(expected);
});
