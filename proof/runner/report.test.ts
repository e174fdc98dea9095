// Tests the report at the end of a run, tables and progress.

import { tallyOf } from "@versus/tools/tally";
import { expect, test } from "vitest";
import { type ProgressOutput, startProgress } from "./progress.ts";
import { countsText, countWords, printReport } from "./report.ts";
import { formatTable } from "./table.ts";

function print(isMet: boolean): { code: number; lines: string[] } {
  const lines: string[] = [];
  const report = {
    text: ["a table"],
    tally: { passed: 3, failed: isMet ? 0 : 1 },
    figures: { files: 4 },
    bar: { wanted: "all pass", isMet },
  };
  return { code: printReport("roundtrip", report, (text) => lines.push(text)), lines };
}

test("a report ends with the tally that the check sums, and one line of JSON", () => {
  const { code, lines } = print(true);
  expect(code).toBe(0);
  expect(lines.slice(0, -1)).toEqual(["a table", "Bar: all pass: met", "3 passed, 0 failed"]);
  expect(JSON.parse(lines.at(-1)!)).toEqual({
    command: "roundtrip",
    passed: 3,
    failed: 0,
    files: 4,
    bar: "all pass",
    met: true,
  });
  expect(tallyOf(lines.join("\n"), true)).toEqual({ passed: 3, failed: 0 });
});

test("a run short of its bar ends with another exit code", () => {
  const { code, lines } = print(false);
  expect(code).toBe(1);
  expect(lines).toContain("Bar: all pass: NOT MET");
});

test("words are counted in alphabetical order", () => {
  expect(countsText(countWords(["B", "A", "B"]))).toBe("A 1, B 2");
  expect(countsText({})).toBe("none");
});

test("columns are as wide as they need to be, numbers to the right", () => {
  expect(
    formatTable(
      ["name", "files"],
      [
        ["a", 7],
        ["longer", 1234567],
      ],
    ),
  ).toBe("name      files\na             7\nlonger  1234567");
});

test("progress rewrites a terminal's line and leaves none behind; a log of a short run stays empty", () => {
  const run = (isTTY: boolean): string => {
    let written = "";
    const output: ProgressOutput = {
      isTTY,
      write: (text) => {
        written += text;
      },
    };
    const progress = startProgress("files", 2, output);
    progress.advance();
    progress.finish();
    return written;
  };
  expect(run(true)).toMatch(/\r\u001b\[2K$/);
  expect(run(false)).toBe("");
});
