// Implements `corpus decisions`: accepts and rejects tracked changes and checks the result.

import { join } from "node:path";
import { stopDocxodus } from "../../oracles/docxodus-decisions.ts";
import { stopValidator } from "../../oracles/validation-kinds.ts";
import type { Report } from "../../runner/report.ts";
import { mapInThreads } from "../../runner/worker-pool.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import type { CorpusFile } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";
import { work as checkFile, crashedFile } from "./check-file.ts";
import { work as checkSet, crashedSet } from "./check-set.ts";
import { type Found, work as findTracked } from "./find-tracked.ts";
import { reportDecisions } from "./report-decisions.ts";
import { setAside, trackedSets } from "./tracked-sets.ts";

export const decisions: Command = {
  name: "decisions",
  purpose: "tracked changes are accepted and rejected, all at once and one by one, as others do",
  run: runDecisions,
};

const QUICK_SAMPLE = 60;

async function runDecisions(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  try {
    const all = wordFiles(corpus);
    const tracked = await trackedFiles(run, all);
    const chosen = chooseFiles(run, tracked, { kind: "sample", size: QUICK_SAMPLE });
    const jobs = chosen.map(({ path }) => ({ path, file: join(corpus.root, path), seed: options.seed }));
    const files = await runJobs(run, { module: moduleOf("check-file"), work: checkFile, onCrash: crashedFile }, jobs);
    const sets = { module: moduleOf("check-set"), work: checkSet, onCrash: crashedSet };
    const outcomes = await mapInThreads(sets, trackedSets(corpus), { threads: options.jobs, onDone: () => {} });
    const { kind } = corpus;
    return reportDecisions({
      corpus: kind,
      seed: options.seed,
      searched: all.length,
      sets: outcomes.flat(),
      setAside,
      files,
      isWhole: options.selection?.kind === "all",
    });
  } finally {
    // Programs that a thread started end with their thread. These calls stop the programs of a run without threads.
    stopValidator();
    stopDocxodus();
  }
}

/**
 * Returns the files that have tracked changes, and those for which the search crashed: their check will report the
 * reason.
 */
async function trackedFiles({ corpus, options }: CorpusRun, files: readonly CorpusFile[]): Promise<CorpusFile[]> {
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path) }));
  const onCrash = (): Found => "crashed";
  const search = { module: moduleOf("find-tracked"), work: findTracked, onCrash };
  const found = await mapInThreads(search, jobs, { threads: options.jobs, onDone: () => {} });
  return files.filter((_, index) => found[index] === "tracked" || found[index] === "crashed");
}

function moduleOf(name: string): string {
  return new URL(`./${name}.ts`, import.meta.url).href;
}
