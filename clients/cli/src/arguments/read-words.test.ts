import { expect, test } from "vitest";
import { Misuse } from "../command.ts";
import { onlyWord, readCount, readDuration, readKeyId, readSwitch, readWords } from "./read-words.ts";

test("options are read by name, the rest in order", () => {
  const { values, positionals } = readWords(["a", "--name", "n", "b", "--", "--c"], { name: { type: "string" } });
  expect({ name: values.name, positionals }).toEqual({ name: "n", positionals: ["a", "b", "--c"] });
});

test.each([["--colour"], ["--name"]])("%s is a misuse", (word) => {
  expect(() => readWords([word], { name: { type: "string" } })).toThrow(Misuse);
});

test("a word that is needed is there once", () => {
  expect(onlyWord(["acme"], "SLUG")).toBe("acme");
  expect(() => onlyWord([], "SLUG")).toThrow("SLUG is required");
  expect(() => onlyWord(["a", "b"], "SLUG")).toThrow("1 unexpected argument");
});

test.each([
  ["0", 0],
  ["90d", 90 * 86_400_000],
  ["24h", 86_400_000],
  ["30m", 1_800_000],
  ["5s", 5000],
])("%s is a length of time", (text, milliseconds) => {
  expect(readDuration("--overlap", text)).toBe(milliseconds);
});

test.each(["", "24", "h", "-1h", "1.5h", "1w", "24 h"])("%j is no length of time", (text) => {
  expect(() => readDuration("--overlap", text)).toThrow("--overlap must be a length of time");
});

test("a switch is on or off, a count a number or none, and both may be missing", () => {
  expect([readSwitch("--x", "on"), readSwitch("--x", "off"), readSwitch("--x", undefined)]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect(() => readSwitch("--x", "yes")).toThrow("--x must be on or off.");
  expect([readCount("--x", "7", 1), readCount("--x", "none", 1), readCount("--x", undefined, 1)]).toEqual([
    7,
    null,
    undefined,
  ]);
  for (const text of ["0", "-1", "1.5", "many", ""]) {
    expect(() => readCount("--x", text, 1)).toThrow("--x must be a whole number from 1, or none.");
  }
});

test("a whole key in the place of its id is refused without repeating it", () => {
  expect(readKeyId(["0123456789ab"])).toBe("0123456789ab");
  const key = `versus_0123456789ab_${"s".repeat(43)}`;
  expect(() => readKeyId([key])).toThrow(/12 characters/);
  expect(() => readKeyId([key])).not.toThrow(/sss/);
});
