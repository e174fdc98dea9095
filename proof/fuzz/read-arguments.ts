// Reads the command line of the fuzzer.
//
// fuzz [target …] [--cases N] [--from CASE] [--seed S] [--only CASE] [--jobs N].

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { UsageError } from "../runner/arguments.ts";
import { targetNames } from "./targets.ts";
import type { Range } from "./worker-messages.ts";

export interface FuzzArguments {
  readonly targets: readonly string[];
  readonly cases: Range;
  readonly seed: number;
  readonly jobs: number;
}

/** Default number of cases per target. All targets together then take less than a minute on two cores. */
const DEFAULT_CASES = 600;

/** Throws a UsageError if an argument names an unknown target or option, or is not a number. */
export function readArguments(words: readonly string[]): FuzzArguments {
  const { values, positionals } = parse(words);
  const unknown = positionals.find((name) => !targetNames.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no target ${unknown}`);
  const only = wholeNumber("only", values.only);
  const from = only ?? wholeNumber("from", values.from) ?? 0;
  const cases = only === undefined ? (wholeNumber("cases", values.cases) ?? DEFAULT_CASES) : 1;
  return {
    targets: positionals.length > 0 ? positionals : targetNames,
    cases: { from, to: from + cases },
    seed: wholeNumber("seed", values.seed) ?? 1,
    jobs: Math.max(1, wholeNumber("jobs", values.jobs) ?? availableParallelism()),
  };
}

function parse(words: readonly string[]) {
  const number = { type: "string" } as const;
  const options = { cases: number, from: number, seed: number, only: number, jobs: number };
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (problem) {
    throw new UsageError((problem as Error).message);
  }
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${option} takes a number`);
  return Number(text);
}
