// Implements `corpus truth`: compares redlines of generated pairs with the edits that were made.
//
// The edits of a generated pair are known. So the command can measure how close a redline is to the marks of a
// careful person.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { listPairs, type Pair } from "../compare/pairs.ts";
import { crashedTruth, work } from "./judge-pair.ts";
import { reportTruth } from "./report-truth.ts";

export const truth: Command = {
  name: "truth",
  purpose: "redlines of generated pairs beside the edits that were made",
  flags: { verbose: "every edit that was not found and every change that none explains" },
  values: { only: "pairs with this in their names", save: "a folder to leave redlines in" },
  run: runTruth,
};

const QUICK_SAMPLE = 200;

async function runTruth(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const folder = options.values.get("save");
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const jobs = choosePairs(run).map((pair) => ({
    ...pair,
    saveAs: folder === undefined ? undefined : join(folder, `${pair.name}.docx`),
  }));
  const module = new URL("./judge-pair.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedTruth }, jobs);
  return reportTruth({ corpus: corpus.kind, seed: options.seed, results, isVerbose: options.flags.has("verbose") });
}

function choosePairs({ corpus, options }: CorpusRun): Pair[] {
  const all = listPairs(corpus, ["generated"], options.seed);
  const only = options.values.get("only");
  if (only !== undefined) return all.filter(({ name }) => name.includes(only));
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  if (selection.kind === "all") return all;
  const groupOf = ({ source }: Pair): string => (source.kind === "generated" ? source.plan.kinds[0]! : "");
  return sampleGroups(all, { size: selection.size, seed: options.seed, groupOf });
}
