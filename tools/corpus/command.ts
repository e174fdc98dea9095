// What a command over the corpus is, and what it is given. A new one is a file that exports a Command, and a line in
// commands.ts.

import type { RunArguments, Selection } from "../runner/arguments.ts";
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
  /** Flags of its own, without their dashes, with a few words each. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Options of its own that take a value, likewise. */
  readonly values?: Readonly<Record<string, string>>;
  readonly run: (run: CorpusRun) => Promise<Report>;
}

export interface CorpusRun {
  readonly corpus: Corpus;
  readonly options: RunArguments;
}

/** The files to work on: what the command line asks for, or else what the command does by itself. */
export function chooseFiles(
  { options }: CorpusRun,
  files: readonly CorpusFile[],
  byItself: Selection,
): readonly CorpusFile[] {
  const selection = options.selection ?? byItself;
  if (selection.kind === "all") return files;
  return sampleGroups(files, { size: selection.size, seed: options.seed, groupOf: categoryOf });
}

/** Runs a command's work over its jobs on all threads, with progress. */
export async function runJobs<Job, Result>(
  { options }: CorpusRun,
  work: ThreadWork<Job, Result>,
  jobs: readonly Job[],
): Promise<Result[]> {
  const progress = startProgress(options.command ?? "corpus", jobs.length);
  const results = await mapInThreads(work, jobs, { threads: options.jobs, onDone: progress.advance });
  progress.finish();
  return results;
}
