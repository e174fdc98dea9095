// What a command over the corpus is, and what it is given. A new one is a file that exports a Command, and a line in
// commands.ts.

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
  /** Flags of its own, without their dashes, with a few words each. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Options of its own that take a value, likewise. */
  readonly values?: Readonly<Record<string, string>>;
  /** False where its work is not cut into jobs: there is nothing to keep. */
  readonly keeps?: false;
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

/** The option of every command that keeps the results of its jobs in a file, and goes on from there. */
export const keepOption = { keep: "file that keeps results as they come; a stopped run goes on from it" } as const;

/** Runs a command's work over its jobs on all threads, with progress; with `--keep`, over those not done yet. */
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

/** The words that tell this run from another over as many jobs. */
function nameOf({ command, seed, flags, values }: RunArguments): string {
  const asked = [...values].filter(([name]) => name !== "keep").map(([name, value]) => `--${name} ${value}`);
  return [command, `--seed ${seed}`, ...[...flags].map((flag) => `--${flag}`), ...asked].join(" ");
}
