// Reads the command line of a run: a command, a selection of files, a seed, and a number of threads.

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

/** The items to take. */
export type Selection = { readonly kind: "all" } | { readonly kind: "sample"; readonly size: number };

export interface RunArguments {
  readonly command: string | undefined;
  /** Undefined if the command chooses. */
  readonly selection: Selection | undefined;
  readonly seed: number;
  /** Number of threads, at least 1. Default: one per core. */
  readonly jobs: number;
  /** The command's own flags that were given, without their dashes. */
  readonly flags: ReadonlySet<string>;
  /** Maps the command's own options with a value to that value. */
  readonly values: ReadonlyMap<string, string>;
}

/** The error for an invalid command line. The message names the problem. */
export class UsageError extends Error {}

const FIRST_SEED = 1;

/** Reads `[command] [--all | --sample N] [--seed S] [--jobs N]`, flags and options with a value. Throws a UsageError. */
export function readArguments(
  words: readonly string[],
  flags: readonly string[],
  valued: readonly string[] = [],
): RunArguments {
  const { values, positionals } = parse(words, flags, valued);
  if (positionals.length > 1) throw new UsageError(`One command at a time, not ${positionals.join(" ")}`);
  if (values.all === true && values.sample !== undefined) throw new UsageError("Either --all or --sample, not both");
  return {
    command: positionals[0],
    selection: selectionOf(values),
    seed: readCount("--seed", values.seed) ?? FIRST_SEED,
    jobs: Math.max(1, readCount("--jobs", values.jobs) ?? availableParallelism()),
    flags: new Set(flags.filter((flag) => values[flag] === true)),
    values: new Map(valued.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : []))),
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse(
  words: readonly string[],
  flags: readonly string[],
  valued: readonly string[],
): { values: Values; positionals: string[] } {
  const own = Object.fromEntries([
    ...flags.map((flag) => [flag, { type: "boolean" }] as const),
    ...valued.map((name) => [name, { type: "string" }] as const),
  ]);
  const options = {
    all: { type: "boolean" },
    sample: { type: "string" },
    seed: { type: "string" },
    jobs: { type: "string" },
    ...own,
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (problem) {
    throw new UsageError((problem as Error).message);
  }
}

function selectionOf(values: Values): Selection | undefined {
  if (values.all === true) return { kind: "all" };
  const size = readCount("--sample", values.sample);
  return size === undefined ? undefined : { kind: "sample", size };
}

/** Returns a count given to an option. Throws a UsageError for anything else. */
export function readCount(option: string, given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && /^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`${option} takes a number`);
}
