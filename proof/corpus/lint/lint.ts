// Implements `corpus lint`: lints documents, and checks that those of Word have no grave finding.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { wordFiles } from "../word-files.ts";
import { crashedLint, work } from "./lint-file.ts";
import { reportFindings } from "./report-findings.ts";
import { readSoundPaths } from "./sound-paths.ts";

export const lint: Command = {
  name: "lint",
  purpose: "what Word refuses or repairs, found by rule; documents of Word's own are clean",
  run: runLint,
};

const QUICK_SAMPLE = 400;

async function runLint(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const files = chooseFiles(run, wordFiles(corpus), { kind: "sample", size: QUICK_SAMPLE });
  const sound = readSoundPaths(readFileSync(join(corpus.root, "MANIFEST.tsv"), "utf8"));
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path) }));
  const module = new URL("./lint-file.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedLint }, jobs);
  return reportFindings({ corpus: corpus.kind, seed: options.seed, sound, results });
}
