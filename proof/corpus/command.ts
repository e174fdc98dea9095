// Defines a corpus command and the data that it receives.
//
// A new command is a file that exports a Command, and a line in commands.ts.

import type { RunArguments, Selection } from "../runner/arguments.ts";
import { openKeptResults } from "../runner/kept-results.ts";
import { startProgress } from "../runner/progress.ts";
import type { Report } from "../runner/report.ts";
import { sampleGroups } from "../runner/sample.ts";
import { mapInThreads, type ThreadWork } from "../runner/worker-pool.ts";
import type { Corpus } from "./find-corpus.ts";
import { type CorpusFile, categoryOf } from "./manifest.ts";

export interface Command {
  readonly name: string;
  /** A few words for the list of commands. */
  readonly purpose: string;
  /** The command's own flags, without dashes, each with a short description. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The command's own options that take a value, each with a short description. */
  readonly values?: Readonly<Record<string, string>>;
  /** False if the work is not cut into jobs, so that there are no results to keep. */
  readonly keeps?: false;
  readonly run: (run: CorpusRun) => Promise<Report>;
}

export interface CorpusRun {
  readonly corpus: Corpus;
  readonly options: RunArguments;
}

/** Returns the files to work on: the selection of the command line, or the default selection of the command. */
export function chooseFiles(
  { options }: CorpusRun,
  files: readonly CorpusFile[],
  byItself: Selection,
): readonly CorpusFile[] {
  const selection = options.selection ?? byItself;
  if (selection.kind === "all") return files;
  return sampleGroups(files, { size: selection.size, seed: options.seed, groupOf: categoryOf });
}

/**
 * The `--keep` option of every command with jobs. It keeps the results in a file, and a stopped run continues from
 * that file.
 */
export const keepOption = { keep: "file that keeps results as they come; a stopped run goes on from it" } as const;

/**
 * Runs the work of a command over its jobs in `options.jobs` threads and shows progress. With `--keep`, it skips jobs
 * that already have a kept result.
 */
export async function runJobs<Job, Result>(
  { options }: CorpusRun,
  work: ThreadWork<Job, Result>,
  jobs: readonly Job[],
): Promise<Result[]> {
  const progress = startProgress(options.command ?? "corpus", jobs.length);
  const path = options.values.get("keep");
  const kept = path === undefined ? undefined : openKeptResults<Result>(path, nameOf(options), jobs.length);
  const positions = [...jobs.keys()].filter((position) => !kept?.earlier.has(position));
  for (let earlier = positions.length; earlier < jobs.length; earlier += 1) progress.advance();
  const left = positions.map((position) => jobs[position]!);
  const onDone = (at: number, result: Result): void => {
    kept?.keep(positions[at]!, result);
    progress.advance();
  };
  const results = await mapInThreads(work, left, { threads: options.jobs, onDone });
  progress.finish();
  const all = new Map([...(kept?.earlier ?? []), ...results.map((result, at) => [positions[at]!, result] as const)]);
  return [...jobs.keys()].map((position) => all.get(position)!);
}

/** The text that distinguishes this run from another run with the same number of jobs. */
function nameOf({ command, seed, flags, values }: RunArguments): string {
  const asked = [...values].filter(([name]) => name !== "keep").map(([name, value]) => `--${name} ${value}`);
  return [command, `--seed ${seed}`, ...[...flags].map((flag) => `--${flag}`), ...asked].join(" ");
}
