// Implements `corpus merge`: merges bases with their copies and judges the merges.
//
// The default is a sample of the merges.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { stopDocxodus } from "../../oracles/docxodus-decisions.ts";
import { stopValidator } from "../../oracles/validation-kinds.ts";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { crashedMerge, type MergeJob, work } from "./check-merge.ts";
import { type MergeSettings, mergeFlags, mergeValues, readSettings } from "./merge-settings.ts";
import { listMerges, type MergeCase } from "./merges.ts";
import { type AskedMerge, reportMerges } from "./report-merges.ts";
import { askOthers } from "./second-opinion.ts";

export const merge: Command = {
  name: "merge",
  purpose: "merges of revised copies: for nobody the base, for each revision that revision, valid",
  flags: mergeFlags,
  values: mergeValues,
  run: runMerge,
};

const QUICK_SAMPLE = 60;
/** Each thread has its own validator and its own docxodus, half a gigabyte each. */
const MOST_THREADS = 2;

async function runMerge(run: CorpusRun): Promise<Report> {
  const settings = readSettings(run.options);
  const cases = chooseMerges(run, settings);
  const folder = settings.folder ?? mkdtempSync(join(tmpdir(), "versus-merge-"));
  mkdirSync(folder, { recursive: true });
  try {
    const jobs = planJobs(cases, { settings, folder, seed: run.options.seed });
    const module = new URL("./check-merge.ts", import.meta.url).href;
    const threads = { ...run, options: { ...run.options, jobs: Math.min(MOST_THREADS, run.options.jobs) } };
    const results = await runJobs(threads, { module, work, onCrash: crashedMerge }, jobs);
    const asked = settings.opinions === 0 ? [] : await askAbout(jobs);
    const { merger, isVerbose } = settings;
    return reportMerges({ corpus: run.corpus.kind, seed: run.options.seed, merger, results, asked, isVerbose });
  } finally {
    if (settings.folder === undefined) rmSync(folder, { recursive: true, force: true });
    stopValidator();
    stopDocxodus();
  }
}

function chooseMerges({ corpus, options }: CorpusRun, { isFanOnly, only }: MergeSettings): MergeCase[] {
  const all = listMerges(corpus, options.seed).filter(({ family }) => !isFanOnly || family === "fan");
  if (only !== undefined) return all.filter(({ name }) => name.includes(only));
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  if (selection.kind === "all" || isFanOnly) return all;
  return sampleGroups(all, { size: selection.size, seed: options.seed, groupOf: ({ family }) => family });
}

interface Plan {
  readonly settings: MergeSettings;
  readonly folder: string;
  readonly seed: number;
}

function planJobs(cases: readonly MergeCase[], { settings, folder, seed }: Plan): MergeJob[] {
  const { merger, validates, opinions } = settings;
  const sample = { size: opinions, seed, groupOf: ({ family }: MergeCase) => family };
  const others = new Set(opinions === 0 ? [] : sampleGroups(cases, sample));
  return cases.map((one) => {
    const isSaved = settings.folder !== undefined || others.has(one);
    return { ...one, merger, validates, saveAs: isSaved ? join(folder, `${one.name}.docx`) : undefined };
  });
}

/** Returns the opinions of other programs about the saved merges. */
async function askAbout(jobs: readonly MergeJob[]): Promise<AskedMerge[]> {
  const saved = jobs.filter(({ saveAs }) => saveAs !== undefined && existsSync(saveAs));
  const office = officeProblem() === undefined ? new OfficeSession() : undefined;
  const progress = startProgress("others", saved.length);
  const asked: AskedMerge[] = [];
  try {
    for (const { name, saveAs } of saved) {
      asked.push({ name, opinions: await askOthers(readFileSync(saveAs!), office) });
      progress.advance();
    }
    return asked;
  } finally {
    progress.finish();
    office?.close();
  }
}
