// Tests that shrinking removes all parts of an input that the failure does not need.

import { expect, test } from "vitest";
import { byteSequence, shrink } from "./shrink.ts";

function shrinkText(text: string, stillFails: (text: string) => boolean, tries = 10_000): string {
  let left = tries;
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const small = shrink(new TextEncoder().encode(text), byteSequence, {
    stillFails: (bytes) => {
      left -= 1;
      return stillFails(decode(bytes));
    },
    isSpent: () => left <= 0,
  });
  return decode(small);
}

test("everything that is not needed goes", () => {
  expect(shrinkText(`${"x".repeat(300)}a${"y".repeat(200)}b`, (text) => /a.*b/.test(text))).toBe("ab");
});

test("what goes only as a whole goes, wherever it lies", () => {
  const isBalanced = (text: string) => text.split("<b>").length === text.split("</b>").length && text.includes("!");
  expect(shrinkText("<b>1</b>22<b>333</b>!<b></b>", isBalanced)).toBe("!");
});

test("an input that nothing can be taken from stays", () => {
  expect(shrinkText("abc", (text) => text === "abc")).toBe("abc");
});

test("the time is kept, and what was found by then is given", () => {
  const small = shrinkText("x".repeat(1000), (text) => text.includes("x"), 3);
  expect(small.length).toBeGreaterThan(1);
  expect(small.length).toBeLessThan(1000);
});
