// Tests which lines of the log a person sees, and how.

import { expect, test } from "vitest";
import { logWords } from "./log-words.ts";

test.each([
  [
    '{"level":30,"msg":"request","method":"GET","route":"/health","status":200,"milliseconds":3}',
    "GET /health 200 3 ms",
  ],
  ['{"level":30,"msg":"started"}', undefined],
  ['{"level":50,"msg":"queue","code":"57P01"}', '{"level":50,"msg":"queue","code":"57P01"}'],
  ["no JSON", "no JSON"],
  ["versus: VERSUS_X is not set. Development uses a publicly known default instead.", undefined],
  ["", undefined],
])("%s is shown as %s", (line, words) => {
  expect(logWords(line)).toBe(words);
});
