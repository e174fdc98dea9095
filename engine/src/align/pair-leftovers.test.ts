// Tests which leftovers are paired, in any order.

import { expect, test } from "vitest";
import { bagOf } from "./bags.ts";
import { Budget } from "./budget.ts";
import { type Leftover, pairLeftovers } from "./pair-leftovers.ts";

const weightOf = (): number => 1;

/**
 * Texts are split at spaces; equal texts have an equal key. Returns pairs as `before-after` or, for different texts,
 * `before~after`.
 */
function paired(before: readonly string[], after: readonly string[], budget = new Budget(1e9)): string {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => numbers.get(text) ?? numbers.set(text, numbers.size).size - 1;
  const leftover = (text: string): Leftover => ({
    key: numberOf(`key of ${text}`),
    bag: bagOf(Int32Array.from(text.split(" "), numberOf), weightOf),
  });
  const pairs = pairLeftovers({
    before: before.map(leftover),
    after: after.map(leftover),
    least: 0.6,
    weightOf,
    budget,
  });
  return pairs.map((pair) => `${pair.before}${pair.similarity === 1 ? "-" : "~"}${pair.after}`).join(" ");
}

test("equal leftovers pair regardless of order", () => {
  expect(paired(["a b", "c d"], ["c d", "x", "a b"])).toBe("0-2 1-0");
});

test("of a repeated key the first of both sides pair, as many as there are on both", () => {
  expect(paired(["a b", "a b", "q", "a b"], ["a b", "a b"])).toBe("0-0 1-1");
  expect(paired(["a b"], ["a b", "a b"])).toBe("0-0");
});

test("an edited leftover finds its twin, and one too unlike finds none", () => {
  expect(paired(["a b c d e", "p q r s"], ["p x y z", "a b c d f"])).toBe("0~1");
});

test("the most alike pair first, then what is left; ties by order of before, then of after", () => {
  expect(paired(["a b c d", "a b c d e f"], ["a b c d e f g"])).toBe("1~0");
  expect(paired(["a b c 1", "a b c 2"], ["a b c 3", "a b c 4"])).toBe("0~0 1~1");
});

test("an equal leftover is not taken by one that is merely alike", () => {
  expect(paired(["a b c d e", "a b c d"], ["a b c d"])).toBe("1-0");
});

test("[CMP-92] a word that stands in very many leftovers proposes no candidates, rarer ones still do", () => {
  const crowd = Array.from({ length: 300 }, (_, k) => `the party of ${k} a${k} b${k} c${k} d${k}`);
  const moved = crowd.map((text) => `${text} more`).reverse();
  const pairs = paired(crowd, moved).split(" ");
  expect(pairs.length).toBe(300);
  expect(pairs[0]).toBe("0~299");
});

test("[CMP-92] one of many alike is told by the word that is its own, though others share more words with it", () => {
  const headings = Array.from({ length: 12 }, (_, k) => `${k} a b c d e`);
  const edited = headings.map((text, k) => (k === 0 ? "0 a b x y e" : `${text} z${k}`));
  expect(paired(headings, edited)).toBe(headings.map((_, k) => `${k}~${k}`).join(" "));
});

test("work is bounded by the tokens, and ends with the budget", () => {
  const crowd = Array.from({ length: 2000 }, (_, k) => `one two three ${k % 70} ${k % 71} ${k}`);
  const others = crowd.map((text) => `${text} ${text.length} four five six seven`);
  const budget = new Budget(1e9);
  paired(crowd, others, budget);
  expect(budget.used).toBeLessThan(2000 * (6 + 10) * 33);
  const spent = new Budget(1000);
  expect(paired(crowd, others, spent)).toBe("");
  expect(spent.used).toBeLessThan(2000 * (6 + 10));
});
