// Implements `corpus compare`: compares pairs of documents and judges the redlines.
//
// The default is a sample of the pairs.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopDocxodus } from "../../oracles/docxodus-decisions.ts";
import { stopValidator } from "../../oracles/validation-kinds.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { askOffice } from "./ask-office.ts";
import { crashedPair, type PairJob, work } from "./check-pair.ts";
import { type CompareSettings, compareFlags, compareValues, readSettings } from "./compare-settings.ts";
import { listPairs, type Pair, shapePairs } from "./pairs.ts";
import { reportDigest } from "./report-digest.ts";
import { reportPairs } from "./report-pairs.ts";

export const compare: Command = {
  name: "compare",
  purpose: "redlines of pairs: accepted the one, rejected the other, valid",
  flags: compareFlags,
  values: compareValues,
  run: runCompare,
};

const QUICK_SAMPLE = 60;
/** Maximum number of redlines that LibreOffice is asked to open. */
const OFFICE_SAMPLE = 100;
/** Each thread has its own validator and its own docxodus, half a gigabyte each. */
const MOST_THREADS = 2;

async function runCompare(run: CorpusRun): Promise<Report> {
  const settings = readSettings(run.options, process.env);
  const chosen = choosePairs(run, settings);
  const pairs = settings.isDigestOnly ? [...chosen, ...shapePairs()] : chosen;
  const folder = mkdtempSync(join(tmpdir(), "versus-compare-"));
  if (settings.folder !== undefined) mkdirSync(settings.folder, { recursive: true });
  try {
    const jobs = planJobs({ pairs, settings, folder, seed: run.options.seed });
    const ordered = settings.isReversed ? jobs.toReversed() : jobs;
    const module = new URL("./check-pair.ts", import.meta.url).href;
    const jobsAtOnce = Math.min(MOST_THREADS, run.options.jobs);
    const threads = { ...run, options: { ...run.options, jobs: jobsAtOnce } };
    const results = await runJobs(threads, { module, work, onCrash: crashedPair }, ordered);
    const sorted = results.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const figures = { corpus: run.corpus.kind, seed: run.options.seed, comparer: settings.comparer };
    if (settings.isDigestOnly) return reportDigest({ ...figures, results: sorted });
    const office = await askOffice(jobs, jobsAtOnce);
    const { isVerbose, withFormatting } = settings;
    return reportPairs({ ...figures, results: sorted, office, isVerbose, withFormatting });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    // Programs that a thread started end with their thread. These calls stop the programs of a run without threads.
    stopValidator();
    stopDocxodus();
  }
}

/** Returns the pairs that a run compares. */
export function choosePairs(
  { corpus, options }: CorpusRun,
  { kinds, only }: Pick<CompareSettings, "kinds" | "only">,
): Pair[] {
  const all = listPairs(corpus, kinds, options.seed);
  if (only !== undefined) return all.filter(({ name }) => name.includes(only));
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  if (selection.kind === "all") return all;
  return sampleGroups(all, { size: selection.size, seed: options.seed, groupOf: ({ family }) => family });
}

interface Plan {
  readonly pairs: readonly Pair[];
  readonly settings: CompareSettings;
  /** The folder for copies that LibreOffice opens. */
  readonly folder: string;
  readonly seed: number;
}

function planJobs({ pairs, settings, folder, seed }: Plan): PairJob[] {
  const { comparer, formatting, isDigestOnly, asksOffice, withFormatting } = settings;
  const sample = { size: OFFICE_SAMPLE, seed, groupOf: ({ family }: Pair) => family };
  const forOffice = new Set(asksOffice ? sampleGroups(pairs, sample) : []);
  return pairs.map((pair) => ({
    ...pair,
    comparer,
    formatting,
    isDigestOnly,
    withFormatting,
    saveAs: settings.folder === undefined ? undefined : join(settings.folder, `${pair.name}.docx`),
    saveForOffice: forOffice.has(pair) ? join(folder, `${pair.name}.docx`) : undefined,
  }));
}
