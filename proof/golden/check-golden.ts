// Compares a result with its expected text, and writes that text on request.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Golden, goldenPath } from "./goldens.ts";

export interface Difference {
  readonly name: string;
  /** Lines of the expected text (`-`) and of the result (`+`), from the first difference on. */
  readonly lines: readonly string[];
}

/** Maximum number of lines shown of each side. */
const MOST_LINES = 12;

export function differenceOf({ name, make }: Golden): Difference | undefined {
  const expected = existsSync(goldenPath(name)) ? readFileSync(goldenPath(name), "utf8") : "";
  const made = make();
  return expected === made ? undefined : { name, lines: differingLines(expected, made) };
}

export function accept({ name, make }: Golden): void {
  mkdirSync(dirname(goldenPath(name)), { recursive: true });
  writeFileSync(goldenPath(name), make());
}

export function differingLines(expected: string, made: string): string[] {
  const before = expected.split("\n");
  const after = made.split("\n");
  let first = 0;
  while (before[first] !== undefined && before[first] === after[first]) first += 1;
  const shown = (lines: readonly string[], sign: string) =>
    lines.slice(first, first + MOST_LINES).map((line) => `${sign} ${line}`);
  return [`line ${first + 1}`, ...shown(before, "-"), ...shown(after, "+")];
}
